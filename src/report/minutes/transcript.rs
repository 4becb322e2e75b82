//! Who said what, turn by turn, in words that cannot pose as ours; control traffic is not part of it.

use quorate_strategies::{
    reading::{Provenance, Read, Reading, Stance},
    seat::SeatId,
    state::Interjection,
    step::{Audience, Form, Scope},
    turn::{End, Ending, Message, Turn, Wholeness},
};

use super::{Page, inline, inline_within, summary};
use crate::report::{
    changes::ballot_words,
    quote::{Shown, block, shown},
    words::{called, fill},
};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.transcript);
    let state = page.facts.state();
    let mut interjections = state.interjections().iter().peekable();
    let (mut last, mut summed_up) = ((0, None), 0);
    for turn in state.turns() {
        while let Some(one) = interjections.next_if(|one| (one.after as usize) <= turn.id.index()) {
            interjection(page, one);
        }
        if turn.round != last.0 {
            summary::before(page, turn.round, &mut summed_up);
            page.heading(3, &fill(page.words.heading.round, &[("n", &turn.round.to_string())]));
        }
        let step = page.facts.batches.step(turn.id);
        let together = page.facts.batches.size(turn.id);
        if together > 1 && step != last.1 {
            page.paragraph(&fill(page.words.transcript.parallel, &[("n", &together.to_string())]));
        }
        last = (turn.round, step);
        one_turn(page, turn);
    }
    summary::before(page, u32::MAX, &mut summed_up);
    for one in interjections {
        interjection(page, one);
    }
    if state.turns().is_empty() {
        page.paragraph(page.words.transcript.none);
    }
}

fn interjection(page: &mut Page<'_>, one: &Interjection) {
    let author = inline_within(&one.author, super::NAME);
    page.paragraph(&fill(page.words.transcript.interjection, &[("author", &author)]));
    quote(page, &one.text);
}

fn one_turn(page: &mut Page<'_>, turn: &Turn) {
    let words = &page.words.transcript;
    // The heading is an anchor and nothing else, so that no name can change it.
    page.heading(4, &format!("m{}", turn.id.0));
    page.paragraph(&speaker(page, turn));
    if turn.sees == Scope::Blind {
        page.paragraph(words.blind);
    }
    if let Audience::Only(seats) = &turn.heard_by {
        let mut who: Vec<SeatId> = seats.to_vec();
        who.push(turn.seat);
        who.sort_unstable();
        who.dedup();
        page.paragraph(&fill(words.heard_by, &[("who", &page.names(&who))]));
    }
    match &turn.end {
        None => page.paragraph(words.open),
        Some(End { message: Some(message), .. }) => said(page, message, &turn.form),
        Some(End { how, cause, .. }) => not_said(page, *how, cause.as_deref().unwrap_or_default()),
    }
    if page.facts.late.binary_search(&turn.id).is_ok() {
        page.paragraph(words.late);
    }
}

fn speaker(page: &Page<'_>, turn: &Turn) -> String {
    let words = &page.words.transcript;
    let seat = page.facts.state().roster().get(turn.seat);
    let side = seat.and_then(|seat| seat.side.as_deref());
    let side = side.map_or_else(String::new, |side| fill(words.side, &[("side", &inline_within(side, super::NAME))]));
    let role = seat.map_or("–".to_owned(), |seat| page.role(&seat.role));
    let task = inline_within(called(page.words.names.tasks, &turn.task), super::NAME);
    let name = page.name(turn.seat);
    let origin = page.origin(turn.seat);
    fill(words.speaker, &[("name", &name), ("role", &role), ("side", &side), ("task", &task), ("origin", origin)])
}

fn not_said(page: &mut Page<'_>, how: Ending, cause: &str) {
    let values = [("how", page.ending(how)), ("cause", &page.cause(cause))];
    page.paragraph(&fill(page.words.transcript.no_answer, &values));
}

fn said(page: &mut Page<'_>, message: &Message, form: &Form) {
    let line = reading(page, &message.reading, form, message.whole);
    if !line.is_empty() {
        page.paragraph(&line);
    }
    let flags = flags(page, &message.reading, message.whole);
    if !flags.is_empty() {
        page.paragraph(&fill(page.words.transcript.flags, &[("flags", &page.parts(flags))]));
    }
    if message.reading.pass.is_none() || !message.text().trim().is_empty() {
        quote(page, message.text());
    }
}

pub(super) fn quote(page: &mut Page<'_>, text: &str) {
    if shown(text) == Shown::Escaped {
        page.paragraph(page.words.transcript.escaped);
    }
    page.gap();
    block(&mut page.out, text);
}

/// What was read from a message, each datum with where it was found.
fn reading(page: &Page<'_>, reading: &Reading, form: &Form, whole: Wholeness) -> String {
    let words = &page.words.transcript;
    if let Some(from) = reading.pass {
        return sentence(page, &fill(words.passed, &[("from", page.naming().provenance(from))]));
    }
    let mut parts = Vec::new();
    if reading.kind.from != Provenance::None {
        let kind = called(page.words.names.kinds, reading.kind.value.name());
        parts.push((fill(words.kind, &[("what", kind)]), reading.kind.from));
    }
    match reading.stance {
        Read { value: Stance::Unknown, .. } | Read { from: Provenance::None, .. } => {
            if page.naming().expects_stance(form) {
                let unread = if whole == Wholeness::Cut { words.cut_stance } else { words.unread };
                parts.push((unread.to_owned(), Provenance::None));
            }
        }
        Read { value, from } => {
            let stance = called(page.words.names.counted, value.name());
            parts.push((fill(words.stance, &[("what", stance)]), from));
        }
    }
    if let Some(Read { value, from }) = reading.confidence {
        parts.push((fill(words.confidence, &[("n", &value.to_string())]), from));
    }
    if let Some(Read { value, from }) = &reading.ballot {
        let options = form.options().map_or(page.facts.state().options(), |options| options);
        let ballot = ballot_words(value, options);
        let what = inline(page.counted(&ballot));
        parts.push((fill(words.vote, &[("what", &what)]), *from));
    }
    for score in &reading.scores {
        let value = score.value.map_or_else(|| "–".to_owned(), |value| value.to_string());
        let what = fill(words.scores, &[("point", &score.point.to_string()), ("score", &value)]);
        parts.push((what, score.from));
    }
    for (said, from) in [(words.conceded, reading.concede), (words.closed, reading.close)] {
        parts.extend(from.map(|from| (said.to_owned(), from)));
    }
    data(page, &parts)
}

/// Data, each with where it was found; said once where that is the same for all.
fn data(page: &Page<'_>, parts: &[(String, Provenance)]) -> String {
    let joint = page.words.joints.data;
    if let [(_, from), _, ..] = parts
        && !matches!(from, Provenance::Guess | Provenance::None)
        && parts.iter().all(|(_, other)| other == from)
    {
        let what = parts.iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>().join(joint);
        let values = [("what", what.as_str()), ("from", page.naming().provenance(*from))];
        return sentence(page, &fill(page.words.transcript.all_from, &values));
    }
    let each: Vec<String> = parts.iter().map(|(what, from)| datum(page, what, *from)).collect();
    if each.is_empty() { String::new() } else { sentence(page, &each.join(joint)) }
}

fn datum(page: &Page<'_>, what: &str, from: Provenance) -> String {
    let words = &page.words.transcript;
    let template = match from {
        Provenance::None => return what.to_owned(),
        Provenance::Guess => words.guess,
        _ => words.from,
    };
    fill(template, &[("what", what), ("from", page.naming().provenance(from))])
}

/// With a capital at the beginning and a full stop at the end.
fn sentence(page: &Page<'_>, text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    fill(page.words.joints.sentence, &[("text", &format!("{first}{}", chars.as_str()))])
}

fn flags(page: &Page<'_>, reading: &Reading, whole: Wholeness) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    if whole == Wholeness::Cut {
        flags.push(page.words.transcript.cut.to_owned());
    }
    for warning in &reading.warnings {
        let what = (page.words.names.warning)(warning.code);
        flags.push(match &warning.about {
            Some(about) => {
                fill(page.words.transcript.about, &[("what", what), ("about", &inline_within(about, super::NAME))])
            }
            None => what.to_owned(),
        });
    }
    flags
}
