//! A model's answer: what it said, how it ended, and what it cost.

use rig_core::completion::{CompletionResponse, FinishReason};
use serde_json::Value;

use super::error::{Cause, Why};
use super::gateway;
use super::spec::ModelSpec;
use crate::agent::Retry;

/// A model's answer, with visible text in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// What was said, exactly the pieces that were handed on.
    pub text: String,
    /// The reasoning, where the provider sends it apart. Never part of the answer.
    pub reasoning: Option<String>,
    /// How the answer ended.
    pub finish: Finish,
    /// Tokens, as far as told.
    pub usage: Usage,
    /// The model that answered, in the provider's words.
    pub model: String,
    /// The provider's id of the request.
    pub request_id: Option<String>,
    /// The window was full, so the server may have cut the prompt without a word.
    pub window_full: bool,
    /// Requests made, corrected ones included.
    pub attempts: u8,
}

/// How an answer ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finish {
    /// By itself.
    Stop,
    /// At the output limit: the end is missing.
    Length,
    /// A filter cut it.
    ContentFilter,
    /// The model declined, after some words.
    Refusal,
    /// Anything else, in the provider's words.
    Other(String),
}

/// Tokens used. Unknown is not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens read.
    pub input: Option<u64>,
    /// Tokens written.
    pub output: Option<u64>,
}

impl Completion {
    /// Whether the end of the answer is missing.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        matches!(self.finish, Finish::Length | Finish::ContentFilter)
    }
}

/// The texts that arrived.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) text: String,
    pub(super) reasoning: String,
}

/// An answer that is a failure after all.
pub(super) struct Unusable {
    pub(super) cause: Cause,
    pub(super) retry: Retry,
    pub(super) message: String,
}

/// The answer in what arrived, or why there is none.
pub(super) fn read(response: &CompletionResponse, heard: Heard, window: Window) -> Result<Completion, Unusable> {
    let refusal = refusal(response);
    if let Some(words) =
        refusal.as_deref().filter(|words| heard.text.trim().is_empty() || heard.text.trim() == words.trim())
    {
        return Err(Unusable { cause: Cause::Refused, retry: Retry::Never, message: words.to_owned() });
    }
    if !has_visible(&heard.text) {
        return Err(empty(response.finish_reason(), &heard));
    }
    let usage = usage(response);
    Ok(Completion {
        finish: match refusal {
            Some(_) => Finish::Refusal,
            None => finish(response.finish_reason()),
        },
        window_full: window.is_full(usage),
        usage,
        model: response.model().unwrap_or_default().to_owned(),
        request_id: None,
        reasoning: Some(heard.reasoning).filter(|text| !text.trim().is_empty()),
        text: heard.text,
        attempts: 1,
    })
}

/// The words of a refusal. The library also notes other oddities as an error,
/// such as an answer without a finish reason; those are none.
fn refusal(response: &CompletionResponse) -> Option<String> {
    let told = response.raw.pointer("/choices/0/message/refusal");
    let noted = response.error.clone().filter(|_| response.finish_reason() == Some(FinishReason::ContentFilter));
    told.and_then(Value::as_str).map(str::to_owned).or(noted).filter(|words| !words.trim().is_empty())
}

fn empty(finish: Option<FinishReason>, heard: &Heard) -> Unusable {
    let thought = !heard.reasoning.trim().is_empty() || !heard.text.trim().is_empty();
    let why = match finish {
        Some(FinishReason::ContentFilter) => Why::Safety,
        Some(FinishReason::Length) => Why::Length,
        _ if thought => Why::ThinkingOnly,
        _ => Why::Blank,
    };
    Unusable {
        cause: Cause::Empty(why),
        retry: match why {
            Why::Safety => Retry::Never,
            _ => Retry::After(None),
        },
        message: String::new(),
    }
}

/// Whether anything is left of `text` without a think block at its start.
fn has_visible(text: &str) -> bool {
    let text = text.trim();
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>")] {
        if text.get(..open.len()).is_some_and(|start| start.eq_ignore_ascii_case(open)) {
            let end = text.to_ascii_lowercase().find(close);
            // A block without its end is left to the reader of replies, who marks it.
            return end.is_none_or(|at| !text[at + close.len()..].trim().is_empty());
        }
    }
    !text.is_empty()
}

fn finish(reason: Option<FinishReason>) -> Finish {
    match reason {
        None | Some(FinishReason::Stop | FinishReason::ToolCalls) => Finish::Stop,
        Some(FinishReason::Length) => Finish::Length,
        Some(FinishReason::ContentFilter) => Finish::ContentFilter,
        Some(FinishReason::Other(words)) => Finish::Other(words),
        Some(unnamed) => Finish::Other(format!("{unnamed:?}")),
    }
}

fn usage(response: &CompletionResponse) -> Usage {
    let usage = &response.usage;
    // A lone total says nothing about the output, though the library calls it that.
    let lone_total = usage.input_tokens.is_none() && usage.output_tokens == usage.total_tokens;
    Usage { input: usage.input_tokens, output: usage.output_tokens.filter(|_| !lone_total) }
}

/// What is known of the model's window.
#[derive(Debug, Clone, Copy)]
pub(super) enum Window {
    /// Set by the user.
    Known(u32),
    /// A local server's, which cuts prompts in silence at a size that it chose.
    Silent,
    /// A service's, which refuses what does not fit.
    Refusing,
}

impl Window {
    /// The window of a model, as far as it is set or can be told.
    pub(super) fn of(spec: &ModelSpec, set: Option<u32>) -> Self {
        match set {
            Some(window) => Self::Known(window),
            None if gateway::hands_on(spec) => Self::Refusing,
            None if spec.provider().needs_key() && !spec.is_loopback() => Self::Refusing,
            None => Self::Silent,
        }
    }

    fn is_full(self, usage: Usage) -> bool {
        let (Some(input), Some(output)) = (usage.input, usage.output) else {
            return false;
        };
        let total = input.saturating_add(output);
        match self {
            Self::Known(window) => total >= u64::from(window),
            // Default windows are powers of two; to hit one exactly is no chance.
            Self::Silent => total >= 2048 && total.is_power_of_two(),
            Self::Refusing => false,
        }
    }
}
