//! One request to a model, and its form for the provider library.

use rig_core::completion::{CompletionRequest, Message, OnUnsupported};
use serde_json::{Map, Value, json};

use super::edits::{Edit, Edits};
use super::messages::{Line, Role, merge_system, strict};
use super::provider::Provider;
use super::settings::{Settings, SystemAs};

/// One request to a model.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Request<'a> {
    /// Rules of the house, persona: sent once, first.
    pub system: &'a str,
    /// What came before, if it is to be sent as messages of their own.
    pub earlier: &'a [Line<'a>],
    /// The task.
    pub user: &'a str,
    /// A JSON Schema for the answer. Some providers ignore it, so the task's
    /// text has to ask for the form as well.
    pub schema: Option<&'a Value>,
    /// A failed answer to this request, to be put right.
    pub repair: Option<Repair<'a>>,
    /// Room for the answer.
    pub room: Room,
    /// The session that the server keeps, where it keeps any.
    pub session: Option<&'a str>,
}

/// A failed answer and what was wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repair<'a> {
    /// The failed answer.
    pub reply: &'a str,
    /// What was wrong, as a text for the model.
    pub problem: &'a str,
}

/// Room for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Room {
    /// The limit of the settings.
    #[default]
    Normal,
    /// Twice the limit, after an answer that did not fit.
    More,
}

impl<'a> Request<'a> {
    /// A request with a system text and a task.
    #[must_use]
    pub fn new(system: &'a str, user: &'a str) -> Self {
        Self { system, earlier: &[], user, schema: None, repair: None, room: Room::Normal, session: None }
    }
}

/// Why a request cannot even be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unwritable {
    #[error("there is nothing to ask")]
    Nothing,
    #[error("the schema is not a JSON Schema: it has to be an object")]
    Schema,
}

/// The request as the provider library takes it.
pub(super) fn written(
    request: &Request<'_>,
    settings: &Settings,
    native_window: NativeWindow,
    edits: &Edits,
) -> Result<CompletionRequest, Unwritable> {
    if request.user.trim().is_empty() {
        return Err(Unwritable::Nothing);
    }
    let mut history = history(request, settings, edits);
    let last = history.pop().ok_or(Unwritable::Nothing)?;
    let mut out = CompletionRequest::new(last)
        .temperature(settings.temperature)
        .max_tokens(cap(request, settings))
        // A reason we have no name for is no failure; it is kept as text.
        .accept_unknown_finish_reasons(true)
        .on_unsupported(OnUnsupported::Ignore);
    let prompt = std::mem::take(&mut out.chat_history);
    out.chat_history = history.into_iter().chain(prompt).collect();
    if let Some(seed) = settings.seed {
        out = out.seed(seed);
    }
    if let Some(schema) = request.schema.filter(|_| !edits.has(Edit::NoSchema)) {
        let schema = schemars::Schema::try_from(schema.clone()).map_err(|_| Unwritable::Schema)?;
        out = out.output_schema(schema);
    }
    Ok(match additional(settings, native_window) {
        Some(extra) => out.additional_params(extra),
        None => out,
    })
}

fn history(request: &Request<'_>, settings: &Settings, edits: &Edits) -> Vec<Message> {
    let mut lines = vec![Line::new(Role::System, request.system)];
    lines.extend_from_slice(request.earlier);
    lines.push(Line::new(Role::User, request.user));
    if let Some(repair) = request.repair {
        lines.push(Line::new(Role::Assistant, repair.reply));
        lines.push(Line::new(Role::User, repair.problem));
    }
    let mut list = strict(&lines);
    if settings.system_as == SystemAs::Merge || edits.has(Edit::MergeSystem) {
        merge_system(&mut list);
    }
    // A repair without a problem would end with the model's own words.
    if list.turns.last().is_some_and(|(role, _)| *role == Role::Assistant) {
        list.turns.pop();
    }
    let system = Some(list.system).filter(|text| !text.is_empty()).map(Message::system);
    let turns = list.turns.into_iter().map(|(role, text)| match role {
        Role::Assistant => Message::assistant(text),
        Role::System | Role::User => Message::user(text),
    });
    system.into_iter().chain(turns).collect()
}

fn cap(request: &Request<'_>, settings: &Settings) -> Option<u64> {
    let cap = settings.max_tokens.map(u64::from)?;
    Some(match (request.room, settings.window) {
        (Room::Normal, _) => cap,
        (Room::More, None) => cap * 2,
        // Half of the window is left for the prompt.
        (Room::More, Some(window)) => (cap * 2).min(u64::from(window) / 2).max(cap),
    })
}

/// Whether the server takes the size of the window with the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NativeWindow {
    Sent,
    NotPretended,
}

impl NativeWindow {
    pub(super) fn of(provider: Provider, base_url: &str) -> Self {
        match provider {
            Provider::Ollama if !base_url.ends_with("/v1") => Self::Sent,
            _ => Self::NotPretended,
        }
    }
}

fn additional(settings: &Settings, native_window: NativeWindow) -> Option<Value> {
    let mut extra: Map<String, Value> = settings.extra.clone();
    if let (NativeWindow::Sent, Some(window)) = (native_window, settings.window) {
        let options = extra.entry("options").or_insert_with(|| json!({}));
        if let Some(options) = options.as_object_mut() {
            options.insert("num_ctx".to_owned(), json!(window));
        }
    }
    (!extra.is_empty()).then_some(Value::Object(extra))
}
