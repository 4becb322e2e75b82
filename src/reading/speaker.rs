//! Under whose name a line stands: `Critic: …`, `**Critic:** …`, `[Critic] …`, `### Critic`.

use quorate_strategies::seat::is_hidden;

use super::{
    fold::{after_bullet, after_emphasis, after_leads, after_title, plain},
    known::{Known, Who},
};

/// A name that opens a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label {
    /// Whose.
    pub(super) who: Who,
    /// How it stands.
    pub(super) shape: Shape,
    /// Where the words after it begin, in bytes from the start of the line.
    pub(super) after: usize,
}

/// How a name opens a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Words follow on the line.
    Inline,
    /// Words follow on the line, which is an item of a list or a row of a table.
    Item,
    /// The line holds the name alone.
    Alone,
    /// The line is a heading that holds the name alone.
    Heading,
}

/// Words that may stand before the name of somebody who is quoted.
const QUOTING: [&str; 5] = ["quote from ", "quoting ", "according to ", "from ", "as "];

/// Words that may stand between a name and what is reported of its bearer.
const SAYING: [&str; 24] = [
    "said",
    "says",
    "wrote",
    "writes",
    "replied",
    "replies",
    "answered",
    "answers",
    "voted",
    "votes",
    "stated",
    "states",
    "argued",
    "argues",
    "put it",
    "chose",
    "chooses",
    "concluded",
    "concludes",
    "说",
    "表示",
    "认为",
    "は",
    "さん",
];

/// The name that opens a line, if one does.
pub(super) fn label(line: &str, known: &Known<'_>) -> Option<Label> {
    let trimmed = line.trim_start();
    let is_row = trimmed.starts_with('|');
    let lead = after_leads(trimmed.strip_prefix('|').unwrap_or(trimmed));
    let (bracket, rest) = opener(lead);
    // A character that takes no room hides no name.
    let rest = rest.trim_start_matches(is_hidden);
    let first = rest.chars().next()?;
    let rest =
        if known.may_begin(first) || matches!(first, 'q' | 'Q' | 'f' | 'F') { after_quoting(rest) } else { rest };
    let first = rest.chars().next()?;
    if !known.may_begin(first) {
        return None;
    }
    let (who, length) = known.name_at(rest)?;
    let (closed, tail) = closer(rest.get(length..)?, bracket)?;
    let tail = after_saying(after_aside(after_emphasis(after_title(tail))));
    let tail = after_emphasis(tail);
    let parted = tail.chars().next().filter(|&c| plain(c) == ':' || (is_row && c == '|'));
    let words = after_emphasis(parted.map_or(tail, |c| tail.get(c.len_utf8()..).unwrap_or_default()));
    let shape = match (parted, words.is_empty()) {
        (_, true) if trimmed.starts_with('#') => Shape::Heading,
        (_, true) => Shape::Alone,
        (Some(_), false) if is_row || after_bullet(trimmed).len() < trimmed.len() => Shape::Item,
        (Some(_), false) => Shape::Inline,
        (None, false) if closed == Closed::Square => Shape::Inline,
        (None, false) => return None,
    };
    Some(Label { who, shape, after: line.len() - words.len() })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closed {
    Square,
    Otherwise,
}

fn opener(text: &str) -> (Option<char>, &str) {
    match text.chars().next() {
        Some(c) if matches!(plain(c), '[' | '(' | '<') => {
            (Some(plain(c)), after_emphasis(text.get(c.len_utf8()..).unwrap_or_default()))
        }
        _ => (None, text),
    }
}

fn closer(tail: &str, bracket: Option<char>) -> Option<(Closed, &str)> {
    let Some(bracket) = bracket else { return Some((Closed::Otherwise, tail)) };
    let tail = after_emphasis(tail);
    let c = tail.chars().next()?;
    let rest = tail.get(c.len_utf8()..)?;
    match (bracket, plain(c)) {
        ('[', ']') => Some((Closed::Square, rest)),
        ('[', ':') => Some((Closed::Otherwise, tail)),
        ('(', ')') | ('<', '>') => Some((Closed::Otherwise, rest)),
        _ => None,
    }
}

fn after_quoting(text: &str) -> &str {
    let lead = QUOTING.iter().find(|lead| text.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead)));
    lead.and_then(|lead| text.get(lead.len()..)).unwrap_or(text)
}

/// Without a short aside in brackets: `Critic (reviewer): …`.
fn after_aside(tail: &str) -> &str {
    const LONGEST: usize = 60;
    let Some(open @ ('(' | '[')) = tail.chars().next().map(plain) else { return tail };
    let end = tail.char_indices().take(LONGEST).find(|&(_, c)| matches!(plain(c), ')' | ']'));
    let after = end.and_then(|(at, c)| tail.get(at + c.len_utf8()..)).map(after_emphasis);
    // A square bracket may as well be a marker; it is an aside when a colon follows.
    after.filter(|after| open == '(' || after.starts_with([':', '：'])).unwrap_or(tail)
}

/// Without the word of saying: `Critic said: …`.
fn after_saying(tail: &str) -> &str {
    let word = SAYING.iter().find(|word| tail.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)));
    word.and_then(|word| tail.get(word.len()..)).unwrap_or(tail)
}

/// Whether the words right before a marker give it to somebody else: `Critic said`, `Critic's stance:`, `Critic —`.
pub(super) fn attributes(before: &str, known: &Known<'_>) -> bool {
    const NOUNS: [&str; 9] = ["stance", "vote", "position", "score", "answer", "ballot", "is", "was", "的立场"];
    const TOWARDS: [&str; 17] = [
        "with", "to", "like", "as", "and", "dear", "against", "than", "for", "plan", "option", "variant", "choice",
        "step", "phase", "from", "of",
    ];
    // After a full stop, a bracket or nothing at all, nobody has been named.
    let joined = |c: char| c.is_alphanumeric() || matches!(plain(c), ':' | '-' | '–' | '—' | '=' | '|');
    if !before.trim_end_matches([' ', '*', '_']).ends_with(joined) {
        return false;
    }
    let folded = super::fold::clean(tail_of(before));
    let mut text = folded.as_str();
    let mut reported = false;
    for _ in 0..3 {
        let shorter =
            text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '–' | '—' | '=' | '|'));
        let word = SAYING.iter().chain(&NOUNS).find(|word| shorter.ends_with(**word));
        let shorter = word.map_or(shorter, |word| shorter.get(..shorter.len() - word.len()).unwrap_or_default());
        reported |= shorter.len() < text.len();
        text = shorter.trim_end();
    }
    text =
        text.strip_suffix("'s").or_else(|| text.strip_suffix("’s")).or_else(|| text.strip_suffix('的')).unwrap_or(text);
    if !reported {
        return false;
    }
    let Some((seat, start)) = known.name_before(text) else { return false };
    let lead = text.get(..start).unwrap_or_default();
    let whole = lead.chars().next_back().is_none_or(|c| !super::fold::is_word(c));
    let lead = lead.trim_end();
    let word = lead.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let towards = TOWARDS.contains(&word) || ["@", "同意", "支持", "方案"].iter().any(|word| lead.ends_with(word));
    whole && seat != known.speaker() && !towards
}

/// The last part of a line, long enough for any attribution.
fn tail_of(before: &str) -> &str {
    const LONGEST: usize = 120;
    let start = (before.len().saturating_sub(LONGEST)..=before.len()).find(|&at| before.is_char_boundary(at));
    let tail = start.and_then(|start| before.get(start..)).unwrap_or_default();
    tail.rsplit('\n').next().unwrap_or_default()
}
