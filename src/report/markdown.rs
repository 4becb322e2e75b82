//! Puts foreign text into Markdown so that it stays text: no heading, table, list, link, image or tag comes of it.

use super::escape::{is_unsafe, write_escaped};

/// A text within one line; line breaks become blanks.
pub(crate) fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for word in text.split([' ', '\t', '\n']).map(|word| word.trim_end_matches('\r')).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        push(&mut out, word);
    }
    guard_start(out)
}

/// A text within one line of at most so many characters; what is left out is shown by a sign.
pub(super) fn inline_within(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => inline(text),
        Some((end, _)) => format!("{} […]", inline(text.get(..end).unwrap_or_default())),
    }
}

/// A text of several lines that keep their breaks; lines after the first are indented by `indent`.
pub(super) fn prose(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut gap = false;
    for line in text.lines().map(inline) {
        if line.is_empty() {
            gap = !out.is_empty();
            continue;
        }
        if !out.is_empty() {
            // A backslash at the end of a line is a break that needs no tag.
            out.push_str(if gap { "\n\n" } else { "\\\n" });
            out.push_str(indent);
        }
        out.push_str(&line);
        gap = false;
    }
    out
}

fn push(out: &mut String, word: &str) {
    let mut before = None;
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Tables are cut at every bar, in some readers also at one behind a backslash.
            '|' => out.push_str("&#124;"),
            '_' => {
                let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                if !(inside(before) && inside(chars.peek().copied())) {
                    out.push('\\');
                }
                out.push(c);
            }
            '\\' | '`' | '*' | '[' | ']' | '<' | '&' | '#' | '~' | '$' | '{' => {
                out.push('\\');
                out.push(c);
            }
            _ if is_unsafe(c) => {
                out.push('\\');
                // Writing to a string cannot fail.
                let _ = write_escaped(out, c);
            }
            _ => out.push(c),
        }
        before = Some(c);
    }
}

/// A line that begins like a list, a quotation, an underline or a definition begins with a backslash.
fn guard_start(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => {
            let (number, rest) = line.split_at(digits);
            format!("{number}\\{rest}")
        }
        Some(b'-' | b'+' | b'=' | b':' | b'>') if digits == 0 => format!("\\{line}"),
        _ => line,
    }
}

/// A row of a table; the cells are Markdown already.
pub(super) fn row<S: AsRef<str>>(out: &mut String, cells: &[S]) {
    out.push('|');
    for cell in cells {
        let cell = cell.as_ref();
        out.push(' ');
        out.push_str(if cell.is_empty() { "–" } else { cell });
        out.push_str(" |");
    }
    out.push('\n');
}

/// The head of a table and the line below it.
pub(super) fn head(out: &mut String, cells: &[&str]) {
    row(out, cells);
    row(out, &vec!["---"; cells.len()]);
}
