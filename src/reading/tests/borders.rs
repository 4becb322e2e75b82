//! Borders inside a reply: code, clauses, sentences and lines end where they end, and not a sign later.

use quorate_strategies::brief::Language;

use super::*;
use crate::reading::{code::split_inline, layout::Standing};

/// The parts of the speaker's own text, code in angle brackets.
fn parts(text: &str) -> String {
    let parts = split_inline(text, vec![(0..text.len(), Standing::Own)]);
    let mut end = 0;
    let mut out = String::new();
    for (range, standing) in parts {
        assert_eq!(range.start, end, "the parts follow each other in {text:?}");
        assert!(!range.is_empty(), "no part of {text:?} is empty");
        end = range.end;
        let piece = &text[range];
        if standing == Standing::Code { out += &format!("<{piece}>") } else { out += piece }
    }
    assert_eq!(end, text.len());
    out
}

#[test]
fn code_reaches_from_backticks_to_as_many_backticks_in_its_paragraph() {
    assert_eq!(parts("a `b` c `d`"), "a <`b`> c <`d`>");
    assert_eq!(parts("`a` b"), "<`a`> b");
    assert_eq!(parts("``a ` b`` c"), "<``a ` b``> c");
    assert_eq!(parts("`` a `b` c"), "`` a <`b`> c", "what nothing closes opens nothing");
    assert_eq!(parts("``` `` a `b` c"), "``` `` a <`b`> c");
    assert_eq!(parts("a `b\n\nc` d"), "a `b\n\nc` d");
    assert_eq!(parts("a `b`\n\nc `d`\n\n`e`"), "a <`b`>\n\nc <`d`>\n\n<`e`>");
    assert_eq!(parts("a\n\n`b`\n\n`c"), "a\n\n<`b`>\n\n`c");
    assert_eq!(parts(r"a \`b` c `d`"), r"a \`b<` c `>d`");
    let (longest, longer) = ("`".repeat(32), "`".repeat(33));
    assert_eq!(parts(&format!("{longest}a{longest}")), format!("<{longest}a{longest}>"));
    assert_eq!(parts(&format!("{longer}a{longer}")), format!("{longer}a{longer}"));
}

#[test]
fn a_silence_word_is_no_part_of_a_longer_word() {
    let message = |text: &str| Room::new().message(text).text().to_owned();
    assert_eq!(message("NO_REPLY_NEEDED is a flag"), "NO_REPLY_NEEDED is a flag");
    assert_eq!(message("See NO_REPLYing"), "See NO_REPLYing");
    assert_eq!(message("NO_REPLY: done"), "done");
}

#[test]
fn a_concession_counts_in_every_line_that_is_the_speakers_own() {
    for text in ["CONCEDE", "I see.\nCONCEDE.", "I see.\n\nYes.\n\nCONCEDE: you are right", "- CONCEDE"] {
        assert!(reads(text).concedes(), "{text}");
    }
    for text in
        ["> CONCEDE", "```\nCONCEDE\n```", "Yes.\n`x`\n> I see\n> CONCEDE.", "I CONCEDE", "CONCEDED.", "\"CONCEDE.\""]
    {
        assert!(!reads(text).concedes(), "{text}");
    }
    let back = "CONCEDE? No.";
    assert!(!reads(back).concedes());
    assert!(!warns(&reads("```\nCONCEDE? No.\n```"), WarningCode::Mentioned), "another's line is nothing to note");
}

#[test]
fn a_concession_in_wide_letters_counts_as_one() {
    assert!(reads("ＣＯＮＣＥＤＥ：その通りです").concedes());
    assert!(!reads("ＣＯＮＣＥＰＴ：その通りです").concedes());
}

#[test]
fn a_denial_right_before_a_marker_takes_it_back() {
    for text in
        ["I can't write [STANCE: AGREE]", "I won't [STANCE: AGREE]", "我不投[STANCE: AGREE]", "我不会选[STANCE: AGREE]"]
    {
        assert_eq!(stance(text), Stance::Unknown, "{text}");
    }
    for text in ["I want [STANCE: AGREE]", "我投[STANCE: AGREE]", "knot [STANCE: AGREE]", "I write [STANCE: AGREE]"] {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}

#[test]
fn a_japanese_denial_has_to_be_attached_to_the_marker_it_denies() {
    for text in ["[STANCE: AGREE]ではありません", "[STANCE: AGREE]と言えない"] {
        assert_eq!(stance(text), Stance::Unknown, "{text}");
    }
    for text in ["[STANCE: AGREE] 問題ありません", "[STANCE: AGREE]: 問題はない", "[STANCE: AGREE](問題はない)"]
    {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}

#[test]
fn a_ballot_given_twice_is_noted_only_when_it_differs() {
    let room = Room::new().options(&["Ship", "Wait"]);
    let vote = |text: &str| warns(&room.reads(text), WarningCode::Contradiction);
    assert!(vote("{\"vote\":\"Ship\",\"say\":\"[VOTE: Wait]\"}"));
    assert!(!vote("{\"vote\":\"Ship\",\"say\":\"[VOTE: Ship]\"}"));
}

#[test]
fn a_score_given_in_two_forms_is_noted_only_when_both_are_valid_and_differ() {
    let room = Room::new().points(&["Cost"]);
    let read = |text: &str| {
        let reading = room.reads(text);
        (scores(&reading), warns(&reading, WarningCode::Contradiction))
    };
    assert_eq!(read("[SCORE Cost: 80]\nCost: 70"), (vec![(1, Some(8_000))], true));
    assert_eq!(read("[SCORE Cost: 80]\nCost: 80"), (vec![(1, Some(8_000))], false));
    assert_eq!(read("[SCORE Cost: 800]\nCost: 70"), (vec![(1, Some(7_000))], false));
    assert_eq!(read("[SCORE Cost: 80]\nCost: 700"), (vec![(1, Some(8_000))], false));
}

#[test]
fn a_score_counts_behind_any_sign_of_its_label() {
    for text in ["Score: 85", "Score = 85", "| Score | 85 |", "评分：85", "スコア：85"] {
        assert_eq!(scores(&reads(text)), [(1, Some(8_500))], "{text}");
    }
    for text in ["Score 85", "评分85"] {
        assert!(reads(text).scores.iter().all(|score| score.value.is_none()), "{text}");
    }
}

fn guesses(language: Language, text: &str) -> Kind {
    Room { language, ..Room::new() }.reads(text).kind.value
}

#[test]
fn signs_are_looked_up_in_the_language_that_the_script_of_their_sentence_tells() {
    // 賛同 is Japanese and 赞成 Chinese; both agree, each in its own language alone.
    let short = ["賛同", "赞成"];
    for (text, language) in short.iter().flat_map(|text| [(text, Language::Zh), (text, Language::Ja)]) {
        assert_eq!(guesses(language, text), Kind::Support, "too short to tell: {text}");
    }
    assert_eq!(guesses(Language::Ja, "关于方案的内容赞成"), Kind::Support);
    assert_eq!(guesses(Language::Ja, "关于方案的内容賛同"), Kind::Opinion, "eight signs and no kana are Chinese");
    assert_eq!(guesses(Language::Ja, "关于方案的賛同"), Kind::Support, "seven signs do not tell");
    assert_eq!(guesses(Language::Zh, "この案に賛同"), Kind::Support);
    for kana in ["の", "ぁ", "ァ", "ヺ", "ー", "ヿ"] {
        assert_eq!(guesses(Language::Zh, &format!("赞成{kana}")), Kind::Opinion, "kana are Japanese: {kana}");
    }
    assert_eq!(guesses(Language::Zh, "赞成・"), Kind::Support, "the dot between words is no kana");
    assert_eq!(
        guesses(Language::Ja, "“关于方案的内容”賛同"),
        Kind::Opinion,
        "quotation marks are no signs of a script"
    );
}

#[test]
fn every_sentence_tells_its_language_anew() {
    for end in [".", "!", ";", "。", "！", "；"] {
        assert_eq!(guesses(Language::Zh, &format!("赞成{end}そうですね")), Kind::Support, "{end}");
        assert_eq!(guesses(Language::Zh, &format!("そうですね{end}关于方案的内容赞成")), Kind::Support, "{end}");
    }
    for within in [",", " ", "、", "a"] {
        assert_eq!(guesses(Language::Zh, &format!("赞成{within}そうですね")), Kind::Opinion, "{within}");
    }
}

#[test]
fn a_language_is_told_by_the_first_eighty_signs() {
    let kana_after = |signs: usize| format!("赞成{}の", "的".repeat(signs - 2));
    assert_eq!(guesses(Language::Zh, &kana_after(79)), Kind::Opinion);
    assert_eq!(guesses(Language::Zh, &kana_after(80)), Kind::Support);
}

#[test]
fn a_denial_that_comes_last_leaves_what_is_said_of_the_talk_itself() {
    for (text, kind) in [
        ("補足しますと反対ではない。", Kind::Clarify),
        ("要約すると反対ではありません。", Kind::Summary),
        ("教えてほしいのであって反対しません。", Kind::Question),
        ("反対ではありません。", Kind::Opinion),
        ("賛成ではありません。", Kind::Opinion),
    ] {
        assert_eq!(guesses(Language::Ja, text), kind, "{text}");
    }
}

#[test]
fn an_objection_turns_off_the_consent_in_its_clause_alone() {
    for (text, kind) in [
        ("I support this I object.", Kind::Oppose),
        ("We all agree I object.", Kind::Oppose),
        ("I support this, I object.", Kind::Opinion),
        ("I object: I propose waiting.", Kind::Oppose),
        ("To sum up I object.", Kind::Summary),
    ] {
        assert_eq!(guesses(Language::En, text), kind, "{text}");
    }
}

#[test]
fn a_sentence_asks_in_words_only_by_its_last_sign() {
    for text in ["这样行吗", "我同意这样行吗", "か", "吗"] {
        assert_eq!(guesses(Language::Zh, text), Kind::Question, "{text}");
    }
    for text in ["我同意吗a", "吗我同意", "我同意吗 yes"] {
        assert_eq!(guesses(Language::Zh, text), Kind::Support, "{text}");
    }
}

#[test]
fn a_sentence_goes_on_over_a_line_that_begins_with_a_word() {
    for text in ["I do not\nagree with this.", "I do not\nreally agree."] {
        assert_ne!(guesses(Language::En, text), Kind::Support, "{text:?}");
    }
    for mark in ["\n", "\r\n", "- ", "* ", "# ", "+ ", "> ", "1. ", "9) "] {
        let text = format!("I do not know\n{mark}I agree with this.");
        assert_eq!(guesses(Language::En, &text), if mark == "> " { Kind::Opinion } else { Kind::Support }, "{text:?}");
    }
}

#[test]
fn only_the_beginning_of_a_very_long_reply_is_guessed_from() {
    let long = |filler: usize| format!("{}\n\nI agree with this.", "x ".repeat(filler));
    assert_eq!(guesses(Language::En, &long(100)), Kind::Support);
    assert_eq!(guesses(Language::En, &long(100_000)), Kind::Opinion);
    let parts = format!("{}\n\n```\ncode\n```\n\n{}\n\nI agree with this.", "x ".repeat(60_000), "x ".repeat(60_000));
    assert_eq!(guesses(Language::En, &parts), Kind::Opinion, "all parts together");
}

#[test]
fn a_denial_that_opens_a_longer_phrase_denies_what_follows_too() {
    assert_eq!(guesses(Language::En, "I am not sure I agree with this."), Kind::Opinion);
    assert_eq!(guesses(Language::En, "I agree with this."), Kind::Support);
}

#[test]
fn words_of_doubt_and_of_certainty_move_the_guess_of_the_confidence() {
    let guess = |text: &str| {
        let read = reads(text).confidence;
        read.map(|read| {
            assert_eq!(read.from, Provenance::Guess);
            read.value
        })
    };
    let (doubt, sure) = ("Perhaps so. ", "Definitely so. ");
    assert_eq!(guess("So it is."), None);
    for (doubts, sures, value) in
        [(1, 0, 60), (2, 0, 50), (0, 1, 80), (0, 2, 90), (1, 1, 70), (3, 1, 50), (9, 0, 20), (0, 9, 95)]
    {
        assert_eq!(guess(&format!("{}{}", doubt.repeat(doubts), sure.repeat(sures))), Some(value), "{doubts} {sures}");
    }
}

#[test]
fn only_adverbs_may_stand_between_a_speaker_and_what_is_said() {
    assert_eq!(guesses(Language::En, "We strongly support this."), Kind::Support);
    assert_eq!(guesses(Language::En, "I bananas support this."), Kind::Opinion);
}
