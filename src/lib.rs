//! Quorate runs a structured discussion among role-tagged agents and ends it with a decision that can be checked.
//!
//! ```
//! use quorate::{Discussion, agent::Scripted, strategies::prelude::*, strategies::strategies::RoundRobin};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::RunError> {
//! let done = Discussion::new("Tea or coffee?")
//!     .strategy(RoundRobin::new())
//!     .seat(Seat::new("Ann"), Scripted::lines(["Tea. [KIND: PROPOSAL]", "[KIND: CONSENSUS] Tea it is."]))
//!     .seat(Seat::new("Bob"), Scripted::lines(["[STANCE: AGREE] Tea."]))
//!     .run()
//!     .await?;
//! assert_eq!(done.outcome.stop, StopReason::Decided);
//! # Ok(()) }
//! ```
//!
//! * To run discussions: [`Discussion`] for one, [`Manager`] for many by id.
//! * To answer for a seat: [`agent::Agent`], one async method.
//! * To decide who speaks next or whether the group has decided: [`strategies`], a crate without I/O.
//! * To have the result of one feed the next: `pipeline`, an acyclic graph of stages under one budget.
//! * To read what came of it: [`Finished`], and [`report`] for minutes and result documents.
//! * To see what answers, supports or objects to what: [`argument`].
//! * To try out a strategy, a table or a file before it matters: `rehearse`, thousands of runs in virtual time.
//! * To choose a strategy: [`guide`], a page for each.
//!
//! How the parts fit together, and which laws they keep, is in [`architecture`].

pub mod agent;
pub mod architecture;
pub mod argument;
pub mod checklist;
#[cfg(feature = "command")]
pub mod command;
pub mod context;
pub mod doctor;
pub mod guide;
pub mod manager;
#[cfg(feature = "pipeline")]
pub mod pipeline;
pub mod preset;
pub mod reading;
#[cfg(feature = "rehearse")]
pub mod rehearse;
pub mod report;
pub mod store;

pub use manager::{Discussion, Finished, Manager, Observer, RunError, SetupError};
pub use quorate_strategies as strategies;
