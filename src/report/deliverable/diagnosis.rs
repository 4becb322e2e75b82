//! A diagnosis: the cause that was decided, the lines of the material that speak for each side, and what to check next.

use std::{fmt::Write as _, sync::Arc, sync::LazyLock};

use quorate_strategies::{
    outcome::Decision,
    seat::{Seat, SeatId},
    state::State,
    turn::TurnId,
};
use regex::Regex;

use super::{
    checks::{Check, bare, checks},
    words::Words,
};
use crate::report::{
    facts::is_simulated,
    markdown::{inline, inline_within},
    words::{Names, fill},
};

/// Lines of evidence for one side, and checks, at most.
const MOST: usize = 20;

/// What came of the search for a cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The whole as Markdown.
    pub text: String,
    /// What was decided to be the cause, if anything was.
    pub cause: Option<Decision>,
    /// The lines that were cited for it.
    pub evidence: Vec<Evidence>,
    /// Every side, in the order of the table.
    pub hypotheses: Vec<Side>,
    /// What to check next: what the material says itself, then what was recommended.
    pub next_checks: Vec<Check>,
}

/// A line of the material that was cited for a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The text it stands in.
    pub source: Arc<str>,
    /// Its number, from 1.
    pub line: u32,
    /// What stands there.
    pub text: String,
    /// The messages that cite it.
    pub messages: Vec<TurnId>,
}

/// A supposed cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// What is supposed.
    pub text: Arc<str>,
    /// Who argued for it.
    pub seats: Vec<SeatId>,
    /// Whether all of them gave it up.
    pub standing: Standing,
    /// The lines that were cited for it.
    pub evidence: Vec<Evidence>,
}

/// What became of a supposed cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was decided to be the cause.
    Cause,
    /// Nobody ruled it out.
    Open,
    /// Everybody who argued for it gave it up.
    Conceded,
}

impl Standing {
    /// Its name in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cause => "cause",
            Self::Open => "open",
            Self::Conceded => "conceded",
        }
    }
}

impl Diagnosis {
    /// The diagnosis, once a result was written down.
    pub(super) fn of(state: &State) -> Self {
        let cause = state.concluded().and_then(|end| end.decision.clone());
        let hypotheses = sides(state, cause.as_ref());
        let chosen = hypotheses.iter().find(|side| side.standing == Standing::Cause);
        let evidence = match (chosen, &cause) {
            (Some(side), _) => side.evidence.clone(),
            (None, Some(decision)) => evidence(state, decision.message.into_iter()),
            (None, None) => Vec::new(),
        };
        let next_checks = checks(state);
        let mut diagnosis = Self { text: String::new(), cause, evidence, hypotheses, next_checks };
        diagnosis.text = diagnosis.written(state);
        diagnosis
    }

    fn written(&self, state: &State) -> String {
        let language = state.charter().brief.language;
        let words = Words::of(language);
        let title = inline_within(&state.charter().brief.topic, 160);
        let mut out = format!("# {title}\n\n");
        // Writing to a string cannot fail; the same holds below.
        let simulated = |(_, seat): (SeatId, &Seat)| is_simulated(seat.backend.origin);
        if state.roster().iter().all(simulated) {
            let _ = writeln!(out, "> {}\n", words.no_model);
        }
        let _ = writeln!(out, "## {}\n", words.cause);
        match &self.cause {
            None => {
                let _ = writeln!(out, "{}", words.no_cause);
            }
            Some(cause) => {
                let messages = cause.message.map(|id| words.in_brackets(&[id])).unwrap_or_default();
                let maker = (Names::of(language).maker)(cause.maker);
                let made = fill(words.made, &[("maker", maker), ("messages", &messages)]);
                let _ = writeln!(out, "**{}**\n\n{made}", inline(&cause.value));
            }
        }
        let _ = writeln!(out, "\n## {}\n", words.evidence);
        lines(&mut out, words, &self.evidence);
        let _ = writeln!(out, "\n## {}\n", words.next_checks);
        for check in &self.next_checks {
            let line = check.line.map(|line| words.bracketed(&words.lines(&(line as usize - 1..line as usize))));
            let messages = words.in_brackets(&check.messages);
            let _ = writeln!(out, "- {}{}{messages}", inline(&check.text), line.unwrap_or_default());
        }
        if self.next_checks.is_empty() {
            let _ = writeln!(out, "{}", words.none);
        }
        for side in self.hypotheses.iter().filter(|side| side.standing != Standing::Cause) {
            if !out.contains(&format!("\n## {}\n", words.others)) {
                let _ = writeln!(out, "\n## {}", words.others);
            }
            let standing = if side.standing == Standing::Conceded { words.conceded } else { words.stands };
            let _ = writeln!(out, "\n### {}{}\n", inline(&side.text), words.bracketed(standing));
            lines(&mut out, words, &side.evidence);
        }
        out
    }
}

fn lines(out: &mut String, words: &Words, evidence: &[Evidence]) {
    for one in evidence {
        let place = words.lines(&(one.line as usize - 1..one.line as usize));
        let place = format!("{} · {place}", inline_within(&one.source, 120));
        let _ = writeln!(out, "- {place}: {}{}", inline(&one.text), words.in_brackets(&one.messages));
    }
    if evidence.is_empty() {
        let _ = writeln!(out, "{}", words.no_evidence);
    }
}

/// Every side of the table, each once.
fn sides(state: &State, cause: Option<&Decision>) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for (id, seat) in state.roster().iter() {
        let Some(text) = &seat.side else { continue };
        match sides.iter_mut().find(|side| side.text == *text) {
            Some(side) => side.seats.push(id),
            None => sides.push(Side {
                text: Arc::clone(text),
                seats: vec![id],
                standing: Standing::Open,
                evidence: Vec::new(),
            }),
        }
    }
    for side in &mut sides {
        let own = state.turns().iter().filter(|turn| side.seats.contains(&turn.seat));
        side.evidence = evidence(state, own.map(|turn| turn.id));
        let conceded = |seat: &SeatId| {
            let mut own = state.turns().iter().filter(|turn| turn.seat == *seat).filter_map(|turn| turn.reading());
            own.next_back().is_some_and(|reading| reading.concedes())
        };
        if cause.is_some_and(|cause| cause.value == side.text) {
            side.standing = Standing::Cause;
        } else if side.seats.iter().all(conceded) {
            side.standing = Standing::Conceded;
        }
    }
    sides
}

/// The lines of the material that these messages cite by number.
fn evidence(state: &State, messages: impl Iterator<Item = TurnId>) -> Vec<Evidence> {
    let material = &state.charter().brief.material;
    let mut all: Vec<Evidence> = Vec::new();
    for id in messages {
        let Some(message) = state.turn(id).and_then(|turn| turn.message()) else { continue };
        for passage in message.text().lines() {
            let named = material.iter().find(|one| passage.contains(&*one.name));
            let Some(source) = named.or(material.first().filter(|_| material.len() == 1)) else { continue };
            // The lines that a quoted line names are not cited by who quotes it.
            for number in cited(passage).into_iter().take(1) {
                let Some(line) = source.text.lines().nth(number as usize - 1) else { continue };
                let same = |one: &&mut Evidence| one.line == number && one.source == source.name;
                match all.iter_mut().find(same) {
                    Some(known) if known.messages.contains(&id) => {}
                    Some(known) => known.messages.push(id),
                    None => all.push(Evidence {
                        source: Arc::clone(&source.name),
                        line: number,
                        text: bare(line).to_owned(),
                        messages: vec![id],
                    }),
                }
            }
        }
    }
    all.retain(|one| !one.text.is_empty());
    all.sort_by_key(|one| (material.iter().position(|known| known.name == one.source), one.line));
    all.truncate(MOST);
    all
}

/// The numbers of lines that a text names, in the three languages.
fn cited(text: &str) -> Vec<u32> {
    static LINE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)\blines?\s+(\d{1,7})\b|第\s*(\d{1,7})\s*行|(\d{1,7})\s*行目").ok());
    let Some(pattern) = LINE.as_ref() else { return Vec::new() };
    let number = |found: regex::Captures<'_>| {
        let group = found.iter().skip(1).flatten().next()?;
        group.as_str().parse().ok().filter(|number| *number > 0)
    };
    pattern.captures_iter(text).filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cited_in_three_languages() {
        assert_eq!(cited("Line 12: x, lines 3 and 4; deadline 5"), [12, 3]);
        assert_eq!(cited("第 7 行与第8行"), [7, 8]);
        assert_eq!(cited("9 行目と 10行目"), [9, 10]);
        assert_eq!(bare("  - For: x"), "For: x");
        assert_eq!(bare("2. The retry 5.8.1"), "The retry 5.8.1");
        assert_eq!(bare("5.8.1 was deployed"), "5.8.1 was deployed");
    }
}
