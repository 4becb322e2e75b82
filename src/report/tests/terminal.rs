//! What agents say reaches a terminal as text alone.

use quorate_strategies::seat::is_hidden;

use crate::report::text::{block, line};

const PAYLOADS: [&str; 32] = [
    "\u{1b}[2J",
    "\u{1b}[31mred\u{1b}[0m",
    "\u{1b}[1A\u{1b}[2Kover",
    "\u{1b}]8;;https://evil.example\u{7}click\u{1b}]8;;\u{7}",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]52;c;ZXZpbA==\u{7}",
    "\u{1b}Pq#0;2;0;0;0\u{1b}\\",
    "\u{1b}_application\u{1b}\\",
    "\u{1b}^private\u{1b}\\",
    "\u{1b}[?1049h",
    "\u{1b}[6n",
    "\u{1b}c",
    "\u{9b}31m",
    "\u{9d}0;title\u{9c}",
    "\u{90}q\u{9c}",
    "\u{85}next line",
    "agreed\rdenied",
    "\rover",
    "line\r\nline",
    "bell\u{7}",
    "back\u{8}\u{8}\u{8}space",
    "tab\u{b}vertical",
    "form\u{c}feed",
    "nul\u{0}nul",
    "del\u{7f}",
    "\u{202e}evil\u{202c}",
    "\u{2066}isolate\u{2069}",
    "\u{200e}mark\u{200f}",
    "\u{61c}arabic mark",
    "zero\u{200b}width\u{feff}",
    "\u{2028}separator\u{2029}",
    "tags\u{e0041}\u{e007f}",
];

#[test]
fn no_control_or_direction_character_comes_through() {
    for payload in PAYLOADS {
        for (shown, breaks) in [(block(payload).to_string(), true), (line(payload).to_string(), false)] {
            let hidden = shown
                .chars()
                .find(|c| is_hidden(*c) && !(breaks && *c == '\n') || ('\u{e0000}'..='\u{e007f}').contains(c));
            assert_eq!(hidden, None, "{payload:?} as {shown:?}");
            assert!(!shown.contains('\u{61c}'));
        }
    }
}

#[test]
fn what_is_visible_stays_as_it_is() {
    let text = "Zoë 提案 👩\u{200d}🔧 – \"a\\b\"\n\tok";
    assert_eq!(block(text).to_string(), text);
    assert_eq!(line(text).to_string(), text.replace("\n\t", "  "));
    assert_eq!(line("a\r\nb").to_string(), "a b");
    assert_eq!(line("\u{1b}[0m").to_string(), "\\u{1b}[0m");
}
