//! The backends of a discussion: each is looked at once, and asked a trial question where that is allowed.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use quorate_strategies::{
    reading::{Provenance, Stance},
    seat::{Backend, Origin},
};
use tokio::time::timeout;

use super::trial::{question, trial};
use crate::{
    agent::{Agent, AgentError, Cost, Login, Presence, Trouble, pool::Pools},
    manager::{Discussion, Plan},
};

/// The time that a server has to say whether it is there.
const PRESENCE_LIMIT: Duration = Duration::from_secs(5);

/// The time that a program has for it, which may have to be started.
const START_LIMIT: Duration = Duration::from_secs(30);

/// Which backends may be asked a trial question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// None, and no server is asked for its models either: nothing is sent.
    Nothing,
    /// Those that cost nothing.
    Free,
    /// Also those that may cost money: at most two requests each.
    Paid,
}

/// A backend of a discussion, and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// The backend.
    pub backend: Backend,
    /// The seats that it answers for, in seat order; none for one that writes the result and does nothing else.
    pub seats: Vec<Arc<str>>,
    /// What was found.
    pub found: Found,
    /// How long it took to answer the trial question, a repair of the form included; none where no answer came.
    pub took: Option<Duration>,
}

/// What was found of a backend.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// It is part of this program, so there is nothing to reach.
    Embedded,
    /// A person, who is asked nothing before the discussion.
    Person,
    /// It answered the trial question in the form that is needed.
    InForm {
        /// The stance that was read.
        stance: Stance,
        /// Where it was found.
        from: Provenance,
        /// Requests that this took; more than one means that the form had to be asked for once more.
        requests: u32,
    },
    /// It answered, and not in the form.
    OutOfForm {
        /// How its answer begins.
        said: String,
        /// Where a stance was found, if anywhere.
        from: Provenance,
        /// Requests that were made.
        requests: u32,
    },
    /// It cannot be reached, or not with this key.
    Unreachable {
        /// The cause and the next step.
        cause: String,
    },
    /// It was asked and gave no answer.
    NoAnswer {
        /// The cause and the next step.
        cause: String,
    },
    /// Its server is there and does not list the model.
    Unlisted {
        /// The models that it lists.
        known: Vec<String>,
    },
    /// It was not asked. Its server lists the model.
    Listed,
    /// It was not asked. It is a program on this machine, and it runs.
    Runs {
        /// What it says of its version.
        version: String,
        /// What it says of its login.
        login: Login,
    },
    /// It was not asked. It is ready, and said who it is.
    Met {
        /// Its name and version, its model, the protocol that it speaks: as far as it tells.
        who: String,
        /// How long that took.
        took: Duration,
    },
    /// It was not asked, and nothing else says whether it is there.
    NotAsked,
}

impl Found {
    /// Whether it stands in the way of a discussion.
    #[must_use]
    pub const fn is_trouble(&self) -> bool {
        matches!(
            self,
            Self::OutOfForm { .. } | Self::Unreachable { .. } | Self::NoAnswer { .. } | Self::Unlisted { .. }
        )
    }
}

/// Looks at every backend of a discussion once, all at the same time.
///
/// Seats whose backends have the same name share one. A trial has the time of one turn of the discussion.
pub async fn examine(discussion: &Discussion, plan: &Plan, asking: Asking) -> Vec<Examined> {
    let pools = Arc::<Pools>::default();
    let found = distinct(discussion).into_iter().map(|(agent, seats)| {
        let pools = Arc::clone(&pools);
        async move {
            let (found, took) = one(&agent, plan, asking, pools).await;
            Examined { backend: agent.backend(), seats, found, took }
        }
    });
    join_all(found).await
}

/// A backend, and the seats that it answers for.
type Shared = (Arc<dyn Agent>, Vec<Arc<str>>);

/// The backends of a discussion, in seat order; that of the result last, unless a seat has it too.
pub(crate) fn distinct(discussion: &Discussion) -> Vec<Shared> {
    let mut backends: Vec<Shared> = Vec::new();
    let seats = discussion.seats.iter().map(|(seat, agent)| (Some(&seat.name), agent));
    let writers = discussion.synthesizer.iter().chain(&discussion.summarizer);
    for (seat, agent) in seats.chain(writers.map(|agent| (None, agent))) {
        let backend = agent.backend();
        match backends.iter_mut().find(|(known, _)| known.backend() == backend) {
            Some((_, seats)) => seats.extend(seat.cloned()),
            None => backends.push((Arc::clone(agent), seat.cloned().into_iter().collect())),
        }
    }
    backends
}

/// Whether this backend is asked a trial question.
pub(crate) fn is_asked(agent: &dyn Agent, asking: Asking) -> bool {
    let can_be_asked = matches!(agent.backend().origin, Origin::Model | Origin::Program);
    can_be_asked
        && match asking {
            Asking::Nothing => false,
            Asking::Free => agent.cost() == Cost::Free,
            Asking::Paid => true,
        }
}

async fn one(agent: &Arc<dyn Agent>, plan: &Plan, asking: Asking, pools: Arc<Pools>) -> (Found, Option<Duration>) {
    match agent.backend().origin {
        Origin::Model | Origin::Program => {}
        Origin::Person => return (Found::Person, None),
        _ => return (Found::Embedded, None),
    }
    let presence = match asking {
        Asking::Nothing => Presence::Untold,
        Asking::Free | Asking::Paid => presence(agent.as_ref()).await,
    };
    if let Presence::Missing(error) = presence {
        return (Found::Unreachable { cause: error.message }, None);
    }
    let (tried, took) = match is_asked(agent.as_ref(), asking) {
        true => {
            let question = question(Arc::clone(agent), plan.charter.brief.language, plan.charter.limits.turn_ms);
            let (found, took) = trial(question, pools).await;
            (Some(found), took)
        }
        false => (None, None),
    };
    let found = match (tried, presence) {
        // The list says more than the error of the call.
        (Some(Found::NoAnswer { .. }) | None, Presence::Unlisted { known }) => Found::Unlisted { known },
        (Some(found), _) => found,
        (None, Presence::There) => Found::Listed,
        (None, Presence::Runs { version, login }) => Found::Runs { version, login },
        (None, Presence::Met { who, took }) => Found::Met { who, took },
        (None, _) => Found::NotAsked,
    };
    (found, took)
}

async fn presence(agent: &dyn Agent) -> Presence {
    let Backend { name, origin } = agent.backend();
    let limit = if origin == Origin::Program { START_LIMIT } else { PRESENCE_LIMIT };
    timeout(limit, agent.presence()).await.unwrap_or_else(|_| {
        let seconds = limit.as_secs();
        let message =
            format!("{name}: its server gave no answer within {seconds} s; is it busy, or the address right?");
        Presence::Missing(AgentError::lasting(Trouble::Slow, message))
    })
}
