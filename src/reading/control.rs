//! Words of control that some backends say instead of an answer, and the concession that stands as a word.

use std::sync::LazyLock;

use memchr::memmem;
use quorate_strategies::{
    reading::{Provenance, WarningCode},
    seat::narrow,
};
use serde::Deserialize;

use super::{
    census::Census,
    draft::Draft,
    ending::is_let_stand,
    fold::{after_emphasis, after_leads, cut},
    layout::{Layout, Standing},
    quoted::Quoted,
    scan::Tag,
};

/// What backends write when they have nothing to say.
const SILENCE: [&str; 3] = ["NO_REPLY", "HEARTBEAT_OK", "ANNOUNCE_SKIP"];
/// The most bytes of one with what is put around it.
const MOST_WRAPPED: usize = 80;

/// A reply without its words of control.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Controlled<'t> {
    /// There was nothing else.
    Silent,
    /// What is left, or all of it.
    Text(&'t str),
}

/// Takes words of control off both ends of a reply.
pub(super) fn strip(text: &str) -> Controlled<'_> {
    let mut rest = text.trim();
    let before = rest.len();
    if is_wrapped(rest) {
        return Controlled::Silent;
    }
    if SILENCE.contains(&rest.trim_matches(['`', '*', '"', '.', '。', '「', '」', '“', '”'])) {
        return Controlled::Silent;
    }
    loop {
        let shorter = SILENCE.iter().find_map(|word| without(rest, word));
        match shorter {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    if rest.len() == before {
        Controlled::Text(text)
    } else if rest.is_empty() {
        Controlled::Silent
    } else {
        Controlled::Text(rest)
    }
}

/// Whether it is a word of control as gateways wrap one: `{"action": "NO_REPLY"}`.
fn is_wrapped(text: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapped<'t> {
        action: &'t str,
    }
    let may_be = text.starts_with('{') && text.len() < MOST_WRAPPED;
    may_be && serde_json::from_str::<Wrapped<'_>>(text).is_ok_and(|wrapped| SILENCE.contains(&wrapped.action.trim()))
}

/// The text without the word at its start or end, where that stands on its own: a sentence about the word keeps it.
fn without<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    const JOINTS: [char; 17] =
        [' ', '\n', '\t', '\r', '-', '–', '—', ':', '.', ',', ';', '。', '，', '、', '：', '；', '\u{3000}'];
    if let Some(after) = text.strip_prefix(word)
        && is_parted(after)
    {
        return Some(after.trim_start_matches(JOINTS));
    }
    let before = text.strip_suffix(word)?;
    is_ended(before).then(|| before.trim_end_matches([' ', '\n', '\t', '\r', '-', '–', '—']))
}

/// Whether what follows the word is no part of a sentence that begins with it.
fn is_parted(after: &str) -> bool {
    let rest = after.trim_start_matches([' ', '\t', '\u{3000}']);
    match rest.chars().next() {
        None => true,
        // `NO_REPLY-like` is a word of its own.
        Some('-') => rest.len() < after.len() || rest.starts_with("--"),
        Some(sign) => {
            matches!(sign, '\n' | '\r' | '–' | '—' | ':' | '.' | ';' | '。' | '：' | '；' | '[' | '【' | '［')
        }
    }
}

/// Whether what stands before the word is at its end: a line, a sentence, a marker.
fn is_ended(before: &str) -> bool {
    let rest = before.trim_end_matches([' ', '\t', '\u{3000}']);
    let ends = |sign: char| {
        matches!(
            sign,
            '\n' | '\r' | '–' | '—' | '.' | '!' | '?' | '…' | ')' | ']' | '*' | '。' | '！' | '？' | '）' | '】' | '］'
        )
    };
    rest.chars().next_back().is_none_or(|sign| ends(sign) || (sign == '-' && rest.len() < before.len()))
}

/// Reads a concession that is written as the first word of a line, in capitals and followed by `.`, `:` or nothing.
pub(super) fn concession(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    let quoted = Quoted::of(text);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = after_leads(line);
        let word = start + line.len() - bare.len();
        let own = || layout.standing(&(word..word + 1)) == Standing::Own && !quoted.holds(word);
        match concedes(bare) {
            Some(Said::Plainly) if own() => draft.bare(Tag::Concede, Provenance::Marker),
            Some(Said::TakenBack) if own() => draft.notes.add(WarningCode::Mentioned, bare),
            _ => {}
        }
    }
}

/// Whether a text may hold a concession at all.
pub(super) fn may_concede(text: &str, census: Census) -> bool {
    static WORD: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("CONCEDE"));
    WORD.find(text.as_bytes()).is_some() || (census.any(Census::WIDE) && text.contains("ＣＯＮＣＥＤＥ"))
}

/// How the word stands at the start of a line.
enum Said {
    Plainly,
    /// What follows it denies it or puts it off: `CONCEDE: not yet`.
    TakenBack,
}

fn concedes(line: &str) -> Option<Said> {
    const WORD: &str = "CONCEDE";
    let mut chars = line.char_indices();
    for wanted in WORD.chars() {
        chars.next().filter(|&(_, c)| narrow(c) == wanted)?;
    }
    let rest = after_emphasis(cut(line, chars.offset()..line.len())).trim_end();
    let Some(sign) = rest.chars().next() else { return Some(Said::Plainly) };
    let after = cut(rest, sign.len_utf8()..rest.len());
    let fits = matches!(narrow(sign), '.' | ':' | '。') && !after.starts_with(['.', '．']);
    let stands = is_let_stand(narrow(sign), after) && !after.trim().eq_ignore_ascii_case("n/a");
    fits.then_some(if stands { Said::Plainly } else { Said::TakenBack })
}
