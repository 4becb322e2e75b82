//! Model servers on this machine: asked for their lists of models, all at once, on loopback only; so is a gateway, and
//! whether it is live.

use std::{net::Ipv4Addr, time::Duration};

use futures_util::future::join_all;
use reqwest::{Url, redirect::Policy};
use tokio::time::timeout;

use super::{Answer, Environment, Ignored, IgnoredWhy, Odd, Offer, Server};
use crate::agent::http::{
    ModelSpec, Provider, gateway_agent,
    listing::{ListShape, Listing, NoListing, list},
};

/// The time that one server has for its answer.
pub const PROBE_LIMIT: Duration = Duration::from_millis(300);

/// The port of an Ollama server, where its variable names none.
const OLLAMA_PORT: u16 = 11434;

/// A server that may be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    name: &'static str,
    /// Its models, without a name.
    models: ModelSpec,
    /// Where it listens, without the path.
    url: Url,
}

impl Candidate {
    /// A server of this provider at a base URL; none unless that is an address on this machine.
    #[must_use]
    pub fn new(name: &'static str, provider: Provider, base_url: &str) -> Option<Self> {
        let models = ModelSpec::new(provider, "").at(base_url).ok().filter(ModelSpec::is_loopback)?;
        Some(Self { name, url: Url::parse(models.base_url()).ok()?, models })
    }

    /// The list of its models, and how that is written.
    fn list(&self) -> (String, ListShape) {
        let base = self.models.base_url();
        match self.models.provider() {
            Provider::Ollama => (format!("{base}/api/tags"), ListShape::Models),
            _ => (format!("{base}/models"), ListShape::Data),
        }
    }

    /// How one of its models is named as the backend of a seat: short where the provider is looked for here anyway.
    fn offer(&self, model: String) -> Offer {
        let provider = self.models.provider();
        let spec = match self.is_usual() {
            true => format!("{provider}:{model}"),
            false => format!("{provider}@{}:{model}", self.models.base_url()),
        };
        Offer { model, spec }
    }

    /// Whether it is where its provider is looked for anyway.
    fn is_usual(&self) -> bool {
        let provider = self.models.provider();
        let usual = Url::parse(provider.default_base_url()).ok();
        ModelSpec::new(provider, "").is_loopback()
            && usual.is_some_and(|usual| usual.port() == self.url.port() && usual.path() == self.url.path())
    }

    /// How an agent of this gateway is named as the backend of a seat, before it tells which it has.
    fn agent(&self) -> String {
        match (cfg!(feature = "openclaw"), self.is_usual()) {
            (true, true) => "openclaw:AGENT".to_owned(),
            (true, false) => format!("openclaw@ws://{}:AGENT", self.address()),
            (false, true) => "openclaw-http:AGENT".to_owned(),
            (false, false) => format!("openclaw-http@{}:AGENT", self.models.base_url()),
        }
    }

    /// Its host and port.
    #[must_use]
    pub fn address(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port_or_known_default().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }
}

/// Where servers usually listen on this machine, and where `OLLAMA_HOST`, `OPENAI_BASE_URL` and `OPENCLAW_GATEWAY_URL` say
/// that one does, if that is this machine.
#[must_use]
pub fn candidates(environment: &Environment<'_>) -> (Vec<Candidate>, Vec<Ignored>) {
    let mut candidates = Vec::new();
    let mut ignored = Vec::new();
    let named = [
        ("OLLAMA_HOST", "Ollama", Provider::Ollama),
        ("OPENAI_BASE_URL", "OPENAI_BASE_URL", Provider::OpenAi),
        ("OPENCLAW_GATEWAY_URL", "OpenClaw", Provider::OpenClaw),
    ];
    for (variable, name, provider) in named {
        let value = environment(variable).map(|value| value.to_string_lossy().trim().to_owned());
        let Some(value) = value.filter(|value| !value.is_empty()) else { continue };
        let url = if provider == Provider::Ollama { ollama_url(&value) } else { Some(value) };
        let checked = url.and_then(|url| ModelSpec::new(provider, "").at(&url).ok());
        match checked.as_ref().map(|models| Candidate::new(name, provider, models.base_url())) {
            Some(Some(candidate)) => candidates.push(candidate),
            Some(None) => ignored.push(Ignored { variable, why: IgnoredWhy::Elsewhere }),
            None => ignored.push(Ignored { variable, why: IgnoredWhy::Unusable }),
        }
    }
    let usual = [
        ("Ollama", Provider::Ollama, "http://127.0.0.1:11434"),
        ("llama.cpp", Provider::LlamaCpp, "http://127.0.0.1:8080/v1"),
        ("LM Studio", Provider::OpenAi, "http://127.0.0.1:1234/v1"),
        ("vLLM", Provider::Vllm, "http://127.0.0.1:8000/v1"),
        ("OpenClaw", Provider::OpenClaw, "http://127.0.0.1:18789/v1"),
    ];
    for candidate in usual.into_iter().filter_map(|(name, provider, url)| Candidate::new(name, provider, url)) {
        if !candidates.iter().any(|known| known.url.port_or_known_default() == candidate.url.port_or_known_default()) {
            candidates.push(candidate);
        }
    }
    (candidates, ignored)
}

/// `OLLAMA_HOST` as an address: a host, a host and a port, or a URL; `0.0.0.0`, where a server listens to everybody, is
/// this machine for whoever asks it.
fn ollama_url(value: &str) -> Option<String> {
    let (has_scheme, value) =
        if value.contains("://") { (true, value.to_owned()) } else { (false, format!("http://{value}")) };
    let mut url = Url::parse(&value).ok()?;
    if url.port().is_none() && !has_scheme {
        url.set_port(Some(OLLAMA_PORT)).ok()?;
    }
    let everybody = url.host_str().is_some_and(|host| matches!(host, "0.0.0.0" | "[::]"));
    if everybody {
        url.set_ip_host(Ipv4Addr::LOCALHOST.into()).ok()?;
    }
    Some(url.to_string())
}

/// Asks every candidate for its models, all at once, each for at most [`PROBE_LIMIT`]. No key is sent, no proxy is used,
/// no redirect is followed, and nothing but a list of models is taken for one.
pub async fn probe(candidates: &[Candidate]) -> Vec<Server> {
    let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).tls_certs_only([]).build();
    // A machine on which no client can be set up reaches nothing either.
    let http = http.ok();
    join_all(candidates.iter().map(|candidate| one(http.as_ref(), candidate))).await
}

async fn one(http: Option<&reqwest::Client>, candidate: &Candidate) -> Server {
    let answer = match http {
        None => Answer::Nothing,
        Some(http) => timeout(PROBE_LIMIT, answer(http, candidate)).await.unwrap_or(Answer::Silent),
    };
    Server { name: candidate.name, address: candidate.address(), answer }
}

async fn answer(http: &reqwest::Client, candidate: &Candidate) -> Answer {
    let (url, shape) = candidate.list();
    let is_gateway = candidate.models.provider() == Provider::OpenClaw;
    match list(http, &url, &[], shape).await {
        Ok(Listing { chat, others }) if is_gateway => {
            let agents = chat.iter().chain(&others).filter_map(|model| gateway_agent(model));
            Answer::Models { chat: agents.map(|agent| candidate.offer(agent.to_owned())).collect(), others: Vec::new() }
        }
        Ok(Listing { chat, others }) => {
            Answer::Models { chat: chat.into_iter().map(|model| candidate.offer(model)).collect(), others }
        }
        Err(NoListing::Fault(_)) => Answer::Nothing,
        // Without its token, or with its HTTP endpoints off, a gateway still tells that it is there.
        Err(_) if is_gateway && is_live(http, candidate).await => Answer::Live { spec: candidate.agent() },
        Err(no) => without_list(&no),
    }
}

async fn is_live(http: &reqwest::Client, candidate: &Candidate) -> bool {
    let Ok(url) = candidate.url.join("/healthz") else { return false };
    let answer = http.get(url).send().await;
    // A page is what an app says to every path.
    answer.is_ok_and(|answer| answer.status().is_success() && !is_page(&answer))
}

fn is_page(answer: &reqwest::Response) -> bool {
    let kind = answer.headers().get(reqwest::header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

const fn without_list(no: &NoListing) -> Answer {
    match no {
        NoListing::Fault(_) => Answer::Nothing,
        NoListing::Status(401 | 403) => Answer::WantsKey,
        NoListing::Status(300..=399) => Answer::SomethingElse(Odd::Redirect),
        NoListing::Status(status) => Answer::SomethingElse(Odd::Status(*status)),
        NoListing::Page => Answer::SomethingElse(Odd::Page),
        NoListing::Foreign => Answer::SomethingElse(Odd::Foreign),
        NoListing::TooLong => Answer::SomethingElse(Odd::TooLong),
    }
}
