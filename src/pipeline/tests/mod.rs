//! Pipelines as a whole, in virtual time.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Value, json};

use super::{
    Begin, CheckError, Expression, Pipeline, PipelineError, Run, Scope, Shape, Task, Template, Work, WorkError,
};
use crate::store::{Journal, Kept, StoreError};

mod checks;
mod laws;
mod model;
mod resumed;
mod runs;
mod scoped;
mod world;

/// Everything that was performed: stage, item, attempt, and whether it was gone on with.
type Performed = Arc<Mutex<Vec<(String, u32, u32, Begin)>>>;

/// Says a text after some time, or fails so many times before.
#[derive(Debug, Clone)]
struct Act {
    text: Template,
    /// How long each attempt takes; the last is repeated for further items.
    ms: Vec<u64>,
    fails: Fails,
    performed: Performed,
    running: Arc<Mutex<(usize, usize)>>,
}

/// When an attempt fails.
#[derive(Debug, Clone, PartialEq)]
enum Fails {
    Never,
    /// So many attempts, in a way that another may mend; by item.
    First(Vec<u32>),
    /// In a way that lasts.
    Always,
}

fn act(text: &str) -> Act {
    Act {
        text: Template::new(text).unwrap(),
        ms: vec![10],
        fails: Fails::Never,
        performed: Performed::default(),
        running: Arc::default(),
    }
}

/// One more runs as long as this lives.
struct Running(Arc<Mutex<(usize, usize)>>);

impl Running {
    fn new(counts: &Arc<Mutex<(usize, usize)>>) -> Self {
        let mut now = counts.lock().unwrap();
        now.0 += 1;
        now.1 = now.1.max(now.0);
        Self(Arc::clone(counts))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.lock().unwrap().0 -= 1;
    }
}

/// One of a list by the number of an item; the last is for all that follow.
fn nth<T: Copy>(list: &[T], item: u32) -> T {
    let at = usize::try_from(item.saturating_sub(1)).unwrap();
    list[at.min(list.len() - 1)]
}

#[async_trait]
impl Work for Act {
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        self.text.check(scope).map_err(|error| CheckError::new("text", error))
    }

    fn gives(&self) -> Shape {
        Shape::fields([("text", Shape::Text)])
    }

    fn definition(&self) -> Value {
        self.text.source().into()
    }

    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        let _running = Running::new(&self.running);
        let item = task.item.map_or(0, |item| item.index);
        self.performed.lock().unwrap().push((task.stage.to_owned(), item, task.attempt, task.begin));
        tokio::time::sleep(Duration::from_millis(nth(&self.ms, item))).await;
        match &self.fails {
            Fails::Always => Err(WorkError::lasting("it cannot be done")),
            Fails::First(times) if task.attempt <= nth(times, item) => Err(WorkError::passing("not this time")),
            _ => Ok(json!({ "text": self.text.fill(task.values)? })),
        }
    }
}

/// A journal whose lines can be read while it is written, as those of a file can.
#[derive(Debug, Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

#[async_trait]
impl Journal for Page {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(())
    }
}

impl Page {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }

    fn text(&self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }

    /// What is there, to go on with, in a page of its own.
    fn kept(lines: &[u8]) -> (Self, Kept) {
        let page = Self(Arc::new(Mutex::new(lines.to_vec())));
        let kept = Kept { lines: lines.to_vec(), journal: Box::new(page.clone()) };
        (page, kept)
    }
}

fn when(source: &str) -> Expression {
    Expression::new(source).unwrap()
}

/// Runs in virtual time; gives what came of it and how many milliseconds that took.
fn in_virtual_time<T>(future: impl Future<Output = T>) -> (T, u128) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let begun = tokio::time::Instant::now();
        let came = future.await;
        (came, begun.elapsed().as_millis())
    })
}

fn ran(pipeline: Pipeline) -> Run {
    in_virtual_time(pipeline.run()).0.unwrap()
}

fn refused(pipeline: Pipeline) -> String {
    let error: PipelineError = pipeline.check().unwrap_err();
    error.to_string()
}

/// How each stage ended, one word each.
fn ends(run: &Run) -> Vec<String> {
    run.stages.iter().map(|stage| format!("{} {}", stage.name, word(&stage.ended))).collect()
}

fn word(ended: &super::Ended) -> &'static str {
    match ended {
        super::Ended::Done(_) => "done",
        super::Ended::Failed(_) => "failed",
        super::Ended::Skipped(_) => "skipped",
        super::Ended::Cancelled => "cancelled",
    }
}
