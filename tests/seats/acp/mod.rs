//! Agents that speak the Agent Client Protocol, played by a shell: real processes on real pipes, real time.
//!
//! A shell script, as the other programs of these tests are: it is a process of its own that can crash, hang and leave
//! others behind, and it writes what any agent would write without our own client's code having a part in it.

mod ends;
#[cfg(feature = "command")]
mod meeting;
mod sessions;
mod turns;

use std::{fs, path::Path};

use quorate::agent::{Acp, AgentError, Reply};
use serde_json::Value;
use tempfile::TempDir;

use super::scene::Scene;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/seats/acp/agent.sh");
const SAID: &str = "Friday is fine.\n[STANCE: AGREE]";

/// An agent that does what its modes say, and the folder in which it writes down what it is sent.
struct Fake {
    folder: TempDir,
    agent: Acp,
}

impl Fake {
    fn new(modes: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let words = ["sh", SCRIPT, folder.path().to_str().unwrap()].into_iter().chain(modes.iter().copied());
        let agent = Acp::new(words, folder.path()).unwrap();
        Self { folder, agent }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    async fn ask(&self) -> Result<Reply, AgentError> {
        Scene::new().ask(&self.agent).await
    }

    /// All that it was sent.
    fn heard(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path().join("heard")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What it was sent by this method.
    fn asked(&self, method: &str) -> Vec<Value> {
        self.heard().into_iter().filter(|message| message["method"] == method).collect()
    }

    /// What came back of what it asked.
    fn answers(&self) -> Vec<Value> {
        self.heard().into_iter().filter(|message| message["id"] == "mine").collect()
    }

    /// The processes that were started.
    fn pids(&self) -> Vec<i32> {
        let text = fs::read_to_string(self.path().join("pids")).unwrap_or_default();
        text.lines().map(|line| line.parse().unwrap()).collect()
    }
}
