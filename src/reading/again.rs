//! A reply that was read once, read again.

use quorate_strategies::{
    reading::{Reading, WarningCode},
    state::State,
    turn::{Message, Turn},
};

use super::{READER, Raw, Table, read};

/// Whether a reply is read as it was recorded; none where another version of the reader read it.
pub(crate) fn reread(state: &State, turn: &Turn, message: &Message) -> Option<bool> {
    if message.reading.reader != READER {
        return None;
    }
    let brief = &state.charter().brief;
    let points: Vec<_> = brief.points.iter().map(|point| point.name.clone()).collect();
    let table = Table {
        roster: state.roster(),
        speaker: turn.seat,
        form: &turn.form,
        options: turn.form.options().map_or(&brief.options, |options| options),
        points: &points,
        language: brief.language,
    };
    let again = read(Raw { text: &message.raw, reasoning: None, whole: message.whole }, &table);
    Some(again.said == message.said && again.reading == without_hearsay(&message.reading))
}

/// The reading without what the backend told beside the text.
fn without_hearsay(reading: &Reading) -> Reading {
    let mut reading = reading.clone();
    reading.warnings.retain(|warning| warning.code != WarningCode::WindowFull);
    reading
}
