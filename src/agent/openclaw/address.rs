//! Where a gateway listens: a plain WebSocket on this machine, and nothing else.

use std::{fmt, str::FromStr};

use reqwest::Url;

use super::error::OpenClawError;
use crate::agent::http::{is_loopback_host, without_secrets};

/// The address of a gateway on this machine.
///
/// A gateway lets a client with its token in without a paired device on direct loopback only, and what is sent there is
/// not encrypted; so an address elsewhere is refused, with a pointer to `openclaw-http`.
///
/// ```
/// use quorate::agent::openclaw::Address;
///
/// assert_eq!("ws://localhost:18920/".parse::<Address>()?.to_string(), "ws://localhost:18920");
/// assert!("ws://192.168.0.7:18789".parse::<Address>().is_err());
/// # Ok::<(), quorate::agent::openclaw::OpenClawError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    url: String,
    host: String,
    port: u16,
}

impl Address {
    /// Host and port, to connect to.
    pub(super) fn socket(&self) -> (&str, u16) {
        (&self.host, self.port)
    }
}

impl Default for Address {
    /// Where a gateway listens unless it is told otherwise: `ws://127.0.0.1:18789`.
    fn default() -> Self {
        Self { url: "ws://127.0.0.1:18789".to_owned(), host: "127.0.0.1".to_owned(), port: 18789 }
    }
}

impl FromStr for Address {
    type Err = OpenClawError;

    fn from_str(text: &str) -> Result<Self, OpenClawError> {
        let text = text.trim();
        let shown = || without_secrets(text);
        let bad = |why: String| OpenClawError::BadAddress { url: shown(), why };
        let url = Url::parse(text).map_err(|error| bad(error.to_string()))?;
        let host = url.host_str().unwrap_or_default();
        match url.scheme() {
            "ws" if is_loopback_host(host) => {}
            "ws" | "wss" => return Err(OpenClawError::Elsewhere { url: shown() }),
            scheme => return Err(OpenClawError::Scheme { url: shown(), scheme: scheme.to_owned() }),
        }
        if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
            return Err(OpenClawError::Secret { url: shown() });
        }
        let port = url.port_or_known_default().ok_or_else(|| bad("it has no port".to_owned()))?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Self { url: url.as_str().trim_end_matches('/').to_owned(), host, port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_asked() {
        for (text, shown) in [
            ("ws://127.0.0.1:18789", "ws://127.0.0.1:18789"),
            ("ws://localhost:1/", "ws://localhost:1"),
            (" WS://LOCALHOST:18789 ", "ws://localhost:18789"),
            ("ws://[::1]:18789", "ws://[::1]:18789"),
            ("ws://127.9.9.9:2/base", "ws://127.9.9.9:2/base"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), shown, "{text}");
        }
        assert_eq!("ws://[::1]:7".parse::<Address>().unwrap().socket(), ("::1", 7));
        for text in ["ws://10.0.0.1:18789", "wss://127.0.0.1:18789", "ws://localhost.example.org:1", "ws://[::2]:1"] {
            let why = text.parse::<Address>().unwrap_err();
            assert!(matches!(why, OpenClawError::Elsewhere { .. }), "{text}");
            assert!(why.to_string().contains("openclaw-http"), "{text}");
        }
        let http = "http://127.0.0.1:18789".parse::<Address>().unwrap_err();
        assert!(http.to_string().contains("openclaw-http"));
        assert!(matches!("18789".parse::<Address>(), Err(OpenClawError::BadAddress { .. })));
    }

    #[test]
    fn an_address_holds_no_secret_and_its_error_repeats_none() {
        for text in [
            "ws://hush@127.0.0.1:1",
            "ws://a:hush@127.0.0.1:1",
            "ws://127.0.0.1:1/?token=hush",
            "ws://127.0.0.1:1/#hush",
        ] {
            let why = text.parse::<Address>().unwrap_err();
            assert!(matches!(why, OpenClawError::Secret { .. }), "{text}");
            assert!(!why.to_string().contains("hush"), "{why}");
        }
    }
}
