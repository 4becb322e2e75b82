//! Speaking to a discussion that another process runs: `say`, `pause`, `go`, `cancel`, `approve`, `reject` and `veto`.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use quorate_strategies::{state::Gate, turn::TurnId};
use thiserror::Error;

use super::{
    error::CommandError,
    exit::Exit,
    kept::{Place, whole_id},
    wishes::within,
    words::Words,
};
use heard::{Heard, Listening, Why, is_answer};

use crate::{
    manager::{Recorded, Ruled},
    store::{Note, Says, Store},
};

mod heard;
mod ruling;
mod successor;
#[cfg(test)]
mod tests;
mod told;

/// The longest text that is said at once, in bytes.
const MOST_BYTES: usize = 64 << 10;

/// How long the process that runs a discussion is given to take up what was said. It looks four times a second.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the record is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(100);

/// How far a store may be behind what a process shows.
const MOMENT: Duration = Duration::from_secs(2);

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
    #[arg(long, value_name = "N", value_parser = within::<u32>(1..=u32::MAX.into()))]
    message: Option<u32>,
}

/// Why something is not said. `store` is the flag that finds the discussion.
#[derive(Debug, Error)]
pub(super) enum SpeakError {
    #[error(
        "discussion {id:?} has ended, so nothing that is said now could count; `quorate show {id}{store}` shows its minutes"
    )]
    Ended { id: String, store: String },
    #[error("no process runs discussion {id:?}, so nobody would hear it; `quorate resume {id}{store}` goes on with it")]
    Nobody { id: String, store: String },
    #[error(
        "discussion {id:?} does not ask for an approval now; `quorate say {id}{store} TEXT` says something to everybody"
    )]
    NotAsked { id: String, store: String },
    #[error(
        "an amendment is for a question that is still open, and discussion {id:?} has ended; `quorate veto {id}{store} --why TEXT` starts over"
    )]
    NoAmendment { id: String, store: String },
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
        (Some(_), Some(_)) => Err(SpeakError::NoAmendment { id: speaker.id, store: speaker.flag }.into()),
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
    patience: Duration,
    words: &'static Words,
}

/// Who will take up what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listener {
    /// The process that runs the discussion.
    Running,
    /// Whoever goes on with it.
    Next,
}

impl Speaker {
    fn of(to: &To) -> Result<Self, CommandError> {
        let by = to.by.clone().filter(|by| !by.trim().is_empty()).unwrap_or_else(user);
        let store: Arc<dyn Store> = to.place.store()?.into();
        let Some(id) = whole_id(store.as_ref(), &to.id)? else {
            return Err(CommandError::UnknownDiscussion { typed: to.id.clone(), hint: to.place.hint(&to.id) });
        };
        Ok(Self { flag: to.place.again(), ..Self::new(store, &id, by)? })
    }

    fn new(store: Arc<dyn Store>, id: &str, by: String) -> Result<Self, CommandError> {
        let recorded = Recorded::read(&store.read(id)?);
        let words = Words::of(recorded.state.charter().brief.language);
        let flag = String::new();
        Ok(Self { id: id.to_owned(), by, store, flag, recorded, patience: PATIENCE, words })
    }

    /// Leaves a note for the process that runs the discussion, and waits for what becomes of it; or for the one that goes on.
    fn says(mut self, says: Says) -> Result<Exit, CommandError> {
        self.waits_for_a_question(&says)?;
        let listener = self.may_say(&says)?;
        if let Some(why) = self.cannot_count(&says) {
            return self.not_counted(&why, None);
        }
        let note = Note { by: self.by.clone(), says };
        self.store.post(&self.id, &note)?;
        match listener {
            Listener::Running => self.waits_for(&note),
            Listener::Next => self.left(),
        }
    }

    /// What a process shows may be a moment ahead of its store: a question that is not there yet is waited for.
    fn waits_for_a_question(&mut self, says: &Says) -> Result<(), CommandError> {
        let until = Instant::now() + MOMENT.min(self.patience);
        let open = |recorded: &Recorded| matches!(recorded.state.gate(), Gate::Open(_));
        while is_answer(says) && !open(&self.recorded) && self.recorded.state.concluded().is_none() && self.is_run()? {
            if Instant::now() >= until {
                break;
            }
            thread::sleep(LOOK.min(self.patience));
            self.recorded = Recorded::read(&self.store.read(&self.id)?);
        }
        Ok(())
    }

    /// Who hears it, if anybody can.
    fn may_say(&self, says: &Says) -> Result<Listener, CommandError> {
        let (id, store) = (self.id.clone(), self.flag.clone());
        if self.recorded.state.concluded().is_some() {
            return Err(SpeakError::Ended { id, store }.into());
        }
        let listener = if self.is_run()? { Listener::Running } else { Listener::Next };
        // Nothing is held or stopped that does not run.
        if listener == Listener::Next && matches!(says, Says::Pause | Says::Resume | Says::Cancel) {
            return Err(SpeakError::Nobody { id, store }.into());
        }
        if is_answer(says) && !matches!(self.recorded.state.gate(), Gate::Open(_)) {
            return Err(SpeakError::NotAsked { id, store }.into());
        }
        Ok(listener)
    }

    /// Whether a process runs it now.
    fn is_run(&self) -> Result<bool, CommandError> {
        let listed = self.store.list()?.into_iter().find(|one| one.id == self.id);
        Ok(listed.is_some_and(|one| one.writer.is_some()))
    }

    /// Why it could not count, as far as the record tells before it is said.
    fn cannot_count(&self, says: &Says) -> Option<Why> {
        let state = &self.recorded.state;
        let concluding = matches!(state.gate(), Gate::Open(_)) && state.is_ratifying();
        match says {
            Says::Message(_) if concluding => Some(Why::OnlyAnswer),
            Says::Pause if state.is_paused() => Some(Why::Held),
            Says::Resume if !state.is_paused() => Some(Why::NotHeld),
            _ => None,
        }
    }

    /// Waits until the record tells what became of a note, and says so.
    fn waits_for(&self, note: &Note) -> Result<Exit, CommandError> {
        let (since, until) = (self.recorded.state.last_seq(), Instant::now() + self.patience);
        loop {
            let Listening { heard, too_late } = Listening::to(&self.store.read(&self.id)?, since, note);
            let over = Instant::now() >= until;
            match (heard, too_late) {
                (Some(Heard::Counted(seq)), _) => return self.counted(seq, &note.says),
                (Some(Heard::Not(why, kept)), _) => return self.not_counted(&why, kept),
                (None, Some(why)) if over || !self.is_run()? => return self.not_counted(&why, None),
                (None, None) if over && self.is_run()? => return self.unheard(),
                (None, None) if over => return self.left(),
                (None, _) => thread::sleep(LOOK.min(self.patience)),
            }
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
