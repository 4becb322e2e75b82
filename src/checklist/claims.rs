//! Numbers that claim a fact, as opposed to targets, limits, quantities to do and dates.

use std::ops::Range;

use super::numbers::Unit;
use super::sentence::{Context, REACH};
use super::word_lists::{Set, set};

/// How sure it is that a number claims a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// A comparison, a percentage, a rate, a cost.
    Fact,
    /// A count that is said to be approximate.
    Estimate,
}

impl Context<'_> {
    /// Whether the number claims a fact.
    pub(super) fn judge(&self) -> Option<Claim> {
        if self.is_wide() {
            return self.judge_wide();
        }
        let clause = self.clause();
        let before = clause.start..self.start();
        let recipe = self.has(Set::Recipe, &clause) && self.number.unit != Unit::Money;
        if recipe || self.bounded(&clause) {
            return None;
        }
        let free = !self.place.criteria;
        let stated = |before| self.part(before) || self.costs(&clause) || self.rates(before) || self.measures(before);
        if self.effect() || self.estimated(&before) || self.compares(&clause) || (free && stated(&before)) {
            return Some(Claim::Fact);
        }
        let hurt = clause.clone().any(|w| self.word(w).starts_with("affect") || self.word(w).starts_with("impact"));
        let claim = if hurt { Claim::Fact } else { Claim::Estimate };
        (free && self.approximates(&before)).then_some(claim)
    }

    /// Whether the clause sets a target, a limit or a condition.
    fn bounded(&self, clause: &Range<usize>) -> bool {
        let before = clause.start..self.start();
        let near = self.near(3).start.max(clause.start)..self.start();
        let claimed = self.effect_verb(REACH) || self.part(&before);
        let bound = self.has(Set::Bound, &near) && !claimed;
        let up_to = near.clone().any(|w| self.word(w) == "up" && self.word(w + 1) == "to");
        let target = self.has(Set::Target, clause) && !(up_to && claimed);
        // A label before a colon speaks for all that follows it.
        let label = self.label().is_some_and(|label| self.has(Set::Target, &label));
        self.signed(&['<', '>', '≤', '≥', '±', '='])
            || bound
            || target
            || label
            || self.has(Set::Condition, &before)
            || self.has(Set::OrLess, &self.after(8))
    }

    /// A verb that says what changed, with a number of a fitting form.
    fn effect(&self) -> bool {
        let start = self.start();
        let previous = self.word_before(start);
        let by = previous == "by" || (set(Set::Approx).has(previous) && self.near(2).any(|w| self.word(w) == "by"));
        let from = previous == "from" || (previous == "to" && self.near(8).any(|w| self.word(w) == "from"));
        let timed = set(Set::TimeUnit).has(self.word(self.end())) && self.takes_time();
        let fits = match self.number.unit {
            Unit::Plain => by || from || timed || self.is_rate(),
            Unit::Percent => previous != "to" || from || self.foretold(),
            Unit::Multiple | Unit::Money => true,
        };
        fits && self.effect_verb(14)
    }

    /// "saves 15 hours", "cuts two days": what is won or lost is time.
    fn takes_time(&self) -> bool {
        self.near(5).any(|w| set(Set::EffectTime).has(self.word(w)) && (!self.at(Set::EffectBase, w) || self.states(w)))
    }

    fn foretold(&self) -> bool {
        self.near(8).any(|w| matches!(self.word(w), "will" | "would" | "could" | "might"))
    }

    /// Whether a verb of change stands before the number (or, for a part of something, after it).
    fn effect_verb(&self, reach: usize) -> bool {
        let before = self.near(reach).any(|w| self.changes(w));
        let subject = matches!(self.number.unit, Unit::Percent | Unit::Money);
        let near = self.after(5);
        let follows = subject && !self.place.step && !self.begins_with_order() && !self.has(Set::Condition, &near);
        before || (follows && self.has(Set::EffectNow, &near))
    }

    /// Whether a word states that something changes or has changed.
    fn changes(&self, at: usize) -> bool {
        let later = at > self.sentence.start;
        let base = self.at(Set::EffectBase, at);
        (self.at(Set::EffectNow, at) && !self.gap(at).contains(':'))
            || (later && !base && self.at(Set::EffectPast, at) && !self.is_set(at))
            || (base && self.states(at))
            || (later && self.at(Set::EffectRunning, at) && self.runs(at))
    }

    /// "with traffic reduced to 10 %": a state that is set, no fact.
    fn is_set(&self, at: usize) -> bool {
        let passive = matches!(self.word_before(at), "be" | "been" | "is" | "are" | "being");
        passive && self.word_before(self.start()) == "to"
    }

    /// Whether a bare verb states what will be or is, and does not tell what to do.
    fn states(&self, at: usize) -> bool {
        let from = at.saturating_sub(3).max(self.sentence.start);
        let modal = |w: usize| set(Set::Modal).at(self.words, w).is_some_and(|end| end <= at) && self.word(w) != "to";
        let passive = set(Set::PassiveBase).has(self.words.word(at));
        if (from..at).any(modal) {
            let ours = !passive && (from..at).any(|w| matches!(self.word(w), "we" | "i"));
            // Under the goals "fees will drop by 30 %" is aimed at; "which will cut fees by 30 %" gives a reason.
            let reason = (from.saturating_sub(1)..at).any(|w| matches!(self.word(w), "which" | "this" | "it" | "that"));
            let asked = (from..at).any(|w| matches!(self.word(w), "must" | "shall" | "not"));
            return !asked && (!self.place.goals || (reason && !ours));
        }
        if at == self.sentence.start || self.gap(at - 1).contains([':', ',', ';', '(', '—', '–']) {
            return false;
        }
        let previous = self.word_before(at);
        let own = matches!(previous, "we" | "i" | "team");
        let noun = set(Set::MakesNoun).has(previous) || self.number.words.contains(&(at - 1));
        // After a plural the bare verb is a statement; in a step the first words are an order.
        let plural = previous.ends_with('s') && !self.place.step;
        (own && passive) || (plural && !noun && !set(Set::Doers).has(previous))
    }

    /// "saving $4,000", "reducing the load by 30 %".
    fn runs(&self, at: usize) -> bool {
        let by = self.word_before(self.start()) == "by" || self.number.unit == Unit::Money;
        let near = self.start() - at <= 4 && self.number.unit != Unit::Plain;
        let order = matches!(self.word_before(at), "by" | "start" | "begin" | "keep" | "without" | "before" | "after");
        (by || near) && !order
    }
}
