//! Seats behind which no model stands: people at a console, and programs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

#[cfg(all(unix, feature = "acp"))]
mod acp;
#[cfg(all(unix, feature = "programs"))]
mod cli;
#[cfg(all(unix, feature = "programs"))]
mod ended;
#[cfg(feature = "people")]
mod human;
#[cfg(all(unix, feature = "command", feature = "http", feature = "people", feature = "programs"))]
mod mixed;
#[cfg(all(unix, feature = "programs"))]
mod program;
#[cfg(all(unix, feature = "programs"))]
mod scene;
#[cfg(all(unix, feature = "people", feature = "programs"))]
mod specs;
