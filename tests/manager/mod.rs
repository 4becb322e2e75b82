//! Whole discussions through the public interface: who is asked, what is counted, how they end and what is kept.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

mod any;
mod attempts;
mod backends;
mod bench;
mod budget;
mod called_off;
mod carried;
mod circles;
mod concession;
mod counting;
mod cut;
#[cfg(feature = "pipeline")]
mod drafts;
mod ending;
mod failures;
mod forks;
mod golden;
mod hostile;
mod hosting;
mod kept;
#[cfg(unix)]
mod killed;
mod late;
mod limits;
mod meeting;
mod outside;
mod own;
mod people;
mod rates;
mod rehearsed;
mod result;
mod resume;
mod ruling;
mod seen;
mod summary;
pub(crate) mod table;
mod time;
