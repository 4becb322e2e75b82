//! Replies that do not come to an end.

use std::time::Duration;

use tokio::time::sleep;

use super::{chance::Chance, speech};
use crate::agent::{Request, Sink};

/// How long one word takes of those that never end.
const WORD: Duration = Duration::from_millis(200);
/// More than any reply may hold: 8 MiB.
const TOO_MUCH: usize = (8 << 20) + 1;
/// One reply in so many is that long; it costs as much as many others.
const LONGEST: u64 = 24;
/// How often somebody says it again who comes to an end after all.
const AGAIN: usize = 20;

/// Streams until it is stopped, or says the same again and again, up to more than can be kept.
pub(super) async fn endless(request: &Request<'_>, sink: &dyn Sink) -> String {
    let chance = Chance::of(request);
    let said = speech::fair(request);
    match chance.below(40, LONGEST) {
        0 => "x".repeat(TOO_MUCH),
        1..12 => loop {
            sink.delta("and ");
            sleep(WORD).await;
        },
        _ => said.repeat(AGAIN),
    }
}
