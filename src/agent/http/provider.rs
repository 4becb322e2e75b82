//! The model providers this build can talk to, with what differs between them.

use std::fmt;
use std::str::FromStr;

use super::spec::SpecError;

/// A provider of models: which dialect is spoken, and where by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Provider {
    /// OpenAI, and with a base URL any server that speaks its chat completions.
    OpenAi,
    /// Anthropic's Messages API.
    Anthropic,
    /// Google's Gemini API.
    Gemini,
    /// An Ollama server, by its native API unless the base URL ends with `/v1`.
    Ollama,
    /// DeepSeek.
    DeepSeek,
    /// OpenRouter.
    OpenRouter,
    /// Mistral.
    Mistral,
    /// A `llama-server` of llama.cpp.
    LlamaCpp,
    /// A vLLM server.
    Vllm,
    /// An OpenClaw gateway over HTTP: its agents stand in the place of models.
    OpenClaw,
}

impl Provider {
    /// Every provider, in the order in which they are listed to people.
    pub const ALL: [Self; 10] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::Gemini,
        Self::Ollama,
        Self::DeepSeek,
        Self::OpenRouter,
        Self::Mistral,
        Self::LlamaCpp,
        Self::Vllm,
        Self::OpenClaw,
    ];

    /// The name used in a model specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::DeepSeek => "deepseek",
            Self::OpenRouter => "openrouter",
            Self::Mistral => "mistral",
            Self::LlamaCpp => "llamacpp",
            Self::Vllm => "vllm",
            Self::OpenClaw => "openclaw-http",
        }
    }

    /// Where requests go when the specification names no base URL.
    #[must_use]
    pub fn default_base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Gemini => "https://generativelanguage.googleapis.com",
            Self::Ollama => "http://localhost:11434",
            Self::DeepSeek => "https://api.deepseek.com",
            Self::OpenRouter => "https://openrouter.ai/api/v1",
            Self::Mistral => "https://api.mistral.ai",
            Self::LlamaCpp => "http://localhost:8080/v1",
            Self::Vllm => "http://localhost:8000/v1",
            Self::OpenClaw => "http://127.0.0.1:18789/v1",
        }
    }

    /// The environment variables that may hold the key, the first that is set wins.
    #[must_use]
    pub fn key_variables(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi => &["QUORATE_OPENAI_KEY", "OPENAI_API_KEY"],
            Self::Anthropic => &["QUORATE_ANTHROPIC_KEY", "ANTHROPIC_API_KEY"],
            Self::Gemini => &["QUORATE_GEMINI_KEY", "GEMINI_API_KEY"],
            Self::Ollama => &["QUORATE_OLLAMA_KEY", "OLLAMA_API_KEY"],
            Self::DeepSeek => &["QUORATE_DEEPSEEK_KEY", "DEEPSEEK_API_KEY"],
            Self::OpenRouter => &["QUORATE_OPENROUTER_KEY", "OPENROUTER_API_KEY"],
            Self::Mistral => &["QUORATE_MISTRAL_KEY", "MISTRAL_API_KEY"],
            Self::LlamaCpp => &["QUORATE_LLAMACPP_KEY", "LLAMACPP_API_KEY"],
            Self::Vllm => &["QUORATE_VLLM_KEY", "VLLM_API_KEY"],
            Self::OpenClaw => &["OPENCLAW_GATEWAY_TOKEN"],
        }
    }

    /// The environment variable that may hold the address, where nothing else says one.
    #[must_use]
    pub fn url_variable(self) -> Option<&'static str> {
        (self == Self::OpenClaw).then_some("OPENCLAW_GATEWAY_URL")
    }

    /// Whether the public service refuses every request without a key.
    #[must_use]
    pub fn needs_key(self) -> bool {
        !matches!(self, Self::Ollama | Self::LlamaCpp | Self::Vllm | Self::OpenClaw)
    }

    /// The ending of a base URL that this dialect adds by itself, so that a
    /// pasted one does not lead to `/v1/v1`.
    pub(super) fn own_path(self) -> &'static str {
        match self {
            Self::Anthropic | Self::Mistral => "/v1",
            Self::Gemini => "/v1beta",
            _ => "",
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Provider {
    type Err = SpecError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|provider| provider.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| SpecError::UnknownProvider(name.to_owned()))
    }
}
