//! The provider library's model for each provider, without a key in it.

use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use rig_core::operation::Completion;
use rig_core::providers::{anthropic, gemini, ollama, openai::wire};
use rig_core::{DynModel, Model};

use super::gateway;
use super::key::{Key, KeyError, KeySource};
use super::provider::Provider;
use super::spec::{ModelSpec, SpecError};
use super::tap::{Content, Tap};

/// Anthropic insists on a limit; for a model the library does not know, this one.
const FALLBACK_CAP: u64 = 4096;

/// The model of `spec` on a transport.
pub(super) fn model(spec: &ModelSpec, tap: Tap) -> DynModel<Completion> {
    let (url, name) = (spec.base_url(), spec.model());
    match spec.provider() {
        Provider::Anthropic => {
            let config = anthropic::wire::AnthropicConfig::new("").with_base_url(url);
            let mut wire = config.connect(tap.clone()).completion(name).wire;
            wire.default_max_tokens.get_or_insert(FALLBACK_CAP);
            Model::new(wire, tap).erase()
        }
        Provider::Gemini => {
            let config = gemini::GeminiConfig::new("").with_base_url(url);
            Model::new(gemini::completion::GenerateContent::new(config, name), tap).erase()
        }
        // The native API is the only one that takes the size of the window.
        Provider::Ollama if !url.ends_with("/v1") => {
            let config = ollama::OllamaConfig::new().with_base_url(url);
            Model::new(ollama::Chat::new(config, name), tap).erase()
        }
        Provider::Ollama => chat(wire::OLLAMA, url, name, tap),
        Provider::OpenAi => chat(wire::OPENAI, url, name, tap),
        Provider::DeepSeek => chat(wire::DEEPSEEK, url, name, tap),
        Provider::OpenRouter => chat(wire::OPENROUTER, url, name, tap),
        Provider::Mistral => chat(wire::MISTRAL, url, name, tap),
        Provider::LlamaCpp | Provider::Vllm => chat(wire::LLAMACPP, url, name, tap),
        Provider::OpenClaw => chat(wire::LLAMACPP, url, &gateway::model(name), tap),
    }
}

fn chat(mut dialect: wire::Dialect, url: &str, name: &str, tap: Tap) -> DynModel<Completion> {
    // The transport adds the key; without one no header may be sent.
    dialect.quirks.auth = wire::Auth::OptionalBearer;
    // Some servers end with `[DONE]` alone, which is an end in so many words.
    dialect.quirks.done_without_finish_reason = true;
    let config = wire::OpenAIConfig::with_key(&dialect, "").with_base_url(url);
    Model::new(config.chat(name), tap).erase()
}

/// How this provider takes message contents.
pub(super) fn content(spec: &ModelSpec) -> Content {
    match spec.provider() {
        Provider::Anthropic | Provider::Gemini => Content::AsWritten,
        _ => Content::Plain,
    }
}

/// The header that carries the key, in no provider the URL.
pub(super) fn auth(spec: &ModelSpec, key: Option<&Key>) -> Result<Option<(HeaderName, HeaderValue)>, SpecError> {
    let provider = spec.provider();
    let Some(key) = key else {
        // A gateway at another address may do without; the service itself does not.
        return match provider.needs_key() && !spec.has_own_url() {
            true => Err(SpecError::MissingKey { provider }),
            false => Ok(None),
        };
    };
    let (name, value) = match provider {
        Provider::Anthropic => (HeaderName::from_static("x-api-key"), key.expose().to_owned()),
        Provider::Gemini => (HeaderName::from_static("x-goog-api-key"), key.expose().to_owned()),
        _ => (AUTHORIZATION, format!("Bearer {}", key.expose())),
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| KeyError::BadCharacter {
        place: KeySource::Variable(provider.key_variables()[0].to_owned()),
        position: 1,
    })?;
    value.set_sensitive(true);
    Ok(Some((name, value)))
}
