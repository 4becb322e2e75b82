//! The names of runs in a gateway, the same again after a process that died.

use quorate_strategies::record::digest;

use crate::agent::{
    Request,
    session::{seat, short},
};

/// The id of a run: of one request of one turn, with the text it asks with. `before` counts the runs of that name which
/// were stopped before they had an answer.
pub(super) fn run_id(key: &str, request: &Request<'_>, message: &str, before: u32) -> String {
    let text = digest(&[key.as_bytes(), b"\0", request.system.as_bytes(), b"\0", message.as_bytes()]);
    let again = if before == 0 { String::new() } else { format!("-again{before}") };
    let (turn, attempt, seat) = (request.turn.0, request.attempt, seat(request));
    format!("{seat}-turn{turn}-try{attempt}-{}{again}", short(&text))
}
