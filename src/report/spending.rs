//! What a discussion spent, worked out from its record: the sum, what of it was not told, and who took more than reserved.

use std::{collections::BTreeMap, sync::Arc};

use quorate_strategies::{
    event::{Event, Rate, Spend},
    seat::SeatId,
    state::State,
    turn::TurnId,
};
use serde_json::{Value, json};

use super::{
    Source,
    facts::Facts,
    words::{SpendingWords, fill},
};
use crate::agent::money;

/// What was spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spending<'a> {
    /// Everything, what is reserved for requests that never came back included.
    pub(super) all: Spend,
    /// Tokens of it that no provider told: counted as they were reserved.
    pub(super) estimated: u64,
    /// Requests that took more than was reserved for them.
    pub(super) overshoots: Vec<Overshoot>,
    /// The currency, where any price counts.
    pub(super) currency: Option<&'a str>,
}

/// A request that took more than was reserved for it; in records before each was recorded by itself, all of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overshoot {
    /// The turn; 0 is what is done outside of turns, such as the writing of the result.
    pub(super) turn: TurnId,
    /// Who; none outside of turns.
    pub(super) seat: Option<SeatId>,
    pub(super) reserved: Spend,
    pub(super) taken: Spend,
}

/// The account of one turn.
#[derive(Debug, Clone, Copy, Default)]
struct Account {
    reserved: Spend,
    /// What is reserved and not spent yet.
    open: Spend,
    taken: Option<Spend>,
    told: Option<u64>,
}

impl<'a> Spending<'a> {
    /// What a record says was spent; none where nothing was counted.
    pub(super) fn of(source: &Source<'a>) -> Option<Self> {
        let state = source.state;
        let (accounts, overshoots) = accounts(source);
        let counted = state.charter().currency.is_some() || !state.charter().budget.is_unlimited();
        if accounts.values().all(|one| one.reserved == Spend::default() && one.taken.is_none()) && !counted {
            return None;
        }
        let estimated = accounts.values().fold(0_u64, |sum, one| sum.saturating_add(one.estimated()));
        Some(Self { all: state.spent(), estimated, overshoots, currency: state.charter().currency.as_deref() })
    }

    /// The part of the result document about it.
    pub(super) fn document(&self, facts: &Facts<'_>) -> Value {
        let spend = |spend: Spend| {
            let paid = self.currency.map(|_| money(spend.nanos));
            json!({ "calls": spend.calls, "tokens": spend.tokens, "money": paid })
        };
        let overshoots = self.overshoots.iter().map(|one| {
            json!({
                "message": one.turn,
                "seat": one.seat.map(|seat| facts.name(seat)),
                "reserved": spend(one.reserved),
                "taken": spend(one.taken),
            })
        });
        let budget = facts.state().charter().budget;
        let mut document = json!({
            "calls": self.all.calls,
            "tokens": self.all.tokens,
            "money": self.currency.map(|_| money(self.all.nanos)),
            "currency": self.currency,
            "estimated_tokens": self.estimated,
            "budget": {
                "calls": budget.calls,
                "tokens": budget.tokens,
                "money": budget.nanos.map(money),
            },
            "overshoots": overshoots.collect::<Vec<_>>(),
        });
        let rates = rates(facts.state());
        if let (false, Some(fields)) = (rates.is_empty(), document.as_object_mut()) {
            fields.insert("rates".to_owned(), rates.into());
        }
        document
    }

    /// The sentences of the minutes about it. `name` says who a seat is.
    pub(super) fn sentences(&self, facts: &Facts<'_>, name: impl Fn(SeatId) -> String) -> Vec<String> {
        let charter = facts.state().charter();
        let words = SpendingWords::of(charter.brief.language);
        let mut lines = vec![fill(words.spent, &[("what", &self.amount(words, self.all))])];
        if self.estimated > 0 {
            lines.push(fill(words.estimated, &[("n", &self.estimated.to_string())]));
        }
        let budget = charter.budget;
        let limits = [
            budget.calls.map(|n| fill(words.calls, &[("n", &n.to_string())])),
            budget.tokens.map(|n| fill(words.tokens, &[("n", &n.to_string())])),
            budget.nanos.map(|n| self.paid(words, n)),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        if !limits.is_empty() {
            lines.push(fill(words.budget, &[("what", &limits.join(words.list))]));
        }
        lines.extend(self.rates(words, facts.state()));
        for one in &self.overshoots {
            let who = one.seat.map_or_else(|| words.result.to_owned(), &name);
            let (turn, reserved, taken) =
                (one.turn.to_string(), self.amount(words, one.reserved), self.amount(words, one.taken));
            let values = [("who", &*who), ("turn", &turn), ("reserved", &reserved), ("taken", &taken)];
            lines.push(fill(words.overshoot, &values));
        }
        lines
    }

    /// Whose money is counted otherwise than by a list of prices.
    fn rates(&self, words: &SpendingWords, state: &State) -> Vec<String> {
        let rates = &state.charter().rates;
        let said = rates.of.values().find_map(|rate| match rate {
            Rate::Said { each } => Some(self.paid(words, *each)),
            _ => None,
        });
        let of = |is: fn(&Rate) -> bool| {
            let names = rates.of.iter().filter(|(_, rate)| is(rate)).map(|(name, _)| super::markdown::inline(name));
            names.collect::<Vec<_>>().join(words.list)
        };
        let lines = [
            (words.free, of(|rate| *rate == Rate::Free)),
            (words.said, of(|rate| matches!(rate, Rate::Said { .. }))),
            (words.uncounted, of(|rate| *rate == Rate::Uncounted)),
        ];
        let told = lines.into_iter().filter(|(_, names)| !names.is_empty());
        told.map(|(line, names)| fill(line, &[("names", &names), ("n", said.as_deref().unwrap_or_default())])).collect()
    }

    fn amount(&self, words: &SpendingWords, spend: Spend) -> String {
        let mut parts = vec![
            fill(words.calls, &[("n", &spend.calls.to_string())]),
            fill(words.tokens, &[("n", &spend.tokens.to_string())]),
        ];
        if self.currency.is_some() {
            parts.push(self.paid(words, spend.nanos));
        }
        parts.join(words.list)
    }

    fn paid(&self, words: &SpendingWords, nanos: u64) -> String {
        let currency = super::markdown::inline(self.currency.unwrap_or_default());
        fill(words.money, &[("n", &money(nanos)), ("currency", &currency)])
    }
}

impl Account {
    /// Tokens that were not told.
    fn estimated(&self) -> u64 {
        let taken = self.taken.unwrap_or(self.reserved);
        match self.told {
            Some(told) => taken.tokens.saturating_sub(told),
            // Without a receipt, what differs from what was reserved has been told.
            None if taken != self.reserved => 0,
            None => taken.tokens,
        }
    }

    /// Puts what was spent in the place of what was reserved for it; gives that when it is less.
    fn spend(&mut self, spend: Spend) -> Option<Spend> {
        let reserved = std::mem::take(&mut self.open);
        self.taken = Some(self.taken.unwrap_or_default().plus(spend));
        (spend.tokens > reserved.tokens || spend.nanos > reserved.nanos).then_some(reserved)
    }
}

/// How each backend is counted, for the result document.
fn rates(state: &State) -> Vec<Value> {
    let rate = |(name, rate): (&Arc<str>, &Rate)| {
        let (counted, input, output) = match *rate {
            Rate::Listed { input, output } => ("listed", Some(input), Some(output)),
            Rate::Said { each } => ("said", Some(each), Some(each)),
            Rate::Free => ("free", Some(0), Some(0)),
            Rate::Uncounted => ("uncounted", None, None),
        };
        json!({ "backend": name, "counted": counted, "input": input.map(money), "output": output.map(money) })
    };
    state.charter().rates.of.iter().map(rate).collect()
}

/// The account of every turn, and what took more than was reserved for it, in the order of turns.
fn accounts(source: &Source<'_>) -> (BTreeMap<TurnId, Account>, Vec<Overshoot>) {
    let (mut accounts, mut overshoots) = (BTreeMap::<TurnId, Account>::new(), Vec::new());
    for entry in source.entries {
        match &entry.event {
            Event::Reserved { turn, spend } => {
                let account = accounts.entry(*turn).or_default();
                account.reserved = account.reserved.plus(*spend);
                account.open = account.open.plus(*spend);
            }
            Event::Spent { turn, spend } => {
                if let Some(reserved) = accounts.entry(*turn).or_default().spend(*spend) {
                    let seat = source.state.turn(*turn).map(|turn| turn.seat);
                    overshoots.push(Overshoot { turn: *turn, seat, reserved, taken: *spend });
                }
            }
            Event::Answered { turn, receipt, .. } => {
                let told = [receipt.input_tokens, receipt.output_tokens].into_iter().flatten();
                let told = told.fold(0_u64, u64::saturating_add);
                if let Some(account) = accounts.get_mut(turn) {
                    account.told = Some(told);
                }
            }
            _ => {}
        }
    }
    overshoots.sort_by_key(|one| one.turn);
    (accounts, overshoots)
}
