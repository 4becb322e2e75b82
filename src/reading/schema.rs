//! The JSON schema of structured answers: the markers' data as fields, with what a form needs required.

use std::sync::Arc;

use quorate_strategies::{reading::Kind, step::Form};
use serde_json::{Map, Value, json};

/// The schema of an answer in a form. Points and options are named as they are written.
#[must_use]
pub fn schema(form: &Form) -> Value {
    let mut fields = common();
    let mut required = vec!["say"];
    match form {
        Form::Free => {}
        Form::Stance => required.push("stance"),
        Form::Ballot(options) | Form::Approval(options) | Form::Ranking(options) | Form::Points { options, .. } => {
            fields.extend(ballot(options));
            let (name, field) = vote(form, options);
            fields.insert(name.into(), field);
            required.push(name);
        }
        Form::Scores(points) => {
            fields.insert("scores".into(), scores(points));
            required.push("scores");
        }
    }
    json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false })
}

/// The schema that a model is sent: what its form needs and little more, every field required, the optional ones null.
///
/// It is a subset of what [`schema`] describes and what is read. Servers in strict mode take no optional fields, and
/// small models fill in whatever they are offered.
#[must_use]
pub fn asked_schema(form: &Form) -> Value {
    let kinds: Vec<Value> = Kind::ALL.iter().map(|kind| kind.name().into()).chain([Value::Null]).collect();
    let stance = |choices: &[Option<&str>]| json!({ "type": ["string", "null"], "enum": choices });
    let stances = [Some("agree"), Some("disagree"), Some("neutral")];
    let confidence = json!({ "type": ["integer", "null"], "minimum": 0, "maximum": 100 });
    let mut fields = Map::new();
    fields.insert("say".into(), json!({ "type": "string" }));
    match form {
        Form::Free => {
            fields.insert("kind".into(), json!({ "type": ["string", "null"], "enum": kinds }));
            fields.insert("stance".into(), stance(&[stances[0], stances[1], stances[2], None]));
            fields.insert("ideas".into(), json!({ "type": ["array", "null"], "items": { "type": "string" } }));
            fields.insert("concede".into(), json!({ "type": "boolean" }));
            fields.insert("close".into(), json!({ "type": "boolean" }));
        }
        Form::Stance => drop(fields.insert("stance".into(), json!({ "type": "string", "enum": stances }))),
        Form::Ballot(options) | Form::Approval(options) | Form::Ranking(options) | Form::Points { options, .. } => {
            let (name, field) = vote(form, options);
            fields.insert(name.into(), field);
        }
        Form::Scores(points) => drop(fields.insert("scores".into(), scores(points))),
    }
    fields.insert("confidence".into(), confidence);
    let required: Vec<String> = fields.keys().cloned().collect();
    json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false })
}

fn common() -> Map<String, Value> {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let text = json!({ "type": "string" });
    let truth = json!({ "type": "boolean" });
    let fields = [
        ("say", text.clone()),
        ("kind", json!({ "type": "string", "enum": kinds })),
        ("stance", json!({ "type": "string", "enum": ["agree", "disagree", "neutral"] })),
        ("confidence", json!({ "type": "integer", "minimum": 0, "maximum": 100 })),
        ("mentions", json!({ "type": "array", "items": text })),
        ("ideas", json!({ "type": "array", "items": text })),
        ("concede", truth.clone()),
        ("close", truth.clone()),
        ("next", text.clone()),
        ("spawn", text),
        ("pass", truth),
        ("findings", json!({ "type": "array", "items": finding() })),
    ];
    fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

fn finding() -> Value {
    json!({
        "type": "object",
        "properties": {
            "rule": { "type": "string" },
            "severity": { "type": "string", "enum": ["info", "warning", "blocking"] },
            "line": { "type": ["integer", "null"], "minimum": 1 },
            "message": { "type": "string" },
            "suggestion": { "type": ["string", "null"] },
        },
        "required": ["rule", "severity", "message"],
        "additionalProperties": false,
    })
}

fn ballot(options: &[Arc<str>]) -> [(String, Value); 3] {
    let option = json!({ "type": "string", "enum": options });
    let several = json!({ "type": "array", "items": option, "maxItems": options.len() });
    [("vote".into(), option), ("ranking".into(), several.clone()), ("approve".into(), several)]
}

/// The field that a vote in this form is given in.
fn vote(form: &Form, options: &[Arc<str>]) -> (&'static str, Value) {
    let option = json!({ "type": "string", "enum": options });
    match form {
        Form::Approval(_) => ("approve", json!({ "type": "array", "items": option })),
        Form::Ranking(_) => ("ranking", json!({ "type": "array", "items": option })),
        Form::Points { most, .. } => {
            let points = json!({ "type": "integer", "minimum": 0, "maximum": most });
            let each: Map<String, Value> = options.iter().map(|option| (option.to_string(), points.clone())).collect();
            let required: Vec<&str> = options.iter().map(AsRef::as_ref).collect();
            let given = json!({
                "type": "object", "properties": each, "required": required, "additionalProperties": false,
            });
            ("points", given)
        }
        _ => ("vote", option),
    }
}

fn scores(points: &[Arc<str>]) -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "point": { "type": "string", "enum": points },
                "score": { "type": "number", "minimum": 0, "maximum": 100 },
            },
            "required": ["point", "score"],
            "additionalProperties": false,
        },
        "minItems": points.len(),
        "maxItems": points.len(),
    })
}
