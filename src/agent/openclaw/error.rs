//! Why an agent of a gateway cannot be asked as it is written; nothing has been sent.

use thiserror::Error;

use crate::agent::http::KeyError;

/// Why an agent of a gateway cannot be asked. Nothing has been sent, and no text holds a secret.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenClawError {
    /// No agent is named.
    #[error(
        "`{0}` names no agent: write its id after the last colon, as in openclaw:ID; `openclaw agents list` tells them"
    )]
    NoAgent(String),
    /// The name cannot be an agent's.
    #[error("`{0}` is no id of an agent: 1 to 64 letters, digits, `-` and `_`, the first one a letter or a digit")]
    BadAgent(String),
    /// The address does not parse.
    #[error("malformed address of a gateway `{url}`: {why}; it looks like ws://127.0.0.1:18789")]
    BadAddress {
        /// The address without secrets.
        url: String,
        /// What is wrong.
        why: String,
    },
    /// It is an address of another kind.
    #[error(
        "`{url}` has the scheme `{scheme}`: a gateway's WebSocket is asked at ws://HOST:PORT on this machine; over HTTP \
         write openclaw-http@URL:AGENT"
    )]
    Scheme {
        /// The address without secrets.
        url: String,
        /// The scheme.
        scheme: String,
    },
    /// It leads to another machine.
    #[error(
        "`{url}` is on another machine, where the token would be read on the way and a gateway asks for a paired device; \
         write openclaw-http@https://HOST:AGENT instead"
    )]
    Elsewhere {
        /// The address without secrets.
        url: String,
    },
    /// User name, password, query or fragment, any of which could be a secret.
    #[error(
        "`{url}` holds a user name, password, query or fragment: take it out, and put the token into {} or a key file",
        super::TOKEN_VARIABLE
    )]
    Secret {
        /// The address without them.
        url: String,
    },
    /// The token that was found is unusable.
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl OpenClawError {
    /// What is no id of an agent, as far as it is shown.
    pub(super) fn bad_agent(text: &str) -> Self {
        Self::BadAgent(text.trim().chars().take(65).collect())
    }
}
