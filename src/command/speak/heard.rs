//! What became of something that was said to a running discussion, as its record tells.

use quorate_strategies::{
    event::{Event, GateAnswer},
    record::{Entry, Reader},
    state::{Gate, State},
};

use crate::store::{Note, Says};

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// It counts, by this event.
    Counted(u64),
    /// It does not; its words may be kept as said from outside, by an event.
    Not(Why, Option<u64>),
}

/// Why something that was said does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Why {
    /// Somebody answered before.
    Answered { by: String, seq: u64 },
    /// The time to answer was up.
    TimeUp { seq: u64 },
    /// The discussion had ended.
    Ended { seq: u64 },
    /// It is about to conclude, and only an answer can change that.
    OnlyAnswer,
    /// It is held already.
    Held,
    /// It is not held.
    NotHeld,
}

/// What the events behind `since` say of a note.
#[derive(Debug, Default)]
pub(super) struct Listening {
    /// What became of it, once that is in the record.
    pub(super) heard: Option<Heard>,
    /// Why it can no longer count, though its words may still be kept.
    pub(super) too_late: Option<Why>,
}

impl Listening {
    /// Listens to the lines of a record.
    pub(super) fn to(lines: &[u8], since: u64, note: &Note) -> Self {
        let (mut state, mut listening) = (State::default(), Self::default());
        // What stands in front of a damaged line is all that anybody hears.
        for entry in Reader::new(lines).map_while(Result::ok) {
            if entry.seq > since {
                listening.hear(&entry, &state, note);
            }
            if listening.heard.is_some() || state.apply(entry.seq, &entry.event).is_err() {
                break;
            }
        }
        listening
    }

    fn hear(&mut self, entry: &Entry, before: &State, note: &Note) {
        let seq = entry.seq;
        let words = match &note.says {
            Says::Message(text) | Says::Amend(text) | Says::Reject(text) => Some(text.as_str()),
            _ => None,
        };
        self.heard = match &entry.event {
            Event::Interjected { author, text } if **author == *note.by && words == Some(&**text) => {
                Some(self.said(seq, before, note))
            }
            Event::Paused { by } if note.says == Says::Pause => Some(held(by, seq, note, Why::Held)),
            Event::Resumed { by } if note.says == Says::Resume => Some(held(by, seq, note, Why::NotHeld)),
            Event::Cancelled { .. } if note.says == Says::Cancel => Some(Heard::Counted(seq)),
            Event::GateAnswered { by, answer } if is_answer(&note.says) => {
                self.answered(seq, by.as_deref(), answer, note)
            }
            Event::Concluded { .. } => self.ended(seq, note),
            _ => None,
        };
    }

    /// Words that were kept.
    fn said(&self, seq: u64, before: &State, note: &Note) -> Heard {
        let only_answer = matches!(before.gate(), Gate::Open(_)) && before.is_ratifying();
        match (&self.too_late, &note.says) {
            (Some(why), _) => Heard::Not(why.clone(), Some(seq)),
            (None, Says::Message(_)) if only_answer => Heard::Not(Why::OnlyAnswer, Some(seq)),
            (None, Says::Message(_)) => Heard::Counted(seq),
            // An answer becomes mere words only where no question was open.
            (None, _) => Heard::Not(Why::TimeUp { seq }, Some(seq)),
        }
    }

    fn answered(&mut self, seq: u64, by: Option<&str>, answer: &GateAnswer, note: &Note) -> Option<Heard> {
        let same = match (&note.says, answer) {
            (Says::Approve, GateAnswer::Approve) => true,
            (Says::Amend(said), GateAnswer::Amend(text)) | (Says::Reject(said), GateAnswer::Reject(text)) => {
                **said == **text
            }
            _ => false,
        };
        if same && by == Some(&*note.by) {
            return Some(Heard::Counted(seq));
        }
        let why = match by {
            Some(by) => Why::Answered { by: by.to_owned(), seq },
            None => Why::TimeUp { seq },
        };
        self.late(why, note)
    }

    fn ended(&mut self, seq: u64, note: &Note) -> Option<Heard> {
        self.late(Why::Ended { seq }, note)
    }

    /// Words may still be kept; without any, nothing more will be in the record.
    fn late(&mut self, why: Why, note: &Note) -> Option<Heard> {
        let why = self.too_late.get_or_insert(why).clone();
        let has_words = matches!(note.says, Says::Message(_) | Says::Amend(_) | Says::Reject(_));
        (!has_words).then_some(Heard::Not(why, None))
    }
}

/// Whether it answers a question.
pub(super) const fn is_answer(says: &Says) -> bool {
    matches!(says, Says::Approve | Says::Amend(_) | Says::Reject(_))
}

/// Somebody held it or let it go on: whoever said it, or somebody before.
fn held(by: &str, seq: u64, note: &Note, otherwise: Why) -> Heard {
    if by == note.by { Heard::Counted(seq) } else { Heard::Not(otherwise, None) }
}
