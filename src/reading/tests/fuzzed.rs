//! Whatever is written, reading ends, and reads the same again.

use proptest::prelude::*;

use super::{super::own_words, *};

/// Pieces that replies are made of, so that random ones meet every rule.
const PIECES: [&str; 60] = [
    "[STANCE: AGREE]",
    "[STANCE:",
    "AGREE]",
    "［",
    "］",
    "【",
    "】",
    "[SCORE Cost: 8.5/10]",
    "[SCORE",
    "[VOTE: B]",
    "[IDEA: x",
    "[NEXT: Critic]",
    "[CONCEDE]",
    "CONCEDE.",
    "[PASS]",
    "NO_REPLY",
    "<think>",
    "</think>",
    "< think",
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "\r\n",
    "> ",
    "# ",
    "- ",
    "1. ",
    "|",
    "| Cost | 88 |",
    "Critic: ",
    "Scientist: ",
    "**",
    "_",
    "\\",
    "“",
    "”",
    "\"",
    "'",
    "「",
    "」",
    "@",
    "＠Critic",
    "@Nobody",
    "{",
    "}",
    "{\"stance\":\"agree\"}",
    "{'a': [",
    "\"say\": \"",
    "Score: 85",
    "85-90",
    "é",
    "你好。",
    "\u{200b}",
    "\u{1f600}",
    " or ",
    "I do not ",
    "support ",
];

fn reply() -> impl Strategy<Value = String> {
    let piece = prop_oneof![proptest::sample::select(&PIECES[..]).prop_map(str::to_owned), "\\PC{0,6}", "[ -~]{0,8}"];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn reading_never_panics_and_is_a_function(text in reply()) {
        let room = Room::new().points(&["Cost", "Risk"]).options(&["Ship", "Wait"]);
        let message = room.message(&text);
        prop_assert_eq!(&*message.raw, text.as_str());
        prop_assert_eq!(&message, &room.message(&text));
        prop_assert!(message.reading.scores.len() <= 2);
        prop_assert!(message.reading.warnings.len() <= 32);
        prop_assert!(message.reading.mentions.iter().all(|read| read.value != SeatId(0)));
        let own = own_words(&text, &room.table());
        prop_assert!(own.len() <= text.len());
    }

    #[test]
    fn any_text_at_all_is_read(text in "\\PC*", bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = reads(&text);
        let _ = reads(&String::from_utf8_lossy(&bytes));
        let _ = super::super::jsonl::parse_line(&text);
    }

    #[test]
    fn plain_words_are_said_as_they_are(text in "[a-z ,.]{1,200}") {
        let message = Room::new().message(&text);
        prop_assert_eq!(message.text(), text.as_str());
        prop_assert!(counts_nothing(&message.reading));
    }
}
