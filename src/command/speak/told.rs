//! What whoever speaks to a discussion is told of what became of it, in the language of the discussion.

use quorate_strategies::state::Gate;

use super::{Speaker, heard::Why};
use crate::{
    command::{error::CommandError, exit::Exit, output::tell, words::fill},
    manager::Recorded,
    store::Says,
};

impl Speaker {
    /// It counts, by this event.
    pub(super) fn counted(&self, seq: u64, says: &Says) -> Result<Exit, CommandError> {
        let words = &self.words.people;
        let told = match says {
            Says::Message(_) => words.said,
            Says::Pause => words.paused,
            Says::Resume => words.resumed,
            Says::Cancel => words.cancelled,
            Says::Approve | Says::Amend(_) | Says::Reject(_) => words.answered,
        };
        let seq = seq.to_string();
        let values = [("id", self.id.as_str()), ("store", &self.flag), ("seq", &seq)];
        tell(&fill(told, &values));
        // Words are no answer: whoever may answer is told how, as the record stands now.
        let now = Recorded::read(&self.store.read(&self.id)?).state;
        if matches!((says, now.gate()), (Says::Message(_), Gate::Open(_))) {
            tell(&fill(words.still_asked, &values));
        }
        Ok(Exit::Done)
    }

    /// It does not count; its words may be kept by an event.
    pub(super) fn not_counted(&self, why: &Why, kept: Option<u64>) -> Result<Exit, CommandError> {
        let words = &self.words.people;
        let (template, by, seq) = match why {
            Why::Answered { by, seq } => (words.answered_before, by.as_str(), *seq),
            Why::TimeUp { seq } => (words.time_up, "", *seq),
            Why::Ended { seq } => (words.ended, "", *seq),
            Why::OnlyAnswer => (words.only_answer, "", 0),
            Why::Held => (words.is_held, "", 0),
            Why::NotHeld => (words.is_not_held, "", 0),
        };
        let values = [("id", self.id.as_str()), ("store", &self.flag), ("by", by), ("seq", &seq.to_string())];
        let mut told = fill(words.not_counted, &[("why", &fill(template, &values))]);
        if let Some(kept) = kept {
            told += &fill(words.words_kept, &[("seq", &kept.to_string())]);
        }
        tell(&told);
        Ok(Exit::Undecided)
    }

    /// No process runs it: whoever goes on with it takes it up.
    pub(super) fn left(&self) -> Result<Exit, CommandError> {
        tell(&fill(self.words.people.left, &[("id", &self.id), ("store", &self.flag)]));
        Ok(Exit::Done)
    }

    /// The process that runs it has not taken it up in time.
    pub(super) fn unheard(&self) -> Result<Exit, CommandError> {
        let seconds = self.patience.as_secs().to_string();
        tell(&fill(self.words.people.unheard, &[("id", &self.id), ("store", &self.flag), ("n", &seconds)]));
        Ok(Exit::Undecided)
    }
}
