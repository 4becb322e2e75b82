//! Prints what agents said on a terminal: nothing in it can move the cursor, colour, link or turn the direction.

use std::fmt::{self, Write as _};

use super::escape::{is_unsafe, write_escaped};

/// A text made safe for a terminal as it is displayed; made by [`block()`] or [`line()`].
#[derive(Debug, Clone, Copy)]
pub struct Safe<'a> {
    text: &'a str,
    breaks: Breaks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breaks {
    Kept,
    Blanks,
}

/// A text of several lines: line breaks and tabs stay, every other control or hidden character is shown as `\u{1b}`.
///
/// ```
/// let text = quorate::report::text::block("\u{1b}[2Jall\r\nagreed").to_string();
/// assert_eq!(text, "\\u{1b}[2Jall\nagreed");
/// ```
#[must_use]
pub const fn block(text: &str) -> Safe<'_> {
    Safe { text, breaks: Breaks::Kept }
}

/// A text on one line: line breaks and tabs become blanks.
#[must_use]
pub const fn line(text: &str) -> Safe<'_> {
    Safe { text, breaks: Breaks::Blanks }
}

impl fmt::Display for Safe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, self.breaks) {
                // A carriage return alone moves the cursor; before a line break it is part of the break.
                ('\r', _) if chars.peek() == Some(&'\n') => {}
                ('\n' | '\t', Breaks::Kept) => f.write_char(c)?,
                ('\n' | '\t', Breaks::Blanks) => f.write_char(' ')?,
                _ if is_unsafe(c) => write_escaped(f, c)?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
