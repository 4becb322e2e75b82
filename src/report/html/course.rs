//! How it went: where every seat stood when each round closed, and how many agreed by then.

use quorate_strategies::{
    catalog::Catalog,
    event::Event,
    reading::Ballot,
    rule::{Counts, Input, Verdict},
    seat::Seat,
    state::{Standing, State},
};

use super::rich::line;
use crate::report::{
    changes::standing_word,
    facts::Facts,
    first::{Moment, with_rule},
    naming::{DIVISOR, Naming, POINTS, divisor},
};

/// So many rounds are drawn: the first ones and the last ones.
const MOST_ROUNDS: usize = 24;
const FIRST_ROUNDS: usize = 4;

/// How things stood at one moment.
#[derive(Debug)]
pub(super) struct At {
    /// The round that had closed; none for the end, where it came later.
    pub(super) round: Option<u32>,
    /// Where every seat with a vote stood, in seat order.
    pub(super) stands: Vec<Stand>,
    /// How many agreed; none where that is not what the rule counts.
    pub(super) share: Option<Share>,
}

/// Where one seat stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stand {
    /// What that is called.
    pub(super) word: String,
    pub(super) look: Look,
}

/// How a stand is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    For,
    Against,
    Open,
    /// Nothing was said that counts.
    Unsaid,
    /// The seat gave no answer when last asked.
    Missing,
    /// For the option with this number.
    Option(u16),
}

/// A part of all voting weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) part: u64,
    pub(super) of: u64,
    /// Whether the rule was reached by it.
    pub(super) reached: bool,
}

impl Share {
    /// In whole percent, cut and never rounded.
    pub(super) const fn percent(self) -> u64 {
        match self.part.saturating_mul(100).checked_div(self.of) {
            Some(percent) => percent,
            None => 0,
        }
    }
}

/// The course of a discussion.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) moments: Vec<At>,
    /// Rounds between the first and the last ones that are left out.
    pub(super) left_out: usize,
    /// What the rule asks for, in hundredths of a percent of all voting weight; none where it names no share.
    pub(super) threshold: Option<u32>,
}

impl Course {
    pub(super) fn of(naming: &Naming<'_>) -> Self {
        let facts = naming.facts;
        let total = facts.state().closed_rounds() as usize;
        let mut moments = closed(naming, total);
        let end = at(naming, None, &facts.judged, facts.verdict());
        if moments.last().is_none_or(|last| last.stands != end.stands) && facts.state().round() > 0 {
            moments.push(end);
        }
        let left_out = total.saturating_sub(MOST_ROUNDS);
        Self { moments, left_out, threshold: threshold(facts) }
    }
}

const fn is_shown(nth: usize, total: usize) -> bool {
    total <= MOST_ROUNDS || nth < FIRST_ROUNDS || nth + MOST_ROUNDS - FIRST_ROUNDS >= total
}

/// How things stood at the close of the rounds that are drawn.
fn closed(naming: &Naming<'_>, total: usize) -> Vec<At> {
    let (mut state, mut all, mut nth) = (State::default(), Vec::new(), 0);
    for entry in naming.facts.source.entries {
        if state.apply(entry.seq, &entry.event).is_err() {
            break;
        }
        let Event::RoundClosed { round } = entry.event else { continue };
        if is_shown(nth, total) {
            let tally = state.tally();
            let verdict = with_rule(&naming.facts.source, |rule| rule.judge(&tally));
            let moment = Moment { standings: state.standings().to_vec(), round };
            all.push(at(naming, Some(round), &moment, verdict.as_ref()));
        }
        nth += 1;
    }
    all
}

fn at(naming: &Naming<'_>, round: Option<u32>, moment: &Moment, verdict: Option<&Verdict>) -> At {
    let roster = naming.facts.state().roster();
    let voters = roster.iter().filter(|(_, seat)| seat.vote);
    let stands = voters.map(|(id, seat)| match moment.standings.get(id.index()) {
        Some(standing) => stand(naming, seat, standing, moment.round),
        None => Stand { word: naming.words.rounds.none.to_owned(), look: Look::Unsaid },
    });
    At { round, stands: stands.collect(), share: verdict.and_then(|verdict| share(naming, verdict)) }
}

fn stand(naming: &Naming<'_>, seat: &Seat, standing: &Standing, round: u32) -> Stand {
    let facts = naming.facts;
    if standing.asked > 0 && !standing.answered_last {
        return Stand { word: naming.words.rounds.no_answer.to_owned(), look: Look::Missing };
    }
    let word = standing_word(seat, standing, round, facts.input, facts.state().options());
    let look = match standing.ballot.as_ref().filter(|_| facts.input == Some(Input::Options)) {
        Some(ballot) => first_choice(ballot).map_or(Look::Unsaid, Look::Option),
        None => match &*word {
            "for" | "agree" | "standing" => Look::For,
            "against" | "disagree" | "conceded" => Look::Against,
            "open" | "neutral" if standing.asked > 0 => Look::Open,
            _ => Look::Unsaid,
        },
    };
    Stand { word: line(naming.counted(&word)), look }
}

/// The option that a ballot is for in the first place.
fn first_choice(ballot: &Ballot) -> Option<u16> {
    match ballot {
        Ballot::Choice(option) => Some(*option),
        Ballot::Ranking(options) | Ballot::Approval(options) => options.first().copied(),
        // Of equal points the first one counts.
        Ballot::Points(points) => points.iter().rev().max_by_key(|(_, points)| *points).map(|(option, _)| *option),
        Ballot::Abstain => None,
    }
}

/// How many agree, in what the rule counts: those who are for it, or those behind the option that leads.
fn share(naming: &Naming<'_>, verdict: &Verdict) -> Option<Share> {
    let of = divisor(verdict)?;
    let rule = naming.facts.state().charter().rule.as_ref()?;
    let part = match naming.facts.input? {
        Input::Positions => verdict.count("for"),
        Input::Stances => verdict.count("agree"),
        Input::Options => {
            let firsts = verdict.working.first().filter(|_| POINTS.contains(&&*rule.name));
            lead(firsts.unwrap_or(&verdict.counts))
        }
        Input::Items | Input::Sides => return None,
    };
    Some(Share { part: part.min(of), of, reached: verdict.reached })
}

fn lead(counts: &Counts) -> u64 {
    let none = [DIVISOR, "exhausted", "abstained", "missing"];
    counts.iter().filter(|(name, _)| !none.contains(&&***name)).map(|(_, votes)| *votes).max().unwrap_or(0)
}

/// The share that a rule of ours asks for.
fn threshold(facts: &Facts<'_>) -> Option<u32> {
    let chosen = facts.state().charter().rule.as_ref()?;
    let rule = Catalog::builtin().rule(&chosen.name, &chosen.knobs).ok()?;
    match rule.name() {
        "majority" => Some(5_000),
        "supermajority" | "stance" => Some(6_667),
        "unanimity" => Some(10_000),
        _ => {
            let knob = rule.knobs().iter().find(|knob| knob.name == "threshold")?;
            let set = chosen.knobs.get(knob.name).map_or(knob.default, String::as_str);
            set.parse::<u32>().ok()?.checked_mul(100).filter(|share| *share <= 10_000)
        }
    }
}
