//! What may still be spent: room is taken before a request is sent, and what it really took is put in its place.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quorate_strategies::event::{Budget, Spend};
use thiserror::Error;

#[cfg(test)]
mod tests;

/// A budget that any number of tasks may share. Clones are the same purse.
///
/// What is reserved and what is spent never exceed the budget together, however many reserve at once; only a request that
/// takes more than was reserved for it can, and then every further reservation is refused.
///
/// ```
/// use quorate::{manager::Purse, strategies::event::{Budget, Spend}};
///
/// let purse = Purse::new(Budget { calls: Some(2), ..Budget::default() });
/// let call = Spend { calls: 1, tokens: 900, nanos: 0 };
/// let hold = purse.reserve(call)?;
/// hold.settle(Spend { tokens: 400, ..call });
/// assert_eq!(purse.spent(), Spend { calls: 1, tokens: 400, nanos: 0 });
/// drop(purse.reserve(call)?);
/// assert_eq!(purse.spent().tokens, 1_300, "what nobody settled may have been billed");
/// assert!(purse.reserve(call).is_err());
/// # Ok::<(), quorate::manager::Refused>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Purse(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    budget: Budget,
    taken: Mutex<Taken>,
    above: Option<Purse>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Taken {
    spent: Spend,
    reserved: Spend,
}

/// There is no room for a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("it may take {wanted:?} and the budget has {left:?} left")]
pub struct Refused {
    /// What was to be reserved.
    pub wanted: Spend,
    /// What is left of what is limited.
    pub left: Budget,
}

impl Purse {
    /// A purse with nothing spent yet.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self(Arc::new(Inner { budget, ..Inner::default() }))
    }

    /// A purse within this one: what it takes is taken from both, and both have to hold it.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Self {
        Self(Arc::new(Inner { budget, taken: Mutex::default(), above: Some(self.clone()) }))
    }

    /// What may be spent from it in all.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.0.budget
    }

    /// What was spent; what is reserved is not in it.
    #[must_use]
    pub fn spent(&self) -> Spend {
        self.taken().spent
    }

    /// What is reserved for requests that have not come back.
    #[must_use]
    pub fn reserved(&self) -> Spend {
        self.taken().reserved
    }

    /// What limits it: the least of its own budget and of those of the purses that it is within.
    #[must_use]
    pub fn tightest(&self) -> Budget {
        let (own, Some(above)) = (self.0.budget, &self.0.above) else { return self.0.budget };
        let above = above.tightest();
        let least = |own: Option<u64>, above: Option<u64>| own.into_iter().chain(above).min();
        Budget {
            calls: least(own.calls, above.calls),
            tokens: least(own.tokens, above.tokens),
            nanos: least(own.nanos, above.nanos),
        }
    }

    /// Whether anything is limited.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        !self.tightest().is_unlimited()
    }

    /// Counts what was spent before, by another process: it is spent whether there is room for it or not.
    pub fn spend(&self, spend: Spend) {
        self.change(Spend::default(), spend);
    }

    /// Takes room for a request.
    ///
    /// # Errors
    /// [`Refused`] when there is no room for it; nothing has been taken then.
    pub fn reserve(&self, spend: Spend) -> Result<Hold, Refused> {
        self.exchange(Spend::default(), spend)?;
        Ok(Hold { purse: self.clone(), spend, settled: false })
    }

    /// Reserves one amount in place of another that is reserved, at once.
    fn exchange(&self, old: Spend, new: Spend) -> Result<(), Refused> {
        // Held until the purse above has agreed; purses are locked from the inside out, so nobody waits for ever.
        let mut taken = self.taken();
        let others = taken.spent.plus(taken.reserved.minus(old));
        if !self.0.budget.holds(others.plus(new)) {
            return Err(Refused { wanted: new, left: left(self.0.budget, others) });
        }
        if let Some(above) = &self.0.above {
            above.exchange(old, new)?;
        }
        taken.reserved = taken.reserved.minus(old).plus(new);
        Ok(())
    }

    /// Gives back what was reserved and counts what was spent.
    fn change(&self, reserved: Spend, spent: Spend) {
        let mut taken = self.taken();
        taken.reserved = taken.reserved.minus(reserved);
        taken.spent = taken.spent.plus(spent);
        drop(taken);
        if let Some(above) = &self.0.above {
            above.change(reserved, spent);
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn left(budget: Budget, taken: Spend) -> Budget {
    let left = |limit: Option<u64>, taken: u64| limit.map(|limit| limit.saturating_sub(taken));
    Budget {
        calls: left(budget.calls, taken.calls),
        tokens: left(budget.tokens, taken.tokens),
        nanos: left(budget.nanos, taken.nanos),
    }
}

/// Room that is taken. Dropped, it counts as spent in full: the request may have been billed.
#[derive(Debug)]
#[must_use = "what is not settled counts as spent in full"]
pub struct Hold {
    purse: Purse,
    spend: Spend,
    settled: bool,
}

impl Hold {
    /// How much is reserved.
    #[must_use]
    pub const fn spend(&self) -> Spend {
        self.spend
    }

    /// What the request really took, in place of what was reserved for it; it may be more.
    pub fn settle(mut self, spent: Spend) {
        self.settled = true;
        self.purse.change(self.spend, spent);
    }

    /// Gives the room back: nothing was sent.
    pub fn release(self) {
        self.settle(Spend::default());
    }

    /// Reserves another amount in place of this one, with nobody coming in between.
    ///
    /// # Errors
    /// [`Refused`] when there is no room for it; this stays as it was then.
    pub fn exchange(&mut self, spend: Spend) -> Result<(), Refused> {
        self.purse.exchange(self.spend, spend)?;
        self.spend = spend;
        Ok(())
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if !self.settled {
            self.purse.change(self.spend, self.spend);
        }
    }
}
