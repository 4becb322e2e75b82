//! Models behind HTTP: OpenAI-compatible servers, Anthropic, Gemini, Ollama and more.
//!
//! A [`Client`] asks one model. It makes one attempt per call, plus at most
//! three corrected ones when a server refuses a single parameter; retries,
//! limits of time and everything else that waits belong to the caller, who
//! finds in [`ProviderError`] what there is to know. A client is also an
//! [`Agent`](crate::agent::Agent), so it can answer for seats as it is.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use quorate::agent::http::{Client, Key, ModelSpec, Request, Settings};
//!
//! let spec: ModelSpec = "openai@http://127.0.0.1:8080/v1:qwen3".parse()?;
//! let key = Key::from_env(spec.provider())?;
//! let client = Client::connect(&spec, key, Settings { max_tokens: Some(500), ..Settings::default() })?;
//! let answer = client.complete(&Request::new("Be brief.", "Tabs or spaces?"), &|piece| eprint!("{piece}")).await?;
//! assert!(!answer.text.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! The provider library below ([`rig_core`]) writes and reads the dialects. It
//! never holds a key: the transport under it adds the key as a header, takes
//! an echoed one out of every answer before the library sees it, and notes
//! what a failure needs to be explained.

mod agent;
mod answer;
mod classify;
mod client;
mod dialect;
mod edits;
mod error;
mod failure;
mod gateway;
mod hint;
mod key;
mod lines;
pub(crate) mod listing;
mod messages;
mod presence;
mod provider;
mod request;
mod scrub;
mod seen;
mod settings;
mod shape;
mod spec;
mod tap;

pub use answer::{Completion, Finish, Usage};
pub use client::Client;
pub use error::{Cause, NotAnAnswer, ProviderError, Why};
pub(crate) use gateway::agent as gateway_agent;
pub use key::{Key, KeyError, KeySource};
pub use listing::Listing;
pub use messages::{Line, Role, wire_ids};
pub use provider::Provider;
pub use request::{Repair, Request, Room};
#[cfg(feature = "openclaw")]
pub(in crate::agent) use scrub::Scrub;
pub use settings::{Settings, Streaming, SystemAs};
pub use spec::{ModelSpec, SpecError};
#[cfg(feature = "openclaw")]
pub(in crate::agent) use spec::{is_loopback_host, url_end, without_secrets};
