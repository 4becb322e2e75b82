//! P-06 and V-04: reasoning is kept apart and never votes.

use quorate_strategies::turn::Wholeness;

use super::*;

#[test]
fn p06_a_draft_in_a_think_block_does_not_count() {
    for text in [
        "<think>[STANCE: DISAGREE]? no</think>Fine. [STANCE: AGREE]",
        "<THINK>[STANCE: DISAGREE]? no</Think>Fine. [STANCE: AGREE]",
        "< think >[STANCE: DISAGREE]? no</ think >Fine. [STANCE: AGREE]",
        "<thinking>\n[STANCE: DISAGREE]? no\n</thinking>\n\nFine. [STANCE: AGREE]",
        "<think>an odd \" quote [STANCE: DISAGREE]</think>Fine. [STANCE: AGREE]",
        "<think>I should use <think> tags [STANCE: DISAGREE]</think>Fine. [STANCE: AGREE]",
        "<think>a</think><think>[STANCE: DISAGREE]</think>Fine. [STANCE: AGREE]",
        "<think></think>Fine. [STANCE: AGREE]",
    ] {
        let message = Room::new().message(text);
        assert_eq!(message.text(), "Fine. [STANCE: AGREE]", "{text}");
        assert_eq!(message.reading.stance.value, Stance::Agree, "{text}");
        assert!(message.reading.warnings.is_empty(), "{text}");
        assert_eq!(&*message.raw, text);
    }
    let message = Room::new().message("Fine. <think>[STANCE: DISAGREE]?</think>[STANCE: AGREE]");
    assert_eq!(message.text(), "Fine. [STANCE: AGREE]");
    assert_eq!(message.reasoning.as_deref(), Some("[STANCE: DISAGREE]?"));
}

#[test]
fn p06_all_before_a_lone_closing_tag_is_reasoning() {
    let message = Room::new().message("let me weigh Critic, Critic [STANCE: AGREE] …</think>Engineer");
    assert_eq!(message.text(), "Engineer");
    assert!(counts_nothing(&message.reading));
    let message = Room::new().message("hmm\n</think>\n\n[NEXT: Engineer]");
    assert_eq!(message.reading.next.unwrap().value, SeatId(2));
}

#[test]
fn p06_a_lone_opening_tag_is_no_answer() {
    for text in ["<think>plan is fine, [STANCE: AGREE]", "\n<thinking>plan is fine, [STANCE: AGREE]", "<think>"] {
        let message = Room::new().message(text);
        assert_eq!(message.text(), "", "{text}");
        assert!(counts_nothing(&message.reading), "{text}");
        assert!(warns(&message.reading, WarningCode::Incomplete), "{text}");
    }
}

#[test]
fn p06_talk_about_the_tag_is_kept_whole() {
    for text in [
        "Use `<think>` tags in prompts",
        "Use <think> tags in prompts",
        "Wrap it in <think> and </think> tags.",
        "Use <think>...</think> around it.",
        "End it with </think> and then answer.",
        "The “<think>” tag",
        "a < b and c > d, <thinker>, <b>x</b>",
    ] {
        let message = Room::new().message(text);
        assert_eq!(message.said, None, "{text}");
        assert_eq!(message.reasoning, None, "{text}");
    }
    assert_eq!(stance("Use <think> tags in prompts. [STANCE: AGREE]"), Stance::Agree);
}

#[test]
fn v04_nothing_is_read_from_a_providers_reasoning() {
    let room = Room::new();
    let raw = Raw { text: "", reasoning: Some("… [STANCE: AGREE]"), whole: Wholeness::Whole };
    let message = read(raw, &room.table());
    assert_eq!(message.reading.stance.value, Stance::Unknown);
    assert!(warns(&message.reading, WarningCode::Incomplete));
    let raw = Raw { text: "<think>b</think>c", reasoning: Some("a"), whole: Wholeness::Whole };
    assert_eq!(read(raw, &room.table()).reasoning.as_deref(), Some("a\nb"));
}

#[test]
fn v08_a_cut_reply_without_a_marker_is_incomplete() {
    let room = Room::new();
    let cut = |text| read(Raw { text, reasoning: None, whole: Wholeness::Cut }, &room.table()).reading;
    assert!(warns(&cut("I think that"), WarningCode::Incomplete));
    assert!(warns(&cut("So [STANCE: AGR"), WarningCode::Incomplete));
    assert!(!warns(&cut("[STANCE: AGREE] because"), WarningCode::Incomplete));
}
