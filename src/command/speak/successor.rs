//! The command that starts what follows a veto.

use quorate_strategies::{event::Event, turn::TurnId};

use crate::{command::shell, manager::Recorded};

/// The command that goes on from what was not touched, with the reason told to every seat.
pub(super) fn command(id: &str, store: &str, recorded: &Recorded, touches: Option<TurnId>, why: &str) -> String {
    let behind = behind(recorded, touches);
    format!("quorate fork {id}{store} --at {behind} --say={why}", behind = behind.0, why = shell::word(why))
}

/// The last message that stays: before everything that was asked for together with the one that is touched. A conclusion is
/// what its last round came to, so that round is asked for again.
fn behind(recorded: &Recorded, touches: Option<TurnId>) -> TurnId {
    let turns = recorded.state.turns();
    let last = turns.last().map_or(0, |turn| turn.round);
    let stays = match touches {
        None => turns.iter().rev().find(|turn| turn.round < last).map(|turn| turn.id),
        Some(message) => before_its_step(recorded, message),
    };
    stays.unwrap_or(TurnId(0))
}

fn before_its_step(recorded: &Recorded, message: TurnId) -> Option<TurnId> {
    let mut asked = None;
    let mut stays = None;
    for entry in &recorded.entries {
        match &entry.event {
            Event::Stepped { .. } => stays = asked,
            Event::Asked { turn, .. } if *turn == message => return stays,
            Event::Asked { turn, .. } => asked = Some(*turn),
            _ => {}
        }
    }
    None
}
