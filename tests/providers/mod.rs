//! How the client behaves towards providers, good and odd ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

mod backend;
mod corrected;
mod cut;
mod empty;
#[cfg(target_os = "linux")]
mod endless;
mod gateway;
mod keys;
mod messages;
mod odd;
mod pools;
mod probe;
mod real;
mod retry;
mod secrets;
pub(crate) mod server;
mod spec;
mod streams;
mod tolerant;
mod trial;
mod vendors;
mod window;
mod wire;
