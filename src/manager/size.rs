//! How large a reply and a record may be: whatever answers for a seat, nothing endless is kept.

use quorate_strategies::state::State;

use crate::{
    agent::{AgentError, Reply, Trouble},
    manager::{builder::Discussion, causes::Causes, ledger::Ledger},
    report::fill,
};

/// The most bytes of a reply, its reasoning included, whatever gives it.
pub(crate) const MOST_REPLY_BYTES: usize = 8 << 20;

/// The reply, unless it is too large to be kept.
pub(crate) fn admitted(reply: Reply, causes: &Causes) -> Result<Reply, AgentError> {
    let bytes = reply.text.len() + reply.reasoning.as_ref().map_or(0, String::len);
    if bytes <= MOST_REPLY_BYTES {
        return Ok(reply);
    }
    let (n, most) = (bytes.to_string(), MOST_REPLY_BYTES.to_string());
    Err(AgentError::lasting(Trouble::NotAnAnswer, fill(causes.too_large, &[("n", &n), ("most", &most)])))
}

/// Whether the record is longer than was settled.
pub(crate) fn is_full(state: &State, ledger: &Ledger) -> bool {
    ledger.bytes() > state.charter().limits.record_bytes
}

impl Discussion {
    /// With a record of at most so many bytes, and what follows when it is longer: whoever has not answered is called
    /// off, nobody is asked any more, and the discussion ends as `max-record`. 256 MiB when nothing is said.
    #[must_use]
    pub const fn max_record_bytes(mut self, bytes: u64) -> Self {
        self.limits.record_bytes = bytes;
        self
    }
}

#[cfg(test)]
mod tests {
    use quorate_strategies::brief::Language;

    use super::*;

    #[test]
    fn a_reply_is_taken_up_to_the_limit_and_not_beyond() {
        for language in [Language::En, Language::Zh, Language::Ja] {
            let causes = Causes::of(language);
            for (bytes, fits) in [(MOST_REPLY_BYTES - 1, true), (MOST_REPLY_BYTES, true), (MOST_REPLY_BYTES + 1, false)]
            {
                let reply = Reply { reasoning: Some("r".to_owned()), ..Reply::text("x".repeat(bytes - 1)) };
                match admitted(reply, causes) {
                    Ok(reply) => assert!(fits && reply.text.len() == bytes - 1),
                    Err(error) => assert!(!fits && error.message.contains("8388609"), "{error}"),
                }
            }
        }
    }
}
