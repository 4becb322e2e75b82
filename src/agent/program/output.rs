//! What a program printed, as text that can be read and stored.

use quorate_strategies::seat::is_hidden;

/// Characters of a text that a message shows: the last ones, as the error itself comes last.
const SHOWN: usize = 300;

/// Output without colours and other orders to a terminal; what is not UTF-8 is replaced.
pub(in crate::agent) fn clean(bytes: &[u8]) -> String {
    if !bytes.contains(&0x1b) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    // The filter takes tabs for orders.
    let text = String::from_utf8_lossy(bytes).replace('\t', "    ");
    String::from_utf8_lossy(&strip_ansi_escapes::strip(text)).into_owned()
}

/// A text on one line, short enough for a message, without characters that nobody sees.
pub(in crate::agent) fn excerpt(text: &str) -> String {
    let visible: String = text.chars().map(|c| if is_hidden(c) || c.is_control() { ' ' } else { c }).collect();
    let line = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().rev().nth(SHOWN - 1) {
        Some((at, _)) if at > 0 => format!("… {}", line.get(at..).unwrap_or_default()),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_and_everything_else_stays() {
        assert_eq!(clean(b"a\tb\r\nc"), "a\tb\r\nc");
        assert_eq!(clean(b"\x1b[1m[STANCE: \x1b[32mAGREE\x1b[0m]\n\tYes.\n"), "[STANCE: AGREE]\n    Yes.\n");
        assert_eq!(clean(b"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \xff"), "link \u{fffd}");
    }

    #[test]
    fn a_message_shows_the_end_of_a_long_text() {
        let long = format!("{}the cause", "noise\n".repeat(200));
        let shown = excerpt(&long);
        assert!(
            shown.starts_with("… ") && shown.ends_with("the cause") && shown.chars().count() == SHOWN + 2,
            "{shown}"
        );
        assert_eq!(excerpt(" one\ntwo \u{202e}"), "one two");
    }
}
