//! How a model's answer is taken: tolerant of what stands around the object, strict about what it rests on.

use std::sync::Arc;

use quorate_strategies::{
    outcome::{Author, Statement, Synthesis},
    state::State,
    turn::TurnId,
};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;

use super::{SynthesisError, is_agreed};
use crate::report::{extract::MOST, sentences::within};

/// Bytes of one statement that are kept.
const TEXT: usize = 2000;
/// Objects that are tried in an answer with words around the one that is meant.
const TRIES: usize = 64;

#[derive(Deserialize)]
struct Written {
    consensus: Option<Said>,
    key_points: Option<Vec<Said>>,
    conclusion: Option<Said>,
    recommendations: Option<Vec<Said>>,
    divergences: Option<Vec<Said>>,
}

#[derive(Deserialize)]
#[serde(from = "Loose")]
struct Said {
    text: String,
    messages: Vec<Number>,
}

/// A statement as models write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Cited {
        text: String,
        #[serde(default)]
        messages: Vec<Number>,
    },
    Words(String),
}

impl From<Loose> for Said {
    fn from(loose: Loose) -> Self {
        match loose {
            Loose::Cited { text, messages } => Self { text, messages },
            Loose::Words(text) => Self { text, messages: Vec::new() },
        }
    }
}

/// What models write where there is nothing.
const NOTHING: [&str; 7] = ["", "null", "none", "n/a", "无", "没有", "なし"];

impl Said {
    fn is_something(&self) -> bool {
        !NOTHING.contains(&self.text.trim().trim_end_matches(['.', '。']).to_ascii_lowercase().as_str())
    }
}

/// A message's number, as a number or as `#7`, `m7` or `7` in quotes.
#[derive(Deserialize)]
#[serde(untagged)]
pub(in crate::report) enum Number {
    Plain(u32),
    Words(String),
    Other(IgnoredAny),
}

/// Takes a model's answer as the result, if it can be.
///
/// Fences and words around the object are ignored, further fields too, and what exceeds the numbers asked for. A number
/// that is no message of this discussion is dropped; a statement that is left without any is refused, as is a consensus
/// where the decision rule was not reached. An empty consensus counts as none. The caller may ask once more with the
/// error's words, and then takes [`extract`](crate::report::extract()).
///
/// # Errors
/// [`SynthesisError`] that tells the model what to mend.
pub fn parse(text: &str, state: &State, backend: &str) -> Result<Synthesis, SynthesisError> {
    let written = find(text)?;
    let consensus = written.consensus.filter(Said::is_something);
    if consensus.is_some() && !is_agreed(state) {
        return Err(SynthesisError::NoConsensus);
    }
    let conclusion = written.conclusion.filter(Said::is_something);
    let conclusion = conclusion.ok_or(SynthesisError::Missing { part: "conclusion" })?;
    let key_points = statements("key_points", written.key_points, state)?;
    if key_points.is_empty() {
        return Err(SynthesisError::Missing { part: "key_points" });
    }
    Ok(Synthesis {
        author: Author::Synthesizer { backend: backend.into() },
        consensus: consensus.map(|said| statement("consensus", &said, state)).transpose()?,
        key_points,
        conclusion: statement("conclusion", &conclusion, state)?,
        recommendations: statements("recommendations", written.recommendations, state)?,
        divergences: statements("divergences", written.divergences, state)?,
        unwritten: None,
        drafts: Vec::new(),
    })
}

fn find(text: &str) -> Result<Written, SynthesisError> {
    find_object(text, &["conclusion", "key_points"])
}

/// The first object that has one of the fields; the whole answer is tried first.
pub(in crate::report) fn find_object<T: DeserializeOwned>(text: &str, fields: &[&str]) -> Result<T, SynthesisError> {
    let mut wrong = None;
    let mut rest = text;
    for _ in 0..TRIES {
        let Some(start) = rest.find('{') else { break };
        rest = rest.get(start..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let next = match values.next() {
            Some(Ok(value)) if fields.iter().any(|field| value.get(field).is_some()) => {
                match serde_json::from_value(value) {
                    Ok(written) => return Ok(written),
                    Err(error) => wrong = Some(SynthesisError::Form { why: error.to_string() }),
                }
                values.byte_offset()
            }
            Some(Ok(_)) => values.byte_offset(),
            Some(Err(error)) => {
                wrong.get_or_insert(SynthesisError::Form { why: error.to_string() });
                1
            }
            None => break,
        };
        rest = rest.get(next.max(1)..).unwrap_or_default();
    }
    Err(wrong.unwrap_or(SynthesisError::NoObject))
}

fn statements(part: &'static str, said: Option<Vec<Said>>, state: &State) -> Result<Vec<Statement>, SynthesisError> {
    let said = said.iter().flatten().filter(|one| one.is_something()).take(MOST);
    said.map(|one| statement(part, one, state)).collect()
}

fn statement(part: &'static str, said: &Said, state: &State) -> Result<Statement, SynthesisError> {
    let mut messages: Vec<TurnId> = said.messages.iter().filter_map(|number| cited(number, state)).collect();
    messages.sort_unstable();
    messages.dedup();
    let text = said.text.trim();
    if messages.is_empty() {
        return Err(SynthesisError::Uncited { part, text: within(text, 80).to_owned() });
    }
    Ok(Statement { text: Arc::from(within(text, TEXT)), messages })
}

/// The message of this number, if there is one.
pub(in crate::report) fn cited(number: &Number, state: &State) -> Option<TurnId> {
    let id = match number {
        Number::Plain(number) => *number,
        Number::Words(words) => {
            words.trim().trim_start_matches(['#', 'm', 'M', '[']).trim_end_matches(']').parse().ok()?
        }
        Number::Other(_) => return None,
    };
    state.turn(TurnId(id)).filter(|turn| turn.message().is_some()).map(|turn| turn.id)
}
