//! Quorate runs a structured discussion among role-tagged agents and ends it with a decision that can be checked.

pub mod checklist;
pub mod reading;

pub use quorate_strategies as strategies;
