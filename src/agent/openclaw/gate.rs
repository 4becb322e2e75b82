//! A seat's way to its gateway: one connection that is opened when it is needed and again when it was lost.

use std::{sync::Arc, time::Duration};

use backon::{BackoffBuilder as _, ExponentialBuilder};
use tokio::time::sleep;

use super::{
    address::Address,
    connect::{NoLink, connect},
    link::{Link, Lost},
    tell::Teller,
};
use crate::agent::{AgentError, http::Key};

/// Where a gateway is, how to get in, and the connection there is.
#[derive(Debug)]
pub(super) struct Gate {
    pub(super) address: Address,
    pub(super) tell: Teller,
    key: Option<Key>,
    link: tokio::sync::Mutex<Option<Arc<Link>>>,
}

impl Gate {
    pub(super) fn new(address: Address, key: Option<Key>, tell: Teller) -> Self {
        Self { address, tell, key, link: tokio::sync::Mutex::default() }
    }

    /// The open connection, or a new one. A gateway that is starting is waited for; the caller limits the time.
    pub(super) async fn link(&self) -> Result<Arc<Link>, NoLink> {
        let mut kept = self.link.lock().await;
        if let Some(link) = kept.as_ref().filter(|link| link.is_open()) {
            return Ok(Arc::clone(link));
        }
        loop {
            match connect(&self.address, self.key.as_ref()).await {
                Ok(link) => return Ok(Arc::clone(kept.insert(Arc::new(link)))),
                Err(NoLink::Refused(refusal)) if refusal.is_for_now() => {
                    tracing::debug!(gateway = %self.address, "it lets nobody in yet");
                    sleep(refusal.pause()).await;
                }
                Err(why) => return Err(why),
            }
        }
    }

    /// The connection of now, for doctor: a gateway that starts is not waited for.
    pub(super) async fn once(&self) -> Result<Link, NoLink> {
        connect(&self.address, self.key.as_ref()).await
    }

    /// Whether there was a connection before: a gateway that is not there is then being restarted, and worth waiting for.
    pub(super) async fn was_open(&self) -> bool {
        self.link.lock().await.is_some()
    }

    /// A connection after one was lost: tried again until the caller's time is up, unless it cannot be had at all.
    pub(super) async fn back(&self) -> Result<Arc<Link>, AgentError> {
        let pauses = ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(100))
            .with_max_delay(Duration::from_secs(2))
            .without_max_times();
        for pause in pauses.build() {
            match self.link().await {
                Ok(link) => return Ok(link),
                Err(NoLink::Unreachable(_)) => {}
                Err(NoLink::Lost(lost)) if passes(&lost) => {}
                Err(why) => return Err(self.tell.no_link(why)),
            }
            sleep(pause).await;
        }
        Err(self.tell.lost(&Lost::Closed { code: None, reason: String::new() }))
    }
}

/// Whether a gateway that closes like this before it says hello may let us in later.
const fn passes(lost: &Lost) -> bool {
    lost.may_pass() && !matches!(lost, Lost::Closed { code: Some(1002 | 1008), .. })
}
