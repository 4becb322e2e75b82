//! A result written by a model: what it is asked, and how strictly its answer is taken.

use quorate_strategies::brief::Language;
use serde_json::Value;
use thiserror::Error;

mod parse;
mod request;
mod words;

pub use parse::parse;
#[cfg(feature = "pipeline")]
pub(super) use parse::{Number, cited, find_object};
pub(crate) use request::USUAL;
pub use request::{request, request_within};

/// What a model is asked to write the result from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SynthesisPrompt {
    /// Who it is and what it is to do.
    pub system: String,
    /// The outcome and the messages, quoted as data.
    pub user: String,
    /// The schema that its answer has to fit.
    pub schema: Value,
}

/// Why a model's answer is not taken as the result; the words tell it what to mend.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SynthesisError {
    /// There is no JSON object in it.
    #[error("the answer holds no JSON object; reply with one JSON object and nothing else")]
    NoObject,
    /// The object does not have the form that was asked for.
    #[error("the answer does not have the form that was asked for: {why}")]
    Form {
        /// What does not fit.
        why: String,
    },
    /// A part that there must be is missing or empty.
    #[error("`{part}` is missing or empty")]
    Missing {
        /// The part.
        part: &'static str,
    },
    /// A statement names no message that exists.
    #[error("a statement in `{part}` names no message of this discussion: {text:?}; name the messages it rests on")]
    Uncited {
        /// The part.
        part: &'static str,
        /// The beginning of the statement.
        text: String,
    },
    /// A consensus is claimed that was not counted.
    #[error("`consensus` must be null: no agreement was counted")]
    NoConsensus,
}

impl SynthesisError {
    /// What to tell the model, in the language of the discussion.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::NoObject => words::NO_OBJECT.get(language).to_owned(),
            Self::Form { why } => words::FORM.get(language).replace("{why}", why),
            Self::Missing { part } => words::MISSING.get(language).replace("{part}", part),
            Self::Uncited { part, text } => {
                words::UNCITED.get(language).replace("{part}", part).replace("{text}", &format!("{text:?}"))
            }
            Self::NoConsensus => words::NO_CONSENSUS.get(language).to_owned(),
        }
    }
}

/// Whether anything counts as agreed: only what a rule has counted does.
fn is_agreed(state: &quorate_strategies::state::State) -> bool {
    state.verdict().is_some_and(|verdict| verdict.reached)
}
