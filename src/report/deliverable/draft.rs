//! A text that a synthesiser is asked to write: the request, and how strictly its answer is taken.

use std::sync::Arc;

use quorate_strategies::{
    brief::Language,
    outcome::{Delivers, Draft, Edit},
    state::State,
};
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::{
    blocks::{Line, Lines},
    prompt,
    proposal::{Proposal, proposals},
    synthesis::{marks, name},
};
use crate::{
    context::Fence,
    report::{
        escape::without_unsafe,
        sentences::within,
        synthesis::{Number, SynthesisError, SynthesisPrompt, cited, find_object},
    },
};

/// Changes that are kept, and bytes of what is said of each.
const MOST: usize = 200;
const SAID: usize = 400;
/// Bytes by which a new text may be longer beyond what it is made of.
const MORE: usize = 8 * 1024;

/// Why a model's text is not taken; the words tell it what to mend.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DraftError {
    /// There is no object with a text in it.
    #[error(transparent)]
    Form(#[from] SynthesisError),
    /// The text is empty.
    #[error("`text` is empty")]
    Empty,
    /// The text is much shorter or longer than what it is made of.
    #[error("`text` has {is} bytes, which is out of proportion to the {was} that it is made of")]
    Size {
        /// Its bytes.
        is: usize,
        /// The bytes of what it is made of.
        was: usize,
    },
    /// A heading of the text before is gone.
    #[error("the heading {heading:?} is missing in `text`; keep every heading as it is")]
    Heading {
        /// The heading.
        heading: String,
    },
    /// Nothing was changed.
    #[error("`text` is the same as before; apply what was recommended")]
    Same,
    /// A change names no message that exists.
    #[error("an entry in `edits` names no message of this discussion: {what:?}; name the messages it rests on")]
    Uncited {
        /// The beginning of what is said of it.
        what: String,
    },
    /// The text names a source that there is not, or none at all.
    #[error("`text` names no source, or one that there is not; end paragraphs with [S1] to [S{sources}]")]
    Sources {
        /// How many there are.
        sources: usize,
    },
}

impl DraftError {
    /// What to tell the model, in the language of the discussion.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let fill = |template: &str, hole: &str, value: &str| template.replace(hole, value);
        match self {
            Self::Form(error) => error.text(language),
            Self::Empty => prompt::EMPTY.get(language).to_owned(),
            Self::Size { is, was } => {
                let text = fill(prompt::SIZE.get(language), "{is}", &is.to_string());
                fill(&text, "{was}", &was.to_string())
            }
            Self::Heading { heading } => fill(prompt::HEADING.get(language), "{heading}", heading),
            Self::Same => prompt::SAME.get(language).to_owned(),
            Self::Uncited { what } => fill(prompt::UNCITED.get(language), "{what}", what),
            Self::Sources { sources } => fill(prompt::SOURCES.get(language), "{n}", &sources.to_string()),
        }
    }
}

/// How many texts a synthesiser is to write for a discussion beside its result: none where nothing is to be changed.
#[must_use]
pub fn drafts(state: &State) -> usize {
    let material = state.charter().brief.material.len();
    match state.charter().delivers {
        Some(Delivers::Improvement) if (0..material).any(|at| !proposals(state, at).is_empty()) => material,
        Some(Delivers::Synthesis) if material > 0 => 1,
        _ => 0,
    }
}

/// What a synthesiser is asked for the text of this number; none where there is nothing to ask for.
#[must_use]
pub fn draft_request(state: &State, text: usize) -> Option<SynthesisPrompt> {
    match state.charter().delivers? {
        Delivers::Improvement => improve(state, text),
        Delivers::Synthesis => Some(bring_together(state)),
        Delivers::Diagnosis => None,
    }
}

/// Takes a model's answer as the text of this number, if it can be.
///
/// # Errors
/// [`DraftError`] that tells the model what to mend.
pub fn parse_draft(answer: &str, state: &State, text: usize, backend: &str) -> Result<Draft, DraftError> {
    match state.charter().delivers {
        Some(Delivers::Improvement) => improved(answer, state, text, backend),
        _ => brought_together(answer, state, backend),
    }
}

fn improve(state: &State, text: usize) -> Option<SynthesisPrompt> {
    let own = proposals(state, text);
    let material = state.charter().brief.material.get(text).filter(|_| !own.is_empty())?;
    let (fence, language) = (Fence::new(state.charter()), state.charter().brief.language);
    let number = fence.number();
    let system = prompt::IMPROVE.get(language).replace("{number}", number);
    let listed: String = own.iter().zip(1..).map(|(one, nth)| recommended(&fence, language, nth, one)).collect();
    let user = format!(
        "{}\n\n<text-{number}>\n{}\n</text-{number}>\n\n<recommendations-{number}>\n{listed}</recommendations-{number}>\n\n{}\n",
        prompt::TOPIC.get(language).replace("{topic}", &fence.line(&state.charter().brief.topic)),
        fence.clean(&material.text).trim_end(),
        prompt::REPLY.get(language),
    );
    Some(SynthesisPrompt { system, user, schema: schema(state, &own) })
}

/// One recommendation in a line, with its line and the messages that it comes from.
fn recommended(fence: &Fence, language: Language, nth: usize, one: &Proposal) -> String {
    let messages: Vec<String> = one.reason.messages.iter().map(|id| id.0.to_string()).collect();
    let line =
        one.line.map_or_else(String::new, |line| prompt::LINE.get(language).replace("{line}", &line.to_string()));
    let found = one.reason.finding.as_ref().map_or_else(String::new, |(_, found)| format!(" ({})", fence.line(found)));
    format!("{nth}. [messages {}]{line} {}{found}\n", messages.join(", "), fence.line(&one.reason.what))
}

fn schema(state: &State, own: &[Proposal]) -> Value {
    let mut known: Vec<u32> = own.iter().flat_map(|one| &one.reason.messages).map(|id| id.0).collect();
    known.sort_unstable();
    known.dedup();
    known.retain(|id| state.turn(quorate_strategies::turn::TurnId(*id)).is_some());
    let edit = json!({
        "type": "object",
        "properties": {
            "what": { "type": "string" },
            "quote": { "type": "string" },
            "messages": { "type": "array", "items": { "type": "integer", "enum": known }, "minItems": 1 },
        },
        "required": ["what", "quote", "messages"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": { "text": { "type": "string" }, "edits": { "type": "array", "items": edit } },
        "required": ["text", "edits"],
        "additionalProperties": false,
    })
}

#[derive(Deserialize)]
struct Improved {
    text: String,
    #[serde(default)]
    edits: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    what: String,
    #[serde(default)]
    quote: String,
    #[serde(default)]
    messages: Vec<Number>,
}

fn improved(answer: &str, state: &State, text: usize, backend: &str) -> Result<Draft, DraftError> {
    let Improved { text: new, edits } = find_object(answer, &["text"])?;
    let was = state.charter().brief.material.get(text).map(|one| &*one.text).unwrap_or_default();
    let mut new = without_unsafe(&new);
    sized(&new, was.len(), was.len() / 2)?;
    if was.ends_with('\n') && !new.ends_with('\n') {
        new.push('\n');
    }
    if new.trim() == was.trim() {
        return Err(DraftError::Same);
    }
    let kept = headings(&new);
    if let Some(heading) = headings(was).into_iter().find(|heading| !kept.contains(heading)) {
        return Err(DraftError::Heading { heading });
    }
    let edits = edits.iter().take(MOST).map(|said| edit(said, state)).collect::<Result<_, _>>()?;
    Ok(Draft::Written { backend: backend.into(), text: new.into(), edits })
}

fn edit(said: &Said, state: &State) -> Result<Edit, DraftError> {
    let mut messages: Vec<_> = said.messages.iter().filter_map(|number| cited(number, state)).collect();
    messages.sort_unstable();
    messages.dedup();
    let part = |text: &str| Arc::from(within(text.trim(), SAID));
    if messages.is_empty() {
        return Err(DraftError::Uncited { what: within(said.what.trim(), 80).to_owned() });
    }
    Ok(Edit { what: part(&said.what), quote: part(&said.quote), messages })
}

fn sized(text: &str, was: usize, least: usize) -> Result<(), DraftError> {
    match text.trim().len() {
        0 => Err(DraftError::Empty),
        is if is < least || is > was.saturating_mul(3) + MORE => Err(DraftError::Size { is, was }),
        _ => Ok(()),
    }
}

/// The headings of a text, as their words.
fn headings(text: &str) -> Vec<String> {
    let lines = Lines::of(text);
    let headings = lines.all.iter().filter(|(_, kind)| matches!(kind, Line::Heading(_)));
    headings.map(|(line, _)| line.trim().trim_matches('#').trim().to_owned()).collect()
}

fn bring_together(state: &State) -> SynthesisPrompt {
    let (fence, brief) = (Fence::new(state.charter()), &state.charter().brief);
    let (number, language) = (fence.number(), brief.language);
    let mut user = prompt::TOPIC.get(language).replace("{topic}", &fence.line(&brief.topic));
    user.push_str("\n\n");
    for (at, material) in brief.material.iter().enumerate() {
        let name = fence.line(&name(at, material)).replace(['<', '>'], "");
        let text = fence.clean(&material.text).trim_end().to_owned();
        user.push_str(&format!("<source-{number} {name}>\n{text}\n</source-{number}>\n\n"));
    }
    let last = brief.material.len().saturating_sub(1);
    let mut nth = 0;
    user.push_str(&format!("<recommendations-{number}>\n"));
    for at in 0..=last {
        for one in proposals(state, at) {
            nth += 1;
            user.push_str(&recommended(&fence, language, nth, &one));
        }
    }
    user.push_str(&format!("</recommendations-{number}>\n\n{}\n", prompt::REPLY.get(language)));
    let system = prompt::BRING_TOGETHER.get(language).replace("{number}", number);
    let schema = json!({
        "type": "object",
        "properties": { "text": { "type": "string" } },
        "required": ["text"],
        "additionalProperties": false,
    });
    SynthesisPrompt { system, user, schema }
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

fn brought_together(answer: &str, state: &State, backend: &str) -> Result<Draft, DraftError> {
    let material = &state.charter().brief.material;
    let text = match find_object::<Text>(answer, &["text"]) {
        Ok(Text { text }) => text,
        // Some models write the document itself.
        Err(_) if answer.trim_start().starts_with("# ") => answer.to_owned(),
        Err(error) => return Err(error.into()),
    };
    let text = without_unsafe(&text);
    sized(&text, material.iter().map(|one| one.text.len()).sum(), 1)?;
    let named = marks(&text);
    if named.is_empty() || named.iter().any(|number| !(1..=material.len()).contains(number)) {
        return Err(DraftError::Sources { sources: material.len() });
    }
    Ok(Draft::Written { backend: backend.into(), text: text.into(), edits: Vec::new() })
}
