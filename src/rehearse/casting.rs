//! A discussion with other agents on its seats, on the virtual clock, from the seed of its run.

use std::{sync::Arc, time::Duration};

use quorate_strategies::event::Charter;
use tokio::time::Instant;

use super::{
    Chaos, Players,
    witness::{Log, Witnessed},
};
use crate::{
    agent::{Agent, Timed},
    context::Fence,
    manager::{Clock, Discussion},
    store::Memory,
};

/// 2026-01-01T10:00:00Z: every rehearsal begins there.
const BEGIN_MS: u64 = 1_767_261_600_000;

/// Tells the virtual time.
#[derive(Debug)]
struct VirtualClock {
    start: Instant,
}

impl Clock for VirtualClock {
    fn now_ms(&self) -> u64 {
        BEGIN_MS + u64::try_from(self.start.elapsed().as_millis()).unwrap_or(0)
    }
}

impl Chaos {
    /// The discussion of this seed, ready to run where virtual time passes.
    pub(super) fn discussion(&self, seed: u64, log: &Arc<Log>) -> Discussion {
        let id = format!("rehearsal-{seed}");
        let made = (self.make)(seed).id(id.as_str()).seed(seed).journal(Memory);
        let mut discussion = made.clock(VirtualClock { start: Instant::now() });
        let charter = Charter { id: id.into(), seed, ..Charter::default() };
        let fence: Arc<str> = Fence::new(&charter).number().into();
        let watched = |place: usize, own: &Arc<dyn Agent>| -> Arc<dyn Agent> {
            // A seat keeps the time that it is given for a turn, whoever plays it.
            let actor = self.actor(seed, place).map(|actor| Timed::new(actor, own.turn_time()));
            let actor = actor.map(|actor| Arc::new(actor) as Arc<dyn Agent>);
            let agent = actor.unwrap_or_else(|| Arc::clone(own));
            Arc::new(Witnessed { agent, log: Arc::clone(log), fence: Arc::clone(&fence) })
        };
        for (place, (_, agent)) in discussion.seats.iter_mut().enumerate() {
            *agent = watched(place, agent);
        }
        // Whoever writes the result or the summary is one of the cast too, and sits at no place.
        discussion.synthesizer = discussion.synthesizer.map(|own| watched(usize::MAX, &own));
        discussion.summarizer = discussion.summarizer.map(|own| watched(usize::MAX - 1, &own));
        discussion
    }

    /// The longest that a turn of each seat may take. Agents of one's own may wait for their turn in a queue, which is not
    /// counted: nothing is said of them.
    pub(super) fn turn_limits(&self, discussion: &Discussion) -> Vec<Option<Duration>> {
        let usual = Duration::from_millis(discussion.limits.turn_ms);
        let limit = |agent: &Arc<dyn Agent>| match self.players {
            Players::Cast(_) => agent.turn_time().limit(discussion.turn, usual),
            Players::Own => None,
        };
        discussion.seats.iter().map(|(_, agent)| limit(agent)).collect()
    }
}
