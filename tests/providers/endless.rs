//! Servers whose answers have no end: each is cut off at its limit, and the memory of the process stays bounded.

use std::{
    env,
    net::SocketAddr,
    process::{Command, Stdio},
};

use quorate::{
    Discussion,
    agent::http::{Cause, Client, NotAnAnswer, Settings},
    strategies::{prelude::*, strategies::Poll},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use super::wire::{ALL, Dialect, OpenAi, answer, at_once, chunk};

/// Tells a process of ours where the servers are, a word each.
const SERVERS: &str = "QUORATE_TEST_ENDLESS";
const SEATS: usize = 4;
const MOST_MEMORY_KB: u64 = 200 << 10;

/// What comes without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flood {
    /// Pieces of an answer, as a stream has them.
    Pieces,
    /// One line of a stream.
    Line,
    /// Signs of life and nothing else.
    Comments,
    /// A document that is no stream.
    Document,
}

const FLOODS: [Flood; 4] = [Flood::Pieces, Flood::Line, Flood::Comments, Flood::Document];

impl Flood {
    fn kind(self) -> &'static str {
        if self == Self::Document { "application/json" } else { "text/event-stream" }
    }

    /// What is sent first, and what then follows again and again.
    fn bytes(self) -> (String, String) {
        let long = "many words ".repeat(1_000);
        match self {
            Self::Pieces => (String::new(), format!("data: {}\n\n", chunk(&long, None))),
            Self::Line => ("data: ".to_owned(), long),
            Self::Comments => (String::new(), ": still there\n\n".repeat(1_000)),
            Self::Document => ("{\"choices\":[{\"message\":{\"content\":\"".to_owned(), long),
        }
    }
}

/// Sends for ever; gives how much went out before the client hung up.
async fn flood(mut stream: TcpStream, flood: Flood) {
    // The request fits into the first packets, and none of it matters.
    let _ = stream.read(&mut [0; 65_536]).await;
    let (first, again) = flood.bytes();
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {}\r\nconnection: close\r\n\r\n{first}", flood.kind());
    let mut sent = stream.write_all(head.as_bytes()).await;
    while sent.is_ok() {
        sent = stream.write_all(again.as_bytes()).await;
    }
}

async fn server(kind: Flood) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(flood(stream, kind));
        }
    });
    address
}

/// The most memory that this process had since this was asked last, in KiB.
fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    // From here on the peak is measured anew.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// All seats of a discussion ask one server at once.
async fn listens(dialect: Dialect, url: &str, settings: &Settings) -> quorate::Finished {
    let mut brief = Brief::new("When?");
    brief.options = vec!["Friday".into(), "Monday".into()];
    let mut discussion = Discussion::about(brief).strategy(Poll::new()).max_rounds(1);
    for at in 0..SEATS {
        let client = Client::connect(&dialect.spec(url), super::wire::key(), settings.clone()).unwrap();
        discussion = discussion.seat(Seat::new(format!("Seat {at}")), client);
    }
    discussion.run().await.unwrap()
}

/// What the test below starts as another process: it listens to each server in turn and tells how large it became.
#[test]
fn a_process_that_listens() {
    let Ok(servers) = env::var(SERVERS) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    println!("\nbegan with {} KiB", peak_kb());
    for url in servers.split_whitespace() {
        for settings in [Settings::default(), at_once()] {
            let done = runtime.block_on(listens(OpenAi, url, &settings));
            println!("\npeak {} KiB", peak_kb());
            for one in &done.outcome.participation {
                println!(
                    "\nseat {} {}: {}",
                    one.failed,
                    done.outcome.stop.name(),
                    one.cause.as_deref().unwrap_or("none")
                );
            }
        }
    }
    // Every dialect has its own reader of streams.
    if let Some(url) = servers.split_whitespace().next() {
        for dialect in ALL {
            drop(runtime.block_on(listens(dialect, url, &Settings::default())));
            println!("\npeak {} KiB", peak_kb());
        }
    }
}

// One byte below the limit, at it, and above it.
#[tokio::test]
async fn the_text_of_an_answer_has_a_limit() {
    const MOST: usize = 2 << 20;
    for (bytes, fits) in [(MOST - 1, true), (MOST, true), (MOST + 1, false)] {
        let text = "a".repeat(bytes);
        for settings in [Settings::default(), at_once()] {
            let reply = match settings == at_once() {
                true => OpenAi.whole(&text, "stop"),
                false => OpenAi.pieces(&[&text], "stop"),
            };
            match answer(OpenAi, settings, reply).await {
                Ok(done) => assert!(fits && done.text.len() == bytes, "{bytes} bytes"),
                Err(error) => {
                    assert_eq!(error.cause, Cause::NotAnAnswer(NotAnAnswer::TooLong), "{bytes} bytes");
                    assert!(!fits, "{bytes} bytes");
                }
            }
        }
    }
}

#[tokio::test]
async fn answers_without_an_end_are_cut_off_and_memory_stays_bounded() {
    let mut urls = Vec::new();
    for kind in FLOODS {
        urls.push(format!("http://{}", server(kind).await));
    }
    let urls = urls.join(" ");
    let told = tokio::task::spawn_blocking(move || {
        let mut process = Command::new(env::current_exe().unwrap());
        process.args(["--exact", "providers::endless::a_process_that_listens", "--nocapture"]).env(SERVERS, urls);
        process.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap()
    });
    let told = String::from_utf8(told.await.unwrap().stdout).unwrap();
    let seats: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("seat ")).collect();
    assert_eq!(seats.len(), FLOODS.len() * 2 * SEATS, "{told}");
    for seat in seats {
        assert!(seat.starts_with("1 no-answers: ") && seat.contains("an answer far too long"), "{seat}");
    }
    let peaks: Vec<u64> = told
        .lines()
        .filter_map(|line| line.strip_prefix("peak ")?.strip_suffix(" KiB"))
        .map(|peak| peak.parse().unwrap())
        .collect();
    println!("at most {peaks:?} KiB");
    assert_eq!(peaks.len(), FLOODS.len() * 2 + ALL.len());
    assert!(peaks.iter().all(|peak| *peak <= MOST_MEMORY_KB), "{peaks:?} KiB");
}
