//! What a backend is made from, so that another process can make it again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::strategy::Knobs;

/// What a backend is made from, so that another process can make it again. It holds no key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spec {
    /// The text that names it: `openai:gpt-5.4`, `command:./bot.sh`.
    pub text: Arc<str>,
    /// What stood around the text, by the names of the acting half: where requests go, how long a turn may take.
    #[serde(default, skip_serializing_if = "Knobs::is_empty")]
    pub settings: Knobs,
}
