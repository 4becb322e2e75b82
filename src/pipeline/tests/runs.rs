//! What a run does about lists, failures, time, money and what its stages say.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use async_trait::async_trait;
use quorate_strategies::event::{Budget, Spend};
use serde_json::{Value, json};

use super::{Act, Fails, Page, act, ends, in_virtual_time, ran, refused, when, word};
use crate::pipeline::{Each, Ended, Event, OnFailure, Outcome, Pipeline, Stage, Stop, Task, Why, Work, WorkError};

fn failing(fails: Fails) -> Act {
    Act { fails, ..act("x") }
}

fn why(ended: &Ended) -> &str {
    let Ended::Failed(why) = ended else { panic!("{ended:?}") };
    why
}

#[test]
fn independent_stages_run_together_and_results_go_on() {
    let pipeline = Pipeline::new("p")
        .stage(Stage::new("sum", act("{{ stages.a.text }}{{ stages.b.text }}")).needs(["b", "a"]))
        .stage(Stage::new("a", Act { ms: vec![500], ..act("A") }))
        .stage(Stage::new("b", Act { ms: vec![100], ..act("B") }));
    let (run, took) = in_virtual_time(pipeline.run());
    let run = run.unwrap();
    assert_eq!(run.stage("sum").unwrap().ended, Ended::Done(Arc::new(json!({ "text": "AB" }))));
    assert_eq!((run.stop, took), (Stop::Finished, 510));
}

#[test]
fn a_list_runs_once_for_each_and_keeps_its_order() {
    let each = Act { ms: vec![300, 200, 100], ..act("{{ index }}:{{ item }}") };
    let pipeline = Pipeline::new("p").stage(Stage::new("tasks", each).each(vec!["c", "b", "a"]));
    let (run, took) = in_virtual_time(pipeline.run());
    let run = run.unwrap();
    let texts = json!({ "items": [{ "text": "1:c" }, { "text": "2:b" }, { "text": "3:a" }], "failed": [] });
    assert_eq!(run.stages[0].ended, Ended::Done(Arc::new(texts)));
    assert_eq!((run.stages[0].items.len(), run.stages[0].attempts, took), (3, 3, 300));
}

#[test]
fn a_list_may_come_from_an_earlier_result_and_an_empty_one_skips() {
    let list = |text: &str| {
        Pipeline::new("p")
            .stage(Stage::new("plan", act(text)))
            .stage(
                Stage::new("do", act("{{ item }}"))
                    .needs(["plan"])
                    .each(when("stages.plan.text | split(',') | select | list")),
            )
            .stage(Stage::new("after", act("x")).needs(["do"]))
    };
    let run = ran(list("dig,,fill"));
    assert_eq!(run.stages[1].ended.result().unwrap()["items"], json!([{ "text": "dig" }, { "text": "fill" }]));
    let run = ran(list(","));
    assert_eq!(run.stages[1].ended, Ended::Skipped(Why::Empty));
    assert_eq!(run.stages[2].ended, Ended::Skipped(Why::Need { stage: "do".into() }));
}

#[test]
fn too_long_a_list_fails_its_stage_before_it_begins() {
    let said = "it comes to 1001 items; at most 1000 can be run";
    let many = |each: Each| Pipeline::new("p").stage(Stage::new("many", act("x")).each(each));
    let plan = Stage::new("plan", act("{{ range(1001) | join(',') }}"));
    let split = Stage::new("many", act("x")).needs(["plan"]).each(when("stages.plan.text | split(',') | list"));
    let run = ran(Pipeline::new("p").stage(plan).stage(split));
    assert_eq!((why(&run.stages[1].ended), run.stages[1].attempts), (&*format!("each: {said}"), 0));
    assert_eq!(refused(many(vec![0; 1001].into())), format!("many: each: {said}"));
}

/// Gives lists within lists, so many.
#[derive(Debug)]
struct Nests(usize);

#[async_trait]
impl Work for Nests {
    async fn perform(&self, _: Task<'_>) -> Result<Value, WorkError> {
        Ok((0..self.0).fold(json!(1), |inner, _| json!([inner])))
    }
}

#[test]
fn a_result_that_no_log_could_give_back_fails_its_stage() {
    let page = Page::default();
    let deep = Stage::new("deep", Nests(97)).on_failure(OnFailure::SkipDependants);
    let run = ran(Pipeline::new("p").stage(Stage::new("flat", Nests(96))).stage(deep).journal(page.clone()));
    assert_eq!(ends(&run), ["flat done", "deep failed"]);
    assert_eq!(why(&run.stages[1].ended), "its result is nested deeper than 96 levels");
    let kept = crate::pipeline::read(&page.bytes()).unwrap().into_iter().find_map(|entry| match entry.event {
        Event::Ended { outcome: Outcome::Done { result }, .. } => Some(result),
        _ => None,
    });
    assert_eq!(kept.as_deref(), run.stages[0].ended.result());
}

#[test]
fn an_attempt_is_made_again_only_when_that_may_help() {
    let run = |fails, retry| ran(Pipeline::new("p").stage(Stage::new("a", failing(fails)).retry(retry)));
    let good = run(Fails::First(vec![2]), 2);
    assert_eq!((word(&good.stages[0].ended), good.stages[0].attempts), ("done", 3));
    let bad = run(Fails::First(vec![2]), 1);
    assert_eq!((why(&bad.stages[0].ended), bad.stages[0].attempts), ("not this time", 2));
    let lasting = run(Fails::Always, 5);
    assert_eq!((why(&lasting.stages[0].ended), lasting.stages[0].attempts), ("it cannot be done", 1));
    assert_eq!(lasting.stop, Stop::Failed { stage: "a".into() });
}

/// Fails after 10 ms under this policy, beside one that takes long, with one that requires it and one that need not.
fn around(policy: OnFailure) -> Pipeline {
    let bad = Stage::new("bad", failing(Fails::Always)).on_failure(policy);
    Pipeline::new("p")
        .stage(bad)
        .stage(Stage::new("beside", Act { ms: vec![500], ..act("x") }))
        .stage(Stage::new("requires", act("{{ 'with' if stages.bad else 'without' }}")).needs(["bad"]))
        .stage(Stage::new("may", act("{{ 'with' if stages.bad else 'without' }}")).needs(["bad?", "beside"]))
}

#[test]
fn a_failure_stops_everything_or_skips_what_requires_it_or_is_gone_on_without() {
    let (run, took) = in_virtual_time(around(OnFailure::Stop).run());
    let run = run.unwrap();
    assert_eq!(ends(&run), ["bad failed", "beside cancelled", "requires skipped", "may skipped"]);
    assert_eq!((run.stages[3].ended.clone(), took), (Ended::Skipped(Why::Stopped), 10));

    let run = ran(around(OnFailure::SkipDependants));
    assert_eq!(ends(&run), ["bad failed", "beside done", "requires skipped", "may done"]);
    assert_eq!(run.stages[2].ended, Ended::Skipped(Why::Need { stage: "bad".into() }));

    let run = ran(around(OnFailure::GoOn));
    assert_eq!(ends(&run), ["bad failed", "beside done", "requires done", "may done"]);
    assert_eq!(run.stages[2].ended.result().unwrap()["text"], "without");
}

#[test]
fn an_item_that_failed_is_named_and_the_list_goes_on() {
    let some = Act { fails: Fails::First(vec![0, 9, 0]), ..act("{{ item }}") };
    let tasks = |policy| {
        Pipeline::new("p").stage(Stage::new("tasks", some.clone()).each(vec!["a", "b", "c"]).on_failure(policy))
    };
    let run = ran(tasks(OnFailure::GoOn));
    let result = json!({
        "items": [{ "text": "a" }, null, { "text": "c" }],
        "failed": [{ "index": 2, "item": "b", "why": "not this time" }],
    });
    assert_eq!(run.stages[0].ended, Ended::Done(Arc::new(result)));
    let run = ran(tasks(OnFailure::SkipDependants));
    assert_eq!(why(&run.stages[0].ended), "1 of 3 failed; item 2: not this time");
    assert_eq!(word(&run.stages[0].items[2].ended), "done");
}

#[test]
fn the_time_in_all_ends_it() {
    let pipeline = Pipeline::new("p")
        .total(Duration::from_millis(250))
        .stage(Stage::new("a", Act { ms: vec![200], ..act("x") }))
        .stage(Stage::new("b", Act { ms: vec![200], ..act("x") }).needs(["a"]))
        .stage(Stage::new("c", act("x")).needs(["b"]));
    let (run, took) = in_virtual_time(pipeline.run());
    let run = run.unwrap();
    assert_eq!(ends(&run), ["a done", "b cancelled", "c skipped"]);
    assert_eq!((run.stop, took), (Stop::Time, 250));
}

#[test]
fn what_starts_first_is_declared_first() {
    let shared = act("x");
    let pipeline = (0..5).fold(Pipeline::new("p").at_once(NonZeroUsize::MIN), |pipeline, at| {
        pipeline.stage(Stage::new(format!("s-{at}"), shared.clone()))
    });
    ran(pipeline);
    let order: Vec<String> = shared.performed.lock().unwrap().iter().map(|(stage, ..)| stage.clone()).collect();
    assert_eq!(order, ["s-0", "s-1", "s-2", "s-3", "s-4"]);
}

/// Takes so many calls, one after the other.
#[derive(Debug)]
struct Buys(u64);

#[async_trait]
impl Work for Buys {
    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        for _ in 0..self.0 {
            let call = Spend { calls: 1, tokens: 10, nanos: 0 };
            task.purse.reserve(call).map_err(WorkError::lasting)?.settle(call);
        }
        Ok(json!({ "bought": self.0 }))
    }
}

#[test]
fn all_stages_spend_from_one_purse() {
    let pipeline = Pipeline::new("p")
        .budget(Budget { calls: Some(5), ..Budget::default() })
        .stage(Stage::new("a", Buys(3)))
        .stage(Stage::new("b", Buys(3)).needs(["a"]));
    let run = ran(pipeline);
    assert_eq!(ends(&run), ["a done", "b failed"]);
    assert_eq!(run.stages.iter().map(|stage| stage.spent.calls).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(run.spent, Spend { calls: 5, tokens: 50, nanos: 0 });
    assert!(why(&run.stages[1].ended).contains("the budget has"), "{run:?}");
}

/// Breaks down.
#[derive(Debug)]
struct Breaks;

#[async_trait]
impl Work for Breaks {
    async fn perform(&self, _: Task<'_>) -> Result<Value, WorkError> {
        panic!("a fault of the work");
    }
}

#[test]
fn work_that_breaks_down_fails_its_stage_alone() {
    let bad = Stage::new("bad", Breaks).retry(3).on_failure(OnFailure::SkipDependants);
    let run = ran(Pipeline::new("p").stage(bad).stage(Stage::new("good", act("x"))));
    assert_eq!(ends(&run), ["bad failed", "good done"]);
    assert_eq!(run.stages[0].attempts, 1);
}

/// Tells what it was given.
#[derive(Debug)]
struct Tells;

#[async_trait]
impl Work for Tells {
    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        Ok(json!({ "folder": task.folder, "seed": task.seed }))
    }
}

#[test]
fn every_stage_and_item_has_a_folder_and_a_seed_of_its_own() {
    let pipeline = || {
        Pipeline::new("p")
            .folder("out")
            .seed(7)
            .stage(Stage::new("one", Tells))
            .stage(Stage::new("many", Tells).each(vec![1, 2]))
    };
    let run = ran(pipeline());
    let items = run.stages[1].ended.result().unwrap()["items"].clone();
    let told = [run.stages[0].ended.result().unwrap(), &items[0], &items[1]];
    let folders: Vec<&str> = told.iter().map(|told| told["folder"].as_str().unwrap()).collect();
    assert_eq!(folders, ["out/01-one", "out/02-many/001", "out/02-many/002"]);
    let seeds: std::collections::BTreeSet<u64> = told.iter().map(|told| told["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds.len(), 3);
    assert_eq!(ran(pipeline()), run, "the same seed gives the same");
}

#[test]
fn what_a_stage_says_is_never_read_as_a_template() {
    let hostile = act("{{ '{{ stages.b.text }}{% for x in range(9) %}' }}");
    let pipeline = Pipeline::new("p")
        .stage(Stage::new("a", hostile))
        .stage(Stage::new("b", act("<{{ stages.a.text }}>")).needs(["a"]));
    let run = ran(pipeline);
    assert_eq!(run.stages[1].ended.result().unwrap()["text"], "<{{ stages.b.text }}{% for x in range(9) %}>");
}

#[test]
fn a_template_is_bounded_in_time_and_in_length() {
    let fails = |text: &str| why(&ran(Pipeline::new("p").stage(Stage::new("a", act(text)))).stages[0].ended).to_owned();
    let long = fails("{% for a in range(3000) %}{% for b in range(3000) %}{% endfor %}{% endfor %}");
    assert!(long.contains("engine ran out of fuel"), "{long}");
    let wide = fails("{% set a = range(20000) | join(',') %}{% for n in range(100) %}{{ a }}{% endfor %}");
    assert!(wide.contains("longer than 8 MiB"), "{wide}");
}

#[test]
fn a_watcher_is_told_every_line_that_is_kept() {
    let (page, told) = (Page::default(), Arc::new(std::sync::Mutex::new(Vec::new())));
    let seen = Arc::clone(&told);
    let pipeline = Pipeline::new("p")
        .stage(Stage::new("a", act("x")))
        .journal(page.clone())
        .watch(move |entry| seen.lock().unwrap().push(entry.clone()));
    ran(pipeline);
    assert_eq!(*told.lock().unwrap(), crate::pipeline::read(&page.bytes()).unwrap());
}

#[test]
fn a_run_that_is_dropped_drops_what_runs() {
    let slow = Act { ms: vec![10_000], ..act("x") };
    let running = Arc::clone(&slow.running);
    let (stopped, _) = in_virtual_time(async move {
        let pipeline = Pipeline::new("p").stage(Stage::new("slow", slow));
        let stopped = tokio::time::timeout(Duration::from_millis(50), pipeline.run()).await.is_err();
        tokio::task::yield_now().await;
        stopped
    });
    assert!(stopped);
    assert_eq!(*running.lock().unwrap(), (0, 1));
}
