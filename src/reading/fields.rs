//! Takes the data out of a structured answer; odd values are noted and never mended.

use std::sync::Arc;

use quorate_strategies::{
    reading::{Finding, Provenance, Read, Severity, WarningCode},
    seat::Roster,
};

use super::{
    ballots,
    draft::{Draft, name_of},
    loose::{Fields, Loose},
    mention, names, points,
    scan::Tag,
    values::{self, Value},
};

const FROM: Provenance = Provenance::Structured;

/// Whether a field holds what was said.
pub(super) fn is_say(name: &str) -> bool {
    SAYS.iter().any(|say| say.eq_ignore_ascii_case(name))
}

/// Names of the field that holds what was said, the best first.
const SAYS: [&str; 11] = [
    "say",
    "message",
    "text",
    "content",
    "answer",
    "reason",
    "reasons",
    "rationale",
    "opinion",
    "comment",
    "explanation",
];

/// What an answer says in words.
pub(super) fn said<'a>(fields: &'a Fields<'_>) -> Option<&'a str> {
    SAYS.iter().find_map(|say| match field(fields, say)? {
        Loose::Text(text) if !text.trim().is_empty() => Some(text.as_ref()),
        _ => None,
    })
}

/// The last field of a name.
pub(super) fn field<'a, 't>(fields: &'a Fields<'t>, name: &str) -> Option<&'a Loose<'t>> {
    fields.iter().rev().find(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// Reads all fields into the draft.
pub(super) fn apply(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    words(fields, draft);
    bare(fields, draft);
    ballots::apply(fields, draft);
    points::apply(fields, draft);
    lists(fields, draft);
    if let Some(Loose::Text(name)) = field(fields, "next").or_else(|| field(fields, "next_speaker"))
        && !name.trim().is_empty()
    {
        match names::seat(name, draft.known.table().roster) {
            Ok(seat) => draft.reading.next = Some(Read::new(seat, FROM)),
            Err(_) => draft.notes.add(WarningCode::UnknownTarget, name),
        }
    }
    if let Some(Loose::Text(topic)) = field(fields, "spawn")
        && !topic.trim().is_empty()
    {
        draft.reading.spawn = Some(topic.trim().into());
    }
}

fn words(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    if let Some(text) = word(field(fields, "stance"))
        && let Some(stance) = allowed(Tag::Stance, values::stance(&text), &text, draft)
    {
        draft.stance(stance, FROM);
    }
    let kind = field(fields, "kind").or_else(|| field(fields, "message_type")).or_else(|| field(fields, "type"));
    if let Some(text) = word(kind)
        && let Some(kind) = allowed(Tag::Kind, values::kind(&text), &text, draft)
    {
        draft.reading.kind = Read::new(kind, FROM);
    }
    if let Some(text) = word(field(fields, "confidence")) {
        if values::is_share(&text) {
            draft.notes.add(WarningCode::Scale, &text);
        } else if let Some(value) = allowed(Tag::Confidence, values::confidence(&text), &text, draft) {
            draft.reading.confidence = Some(Read::new(value, FROM));
        }
    }
}

/// A value as text; null and blank count as absent.
pub(super) fn word(value: Option<&Loose<'_>>) -> Option<String> {
    let text = match value? {
        Loose::Null => return None,
        Loose::Truth(truth) => truth.to_string(),
        Loose::Number(number) => (*number).to_owned(),
        Loose::Text(text) => text.trim().to_owned(),
        Loose::List(_) => "[…]".to_owned(),
        Loose::Object(_) => "{…}".to_owned(),
    };
    (!text.is_empty()).then_some(text)
}

fn allowed<T>(tag: Tag, value: Value<T>, written: &str, draft: &mut Draft<'_>) -> Option<T> {
    match value {
        Value::Good(value) => Some(value),
        Value::Echo => {
            draft.notes.add(WarningCode::Echo, name_of(tag));
            None
        }
        Value::Bad => {
            draft.invalid(tag, written);
            None
        }
    }
}

fn bare(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    for tag in [Tag::Concede, Tag::Close, Tag::Pass] {
        match field(fields, name_of(tag)) {
            Some(Loose::Truth(true)) => draft.bare(tag, FROM),
            Some(Loose::Truth(false)) => draft.deny(tag),
            Some(Loose::Text(text)) if text.eq_ignore_ascii_case("true") => draft.bare(tag, FROM),
            Some(Loose::Text(text)) if text.eq_ignore_ascii_case("false") => draft.deny(tag),
            Some(Loose::Null) | None => {}
            odd @ Some(_) => draft.invalid(tag, &word(odd).unwrap_or_default()),
        }
    }
}

fn lists(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    for text in texts(field(fields, "ideas").or_else(|| field(fields, "idea"))) {
        draft.reading.ideas.push(text.into());
    }
    // No more than can sit at a table.
    for name in texts(field(fields, "mentions")).into_iter().take(Roster::MOST) {
        let bare = name.trim_start_matches(['@', '＠']);
        match names::seat(bare, draft.known.table().roster) {
            Ok(seat) => mention::add(seat, FROM, draft),
            Err(_) => draft.notes.add(WarningCode::UnknownMention, bare),
        }
    }
    if let Some(Loose::List(items)) = field(fields, "findings") {
        draft.reading.findings = items.iter().filter_map(finding).collect();
    }
}

/// Texts of a list, or one text alone.
fn texts<'a>(value: Option<&'a Loose<'_>>) -> Vec<&'a str> {
    let text = |value: &'a Loose<'_>| match value {
        Loose::Text(text) if !text.trim().is_empty() => Some(text.trim()),
        _ => None,
    };
    match value {
        Some(Loose::List(items)) => items.iter().filter_map(text).collect(),
        Some(one) => text(one).into_iter().collect(),
        None => Vec::new(),
    }
}

fn finding(item: &Loose<'_>) -> Option<Finding> {
    let Loose::Object(fields) = item else { return None };
    let severity = match word(field(fields, "severity"))?.to_ascii_lowercase().as_str() {
        "info" => Severity::Info,
        "warning" => Severity::Warning,
        "blocking" => Severity::Blocking,
        _ => return None,
    };
    let text = |name: &str| word(field(fields, name)).map(Arc::from);
    Some(Finding {
        rule: text("rule").unwrap_or_else(|| "".into()),
        severity,
        line: word(field(fields, "line")).and_then(|line| line.parse().ok()).filter(|&line| line > 0),
        message: text("message")?,
        suggestion: text("suggestion"),
    })
}
