//! What is refused before anything is spent, each with one clear error.

use super::{act, refused, when};
use crate::pipeline::{Each, OnFailure, Pipeline, Plan, Stage};

fn stage(name: &str) -> Stage {
    Stage::new(name, act("x"))
}

#[test]
fn a_plan_tells_what_may_run_together() {
    let pipeline = Pipeline::new("release")
        .stage(stage("publish").needs(["fix", "risks?"]))
        .stage(stage("review"))
        .stage(stage("fix").needs(["review"]))
        .stage(stage("risks"));
    let Plan { waves } = pipeline.check().unwrap();
    let waves: Vec<String> = waves.iter().map(|wave| wave.join(" ")).collect();
    assert_eq!(waves, ["review risks", "fix", "publish"]);
}

#[test]
fn a_pipeline_has_stages_with_names_of_their_own() {
    assert_eq!(refused(Pipeline::new("empty")), "the pipeline has no stage; give it one");
    let twice = Pipeline::new("twice").stage(stage("a")).stage(stage("a"));
    assert_eq!(refused(twice), "two stages are called \"a\"; rename one of them");
    for name in ["", "A", "1a", "a_b", "a b", "-a", "é"] {
        let error = refused(Pipeline::new("named").stage(stage(name)));
        assert!(error.contains("is no name for a stage; use small letters"), "{error}");
    }
    let error = refused(Pipeline::new("named").stage(stage("a")).input("a-b", "x"));
    assert!(error.starts_with("\"a-b\" is no name for an input"), "{error}");
}

#[test]
fn an_unknown_need_names_the_nearest_stage() {
    let pipeline = Pipeline::new("p").stage(stage("review")).stage(stage("fix").needs(["reveiw"]));
    assert_eq!(refused(pipeline), "fix needs \"reveiw\", which is no stage; did you mean \"review\"?");
    let pipeline = Pipeline::new("p").stage(stage("review")).stage(stage("fix").needs(["zzz?"]));
    assert_eq!(refused(pipeline), "fix needs \"zzz\", which is no stage; there are review, fix");
}

#[test]
fn a_circle_is_drawn() {
    let circle = Pipeline::new("p")
        .stage(stage("plan"))
        .stage(stage("fix").needs(["review"]))
        .stage(stage("review").needs(["plan", "fix?"]))
        .stage(stage("publish").needs(["review"]));
    let said = "the stages run in a circle, each needing the one before it; take one need out:\n  fix → review → fix";
    assert_eq!(refused(circle), said);
    let alone = Pipeline::new("p").stage(stage("plan").needs(["plan"]));
    assert!(refused(alone).ends_with("\n  plan → plan"));
}

#[test]
fn a_long_circle_is_drawn_on_several_lines() {
    let mut pipeline = Pipeline::new("p");
    for at in 0..9 {
        let before = format!("a-stage-with-a-long-name-{}", (at + 8) % 9);
        pipeline = pipeline.stage(stage(&format!("a-stage-with-a-long-name-{at}")).needs([before]));
    }
    let drawn = refused(pipeline);
    let lines: Vec<&str> = drawn.lines().skip(1).collect();
    assert_eq!(lines.len(), 5, "{drawn}");
    assert_eq!(lines[0], "  a-stage-with-a-long-name-0 → a-stage-with-a-long-name-1");
    assert_eq!(lines[1], "  → a-stage-with-a-long-name-2 → a-stage-with-a-long-name-3");
    assert!(lines.iter().all(|line| line.chars().count() <= 74), "{drawn}");
    assert!(lines[4].ends_with("→ a-stage-with-a-long-name-0"), "{drawn}");
}

#[test]
fn the_shortest_circle_is_drawn() {
    let circle = Pipeline::new("p")
        .stage(stage("a").needs(["d", "b"]))
        .stage(stage("b").needs(["a"]))
        .stage(stage("c").needs(["b"]))
        .stage(stage("d").needs(["c"]));
    assert!(refused(circle).ends_with("\n  a → b → a"));
}

/// The error of a stage `fix` that needs `review` and says this.
fn said(text: &str) -> String {
    let fix = Stage::new("fix", act(text)).needs(["review"]);
    refused(Pipeline::new("p").input("plan", "x").stage(stage("review")).stage(stage("other-one")).stage(fix))
}

#[test]
fn a_template_names_what_is_there() {
    let cases = [
        ("ok {{ stages.reveiw.text }}", "line 1, column 7: there is no stage \"reveiw\"; did you mean \"review\"?"),
        ("a\n {{ stages.review.txt }}", "line 2, column 5: stages.review has no field \"txt\"; did you mean \"text\"?"),
        (
            "{{ stages.review.text.length }}",
            "line 1, column 4: stages.review.text has no field \"length\"; it has none at all",
        ),
        (
            "{{ stages.other_one.text }}",
            "line 1, column 4: it uses the result of other-one without needing it; add \"other-one\" to its needs",
        ),
        (
            "{{ stages.other-one.text }}",
            "line 1, column 4: there is no stage \"other\"; a hyphen is written as an underscore here: stages.other_one",
        ),
        (
            "{{ stages.fix.text }}",
            "line 1, column 4: \"stages.fix\" is unknown here; a stage has no result before it has ended",
        ),
        (
            "{{ stages['review'].text }}",
            "line 1, column 4: \"stages\" is unknown here; name the stage whose result is used, as in stages.NAME",
        ),
        ("{{ review.text }}", "line 1, column 4: \"review\" is unknown here; write stages.review"),
        ("{{ plan }}", "line 1, column 4: \"plan\" is unknown here; write inputs.plan"),
        ("{{ inputs.plam }}", "line 1, column 4: \"inputs.plam\" is unknown here; did you mean \"plan\"?"),
        (
            "{{ item }}",
            "line 1, column 4: \"item\" is unknown here; only a stage with `each` has one, and not in `each` or `when` itself",
        ),
        ("{{ stage.review.text }}", "line 1, column 4: \"stage\" is unknown here; did you mean \"stages\"?"),
        ("{{ 'x' | shout }}", "line 1, column 10: unknown filter: filter shout is unknown"),
    ];
    for (text, error) in cases {
        assert_eq!(said(text), format!("fix: text: {error}"), "{text}");
    }
    let included = said("{% include '/etc/passwd' %}");
    assert!(included.starts_with("fix: text: line 1, column 4: template not found"), "{included}");
}

#[test]
fn a_template_that_cannot_be_read_names_the_place() {
    use crate::pipeline::{Expression, Template};
    let error = Template::new("one\n{{ stages. }}").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column "), "{error}");
    let error = Expression::new("stages.a and").unwrap_err();
    assert!(error.to_string().starts_with("line 1, column "), "{error}");
}

#[test]
fn a_condition_and_a_list_are_looked_at_too() {
    let fix = |stage: Stage| refused(Pipeline::new("p").stage(super::checks::stage("review")).stage(stage));
    let wrong = fix(stage("fix").needs(["review"]).when(when("stages.review.ok")));
    assert_eq!(wrong, "fix: when: line 1, column 1: stages.review has no field \"ok\"; there are text");
    let wrong = fix(stage("fix").needs(["review"]).each(when("stages.review.text")));
    assert_eq!(wrong, "fix: each: it comes to a text, not to a list");
    let wrong = fix(stage("fix").when(when("stages.review.text")));
    assert!(wrong.ends_with("without needing it; add \"review\" to its needs"), "{wrong}");
}

#[test]
fn a_list_gives_its_items_to_templates_and_to_nothing_before_them() {
    let over = |each: Each, text: &str| {
        let work = Stage::new("work", act(text)).each(each);
        Pipeline::new("p").stage(work).check().map(drop).map_err(|error| error.to_string())
    };
    let these = || Each::from(vec![serde_json::json!({ "name": "a" })]);
    assert_eq!(over(these(), "{{ index }} {{ item.name }}"), Ok(()));
    assert_eq!(over(Each::Of(when("[1, 2]")), "{{ item + 1 }}"), Ok(()));
    let wrong = over(Each::Of(when("[item]")), "{{ item }}").unwrap_err();
    assert!(wrong.starts_with("work: each: line 1, column 2: \"item\" is unknown here"), "{wrong}");
}

#[test]
fn the_result_of_a_list_has_items_and_failures() {
    let after = |text: &str, policy| {
        let work = Stage::new("work", act("{{ item }}")).each(vec![1, 2]).on_failure(policy);
        let pipeline = Pipeline::new("p").stage(work).stage(Stage::new("sum", act(text)).needs(["work"]));
        pipeline.check().map(drop).map_err(|error| error.to_string())
    };
    let all = "{% for one in stages.work.items %}{{ one.text }}{% endfor %}";
    assert_eq!(after(all, OnFailure::Stop), Ok(()));
    let wrong = after("{% for one in stages.work.items %}{{ one.txt }}{% endfor %}", OnFailure::Stop).unwrap_err();
    let said = "sum: text: line 1, column 42: stages.work.items[…] has no field \"txt\"; did you mean \"text\"?";
    assert_eq!(wrong, said);
    let wrong = after(all, OnFailure::GoOn).unwrap_err();
    let said = "sum: text: line 1, column 15: an entry of stages.work.items may be none, as this stage runs also when \
                items fail; ask for it first, as in {% if entry %}";
    assert_eq!(wrong, said);
    let asked = "{% for one in stages.work.items if one %}{{ one.text }}{% endfor %}";
    assert_eq!(after(asked, OnFailure::GoOn), Ok(()));
    let failures = "{% for one in stages.work.failed %}{{ one.index }} {{ one.why }} {{ one.item.name }}{% endfor %}";
    assert_eq!(after(failures, OnFailure::GoOn), Ok(()));
}
