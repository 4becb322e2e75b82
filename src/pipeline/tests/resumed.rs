//! Runs that are gone on with: what stands, what is tried again, and what is refused.

use std::{num::NonZeroUsize, time::Duration};

use serde_json::{Value, json};

use super::{Act, Fails, Page, act, ends, in_virtual_time, ran, when, word};
use crate::{
    manager::FixedClock,
    pipeline::{Begin, OnFailure, Pipeline, PipelineError, Run, Stage, Stop},
};

/// Runs it with a log; gives that too.
fn logged(pipeline: Pipeline) -> (Run, Page) {
    let page = Page::default();
    (ran(pipeline.journal(page.clone())), page)
}

fn again(pipeline: Pipeline, page: &Page) -> Result<(Run, Page), PipelineError> {
    let (page, kept) = Page::kept(&page.bytes());
    in_virtual_time(pipeline.resume(kept)).0.map(|run| (run, page))
}

fn performed(act: &Act) -> Vec<String> {
    act.performed.lock().unwrap().iter().map(|(stage, item, ..)| format!("{stage} {item}")).collect()
}

#[test]
fn the_log_is_lines_that_anybody_can_read() {
    let pipeline = Pipeline::new("p")
        .clock(FixedClock(1_700_000_000_000))
        .input("plan", "x")
        .at_once(NonZeroUsize::MIN)
        .stage(
            Stage::new("list", Act { fails: Fails::First(vec![1, 0]), ..act("{{ item }}") }).each(vec![1, 2]).retry(1),
        )
        .stage(Stage::new("never", act("x")).needs(["list"]).when(when("false")))
        .stage(Stage::new("bad", Act { fails: Fails::Always, ..act("x") }).needs(["list"]));
    let (_, page) = logged(pipeline);
    let shown: Vec<Value> = page
        .text()
        .lines()
        .map(|line| {
            let Value::Object(mut line) = serde_json::from_str(line).unwrap() else { panic!("{line}") };
            // Numbers, times and hashes tell nothing here.
            line.retain(|key, _| !["v", "at", "seq", "spent", "definition", "inputs"].contains(&key.as_str()));
            line.into()
        })
        .collect();
    let expected = [
        r#"{"event":"begun","name":"p","seed":0,"stages":["list","never","bad"]}"#,
        r#"{"event":"listed","items":2,"stage":"list"}"#,
        r#"{"attempt":1,"event":"started","item":1,"stage":"list"}"#,
        r#"{"attempt":1,"event":"ended","how":"again","item":1,"stage":"list","why":"not this time"}"#,
        r#"{"attempt":2,"event":"started","item":1,"stage":"list"}"#,
        r#"{"attempt":2,"event":"ended","how":"done","item":1,"result":{"text":"1"},"stage":"list"}"#,
        r#"{"attempt":1,"event":"started","item":2,"stage":"list"}"#,
        r#"{"attempt":1,"event":"ended","how":"done","item":2,"result":{"text":"2"},"stage":"list"}"#,
        r#"{"because":"condition","event":"skipped","stage":"never"}"#,
        r#"{"attempt":1,"event":"started","stage":"bad"}"#,
        r#"{"attempt":1,"event":"ended","how":"failed","stage":"bad","why":"it cannot be done"}"#,
        r#"{"because":"failed","event":"stopped","stage":"bad"}"#,
    ];
    let expected = expected.map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(shown, expected);
}

#[test]
fn a_run_that_failed_is_tried_again_where_it_failed() {
    let pipeline = |work: &Act| {
        Pipeline::new("p")
            .stage(Stage::new("good", Act { fails: Fails::Never, ..work.clone() }))
            .stage(Stage::new("bad", work.clone()).needs(["good"]))
            .stage(Stage::new("after", Act { fails: Fails::Never, ..work.clone() }).needs(["bad"]))
    };
    let (run, page) = logged(pipeline(&Act { fails: Fails::Always, ..act("x") }));
    assert_eq!(ends(&run), ["good done", "bad failed", "after skipped"]);
    let mended = act("x");
    let (run, page) = again(pipeline(&mended), &page).unwrap();
    assert_eq!(ends(&run), ["good done", "bad done", "after done"]);
    assert_eq!(performed(&mended), ["bad 0", "after 0"]);
    assert_eq!((run.stage("bad").unwrap().attempts, run.stop), (2, Stop::Finished));

    let (lines, idle) = (page.text(), act("x"));
    let (run, page) = again(pipeline(&idle), &page).unwrap();
    assert_eq!(ends(&run), ["good done", "bad done", "after done"]);
    assert_eq!((performed(&idle).len(), page.text()), (0, lines), "nothing is left to do or to write");
}

#[test]
fn a_stage_that_failed_may_be_mended_before_it_is_tried_again() {
    let pipeline = |text: &str, fails| Pipeline::new("p").stage(Stage::new("bad", Act { fails, ..act(text) }));
    let (_, page) = logged(pipeline("wrong", Fails::Always));
    let (run, _) = again(pipeline("right", Fails::Never), &page).unwrap();
    assert_eq!(run.stages[0].ended.result().unwrap()["text"], "right");
}

#[test]
fn what_others_went_on_without_stays_as_it_was() {
    let pipeline = |work: &Act| {
        Pipeline::new("p")
            .stage(Stage::new("bad", work.clone()).on_failure(OnFailure::GoOn))
            .stage(Stage::new("after", Act { fails: Fails::Never, ..work.clone() }).needs(["bad"]))
            .stage(Stage::new("alone", work.clone()).on_failure(OnFailure::GoOn))
    };
    let (run, page) = logged(pipeline(&Act { fails: Fails::Always, ..act("x") }));
    assert_eq!(ends(&run), ["bad failed", "after done", "alone failed"]);
    let mended = act("x");
    let (run, _) = again(pipeline(&mended), &page).unwrap();
    assert_eq!(ends(&run), ["bad failed", "after done", "alone done"]);
    assert_eq!(performed(&mended), ["alone 0"]);
}

#[test]
fn what_was_skipped_and_gone_on_without_keeps_what_it_needs_from_another_try() {
    let pipeline = |work: &Act| {
        let good = || Act { fails: Fails::Never, ..work.clone() };
        Pipeline::new("p")
            .stage(Stage::new("bad", work.clone()).on_failure(OnFailure::SkipDependants))
            .stage(Stage::new("between", good()).needs(["bad"]))
            .stage(Stage::new("sure", good()))
            .stage(Stage::new("after", good()).needs(["between?", "sure"]))
    };
    let (run, page) = logged(pipeline(&Act { fails: Fails::Always, ..act("x") }));
    assert_eq!(ends(&run), ["bad failed", "between skipped", "sure done", "after done"]);
    let (run, _) = again(pipeline(&act("x")), &page).unwrap();
    assert_eq!(ends(&run), ["bad failed", "between skipped", "sure done", "after done"]);
}

#[test]
fn only_the_items_that_failed_are_tried_again() {
    let pipeline = |work: &Act| Pipeline::new("p").stage(Stage::new("tasks", work.clone()).each(vec!["a", "b", "c"]));
    let bad = Act { fails: Fails::First(vec![0, 1, 0]), ms: vec![10, 30, 20], ..act("{{ item }}") };
    let (run, page) = logged(pipeline(&bad));
    assert_eq!(ends(&run), ["tasks failed"]);
    let mended = act("{{ item }}");
    let (run, _) = again(pipeline(&mended), &page).unwrap();
    assert_eq!((ends(&run), performed(&mended)), (vec!["tasks done".to_owned()], vec!["tasks 2".to_owned()]));
}

#[test]
fn what_was_dropped_at_a_stop_is_gone_on_with() {
    let pipeline = |work: &Act, fails| {
        Pipeline::new("p")
            .stage(Stage::new("slow", Act { ms: vec![900], ..work.clone() }))
            .stage(Stage::new("bad", Act { fails, ..work.clone() }))
    };
    let (run, page) = logged(pipeline(&act("x"), Fails::Always));
    assert_eq!(ends(&run), ["slow cancelled", "bad failed"]);
    assert_eq!(run.stages[0].attempts, 1);
    let mended = act("x");
    let (run, _) = again(pipeline(&mended, Fails::Never), &page).unwrap();
    assert_eq!(ends(&run), ["slow done", "bad done"]);
    let begins: Vec<Begin> = mended.performed.lock().unwrap().iter().map(|(.., begin)| *begin).collect();
    assert_eq!(begins, [Begin::GoOn, Begin::Afresh]);
}

#[test]
fn items_that_were_dropped_are_told_from_those_that_never_began() {
    let alone = Pipeline::new("p").at_once(NonZeroUsize::MIN).total(Duration::from_millis(100));
    let alone = alone.stage(Stage::new("slow", Act { ms: vec![10, 900], ..act("{{ item }}") }).each(vec![1, 2, 3]));
    let (run, _) = logged(alone);
    let items: Vec<&str> = run.stages[0].items.iter().map(|item| word(&item.ended)).collect();
    assert_eq!(items, ["done", "cancelled", "skipped"]);
}

/// A run of two stages, killed while the second is under way.
fn killed(text: &str) -> (Pipeline, Vec<u8>) {
    let pipeline = || {
        Pipeline::new("p")
            .input("plan", "x")
            .stage(Stage::new("first", act(text)))
            .stage(Stage::new("second", act("x")).needs(["first"]))
    };
    let (_, page) = logged(pipeline());
    let lines = page.text();
    let whole = lines.lines().position(|line| line.contains("started") && line.contains("second")).unwrap();
    (pipeline(), lines.split_inclusive('\n').take(whole + 1).collect::<String>().into_bytes())
}

#[test]
fn an_attempt_that_is_killed_twice_is_still_one_attempt() {
    let (_, mut lines) = killed("x");
    for _ in 0..2 {
        // Killed again while the same stage is under way.
        let (page, kept) = Page::kept(&lines);
        let (pipeline, _) = killed("x");
        let cut = async { tokio::time::timeout(Duration::from_millis(5), pipeline.resume(kept)).await.is_err() };
        assert!(in_virtual_time(cut).0);
        lines = page.bytes();
    }
    let (_, kept) = Page::kept(&lines);
    let run = in_virtual_time(killed("x").0.resume(kept)).0.unwrap();
    assert_eq!((ends(&run).join(", "), run.stages[1].attempts), ("first done, second done".to_owned(), 1));
}

fn refusal(pipeline: Pipeline, lines: &[u8]) -> String {
    let (page, kept) = Page::kept(lines);
    let error = in_virtual_time(pipeline.resume(kept)).0.unwrap_err().to_string();
    assert_eq!(page.bytes(), lines, "nothing is written");
    error
}

#[test]
fn a_log_of_something_else_is_refused() {
    let (_, lines) = killed("x");
    let stage = |name: &str, text: &str| Stage::new(name, act(text));
    let pipeline = || Pipeline::new("p").input("plan", "x");

    let changed = pipeline().stage(stage("first", "other")).stage(stage("second", "x").needs(["first"]));
    let said = "first has changed since it was begun, so its result does not count any more; change it back, or begin \
                anew in another folder";
    assert_eq!(refusal(changed, &lines), said);
    let gone = pipeline().stage(stage("second", "x"));
    assert!(refusal(gone, &lines).starts_with("first was begun and is no stage any more"));
    let both = || Pipeline::new("p").stage(stage("first", "x")).stage(stage("second", "x").needs(["first"]));
    for wrong in [both(), both().input("plan", "y"), both().input("plan", "x").input("more", 1)] {
        assert!(refusal(wrong, &lines).contains("has changed since the run began"));
    }
    let other = Pipeline::new("q").input("plan", "x").stage(stage("first", "x"));
    assert!(refusal(other, &lines).starts_with("the log is of the pipeline \"p\", not of \"q\""));
}

#[test]
fn a_log_that_cannot_be_read_names_its_line() {
    let (_, lines) = killed("x");
    let text = String::from_utf8(lines).unwrap();
    let with = |from: &str, to: &str| refusal(killed("x").0, text.replacen(from, to, 1).as_bytes());
    assert!(with("\"seq\":2", "\"seq\":3").starts_with("line 2 of the log of the pipeline has the number 3"));
    assert!(
        with("\"event\":\"started\"", "\"event\":\"sta").starts_with("line 2 of the log of the pipeline is no event")
    );
    assert!(with("{\"v\":1", "{\"v\":2").contains("has version 2, which is newer than 1"));
    let headless = text.replacen("\"event\":\"begun\"", "\"event\":\"resumed\",\"again\":[]", 1);
    assert!(refusal(killed("x").0, headless.as_bytes()).contains("does not tell of a beginning"));
}

#[test]
fn what_was_half_done_and_is_another_thing_now_begins_anew() {
    let (_, lines) = killed("x");
    let second = act("another text");
    let pipeline = Pipeline::new("p")
        .input("plan", "x")
        .stage(Stage::new("first", act("x")))
        .stage(Stage::new("second", second.clone()).needs(["first"]));
    let (_, kept) = Page::kept(&lines);
    in_virtual_time(pipeline.resume(kept)).0.unwrap();
    assert_eq!(second.performed.lock().unwrap()[0].3, Begin::Afresh);
}

#[test]
fn time_and_money_of_earlier_processes_count() {
    let (pipeline, lines) = killed("x");
    let text = String::from_utf8(lines).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (line, at) in lines.iter_mut().zip([1_000, 1_000, 1_995, 1_995]) {
        line["at"] = at.into();
    }
    lines[2]["spent"] = json!({ "calls": 4, "tokens": 9, "nanos": 0 });
    let bytes: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // The second stage takes 10 ms and 5 are left.
    let (_, kept) = Page::kept(bytes.as_bytes());
    let (run, took) = in_virtual_time(pipeline.total(Duration::from_secs(1)).resume(kept));
    let run = run.unwrap();
    assert_eq!((run.stop, took, run.spent.calls), (Stop::Time, 5, 4));
    assert_eq!(run.stages[0].spent.calls, 4);
}
