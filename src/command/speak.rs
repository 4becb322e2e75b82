//! Speaking to a discussion that another process runs: `say`, `pause`, `go`, `cancel`, `approve`, `reject` and `veto`.

use std::sync::Arc;

use quorate_strategies::{state::Gate, turn::TurnId};
use thiserror::Error;

use super::{
    error::CommandError,
    exit::Exit,
    kept::{Place, whole_id},
    output::tell,
    words::{Words, fill},
};
use crate::{
    manager::{MachineClock, Recorded, Ruled, RulingError, rule_on},
    store::{Note, Says, Store, StoreError},
};

mod successor;
#[cfg(test)]
mod tests;

/// The longest text that is said at once, in bytes.
const MOST_BYTES: usize = 64 << 10;

/// To which discussion, and who says it.
#[derive(Debug, clap::Args)]
pub(super) struct To {
    /// The discussion, as `quorate ls` lists it
    #[arg(value_name = "ID")]
    id: String,
    /// Who says it, as readers are told; your user name when nobody is given
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    place: Place,
}

/// Flags of `quorate say`.
#[derive(Debug, clap::Args)]
pub(super) struct SayArgs {
    #[command(flatten)]
    to: To,
    /// What every seat is shown from its next turn on
    #[arg(value_name = "TEXT", value_parser = said)]
    text: String,
}

/// Flags of `quorate approve`.
#[derive(Debug, clap::Args)]
pub(super) struct ApproveArgs {
    #[command(flatten)]
    to: To,
    /// Approve this in place of what was put forward
    #[arg(long, value_name = "TEXT", value_parser = said)]
    amend: Option<String>,
}

/// Flags of `quorate reject`.
#[derive(Debug, clap::Args)]
pub(super) struct RejectArgs {
    #[command(flatten)]
    to: To,
    /// Why, as readers are told
    #[arg(long, value_name = "TEXT", value_parser = said)]
    why: String,
}

/// Flags of `quorate veto`.
#[derive(Debug, clap::Args)]
pub(super) struct VetoArgs {
    #[command(flatten)]
    to: To,
    /// Why, or the fact that was missing
    #[arg(long, value_name = "TEXT", value_parser = said)]
    why: String,
    /// The first message that this touches, by its number in the minutes; the conclusion when none is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    message: Option<u32>,
}

/// Why something is not said.
#[derive(Debug, Error)]
pub(super) enum SpeakError {
    #[error(
        "discussion {id:?} has ended, so nothing that is said now could count; `quorate show {id}` shows its minutes"
    )]
    Ended { id: String },
    #[error("no process runs discussion {id:?}, so nobody would hear it; `quorate resume {id}` goes on with it")]
    Nobody { id: String },
    #[error("discussion {id:?} does not ask for an approval now; `quorate say {id} TEXT` says something to everybody")]
    NotAsked { id: String },
    #[error(
        "an amendment is for a question that is still open, and discussion {id:?} has ended; `quorate veto {id} --why TEXT` starts over"
    )]
    NoAmendment { id: String },
}

pub(super) fn say(args: &SayArgs) -> Result<Exit, CommandError> {
    Speaker::of(&args.to)?.says(Says::Message(args.text.clone()))
}

pub(super) fn pause(to: &To) -> Result<Exit, CommandError> {
    Speaker::of(to)?.says(Says::Pause)
}

pub(super) fn go(to: &To) -> Result<Exit, CommandError> {
    Speaker::of(to)?.says(Says::Resume)
}

pub(super) fn cancel(to: &To) -> Result<Exit, CommandError> {
    Speaker::of(to)?.says(Says::Cancel)
}

pub(super) fn approve(args: &ApproveArgs) -> Result<Exit, CommandError> {
    let speaker = Speaker::of(&args.to)?;
    match (&args.amend, speaker.recorded.state.concluded()) {
        (Some(_), Some(_)) => Err(SpeakError::NoAmendment { id: speaker.id }.into()),
        (Some(text), None) => speaker.says(Says::Amend(text.clone())),
        (None, None) => speaker.says(Says::Approve),
        (None, Some(_)) => speaker.rules(Ruled::Approved),
    }
}

pub(super) fn reject(args: &RejectArgs) -> Result<Exit, CommandError> {
    Speaker::of(&args.to)?.says(Says::Reject(args.why.clone()))
}

pub(super) fn veto(args: &VetoArgs) -> Result<Exit, CommandError> {
    let touches = args.message.map(TurnId);
    Speaker::of(&args.to)?.rules(Ruled::Vetoed { why: args.why.as_str().into(), touches })
}

/// Somebody who speaks to a discussion, and how that stands.
struct Speaker {
    id: String,
    by: String,
    store: Arc<dyn Store>,
    /// The flag that names the store, where another command needs it.
    flag: String,
    recorded: Recorded,
    words: &'static Words,
}

impl Speaker {
    fn of(to: &To) -> Result<Self, CommandError> {
        let by = to.by.clone().filter(|by| !by.trim().is_empty()).unwrap_or_else(user);
        let store: Arc<dyn Store> = to.place.store()?.into();
        // What begins like no discussion is left as it is: the store says that it has none of it.
        let id = whole_id(store.as_ref(), &to.id)?.unwrap_or_else(|| to.id.clone());
        Ok(Self { flag: to.place.again(), ..Self::new(store, &id, by)? })
    }

    fn new(store: Arc<dyn Store>, id: &str, by: String) -> Result<Self, CommandError> {
        let recorded = Recorded::read(&store.read(id)?);
        let words = Words::of(recorded.state.charter().brief.language);
        Ok(Self { id: id.to_owned(), by, store, flag: String::new(), recorded, words })
    }

    /// Leaves a note for the process that runs the discussion, if one does and the note can still mean something.
    fn says(self, says: Says) -> Result<Exit, CommandError> {
        self.may_say(&says)?;
        let words = &self.words.people;
        let told = match &says {
            Says::Message(_) => words.said,
            Says::Pause => words.paused,
            Says::Resume => words.resumed,
            Says::Cancel => words.cancelled,
            Says::Approve | Says::Amend(_) | Says::Reject(_) => words.answered,
        };
        self.store.post(&self.id, &Note { by: self.by, says })?;
        tell(&fill(told, &[("id", &self.id)]));
        Ok(Exit::Done)
    }

    fn may_say(&self, says: &Says) -> Result<(), CommandError> {
        let id = || self.id.clone();
        if self.recorded.state.concluded().is_some() {
            return Err(SpeakError::Ended { id: id() }.into());
        }
        let listed = self.store.list()?.into_iter().find(|one| one.id == self.id);
        if listed.is_none_or(|one| one.writer.is_none()) {
            return Err(SpeakError::Nobody { id: id() }.into());
        }
        let answers = matches!(says, Says::Approve | Says::Amend(_) | Says::Reject(_));
        if answers && !matches!(self.recorded.state.gate(), Gate::Open(_)) {
            return Err(SpeakError::NotAsked { id: id() }.into());
        }
        Ok(())
    }

    /// Adds to the record of a discussion that has ended.
    fn rules(self, says: Ruled) -> Result<Exit, CommandError> {
        let (words, recorded) = (&self.words.people, &self.recorded);
        let told = match &says {
            Ruled::Approved => fill(words.approved, &[("id", &self.id)]),
            Ruled::Vetoed { why, touches } => {
                let fork = successor::command(&self.id, &self.flag, recorded, *touches, why);
                fill(words.vetoed, &[("id", &self.id), ("fork", &fork)])
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(CommandError::Signals)?;
        runtime.block_on(rule_on(self.store.as_ref(), &self.id, self.by, says, &MachineClock))?;
        tell(&told);
        Ok(Exit::Done)
    }
}

impl From<RulingError> for CommandError {
    fn from(error: RulingError) -> Self {
        match error {
            RulingError::Store(error @ StoreError::Busy { .. }) => Self::Store(error),
            other => Self::Ruling(other),
        }
    }
}

/// Whoever is logged in.
pub(super) fn user() -> String {
    let named = |name| std::env::var(name).ok().filter(|user: &String| !user.trim().is_empty());
    named("USER").or_else(|| named("USERNAME")).unwrap_or_else(|| "somebody".to_owned())
}

/// Words that say something and are not too many.
fn said(text: &str) -> Result<String, &'static str> {
    match text.trim() {
        "" => Err("it is blank; say something"),
        text if text.len() > MOST_BYTES => Err("it has more than 64 KiB; say it in fewer words"),
        text => Ok(text.to_owned()),
    }
}
