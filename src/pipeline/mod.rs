//! Pipelines: acyclic graphs of stages whose results feed later stages, run together under one budget, kept so that a
//! killed run goes on where it was.
//!
//! ```
//! use async_trait::async_trait;
//! use quorate::pipeline::{Ended, Expression, Pipeline, Stage, Task, Template, Work, WorkError};
//! use serde_json::{Value, json};
//!
//! /// Makes a text of earlier results.
//! #[derive(Debug)]
//! struct Say(Template);
//!
//! #[async_trait]
//! impl Work for Say {
//!     async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
//!         Ok(json!({ "text": self.0.fill(task.values)? }))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let say = |text: &str| Template::new(text).map(Say);
//! let run = Pipeline::new("release")
//!     .input("plan", "Ship on Friday.")
//!     .stage(Stage::new("review", say("Read: {{ inputs.plan }}")?))
//!     .stage(Stage::new("risk-list", say("Risks of {{ inputs.plan }}")?))
//!     .stage(Stage::new("fix", say("{{ stages.review.text }} {{ stages.risk_list.text }}")?).needs(["review", "risk-list"]))
//!     .stage(Stage::new("alarm", say("!")?).needs(["fix"]).when(Expression::new("stages.fix.text is false")?))
//!     .run()
//!     .await?;
//! let Ended::Done(fixed) = &run.stages[2].ended else { panic!("it ran") };
//! assert_eq!(fixed["text"], "Read: Ship on Friday. Risks of Ship on Friday.");
//! assert!(matches!(run.stages[3].ended, Ended::Skipped(_)));
//! # Ok(()) }
//! ```
//!
//! # What runs when
//!
//! A stage is looked at when everything that it *needs* has ended. It is skipped when something that it requires was
//! skipped, or failed under a policy that does not go on; when it only names alternatives (`"a?"`) and none of them has a
//! result; when its condition does not hold; and when its list is empty. Otherwise it runs, once, or once for each item
//! of its list. What can run starts in the order in which the stages are declared, at most so many at the same time.
//!
//! | what happened | `stop` | `skip` | `go-on` |
//! |---|---|---|---|
//! | a stage failed | nothing further starts, what runs is dropped | what requires it is skipped | what needs it runs and sees `none` |
//! | an item failed | the same | the other items still run, then as above | `items` holds `null` for it, `failed` names it |
//!
//! # What templates see
//!
//! `inputs.NAME`, `stages.NAME` for every stage that this one needs, directly or through others, and within a list
//! `item` and `index` (from 1). A hyphen in the name of a stage is written as an underscore: `stages.risk_list.text`.
//! A stage that gave no result is `none`, so `{% if stages.risk_list %}` asks for it. The result of a stage over a list is
//! `{ "items": […], "failed": [{ "index", "item", "why" }] }`, in the order of the list.
//!
//! # What is kept
//!
//! Every start and end is a line in the journal before anything follows from it (see [`Event`]). [`Pipeline::resume`] folds
//! those lines: a stage that has ended is never performed again, a run that was killed goes on, and a run that came to its
//! end tries again what failed, as long as nobody went on without it.
//!
//! To cancel a run, drop its future: whatever runs is dropped with it, and the lines that are there say where it was.

mod builder;
mod ended;
mod error;
mod fate;
pub mod file;
mod graph;
pub mod kind;
mod ledger;
mod log;
mod naming;
mod past;
mod plan;
mod probe;
mod run;
mod scope;
mod shape;
mod spot;
mod stage;
mod state;
mod template;
#[cfg(test)]
mod tests;
mod values;
mod work;

pub use builder::Pipeline;
pub use ended::{Ended, ItemRun, Run, StageRun, Stop, Why};
pub use error::{CheckError, PipelineError, Spot, TemplateError, TooDeep, TooMany, WorkError};
pub use graph::Cycle;
pub use log::{Entry, Event, FORMAT, LogError, Outcome, Part, read};
pub use plan::Plan;
pub use scope::Scope;
pub use shape::Shape;
pub use stage::{Each, Need, OnFailure, Stage};
pub use template::{Expression, Template};
pub use values::{Item, Values};
pub use work::{Begin, Task, Work};
