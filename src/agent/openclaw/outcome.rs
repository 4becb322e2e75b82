//! How a run ended: `ok: true` on the wire is no success by itself.

use quorate_strategies::turn::Wholeness;
use serde_json::Value;

use super::{
    frame::{self, Refusal},
    tell::{MORE_TIME, Teller},
};
use crate::agent::{AgentError, Reply, Retry, Trouble, marks::taken_off};

/// What became of a run.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It is not over.
    Running,
    /// It answered.
    Answered(Reply),
    /// It was ended before it had an answer.
    Stopped(AgentError),
    /// It failed.
    Failed(AgentError),
}

/// The most bytes of an answer's text, as for models behind HTTP.
const MOST_TEXT: usize = 2 << 20;

impl Teller {
    /// Reads what is said of a run, in the second answer to `agent` or in the answer to `agent.wait`.
    pub(super) fn outcome(&self, payload: &Value) -> Outcome {
        match frame::status(payload) {
            "accepted" | "started" | "in_flight" | "pending" => Outcome::Running,
            // The wait was over, not the run: nothing is told of how it ended.
            "timeout" if !tells_an_end(payload) => Outcome::Running,
            "timeout" => Outcome::Stopped(self.stopped(payload)),
            "ok" => match self.answer(payload) {
                Ok(reply) => Outcome::Answered(reply),
                Err(error) => Outcome::Failed(error),
            },
            "error" => Outcome::Failed(self.failed(&complaint(payload), Retry::After(None))),
            status => {
                let cause = "the gateway tells of a run in words that are not known";
                Outcome::Failed(self.error(Trouble::NotAnAnswer, Retry::Never, cause, (status, "")))
            }
        }
    }

    fn stopped(&self, payload: &Value) -> AgentError {
        let word = |key: &str| payload.get(key).and_then(Value::as_str).unwrap_or_default();
        let (reason, phase) = (word("stopReason"), word("timeoutPhase"));
        if reason == "restart" || phase == "gateway_draining" {
            let cause = "the gateway is restarting and ended the run";
            return self.error(Trouble::Broken, Retry::After(None), cause, ("", ""));
        }
        if reason == "rpc" {
            let cause = "somebody stopped the run in the gateway";
            return self.error(Trouble::Slow, Retry::Never, cause, (word("summary"), ""));
        }
        let cause = match phase {
            "" => "the gateway ended the run when its time was up".to_owned(),
            phase => {
                format!("the gateway ended the run when its time was up, in the phase `{}`", self.scrub.message(phase))
            }
        };
        self.error(Trouble::Slow, Retry::Never, &cause, (&errors(payload), MORE_TIME))
    }

    fn answer(&self, payload: &Value) -> Result<Reply, AgentError> {
        let text = texts(payload, said);
        let both = [text, final_text(payload)].into_iter().map(|text| taken_off(&text).into_owned());
        let text = both.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default();
        if text.is_empty() {
            return Err(match complaint(payload) {
                said if said.is_empty() => {
                    let cause = "the run was completed without a text";
                    self.error(Trouble::Empty, Retry::After(None), cause, ("", "the gateway's log has what it did"))
                }
                said => self.failed(&said, Retry::After(None)),
            });
        }
        if text.len() > MOST_TEXT {
            let cause = format!("the answer has {} bytes of text, and {MOST_TEXT} is the most", text.len());
            return Err(self.error(Trouble::NotAnAnswer, Retry::Never, &cause, ("", "")));
        }
        let reasoning = texts(payload, thought);
        let hidden = |text: &str| self.scrub.hide_keys(text).into_owned();
        let meta = payload.pointer("/result/meta");
        let stop = meta.and_then(|meta| meta.get("stopReason")).and_then(Value::as_str).unwrap_or_default();
        let agent = meta.and_then(|meta| meta.get("agentMeta"));
        Ok(Reply {
            text: hidden(&text),
            reasoning: (!reasoning.is_empty()).then(|| hidden(&reasoning)),
            whole: if matches!(stop, "length" | "max_tokens") { Wholeness::Cut } else { Wholeness::Whole },
            input_tokens: sum(agent, &["input", "cacheRead", "cacheWrite"]),
            output_tokens: sum(agent, &["output"]),
            model: model(agent).map(|model| self.scrub.message(&model)),
            ..Reply::default()
        })
    }
}

/// Whether an end is told of, or only that a wait was over.
fn tells_an_end(payload: &Value) -> bool {
    let keys = ["endedAt", "stopReason", "timeoutPhase", "summary", "error", "result"];
    keys.iter().any(|key| payload.get(key).is_some_and(|value| !value.is_null()))
}

fn payloads(payload: &Value) -> impl Iterator<Item = &Value> {
    payload.pointer("/result/payloads").and_then(Value::as_array).into_iter().flatten()
}

fn is(part: &Value, key: &str) -> bool {
    part.get(key).and_then(Value::as_bool).unwrap_or_default()
}

fn said(part: &Value) -> bool {
    !is(part, "isError") && !is(part, "isReasoning")
}

fn thought(part: &Value) -> bool {
    !is(part, "isError") && is(part, "isReasoning")
}

fn texts(payload: &Value, wanted: fn(&Value) -> bool) -> String {
    let parts = payloads(payload).filter(|part| wanted(part));
    let parts =
        parts.filter_map(|part| part.get("text").and_then(Value::as_str)).filter(|text| !text.trim().is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// The last words of the agent, where they stand beside the list of what it sent.
fn final_text(payload: &Value) -> String {
    let at = ["/terminalReply/text", "/result/meta/finalAssistantVisibleText", "/result/meta/finalAssistantRawText"];
    let texts = at.iter().filter_map(|at| payload.pointer(at).and_then(Value::as_str));
    texts.map(str::to_owned).find(|text| !text.trim().is_empty()).unwrap_or_default()
}

fn errors(payload: &Value) -> String {
    texts(payload, |part| is(part, "isError"))
}

/// What is said to have gone wrong.
fn complaint(payload: &Value) -> String {
    let at = ["/error", "/error/message", "/result/meta/error/message"];
    let told = at.iter().filter_map(|at| payload.pointer(at).and_then(Value::as_str)).map(str::to_owned);
    let summary = payload.get("summary").and_then(Value::as_str).filter(|summary| *summary != "completed");
    told.chain([errors(payload)]).chain(summary.map(str::to_owned)).find(|text| !text.is_empty()).unwrap_or_default()
}

fn sum(agent: Option<&Value>, keys: &[&str]) -> Option<u64> {
    let usage = agent?.get("usage")?;
    let numbers = keys.iter().filter_map(|key| usage.get(key)?.as_u64());
    numbers.reduce(u64::saturating_add)
}

/// `PROVIDER/MODEL`.
fn model(agent: Option<&Value>) -> Option<String> {
    let word = |key: &str| agent?.get(key)?.as_str().filter(|word| !word.is_empty());
    match (word("provider"), word("model")?) {
        (Some(provider), model) if !model.starts_with(&format!("{provider}/")) => Some(format!("{provider}/{model}")),
        (_, model) => Some(model.to_owned()),
    }
}

/// How a run ended that the gateway refused or called failed.
pub(super) fn refused(tell: &Teller, refusal: &Refusal) -> Outcome {
    Outcome::Failed(tell.refused(refusal))
}
