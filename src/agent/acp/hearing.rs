//! What an agent says while it has the word, within bounds.

use std::sync::{Mutex, MutexGuard, PoisonError};

use agent_client_protocol::{
    UntypedMessage,
    v1::schema::{
        ContentBlock, ContentChunk, MessageId, PermissionOptionKind, RequestPermissionOutcome,
        RequestPermissionRequest, RequestPermissionResponse, SelectedPermissionOutcome, SessionId, SessionNotification,
        SessionUpdate,
    },
};
use tokio::sync::Notify;

use super::fault::TooMuch;
use crate::agent::program::{self, MOST_BESIDE, MOST_BYTES, clean, hidden};

/// The bytes that an agent may send in one turn: each piece of text comes in an envelope of its own, and what its tools do
/// comes too.
const MOST_SENT: usize = 64 << 20;

/// The method of what is told in between.
const UPDATE: &str = "session/update";

/// Listens to one process.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    turn: Mutex<Turn>,
    full: Notify,
    /// What it printed on standard error, and on standard output that is no message: the last of it.
    stderr: Mutex<Vec<u8>>,
    noise: Mutex<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Turn {
    /// Who has the word; what other sessions say is nobody's.
    session: Option<SessionId>,
    heard: Heard,
    sent: usize,
    /// Whether what comes next is a message of its own.
    parted: bool,
    message: Option<MessageId>,
}

/// What was heard in one turn.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) text: String,
    pub(super) thought: String,
    /// Permissions that were asked for, and refused.
    pub(super) refused: u32,
}

impl Hearing {
    /// Gives the word to a session.
    pub(super) fn begin(&self, session: &SessionId) {
        *open(&self.turn) = Turn { session: Some(session.clone()), ..Turn::default() };
    }

    /// Takes the word back. What was printed has nothing to do with the turns that follow.
    pub(super) fn end(&self) -> Result<Heard, TooMuch> {
        open(&self.stderr).clear();
        open(&self.noise).clear();
        let full = self.is_full();
        let heard = std::mem::take(&mut *open(&self.turn)).heard;
        if full { Err(TooMuch::Answer(MOST_BYTES)) } else { Ok(heard) }
    }

    /// Waits until an answer is longer than one may be.
    pub(super) async fn overflow(&self) -> TooMuch {
        while !self.is_full() {
            self.full.notified().await;
        }
        TooMuch::Answer(MOST_BYTES)
    }

    fn is_full(&self) -> bool {
        open(&self.turn).heard.text.len() > MOST_BYTES
    }

    /// Counts what was sent.
    pub(super) fn count(&self, bytes: usize) -> Result<(), TooMuch> {
        let mut turn = open(&self.turn);
        turn.sent = turn.sent.saturating_add(bytes);
        if turn.sent > MOST_SENT { Err(TooMuch::Turn(MOST_SENT)) } else { Ok(()) }
    }

    /// Hears a notification. One that cannot be read is passed over: later releases of the protocol have more of them.
    pub(super) fn note(&self, message: UntypedMessage) {
        let (method, params) = message.into_parts();
        let update = (method == UPDATE).then(|| serde_json::from_value::<SessionNotification>(params));
        let Some(Ok(SessionNotification { session_id, update, .. })) = update else { return };
        let mut turn = open(&self.turn);
        if turn.session.as_ref() != Some(&session_id) {
            return;
        }
        match update {
            SessionUpdate::AgentMessageChunk(chunk) => turn.say(chunk),
            SessionUpdate::AgentThoughtChunk(chunk) => turn.think(&chunk),
            SessionUpdate::ToolCall(_) => turn.parted = true,
            _ => {}
        }
        if turn.heard.text.len() > MOST_BYTES {
            self.full.notify_one();
        }
    }

    /// Refuses a permission: once, where that can be chosen.
    pub(super) fn refuse(&self, asked: &RequestPermissionRequest) -> RequestPermissionResponse {
        let mut turn = open(&self.turn);
        turn.heard.refused = turn.heard.refused.saturating_add(1);
        let once = asked.options.iter().find(|option| option.kind == PermissionOptionKind::RejectOnce);
        let outcome = once.map_or(RequestPermissionOutcome::Cancelled, |option| {
            RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(option.option_id.clone()))
        });
        RequestPermissionResponse::new(outcome)
    }

    /// Keeps the last of what is printed on standard error.
    pub(super) fn print(&self, bytes: &[u8]) {
        keep_last(&mut open(&self.stderr), bytes);
    }

    /// Keeps the last of what is printed among the messages and is none.
    pub(super) fn print_between(&self, bytes: &[u8]) {
        keep_last(&mut open(&self.noise), bytes);
    }

    /// What was printed, to stand behind a cause: empty, or `; stderr: …`.
    pub(super) fn printed(&self) -> String {
        let said = |name, bytes: &Mutex<Vec<u8>>| program::said(name, &hidden(&clean(&open(bytes))));
        format!("{}{}", said("stderr", &self.stderr), said("stdout", &self.noise))
    }
}

impl Turn {
    fn say(&mut self, chunk: ContentChunk) {
        let ContentBlock::Text(piece) = chunk.content else { return };
        // What it says before and after it used a tool are two messages, and so are those with names of their own.
        let other = chunk.message_id != self.message;
        if (self.parted || other) && !self.heard.text.is_empty() {
            self.heard.text.push_str("\n\n");
        }
        self.parted = false;
        self.message = chunk.message_id;
        self.heard.text.push_str(&piece.text);
    }

    fn think(&mut self, chunk: &ContentChunk) {
        if let ContentBlock::Text(piece) = &chunk.content
            && self.heard.thought.len() + piece.text.len() <= MOST_BYTES
        {
            self.heard.thought.push_str(&piece.text);
        }
    }
}

fn keep_last(kept: &mut Vec<u8>, bytes: &[u8]) {
    kept.extend_from_slice(bytes);
    if kept.len() > 2 * MOST_BESIDE {
        kept.drain(..kept.len() - MOST_BESIDE);
    }
}

/// What a panic left half changed is no worse than a message that was cut off.
fn open<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
    locked.lock().unwrap_or_else(PoisonError::into_inner)
}
