//! What the principal says of an outcome: added to the record of a discussion that has ended.

use std::{thread, time::Instant};

use super::{LOOK, Speaker, successor};
use crate::{
    command::{error::CommandError, exit::Exit, output::tell, words::fill},
    manager::{MachineClock, Recorded, Ruled, RulingError, rule_on},
    store::StoreError,
};

impl Speaker {
    /// Adds to the record of a discussion that has ended.
    pub(super) fn rules(self, says: Ruled) -> Result<Exit, CommandError> {
        let words = &self.words.people;
        let (template, fork) = match &says {
            Ruled::Approved => (words.approved, String::new()),
            Ruled::Vetoed { why, touches } => {
                (words.vetoed, successor::command(&self.id, &self.flag, &self.recorded, *touches, why))
            }
        };
        self.ruled(&says)?;
        let added = Recorded::read(&self.store.read(&self.id)?).state.last_seq().to_string();
        tell(&fill(template, &[("id", &self.id), ("seq", &added), ("fork", &fork)]));
        Ok(Exit::Done)
    }

    /// Rules on an outcome; a process that still writes down what came of it is waited for.
    fn ruled(&self, says: &Ruled) -> Result<(), CommandError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(CommandError::Signals)?;
        let until = Instant::now() + self.patience;
        loop {
            let ruling = rule_on(self.store.as_ref(), &self.id, self.by.clone(), says.clone(), &MachineClock);
            match runtime.block_on(ruling) {
                Err(RulingError::Store(StoreError::Busy { .. }))
                    if self.recorded.state.concluded().is_some() && Instant::now() < until =>
                {
                    thread::sleep(LOOK);
                }
                ruled => return ruled.map(|_| ()).map_err(CommandError::from),
            }
        }
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
