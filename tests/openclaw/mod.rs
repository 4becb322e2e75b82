//! Agents of an OpenClaw gateway: a gateway that is played, and real sockets between.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

mod ended;
mod gateway;
mod lost;
mod meeting;
mod scene;
mod told;
mod turns;
