//! Model specifications: `provider:model` or `provider@base-url:model`, as text.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use reqwest::Url;
use thiserror::Error;

use super::gateway;
use super::key::KeyError;
use super::provider::Provider;

/// Which model to ask, and where.
///
/// ```
/// use quorate::agent::http::{ModelSpec, Provider};
///
/// let spec: ModelSpec = "openai@http://127.0.0.1:8080/v1:qwen3:4b".parse()?;
/// assert_eq!(spec.provider(), Provider::OpenAi);
/// assert_eq!(spec.base_url(), "http://127.0.0.1:8080/v1");
/// assert_eq!(spec.model(), "qwen3:4b");
/// # Ok::<(), quorate::agent::http::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModelSpec {
    provider: Provider,
    base_url: Option<String>,
    model: String,
}

/// Why a model specification cannot be used; nothing has been sent.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no `provider:` in front.
    #[error("`{0}` names no provider: write provider:model, for example openai:{0}")]
    NoProvider(String),
    /// The provider is not one of ours.
    #[error(
        "unknown provider `{0}`: the known ones are {known}; for another server that speaks the OpenAI protocol write openai@URL:model",
        known = known_providers()
    )]
    UnknownProvider(String),
    /// There is no model after the provider or the base URL.
    #[error(
        "`{0}` names no model: write it after the last colon, as in {0}:MODEL; `quorate doctor` lists the models of servers on this machine"
    )]
    NoModel(String),
    /// The base URL does not parse.
    #[error("malformed base URL `{url}`: {why}; it looks like http://127.0.0.1:8080/v1")]
    BadUrl {
        /// The URL without secrets.
        url: String,
        /// What the parser says.
        why: String,
    },
    /// Neither http nor https.
    #[error("base URL `{url}` has the scheme `{scheme}`: only http and https can be used")]
    BadScheme {
        /// The URL without secrets.
        url: String,
        /// The scheme.
        scheme: String,
    },
    /// User name or password in the URL.
    #[error(
        "the base URL of host `{host}` holds a user name or password: take it out and put the key into {variable} or a key file"
    )]
    UserInfo {
        /// The host.
        host: String,
        /// The variable that would hold the key.
        variable: &'static str,
    },
    /// A query or a fragment in the URL, which could hold a key and would break the paths.
    #[error("base URL `{0}` holds a query or fragment: leave out everything from `?` or `#` on")]
    Query(String),
    /// The public service needs a key and none was found.
    #[error("{provider} needs a key: set {}, or name a key file", provider.key_variables().join(" or "))]
    MissingKey {
        /// The provider.
        provider: Provider,
    },
    /// The name cannot be that of an agent.
    #[error("`{0}` is no id of an agent: 1 to 64 letters, digits, `-` and `_`, the first one a letter or a digit")]
    BadAgent(String),
    /// The key that was found is unusable.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The HTTP client cannot be built on this machine.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(String),
    /// A setting that cannot be right.
    #[error("{name} is {value}: {expected}")]
    Setting {
        /// The name of the setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
}

fn known_providers() -> String {
    Provider::ALL.map(Provider::name).join(", ")
}

impl ModelSpec {
    /// A model of `provider` at its usual address.
    pub fn new(provider: Provider, model: impl Into<String>) -> Self {
        let model = model.into();
        // A gateway keeps the ids of its agents in lower case.
        let model = if provider == Provider::OpenClaw { model.to_ascii_lowercase() } else { model };
        Self { provider, base_url: None, model }
    }

    /// The same model at another address.
    ///
    /// # Errors
    /// When the URL is malformed, not http(s), or holds user info, a query or a fragment.
    pub fn at(mut self, base_url: &str) -> Result<Self, SpecError> {
        self.base_url = Some(checked_url(self.provider, base_url)?);
        Ok(self)
    }

    /// The provider.
    #[must_use]
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The model's name, sent exactly as given.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Where requests go, without a slash at the end.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.base_url.as_deref().unwrap_or(self.provider.default_base_url())
    }

    /// Whether the address was given rather than taken from the provider.
    pub(super) fn has_own_url(&self) -> bool {
        self.base_url.is_some()
    }

    /// Whether the server runs on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        Url::parse(self.base_url()).ok().and_then(|url| url.host_str().map(is_loopback_host)).unwrap_or(false)
    }
}

impl ModelSpec {
    /// Whether what is sent there can be read on the way: plain HTTP to another machine.
    #[must_use]
    pub fn is_in_the_clear(&self) -> bool {
        self.base_url().starts_with("http:") && !self.is_loopback()
    }
}

/// Whether an address of this host leads to this machine, by what it says.
pub(in crate::agent) fn is_loopback_host(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

impl FromStr for ModelSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let at = text.find([':', '@']).filter(|at| *at > 0).ok_or_else(|| match text.parse::<Provider>() {
            Ok(provider) => SpecError::NoModel(provider.to_string()),
            Err(_) => SpecError::NoProvider(text.to_owned()),
        })?;
        let (name, rest) = (&text[..at], &text[at + 1..]);
        let provider: Provider = name.parse()?;
        if text.as_bytes()[at] == b':' {
            return match rest.trim() {
                "" => Err(SpecError::NoModel(text.trim_end_matches(':').to_owned())),
                model => Ok(Self::new(provider, model)),
            };
        }
        let end = url_end(rest);
        let base_url = checked_url(provider, &rest[..end])?;
        match rest.get(end + 1..).map(str::trim).unwrap_or_default() {
            "" => Err(SpecError::NoModel(format!("{name}@{base_url}"))),
            model => Ok(Self { base_url: Some(base_url), ..Self::new(provider, model) }),
        }
    }
}

/// Where the base URL at the start of `text` ends and `:model` begins.
///
/// The host's port also follows a colon, so a colon before digits that end the
/// authority is the port; the next colon after that is ours. A model's own
/// colons (`qwen3:4b`) come later and stay in its name.
pub(in crate::agent) fn url_end(text: &str) -> usize {
    let start = text.find("://").map_or(0, |at| at + 3);
    let host = match text[start..].starts_with('[') {
        true => text[start..].find(']').map_or(start, |at| start + at),
        false => text[start..].find('@').map_or(start, |at| {
            // User info holds a colon of its own; it is refused later, by name.
            let slash = text[start..].find('/').unwrap_or(usize::MAX);
            if at < slash { start + at } else { start }
        }),
    };
    let Some(first) = text[host..].find([':', '/']).map(|at| host + at) else {
        return text.len();
    };
    let path = match text.as_bytes()[first] {
        b'/' => first,
        _ => {
            let digits = text[first + 1..].bytes().take_while(u8::is_ascii_digit).count();
            let after = first + 1 + digits;
            match (digits, text.as_bytes().get(after)) {
                (1.., None | Some(b':' | b'/')) => after,
                _ => return first,
            }
        }
    };
    text[path..].find(':').map_or(text.len(), |at| path + at)
}

/// `text` as a base URL without a slash at the end, or why not. No error text
/// repeats what could be a secret.
fn checked_url(provider: Provider, text: &str) -> Result<String, SpecError> {
    let text = text.trim();
    let http = gateway::over_http(provider, text);
    let url =
        Url::parse(&http).map_err(|error| SpecError::BadUrl { url: without_secrets(text), why: error.to_string() })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(SpecError::BadScheme { url: without_secrets(text), scheme: url.scheme().to_owned() });
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(SpecError::UserInfo {
            host: url.host_str().unwrap_or_default().to_owned(),
            variable: provider.key_variables()[0],
        });
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(SpecError::Query(without_secrets(text)));
    }
    let plain = gateway::with_path(provider, url.as_str().trim_end_matches('/'), url.path());
    let own = provider.own_path();
    Ok(plain.strip_suffix(own).unwrap_or(&plain).to_owned())
}

/// A URL as it may be shown: no user info, no query, no fragment.
pub(in crate::agent) fn without_secrets(text: &str) -> String {
    let text = text.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.rsplit('@').next().unwrap_or_default().to_owned();
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}{path}")
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base_url {
            Some(url) => write!(f, "{}@{url}:{}", self.provider, self.model),
            None => write!(f, "{}:{}", self.provider, self.model),
        }
    }
}
