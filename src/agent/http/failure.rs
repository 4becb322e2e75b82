//! From what was seen on the wire to a provider error.

use rig_core::ErrorKind;
use rig_core::error::ProviderError as RigError;

use super::classify::{Complaint, classify};
use super::error::{Cause, NotAnAnswer, Why};
use super::hint::wait_of;
use super::seen::{Fault, Seen};
use super::shape::{block_reason, error_in};
use crate::agent::Retry;

/// A failure before secrets are taken out of its words.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) cause: Cause,
    pub(super) retry: Retry,
    pub(super) message: String,
    /// The provider's complaint, when there is one to be corrected.
    pub(super) complaint: Option<Complaint>,
    /// What a person can do about it, where that is known better than by the cause.
    pub(super) step: Option<&'static str>,
}

impl Failure {
    pub(super) fn new(cause: Cause, retry: Retry, message: impl Into<String>) -> Self {
        Self { cause, retry, message: message.into(), complaint: None, step: None }
    }

    /// The failure of a call that the library reports as `error`. What was
    /// seen on the wire goes first: it has the status, the headers and the words.
    pub(super) fn of(seen: &Seen, error: &RigError) -> Self {
        if let Some(fault) = &seen.fault {
            return Self::of_fault(fault, seen);
        }
        let refused = seen.status.filter(|status| !(200..300).contains(status));
        if refused.is_some() {
            return Self::told(seen, Complaint::read(&seen.text()));
        }
        if let Some(body) = error_in(&seen.text()) {
            return Self::told(seen, Complaint::of(&body));
        }
        if let Some(reason) = block_reason(&seen.text()) {
            return Self::new(Cause::Empty(Why::Safety), Retry::Never, format!("the prompt was blocked: {reason}"));
        }
        Self::of_library(seen, error)
    }

    /// An error that the provider put into words.
    pub(super) fn told(seen: &Seen, complaint: Complaint) -> Self {
        let (cause, retry) = classify(seen.status, &complaint);
        let retry = match (retry, wait_of(&seen.headers, error_in(&seen.text()).as_ref())) {
            (Retry::After(None), wait) => Retry::After(wait),
            (retry, _) => retry,
        };
        Self { cause, retry, message: complaint.message.clone(), complaint: Some(complaint), step: None }
    }

    fn of_fault(fault: &Fault, seen: &Seen) -> Self {
        let again = Retry::After(None);
        match fault {
            Fault::Connect(words) => Self::new(Cause::Unreachable, again, words),
            Fault::Timeout => Self::new(Cause::Timeout, again, ""),
            // Cut before the status line it never became an answer.
            Fault::Broken(words) if seen.status.is_none() => Self::new(Cause::Unreachable, again, words),
            Fault::Broken(words) => Self::new(Cause::Truncated, again, words),
            Fault::Html => {
                let page = Complaint::read(&seen.text());
                Self::new(Cause::NotAnAnswer(NotAnAnswer::Html), Retry::Never, page.message)
            }
            Fault::TooLong => Self::new(Cause::NotAnAnswer(NotAnAnswer::TooLong), Retry::Never, ""),
            Fault::Status(_) => Self::told(seen, Complaint::read(&seen.text())),
            Fault::BadUrl => {
                Self::new(Cause::BadRequest, Retry::Never, "the model's name does not fit into an address")
            }
        }
    }

    /// The library could not make an answer of a body that holds no error.
    fn of_library(seen: &Seen, error: &RigError) -> Self {
        let again = Retry::After(None);
        let cut = seen.text();
        match error {
            _ if without_choices(&cut) => Self::new(Cause::NotAnAnswer(NotAnAnswer::NoChoices), again, cut),
            RigError::Truncated if is_no_object(&cut) => {
                Self::new(Cause::NotAnAnswer(NotAnAnswer::Malformed), again, cut)
            }
            RigError::Truncated if seen.body.is_empty() => Self::new(Cause::Empty(Why::Blank), again, ""),
            RigError::Truncated => Self::new(Cause::Truncated, again, ""),
            RigError::Request(_) | RigError::Url(_) | RigError::UnsupportedOption(_) => {
                Self::new(Cause::BadRequest, Retry::Never, error.to_string())
            }
            error if error.kind() == ErrorKind::Json => {
                Self::new(Cause::NotAnAnswer(NotAnAnswer::Malformed), again, cut)
            }
            _ => Self::new(Cause::NotAnAnswer(NotAnAnswer::Malformed), again, cut),
        }
    }
}

/// A JSON document in which no answer could stand.
fn is_no_object(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| !value.is_object())
}

/// A whole answer whose list of choices is missing, null or empty.
fn without_choices(text: &str) -> bool {
    let Ok(serde_json::Value::Object(body)) = serde_json::from_str(text) else {
        return false;
    };
    match body.get("choices").or_else(|| body.get("candidates")) {
        Some(list) => list.as_array().is_none_or(Vec::is_empty),
        None => body.contains_key("object") || body.contains_key("usageMetadata"),
    }
}
