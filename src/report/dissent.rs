//! Dissent is never lost: every objection that counts, with who, when and why, whatever the outcome.

use std::collections::HashMap;

use quorate_strategies::{
    reading::{Ballot, Kind, Position, Reading, Stance},
    seat::SeatId,
    state::State,
    turn::{Turn, TurnId},
};

use super::{
    changes::{ballot_words, is_vote},
    sentences::{announces, own_words},
};

/// How somebody dissented.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// It disagreed.
    Disagrees,
    /// It opposed.
    Opposes,
    /// It voted for something else than what won, or in a vote that nothing won.
    Votes(String),
}

/// One objection that counts: structured or marked, never guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dissent {
    /// Who.
    pub seat: SeatId,
    /// With which message.
    pub turn: TurnId,
    /// In which round.
    pub round: u32,
    /// How.
    pub objection: Objection,
    /// Why, in its own words, as far as they fit.
    pub reason: String,
    /// The later message with which it gave the objection up; none while it stands.
    pub withdrawn: Option<TurnId>,
}

/// A reason is shown up to so many bytes; the message holds the rest.
const REASON: usize = 600;

/// Every objection, in the order in which they were raised.
pub(super) fn dissent(state: &State) -> Vec<Dissent> {
    let mut all: Vec<Dissent> = Vec::new();
    // From the last turn back: where each seat left its objections behind next, which who concedes does too.
    let mut left: HashMap<SeatId, TurnId> = HashMap::new();
    for turn in state.turns().iter().rev() {
        let Some(reading) = turn.reading().filter(|reading| reading.pass.is_none()) else { continue };
        if let Some(objection) = objection(reading) {
            all.push(dissenting(turn, objection, left.get(&turn.seat).copied()));
        }
        if reading.concedes() || reading.position().is_some_and(|position| position != Position::Against) {
            left.insert(turn.seat, turn.id);
        }
    }
    all.extend(outvoted(state));
    all.sort_by_key(|one| one.turn);
    all
}

fn objection(reading: &Reading) -> Option<Objection> {
    match (reading.stance.counted(), reading.kind.counted()) {
        (Some(Stance::Disagree), _) => Some(Objection::Disagrees),
        (_, Some(Kind::Oppose)) => Some(Objection::Opposes),
        _ => None,
    }
}

fn dissenting(turn: &Turn, objection: Objection, withdrawn: Option<TurnId>) -> Dissent {
    let text = turn.message().map(|message| message.text()).unwrap_or_default();
    let reason = own_words(text, REASON);
    let reason = match reason.split_once('\n') {
        Some((head, rest)) if announces(head) => rest.to_owned(),
        _ => reason,
    };
    Dissent { seat: turn.seat, turn: turn.id, round: turn.round, objection, reason, withdrawn }
}

/// Those whose last ballot is not for what won; all voters when nothing won and they voted differently.
fn outvoted(state: &State) -> Vec<Dissent> {
    let options = state.options();
    let winner = state.verdict().and_then(|verdict| verdict.winner.as_ref());
    let winner = winner.and_then(|winner| options.iter().position(|option| option == winner));
    let votes: Vec<(&Turn, &Ballot)> = state.roster().iter().filter_map(|(seat, _)| last_vote(state, seat)).collect();
    let split = votes.iter().any(|(_, ballot)| votes.first().is_some_and(|(_, first)| first != ballot));
    let against = |ballot: &Ballot| match winner {
        Some(winner) => !backs(ballot, winner) && *ballot != Ballot::Abstain,
        None => split && *ballot != Ballot::Abstain,
    };
    votes
        .iter()
        .filter(|(_, ballot)| against(ballot))
        .map(|(turn, ballot)| dissenting(turn, Objection::Votes(ballot_words(ballot, options)), None))
        .collect()
}

fn last_vote(state: &State, seat: SeatId) -> Option<(&Turn, &Ballot)> {
    let options = state.options();
    state.turns().iter().rev().filter(|turn| turn.seat == seat && is_vote(turn, options)).find_map(|turn| {
        let reading = turn.reading().filter(|reading| reading.pass.is_none())?;
        Some((turn, reading.ballot.as_ref()?.counted()?))
    })
}

/// Whether a ballot is for what won: it puts it first, approves of it, or gives nothing more points.
pub(super) fn backs(ballot: &Ballot, winner: usize) -> bool {
    let is_winner = |option: &u16| usize::from(*option) == winner;
    match ballot {
        Ballot::Choice(option) => is_winner(option),
        Ballot::Ranking(options) => options.first().is_some_and(is_winner),
        Ballot::Approval(options) => options.iter().any(is_winner),
        Ballot::Points(points) => {
            let most = points.iter().map(|(_, points)| *points).max().unwrap_or(0);
            points.iter().any(|(option, points)| is_winner(option) && *points == most)
        }
        Ballot::Abstain => false,
    }
}
