//! How minutes and result tell of an outcome that is provisional, vetoed or approved, and of what the principal was asked.

use quorate_strategies::{
    event::{Event, GateAnswer},
    prelude::*,
    turn::TurnId,
};
use serde_json::json;

use super::play::{Record, Say, Table, marked};
use crate::report::{Minutes, result_json};

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];

/// Two who agree; what they came to may be vetoed for an hour.
fn agreed(language: Language) -> Record {
    let mut table = Table::new("round-robin", Some("stance"), Rounds::new(1, 1), "Ship?").models(&["Ann", "Bob"]);
    table.charter.brief.language = language;
    table.charter.veto_ms = 3_600_000;
    table.play(|_| Say::Message(marked(Kind::Opinion, Stance::Agree, "Yes."))).with_result()
}

fn vetoed(touches: Option<u32>) -> Event {
    Event::Vetoed { by: "Pat".into(), why: "The **auditors** come.".into(), touches: touches.map(TurnId) }
}

#[test]
fn until_its_time_is_over_an_outcome_is_told_as_provisional() {
    for (language, told) in LANGUAGES.into_iter().zip([
        "- **Provisional until 2026-08-01 13:00:15 UTC:** the principal may veto this outcome",
        "- **2026-08-01 13:00:15 UTC 之前为暂定结果：**",
        "- **2026-08-01 13:00:15 UTC まで暫定：**",
    ]) {
        let record = agreed(language);
        let minutes = record.render(&Minutes);
        assert!(minutes.contains(told), "{minutes}");
        let document = result_json(&record.source());
        assert_eq!(document["provisional_until"], "2026-08-01T13:00:15.000Z");
        assert!(document.get("ruling").is_none());
    }
}

#[test]
fn a_veto_is_told_with_its_reason_and_what_it_touches() {
    for (language, told) in LANGUAGES.into_iter().zip([
        ["- **Vetoed** by Pat, from the conclusion on: ", "- **Vetoed** by Pat, from [#2](#m2) on: "],
        ["- **已否决**（Pat），自结论起：", "- **已否决**（Pat），自[#2](#m2)起："],
        ["- **拒否**（Pat）、結論以降：", "- **拒否**（Pat）、[#2](#m2)以降："],
    ]) {
        for (touches, told) in [None, Some(2)].into_iter().zip(told) {
            let record = agreed(language).and(vetoed(touches));
            let minutes = record.render(&Minutes);
            assert!(minutes.contains(told), "{told}: {minutes}");
            assert!(!minutes.contains("The **auditors**"), "a reason forms nothing: {minutes}");
            let document = result_json(&record.source());
            let ruling = json!({ "says": "vetoed", "by": "Pat", "why": "The **auditors** come.", "message": touches });
            assert_eq!(document["ruling"], ruling);
            assert!(document.get("provisional_until").is_none(), "it is no longer open");
        }
    }
}

#[test]
fn an_approval_is_told_and_ends_the_provisional_time() {
    for (language, told) in LANGUAGES.into_iter().zip([
        "- **Approved** by Pat: the outcome is final.",
        "- **已批准**（Pat）：结果为最终结果。",
        "- **承認**（Pat）：結果は確定しました。",
    ]) {
        let record = agreed(language).and(Event::Approved { by: "Pat".into() });
        let minutes = record.render(&Minutes);
        assert!(minutes.contains(told), "{minutes}");
        let document = result_json(&record.source());
        assert_eq!(document["ruling"], json!({ "says": "approved", "by": "Pat", "why": null, "message": null }));
        assert!(document.get("provisional_until").is_none());
    }
}

#[test]
fn silence_at_a_gate_is_told_as_no_approval() {
    for (language, told) in LANGUAGES.into_iter().zip(["no approval", "这不算批准", "承認ではありません"])
    {
        let mut table = Table::new("round-robin", None, Rounds::new(1, 1), "Ship?").models(&["Ann"]);
        table.charter.brief.language = language;
        let asked = Event::GateOpened { question: "Shall we go on?".into() };
        let record = table.play(|_| {
            let silent = Event::GateAnswered { by: None, answer: GateAnswer::Silent };
            let said = Say::Message(marked(Kind::Opinion, Stance::Agree, "Yes."));
            Say::After(asked.clone(), Box::new(Say::After(silent, Box::new(said))))
        });
        let minutes = record.render(&Minutes);
        assert!(minutes.contains("Shall we go on?") && minutes.contains(told), "{minutes}");
        let gates = &result_json(&record.source())["gates"];
        assert_eq!(*gates, json!([{ "question": "Shall we go on?", "says": "silent", "by": null, "text": null }]));
    }
}
