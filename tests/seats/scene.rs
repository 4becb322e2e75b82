//! A question as a discussion would ask it, for backends that are asked without one; and whether processes live.

use std::{sync::Arc, time::Duration};

use quorate::{
    agent::{Again, Agent, AgentError, Reply, Request, Silent},
    strategies::{prelude::*, state::Standing},
};

/// A table of two, of whom Ann is asked.
pub(super) struct Scene {
    roster: Roster,
    brief: Brief,
    standing: Standing,
    form: Form,
    user: String,
    time: Duration,
    turn: TurnId,
}

impl Scene {
    pub(super) fn new() -> Self {
        let mut roster = Roster::default();
        roster.add(Seat::new("Ann")).unwrap();
        roster.add(Seat::new("Bob")).unwrap();
        Self {
            roster,
            brief: Brief::new("Ship on Friday?"),
            standing: Standing::default(),
            form: Form::Free,
            user: "Say what you think.".to_owned(),
            time: Duration::from_secs(10),
            turn: TurnId(1),
        }
    }

    pub(super) fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    pub(super) fn user(mut self, user: impl Into<String>) -> Self {
        self.user = user.into();
        self
    }

    pub(super) fn time_ms(mut self, ms: u64) -> Self {
        self.time = Duration::from_millis(ms);
        self
    }

    /// A turn of this number; whoever writes a summary is asked in turn 0.
    pub(super) fn turn(mut self, turn: u32) -> Self {
        self.turn = TurnId(turn);
        self
    }

    fn request<'a>(&'a self, again: Option<Again<'a>>) -> Request<'a> {
        Request {
            system: "You are Ann.",
            user: &self.user,
            schema: None,
            discussion: "scene",
            id: SeatId(0),
            seat: self.roster.get(SeatId(0)).unwrap(),
            standing: &self.standing,
            roster: &self.roster,
            brief: &self.brief,
            turn: self.turn,
            round: 1,
            max_rounds: 2,
            min_rounds: 1,
            task: "respond",
            form: &self.form,
            heard: &[],
            closing: None,
            seed: 7,
            attempt: 1 + u32::from(again.is_some()),
            again,
            time_left: self.time,
        }
    }

    pub(super) async fn ask(&self, agent: &dyn Agent) -> Result<Reply, AgentError> {
        agent.reply(self.request(None), &Silent).await
    }

    pub(super) async fn ask_again(&self, agent: &dyn Agent, again: Again<'_>) -> Result<Reply, AgentError> {
        agent.reply(self.request(Some(again)), &Silent).await
    }
}

/// A program that a shell plays, in this folder.
pub(super) fn shell(folder: &std::path::Path, script: &str) -> Arc<quorate::agent::Program> {
    Arc::new(quorate::agent::Program::new(["sh", "-c", script], folder).unwrap())
}

/// Whether a process is there and no zombie, which nobody has yet waited for.
fn is_alive(pid: i32) -> bool {
    let there = rustix::process::Pid::from_raw(pid).is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok());
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    there && !stat.rsplit(')').next().is_some_and(|state| state.trim_start().starts_with('Z'))
}

/// Holds that a process ends, at once but for the time that a signal takes.
pub(super) async fn assert_ends(pid: i32) {
    for _ in 0..100 {
        if !is_alive(pid) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("process {pid} lives on");
}

/// The number in a file, once the program under test has written it.
pub(super) async fn number_in(path: &std::path::Path) -> i32 {
    for _ in 0..500 {
        if let Some(number) = std::fs::read_to_string(path).ok().filter(|text| text.ends_with('\n')) {
            return number.trim().parse().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} was never written", path.display());
}
