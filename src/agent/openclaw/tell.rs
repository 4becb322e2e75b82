//! What a reader is told of what went wrong: cause, the gateway's words in one line, the next step, and the place.

use std::{io::ErrorKind, sync::Arc, time::Duration};

use super::{
    TOKEN_VARIABLE,
    connect::NoLink,
    frame::{PROTOCOL, Refusal},
    link::{Lost, MOST_BYTES, TooLong},
};
use crate::agent::{AgentError, Retry, Trouble, http::Scrub};

/// Puts trouble into words. Whatever the gateway said is cleaned of the token first, cut, and put on one line.
#[derive(Debug, Clone)]
pub(super) struct Teller {
    /// The backend, as readers know it.
    pub(super) name: Arc<str>,
    pub(super) url: String,
    pub(super) scrub: Scrub,
    /// Whether there is a token to be wrong.
    pub(super) has_key: bool,
}

/// How far a turn has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Another turn in the same session has not ended.
    Queued,
    /// There is no connection yet.
    Connecting,
    /// The run is asked for.
    Asked,
    /// The connection was lost.
    Lost,
}

const AGAIN: Retry = Retry::After(None);
const STEP_TOKEN: &str = "check the token in OPENCLAW_GATEWAY_TOKEN, or in the file that `key_file` names, against \
                          gateway.auth.token of the gateway's configuration";
const STEP_START: &str = "start it with `openclaw gateway run`, or set OPENCLAW_GATEWAY_URL to where it listens";
pub(super) const MORE_TIME: &str = "`turn_seconds` gives a seat more time";
const STEP_LOG: &str = "the gateway's log has the cause (`openclaw logs`)";

/// How a gateway says that it still checks its state, as it does after a start: every run fails meanwhile.
const STATE_TAKEN: &str = "owns state-lifecycle";
/// How long each attempt waits for that; on a busy machine it took half a minute.
const STATE_WAIT: Duration = Duration::from_secs(8);

/// How a gateway says that its provider refused the key, and that it does not use that key for a while.
const KEY_REFUSED: [&str; 7] = [
    "http 401",
    "unauthorized",
    "authentication",
    "auth/billing failure",
    "temporarily disabled",
    "cooldown",
    "no available auth profile",
];

impl Teller {
    /// An error with a cause, what the gateway said (or nothing), and what can be done (or nothing).
    pub(super) fn error(&self, trouble: Trouble, retry: Retry, cause: &str, (said, step): (&str, &str)) -> AgentError {
        let said = match self.scrub.message(said) {
            said if said.is_empty() => said,
            said => format!(": {said}"),
        };
        let step = if step.is_empty() { String::new() } else { format!("; {step}") };
        // The name holds the address where it is not the usual one.
        let place = if self.name.contains(&self.url) { String::new() } else { format!(" [{}]", self.url) };
        let message = format!("{}: {cause}{said}{place}{step}", self.name);
        AgentError { trouble, message, retry }
    }

    /// Our own time was up.
    pub(super) fn slow(&self, limit: Duration, stage: Stage) -> AgentError {
        let (trouble, rest, step) = match stage {
            Stage::Queued => (Trouble::Slow, "an earlier turn of this seat had not ended in the gateway", MORE_TIME),
            Stage::Connecting => (Trouble::Slow, "the gateway was not ready", "is it still starting, or overloaded?"),
            Stage::Asked => (Trouble::Slow, "the gateway is told to stop the run", MORE_TIME),
            Stage::Lost => (Trouble::Unreachable, "the connection was lost and did not come back", STEP_START),
        };
        let cause = format!("no answer within {:.1} s; {rest}", limit.as_secs_f64());
        self.error(trouble, Retry::Never, &cause, ("", step))
    }

    pub(super) fn too_long(&self, long: &TooLong) -> AgentError {
        let cause = format!("the prompt is {} bytes and the gateway takes {}", long.bytes, long.most);
        self.error(Trouble::TooLong, Retry::Shorter, &cause, ("", "give less material"))
    }

    pub(super) fn no_link(&self, why: NoLink) -> AgentError {
        match why {
            NoLink::Unreachable(error) if error.kind() == ErrorKind::ConnectionRefused => {
                self.error(Trouble::Unreachable, AGAIN, "no gateway runs there", ("", STEP_START))
            }
            NoLink::Unreachable(error) => {
                let said = error.to_string();
                self.error(
                    Trouble::Unreachable,
                    AGAIN,
                    "the gateway cannot be reached",
                    (&said, "is the address right?"),
                )
            }
            NoLink::NoGateway(said) => {
                let step = "check the address; the gateway's usual port is 18789";
                self.error(Trouble::NotAnAnswer, Retry::Never, "this is no OpenClaw gateway", (&said, step))
            }
            NoLink::Elsewhere => {
                let step = "write the address as ws://127.0.0.1:PORT";
                self.error(Trouble::BadRequest, Retry::Never, "the name leads to another machine", ("", step))
            }
            NoLink::Protocol(spoken) => self.protocol(&format!("it speaks {spoken}")),
            NoLink::Refused(refusal) => self.refused(&refusal),
            NoLink::Lost(Lost::Closed { code: Some(1008), reason }) => {
                self.denied("the gateway let nobody in", &reason)
            }
            NoLink::Lost(Lost::Closed { code: Some(1002), reason }) => self.protocol(&reason),
            NoLink::Lost(lost) => self.lost(&lost),
        }
    }

    /// A connection that was lost for good.
    pub(super) fn lost(&self, why: &Lost) -> AgentError {
        let broken = |cause: &str, said: &str| {
            self.error(Trouble::Broken, AGAIN, cause, (said, "is the gateway still running?"))
        };
        match why {
            Lost::Closed { code, reason } => {
                let code = code.map_or_else(String::new, |code| format!(" (code {code})"));
                broken(&format!("the gateway closed the connection{code}"), reason)
            }
            Lost::Broken(said) => broken("the connection to the gateway broke", said),
            Lost::Silent(time) => broken(&format!("the gateway gave no sign of life for {} s", time.as_secs()), ""),
            Lost::Malformed(wrong) => {
                let cause = "the gateway sent what is no frame of its protocol";
                self.error(Trouble::NotAnAnswer, Retry::Never, cause, (wrong, "is it an OpenClaw gateway?"))
            }
            Lost::TooLarge => {
                let cause = format!("the gateway sent a message of more than {MOST_BYTES} bytes, which is no answer");
                self.error(Trouble::NotAnAnswer, Retry::Never, &cause, ("", STEP_LOG))
            }
        }
    }

    /// A request that the gateway refused, or a run that it says has failed.
    pub(super) fn refused(&self, why: &Refusal) -> AgentError {
        let said = why.message.as_str();
        let lasting = |trouble, cause: &str, step: &str| self.error(trouble, Retry::Never, cause, (said, step));
        match (why.code.as_str(), why.detail.as_str()) {
            (_, "PROTOCOL_MISMATCH") => self.protocol(said),
            ("NOT_PAIRED", _) | (_, "DEVICE_IDENTITY_REQUIRED" | "PAIRING_REQUIRED") => {
                self.denied("the gateway wants a token or a paired device", said)
            }
            (_, detail) if detail.starts_with("AUTH_") => self.denied("the gateway did not accept the token", said),
            (_, "MISSING_SCOPE") | ("FORBIDDEN", _) => {
                let scope = why.scope.as_deref().unwrap_or("operator.write");
                let cause = format!("the token lacks the scope {}", self.scrub.message(scope));
                lasting(
                    Trouble::Denied,
                    &cause,
                    "use the gateway's own token, which has operator.read and operator.write",
                )
            }
            ("AGENT_TIMEOUT", _) => lasting(Trouble::Slow, "the run took too long for the gateway", ""),
            ("INVALID_REQUEST", _) if said.contains("unknown agent id") => {
                lasting(Trouble::NotFound, "the gateway has no such agent", "`openclaw agents list` tells those it has")
            }
            ("INVALID_REQUEST", _) if said.contains("Multiple agents are configured") => {
                lasting(Trouble::NotFound, "the gateway was not told which agent", "write openclaw:ID")
            }
            ("UNAVAILABLE", _) => self.failed(said, Retry::After(why.wait)),
            _ if why.passes => {
                self.error(Trouble::Broken, Retry::After(why.wait), "the gateway could not do it now", (said, ""))
            }
            _ => lasting(Trouble::BadRequest, "the gateway refused the request", STEP_LOG),
        }
    }

    /// A run that ended without an answer: its provider failed, or something in the gateway. What the words name decides
    /// only what a reader is advised and whether asking again can help.
    pub(super) fn failed(&self, said: &str, retry: Retry) -> AgentError {
        let words = said.to_lowercase();
        let says = |needles: &[&str]| needles.iter().any(|needle| words.contains(needle));
        if says(&[STATE_TAKEN]) {
            let cause = "the gateway still checks its state after its start";
            return self.error(Trouble::Busy, Retry::After(Some(STATE_WAIT)), cause, (said, ""));
        }
        if says(&KEY_REFUSED) {
            let step = "check the provider's key in the gateway (`openclaw models status`); after a refusal the gateway does \
                        not use it for about a minute";
            return self.error(Trouble::Denied, Retry::Never, "the gateway's provider refused its key", (said, step));
        }
        if says(&["context overflow", "context window", "context length"]) {
            let step = "start a new session, or set session = \"turn\"";
            return self.error(
                Trouble::TooLong,
                Retry::Shorter,
                "the agent's session is too long for its model",
                (said, step),
            );
        }
        if says(&["rate limit", "rate_limit", "http 429", "(429", "overloaded"]) {
            return self.error(Trouble::Busy, retry, "the gateway's provider is busy", (said, ""));
        }
        if says(&["provider rejected the request"]) {
            let cause = "the gateway's provider did not take the request";
            return self.error(Trouble::BadRequest, Retry::Never, cause, (said, STEP_LOG));
        }
        self.error(Trouble::Broken, retry, "the run failed in the gateway", (said, STEP_LOG))
    }

    fn denied(&self, cause: &str, said: &str) -> AgentError {
        let none = format!("no token was given: put it into {TOKEN_VARIABLE}, or name a file with `key_file`");
        let step = if self.has_key { STEP_TOKEN } else { none.as_str() };
        self.error(Trouble::Denied, Retry::Never, cause, (said, step))
    }

    fn protocol(&self, said: &str) -> AgentError {
        let cause = format!("the gateway does not speak version {PROTOCOL} of its protocol");
        self.error(Trouble::BadRequest, Retry::Never, &cause, (said, "bring gateway and quorate to versions that fit"))
    }
}
