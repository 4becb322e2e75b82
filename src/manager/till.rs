//! Who pays for requests: how much each may take at most is reserved before it is sent, and what it took is counted after.

use std::sync::{Mutex, PoisonError};

use quorate_strategies::{
    event::{Budget, Event, Spend},
    seat::SeatId,
    turn::TurnId,
};
use tokio::sync::{mpsc, oneshot};

use crate::{
    agent::{Again, Agent, AgentError, Reply, Trouble},
    manager::{
        error::RunError,
        ledger::Ledger,
        purse::{Hold, Purse, Refused},
        terms::{AllTerms, Bound, Terms},
    },
};

/// Reservations that turns make while they are under way; the driver records each before its request is sent.
pub(crate) type Slips = mpsc::UnboundedReceiver<Slip>;

/// A reservation that has to be in the record before the request is sent.
#[derive(Debug)]
pub(crate) struct Slip {
    turn: TurnId,
    /// What the attempt before took, so that each attempt stands beside what was reserved for it.
    before: Option<Spend>,
    spend: Spend,
    noted: oneshot::Sender<()>,
}

impl Slip {
    /// Records it and lets the request go.
    pub(crate) async fn record(self, ledger: &mut Ledger) -> Result<(), RunError> {
        if let Some(spend) = self.before {
            ledger.record(None, Event::Spent { turn: self.turn, spend })?;
        }
        ledger.record(None, Event::Reserved { turn: self.turn, spend: self.spend })?;
        ledger.flush().await?;
        // Nobody waits any more when the turn was dropped meanwhile.
        let _ = self.noted.send(());
        Ok(())
    }
}

/// What one discussion spends from, and how its seats are counted.
#[derive(Debug)]
pub(crate) struct Till {
    purse: Purse,
    terms: AllTerms,
    /// Kept back from the start, so that the result can be written however the rest is spent.
    kept: Kept,
    slips: mpsc::UnboundedSender<Slip>,
}

/// Room that is given back when it is not used.
#[derive(Debug, Default)]
struct Kept(Mutex<Option<Hold>>);

impl Kept {
    fn take(&self) -> Option<Hold> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(hold) = self.take() {
            hold.release();
        }
    }
}

impl Till {
    /// The till of a discussion whose backends have these terms, and where its slips come out.
    ///
    /// `result` is a bound on what is sent to have the result written, in bytes.
    pub(crate) fn new(purse: Purse, terms: AllTerms, bytes: usize) -> (Self, Slips) {
        let (slips, out) = mpsc::unbounded_channel();
        let wanted = kept_back(purse.tightest(), terms.result.most(&terms.result.bound(bytes, None)));
        // What is shared with others may be used up already; the result is then written by rule.
        let kept = Kept(Mutex::new(purse.reserve(wanted).ok().filter(|_| wanted != Spend::default())));
        (Self { purse, terms, kept, slips }, out)
    }

    /// Whether anything is counted: something is limited or has a price.
    fn counts(&self) -> bool {
        self.purse.is_limited() || self.terms.is_priced()
    }

    /// An account for one turn of a seat; what is given already takes nothing.
    pub(crate) fn tab(&self, seat: SeatId, turn: TurnId, agent: &dyn Agent) -> Tab {
        if agent.is_given() {
            return Tab { turn, open: None };
        }
        let terms = self.terms.seats.get(seat.index()).copied().unwrap_or_default();
        self.open(terms, turn, None)
    }

    /// An account for the writing of the result, with what was kept back for it.
    pub(crate) fn result_tab(&self) -> Tab {
        self.open(self.terms.result, TurnId(0), self.kept.take())
    }

    /// An account for the writing of a summary.
    pub(crate) fn summary_tab(&self) -> Tab {
        self.open(self.terms.summary, TurnId(0), None)
    }

    fn open(&self, terms: Terms, turn: TurnId, hold: Option<Hold>) -> Tab {
        if !self.counts() || terms.counts_nothing() {
            return Tab { turn, open: None };
        }
        let (purse, slips) = (self.purse.clone(), self.slips.clone());
        Tab { turn, open: Some(Open { terms, purse, slips, hold, bound: Bound::default(), spent: None }) }
    }
}

/// At most a quarter of what is limited: the discussion is what the budget is for.
fn kept_back(budget: Budget, full: Spend) -> Spend {
    let part = |limit: Option<u64>, full: u64| limit.map_or(full, |limit| full.min(limit / 4));
    Spend {
        calls: budget.calls.map_or(full.calls, |limit| full.calls.min(limit / 2)),
        tokens: part(budget.tokens, full.tokens),
        nanos: part(budget.nanos, full.nanos),
    }
}

/// The account of one turn: its attempts one after the other.
#[derive(Debug)]
pub(crate) struct Tab {
    turn: TurnId,
    /// None where nothing is counted.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    terms: Terms,
    purse: Purse,
    slips: mpsc::UnboundedSender<Slip>,
    /// Room for the attempt that is next or under way.
    hold: Option<Hold>,
    bound: Bound,
    /// What the attempts took that is not recorded yet.
    spent: Option<Spend>,
}

impl Tab {
    /// Takes room for an attempt that sends so many bytes; gives what has to be recorded before it is sent.
    pub(crate) fn reserve(&mut self, bytes: usize, again: Option<&Again<'_>>) -> Result<Option<Spend>, Refused> {
        let Some(open) = &mut self.open else { return Ok(None) };
        let bound = open.terms.bound(bytes, again);
        let spend = open.terms.most(&bound);
        match &mut open.hold {
            Some(hold) => hold.exchange(spend)?,
            None => open.hold = Some(open.purse.reserve(spend)?),
        }
        open.bound = bound;
        Ok(Some(spend))
    }

    /// Takes room for an attempt that sends so many bytes, unless that was done before, and waits until it is recorded.
    pub(crate) async fn begin(&mut self, bytes: usize, again: Option<&Again<'_>>) -> Result<(), Refused> {
        if self.open.as_ref().is_some_and(|open| open.hold.is_none()) {
            self.reserve(bytes, again)?;
            self.note().await;
        }
        Ok(())
    }

    /// Waits until what was reserved is recorded, and what was spent before.
    pub(crate) async fn note(&mut self) {
        let Some(Open { slips, hold: Some(hold), spent, .. }) = &mut self.open else { return };
        let (noted, done) = oneshot::channel();
        let slip = Slip { turn: self.turn, before: spent.take(), spend: hold.spend(), noted };
        if slips.send(slip).is_ok() {
            // It fails only when the driver has gone, and then this is dropped too.
            let _ = done.await;
        }
    }

    /// Puts what an attempt took in the place of what was reserved for it.
    pub(crate) fn end(&mut self, outcome: &Result<Reply, AgentError>) {
        let Some(open) = &mut self.open else { return };
        let Some(hold) = open.hold.take() else { return };
        let spend = match outcome {
            Ok(reply) => open.terms.took(&open.bound, reply.input_tokens, reply.output_tokens),
            // The provider said that it did not take the request.
            Err(error) if is_turned_down(error.trouble) => Spend { tokens: 0, nanos: 0, ..hold.spend() },
            // It may have been billed in full before it failed.
            Err(_) => hold.spend(),
        };
        hold.settle(spend);
        open.spent = Some(open.spent.unwrap_or_default().plus(spend));
    }

    /// Gives back what was reserved and not used.
    pub(crate) fn release(&mut self) {
        if let Some(hold) = self.open.as_mut().and_then(|open| open.hold.take()) {
            hold.release();
        }
    }

    /// What the last attempts took; none where nothing is counted, nothing was sent or it is recorded.
    pub(crate) fn spent(&self) -> Option<Spend> {
        self.open.as_ref().and_then(|open| open.spent)
    }
}

const fn is_turned_down(trouble: Trouble) -> bool {
    matches!(trouble, Trouble::Denied | Trouble::NotFound | Trouble::BadRequest | Trouble::TooLong)
}
