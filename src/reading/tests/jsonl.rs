//! A line in, a line out.

use serde_json::{Value, json};

use super::super::jsonl::parse_line;

fn line(fields: Value) -> Value {
    serde_json::from_str(&parse_line(&fields.to_string())).unwrap()
}

#[test]
fn a_line_gives_what_was_read() {
    let out = line(json!({
        "id": "p1", "text": "@Critic no. [STANCE: DISAGREE] [CONFIDENCE: 80] [SCORE Cost: 85.5] [SCORE 2: NaN] [VOTE: B] @Nobody",
        "speaker": "Ann", "participants": ["Ann", "Critic"], "points": ["Cost", "Risk"], "options": ["Ship", "Wait"], "lang": "en",
    }));
    assert_eq!(
        out,
        json!({
            "id": "p1",
            "kind": { "value": "opinion", "from": "none" },
            "stance": { "value": "disagree", "from": "marker" },
            "confidence": { "value": 80, "from": "marker" },
            "mentions": [{ "value": "Critic", "from": "marker" }],
            "scores": [{ "point": 1, "value": 85.5, "from": "marker" }, { "point": 2, "value": null, "from": "marker" }],
            "ballot": { "value": "Wait", "from": "marker" },
            "concede": { "value": false, "from": "none" },
            "warnings": [{ "code": "invalid-value", "about": "score: NaN" }, { "code": "unknown-mention", "about": "Nobody" }],
        })
    );
}

#[test]
fn absent_fields_have_defaults() {
    let out = line(json!({ "id": 7, "text": "[STANCE: AGREE]" }));
    assert_eq!(out["id"], 7);
    assert_eq!(out["stance"]["value"], "agree");
    assert_eq!(out["confidence"], json!({ "value": null, "from": "none" }));
    assert_eq!(line(json!({}))["stance"]["value"], "unknown");
    assert_eq!(
        line(json!({ "text": "x", "participants": ["A", 3, {"name": "B"}], "speaker": "", "lang": "zh-CN" }))["error"],
        Value::Null
    );
}

#[test]
fn a_bad_line_is_an_error_line() {
    for bad in ["", "nonsense", "[1]", "\"x\"", "{", "{\"id\":1,\"text\":5}"] {
        let out: Value = serde_json::from_str(&parse_line(bad)).unwrap();
        assert!(out["error"].is_string(), "{bad}");
        assert!(out.get("stance").is_none(), "{bad}");
    }
}

#[test]
fn an_error_names_the_field_and_what_it_may_be() {
    for (fields, parts) in [
        (json!({ "id": 4, "lang": "fr" }), ["\"lang\" is \"fr\"", "\"en\", \"zh\" or \"ja\""]),
        (json!({ "id": 4, "lang": 7 }), ["\"lang\" is 7", "\"en\""]),
        (json!({ "id": 4, "participants": ["A", "a"] }), ["\"participants\"", "must differ in more than case"]),
        (json!({ "id": 4, "participants": [" "] }), ["\"participants\"", "needs a name"]),
        (json!({ "id": 4, "speaker": "A\u{200b}" }), ["\"speaker\"", "use plain text"]),
    ] {
        let out = line(fields);
        let error = out["error"].as_str().unwrap();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        assert_eq!(out["id"], 4);
    }
}

#[test]
fn ballots_are_written_as_tally_takes_them() {
    let of = |text: &str| line(json!({ "text": text, "options": ["A1", "B1"] }))["ballot"]["value"].clone();
    assert_eq!(of("[VOTE: B1 > A1]"), json!(["B1", "A1"]));
    assert_eq!(of(r#"{"points":{"A1":3}}"#), json!({ "A1": 3 }));
    assert_eq!(of("nothing"), Value::Null);
}
