//! The manager does everything that waits: it runs discussions, many at once, and keeps them by id.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use quorate_strategies::{catalog::Catalog, seat::Seat};

use crate::agent::{Agent, Rehearsal, pool::Pools};

mod attempt;
mod builder;
mod causes;
mod clock;
mod control;
mod error;
mod finished;
mod fork;
mod ledger;
mod observe;
mod prompt;
mod purse;
mod recorded;
mod replay;
mod resume;
mod ruling;
mod run;
mod size;
mod summarizing;
mod synthesis;
mod terms;
mod till;
mod turn;
mod writing;

pub(crate) use builder::default_rule;
pub use builder::{Discussion, Plan};
pub use clock::{Clock, FixedClock, MachineClock};
pub use control::{Control, Taken};
pub(crate) use error::input_name;
pub use error::{RunError, SetupError};
pub use finished::Finished;
pub use fork::{Fork, ForkError};
pub use observe::Observer;
pub use purse::{Hold, Purse, Refused};
pub use quorate_strategies::event::Unknown;
pub use recorded::{Broken, Recorded};
pub use replay::{Changed, Replayed};
pub use ruling::{Ruled, RulingError, rule_on};
#[cfg(feature = "command")]
pub(crate) use terms::AllTerms;
#[cfg(feature = "command")]
pub(crate) use turn::MOST_ATTEMPTS;

/// Where a discussion is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// It can be given seats.
    Created,
    /// It runs.
    Running,
    /// Somebody holds it.
    Paused,
    /// It waits for the principal.
    Waiting,
    /// It has ended, and the principal may still veto its outcome.
    Provisional,
    /// It has ended, with an outcome.
    Final,
    /// It could not begin, or its record could not be kept.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

enum Slot {
    Created(Box<Discussion>),
    Running(Control),
    Final(Arc<Finished>, Arc<dyn Clock>),
    Failed,
    Abandoned,
}

/// Hosts discussions by id: create, add agents, run, take the result (the interface of seed 004).
///
/// ```
/// use quorate::{Discussion, Manager};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = Manager::new();
/// let discussion = Discussion::new("How do we ship on Friday?").max_rounds(3).seed(7);
/// let id = manager.create(discussion.strategy_named(manager.catalog(), "expert", Default::default())?)?;
/// manager.add_agent(&id, "ExpertAgent", "expert", ["domain knowledge"])?;
/// manager.add_agent(&id, "CriticAgent", "critic", ["risks"])?;
/// let completed = manager.run(&id).await?;
/// let result = completed.result().expect("somebody answered");
/// assert!(!result.conclusion.text.is_empty());
/// # Ok(()) }
/// ```
pub struct Manager {
    catalog: Catalog,
    agent: Arc<dyn Agent>,
    pools: Arc<Pools>,
    slots: Mutex<HashMap<Arc<str>, Slot>>,
}

impl fmt::Debug for Manager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager").field("agent", &self.agent).field("discussions", &self.slots().len()).finish()
    }
}

impl Default for Manager {
    fn default() -> Self {
        Self::new()
    }
}

impl Manager {
    /// A manager with everything built in; seats without a backend of their own rehearse, and every output says so.
    #[must_use]
    pub fn new() -> Self {
        Self::with_agent(Rehearsal::new())
    }

    /// A manager where this backend answers for seats that are added without one.
    #[must_use]
    pub fn with_agent(agent: impl Agent + 'static) -> Self {
        Self { catalog: Catalog::builtin(), agent: Arc::new(agent), pools: Arc::default(), slots: Mutex::default() }
    }

    /// The strategies and rules that can be named.
    #[must_use]
    pub const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The same manager with strategies and rules of one's own.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = catalog;
        self
    }

    /// Takes in a discussion and gives its id.
    ///
    /// # Errors
    /// [`SetupError::TakenId`] when a discussion of its id is here already.
    pub fn create(&self, discussion: Discussion) -> Result<Arc<str>, SetupError> {
        let discussion = discussion.named().pools(Arc::clone(&self.pools));
        let id = discussion.name();
        match self.slots().entry(Arc::clone(&id)) {
            Entry::Occupied(_) => Err(SetupError::TakenId { id: id.to_string() }),
            Entry::Vacant(slot) => {
                slot.insert(Slot::Created(Box::new(discussion)));
                Ok(id)
            }
        }
    }

    /// Seats one more agent, with the manager's own backend (seed 004: `add_agent`).
    ///
    /// # Errors
    /// [`SetupError`] when there is no such discussion, or it has begun.
    pub fn add_agent<T: Into<Arc<str>>>(
        &self,
        id: &str,
        name: &str,
        role: &str,
        expertise: impl IntoIterator<Item = T>,
    ) -> Result<(), SetupError> {
        self.add_seat(id, Seat::new(name).role(role).expertise(expertise), Arc::clone(&self.agent))
    }

    /// Seats one more agent, with a backend of its own.
    ///
    /// # Errors
    /// [`SetupError`] when there is no such discussion, or it has begun.
    pub fn add_seat(&self, id: &str, seat: Seat, agent: Arc<dyn Agent>) -> Result<(), SetupError> {
        match self.slots().get_mut(id) {
            Some(Slot::Created(discussion)) => {
                discussion.seats.push((seat, agent));
                Ok(())
            }
            Some(_) => Err(SetupError::Begun { id: id.to_owned() }),
            None => Err(SetupError::UnknownDiscussion { id: id.to_owned() }),
        }
    }

    /// Runs a discussion to its end. Many may run at once. Dropping the future stops it where it is.
    ///
    /// # Errors
    /// [`RunError`] when there is no such discussion, it has begun, it cannot begin, or its record cannot be kept.
    pub async fn run(&self, id: &str) -> Result<Arc<Finished>, RunError> {
        let discussion = self.begin(id)?;
        let mut hosted = Hosted { manager: self, id, slot: Slot::Abandoned };
        let clock = Arc::clone(&discussion.clock);
        let ended = discussion.run().await.map(Arc::new);
        hosted.slot = ended.as_ref().map_or(Slot::Failed, |finished| Slot::Final(Arc::clone(finished), clock));
        ended
    }

    fn begin(&self, id: &str) -> Result<Discussion, SetupError> {
        let mut slots = self.slots();
        match slots.remove(id) {
            Some(Slot::Created(mut discussion)) => {
                slots.insert(id.into(), Slot::Running(discussion.control()));
                Ok(*discussion)
            }
            Some(other) => {
                slots.insert(id.into(), other);
                Err(SetupError::Begun { id: id.to_owned() })
            }
            None => Err(SetupError::UnknownDiscussion { id: id.to_owned() }),
        }
    }

    /// Where a discussion is in its life; none when there is no such discussion.
    #[must_use]
    pub fn status(&self, id: &str) -> Option<Status> {
        use quorate_strategies::step::StopReason;
        self.slots().get(id).map(|slot| match slot {
            Slot::Created(_) => Status::Created,
            Slot::Running(control) => control.status(),
            Slot::Final(finished, _) if finished.outcome.stop == StopReason::Cancelled => Status::Cancelled,
            Slot::Abandoned => Status::Cancelled,
            Slot::Final(finished, clock) => match finished.provisional_until() {
                Some(until) if clock.now_ms() < until => Status::Provisional,
                _ => Status::Final,
            },
            Slot::Failed => Status::Failed,
        })
    }

    /// A discussion that has ended; none while it has not.
    #[must_use]
    pub fn finished(&self, id: &str) -> Option<Arc<Finished>> {
        match self.slots().get(id) {
            Some(Slot::Final(finished, _)) => Some(Arc::clone(finished)),
            _ => None,
        }
    }

    /// A handle to speak into a running discussion, or to stop it; none when it does not run.
    #[must_use]
    pub fn control(&self, id: &str) -> Option<Control> {
        match self.slots().get(id) {
            Some(Slot::Running(control)) => Some(control.clone()),
            _ => None,
        }
    }

    /// Forgets a discussion that is not running; gives it back if it has ended.
    pub fn remove(&self, id: &str) -> Option<Arc<Finished>> {
        let mut slots = self.slots();
        match slots.remove(id) {
            Some(running @ Slot::Running(_)) => {
                slots.insert(id.into(), running);
                None
            }
            Some(Slot::Final(finished, _)) => Some(finished),
            _ => None,
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<Arc<str>, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A discussion that runs here; whatever ends that, its slot says so.
struct Hosted<'a> {
    manager: &'a Manager,
    id: &'a str,
    slot: Slot,
}

impl Drop for Hosted<'_> {
    fn drop(&mut self) {
        let slot = std::mem::replace(&mut self.slot, Slot::Abandoned);
        self.manager.slots().insert(self.id.into(), slot);
    }
}
