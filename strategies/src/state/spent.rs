//! What was spent, and what is reserved for requests that have not come back.

use super::State;
use crate::{event::Spend, turn::TurnId};

impl State {
    /// What was spent, what is reserved for requests that have not come back included.
    #[must_use]
    pub fn spent(&self) -> Spend {
        self.reserved.iter().fold(self.spent, |sum, (_, spend)| sum.plus(*spend))
    }

    /// What is reserved for requests that have not come back, by turn.
    #[must_use]
    pub fn outstanding(&self) -> Vec<(TurnId, Spend)> {
        let mut all: Vec<(TurnId, Spend)> = Vec::new();
        for (turn, spend) in &self.reserved {
            match all.iter_mut().find(|(id, _)| id == turn) {
                Some((_, sum)) => *sum = sum.plus(*spend),
                None => all.push((*turn, *spend)),
            }
        }
        all
    }
}
