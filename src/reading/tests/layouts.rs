//! Whose lines are whose: names alone on a line, headings under a name, code over lines, and what is left of a reply.

use super::*;
use crate::reading::own_words;

fn own(text: &str) -> String {
    own_words(text, &Room::new().table()).into_owned()
}

#[test]
fn the_speakers_own_name_before_a_reply_is_no_part_of_it() {
    let text = |text: &str| Room::new().message(text).text().to_owned();
    for reply in [
        "Scientist:\nI agree.",
        "## Scientist\nI agree.",
        "**Scientist**:\n\nI agree.",
        "\n\nScientist:\nI agree.",
        "Scientist: I agree.",
    ] {
        assert_eq!(text(reply), "I agree.", "{reply:?}");
    }
}

#[test]
fn a_heading_below_anothers_bare_name_is_that_ones() {
    assert_eq!(stance("Critic:\n## Objection\n[STANCE: DISAGREE]"), Stance::Unknown);
    assert_eq!(stance("Critic: No.\n## My answer\n[STANCE: AGREE]"), Stance::Agree);
    let play = "Scientist: Yes.\nCritic: No.\n## Objection\n[STANCE: DISAGREE]";
    assert_eq!(stance(play), Stance::Unknown, "in a play a heading ends nobody's words");
}

#[test]
fn code_reaches_over_lines_of_one_paragraph() {
    assert_eq!(stance("So `this\nis [STANCE: AGREE] code` here."), Stance::Unknown);
    assert_eq!(stance("So `this` is\n[STANCE: AGREE] and `code` here."), Stance::Agree);
}

#[test]
fn own_words_are_what_is_left_without_quotes_code_and_others() {
    assert_eq!(own("I agree."), "I agree.");
    assert_eq!(own("> You said so.\nI did."), "I did.");
    assert_eq!(own("I did.\n```\ncode\n```\nYes."), "I did.\nYes.");
    assert_eq!(own("I wrote `x` here."), "I wrote  here.");
    assert_eq!(own("Critic: No.\n\nI did."), "\nI did.");
    assert_eq!(own("[STANCE: AGREE] I did."), "[STANCE: AGREE] I did.");
}

#[test]
fn a_marker_that_is_only_spoken_of_is_no_word_of_ones_own() {
    let text = "The line \"[STANCE: DISAGREE]\" is not mine.";
    assert_eq!(own(text), "The line \"\" is not mine.");
    let two = "He wrote \"[STANCE: DISAGREE]\" and \"[VOTE: Ship]\".\n> quoted\nNot I.";
    assert_eq!(own(two), "He wrote \"\" and \"\".\nNot I.");
    assert_eq!(own("他写了「【立场：反对】」。"), "他写了「【立场：反对】」。", "no marker of ours");
    assert_eq!(own("他写了「【STANCE：DISAGREE】」。"), "他写了「」。");
}

#[test]
fn a_line_outside_of_a_list_ends_anothers_item_where_the_speaker_spoke_before() {
    let item = "What was said:\n- Critic: No. [STANCE: DISAGREE]\n";
    assert_eq!(stance(&format!("{item}So be it. [STANCE: AGREE]")), Stance::Agree);
    for inside in ["  [STANCE: AGREE]", "\t[STANCE: AGREE]", "- [STANCE: AGREE]", "* So be it. [STANCE: AGREE]"] {
        assert_eq!(stance(&format!("{item}{inside}")), Stance::Unknown, "{inside:?}");
    }
    assert_eq!(stance("- Critic: No.\nSo be it. [STANCE: AGREE]"), Stance::Unknown, "nothing of one's own before it");
    assert_eq!(stance("What was said:\nCritic: No.\nSo be it. [STANCE: AGREE]"), Stance::Unknown, "no item");
}

#[test]
fn a_blank_line_ends_anothers_words_unless_more_names_follow() {
    let agrees = |text: &str| stance(text) == Stance::Agree;
    assert!(agrees("Critic: No.\n\nWell, yes. [STANCE: AGREE]"));
    assert!(!agrees("Critic: No.\n\nWell, yes. [STANCE: AGREE]\n\nEngineer: Hm."), "more names follow");
    assert!(agrees("Critic: No.\n\nEngineer: Hm.\n\nWell, yes. [STANCE: AGREE]"));
    assert!(!agrees("Critic:\n\nWell, yes. [STANCE: AGREE]"), "a name alone waits for its words");
    assert!(!agrees("## Critic\nNo.\n\nWell, yes. [STANCE: AGREE]"), "a heading reaches to the next one");
    assert!(
        !agrees("Scientist: I see.\nCritic: No.\n\nWell, yes. [STANCE: AGREE]"),
        "a play gives every line to somebody"
    );
    assert!(!agrees("Critic: No.\n\n[STANCE: AGREE]"), "markers alone may still be the other's");
    assert!(agrees("Critic: No. [STANCE: DISAGREE]\n\n[STANCE: AGREE]"), "the other has one already");
    assert!(agrees("I see.\nCritic: No.\n\n[STANCE: AGREE]"), "the speaker has said something before");
}

#[test]
fn what_the_other_has_said_already_is_told_by_the_markers() {
    assert_eq!(kind("Critic: No. [KIND: OPPOSE]\n\n[KIND: SUPPORT]"), Kind::Support);
    assert_eq!(kind("Critic: No. [STANCE: DISAGREE]\n\n[KIND: SUPPORT]"), Kind::Opinion, "of that sort there was none");
    let twice = "Critic: [STANCE: AGREE] No. [STANCE: DISAGREE]\n\n[STANCE: AGREE]";
    assert_eq!(stance(twice), Stance::Agree);
    assert_eq!(stance("Critic: No.\n\n[STANCE: AGREE] Well, yes."), Stance::Agree, "words behind a marker are words");
}
