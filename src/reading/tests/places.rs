//! Where a word that ends things stands decides whether it is said, and an example that is repeated answers nothing.

use quorate_strategies::reading::Severity;

use super::*;

#[test]
fn a_marker_after_the_end_of_a_sentence_is_said_whatever_that_sentence_was() {
    for text in [
        "Is that all? [CLOSE]",
        "Should we go on? No! [CLOSE]",
        "[KIND: OPINION] [CLOSE]",
        "Is it? [STANCE: AGREE] [CLOSE]",
        "[CLOSE]",
    ] {
        assert!(reads(text).closes(), "{text}");
    }
    for text in ["I would not say so, [CLOSE]", "If that is all – [CLOSE]"] {
        assert!(!reads(text).closes(), "{text}");
    }
}

#[test]
fn a_marker_that_touches_a_word_is_a_part_of_it() {
    for text in ["We ship on Friday [CLOSE]", "We ship on Friday **[CLOSE]**", "We ship on Friday**[CLOSE]"] {
        assert!(reads(text).closes(), "{text}");
    }
    for text in ["We ship on Friday[CLOSE]", "We ship on Friday*[CLOSE]"] {
        assert!(!reads(text).closes(), "{text}");
    }
}

#[test]
fn what_goes_on_behind_a_marker_decides_whether_it_was_said() {
    for text in [
        "Done. [CLOSE]. Then we go.",
        "Done. [CLOSE] Then we go.",
        "So, [CLOSE]. We go.",
        "Done. [CLOSE]: all is said.",
    ] {
        assert!(reads(text).closes(), "{text}");
    }
    for text in [
        "Done. [CLOSE]?",
        "Done. [CLOSE]Then we go.",
        "Done. [CLOSE] then we go.",
        "So, [CLOSE]. No, wait.",
        "Done. [CLOSE]. No, wait.",
    ] {
        assert!(!reads(text).closes(), "{text}");
    }
}

#[test]
fn words_that_run_up_to_a_marker_end_with_it_only_at_the_end_of_a_paragraph() {
    for text in [
        "We ship on Friday [CLOSE]\n\nThanks.",
        "We ship on Friday [CLOSE]\n[STANCE: AGREE]",
        "We ship on Friday [CLOSE]*\n\nThanks.",
    ] {
        assert!(reads(text).closes(), "{text}");
    }
    for text in ["We ship on Friday [CLOSE]\nand then we rest", "We ship on Friday [CLOSE]*\nAnd then"] {
        assert!(!reads(text).closes(), "{text}");
    }
}

const EXAMPLE: &str = "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\n\
    KIND: one of PROPOSAL, OPINION, CONSENSUS\nSTANCE: AGREE, DISAGREE or NEUTRAL\nCONFIDENCE: 0 to 100\n";

fn answered(text: &str) -> (bool, bool, bool) {
    let reading = reads(text);
    let marker = Provenance::Marker;
    let sure = reading.confidence.as_ref().is_some_and(|read| read.from == marker);
    (reading.kind.from == marker, reading.stance.from == marker, sure)
}

#[test]
fn an_example_that_is_repeated_with_its_explanation_answers_nothing() {
    assert_eq!(answered(EXAMPLE), (false, false, false));
    assert_eq!(answered("[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\nThat is all."), (true, true, true));
    let other = EXAMPLE.replace("NEUTRAL]", "AGREE]").replace("70]", "80]").replace("OPINION]", "SUPPORT]");
    assert_eq!(answered(&other), (true, true, true), "other values than those of the example are an answer");
    let after = format!("{EXAMPLE}[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]");
    assert_eq!(answered(&after), (true, true, true), "what follows the explanation is an answer");
}

#[test]
fn only_the_marker_that_is_explained_is_an_example() {
    let kind = "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\n\nKIND: PROPOSAL or CONSENSUS";
    assert_eq!(answered(kind), (false, true, true));
    let stance = "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\n- STANCE：AGREE, DISAGREE, NEUTRAL";
    assert_eq!(answered(stance), (true, false, true));
    let sure = "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\nCONFIDENCE: up to 100";
    assert_eq!(answered(sure), (true, true, false));
    let no_values =
        "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\nKIND: of you\nSTANCE: AGREE\nCONFIDENCE: high";
    assert_eq!(answered(no_values), (true, true, true));
    let no_colon = "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]\nKIND PROPOSAL CONSENSUS\nSTANCES: AGREE, DISAGREE, NEUTRAL";
    assert_eq!(answered(no_colon), (true, true, true));
}

#[test]
fn an_empty_word_field_leaves_the_word_to_the_next_one() {
    let said = |text: &str| Room::new().message(text).text().to_owned();
    assert_eq!(said(r#"{"say":" ","message":"Yes"}"#), "Yes");
    assert_eq!(said(r#"{"say":"No","message":"Yes"}"#), "No");
    assert_eq!(said(r#"{"say":3,"message":"Yes"}"#), "Yes");
}

#[test]
fn truths_written_as_words_are_truths() {
    let closes = |value: &str| reads(&format!(r#"{{"close":{value},"say":"Done."}}"#));
    for value in ["true", "\"true\"", "\"True\""] {
        assert!(closes(value).closes(), "{value}");
    }
    for value in ["false", "\"false\"", "\"False\"", "null", "\"perhaps\"", "1"] {
        let reading = closes(value);
        assert!(!reading.closes(), "{value}");
        assert_eq!(warns(&reading, WarningCode::InvalidValue), matches!(value, "\"perhaps\"" | "1"), "{value}");
    }
    let denied = reads(r#"{"concede":"false","say":"CONCEDE: you are right."}"#);
    assert!(!denied.concedes(), "what the form denies no line says");
}

#[test]
fn findings_have_a_severity_a_message_and_a_line_from_one_on() {
    let found = |severity: &str, line: &str| {
        let text =
            format!(r#"{{"findings":[{{"severity":"{severity}","line":{line},"message":"No owner"}}],"say":"…"}}"#);
        let findings = reads(&text).findings;
        findings.first().map(|finding| (finding.severity, finding.line))
    };
    assert_eq!(found("info", "3"), Some((Severity::Info, Some(3))));
    assert_eq!(found("Warning", "1"), Some((Severity::Warning, Some(1))));
    assert_eq!(found("blocking", "0"), Some((Severity::Blocking, None)));
    assert_eq!(found("blocking", "\"x\""), Some((Severity::Blocking, None)));
    assert_eq!(found("dire", "1"), None);
}

#[test]
fn blank_ideas_are_none() {
    let ideas = |text: &str| reads(text).ideas.len();
    assert_eq!(ideas(r#"{"ideas":["a bell"," ","",3],"say":"…"}"#), 1);
    assert_eq!(ideas(r#"{"idea":"a bell","say":"…"}"#), 1);
    assert_eq!(ideas(r#"{"ideas":" ","say":"…"}"#), 0);
}
