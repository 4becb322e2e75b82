//! Finds the structured answer in a reply: the whole of it, in a fence, or after a sentence that leads to it.

use memchr::memchr_iter;

use super::{
    fold::cut,
    layout::{Layout, Standing},
    lists::joins,
    loose::{Fields, Fuel, object},
};

/// What became of the search.
#[derive(Debug, PartialEq)]
pub(super) enum Search<'t> {
    /// The reply is words.
    Words,
    /// The reply offers a choice of answers.
    Choices,
    /// It looks like a structured answer and cannot be read as one.
    Malformed,
    /// The answer.
    Answer(Answer<'t>),
}

/// A structured answer with the words around it.
#[derive(Debug, PartialEq)]
pub(super) struct Answer<'t> {
    pub(super) fields: Fields<'t>,
    pub(super) before: &'t str,
    pub(super) after: &'t str,
}

/// Names of fields that tell an answer from any other object.
const TELLING: [&str; 24] = [
    "say",
    "kind",
    "stance",
    "confidence",
    "vote",
    "choice",
    "ballot",
    "ranking",
    "approve",
    "approval",
    "score",
    "scores",
    "concede",
    "close",
    "idea",
    "ideas",
    "mentions",
    "pass",
    "next",
    "spawn",
    "findings",
    "next_speaker",
    "points",
    "type",
];

/// Looks for the structured answer of a reply.
pub(super) fn find<'t>(text: &'t str, layout: &Layout) -> Search<'t> {
    let mut fuel = Fuel::for_length(text.len());
    let mut last: Option<(Fields<'t>, usize, usize)> = None;
    let mut joined = false;
    let mut from = 0;
    for start in memchr_iter(b'{', text.as_bytes()) {
        if start < from || !is_open(text, layout, start) {
            continue;
        }
        if let Some((fields, end)) = object(text, start, &mut fuel) {
            joined = last.as_ref().is_some_and(|&(_, _, before)| {
                joins(text, before..start) || cut(text, before..start).trim().is_empty()
            });
            last = Some((fields, start, end));
            from = end;
        }
    }
    let Some((fields, start, end)) = last else {
        return if looks_structured(text) { Search::Malformed } else { Search::Words };
    };
    let before = without_fence(cut(text, 0..start));
    let after = text.get(end..).unwrap_or_default();
    let whole = before.is_empty();
    if !tells(&fields, whole) || !stands(before, after) {
        Search::Words
    } else if joined {
        Search::Choices
    } else {
        Search::Answer(Answer { fields, before, after: closing(after) })
    }
}

/// Whether an object at this place could be the speaker's answer: not in inline code, a quote or another's words.
fn is_open(text: &str, layout: &Layout, start: usize) -> bool {
    let standing = layout.standing(&(start..start + 1));
    matches!(standing, Standing::Own | Standing::Fence) && !cut(text, 0..start).ends_with('`')
}

fn tells(fields: &Fields<'_>, whole: bool) -> bool {
    let known = |name: &str| TELLING.iter().any(|telling| telling.eq_ignore_ascii_case(name));
    fields.iter().any(|(name, _)| known(name.trim()) || (whole && super::fields::is_say(name.trim())))
}

/// An answer opens the reply, or ends it and is not announced as an example.
fn stands(before: &str, after: &str) -> bool {
    const EXAMPLE: [&str; 12] = [
        "example",
        "e.g.",
        "for instance",
        "such as",
        "format",
        "template",
        "schema",
        "例如",
        "比如",
        "例えば",
        "格式",
        "形式",
    ];
    let lead = before.rsplit('\n').find(|line| !line.trim().is_empty()).unwrap_or_default().to_lowercase();
    before.is_empty() || (closing(after).is_empty() && !EXAMPLE.iter().any(|word| lead.contains(word)))
}

/// The words before an answer without the opening of its fence.
fn without_fence(before: &str) -> &str {
    let trimmed = before.trim_end();
    let line = trimmed.rsplit('\n').next().unwrap_or_default();
    let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let trimmed = if is_fence { cut(trimmed, 0..trimmed.len() - line.len()) } else { trimmed };
    trimmed.trim()
}

/// The words after an answer without the end of its fence and closing signs.
fn closing(after: &str) -> &str {
    after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '~' | '*' | '.' | ';' | ',')).trim_end()
}

/// Whether a reply that holds no readable object set out to be one.
fn looks_structured(text: &str) -> bool {
    let opening = text.trim_start().trim_start_matches(['`', '~']).trim_start_matches("json").trim_start();
    opening.starts_with('{')
        && TELLING.iter().any(|name| opening.contains(&format!("\"{name}\"")) || opening.contains(&format!("'{name}'")))
}
