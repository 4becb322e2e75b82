//! What came of a turn that the agent ended itself.

use agent_client_protocol::v1::schema::{PromptResponse, StopReason};
use quorate_strategies::turn::Wholeness;
use serde::Deserialize;
use serde_json::Value;

use super::{fault::Fault, hearing::Heard};
use crate::agent::{
    Reply,
    marks::taken_off,
    program::{clean, hidden, said},
    spec::Session,
};

/// How an agent ended its turn.
#[derive(Debug)]
pub(super) struct End {
    pub(super) stop: StopReason,
    usage: Option<Usage>,
}

/// The tokens of a session so far, each kind on its own. The protocol has this as a draft, and agents send it.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    input_tokens: u64,
    output_tokens: u64,
    #[serde(default)]
    thought_tokens: Option<u64>,
    #[serde(default)]
    cached_read_tokens: Option<u64>,
    #[serde(default)]
    cached_write_tokens: Option<u64>,
}

impl Usage {
    fn read(self) -> u64 {
        let cached = [self.cached_read_tokens, self.cached_write_tokens].into_iter().flatten();
        cached.fold(self.input_tokens, u64::saturating_add)
    }

    fn written(self) -> u64 {
        self.output_tokens.saturating_add(self.thought_tokens.unwrap_or_default())
    }
}

impl End {
    /// Reads the answer to a prompt.
    pub(super) fn read(answer: Value) -> Result<Self, serde_json::Error> {
        let usage = answer.get("usage").and_then(|usage| Usage::deserialize(usage).ok());
        let stop = serde_json::from_value::<PromptResponse>(answer)?.stop_reason;
        Ok(Self { stop, usage })
    }
}

/// The reply that it is, if it is one.
pub(super) fn reply(heard: Heard, end: &End, session: Session) -> Result<Reply, Fault> {
    let text = hidden(&taken_off(&clean(heard.text.as_bytes())));
    let whole = match end.stop {
        StopReason::EndTurn => Wholeness::Whole,
        StopReason::Refusal => return Err(Fault::Refused { said: said("it said", &text) }),
        StopReason::Cancelled => return Err(Fault::Cancelled),
        // Its limits, and what later releases of the protocol may have.
        _ => Wholeness::Cut,
    };
    let thought = hidden(&clean(heard.thought.as_bytes()));
    let reasoning = (!thought.trim().is_empty()).then_some(thought);
    if text.trim().is_empty() {
        return Err(Fault::Silent { thought: reasoning.is_some(), stop: end.stop, refused: heard.refused });
    }
    // What a session took so far is what its turn took only where it has no more than one.
    let usage = end.usage.filter(|_| session == Session::Turn);
    let (input_tokens, output_tokens) = (usage.map(Usage::read), usage.map(Usage::written));
    Ok(Reply { text, reasoning, whole, input_tokens, output_tokens, ..Reply::default() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tokens(usage: &Value, session: Session) -> (Option<u64>, Option<u64>) {
        let end = End::read(json!({ "stopReason": "end_turn", "usage": usage })).unwrap();
        let heard = Heard { text: "Yes.".into(), ..Heard::default() };
        let reply = reply(heard, &end, session).unwrap();
        (reply.input_tokens, reply.output_tokens)
    }

    #[test]
    fn tokens_are_known_where_they_are_told_and_are_those_of_the_turn() {
        let told = json!({ "totalTokens": 31, "inputTokens": 10, "outputTokens": 5, "thoughtTokens": 3, "cachedReadTokens": 6,
            "cachedWriteTokens": 7 });
        assert_eq!(tokens(&told, Session::Turn), (Some(23), Some(8)));
        assert_eq!(tokens(&told, Session::Discussion), (None, None));
        assert_eq!(tokens(&json!({ "inputTokens": 1, "outputTokens": 2 }), Session::Turn), (Some(1), Some(2)));
        for odd in
            [json!(null), json!({ "inputTokens": -1, "outputTokens": 2 }), json!({ "inputTokens": 1 }), json!([])]
        {
            assert_eq!(tokens(&odd, Session::Turn), (None, None), "{odd}");
        }
        let huge =
            json!({ "inputTokens": u64::MAX, "outputTokens": u64::MAX, "cachedReadTokens": 1, "thoughtTokens": 1 });
        assert_eq!(tokens(&huge, Session::Turn), (Some(u64::MAX), Some(u64::MAX)));
    }

    #[test]
    fn an_end_without_a_known_reason_is_no_answer() {
        for odd in [json!({}), json!({ "stopReason": "bored" }), json!(null), json!("end_turn")] {
            assert!(End::read(odd).is_err());
        }
    }
}
