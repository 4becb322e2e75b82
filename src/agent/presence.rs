//! What can be told of a backend without asking it anything: whether it is there, and whether asking may cost money.

use std::time::Duration;

use quorate_strategies::seat::Origin;

use super::AgentError;

/// Whether asking a backend may cost money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It does not.
    Free,
    /// It may: it is a service, or a program that may ask one.
    Possible,
}

impl Cost {
    /// What holds for a kind of backend where nothing more is known: models and programs may cost, the others do not.
    #[must_use]
    pub const fn of(origin: Origin) -> Self {
        match origin {
            Origin::Model | Origin::Program => Self::Possible,
            _ => Self::Free,
        }
    }
}

/// Whether a backend is there, as far as that can be told without asking it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Presence {
    /// It cannot be told without asking.
    Untold,
    /// It is there: for a model, its server lists it.
    There,
    /// It was started, or connected to, and said who it is. It was asked nothing.
    Met {
        /// Its name and version, its model, the protocol that it speaks: as far as it tells.
        who: String,
        /// How long that took.
        took: Duration,
    },
    /// Its server is there and does not list the model. Some take names that they do not list.
    Unlisted {
        /// The models that it lists, in its order.
        known: Vec<String>,
    },
    /// It is a program on this machine, and it runs. The service behind it was not asked.
    Runs {
        /// What it says of its version.
        version: String,
        /// What it says of its login; one that says it is logged out is [missing](Self::Missing).
        login: Login,
    },
    /// It cannot be had.
    Missing(AgentError),
}

/// What a program says of its login to the service behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Login {
    /// It is logged in.
    In,
    /// It does not say, or there are ways to be logged in that it does not speak of.
    Untold,
}
