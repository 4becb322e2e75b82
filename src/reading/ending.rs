//! The words that end things, `[CONCEDE]` and `[CLOSE]`: said, or only spoken of.
//!
//! One that is a sentence of its own is said; one that is a word of a sentence is spoken of, whatever the sentence says.
//! Which words deny a marker is never known in full, so the place decides first, and doubt goes against the marker: one
//! that is lost is noted and asked for by nobody, one that is counted wrongly ends the discussion.

use std::ops::Range;

use quorate_strategies::seat::narrow;

use super::{
    fold::{after_leads, cut, is_quote, plain},
    retraction::takes_back,
    sentence::{Mood, is_end, is_own_line, mood, mood_of},
};

/// Whether a marker is said: alone on its line, or before or after sentences that leave it one of its own.
pub(super) fn is_said(text: &str, span: &Range<usize>) -> bool {
    if is_own_line(text, span) {
        return true;
    }
    let before = line_before(text, span.start);
    let after = line_after(text, span.end);
    match (Lead::of(before), Trail::of(after)) {
        (Lead::Word, _) | (_, Trail::Goes) => false,
        (Lead::Free, Trail::Ends) => true,
        (Lead::Free, Trail::Next(next)) => !takes_back(next),
        (Lead::Free, Trail::Reason(reason)) => mood_of(reason) == Mood::Plain,
        (Lead::Paused, Trail::Ends) => mood(before) == Mood::Plain,
        (Lead::Paused, Trail::Next(next)) => mood(before) == Mood::Plain && !takes_back(next),
        // "Ship on Friday [CLOSE]": with a full stop behind it, the marker would be the last word of the sentence.
        (Lead::Words, Trail::Ends) => {
            mood(before) == Mood::Plain && !wants_more(before) && ends_paragraph(text, span.end + after.len())
        }
        (Lead::Paused, Trail::Reason(_)) | (Lead::Words, _) => false,
    }
}

/// Whether what follows the word `CONCEDE` and its sign lets it stand.
pub(super) fn is_let_stand(sign: char, after: &str) -> bool {
    let after = after.trim_start_matches(is_beside);
    if sign == ':' { mood_of(after) == Mood::Plain } else { !takes_back(after) }
}

/// How the line goes up to a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// A sentence has ended, or nothing was said.
    Free,
    /// A comma, a dash, a colon.
    Paused,
    /// Words run up to the marker, with a blank before it.
    Words,
    /// The marker is part of a word, as Chinese and Japanese write it.
    Word,
}

impl Lead {
    fn of(before: &str) -> Self {
        if after_leads(before).is_empty() {
            return Self::Free;
        }
        let words = before.trim_end_matches(is_beside);
        match words.chars().next_back() {
            None => Self::Free,
            Some(last) if is_end(last) || plain(last) == ']' => Self::Free,
            Some(last) if !last.is_alphanumeric() => Self::Paused,
            Some(_) if before.ends_with(char::is_whitespace) || before.len() - words.len() > 1 => Self::Words,
            Some(_) => Self::Word,
        }
    }
}

/// How the line goes on after a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trail<'t> {
    /// It does not, or with the next marker.
    Ends,
    /// With a sentence of its own.
    Next(&'t str),
    /// With what the marker rests on.
    Reason(&'t str),
    /// As the sentence that the marker is a word of, or as a question.
    Goes,
}

impl<'t> Trail<'t> {
    fn of(after: &'t str) -> Self {
        let rest = after.trim_start_matches(is_beside);
        let Some(first) = rest.chars().next() else { return Self::Ends };
        let further = cut(rest, first.len_utf8()..rest.len()).trim_start_matches(is_beside);
        match plain(first) {
            '[' => Self::Ends,
            '?' => Self::Goes,
            _ if is_end(first) => Self::Next(further),
            ':' | '-' | '–' | '—' | '―' | '(' => Self::Reason(further),
            _ if after.len() == rest.len() => Self::Goes,
            _ if opens_reason(rest) => Self::Reason(rest),
            _ if opens_sentence(rest) => Self::Next(rest),
            _ => Self::Goes,
        }
    }
}

/// Signs that stand beside a marker and say nothing.
fn is_beside(c: char) -> bool {
    c.is_whitespace() || matches!(narrow(c), '*' | '_' | '~' | ')') || is_quote(c)
}

fn opens_reason(text: &str) -> bool {
    ["because ", "since ", "given ", "due to ", "as "].iter().any(|word| text.starts_with(word))
}

/// Whether a sentence begins here: with a capital, or in a script without capitals with somebody or something named.
fn opens_sentence(text: &str) -> bool {
    const NAMING: [&str; 40] = [
        "我",
        "你",
        "您",
        "他",
        "她",
        "它",
        "这",
        "這",
        "那",
        "对方",
        "對方",
        "贵方",
        "成本",
        "数据",
        "正方",
        "反方",
        "あなた",
        "そ",
        "こ",
        "私",
        "わた",
        "我々",
        "相手",
        "貴",
        "ご指摘",
        "御",
        "无法反驳",
        "无可",
        "费用",
        "证据",
        "事实",
        "论据",
        "反論",
        "データ",
        "証拠",
        "ご",
        "指摘",
        "負け",
        "完敗",
        "おっしゃ",
    ];
    text.starts_with(char::is_uppercase) || NAMING.iter().any(|word| text.starts_with(word))
}

/// Whether the words before a marker do not end there: "too early to", "I refuse a".
fn wants_more(before: &str) -> bool {
    const HANGING: [&str; 64] = [
        "to", "a", "an", "the", "of", "for", "with", "by", "in", "on", "at", "from", "about", "than", "into", "and",
        "but", "nor", "that", "this", "my", "your", "their", "his", "her", "our", "i", "we", "they", "he", "she",
        "you", "will", "shall", "must", "can", "do", "does", "did", "is", "are", "was", "be", "being", "let", "please",
        "word", "marker", "post", "read", "tag", "put", "type", "typing", "posting", "print", "send", "see", "hear",
        "declare", "announce", "call", "no", "or",
    ];
    const HANGING_WIDE: [&str; 22] = [
        "以", "用", "要", "会", "會", "能", "想", "去", "来", "是", "请", "的", "把", "将", "让", "は", "が", "を",
        "に", "で", "と", "の",
    ];
    let before = before.trim_end_matches(is_beside);
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    HANGING.iter().any(|word| word.eq_ignore_ascii_case(last)) || HANGING_WIDE.iter().any(|word| before.ends_with(word))
}

/// Whether a paragraph ends where this line does: what comes next is nothing, a blank line or another marker.
fn ends_paragraph(text: &str, end: usize) -> bool {
    let mut next =
        cut(text, end..text.len()).chars().skip(1).skip_while(|&c| matches!(c, ' ' | '\r' | '*' | '_' | '-'));
    next.next().is_none_or(|c| c == '\n' || plain(c) == '[')
}

/// The line up to a place, or its last part.
fn line_before(text: &str, end: usize) -> &str {
    const LONGEST: usize = 400;
    let start = (end.saturating_sub(LONGEST)..=end).find(|&at| text.is_char_boundary(at)).unwrap_or(end);
    cut(text, start..end).rsplit('\n').next().unwrap_or_default()
}

/// The line from a place on, or its first part.
fn line_after(text: &str, start: usize) -> &str {
    const LONGEST: usize = 400;
    let end = (start..=text.len().min(start + LONGEST)).rfind(|&at| text.is_char_boundary(at)).unwrap_or(start);
    cut(text, start..end).split('\n').next().unwrap_or_default()
}
