//! Cuts a message into sentences of its speaker's own, each a piece of the message as it stands.

use std::ops::Range;

use quorate_strategies::seat::narrow;

use self::pairs::pairs;

mod pairs;

/// Words that begin a marker; a marker is read elsewhere and is no sentence.
const MARKERS: [&str; 12] =
    ["stance", "kind", "confidence", "score", "vote", "concede", "close", "next", "idea", "spawn", "pass", "consensus"];
/// Words before a full stop that does not end a sentence.
const ABBREVIATIONS: [&str; 11] = ["e.g", "i.e", "etc", "vs", "cf", "approx", "mr", "mrs", "ms", "dr", "fig"];
/// What may stand between the end of a sentence and the blank behind it.
const CLOSING: [char; 12] = ['"', '”', '’', ')', '」', '』', '）', '*', '》', '】', '〉', '］'];
/// What ends a sentence where no blank follows.
const WIDE_ENDS: [char; 5] = ['。', '！', '？', '｡', '．'];
/// Signs that begin an item of a list; those in front need a blank behind them.
const BULLETS: [&str; 4] = ["- ", "* ", "+ ", "• "];
const WIDE_BULLETS: [char; 8] = ['・', '•', '●', '○', '■', '□', '◆', '◇'];
/// What shows that a text was cut.
pub(super) const CUT: &str = " […]";

/// One line of a message, as far as it is the speaker's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passage<'a> {
    /// The text, without what makes it a heading or an item of a list.
    pub(super) text: &'a str,
    /// The text with the sign of a list before it, where it has one.
    pub(super) signed: &'a str,
    /// What kind of line it was.
    pub(super) layout: Layout,
}

/// What a line is in its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Plain,
    Heading,
    Item,
}

/// The passages of a message: no code, no quotations, no tables, no markers.
pub(super) fn passages(text: &str) -> Vec<Passage<'_>> {
    let mut out = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim();
        if let Some(mark) = fence {
            if line.starts_with(mark) && line.trim_start_matches(['`', '~']).is_empty() {
                fence = None;
            }
            continue;
        }
        fence = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
        if fence.is_some() || line.starts_with(['>', '|']) {
            continue;
        }
        let (bare, layout) = strip_layout(line);
        for text in between_markers(bare) {
            if !text.chars().any(char::is_alphanumeric) {
                continue;
            }
            let begins = layout == Layout::Item && bare.starts_with(text);
            let signed = if begins { line.get(..line.len() - bare.len() + text.len()) } else { None };
            out.push(Passage { text, signed: signed.unwrap_or(text), layout });
        }
    }
    out
}

fn strip_layout(line: &str) -> (&str, Layout) {
    if let Some(rest) = line.strip_prefix('#') {
        return (rest.trim_start_matches('#').trim_start(), Layout::Heading);
    }
    let bullet = BULLETS.iter().find_map(|bullet| line.strip_prefix(bullet));
    match bullet.or_else(|| line.strip_prefix(WIDE_BULLETS)).or_else(|| after_number(line)) {
        Some(rest) => (rest.trim_start(), Layout::Item),
        None => (line, Layout::Plain),
    }
}

/// What stands behind the number of an item: `1. `, `1) `, `1、`, `１．`, `一、`, `（2）`, `③`.
fn after_number(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix(|c| matches!(c, '①'..='⑳')) {
        return Some(rest);
    }
    let (inner, in_brackets) = match line.strip_prefix(['（', '(']) {
        Some(inner) => (inner, true),
        None => (line, false),
    };
    let is_numeral = |c: char| narrow(c).is_ascii_digit() || "一二三四五六七八九十".contains(c);
    let rest = inner.trim_start_matches(is_numeral);
    let numerals = inner.len() - rest.len();
    // As many as three digits of full width have bytes.
    if !(1..=9).contains(&numerals) {
        return None;
    }
    match in_brackets {
        true => rest.strip_prefix(['）', ')']),
        false => match rest.strip_prefix(['.', ')']) {
            Some(rest) => Some(rest).filter(|rest| numerals <= 3 && rest.starts_with(' ')),
            None => rest.strip_prefix(['、', '．', '）']).filter(|rest| !rest.starts_with(is_numeral)),
        },
    }
}

/// The pieces of a line between its markers.
fn between_markers(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut search = 0;
    while let Some(start) = line.get(search..).and_then(|rest| rest.find(['[', '［', '【'])).map(|at| at + search) {
        let open = line.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        let end = line.get(start..).and_then(|rest| rest.find([']', '］', '】'])).map(|at| at + start);
        let Some(end) = end else { break };
        let close = line.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        if is_marker(line.get(start + open..end).unwrap_or_default()) {
            out.push(line.get(from..start).unwrap_or_default().trim());
            from = end + close;
            search = from;
        } else {
            search = start + open;
        }
    }
    out.push(line.get(from..).unwrap_or_default().trim());
    out
}

fn is_marker(inside: &str) -> bool {
    let word: String = inside.trim().chars().map(narrow).take_while(char::is_ascii_alphabetic).take(16).collect();
    MARKERS.iter().any(|marker| word.eq_ignore_ascii_case(marker))
}

/// The sentences of a passage.
pub(super) fn sentences(passage: &str) -> impl Iterator<Item = &str> {
    ranges(passage).into_iter().filter_map(|range| passage.get(range))
}

/// Where the sentences of a passage begin and end.
fn ranges(passage: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut pairs = pairs(passage).into_iter().peekable();
    for (at, c) in passage.char_indices() {
        while pairs.next_if(|pair| pair.end < at).is_some() {}
        if at >= from && ends_sentence(passage, at, c) {
            let tail = passage.get(at + c.len_utf8()..).unwrap_or_default();
            let rest = tail.trim_start_matches(|c| CLOSING.contains(&c) || WIDE_ENDS.contains(&c));
            let end = passage.len() - rest.len();
            let in_pair = pairs.peek().filter(|pair| pair.contains(&at));
            // A quotation that ends here and is gone on from, as in 「はい。」と言う, is part of a sentence.
            if in_pair.is_some_and(|pair| pair.end >= end || rest.starts_with(is_hiragana)) {
                continue;
            }
            push(&mut out, passage, from..end);
            from = end;
        }
    }
    push(&mut out, passage, from..passage.len());
    out
}

const fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

fn push(out: &mut Vec<Range<usize>>, passage: &str, range: Range<usize>) {
    let piece = passage.get(range.clone()).unwrap_or_default();
    if piece.chars().any(char::is_alphanumeric) {
        let start = range.end - piece.trim_start().len();
        out.push(start..start + piece.trim().len());
    }
}

fn ends_sentence(text: &str, at: usize, c: char) -> bool {
    if WIDE_ENDS.contains(&c) {
        // A point of full width also stands within numbers.
        let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        return c != '．' || !next.is_some_and(|next| narrow(next).is_ascii_digit());
    }
    if !matches!(c, '.' | '!' | '?') {
        return false;
    }
    let after = text.get(at + 1..).unwrap_or_default().trim_start_matches(CLOSING);
    if !after.starts_with(char::is_whitespace) {
        return false;
    }
    let next = after.trim_start().chars().next();
    if next.is_none_or(char::is_lowercase) {
        return next.is_none();
    }
    let word = text.get(..at).unwrap_or_default().rsplit([' ', '(', '"']).next().unwrap_or_default();
    c != '.' || !(word.len() == 1 || ABBREVIATIONS.iter().any(|one| word.eq_ignore_ascii_case(one)))
}

/// Whether a sentence asks something.
pub(super) fn is_question(sentence: &str) -> bool {
    let bare = sentence.trim_end_matches(CLOSING);
    let asks = |end: char| matches!(end, '?' | '？');
    bare.ends_with(asks)
        || bare.trim_end_matches(WIDE_ENDS).ends_with(asks)
        || bare.ends_with("か。")
        || bare.ends_with("吗。")
}

/// Whether a sentence only announces what follows it.
pub(super) fn announces(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_']).ends_with([':', '：'])
}

/// The sentence that says most of what a message is about: the first that is more than a few words, else the first.
pub(crate) fn lead(text: &str) -> Option<&str> {
    let passages = passages(text);
    let spoken = || passages.iter().filter(|one| one.layout != Layout::Heading).flat_map(|one| sentences(one.text));
    let telling =
        |one: &&str| one.split_whitespace().count() >= 4 || one.chars().filter(|c| !c.is_ascii()).count() >= 8;
    let says = |one: &&str| !announces(one);
    spoken()
        .filter(says)
        .find(telling)
        .or_else(|| spoken().find(says))
        .or_else(|| spoken().next())
        .or_else(|| passages.first().map(|one| one.text))
}

/// The items of the lists in a message.
pub(super) fn items(text: &str) -> Vec<&str> {
    passages(text).into_iter().filter(|one| one.layout == Layout::Item).map(|one| one.text).collect()
}

/// The speaker's own words, line by line, up to about `most` bytes; whole sentences as far as they fit.
pub(super) fn own_words(text: &str, most: usize) -> String {
    let mut out = String::new();
    for Passage { text, signed, .. } in passages(text) {
        if !out.is_empty() {
            out.push('\n');
        }
        let left = most.saturating_sub(out.len());
        if signed.len() <= left {
            out.push_str(signed);
            continue;
        }
        let fits = ranges(text).into_iter().map(|range| range.end).take_while(|end| *end <= left).last();
        out.push_str(match fits {
            Some(end) => text.get(..end).unwrap_or_default(),
            None if out.is_empty() => within(text, left),
            None => "",
        });
        out.truncate(out.trim_end().len());
        out.push_str(CUT);
        break;
    }
    out
}

/// The beginning of a sentence, at most `most` bytes, without half a word where words end at blanks.
pub(super) fn within(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let head = text.get(..end).unwrap_or_default();
    // In scripts that run on without blanks, one that stands somewhere is no place to cut.
    if head.ends_with(is_unspaced) {
        return head;
    }
    head.rfind(char::is_whitespace).and_then(|blank| head.get(..blank)).unwrap_or(head).trim_end()
}

/// Whether a character belongs to a script that is written without blanks between words.
const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}
