//! Edges that a slip of the pen would move: each test here is the only one that notices some change of the code.

use quorate_strategies::{reading::Ballot, turn::Wholeness};

use super::*;

const OPTIONS: [&str; 3] = ["Ship it now", "Wait a week", "Drop"];

fn room() -> Room {
    Room::new().options(&OPTIONS)
}

fn structured(text: &str) -> Option<Ballot> {
    room().reads(text).ballot.map(|read| read.value)
}

#[test]
fn a_list_of_one_is_a_choice_and_what_is_named_twice_counts_once() {
    assert_eq!(structured(r#"{"vote":["Drop"]}"#), Some(Ballot::Choice(2)));
    assert_eq!(structured(r#"{"vote":["Drop","Ship it now"]}"#), Some(Ballot::Approval(vec![2, 0])));
    assert_eq!(structured(r#"{"approve":["Drop","C","drop"]}"#), Some(Ballot::Approval(vec![2])));
    assert_eq!(structured(r#"{"ranking":["Drop","Wait a week","Drop"]}"#), Some(Ballot::Ranking(vec![2, 1])));
    assert_eq!(structured(r#"{"vote":[]}"#), None);
}

#[test]
fn points_for_an_option_that_has_some_are_noted_and_the_first_stay() {
    let reading = room().reads(r#"{"points":{"Drop":3,"C":4,"Wait a week":7}}"#);
    assert_eq!(reading.ballot.as_ref().unwrap().value, Ballot::Points(vec![(2, 3), (1, 7)]));
    assert!(warns(&reading, WarningCode::InvalidValue));
    let reading = room().reads(r#"{"points":{"Drop":3}}"#);
    assert!(!warns(&reading, WarningCode::InvalidValue));
}

#[test]
fn decision_points_in_a_ballot_are_not_unknown_options() {
    let room = room().points(&["Cost"]);
    for text in [r#"{"ranking":["Cost"]}"#, r#"{"approve":["Cost"]}"#, r#"{"points":{"Cost":80}}"#] {
        let reading = room.reads(text);
        assert!(reading.ballot.is_none() && !warns(&reading, WarningCode::UnknownTarget), "{text}");
    }
    for text in [r#"{"ranking":["Nobody"]}"#, r#"{"approve":["Nobody"]}"#, r#"{"points":{"Nobody":80}}"#] {
        assert!(warns(&room.reads(text), WarningCode::UnknownTarget), "{text}");
    }
}

fn incomplete(room: &Room, text: &str, whole: Wholeness) -> bool {
    let message = read(Raw { text, reasoning: None, whole }, &room.table());
    warns(&message.reading, WarningCode::Incomplete)
}

#[test]
fn whatever_is_said_in_a_form_makes_a_reply_complete() {
    let room = room().points(&["Cost"]);
    for text in [
        "[STANCE: AGREE]",
        "[KIND: PROPOSAL]",
        "[VOTE: Drop]",
        "[SCORE Cost: 80]",
        "[PASS]",
        "[CONCEDE]",
        "[CLOSE]",
        "[NEXT: Critic]",
        "[SPAWN: costs]",
        "[IDEA: a bell]",
    ] {
        assert!(!incomplete(&room, text, Wholeness::Whole), "{text}");
    }
    for text in [
        r#"{"stance":"agree"}"#,
        r#"{"kind":"proposal"}"#,
        r#"{"vote":"Drop"}"#,
        r#"{"concede":true}"#,
        r#"{"close":true}"#,
        r#"{"next":"Critic"}"#,
        r#"{"spawn":"costs"}"#,
        r#"{"ideas":["a bell"]}"#,
    ] {
        assert!(!incomplete(&room, text, Wholeness::Whole), "{text}");
    }
    assert!(incomplete(&room, "", Wholeness::Whole));
    assert!(incomplete(&room, "{\"say\":\"\"}", Wholeness::Whole));
}

#[test]
fn a_reply_that_was_cut_is_complete_only_with_something_that_counts() {
    let room = room().points(&["Cost"]);
    for text in ["[STANCE: AGREE] and", "[KIND: PROPOSAL] We", "[VOTE: Drop] as", "[SCORE Cost: 80] for"] {
        assert!(!incomplete(&room, text, Wholeness::Cut), "{text}");
    }
    assert!(incomplete(&room, "We should", Wholeness::Cut));
    assert!(!incomplete(&room, "We should", Wholeness::Whole));
}

#[test]
fn escapes_beyond_the_first_plane_are_one_character() {
    let said = |text: &str| room().message(text).text().to_owned();
    assert_eq!(said(r#"{"say":"\ud83d\ude00 yes"}"#), "\u{1f600} yes");
    assert_eq!(said(r#"{"say":"\ud800\udc00"}"#), "\u{10000}");
    assert_eq!(said(r#"{"say":"\udbff\udfff"}"#), "\u{10ffff}");
    assert_eq!(said(r#"{"say":"\ud83d no"}"#), "\u{fffd} no");
    assert_eq!(said(r#"{"say":"\ud83d\u0041"}"#), "\u{fffd}A");
    assert_eq!(said(r#"{"say":"\u00e9\n\t\u4e2d"}"#).trim(), "é\n\t中");
}

#[test]
fn a_tag_of_thought_in_quotes_on_one_side_only_is_a_tag() {
    let message = room().message("\"<think>no</think> yes");
    assert_eq!((message.reasoning.as_deref(), message.text()), (Some("no"), "\" yes"));
    let message = room().message("Use \"<think>\" in prompts");
    assert_eq!(message.text(), "Use \"<think>\" in prompts");
    let message = room().message("So (<think>hm</think> yes");
    assert_eq!(message.reasoning.as_deref(), Some("hm"));
}
