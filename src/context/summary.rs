//! The rolling summary by rule: where everybody stands and how their last words begin; no model writes it.

use std::fmt::Write as _;

use quorate_strategies::{
    reading::{Kind, Stance},
    seat::SeatId,
    state::State,
    turn::Turn,
};

use super::{
    budget::{beginning, tokens},
    labels::label,
    words::Words,
};

/// Turns that are looked back at for each seat: whoever said nothing in so many rounds has nothing in an extract.
const LOOK_BACK: usize = 16;
/// The least of somebody's words that is worth a line, in tokens.
const LEAST: u32 = 8;

/// What stands at the end of a round, in at most so many tokens: of every seat its last stance and the beginning of its
/// last words, and the last proposal where that is none of them.
///
/// Only what everybody could hear is in it. The same state gives the same text.
///
/// ```
/// # use quorate::{Discussion, agent::Scripted, context::{sum_up, tokens}, strategies::prelude::*};
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::RunError> {
/// let ann = Scripted::lines(["Tea, as it keeps. [KIND: PROPOSAL] [STANCE: AGREE]"]);
/// let done = Discussion::new("Tea or coffee?").seat(Seat::new("Ann"), ann).max_rounds(1).run().await?;
/// let text = sum_up(&done.state, 50);
/// assert_eq!(text, "- Ann, round 1, proposal, AGREE: Tea, as it keeps.");
/// assert!(tokens(&text) <= 50);
/// # Ok(()) }
/// ```
#[must_use]
pub fn sum_up(state: &State, most: u32) -> String {
    let said = Said::of(state);
    let words = Words::of(state.charter().brief.language);
    let count = u32::try_from(said.last.len()).unwrap_or(u32::MAX).max(1);
    let mut out = String::new();
    for (at, turn) in said.last.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        line(&mut out, state, (turn, most / count), words);
    }
    out.truncate(beginning(&out, most).len());
    out.truncate(out.trim_end().len());
    out
}

/// The last words of everybody, as far as everybody could hear them.
struct Said<'a> {
    /// A proposal that somebody has said more after, then the last message of each seat, in the order of the table.
    last: Vec<&'a Turn>,
}

impl<'a> Said<'a> {
    fn of(state: &'a State) -> Self {
        let mut seats: Vec<Option<&Turn>> = vec![None; state.roster().len()];
        let mut proposal = None;
        for turn in state.turns().iter().rev().take(LOOK_BACK * seats.len()).filter(|turn| is_public(turn)) {
            let is_proposal = turn.reading().and_then(|reading| reading.kind.counted()) == Some(&Kind::Proposal);
            if is_proposal && proposal.is_none() {
                proposal = Some(turn);
            }
            if let Some(slot @ None) = seats.get_mut(turn.seat.index()) {
                *slot = Some(turn);
            }
        }
        let last: Vec<&Turn> = seats.into_iter().flatten().collect();
        let proposal = proposal.filter(|one| last.iter().all(|turn| turn.id != one.id));
        Self { last: proposal.into_iter().chain(last).collect() }
    }
}

fn is_public(turn: &Turn) -> bool {
    turn.heard_by.is_everyone() && turn.reading().is_some_and(|reading| reading.pass.is_none())
}

fn line(out: &mut String, state: &State, (turn, most): (&Turn, u32), words: &Words) {
    let start = out.len();
    let [before, after] = words.round;
    // Writing to a string cannot fail.
    let _ = write!(out, "- {}{}{before}{}{after}", name(state, turn.seat), words.comma, turn.round);
    let Some(message) = turn.message() else { return };
    if let Some(kind) = message.reading.kind.counted().filter(|kind| **kind == Kind::Proposal) {
        let _ = write!(out, "{}{}", words.comma, words.kind(*kind));
    }
    if let Some(stance) = message.reading.stance.counted().filter(|stance| **stance != Stance::Unknown) {
        let _ = write!(out, "{}{}", words.comma, stance.name().to_ascii_uppercase());
    }
    let left = most.saturating_sub(tokens(out.get(start..).unwrap_or_default()) + 2);
    let said = message.words().split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = beginning(&said, left);
    if !shown.is_empty() && (left >= LEAST || shown.len() == said.len()) {
        let more = if shown.len() < said.len() { "…" } else { "" };
        let _ = write!(out, "{}{}{more}", words.colon, shown.trim_end());
    }
}

fn name(state: &State, seat: SeatId) -> String {
    let charter = state.charter();
    label(state.roster(), charter.peers, charter.brief.language, seat).into_owned()
}
