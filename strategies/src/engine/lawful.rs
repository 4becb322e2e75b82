//! What a step must not do, whatever strategy it comes from.

use super::{Engine, REQUESTS_PER_ROUND};
use crate::{
    seat::SeatId,
    step::{Ask, Step},
};

impl Engine {
    /// Whether a step keeps the laws; the error says what it did.
    pub(super) fn lawful(&self, step: &Step) -> Result<(), String> {
        let state = &self.state;
        let name = &self.strategy.card().name;
        if state.closing_steps as usize > state.roster().len() + 8 {
            return Err(format!("{name} did not conclude within its closing turns"));
        }
        match step {
            Step::Ask { asks } => self.askable(asks),
            Step::Consult { to, .. } if state.roster().get(*to).is_none() => {
                Err(format!("{name} consulted seat {}, which nobody holds", to.0))
            }
            Step::CloseRound if !state.round_open => Err(format!("{name} closed a round while it was closing")),
            Step::Await => Err(format!("{name} waited for something that is not open")),
            Step::CloseRound | Step::Conclude { .. } => Ok(()),
            _ if state.round_requests >= REQUESTS_PER_ROUND => {
                Err(format!("{name} made more than {REQUESTS_PER_ROUND} requests in one round"))
            }
            _ => Ok(()),
        }
    }

    fn askable(&self, asks: &[Ask]) -> Result<(), String> {
        let card = self.strategy.card();
        let roster = self.state.roster();
        if asks.is_empty() {
            return Err(format!("{} asked nobody", card.name));
        }
        for (at, ask) in asks.iter().enumerate() {
            let voice = roster.get(ask.seat).is_some_and(|seat| seat.voice);
            let again = asks.iter().take(at).any(|other| other.seat == ask.seat);
            if !voice || again || card.task(&ask.task).is_none() {
                let SeatId(seat) = ask.seat;
                let what = format!("{} cannot ask seat {seat} for {:?}", card.name, ask.task);
                return Err(format!("{what}: it needs a seat with a voice, once, and a task of its card"));
            }
        }
        Ok(())
    }
}
