//! The conversations of a tool that seats go on with, as long as this process lives.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError},
};

use quorate_strategies::seat::SeatId;

use super::{
    asked::{Folder, Thread},
    said::{Said, Tokens},
};

/// What a seat's turns have in common. The tools look for a conversation by the folder it was begun in.
#[derive(Debug)]
pub(super) struct Conversation {
    pub(super) folder: Folder,
    /// By the tool's own name; none before its first answer.
    thread: Option<String>,
    /// What the tool has counted up to now, where it counts a conversation as a whole.
    counted: Tokens,
}

impl Conversation {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { folder: Folder::new()?, thread: None, counted: Tokens::default() })
    }

    /// What the next question goes on with.
    pub(super) fn thread(&self) -> Thread<'_> {
        self.thread.as_deref().map_or(Thread::New, Thread::Known)
    }

    /// Begins anew with the next question.
    pub(super) fn forget(&mut self) {
        self.thread = None;
        self.counted = Tokens::default();
    }

    /// Takes down what came of a turn, and gives the tokens of this turn alone where `counts` says that the tool counts
    /// the whole conversation.
    pub(super) fn took(&mut self, said: &Said, counts: Counts) -> Tokens {
        let before = std::mem::take(&mut self.counted);
        if said.thread.is_some() && said.thread != self.thread {
            self.thread.clone_from(&said.thread);
            self.counted = said.tokens;
            return said.tokens;
        }
        // A turn that failed is not counted by itself: it is in what the next one tells.
        self.counted =
            Tokens { read: said.tokens.read.or(before.read), written: said.tokens.written.or(before.written) };
        match counts {
            Counts::Turn => said.tokens,
            Counts::Whole => Tokens {
                read: since(before.read, said.tokens.read),
                written: since(before.written, said.tokens.written),
            },
        }
    }
}

/// What the tokens are that a tool tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counts {
    /// Those of the turn.
    Turn,
    /// Those of the conversation up to now.
    Whole,
}

/// What was added. A count that went down has begun anew.
fn since(before: Option<u64>, now: Option<u64>) -> Option<u64> {
    let now = now?;
    Some(now.checked_sub(before.unwrap_or_default()).unwrap_or(now))
}

/// A conversation with its lock: one call at a time.
pub(super) type Shared = Arc<tokio::sync::Mutex<Option<Conversation>>>;

/// All conversations of one backend, by discussion and seat.
#[derive(Debug, Default)]
pub(super) struct Conversations(Mutex<HashMap<(String, SeatId), Shared>>);

impl Conversations {
    pub(super) fn of(&self, discussion: &str, seat: SeatId) -> Shared {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry((discussion.to_owned(), seat)).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(thread: &str, read: Option<u64>) -> Said {
        Said { thread: Some(thread.into()), tokens: Tokens { read, written: read }, ..Said::default() }
    }

    #[test]
    fn a_tool_that_counts_the_whole_conversation_is_charged_for_what_was_added() {
        let mut one = Conversation::new().unwrap();
        let mut read = |thread, tokens| one.took(&said(thread, tokens), Counts::Whole).read;
        assert_eq!(read("a", Some(100)), Some(100));
        assert_eq!(read("a", Some(250)), Some(150));
        assert_eq!(read("a", None), None);
        assert_eq!(read("a", Some(400)), Some(150));
        assert_eq!(read("a", Some(30)), Some(30));
        assert_eq!(read("b", Some(70)), Some(70));
        assert_eq!(one.took(&said("b", Some(90)), Counts::Turn).read, Some(90));
    }
}
