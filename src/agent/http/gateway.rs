//! What is special about an OpenClaw gateway: agents in the place of models, sessions that it keeps, and its errors.

use std::borrow::Cow;

use reqwest::header::{HeaderName, HeaderValue};
use tokio::time::timeout;

use super::client::Client;
use super::error::{Cause, NotAnAnswer};
use super::failure::Failure;
use super::listing::NoListing;
use super::provider::Provider;
use super::request::{Request, Room};
use super::seen::{Fault, Seen};
use super::spec::{ModelSpec, SpecError};
use crate::agent::marks::taken_off;
use crate::agent::session::{agent_id, message, own_limit, place, session_key};
use crate::agent::{self, Again, AgentError, Reply, Retry, Sink, Trouble};

/// The header that names a session.
const SESSION: HeaderName = HeaderName::from_static("x-openclaw-session-key");
/// What a gateway writes in the place of an answer where its agent gave no words.
const NO_WORDS: &str = "No response from OpenClaw.";
/// What a gateway's models begin with.
const MODELS: &str = "openclaw/";

const STEP_TOKEN: &str = "check the token in OPENCLAW_GATEWAY_TOKEN, or in the file that `key_file` names, against \
                          gateway.auth.token of the gateway's configuration";
const STEP_PROVIDER: &str = "the gateway let us in: check the provider's key in the gateway (`openclaw models status`); \
                             after a refusal the gateway does not use it for about a minute";
const STEP_ENDPOINT: &str = "set gateway.http.endpoints.chatCompletions.enabled = true in the gateway's configuration and \
                             restart it, and check the address (it ends with /v1)";
const STEP_AGENT: &str = "`openclaw agents list` tells the agents that the gateway has";
const STEP_LOG: &str = "the cause stands only in the gateway's log (`openclaw logs`); a provider's key that was refused rests \
                        for about a minute";
const STEP_START: &str =
    "start the gateway with `openclaw gateway run`, or set OPENCLAW_GATEWAY_URL to where it listens";

/// Whether its server is a gateway, which hands on to services.
pub(super) fn hands_on(spec: &ModelSpec) -> bool {
    spec.provider() == Provider::OpenClaw
}

/// The name of an agent as a model.
pub(super) fn model(agent: &str) -> String {
    format!("{MODELS}{agent}")
}

/// The agent that a model in a gateway's list is; none for those that stand for whichever is the usual one.
pub(crate) fn agent(model: &str) -> Option<&str> {
    model.strip_prefix(MODELS).filter(|agent| *agent != "default")
}

/// An agent that could be one.
pub(super) fn check(spec: &ModelSpec) -> Result<(), SpecError> {
    match hands_on(spec) && agent_id(spec.model()).is_none() {
        true => Err(SpecError::BadAgent(spec.model().chars().take(65).collect())),
        false => Ok(()),
    }
}

/// The header that names this session. Its key is made of letters, digits and signs that every header takes.
pub(super) fn header(key: &str) -> Option<(HeaderName, HeaderValue)> {
    Some((SESSION, HeaderValue::from_str(key).ok()?))
}

/// A gateway has one port for both: its WebSocket's address is that of its HTTP.
pub(super) fn over_http(provider: Provider, url: &str) -> Cow<'_, str> {
    let socket = [("ws://", "http://"), ("wss://", "https://")];
    let known = socket.iter().filter(|_| provider == Provider::OpenClaw);
    known
        .filter_map(|(socket, http)| {
            let scheme = url.get(..socket.len()).filter(|scheme| scheme.eq_ignore_ascii_case(socket))?;
            Some(Cow::Owned(format!("{http}{}", url.get(scheme.len()..)?)))
        })
        .next()
        .unwrap_or(Cow::Borrowed(url))
}

/// A gateway's address is often given without the path of its HTTP.
pub(super) fn with_path(provider: Provider, plain: &str, path: &str) -> String {
    let suffix = if provider == Provider::OpenClaw && path == "/" { "/v1" } else { "" };
    format!("{plain}{suffix}")
}

/// One turn of an agent, in the session that the gateway keeps for its seat. When the time is up the connection is closed,
/// and with it the gateway ends the run.
pub(super) async fn turn(client: &Client, request: &agent::Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
    let limit = own_limit(request.time_left);
    let reply = timeout(limit, asked(client, request)).await.unwrap_or_else(|_| {
        let cause =
            "the connection was closed, with which the gateway ends the run; `turn_seconds` gives a seat more time";
        let message = format!("{}: no answer within {:.1} s; {cause}", client.spec(), limit.as_secs_f64());
        Err(AgentError::lasting(Trouble::Slow, message))
    })?;
    sink.delta(&reply.text);
    Ok(reply)
}

async fn asked(client: &Client, request: &agent::Request<'_>) -> Result<Reply, AgentError> {
    let spec = client.spec();
    let key = session_key(spec.model(), client.settings().session, request);
    let text = message(request);
    let mut wire = Request::new(request.system, &text);
    wire.session = Some(&key);
    if matches!(request.again, Some(Again::Cut)) {
        wire.room = Room::More;
    }
    let _alone = place(spec.base_url(), &key).await;
    let mut reply = Reply::from(client.complete(&wire, &|_| {}).await?);
    if let Cow::Owned(text) = taken_off(&reply.text) {
        reply.text = text;
    }
    let words = reply.text.trim();
    if words.is_empty() || words == NO_WORDS {
        let message =
            format!("{spec}: the run left no words of the agent; the gateway's log has what it did (`openclaw logs`)");
        return Err(AgentError::passing(Trouble::Empty, message));
    }
    Ok(reply)
}

/// The failure with what a gateway means by it.
pub(super) fn explained(failure: Failure, seen: &Seen) -> Failure {
    let tagged = |tag: &str| failure.complaint.as_ref().is_some_and(|complaint| complaint.is_tagged(&[tag]));
    let told = |words: &str| format!("{words}: {}", failure.message);
    let (cause, retry, message, step) = match (seen.status, failure.cause) {
        (Some(401 | 403), _) if tagged("authentication_error") || tagged("permission_error") => {
            (Cause::Auth, Retry::Never, told("the provider behind the gateway refused its key"), STEP_PROVIDER)
        }
        (Some(401 | 403), _) => (Cause::Auth, Retry::Never, told("the gateway did not accept the token"), STEP_TOKEN),
        (Some(404 | 405), _) | (_, Cause::NotAnAnswer(NotAnAnswer::Html)) => {
            let words = "the gateway does not answer chat completions there";
            (Cause::NotFound, Retry::Never, words.to_owned(), STEP_ENDPOINT)
        }
        (Some(400), _)
            if failure.message.starts_with("Unknown agent") || failure.message.contains("Invalid `model`") =>
        {
            (Cause::NotFound, Retry::Never, failure.message.clone(), STEP_AGENT)
        }
        (Some(500), Cause::Server) => (Cause::Server, failure.retry, failure.message.clone(), STEP_LOG),
        (_, Cause::Unreachable) => (Cause::Unreachable, failure.retry, failure.message.clone(), STEP_START),
        _ => return failure,
    };
    Failure { cause, retry, message, step: Some(step), ..failure }
}

/// What a gateway says by giving no list of its agents.
pub(super) fn no_list(failure: &NoListing) -> Option<(Cause, Option<u16>, &str)> {
    match failure {
        NoListing::Status(status @ (404 | 405)) => Some((Cause::NotFound, Some(*status), NO_ENDPOINT)),
        NoListing::Page => Some((Cause::NotFound, None, NO_ENDPOINT)),
        NoListing::Fault(Fault::Connect(words)) => Some((Cause::Unreachable, None, words)),
        _ => None,
    }
}

const NO_ENDPOINT: &str = "the gateway has no list of its agents there";

/// What can be done where a gateway gave no list.
pub(super) fn step(spec: &ModelSpec, cause: Cause) -> Option<&'static str> {
    match cause {
        _ if !hands_on(spec) => None,
        Cause::Auth => Some(STEP_TOKEN),
        Cause::NotFound => Some(STEP_ENDPOINT),
        Cause::Unreachable => Some(STEP_START),
        _ => None,
    }
}
