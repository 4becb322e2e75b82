//! The names under which a gateway keeps what we ask it: sessions and runs, the same again after a process that died.

use std::sync::Arc;

use quorate_strategies::record::digest;

use super::error::OpenClawError;
use crate::agent::{Request, spec::Session};

/// The longest id of an agent.
const MOST_AGENT: usize = 64;
/// Characters of a discussion's id that are kept in names, for people; its digest tells discussions apart.
const MOST_SHOWN: usize = 32;

/// The id of an agent as its gateway keeps it: in lower case.
pub(super) fn agent_id(text: &str) -> Result<Arc<str>, OpenClawError> {
    let text = text.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    match begins && text.len() <= MOST_AGENT && text.chars().all(fits) {
        true => Ok(text.to_ascii_lowercase().into()),
        false => Err(OpenClawError::BadAgent(text.chars().take(MOST_AGENT + 1).collect())),
    }
}

/// The key of the session in which a seat is asked. Its last part has no colon, so it is none of those that a gateway
/// reserves (`subagent:`, `cron:`, `acp:`).
pub(super) fn session_key(agent: &str, session: Session, request: &Request<'_>) -> String {
    let own = match session {
        // Whoever writes a summary or a result sits at no table and has nothing to remember.
        _ if request.turn.0 == 0 => {
            format!("-{}", short(&digest(&[request.system.as_bytes(), b"\0", request.user.as_bytes()])))
        }
        Session::Discussion => String::new(),
        Session::Turn => format!("-turn{}", request.turn.0),
    };
    format!("agent:{agent}:{}{own}", seat(request))
}

/// The id of a run: of one request of one turn, with the text it asks with. `before` counts the runs of that name which
/// were stopped before they had an answer.
pub(super) fn run_id(key: &str, request: &Request<'_>, message: &str, before: u32) -> String {
    let text = digest(&[key.as_bytes(), b"\0", request.system.as_bytes(), b"\0", message.as_bytes()]);
    let again = if before == 0 { String::new() } else { format!("-again{before}") };
    let (turn, attempt, seat) = (request.turn.0, request.attempt, seat(request));
    format!("{seat}-turn{turn}-try{attempt}-{}{again}", short(&text))
}

/// A seat of a discussion, as part of a name.
fn seat(request: &Request<'_>) -> String {
    let shown: String = request
        .discussion
        .chars()
        .take(MOST_SHOWN)
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let whole = digest(&[request.discussion.as_bytes()]);
    let seat = match request.id.0 {
        u16::MAX => "writer".to_owned(),
        seat => format!("seat{}", seat + 1),
    };
    format!("quorate-{shown}-{}-{seat}", short(&whole))
}

fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
