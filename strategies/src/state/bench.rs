//! The bench: who waits on it, who is invited, and from which round on they sit at the table.

use std::sync::Arc;

use super::{FoldError, Request, State};
use crate::{
    event::Event,
    seat::{Seat, SeatId, fold},
};

impl State {
    /// The invitation of whoever is wanted and waits on the bench: by name, else by role or capability, the first in seat
    /// order. None when nobody is.
    pub(crate) fn invitation(&self, wanted: &str) -> Option<Event> {
        let wanted = fold(wanted);
        let is = |text: &str| fold(text) == wanted;
        let waiting = || self.roster.iter().filter(|(id, seat)| seat.waits() && !self.is_invited(*id));
        let suits = |seat: &Seat| is(seat.role.name()) || seat.persona.capabilities.iter().any(|one| is(one));
        let named = waiting().find(|(_, seat)| is(&seat.name));
        let (seat, who) = named.or_else(|| waiting().find(|(_, seat)| suits(seat)))?;
        Some(Event::Invited { seat, who: Arc::new(who.joined()) })
    }

    fn is_invited(&self, seat: SeatId) -> bool {
        self.invited.iter().any(|(id, _)| *id == seat)
    }

    /// Whoever is invited is at the table from the next round on; a newcomer waits for it on the bench like the others.
    pub(super) fn invite(&mut self, seat: SeatId, who: &Arc<Seat>) -> Result<(), FoldError> {
        match self.roster.get(seat) {
            None => self.seat(seat, &Arc::new(who.as_ref().clone().benched()))?,
            Some(one) if one.waits() && !self.is_invited(seat) => {}
            Some(_) => return Err(FoldError::Seat { seat: seat.0 }),
        }
        self.invited.push((seat, Arc::clone(who)));
        self.requests.push(Request::Invited(seat));
        self.close_step();
        Ok(())
    }

    /// Seats those who were invited before this round.
    pub(super) fn seat_the_invited(&mut self) {
        for (seat, who) in std::mem::take(&mut self.invited) {
            self.roster.replace(seat, who);
            if let Some(standing) = self.standings.get_mut(seat.index()) {
                standing.joined = Some(self.round);
            }
        }
    }
}
