//! What goes wrong around an answer: it comes late, never, or not at all.

use std::{future, panic, time::Duration};

use tokio::time::sleep;

use super::{Character, chance::Chance};
use crate::agent::{AgentError, Request, Retry, Sink, Trouble};

/// The longest that somebody takes who is in no trouble, in milliseconds.
const USUAL_MS: u64 = 4_000;
/// What somebody says whose backend then fails; it is in no record.
const HALF: &str = "So far I would say [STANCE: AGREE] and [VOTE: 1]";

/// Waits as long as the character takes.
pub(super) async fn delay(character: Character, request: &Request<'_>) {
    let chance = Chance::of(request);
    let left = request.time_left;
    let just = Duration::from_millis(1 + chance.below(10, 5));
    match (character, chance.below(11, 8)) {
        (Character::Late, _) | (Character::Slow, 0) => sleep(left.saturating_add(just)).await,
        (Character::Slow, 1) => future::pending().await,
        (Character::Slow, 2) => sleep(left).await,
        (Character::Slow, 3) => sleep(left.saturating_sub(just)).await,
        (Character::Slow, _) => sleep(left.mul_f64(0.5)).await,
        _ => sleep(Duration::from_millis(chance.below(12, USUAL_MS)).min(left.mul_f64(0.5))).await,
    }
}

/// Fails in one of many ways, and now and then not at all.
pub(super) fn strike(request: &Request<'_>, sink: &dyn Sink) -> Result<(), AgentError> {
    let chance = Chance::of(request);
    let kinds = [
        Trouble::Empty,
        Trouble::Refused,
        Trouble::Unreachable,
        Trouble::Busy,
        Trouble::Denied,
        Trouble::NotFound,
        Trouble::TooLong,
        Trouble::BadRequest,
        Trouble::NotAnAnswer,
        Trouble::Broken,
        Trouble::Slow,
    ];
    let trouble = chance.pick(20, &kinds).copied().unwrap_or(Trouble::Broken);
    let waits = Duration::from_secs(chance.below(21, 400));
    let retry = match chance.below(22, 8) {
        0 | 1 => return Ok(()),
        2 => {
            sink.delta(HALF);
            // As a backend with a fault of its own does, but without a word on the terminal.
            panic::resume_unwind(Box::new("a rehearsed fault"));
        }
        3 => Retry::Shorter,
        4 => Retry::After(Some(waits)),
        5 => Retry::After(None),
        _ => Retry::Never,
    };
    sink.delta(HALF);
    Err(AgentError { trouble, message: "a rehearsed failure".to_owned(), retry })
}
