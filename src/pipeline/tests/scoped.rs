//! Results that may be missing have to be asked for.

use serde_json::json;

use super::{act, refused, when};
use crate::pipeline::{OnFailure, Pipeline, Shape, Stage};

/// A pipeline with a stage `maybe` that a condition may skip, one `sure`, and then this one.
fn with(last: Stage) -> Pipeline {
    Pipeline::new("p")
        .input("wanted", true)
        .stage(Stage::new("maybe", act("m")).when(when("inputs.wanted")))
        .stage(Stage::new("sure", act("s")))
        .stage(last)
}

fn last(text: &str) -> Stage {
    Stage::new("last", act(text))
}

#[test]
fn what_is_required_is_there() {
    with(last("{{ stages.maybe.text }}").needs(["maybe"])).check().unwrap();
}

#[test]
fn what_is_optional_has_to_be_asked_for() {
    let error = refused(with(last("x {{ stages.maybe.text }}").needs(["maybe?", "sure"])));
    let said = "last: text: line 1, column 6: stages.maybe may be none, as that stage may be skipped; ask for it first, \
                as in {% if stages.maybe %}";
    assert_eq!(error, said);
    let asked = "{% if stages.maybe %}{{ stages.maybe.text }}{% endif %}";
    with(last(asked).needs(["maybe?", "sure"])).check().unwrap();
    with(last("{{ stages.maybe.text if stages.maybe else 'none' }}").needs(["maybe?", "sure"])).check().unwrap();
}

#[test]
fn the_condition_of_the_stage_asks_for_all_its_templates() {
    let asks = last("{{ stages.maybe.text }}").needs(["maybe?", "sure"]).when(when("stages.maybe"));
    with(asks).check().unwrap();
    let other = last("{{ stages.maybe.text }}").needs(["maybe?", "sure"]).when(when("stages.sure"));
    assert!(refused(with(other)).contains("stages.maybe may be none"));
}

#[test]
fn a_condition_on_a_skipped_stage_is_an_error_of_its_own() {
    for condition in ["stages.maybe.text", "stages.maybe.text == 'm'", "stages.sure and stages.maybe.text | length > 1"]
    {
        let error = refused(with(last("x").needs(["maybe?", "sure"]).when(when(condition))));
        assert!(error.starts_with("last: when: line 1, column "), "{error}");
        assert!(error.contains("stages.maybe may be none, as that stage may be skipped"), "{error}");
    }
    let asked = last("x").needs(["maybe?", "sure"]).when(when("stages.maybe and stages.maybe.text == 'm'"));
    with(asked).check().unwrap();
}

#[test]
fn one_of_several_alternatives_is_there() {
    let either = |text: &str| {
        Pipeline::new("p")
            .input("fast", true)
            .stage(Stage::new("quick", act("q")).when(when("inputs.fast")))
            .stage(Stage::new("slow", act("s")).when(when("not inputs.fast")))
            .stage(last(text).needs(["quick?", "slow?"]))
    };
    either("{{ (stages.quick or stages.slow).text }}").check().unwrap();
    assert!(refused(either("{{ stages.quick.text }}")).contains("stages.quick may be none"));
}

#[test]
fn where_something_else_is_required_all_alternatives_may_be_missing() {
    let text = "{{ (stages.quick or stages.slow).text }}";
    let pipeline = |needs: &[&str]| {
        Pipeline::new("p")
            .input("fast", true)
            .stage(Stage::new("sure", act("x")))
            .stage(Stage::new("quick", act("q")).when(when("inputs.fast")))
            .stage(Stage::new("slow", act("s")).when(when("inputs.fast")))
            .stage(last(text).needs(needs.iter().copied()))
    };
    assert!(refused(pipeline(&["quick?", "slow?", "sure"])).contains("stages.quick may be none"));
    pipeline(&["quick?", "slow?"]).check().unwrap();
}

#[test]
fn what_hangs_on_a_skipped_stage_is_skipped_with_it() {
    let chain = |text: &str| {
        Pipeline::new("p")
            .input("wanted", false)
            .stage(Stage::new("maybe", act("m")).when(when("inputs.wanted")))
            .stage(Stage::new("next", act("n")).needs(["maybe"]))
            .stage(Stage::new("sure", act("s")))
            .stage(last(text).needs(["next?", "maybe?", "sure"]))
    };
    let asked = "{% if stages.next %}{{ stages.maybe.text }}{{ stages.next.text }}{% endif %}";
    chain(asked).check().unwrap();
    let error = refused(chain("{% if stages.maybe %}{{ stages.next.text }}{% endif %}"));
    assert!(error.contains("stages.next may be none"), "{error}");
}

#[test]
fn a_stage_that_others_go_on_without_has_to_be_asked_for() {
    let goes_on = |text: &str| {
        let first = Stage::new("first", act("f")).on_failure(OnFailure::GoOn);
        Pipeline::new("p").stage(first).stage(last(text).needs(["first"]))
    };
    let error = refused(goes_on("{{ stages.first.text }}"));
    assert!(error.contains("as this stage runs also when that one fails"), "{error}");
    goes_on("{% if stages.first %}{{ stages.first.text }}{% endif %}").check().unwrap();
}

#[test]
fn a_stage_behind_others_may_be_named_too() {
    let chain = |text: &str| {
        Pipeline::new("p")
            .stage(Stage::new("first", act("f")))
            .stage(Stage::new("second", act("s")).needs(["first"]))
            .stage(last(text).needs(["second"]))
    };
    chain("{{ stages.first.text }}").check().unwrap();
}

#[test]
fn the_published_schema_of_results_says_which_fields_there_are() {
    let schema = serde_json::from_str(include_str!("../../report/schema/result-1.json")).unwrap();
    let result = Shape::of_schema(&schema);
    assert_eq!(result.field("topic"), Some(&Shape::Text));
    assert_eq!(result.field("decision").and_then(|decision| decision.field("value")), Some(&Shape::Text));
    let Some(Shape::List(one)) = result.field("recommendations") else { panic!("{result:?}") };
    assert_eq!(one.field("text"), Some(&Shape::Text));
    assert_eq!((one.field("txt"), result.field("recomendations")), (None, None));
}

#[test]
fn a_form_that_a_schema_leaves_open_is_any() {
    let of = |schema: serde_json::Value| Shape::of_schema(&schema);
    assert_eq!(of(json!({ "type": ["string", "null"] })), Shape::Text);
    assert_eq!(of(json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] })), Shape::Number);
    assert_eq!(of(json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] })), Shape::Any);
    assert_eq!(of(json!({ "type": "object", "additionalProperties": { "type": "string" } })), Shape::Any);
    assert_eq!(of(json!({ "enum": ["en", "zh"] })), Shape::Text);
    let endless = json!({ "type": "array", "items": { "$ref": "#" } });
    assert!(matches!(of(endless), Shape::List(_)));
    let shared = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "type": "boolean" } } });
    assert_eq!(of(shared), Shape::fields([("a", Shape::Flag)]));
}
