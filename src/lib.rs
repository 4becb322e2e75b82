//! Quorate runs a structured discussion among role-tagged agents and ends it with a decision that can be checked.

pub mod agent;
pub mod checklist;
#[cfg(feature = "command")]
pub mod command;
pub mod context;
pub mod manager;
pub mod preset;
pub mod reading;
pub mod report;
pub mod store;

pub use manager::{Discussion, Finished, Manager, Observer, RunError, SetupError};
pub use quorate_strategies as strategies;
