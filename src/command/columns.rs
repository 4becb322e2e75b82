//! How many columns a text takes on a terminal, which shows some characters two columns wide.

/// The columns of a text of our own: what is not ASCII is a Chinese or Japanese character there.
pub(super) fn of(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// The text with blanks up to this column, and with one at least.
pub(super) fn padded(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(of(text)).max(1)))
}
