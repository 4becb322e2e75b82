//! Who said what, turn by turn, every datum with where it was found.

use std::iter;

use quorate_strategies::{
    event::Summary,
    reading::{Provenance, Read, Reading, Stance},
    seat::SeatId,
    state::{Interjection, Summarised},
    step::{Audience, Form, Scope},
    turn::{End, Ending, Message, Turn, Wholeness},
};

use super::{
    Telling,
    rich::{Hole, Rich, block, line, line_within},
};
use crate::report::{
    changes::ballot_words,
    quote::{Shown, shown},
    words::{called, fill},
};

/// Something in the transcript.
#[derive(Debug)]
pub(super) enum Entry {
    /// A round begins.
    Round(String),
    /// So many were asked together.
    Together(String),
    /// What stands for everything up to a round, who made it, and the text where one was made.
    Summary { heading: String, about: Rich, text: Option<String> },
    /// Somebody from outside the table said something.
    Outside { who: Rich, text: String },
    /// A turn.
    Said(Box<Said>),
}

/// One turn.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) message: u32,
    pub(super) name: String,
    /// The seat's colour.
    pub(super) colour: usize,
    /// Role, side, task, and how the answer came about.
    pub(super) about: String,
    pub(super) data: Vec<Datum>,
    pub(super) notes: Vec<Rich>,
    pub(super) text: Option<String>,
}

/// What was read from a message.
#[derive(Debug)]
pub(super) struct Datum {
    pub(super) what: String,
    /// Where it was found, where that counts.
    pub(super) from: Option<&'static str>,
    pub(super) class: &'static str,
}

/// Everything that was said, in the order of asking.
pub(super) fn all(telling: &Telling<'_>) -> Vec<Entry> {
    let (facts, words) = (telling.facts(), telling.words());
    let state = facts.state();
    let mut interjections = state.interjections().iter().peekable();
    let mut summaries = state.summaries().iter().peekable();
    let (mut all, mut last) = (Vec::new(), (0, None));
    for turn in state.turns() {
        while let Some(one) = interjections.next_if(|one| (one.after as usize) <= turn.id.index()) {
            all.push(outside(telling, one));
        }
        if turn.round != last.0 {
            all.extend(
                iter::from_fn(|| summaries.next_if(|one| one.round < turn.round)).map(|one| summary(telling, one)),
            );
            all.push(Entry::Round(fill(words.heading.round, &[("n", &turn.round.to_string())])));
        }
        let (step, together) = (facts.batches.step(turn.id), facts.batches.size(turn.id));
        if together > 1 && step != last.1 {
            all.push(Entry::Together(fill(words.transcript.parallel, &[("n", &together.to_string())])));
        }
        last = (turn.round, step);
        all.push(Entry::Said(Box::new(said(telling, turn))));
    }
    all.extend(summaries.map(|one| summary(telling, one)));
    all.extend(interjections.map(|one| outside(telling, one)));
    all
}

fn summary(telling: &Telling<'_>, one: &Summarised) -> Entry {
    let words = &telling.words().summary;
    let heading = fill(words.heading, &[("n", &one.round.to_string())]);
    let (by, n, cause) = match &*one.summary {
        Summary::Written { by, tokens, .. } => (line_within(by, super::NAME), *tokens, String::new()),
        Summary::Extracted { tokens, .. } => (String::new(), *tokens, String::new()),
        Summary::Kept { by, why } => (line_within(by, super::NAME), 0, telling.cause(why)),
    };
    let template = match &*one.summary {
        Summary::Written { .. } => words.written,
        Summary::Extracted { .. } => words.extracted,
        Summary::Kept { .. } => words.kept,
    };
    let n = n.to_string();
    let about =
        Rich::filled(template, &[("by", Hole::Text(&by)), ("n", Hole::Text(&n)), ("cause", Hole::Text(&cause))]);
    Entry::Summary { heading, about, text: one.summary.text().map(block) }
}

fn outside(telling: &Telling<'_>, one: &Interjection) -> Entry {
    let author = line_within(&one.author, super::NAME);
    let template = telling.words().transcript.interjection;
    let who = Rich::filled(template, &[("author", Hole::Text(&author))]);
    Entry::Outside { who, text: block(&one.text) }
}

fn said(telling: &Telling<'_>, turn: &Turn) -> Said {
    let words = &telling.words().transcript;
    let mut said = Said {
        message: turn.id.0,
        name: telling.name(turn.seat),
        colour: turn.seat.index() % 8,
        about: about(telling, turn),
        data: Vec::new(),
        notes: Vec::new(),
        text: None,
    };
    if turn.sees == Scope::Blind {
        said.notes.push(Rich::plain(words.blind));
    }
    if let Audience::Only(seats) = &turn.heard_by {
        let mut who: Vec<SeatId> = seats.to_vec();
        who.push(turn.seat);
        who.sort_unstable();
        who.dedup();
        said.notes.push(Rich::plain(&fill(words.heard_by, &[("who", &telling.names(&who))])));
    }
    match &turn.end {
        None => said.notes.push(Rich::plain(words.open)),
        Some(End { message: Some(message), .. }) => answered(telling, turn, message, &mut said),
        Some(End { how, cause, .. }) => {
            let cause = telling.cause(cause.as_deref().unwrap_or_default());
            let values = [("how", telling.naming.ending(*how)), ("cause", &*cause)];
            let class = if *how == Ending::NotNeeded { "unsaid" } else { "missing" };
            said.data.push(Datum { what: fill(words.no_answer, &values), from: None, class });
        }
    }
    if telling.facts().late.binary_search(&turn.id).is_ok() {
        said.notes.push(Rich::plain(words.late));
    }
    said
}

/// Role, side, task, and how the answer came about.
fn about(telling: &Telling<'_>, turn: &Turn) -> String {
    let seat = telling.facts().state().roster().get(turn.seat);
    let role = seat.map(|seat| line_within(telling.naming.role(&seat.role), super::NAME));
    let side = seat.and_then(|seat| seat.side.as_deref()).map(|side| line_within(side, super::NAME));
    let task = line_within(called(telling.words().names.tasks, &turn.task), super::NAME);
    let parts = role.into_iter().chain(side).chain([task, telling.naming.origin(turn.seat).to_owned()]);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn answered(telling: &Telling<'_>, turn: &Turn, message: &Message, said: &mut Said) {
    let words = &telling.words().transcript;
    said.data = data(telling, &message.reading, &turn.form, message.whole);
    let flags = flags(telling, &message.reading, message.whole).join(telling.words().joints.parts);
    if !flags.is_empty() {
        said.notes.push(Rich::plain(&fill(words.flags, &[("flags", &flags)])));
    }
    let spoken = message.text();
    if message.reading.pass.is_none() || !spoken.trim().is_empty() {
        if shown(spoken) == Shown::Escaped {
            said.notes.push(Rich::filled(words.escaped, &[]));
        }
        said.text = Some(block(spoken));
    }
}

/// What was read from a message, each datum with where it was found.
fn data(telling: &Telling<'_>, reading: &Reading, form: &Form, whole: Wholeness) -> Vec<Datum> {
    let (words, names) = (&telling.words().transcript, telling.words().names);
    if let Some(from) = reading.pass {
        let what = fill(words.passed, &[("from", telling.naming.provenance(from))]);
        return vec![Datum { what, from: None, class: "unsaid" }];
    }
    let mut data = Vec::new();
    let mut push = |template: &str, what: &str, from: Provenance, class: &'static str| {
        data.push(datum(telling, &fill(template, &[("what", what), ("n", what)]), from, class));
    };
    if reading.kind.from != Provenance::None {
        let name = reading.kind.value.name();
        push(words.kind, called(names.kinds, name), reading.kind.from, name);
    }
    match reading.stance {
        Read { value: Stance::Unknown, .. } | Read { from: Provenance::None, .. } => {
            if telling.naming.expects_stance(form) {
                let unread = if whole == Wholeness::Cut { words.cut_stance } else { words.unread };
                push("{what}", unread, Provenance::None, "unsaid");
            }
        }
        Read { value, from } => push(words.stance, called(names.counted, value.name()), from, value.name()),
    }
    if let Some(Read { value, from }) = reading.confidence {
        push(words.confidence, &value.to_string(), from, "plain");
    }
    if let Some(Read { value, from }) = &reading.ballot {
        let options = form.options().map_or(telling.facts().state().options(), |options| options);
        let ballot = ballot_words(value, options);
        push(words.vote, &line(telling.naming.counted(&ballot)), *from, "vote");
    }
    for score in &reading.scores {
        let value = score.value.map_or_else(|| "–".to_owned(), |value| value.to_string());
        let what = fill(words.scores, &[("point", &score.point.to_string()), ("score", &value)]);
        push("{what}", &what, score.from, "vote");
    }
    for (what, from) in [(words.conceded, reading.concede), (words.closed, reading.close)] {
        if let Some(from) = from {
            push("{what}", what, from, "vote");
        }
    }
    data
}

fn datum(telling: &Telling<'_>, what: &str, from: Provenance, class: &'static str) -> Datum {
    let origin = telling.naming.provenance(from);
    match from {
        Provenance::None => Datum { what: what.to_owned(), from: None, class },
        Provenance::Guess => {
            let what = fill(telling.words().transcript.guess, &[("what", what), ("from", origin)]);
            Datum { what, from: None, class: "guess" }
        }
        _ => Datum { what: what.to_owned(), from: Some(origin), class },
    }
}

fn flags(telling: &Telling<'_>, reading: &Reading, whole: Wholeness) -> Vec<String> {
    let (words, names) = (&telling.words().transcript, telling.words().names);
    let cut = (whole == Wholeness::Cut).then(|| words.cut.to_owned());
    let warnings = reading.warnings.iter().map(|warning| {
        let what = (names.warning)(warning.code);
        warning.about.as_ref().map_or_else(
            || what.to_owned(),
            |about| fill(words.about, &[("what", what), ("about", &line_within(about, super::NAME))]),
        )
    });
    cut.into_iter().chain(warnings).collect()
}
