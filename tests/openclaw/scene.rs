//! A question to one seat, as a discussion would ask it.

use std::time::Duration;

use quorate::{
    agent::{Again, Agent as _, AgentError, OpenClaw, Reply, Request, Silent, http::Key, openclaw::Address},
    strategies::{prelude::*, state::Standing},
};

use super::gateway::{Gateway, TOKEN};

/// An agent of this gateway, with its token.
pub(super) fn claw(gateway: &Gateway, agent: &str) -> OpenClaw {
    with_token(gateway, agent, Some(TOKEN))
}

pub(super) fn with_token(gateway: &Gateway, agent: &str, token: Option<&str>) -> OpenClaw {
    let folder = tempfile::tempdir().unwrap();
    let token = token.map(|token| {
        let path = folder.path().join("token");
        std::fs::write(&path, token).unwrap();
        Key::from_file(&path).unwrap()
    });
    OpenClaw::new(agent, gateway.url().parse::<Address>().unwrap(), token).unwrap()
}

/// A table of two, and what one of them is asked.
#[derive(Clone)]
pub(super) struct Scene {
    roster: Roster,
    brief: Brief,
    standing: Standing,
    pub(super) discussion: &'static str,
    pub(super) seat: u16,
    pub(super) turn: u32,
    pub(super) attempt: u32,
    pub(super) user: String,
    pub(super) ms: u64,
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
            discussion: "Ship on Friday? 2026",
            seat: 0,
            turn: 1,
            attempt: 1,
            user: "Say what you think.".to_owned(),
            ms: 5_000,
        }
    }

    pub(super) fn ms(mut self, ms: u64) -> Self {
        self.ms = ms;
        self
    }

    pub(super) fn turn(mut self, turn: u32) -> Self {
        self.turn = turn;
        self
    }

    pub(super) fn attempt(mut self, attempt: u32) -> Self {
        self.attempt = attempt;
        self
    }

    pub(super) fn seat(mut self, seat: u16) -> Self {
        self.seat = seat;
        self
    }

    pub(super) fn user(mut self, user: impl Into<String>) -> Self {
        self.user = user.into();
        self
    }

    pub(super) async fn ask(&self, agent: &OpenClaw) -> Result<Reply, AgentError> {
        self.ask_again(agent, None).await
    }

    pub(super) async fn ask_again(&self, agent: &OpenClaw, again: Option<Again<'_>>) -> Result<Reply, AgentError> {
        let id = SeatId(self.seat);
        let request = Request {
            system: "You are Ann.",
            user: &self.user,
            schema: None,
            discussion: self.discussion,
            id,
            seat: self.roster.get(id).or_else(|| self.roster.get(SeatId(0))).unwrap(),
            standing: &self.standing,
            roster: &self.roster,
            brief: &self.brief,
            turn: TurnId(self.turn),
            round: 1,
            max_rounds: 2,
            min_rounds: 1,
            task: "respond",
            form: &Form::Free,
            heard: &[],
            closing: None,
            seed: 7,
            attempt: self.attempt,
            again,
            time_left: Duration::from_millis(self.ms),
        };
        agent.reply(request, &Silent).await
    }
}
