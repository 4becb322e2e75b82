//! Whether a model is there: its server is asked for its list of models, which costs nothing.

use reqwest::header::{HeaderName, HeaderValue};

use super::client::Client;
use super::error::{Cause, NotAnAnswer, ProviderError};
use super::gateway;
use super::listing::{ListShape, NoListing, list};
use super::provider::Provider;
use super::seen::Fault;
use super::spec::{ModelSpec, without_secrets};
use crate::agent::{Presence, Retry};

impl Client {
    /// Whether the server is there and lists the model. The key goes along, as it would with any request.
    pub(super) async fn listed(&self) -> Presence {
        let spec = self.spec();
        let (url, shape) = address(spec);
        let mut headers: Vec<_> = self.auth.iter().cloned().collect();
        if spec.provider() == Provider::Anthropic {
            headers.push((HeaderName::from_static("anthropic-version"), HeaderValue::from_static("2023-06-01")));
        }
        let failure = match list(&self.http, &url, &headers, shape).await {
            Ok(listing) => {
                let known = listing.chat.into_iter().chain(listing.others);
                let known: Vec<String> = match gateway::hands_on(spec) {
                    true => known.filter_map(|name| gateway::agent(&name).map(str::to_owned)).collect(),
                    false => known.collect(),
                };
                return match known.iter().any(|name| is_named(spec, name)) {
                    true => Presence::There,
                    false => Presence::Unlisted { known },
                };
            }
            Err(failure) => failure,
        };
        let known = if gateway::hands_on(spec) { gateway::no_list(&failure) } else { None };
        match known.or_else(|| trouble(&failure)) {
            Some((cause, status, words)) => Presence::Missing(self.missing(cause, status, words).into()),
            // Some servers answer questions and have no list.
            None => Presence::Untold,
        }
    }

    fn missing(&self, cause: Cause, status: Option<u16>, words: &str) -> ProviderError {
        ProviderError {
            step: gateway::step(self.spec(), cause),
            cause,
            retry: Retry::Never,
            status,
            attempts: 1,
            provider: self.spec().provider(),
            message: self.scrub.message(words).into(),
            url: self.scrub.clean(&without_secrets(self.spec().base_url())).into(),
            request_id: None,
        }
    }
}

/// Where a provider has its list, and how that is written.
fn address(spec: &ModelSpec) -> (String, ListShape) {
    let url = spec.base_url();
    match spec.provider() {
        Provider::Anthropic => (format!("{url}/v1/models?limit=1000"), ListShape::Data),
        Provider::Gemini => (format!("{url}/v1beta/models?pageSize=1000"), ListShape::Models),
        Provider::Mistral => (format!("{url}/v1/models"), ListShape::Data),
        Provider::Ollama if !url.ends_with("/v1") => (format!("{url}/api/tags"), ListShape::Models),
        _ => (format!("{url}/models"), ListShape::Data),
    }
}

/// Ollama takes a name without a tag for the latest one.
fn is_named(spec: &ModelSpec, name: &str) -> bool {
    let asked = spec.model();
    let latest = || spec.provider() == Provider::Ollama && name.strip_suffix(":latest") == Some(asked);
    name == asked || latest()
}

/// What is wrong where a question would fail as well; none where that is not known.
fn trouble(failure: &NoListing) -> Option<(Cause, Option<u16>, &str)> {
    Some(match failure {
        NoListing::Fault(Fault::Connect(words)) => (Cause::Unreachable, None, words.as_str()),
        NoListing::Fault(Fault::Broken(words)) => (Cause::Unreachable, None, words.as_str()),
        NoListing::Fault(Fault::Timeout) => (Cause::Timeout, None, ""),
        NoListing::Status(status @ (401 | 403)) => (Cause::Auth, Some(*status), ""),
        NoListing::Status(status @ 300..=399) => (Cause::NotAnAnswer(NotAnAnswer::Redirect), Some(*status), ""),
        NoListing::Page => (Cause::NotAnAnswer(NotAnAnswer::Html), None, ""),
        NoListing::Fault(_) | NoListing::Status(_) | NoListing::Foreign | NoListing::TooLong => return None,
    })
}
