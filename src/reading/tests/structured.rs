//! P-11: structured answers, almost valid ones, and objects that are no answer.

use super::*;

fn scored(text: &str) -> Reading {
    Room::new().points(&["Cost", "Risk"]).reads(text)
}

fn single(text: &str) -> Vec<(u16, Option<u16>)> {
    scores(&Room::new().points(&["Cost"]).reads(text))
}

#[test]
fn p11_json_in_a_fence_after_a_lead_in() {
    let message =
        Room::new().points(&["Cost"]).message("Sure, here it is:\n```json\n{\"score\": 90, \"say\": \"fine\"}\n```");
    assert_eq!(scores(&message.reading), [(1, Some(9000))]);
    assert_eq!(message.reading.scores[0].from, Provenance::Structured);
    assert_eq!(message.text(), "Sure, here it is:\n\nfine");
}

#[test]
fn p11_a_brace_in_a_reason_cuts_nothing() {
    assert_eq!(single(r#"{"score":90,"reason":"the block {a:1} is fine"}"#), [(1, Some(9000))]);
    assert_eq!(single(r#"{"reason":"a \"}\" b","score":90}"#), [(1, Some(9000))]);
}

#[test]
fn p11_scores_as_text_and_scores_that_are_none() {
    assert_eq!(single(r#"{"score":"90"}"#), [(1, Some(9000))]);
    assert_eq!(single(r#"{"score":"N/A"}"#), [(1, None)]);
    assert_eq!(single(r#"{"score":null}"#), [(1, None)]);
    assert_eq!(single(r#"{"score":NaN}"#), [(1, None)]);
    assert_eq!(single(r#"{"score":850}"#), [(1, None)]);
    assert_eq!(single(r#"{"score":8.5e1}"#), [(1, Some(8500))]);
    assert_eq!(single(r#"{"score":85.129999999999999999}"#), [(1, Some(8512))]);
    assert_eq!(single(r#"{"score":"17/20"}"#), [(1, Some(8500))]);
}

#[test]
fn p11_a_total_of_its_own_is_only_noted() {
    let reading = scored(r#"{"scores":[{"point":"Cost","score":80},{"point":2,"score":90}],"total":170}"#);
    assert_eq!(scores(&reading), [(1, Some(8000)), (2, Some(9000))]);
    assert!(warns(&reading, WarningCode::Contradiction));
    let reading = scored(r#"{"scores":{"Cost":80,"Risk":90},"total":85}"#);
    assert!(!warns(&reading, WarningCode::Contradiction));
}

#[test]
fn p11_a_ranking_against_the_scores_is_noted_and_the_scores_count() {
    let reading = scored(r#"{"scores":{"Cost":80,"Risk":90},"ranking":["Cost","Risk"]}"#);
    assert!(warns(&reading, WarningCode::Contradiction));
    assert_eq!(scores(&reading), [(1, Some(8000)), (2, Some(9000))]);
    assert!(!warns(
        &scored(r#"{"scores":{"Cost":80,"Risk":90},"ranking":["Risk","Cost"]}"#),
        WarningCode::Contradiction
    ));
}

#[test]
fn p11_python_dictionaries_are_read_and_not_run() {
    let text = "{'say': 'it\\'s fine', 'stance': 'AGREE', 'concede': True, 'next': None, 'confidence': 80,}";
    let message = Room::new().message(text);
    assert_eq!(message.text(), "it's fine");
    assert_eq!(message.reading.stance.counted(), Some(&Stance::Agree));
    assert!(message.reading.concedes());
    assert_eq!(message.reading.confidence.unwrap().value, 80);
}

#[test]
fn structured_goes_before_markers() {
    let reading = reads(r#"{"say":"Fine. [STANCE: AGREE]","stance":"disagree"}"#);
    assert_eq!(reading.stance.value, Stance::Disagree);
    assert_eq!(reading.stance.from, Provenance::Structured);
    assert!(warns(&reading, WarningCode::Contradiction));
    let reading = reads(r#"{"say":"Fine. [STANCE: AGREE]"}"#);
    assert_eq!(reading.stance.from, Provenance::Marker);
    assert!(!reads(r#"{"say":"x\n[CONCEDE]","concede":false}"#).concedes());
}

#[test]
fn all_fields_are_read() {
    let room = Room::new().options(&["Ship", "Wait"]).points(&["Cost"]);
    let reading = room.reads(
        r#"{"say":"s","kind":"proposal","stance":"agree","confidence":70,"mentions":["Critic","@Engineer","Nobody"],
            "scores":[{"point":"Cost","score":88}],"vote":"Wait","close":true,"ideas":["a","b"],"next":"critic",
            "spawn":"pricing","pass":false,
            "findings":[{"rule":"r","severity":"blocking","line":3,"message":"m","suggestion":null},{"severity":"odd"}]}"#,
    );
    assert_eq!(reading.kind.counted(), Some(&Kind::Proposal));
    assert_eq!(reading.mentions.iter().map(|read| read.value).collect::<Vec<_>>(), [SeatId(1), SeatId(2)]);
    assert!(warns(&reading, WarningCode::UnknownMention));
    assert_eq!(scores(&reading), [(1, Some(8800))]);
    assert_eq!(reading.ballot.unwrap().value, quorate_strategies::reading::Ballot::Choice(1));
    assert!(reading.close == Some(Provenance::Structured) && reading.pass.is_none());
    assert_eq!(reading.ideas.len(), 2);
    assert_eq!((reading.findings.len(), reading.findings[0].line), (1, Some(3)));
}

#[test]
fn an_answer_may_need_no_words() {
    for text in [r#"{"concede":true}"#, r#"{"close":true}"#, r#"{"ideas":["a lamp"]}"#, r#"{"say":"","next":"Critic"}"#]
    {
        assert!(reads(text).warnings.is_empty(), "{text}: {:?}", reads(text).warnings);
    }
    assert!(warns(&reads(r#"{"say":""}"#), WarningCode::Incomplete));
}

#[test]
fn odd_values_are_noted() {
    for text in [
        r#"{"stance":"maybe"}"#,
        r#"{"stance":true}"#,
        r#"{"confidence":180}"#,
        r#"{"concede":"perhaps"}"#,
        r#"{"kind":7}"#,
    ] {
        let reading = reads(text);
        assert!(counts_nothing(&reading), "{text}");
        assert!(warns(&reading, WarningCode::InvalidValue), "{text}");
    }
    assert!(warns(&reads(r#"{"stance":"agree|disagree|neutral"}"#), WarningCode::Echo));
    assert!(warns(&reads(r#"{"confidence":0.95,"say":"x"}"#), WarningCode::Scale));
}

#[test]
fn an_object_that_is_no_answer_is_words() {
    for text in [
        r#"Send {"stance":"agree"} when you agree, as I do not."#,
        r#"`{"stance":"agree"}`"#,
        "For example:\n```json\n{\"stance\":\"agree\"}\n```",
        r#"> {"stance":"agree"}"#,
        r#"Critic: {"stance":"agree"}"#,
        r#"Either {"stance":"agree"} or {"stance":"disagree"}"#,
        "```rust\nlet a = S { x: 1 };\n```",
        r#"{"width": 3, "height": 4}"#,
        "{}",
        "{{{{{{",
        r#"{"stance": "agree", "#,
    ] {
        let message = Room::new().message(text);
        assert!(counts_nothing(&message.reading), "{text}");
        assert_eq!(message.said, None, "{text}");
    }
    assert!(warns(&reads(r#"{"stance": "agree", "say": "#), WarningCode::Malformed));
}

#[test]
fn odd_white_space_and_nesting_do_no_harm() {
    assert_eq!(stance("  \n{\n\t\"stance\"\n:\n\"agree\"\r\n}\n \n"), Stance::Agree);
    let deep = format!("{{\"stance\":\"agree\",\"x\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    assert!(counts_nothing(&reads(&deep)));
    assert_eq!(stance(r#"{"stance":"neutral","stance":"agree"}"#), Stance::Agree);
}
