//! The frames of the gateway's protocol: what is read from the wire, checked once.

use std::time::Duration;

use serde_json::{Value, json};

/// The version of the protocol that is spoken.
pub(super) const PROTOCOL: u64 = 4;

/// The pause before a gateway that does nothing now is asked again, where it does not say.
const PAUSE: Duration = Duration::from_millis(500);
/// The longest pause that it can ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A frame that came.
#[derive(Debug)]
pub(super) enum Frame {
    /// The answer to a request. A run has two: that it was accepted, and how it ended.
    Answer { id: String, answer: Answer },
    /// Something that happened.
    Event { name: String },
    /// A kind that is not known, which later gateways may send.
    Unknown,
}

/// What was answered to a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Answer {
    /// It was taken, which does not mean that it worked.
    Taken(Value),
    /// It was refused, or failed.
    Refused(Box<Refusal>),
}

/// Why a request was refused, in the gateway's words.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Refusal {
    pub(super) code: String,
    /// The finer code.
    pub(super) detail: String,
    /// For people; it may hold anything.
    pub(super) message: String,
    /// The scope that is missing, where it is that.
    pub(super) scope: Option<String>,
    /// Whether the gateway says that it will pass.
    pub(super) passes: bool,
    pub(super) wait: Option<Duration>,
}

/// Reads a frame, or tells what is wrong with it.
pub(super) fn read(text: &str) -> Result<Frame, &'static str> {
    let mut frame: Value = serde_json::from_str(text).map_err(|_| "it is no JSON")?;
    let word = |frame: &Value, key: &str| frame.get(key).and_then(Value::as_str).map(str::to_owned);
    match word(&frame, "type").ok_or("it has no type")?.as_str() {
        "event" => Ok(Frame::Event { name: word(&frame, "event").ok_or("it is an event without a name")? }),
        "res" => {
            let id = word(&frame, "id").ok_or("it is an answer without an id")?;
            let answer = match frame.get("ok").and_then(Value::as_bool).ok_or("it is an answer without `ok`")? {
                true => Answer::Taken(frame.get_mut("payload").map(Value::take).unwrap_or_default()),
                false => Answer::Refused(Box::new(Refusal::of(frame.get("error").unwrap_or(&Value::Null)))),
            };
            Ok(Frame::Answer { id, answer })
        }
        _ => Ok(Frame::Unknown),
    }
}

/// A request as text.
pub(super) fn request(id: &str, method: &str, params: &Value) -> String {
    json!({ "type": "req", "id": id, "method": method, "params": params }).to_string()
}

impl Refusal {
    fn of(error: &Value) -> Self {
        let text = |at: &str| error.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |at: &str| error.pointer(at).and_then(Value::as_u64);
        let wait = number("/retryAfterMs").or_else(|| number("/details/retryAfterMs"));
        let scope = Some(text("/details/missingScope")).filter(|scope| !scope.is_empty());
        let detail = match text("/details/code") {
            code if code.is_empty() => text("/details/reason"),
            code => code,
        };
        Self {
            code: text("/code"),
            message: text("/message"),
            scope,
            passes: error.get("retryable").and_then(Value::as_bool).unwrap_or_default() || wait.is_some(),
            wait: wait.map(Duration::from_millis),
            detail,
        }
    }

    /// Whether the gateway is there and only does not do it now: it starts, or is about to restart, or has its hands full.
    /// It says so before it does anything.
    pub(super) fn is_for_now(&self) -> bool {
        self.code == "UNAVAILABLE" && self.passes
    }

    /// How long to wait before it is asked again.
    pub(super) fn pause(&self) -> Duration {
        self.wait.unwrap_or(PAUSE).min(LONGEST_PAUSE)
    }
}

/// What a run or a request says of itself.
pub(super) fn status(payload: &Value) -> &str {
    payload.get("status").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn frames_are_told_apart() {
        assert!(matches!(read(r#"{"type":"event","event":"tick"}"#), Ok(Frame::Event { name }) if name == "tick"));
        assert!(matches!(read(r#"{"type":"new-thing"}"#), Ok(Frame::Unknown)));
        for bad in
            ["", "[]", "{}", "7", "{\"type\":1}", r#"{"type":"res","id":1,"ok":true}"#, r#"{"type":"res","id":"1"}"#]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn a_refusal_is_read_whatever_it_holds() {
        let text = r#"{"type":"res","id":"1","ok":false,"error":{"code":"UNAVAILABLE","message":"m","retryAfterMs":250,
            "details":{"reason":"startup-sidecars"}}}"#;
        let Ok(Frame::Answer { answer: Answer::Refused(refusal), .. }) = read(text) else { panic!("not a refusal") };
        assert!(refusal.is_for_now());
        assert_eq!((refusal.wait, &*refusal.detail), (Some(Duration::from_millis(250)), "startup-sidecars"));
        for error in ["null", "7", "[]", "\"no\"", "{\"code\":7,\"details\":[]}"] {
            let text = format!(r#"{{"type":"res","id":"1","ok":false,"error":{error}}}"#);
            assert!(matches!(read(&text), Ok(Frame::Answer { answer: Answer::Refused(_), .. })), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,200}", id in "\\PC{0,9}", value in "[0-9ntrue\\[\\]{}\":,]{0,40}") {
            let _ = read(&text);
            let _ = read(&format!(r#"{{"type":"res","id":"{id}","ok":true,"payload":{value}}}"#));
            let _ = read(&format!(r#"{{"type":"res","id":"{id}","ok":false,"error":{value}}}"#));
        }
    }
}
