//! A model server that answers with anything at all.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::{Mutex, OnceLock, mpsc},
    thread,
};

use quorate::{
    Discussion,
    agent::{Scripted, spec::AgentFactory},
    strategies::prelude::*,
};

/// What the server says next.
type Script = Mutex<(Vec<u8>, &'static str)>;

static SCRIPT: OnceLock<Script> = OnceLock::new();
static PORT: OnceLock<u16> = OnceLock::new();

const PROVIDERS: [&str; 4] = ["openai", "anthropic", "gemini", "ollama"];

/// The body of an answer with status 200, whole or as a stream: it becomes words or an error, never a panic.
pub fn answer(data: &[u8]) {
    let Some((choice, body)) = data.split_first() else { return };
    let stream = choice & 1 == 1;
    let content_type = if stream { "text/event-stream" } else { "application/json" };
    let script = SCRIPT.get_or_init(|| Mutex::new((Vec::new(), "")));
    *script.lock().expect("no test panics while it holds it") = (body.to_vec(), content_type);
    let port = *PORT.get_or_init(serve);
    let provider = PROVIDERS[usize::from(choice >> 1) % PROVIDERS.len()];
    let mut agents = AgentFactory::builtin();
    agents.add("other", "other", "agrees", |_| Ok(std::sync::Arc::new(Scripted::lines(["[STANCE: AGREE] Yes."]))));
    let settings = quorate::agent::spec::ModelSettings { stream: Some(stream), ..Default::default() };
    let spec = format!("{provider}@http://127.0.0.1:{port}:m");
    let wanted = quorate::agent::spec::Wanted { spec: &spec, settings: &settings, folder: std::path::Path::new("") };
    let model = agents.agent(&wanted).expect("a loopback server needs no key");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let discussion = Discussion::new("T").max_rounds(1).min_rounds(1).turn_ms(200).seat(Seat::new("Ann"), model);
    let _ = runtime.block_on(discussion.run());
}

/// Serves for as long as the process lives.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (started, ready) = mpsc::channel();
    thread::spawn(move || {
        started.send(()).expect("somebody waits");
        for stream in listener.incoming().flatten() {
            thread::spawn(move || one(stream));
        }
    });
    ready.recv().expect("it starts");
    port
}

/// Answers one request and closes.
fn one(mut stream: std::net::TcpStream) {
    let mut request = [0; 65536];
    let _ = stream.read(&mut request);
    let (body, content_type) =
        SCRIPT.get().map(|script| script.lock().expect("no panic holds it").clone()).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
