//! Which models answered for whom, as their providers name them: a backend may stand for an agent with models of its own.

use quorate_strategies::{event::Event, seat::SeatId};

use super::source::Source;

/// The models that answered for each seat, in the order of seats and of their first answers; a model whose name a seat's
/// backend holds is left out, as readers see that anyway.
pub(super) fn models<'a>(source: &Source<'a>) -> Vec<Vec<&'a str>> {
    let roster = source.state.roster();
    let mut all: Vec<Vec<&str>> = vec![Vec::new(); roster.len()];
    for entry in source.entries {
        let Event::Answered { turn, receipt, .. } = &entry.event else { continue };
        let (Some(turn), Some(model)) = (source.state.turn(*turn), receipt.model.as_deref()) else { continue };
        if let Some(seen) = all.get_mut(turn.seat.index()).filter(|seen| !seen.contains(&model)) {
            seen.push(model);
        }
    }
    for (at, seen) in all.iter_mut().enumerate() {
        let seat = u16::try_from(at).ok().and_then(|at| roster.get(SeatId(at)));
        seen.retain(|model| seat.is_none_or(|seat| !seat.backend.name.contains(model)));
    }
    all
}
