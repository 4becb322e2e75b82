//! Limits that all seats behind one provider share: calls at once, and calls a minute.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// What shares a limit: everything with the same text and key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lane {
    server: String,
    key: Option<u64>,
}

impl Lane {
    /// A lane for a server, and for one key of it where there is one. `key` is
    /// a fingerprint, never the key.
    pub fn new(server: impl Into<String>, key: Option<u64>) -> Self {
        Self { server: server.into(), key }
    }
}

/// The limits of one lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Calls at once.
    pub at_once: NonZeroU32,
    /// Calls begun in a minute; no limit when absent.
    pub a_minute: Option<NonZeroU32>,
}

const LOCAL_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);
const REMOTE_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(15);

impl Limits {
    /// For a server on this machine, which shares its cores with us.
    pub const LOCAL: Self = Self { at_once: LOCAL_AT_ONCE, a_minute: None };

    /// For a service.
    pub const REMOTE: Self = Self { at_once: REMOTE_AT_ONCE, a_minute: None };
}

/// The lanes of a process.
#[derive(Debug, Default)]
pub struct Pools {
    lanes: Mutex<HashMap<Lane, Arc<Pool>>>,
}

#[derive(Debug)]
struct Pool {
    seats: Arc<Semaphore>,
    rate: Option<DefaultDirectRateLimiter>,
    /// How many wait for a place.
    queue: watch::Sender<usize>,
}

/// A place in the queue; left when dropped.
struct Queued<'a>(&'a watch::Sender<usize>);

impl<'a> Queued<'a> {
    fn join(queue: &'a watch::Sender<usize>) -> Self {
        queue.send_modify(|waiting| *waiting += 1);
        Self(queue)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|waiting| *waiting -= 1);
    }
}

/// The right to make one call; given back when dropped.
#[derive(Debug)]
#[must_use = "the place in the lane is given back when this is dropped"]
pub struct Pass {
    _permit: Option<OwnedSemaphorePermit>,
    queue: watch::Receiver<usize>,
}

impl Pass {
    /// Waits until somebody waits for a place in the lane: whoever holds this one for nothing gives it back then.
    pub(crate) async fn wanted(&self) {
        // It fails only when the lane has gone, and nobody can wait for it then.
        let _ = self.queue.clone().wait_for(|waiting| *waiting > 0).await;
    }
}

impl Pools {
    /// No lanes yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits for a place in a lane. To be called before a turn's clock starts:
    /// the time spent here is nobody's fault. `limits` count for the first call
    /// of a lane; later ones join it as it is.
    ///
    /// Places are given in the order of asking. Dropping the future leaves the queue.
    pub async fn enter(&self, lane: &Lane, limits: Limits) -> Pass {
        let pool = self.pool(lane, limits);
        // The semaphore is never closed, so there always is a permit.
        let permit = match Arc::clone(&pool.seats).try_acquire_owned() {
            Ok(permit) => Some(permit),
            Err(_) => {
                let _queued = Queued::join(&pool.queue);
                Arc::clone(&pool.seats).acquire_owned().await.ok()
            }
        };
        if let Some(rate) = &pool.rate {
            while let Err(early) = rate.check() {
                tokio::time::sleep(early.wait_time_from(DefaultClock::default().now())).await;
            }
        }
        Pass { _permit: permit, queue: pool.queue.subscribe() }
    }

    fn pool(&self, lane: &Lane, limits: Limits) -> Arc<Pool> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = lanes.entry(lane.clone()).or_insert_with(|| Arc::new(Pool::new(limits)));
        Arc::clone(pool)
    }
}

impl Pool {
    fn new(limits: Limits) -> Self {
        let at_once = usize::try_from(limits.at_once.get()).unwrap_or(usize::MAX);
        Self {
            seats: Arc::new(Semaphore::new(at_once.min(Semaphore::MAX_PERMITS))),
            rate: limits.a_minute.map(|n| RateLimiter::direct(Quota::per_minute(n))),
            queue: watch::Sender::new(0),
        }
    }
}
