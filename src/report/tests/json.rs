//! The result document fits the schema that is published for it, and the schema knows every field of it.

use quorate_strategies::{event::Event, prelude::*};
use serde_json::{Value, json};

use super::{
    golden::{models, plan_review},
    play::{Record, Say, Table, written},
};
use crate::report::{ResultDocument, result_json, schema};

/// The schema, but every field that it does not name is an error.
fn strict(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("properties") {
                map.insert("additionalProperties".to_owned(), false.into());
            }
            map.values_mut().for_each(strict);
        }
        Value::Array(all) => all.iter_mut().for_each(strict),
        _ => {}
    }
}

fn check(record: &Record) -> Value {
    let published: Value = serde_json::from_str(schema()).unwrap();
    jsonschema::meta::validate(&published).unwrap();
    let mut strictly = published.clone();
    strict(&mut strictly);
    let document = result_json(&record.source());
    for schema in [published, strictly] {
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
    }
    document
}

#[test]
fn documents_of_every_kind_fit_the_schema() {
    check(&models());
    check(&plan_review());
    check(&models().and(Event::Result(written("x").into())));
    check(&models().cut_after(|event| matches!(event, Event::RoundClosed { .. })));
    check(&models().cut_after(|event| matches!(event, Event::Asked { .. })));
    check(&models().cut_after(|event| matches!(event, Event::Created(_))));
}

#[test]
fn findings_stand_once_with_everybody_who_raised_them() {
    let document = check(&plan_review());
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 3);
    assert_eq!(
        findings[1],
        json!({
            "rule": "owner", "severity": "warning", "line": 12, "message": "Step 3 has no owner.",
            "suggestion": "Name one person.", "seat": "RiskAnalyst",
            "seats": ["RiskAnalyst", "EfficiencyOptimizer"], "messages": [2, 3],
        })
    );
    assert_eq!(findings[0]["line"], Value::Null);
    assert_eq!(document["simulated"].as_array().unwrap().len(), 3);
    assert_eq!(document["tokens"], json!({ "input": 0, "output": 0, "unknown_turns": 0 }));
    assert_eq!(document["rule"], json!({ "name": "ratio", "version": 1, "knobs": {} }));
}

#[test]
fn the_document_tells_who_is_missing_who_moved_and_what_was_noticed() {
    let document = check(&models());
    assert_eq!(document["status"], "partial");
    assert_eq!(document["stop"], "max-rounds");
    assert_eq!(document["participation"][3]["missing"], true);
    assert_eq!(document["participation"][3]["cause"], "401 Unauthorized: the key is not valid");
    assert_eq!(document["first_round"]["verdict"]["counts"], json!({ "for": 0, "against": 1, "open": 2, "of": 3 }));
    assert_eq!(document["verdict"]["counts"], json!({ "for": 2, "against": 0, "open": 1, "of": 3 }));
    assert_eq!(
        document["changes"][2],
        json!({ "seat": "Bob", "round": 2, "message": 5, "from": "against", "to": "for", "after": 4 })
    );
    assert_eq!(document["dissent"][0]["withdrawn"], 5);
    let codes: Vec<&str> =
        document["warnings"].as_array().unwrap().iter().filter_map(|one| one["code"].as_str()).collect();
    assert_eq!(codes, ["cut-off", "several-stances"]);
    assert_eq!(document["interjections"][0]["author"], "Pat");
    assert_eq!(document["simulated"], json!([]));
    assert_eq!(document["tokens"], json!({ "input": 1850, "output": 60, "unknown_turns": 7 }));
    assert_eq!(document["started"], "2026-08-01T12:00:00.000Z");
}

#[test]
fn the_report_is_the_document_and_a_line_break() {
    let record = models();
    let text = record.render(&ResultDocument);
    assert!(text.ends_with("}\n"));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), result_json(&record.source()));
}

#[test]
fn nobody_answering_is_failed_with_a_cause_for_each() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 3), "Ship?").models(&["Ann", "Bob"]);
    let record = table.play(|turn| match turn.seat.0 {
        0 => Say::Ends(Ending::Failed, "402: no credit"),
        _ => Say::Ends(Ending::Failed, "404: no such model"),
    });
    let document = check(&record);
    assert_eq!((&document["status"], &document["stop"]), (&json!("failed"), &json!("no-answers")));
    assert_eq!(document["participation"][0]["cause"], "402: no credit");
    assert_eq!(document["participation"][1]["cause"], "404: no such model");
    assert_eq!((&document["conclusion"], &document["author"]), (&Value::Null, &Value::Null));
    assert_eq!(document["tokens"]["input"], Value::Null);
}
