//! The client of one model.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::StreamExt;
use reqwest::header::{HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rig_core::DynModel;
use rig_core::completion::{CompletionRequest, CompletionResponse, FinishReason};
use rig_core::error::ProviderError as RigError;
use rig_core::operation::Completion as Operation;
use rig_core::streaming::{Item, StreamEvent};

use super::answer::{self, Completion, Heard, Window};
use super::classify::Complaint;
use super::dialect;
use super::edits::{Edit, Edits};
use super::error::{Cause, ProviderError};
use super::failure::Failure;
use super::gateway;
use super::key::Key;
use super::request::{NativeWindow, Request, written};
use super::scrub::Scrub;
use super::seen::{Fault, Seen};
use super::settings::{Settings, Streaming};
use super::shape::error_in;
use super::spec::{ModelSpec, SpecError, without_secrets};
use super::tap::Tap;
use crate::agent::Retry;
use crate::agent::pool::{Lane, Limits};

/// Corrected requests that one call may make.
const MAX_CORRECTIONS: u8 = 3;

/// The most bytes of text in an answer, its reasoning included: several times what any model gives at once. What wraps
/// each piece of a stream takes far more on the wire than the piece; the text is what is held several times.
const MAX_TEXT: usize = 2 * 1024 * 1024;

/// The client of one model. Cheap to share behind an `Arc`; learns which
/// parameters its server refuses.
#[derive(Debug)]
pub struct Client {
    spec: ModelSpec,
    settings: Settings,
    pub(super) http: reqwest::Client,
    pub(super) auth: Option<(HeaderName, HeaderValue)>,
    lane: Lane,
    limits: Limits,
    pub(super) scrub: Scrub,
    learnt: Mutex<Edits>,
}

impl Client {
    /// A client for `spec`. Nothing is sent.
    ///
    /// # Errors
    /// When the settings cannot be right, the service needs a key and there is
    /// none, or no HTTP client can be built on this machine.
    pub fn connect(spec: &ModelSpec, key: Option<Key>, settings: Settings) -> Result<Self, SpecError> {
        settings.check()?;
        gateway::check(spec)?;
        let http = transport(spec, &settings)?;
        Ok(Self {
            auth: dialect::auth(spec, key.as_ref())?,
            lane: Lane::new(spec.base_url(), key.as_ref().map(Key::fingerprint)),
            limits: if spec.is_loopback() && !gateway::hands_on(spec) { Limits::LOCAL } else { Limits::REMOTE },
            scrub: Scrub::new(key.as_ref()),
            spec: spec.clone(),
            settings,
            http,
            learnt: Mutex::default(),
        })
    }

    /// The model that is asked.
    #[must_use]
    pub fn spec(&self) -> &ModelSpec {
        &self.spec
    }

    /// How it is asked.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What shares the server's limits with this client: the same address and the same key.
    #[must_use]
    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    /// The limits of its lane: fewer calls at once for a server on this machine.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The same client with other limits for its lane.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks the model once. Pieces of the visible text go to `on_delta` as
    /// they come; together they are the answer's text.
    ///
    /// Dropping the future closes the connection.
    ///
    /// # Errors
    /// When no visible answer came, with the cause.
    pub async fn complete(
        &self,
        request: &Request<'_>,
        on_delta: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<Completion, ProviderError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let seen = Arc::<Mutex<Seen>>::default();
            let outcome = self.attempt(request, &seen, on_delta).await;
            let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            match outcome {
                Ok(answer) => return Ok(self.finished(answer, &seen, attempts)),
                Err(failure) => match self.correction(&failure, &seen) {
                    Some(edit) if attempts <= MAX_CORRECTIONS => self.learn(edit),
                    _ => return Err(self.error(failure, &seen, attempts)),
                },
            }
        }
    }

    async fn attempt(
        &self,
        request: &Request<'_>,
        seen: &Arc<Mutex<Seen>>,
        on_delta: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<Completion, Failure> {
        let edits = self.learnt.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let native = NativeWindow::of(self.spec.provider(), self.spec.base_url());
        let written = written(request, &self.settings, native, &edits)
            .map_err(|error| Failure::new(Cause::BadRequest, Retry::Never, error.to_string()))?;
        let model = dialect::model(
            &self.spec,
            Tap {
                http: self.http.clone(),
                auth: self.auth.clone(),
                session: request.session.and_then(gateway::header),
                edits,
                content: dialect::content(&self.spec),
                scrub: self.scrub.clone(),
                seen: Arc::clone(seen),
            },
        );
        let asked = match self.settings.streaming {
            Streaming::On => streamed(&model, written, on_delta, seen).await,
            Streaming::Off => whole(&model, written, on_delta, seen).await,
        };
        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (response, heard) = asked.map_err(|error| Failure::of(&seen, &error))?;
        if let Some(failure) = failed_inside(&response, &seen) {
            return Err(failure);
        }
        answer::read(&response, heard, Window::of(&self.spec, self.settings.window))
            .map_err(|unusable| Failure::new(unusable.cause, unusable.retry, unusable.message))
    }

    fn correction(&self, failure: &Failure, seen: &Seen) -> Option<Edit> {
        let refused = failure.cause == Cause::BadRequest && matches!(seen.status, Some(400 | 422));
        let complaint = failure.complaint.as_ref().filter(|_| refused)?;
        let learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        learnt.propose(complaint, &seen.sent)
    }

    fn learn(&self, edit: Edit) {
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner).add(edit);
    }

    fn finished(&self, answer: Completion, seen: &Seen, attempts: u8) -> Completion {
        Completion {
            attempts,
            model: match answer.model.is_empty() {
                true => self.spec.model().to_owned(),
                false => answer.model,
            },
            // A stream may have split a key over pieces that are clean each by itself.
            text: self.scrub.hide_keys(&answer.text).into_owned(),
            reasoning: answer.reasoning.map(|text| self.scrub.hide_keys(&text).into_owned()),
            request_id: request_id(seen).map(|id| self.scrub.message(&id)),
            ..answer
        }
    }

    fn error(&self, failure: Failure, seen: &Seen, attempts: u8) -> ProviderError {
        let failure = if gateway::hands_on(&self.spec) { gateway::explained(failure, seen) } else { failure };
        ProviderError {
            step: failure.step,
            cause: failure.cause,
            retry: failure.retry,
            status: seen.status,
            attempts,
            provider: self.spec.provider(),
            message: self.scrub.message(&failure.message).into(),
            url: self.scrub.clean(&without_secrets(self.spec.base_url())).into(),
            request_id: request_id(seen).map(|id| self.scrub.message(&id).into()),
        }
    }
}

fn transport(spec: &ModelSpec, settings: &Settings) -> Result<reqwest::Client, SpecError> {
    let mut http = reqwest::Client::builder()
        .connect_timeout(settings.connect_timeout)
        .read_timeout(settings.idle_timeout)
        // A redirect would carry prompt and key to a place nobody named.
        .redirect(Policy::none());
    if spec.is_loopback() {
        http = http.no_proxy();
        if spec.base_url().starts_with("http:") {
            // Loading the machine's certificates takes far longer than all the
            // rest, and nothing here will ask for one.
            http = http.tls_certs_only([]);
        }
    }
    http.build().map_err(|error| SpecError::Client(error.without_url().to_string()))
}

async fn streamed(
    model: &DynModel<Operation>,
    request: CompletionRequest,
    on_delta: &(dyn Fn(&str) + Send + Sync),
    seen: &Mutex<Seen>,
) -> Result<(CompletionResponse, Heard), RigError> {
    let mut stream = model.stream(request)?;
    let mut heard = Heard::default();
    while let Some(item) = stream.next().await {
        match item? {
            Item::Event(StreamEvent::Text { text, .. }) => {
                on_delta(&text);
                heard.text.push_str(&text);
            }
            Item::Event(StreamEvent::Reasoning { text, .. }) => heard.reasoning.push_str(&text),
            _ => {}
        }
        // Dropping the stream closes the connection.
        if is_too_long(&heard) {
            return Err(too_long(seen));
        }
    }
    Ok((stream.finish().await?, heard))
}

async fn whole(
    model: &DynModel<Operation>,
    request: CompletionRequest,
    on_delta: &(dyn Fn(&str) + Send + Sync),
    seen: &Mutex<Seen>,
) -> Result<(CompletionResponse, Heard), RigError> {
    let response = model.call(request).await?;
    let heard = Heard { text: response.text(), reasoning: response.reasoning() };
    if is_too_long(&heard) {
        return Err(too_long(seen));
    }
    if !heard.text.is_empty() {
        on_delta(&heard.text);
    }
    Ok((response, heard))
}

/// Whether it is too long to be an answer.
fn is_too_long(heard: &Heard) -> bool {
    heard.text.len() + heard.reasoning.len() > MAX_TEXT
}

fn too_long(seen: &Mutex<Seen>) -> RigError {
    seen.lock().unwrap_or_else(PoisonError::into_inner).fault = Some(Fault::TooLong);
    RigError::Truncated
}

/// A gateway's way to report that the provider behind it failed half-way.
fn failed_inside(response: &CompletionResponse, seen: &Seen) -> Option<Failure> {
    match response.finish_reason() {
        Some(FinishReason::Other(reason)) if reason.eq_ignore_ascii_case("error") => {}
        _ => return None,
    }
    Some(match error_in(&seen.text()) {
        Some(body) => Failure::told(seen, Complaint::of(&body)),
        None => Failure::new(Cause::Server, Retry::After(None), "the answer ended with an error"),
    })
}

fn request_id(seen: &Seen) -> Option<String> {
    ["x-request-id", "request-id", "mistral-correlation-id"]
        .iter()
        .find_map(|name| seen.headers.get(*name)?.to_str().ok())
        .map(str::to_owned)
}
