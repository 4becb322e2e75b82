//! What backends share whose gateway keeps sessions of its own: their names, one call at a time in each, and what is sent.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Duration,
};

use quorate_strategies::record::digest;
use tokio::sync::OwnedMutexGuard;

use super::{Again, Request, spec::Session};

/// The longest id of an agent.
const MOST_AGENT: usize = 64;
/// Characters of a discussion's id that are kept in names, for people; its digest tells discussions apart.
const MOST_SHOWN: usize = 32;

/// The id of an agent as its gateway keeps it: in lower case. None for what cannot be one.
pub(super) fn agent_id(text: &str) -> Option<Arc<str>> {
    let text = text.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    (begins && text.len() <= MOST_AGENT && text.chars().all(fits)).then(|| text.to_ascii_lowercase().into())
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

/// A seat of a discussion, as part of a name: the same again after a process that died.
pub(super) fn seat(request: &Request<'_>) -> String {
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

pub(super) fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// What the agent is sent. Its session knows what it replied, so a repair says only what was wrong.
pub(super) fn message<'a>(request: &Request<'a>) -> Cow<'a, str> {
    let text = match request.again {
        Some(Again::Repair { wrong, .. }) => wrong,
        _ => request.user,
    };
    // A gateway takes a message that begins with a slash for a command.
    if text.trim_start().starts_with('/') { Cow::Owned(format!("---\n{text}")) } else { Cow::Borrowed(text) }
}

/// A little less than the turn has, so that it is we who end the call, and not somebody who listens on.
pub(super) fn own_limit(left: Duration) -> Duration {
    left.saturating_sub((left / 20).min(Duration::from_millis(250)))
}

/// The right to ask in a session; given back when dropped.
pub(super) type Place = OwnedMutexGuard<()>;

/// Sessions in which somebody of this process asks or waits to. A gateway drops callers that ask at once in one session.
static SESSIONS: LazyLock<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>> = LazyLock::new(Mutex::default);

/// Waits until nobody of this process asks in a session of this gateway. The order is that of coming.
pub(super) async fn place(gateway: &str, session: &str) -> Place {
    let one = {
        let mut sessions = SESSIONS.lock().unwrap_or_else(PoisonError::into_inner);
        // Those that nobody holds or waits for are done with.
        sessions.retain(|_, one| Arc::strong_count(one) > 1);
        Arc::clone(sessions.entry(format!("{gateway} {session}")).or_default())
    };
    one.lock_owned().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_header_and_a_gateway_take_is_an_id() {
        for (text, id) in [("alice", "alice"), (" Alice-2_b ", "alice-2_b"), ("7", "7")] {
            assert_eq!(agent_id(text).as_deref(), Some(id), "{text}");
        }
        let long = "a".repeat(MOST_AGENT + 1);
        for text in ["", "-a", "a b", "a:subagent:b", "a/b", "爱丽丝", "a\r\nx: y", &long] {
            assert_eq!(agent_id(text), None, "{text}");
        }
    }

    #[test]
    fn a_call_ends_before_its_turn_does() {
        assert_eq!(own_limit(Duration::from_secs(60)), Duration::from_millis(59_750));
        assert_eq!(own_limit(Duration::from_secs(1)), Duration::from_millis(950));
        assert_eq!(own_limit(Duration::ZERO), Duration::ZERO);
    }
}
