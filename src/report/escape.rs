//! Shows characters that no reader sees: controls, direction marks and such become `\\u{1b}`.

use std::fmt::{self, Write};

use quorate_strategies::seat::is_hidden;

/// Whether a character must not reach a reader as it is. Line breaks and tabs are for the caller to handle.
///
/// Joiners stay: scripts and emoji need them, and they change nothing but their neighbours.
pub(super) fn is_unsafe(c: char) -> bool {
    match c {
        '\u{200c}' | '\u{200d}' => false,
        // The soft hyphen, the Arabic letter mark, the Mongolian separator, interlinear marks and tag characters.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => is_hidden(c),
    }
}

/// Whether a text of several lines holds a character that has to be shown escaped.
pub(super) fn has_unsafe(text: &str) -> bool {
    text.chars().any(|c| is_unsafe(c) && !matches!(c, '\n' | '\t'))
}

/// A text of several lines without the characters that would have to be escaped.
#[cfg(feature = "pipeline")]
pub(super) fn without_unsafe(text: &str) -> String {
    text.chars().filter(|c| !is_unsafe(*c) || matches!(c, '\n' | '\t')).collect()
}

/// Writes a character in its escaped form.
pub(super) fn write_escaped(out: &mut impl Write, c: char) -> fmt::Result {
    write!(out, "\\u{{{:x}}}", u32::from(c))
}
