//! Reading a recorded reply once more, to compare it with what was recorded.

use std::sync::Arc;

use quorate_strategies::{
    reading::{Reading, WarningCode},
    state::State,
    turn::{Message, Turn},
};

use super::{Raw, Table, read};

/// Whether a recorded reply reads today as it was recorded; for messages that this version of the reader read.
pub(crate) fn reads_the_same(state: &State, turn: &Turn, message: &Message) -> bool {
    let brief = &state.charter().brief;
    let points: Vec<_> = brief.points.iter().map(|point| Arc::clone(&point.name)).collect();
    let table = Table {
        roster: state.roster(),
        speaker: turn.seat,
        form: &turn.form,
        options: turn.form.options().map_or(&brief.options, |options| options),
        points: &points,
        language: brief.language,
    };
    let again = read(Raw { text: &message.raw, reasoning: None, whole: message.whole }, &table);
    again.said == message.said && again.reading == without_hearsay(&message.reading)
}

/// The reading without what the backend told beside the text.
fn without_hearsay(reading: &Reading) -> Reading {
    let mut reading = reading.clone();
    reading.warnings.retain(|warning| warning.code != WarningCode::WindowFull);
    reading
}
