//! How long a backend may take for a turn, and a seat whose turns have a time of their own.

use std::time::Duration;

use async_trait::async_trait;

use crate::agent::{Agent, AgentError, Reply, Request, Sink};

/// How long a turn may take. The end of the whole discussion ends every turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum TurnTime {
    /// As long as the discussion allows for a turn.
    #[default]
    Usual,
    /// This long, where nobody has set a time for the discussion's turns.
    UnlessSet(Duration),
    /// This long, whatever the discussion allows; above 0.
    Own(Duration),
    /// As long as the discussion lasts.
    Open,
}

impl TurnTime {
    /// The limit of a turn in a discussion that was `set` to this time for a turn, or else allows what is `usual`; none
    /// where only the end of the discussion ends it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quorate::agent::TurnTime;
    ///
    /// let (two, five) = (Duration::from_secs(120), Duration::from_secs(300));
    /// assert_eq!(TurnTime::UnlessSet(five).limit(None, two), Some(five));
    /// assert_eq!(TurnTime::UnlessSet(five).limit(Some(two), two), Some(two));
    /// assert_eq!(TurnTime::Open.limit(Some(two), two), None);
    /// ```
    #[must_use]
    pub fn limit(self, set: Option<Duration>, usual: Duration) -> Option<Duration> {
        match self {
            Self::Usual => Some(set.unwrap_or(usual)),
            Self::UnlessSet(time) => Some(set.unwrap_or(time)),
            Self::Own(time) => Some(time),
            Self::Open => None,
        }
    }
}

/// A backend whose turns have another time than it would give them itself.
///
/// ```
/// use quorate::agent::{Agent, Rehearsal, Timed, TurnTime};
/// assert_eq!(Timed::new(Rehearsal::new(), TurnTime::Open).turn_time(), TurnTime::Open);
/// ```
#[derive(Debug, Clone)]
pub struct Timed<A> {
    agent: A,
    time: TurnTime,
}

impl<A: Agent> Timed<A> {
    /// This backend with this time.
    #[must_use]
    pub const fn new(agent: A, time: TurnTime) -> Self {
        Self { agent, time }
    }
}

#[async_trait]
impl<A: Agent> Agent for Timed<A> {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.agent.reply(request, sink).await
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(&self.agent)
    }

    fn turn_time(&self) -> TurnTime {
        self.time
    }
}
