//! The seat that a name given back by a model stands for; never a silent guess.

use quorate_strategies::seat::{Roster, SeatId};
use thiserror::Error;

use super::fold::{clean, loosen, without_title};

/// Why a name stands for no seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// Nobody at the table is called so.
    #[error("nobody here is called {name:?}; use one of the listed names exactly")]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// More than one seat is named.
    #[error("{name:?} names more than one seat; name exactly one")]
    Ambiguous {
        /// The text as given.
        name: String,
    },
}

/// The seat that a text names: `Coder`, `"Coder"`, `**Software\_Developer**`, `['Coder']`, `Next speaker: Coder, because …`.
///
/// # Errors
/// [`NameError`] when it names nobody, or more than one.
pub fn seat(text: &str, roster: &Roster) -> Result<SeatId, NameError> {
    let given = text.trim();
    let bare = clean(given.trim_start_matches(['[', '(', '@', ' ']).trim_end_matches([']', ')', ' ']));
    if let Some(seat) = exactly(&bare, roster) {
        return Ok(seat);
    }
    let name = || given.chars().take(80).collect::<String>();
    let (labelled, field) = after_label(&bare);
    if named(field, roster) > 1 && !labelled {
        return Err(NameError::Ambiguous { name: name() });
    }
    // Reasons may follow a comma or a full stop, and may name others.
    let first = field.split([',', '.', ';', '\n', '，', '。']).next().unwrap_or_default();
    let first = first.split(" because ").next().unwrap_or_default();
    let rest_is_names = field
        .get(first.len()..)
        .is_some_and(|rest| rest.split([',', ';', '，']).skip(1).any(|piece| exactly(&clean(piece), roster).is_some()));
    if rest_is_names || joins_names(first, roster) {
        return Err(NameError::Ambiguous { name: name() });
    }
    exactly(&clean(first), roster).ok_or_else(|| NameError::Unknown { name: name() })
}

/// The seat with this very name, or the only one that differs in blanks, underscores and hyphens; a title of courtesy may
/// follow it.
fn exactly(name: &str, roster: &Roster) -> Option<SeatId> {
    let same = roster.iter().find(|(_, seat)| clean(&seat.name) == name).map(|(id, _)| id);
    let same = same.or_else(|| {
        let wanted = loosen(name);
        let mut alike = roster.iter().filter(|(_, seat)| loosen(&clean(&seat.name)) == wanted);
        let (id, _) = alike.next()?;
        alike.next().is_none().then_some(id)
    });
    let bare = without_title(name);
    same.or_else(|| (bare.len() < name.len()).then(|| exactly(bare.trim_end(), roster)).flatten())
}

fn after_label(text: &str) -> (bool, &str) {
    const LABELS: [&str; 6] = ["next speaker", "next", "speaker", "下一位发言者", "下一位", "次の発言者"];
    let label = LABELS.iter().find_map(|label| text.strip_prefix(label)?.trim_start().strip_prefix(':'));
    label.map_or((false, text), |field| (true, field.trim_start()))
}

/// How many seats are named anywhere in a text.
fn named(text: &str, roster: &Roster) -> usize {
    roster.iter().filter(|(_, seat)| text.contains(&clean(&seat.name))).take(2).count()
}

fn joins_names(text: &str, roster: &Roster) -> bool {
    [" or ", " and ", "/", "|", "或", "和", "与", "または", "か", "と", "、"]
        .iter()
        .any(|joiner| text.split(joiner).filter(|piece| exactly(&clean(piece), roster).is_some()).take(2).count() > 1)
}
