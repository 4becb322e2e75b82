//! Seats of known character, good and bad, for discussions that are tried out before they matter; no model is asked.

mod chance;
mod endless;
mod speech;
mod trouble;
mod wild;

use std::str::FromStr;

use async_trait::async_trait;
use quorate_strategies::{
    catalog::nearest,
    seat::{Backend, Origin},
};
use thiserror::Error;

use self::chance::Chance;
use crate::agent::{Agent, AgentError, Reply, Request, Sink};

/// How a seat behaves. Whatever it does follows from the seed of the discussion, its place, and the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Character {
    /// Has an opinion, listens, and moves a little towards what it hears.
    Fair,
    /// Says the same whatever it hears, and never gives in.
    Stubborn,
    /// Agrees with whoever spoke last, and votes as that one did.
    Sycophant,
    /// Says nothing: empty and blank replies, thoughts alone, a pass.
    Silent,
    /// Takes about as long as it may, now and then for ever.
    Slow,
    /// Answers whenever its time is just over.
    Late,
    /// Replies with what nobody asked for: broken JSON, cut markers, control characters, several stances, very much.
    Malformed,
    /// Is one of a group that wants the same, whatever is said.
    Colluding,
    /// Speaks in other seats' names, closes quotations, gives orders to the table.
    Injecting,
    /// Has trouble of every kind, also in the middle of a sentence.
    Failing,
    /// Does not come to an end: streams on and on, or says more than any reply may hold.
    Endless,
}

/// No character has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no character is called {name:?}{}; there are {}", hint(.name), names())]
pub struct UnknownCharacter {
    /// The name as given.
    pub name: String,
}

fn hint(name: &str) -> String {
    nearest(name, Character::ALL.into_iter().map(Character::name))
        .map_or_else(String::new, |near| format!(", did you mean {near:?}"))
}

fn names() -> String {
    Character::ALL.map(Character::name).join(", ")
}

impl Character {
    /// Every character, in the order of the documentation.
    pub const ALL: [Self; 11] = [
        Self::Fair,
        Self::Stubborn,
        Self::Sycophant,
        Self::Silent,
        Self::Slow,
        Self::Late,
        Self::Malformed,
        Self::Colluding,
        Self::Injecting,
        Self::Failing,
        Self::Endless,
    ];

    /// The name as written on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Stubborn => "stubborn",
            Self::Sycophant => "sycophant",
            Self::Silent => "silent",
            Self::Slow => "slow",
            Self::Late => "late",
            Self::Malformed => "malformed",
            Self::Colluding => "colluding",
            Self::Injecting => "injecting",
            Self::Failing => "failing",
            Self::Endless => "endless",
        }
    }
}

impl FromStr for Character {
    type Err = UnknownCharacter;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(name.trim()));
        known.ok_or_else(|| UnknownCharacter { name: name.to_owned() })
    }
}

/// Plays one character, for any number of seats.
///
/// It waits on the clock of the runtime: under a paused one, hours pass in no time.
///
/// ```
/// use quorate::{Discussion, agent::cast::{Actor, Character}, strategies::prelude::*};
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)] async fn main() -> Result<(), quorate::RunError> {
/// let done = Discussion::new("Shall we?")
///     .seed(7)
///     .seat(Seat::new("Ann"), Actor::new(Character::Stubborn))
///     .seat(Seat::new("Bob"), Actor::new(Character::Late))
///     .run()
///     .await?;
/// assert!(done.outcome.participation[1].timed_out > 0);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    character: Character,
}

impl Actor {
    /// An actor of this character.
    #[must_use]
    pub const fn new(character: Character) -> Self {
        Self { character }
    }

    /// One of these characters for the seat at this place: the same for the same seed; none when there are none.
    #[must_use]
    pub fn drawn(characters: &[Character], seed: u64, place: usize) -> Option<Self> {
        let place = u64::try_from(place).unwrap_or(u64::MAX);
        Chance::from([seed, place, 0x0ca5]).pick(0, characters).copied().map(Self::new)
    }
}

/// A number below `n` that follows from these alone; 0 where `n` is 0.
pub(crate) fn chance<const N: usize>(parts: [u64; N], n: u64) -> u64 {
    Chance::from(parts).below(0, n)
}

#[async_trait]
impl Agent for Actor {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        trouble::delay(self.character, &request).await;
        if self.character == Character::Failing {
            trouble::strike(&request, sink)?;
        }
        let reply = match self.character {
            Character::Stubborn => Reply::text(speech::stubborn(&request)),
            Character::Sycophant => Reply::text(speech::sycophant(&request)),
            Character::Colluding => Reply::text(speech::colluding(&request)),
            Character::Silent => wild::silent(&request),
            Character::Malformed => wild::malformed(&request),
            Character::Injecting => Reply::text(wild::injecting(&request)),
            Character::Endless => Reply::text(endless::endless(&request, sink).await),
            _ => Reply::text(speech::fair(&request)),
        };
        sink.delta(&reply.text);
        Ok(reply)
    }

    fn backend(&self) -> Backend {
        Backend { name: format!("rehearsal:{}", self.character.name()).into(), origin: Origin::Rehearsal }
    }
}
