//! How characters and names are compared: folded for width and case, never for look.

use quorate_strategies::seat::{is_hidden, narrow};

/// A character in the plain form that markers are written in: narrow, and with square brackets for their wide cousins.
pub(super) const fn plain(c: char) -> char {
    match c {
        '【' | '〔' | '〖' | '〘' | '〚' | '﹝' => '[',
        '】' | '〕' | '〗' | '〙' | '〛' | '﹞' => ']',
        '﹕' | '︰' => ':',
        _ => narrow(c),
    }
}

/// A character as names are compared: narrow and in lower case.
pub(super) fn lower(c: char) -> char {
    let c = narrow(c);
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

/// The Latin letter that a Cyrillic or Greek one is mistaken for.
///
/// Only used to *refuse*: a line under a name that looks like a colleague's is not the speaker's own.
pub(super) fn look(c: char) -> char {
    match lower(c) {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'ɡ' => 'g',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' | 'μ' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'х' | 'χ' => 'x',
        'у' => 'y',
        plain => plain,
    }
}

/// How closely a text has to follow a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// The same but for width, case, Markdown escapes and `_` for a blank.
    Same,
    /// What a hasty reader would take for it: look-alike letters and characters that take no room included.
    Looks,
}

/// How many bytes of `text` spell `name`, if it begins with it and does not go on as a longer word.
pub(super) fn eat_name(text: &str, name: &str, likeness: Likeness) -> Option<usize> {
    let mut rest = text.char_indices().filter(|&(_, c)| c != '\\' && !(likeness == Likeness::Looks && is_hidden(c)));
    let mut end = 0;
    let mut last = ' ';
    for wanted in name.chars() {
        let (at, c) = rest.next()?;
        if !alike(c, wanted, likeness) {
            return None;
        }
        end = at + c.len_utf8();
        last = wanted;
    }
    // Underscores are emphasis unless the word goes on after them.
    let next = text.get(end..)?.trim_start_matches('_').chars().next();
    let goes_on = is_word(last) && next.is_some_and(is_word);
    (end > 0 && !goes_on).then_some(end)
}

fn alike(c: char, wanted: char, likeness: Likeness) -> bool {
    let same = lower(c) == lower(wanted) || (matches!(c, ' ' | '_') && matches!(wanted, ' ' | '_'));
    same || (likeness == Likeness::Looks && look(c) == look(wanted))
}

/// Whether a character belongs to a word of a script that puts blanks between words.
pub(super) fn is_word(c: char) -> bool {
    let c = narrow(c);
    c.is_ascii_alphanumeric() || c == '_' || (c.is_alphabetic() && (c as u32) < 0x1100)
}

/// A text as data are compared: folded, without emphasis, escapes, outer quotation marks and a closing full stop.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().map(lower) {
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !matches!(c, '\\' | '*' | '`') {
            out.push(c);
        }
    }
    let inner = out.trim_matches(|c: char| is_wrapping(c) || matches!(c, '.' | '。' | '!'));
    if inner.len() == out.len() { out } else { inner.to_owned() }
}

/// Whether a character may wrap a name without being part of it.
fn is_wrapping(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || matches!(c, '_' | '~')
}

/// A cleaned text with blanks, underscores and hyphens taken for the same.
pub(super) fn loosen(cleaned: &str) -> String {
    cleaned.replace(['_', '-'], " ")
}

/// Whether a character is a quotation mark of any of the usual kinds.
pub(super) const fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
            | '＂'
            | '＇'
            | '｢'
            | '｣'
    )
}

/// The part of a text in a range, or nothing where the range does not fit.
pub(super) fn cut(text: &str, range: std::ops::Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// A line without the signs that Markdown puts before its words: list, heading, emphasis, numbering.
pub(super) fn after_leads(line: &str) -> &str {
    let mut rest = line
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '-' | '+' | '•' | '·' | '*' | '_' | '~'));
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits)
        && let Some(numbered) = rest.get(digits..).and_then(|after| after.strip_prefix(['.', ')', '、']))
    {
        rest = numbered.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_'));
    }
    rest
}

/// Titles of courtesy that follow a name.
const TITLES: [&str; 6] = ["さん", "様", "氏", "先生", "老师", "女士"];

/// What follows a name and its title of courtesy: `Criticさん`.
pub(super) fn after_title(tail: &str) -> &str {
    TITLES.iter().find_map(|title| tail.strip_prefix(title)).unwrap_or(tail)
}

/// A name without a title of courtesy at its end.
pub(super) fn without_title(name: &str) -> &str {
    TITLES.iter().find_map(|title| name.strip_suffix(title)).unwrap_or(name)
}

/// A text without the emphasis and blanks at its start.
pub(super) fn after_emphasis(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '~'))
}

/// The first character of a text in its narrow form.
pub(super) fn narrow_first(text: &str) -> Option<char> {
    text.chars().next().map(narrow)
}

/// A line without the sign of a list item.
pub(super) fn after_bullet(line: &str) -> &str {
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|bullet| line.strip_prefix(bullet));
    bullet.map_or(line, str::trim_start)
}
