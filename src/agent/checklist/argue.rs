//! What a checklist seat says in a debate: the lines of the material that speak for its side.

use std::{collections::BTreeSet, fmt::Write as _};

use quorate_strategies::{brief::Brief, step::Form};

use crate::agent::{
    Request,
    checklist::{Answer, Gives, known::Known},
};

/// Lines that one turn cites.
const CITED: usize = 5;
/// Letters from which on a word says something about a side.
const TELLING: usize = 5;

/// Cites what the material says on the seat's side; concedes when that is nothing and another side has cited something.
pub(super) fn argue(own: Known, request: &Request<'_>) -> Answer {
    let side = request.seat.side.as_deref().unwrap_or_default();
    let lines = evidence(request.brief, side);
    if lines.is_empty() && request.round > 1 && others_cited(request) {
        let say = format!("The material says nothing for {side:?}, and the other side cites it.");
        return Answer { say, kind: "opinion", gives: Gives::Concession, ..Answer::default() };
    }
    let first = request.standing.last_message.is_none();
    let mut say = match (lines.len(), first) {
        (0, _) => format!("The material holds no line that speaks for {side:?} yet."),
        (count, false) => format!("{count} of the material's lines still speak for {side:?}."),
        (_, true) => format!("For {side:?} the material says:"),
    };
    for (line, text) in lines.iter().take(if first { CITED } else { 0 }) {
        let _ = write!(say, "\n- Line {line}: {text}");
    }
    let known = if first { own } else { Known::default() };
    for finding in known.iter().filter_map(|finding| finding.suggestion.as_ref()).take(3) {
        let _ = write!(say, "\n- To check next: {finding}");
    }
    Answer { say, kind: "opinion", known, ..Answer::default() }
}

/// Votes for the side that more lines of the material speak for; abstains when no line does, or as many for another.
pub(super) fn judge(request: &Request<'_>) -> Answer {
    let Form::Ballot(sides) = request.form else { return Answer::default() };
    let mut counted: Vec<(usize, usize)> =
        sides.iter().enumerate().map(|(at, side)| (evidence(request.brief, side).len(), at)).collect();
    counted.sort_unstable_by(|a, b| b.cmp(a));
    let best = match counted.as_slice() {
        [(most, _), (next, _), ..] if most == next => None,
        [(most, at), ..] if *most > 0 => sides.get(*at).map(|side| (side, *most)),
        _ => None,
    };
    match best {
        Some((side, lines)) => {
            let say = format!("{lines} lines of the material speak for {side:?}, more than for any other side.");
            Answer { say, kind: "summary", vote: Some(side.clone()), ..Answer::default() }
        }
        None => Answer {
            say: "The material does not tell the sides apart.".to_owned(),
            kind: "summary",
            ..Answer::default()
        },
    }
}

/// Whether somebody else at the table has cited lines; every seat of this kind writes them alike.
fn others_cited(request: &Request<'_>) -> bool {
    let mut others = request.heard.iter().filter(|heard| heard.speaker != request.id);
    others.any(|heard| heard.message.text().contains("speak for") || heard.message.text().contains("Line "))
}

/// The lines that speak for a side, with their numbers: what the material itself puts under it as a reason, and lines
/// that share at least two telling words with it. The side's own words are no reason.
fn evidence<'a>(brief: &'a Brief, side: &str) -> Vec<(usize, &'a str)> {
    let wanted = words(side);
    let enough = if wanted.len() < 2 { 1 } else { 2 };
    let lowered = side.to_lowercase();
    let mut under = false;
    let mut found = Vec::new();
    for (at, line) in brief.material.iter().flat_map(|one| one.text.lines().enumerate()) {
        let (line, number) = (line.trim(), at + 1);
        let telling = words(line);
        let speaks = (under && begins_reason(line)) || telling.intersection(&wanted).count() >= enough;
        if line.to_lowercase().contains(&lowered) {
            under = true;
            found.extend(reason(line).map(|reason| (number, reason)));
        } else if speaks {
            found.push((number, line));
        } else if line.is_empty() || line.starts_with('#') || telling.contains("hypothesi") {
            under = false;
        }
    }
    found
}

/// What stands behind "For:" in the same line, up to what stands against it.
fn reason(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let start = ["for: ", "evidence: ", "because "].iter().filter_map(|word| lower.find(word)).min()?;
    let end = lower.find("against: ").filter(|end| *end > start).unwrap_or(line.len());
    line.get(start..end).map(str::trim)
}

fn begins_reason(line: &str) -> bool {
    let bare = line.trim_start_matches(['-', '*', '+', ' ']).to_ascii_lowercase();
    ["for:", "evidence", "supports", "speaks for"].iter().any(|word| bare.starts_with(word))
}

/// The words of a text that say something: lower case, without endings that change with grammar.
fn words(text: &str) -> BTreeSet<String> {
    let split = text.split(|c: char| !c.is_alphanumeric());
    let telling = split.filter(|word| word.chars().count() >= TELLING);
    telling.map(|word| word.to_lowercase().trim_end_matches(['s', 'd', 'e']).to_owned()).collect()
}
