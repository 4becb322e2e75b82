//! What this machine offers to a discussion, and whether the backends of one are there and answer in form.
//!
//! [`look`] finds keys in the environment, model servers on this machine and agent programs on the path. Nothing of what
//! it finds is used: a key is looked at only to say whether it could be one, a program is not started, and a server is
//! asked for its list of models and nothing else, without a key, on loopback only; a gateway also for whether it is live.
//!
//! [`examine`] takes a discussion that could begin and tells for every backend whether it is there, and, where it is
//! asked a trial question, whether it answers in the form that is needed. Only what [`Asking`] allows is asked.
//!
//! ```
//! use quorate::doctor::{Probing, look};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! let environment = |name: &str| (name == "OPENAI_API_KEY").then(|| "sk-example".into());
//! let machine = look(&environment, Probing::Off).await;
//! # #[cfg(feature = "http")]
//! assert_eq!((machine.keys[0].variable, machine.keys[0].provider), ("OPENAI_API_KEY", "openai"));
//! assert!(machine.servers.is_empty() && machine.programs.is_empty());
//! # }
//! ```

mod examine;
#[cfg(feature = "http")]
mod keys;
mod programs;
#[cfg(feature = "http")]
mod servers;
mod trial;

use std::{ffi::OsString, path::PathBuf};

pub use self::examine::{Asking, Examined, Found, examine};
#[cfg(feature = "command")]
pub(crate) use self::examine::{distinct, is_asked};
pub use self::programs::SEATS_PROGRAMS;
#[cfg(feature = "http")]
pub use self::servers::{Candidate, PROBE_LIMIT, candidates, probe};
#[cfg(feature = "command")]
pub(crate) use self::trial::{MOST_REQUESTS, question};

/// What this machine offers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Machine {
    /// Keys in the environment, in the order of the providers.
    pub keys: Vec<FoundKey>,
    /// Servers that were looked for, in a fixed order; none where nothing was looked for.
    pub servers: Vec<Server>,
    /// Variables that name a server which is not looked for.
    pub ignored: Vec<Ignored>,
    /// Agent programs on the path; none in a build without seats for programs.
    pub programs: Vec<FoundProgram>,
}

/// A variable that is set where a key is looked for. The value is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundKey {
    /// The variable.
    pub variable: &'static str,
    /// The provider whose key it holds, as in a model's spec.
    pub provider: &'static str,
    /// Whether the value could be a key.
    pub state: KeyState,
}

/// Whether a value could be a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// It could.
    Usable,
    /// There are nothing but blanks.
    Blank,
    /// There are quotation marks around it.
    Quoted,
    /// It holds a character that no key has, at this position from 1.
    Odd(usize),
}

/// A server that was looked for on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// What usually stands at this address.
    pub name: &'static str,
    /// Where it was looked for.
    pub address: String,
    /// What came.
    pub answer: Answer,
}

/// What came from the address of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A list of models.
    Models {
        /// Those that chat.
        chat: Vec<Offer>,
        /// Those that do something else.
        others: Vec<String>,
    },
    /// Something that is no list of models.
    SomethingElse(Odd),
    /// It is a gateway that runs, and tells which agents it has only to whoever has its token.
    Live {
        /// How one of its agents is named as the backend of a seat.
        spec: String,
    },
    /// It wants a key, and none was sent.
    WantsKey,
    /// A connection, and no answer in time.
    Silent,
    /// No connection.
    Nothing,
}

/// What came instead of a list of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Odd {
    /// A web page.
    Page,
    /// A redirect, which is not followed.
    Redirect,
    /// Another status than success.
    Status(u16),
    /// Something else, such as JSON of another shape.
    Foreign,
    /// More than 1 MiB.
    TooLong,
}

/// A model that a server lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its name, as the server has it.
    pub model: String,
    /// How it is named as the backend of a seat.
    pub spec: String,
}

/// A variable that names a server which is not looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ignored {
    /// The variable.
    pub variable: &'static str,
    /// Why.
    pub why: IgnoredWhy,
}

/// Why a server is not looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IgnoredWhy {
    /// It is on another machine.
    Elsewhere,
    /// The value is no address, or one that holds more than an address: a user, a password, a query.
    Unusable,
}

/// An agent program on the path. It was not started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProgram {
    /// Its name.
    pub name: &'static str,
    /// Where it lies.
    pub path: PathBuf,
    /// How it is named as the backend of a seat; none for `openclaw`, whose agents answer through its gateway.
    pub spec: Option<&'static str>,
}

/// Whether servers on this machine are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probing {
    /// All at once, on loopback only.
    Loopback,
    /// Nothing is sent.
    Off,
}

/// A variable of the environment, by its name.
pub type Environment<'a> = dyn Fn(&str) -> Option<OsString> + Sync + 'a;

/// Looks at what this machine offers. Takes no longer than the limit of one probe.
pub async fn look(environment: &Environment<'_>, probing: Probing) -> Machine {
    let mut machine = Machine { programs: programs::programs(environment), ..Machine::default() };
    #[cfg(feature = "http")]
    {
        machine.keys = keys::keys(environment);
        if probing == Probing::Loopback {
            let (candidates, ignored) = candidates(environment);
            machine.ignored = ignored;
            machine.servers = probe(&candidates).await;
        }
    }
    #[cfg(not(feature = "http"))]
    let _ = (probing, &mut machine);
    machine
}
