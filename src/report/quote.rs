//! Quotes a reply byte for byte, in a block that it cannot close.

use super::escape::{has_unsafe, is_unsafe, write_escaped};

/// How a reply is shown in its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// As it is.
    Verbatim,
    /// With hidden characters as `\u{1b}` and every backslash doubled, so that it can still be read back.
    Escaped,
}

/// How a text will be shown.
pub(super) fn shown(text: &str) -> Shown {
    if has_unsafe(text) { Shown::Escaped } else { Shown::Verbatim }
}

/// Writes a text as a block; the line break before the closing fence is not part of it.
pub(crate) fn block(out: &mut String, text: &str) {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    out.push_str(&fence);
    out.push_str("text\n");
    match shown(text) {
        Shown::Verbatim => out.push_str(text),
        Shown::Escaped => escape(out, text),
    }
    out.push('\n');
    out.push_str(&fence);
    out.push('\n');
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' | '\t' => out.push(c),
            // Writing to a string cannot fail.
            _ if is_unsafe(c) => drop(write_escaped(out, c)),
            _ => out.push(c),
        }
    }
}

/// The longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
