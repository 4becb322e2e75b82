//! The forms in which a number claims a fact: parts, comparisons, costs, rates, measured values, estimates.

use std::ops::Range;

use super::numbers::Unit;
use super::sentence::Context;
use super::word_lists::{Set, set};

impl Context<'_> {
    /// "40 % of users abandon the cart".
    pub(super) fn part(&self, before: &Range<usize>) -> bool {
        let lead = |w: usize| set(Set::PartLead).has(self.word(w)) || self.at(Set::Approx, w);
        let of = self.number.unit == Unit::Percent && self.word(self.end()) == "of";
        if !of || !before.clone().all(lead) {
            return false;
        }
        let verb = self.after(10).skip(2).find(|&w| set(Set::PartVerb).has(self.word(w)));
        verb.is_some_and(|w| !self.is_handled(w))
    }

    /// "5 % of the traffic is routed": something is done with the part.
    fn is_handled(&self, verb: usize) -> bool {
        let next = verb + 1..(verb + 4).min(self.sentence.end);
        matches!(self.word(verb), "is" | "are" | "was" | "were") && self.has(Set::Handled, &next)
    }

    /// "3x faster", "20 % cheaper", "a 40 % reduction".
    pub(super) fn compares(&self, clause: &Range<usize>) -> bool {
        let percent = self.number.unit == Unit::Percent;
        if !percent && self.number.unit != Unit::Multiple {
            return false;
        }
        let place = self.place;
        let order = self.begins_with_order();
        let compared =
            self.has(Set::Comparative, &self.after(2)) || (percent && self.has(Set::EffectNoun, &self.after(3)));
        let before = self.near(4).start.max(clause.start)..self.start();
        let linked =
            matches!(self.word_before(self.start()), "of" | "is" | "about" | "around" | "roughly" | "at" | "by");
        let of = linked && self.has(Set::EffectNoun, &before);
        // "about 99 %" tells of something known, unless it tells what to do.
        let free = percent && !(order || place.step || place.criteria || place.goals);
        let near = self.near(2).start.max(clause.start)..self.start();
        let about = free && (self.has(Set::Approx, &near) || self.tells_part());
        let finite = self.has(Set::Finite, clause);
        (compared || of || about) && (finite || !(order || place.goals || place.criteria || place.step))
    }

    /// "Bots find 30 % of all defects": a verb right before the part of something.
    fn tells_part(&self) -> bool {
        let start = self.start();
        if self.word(self.end()) != "of" || start < self.sentence.start + 2 {
            return false;
        }
        let verb = self.word_before(start);
        let letters = verb.len() > 2 && verb.bytes().all(|b| b.is_ascii_lowercase()) && !verb.ends_with("ing");
        letters && self.gap(start - 1).trim().is_empty() && !set(Set::NoVerb).has(verb)
    }

    /// "costs about $12,000 a month", "estimated savings: $40k".
    pub(super) fn costs(&self, clause: &Range<usize>) -> bool {
        let finite = self.has(Set::Finite, clause);
        if self.number.unit != Unit::Money || (self.begins_with_order() && !finite) {
            return false;
        }
        let named = |w: usize| self.word(w) == "cost" && self.gap(w).contains(':');
        let verb = (clause.start..self.start()).any(|w| set(Set::CostVerb).has(self.word(w)) && !named(w));
        let near = self.near(2).start.max(clause.start)..self.start();
        let approx = self.has(Set::Approx, &near) || self.signed(&['~']);
        let wide = clause.start..(self.end() + 6).min(clause.end);
        let rate = self.is_rate();
        verb || (self.has(Set::Cost, &wide) && (finite || approx || rate)) || (rate && finite)
    }

    /// "handles 3,000 requests per second".
    pub(super) fn rates(&self, before: &Range<usize>) -> bool {
        let times = matches!(self.word(self.end()), "times" | "time");
        let stated = self.has(Set::RateVerb, before) && !self.begins_with_order();
        self.number.unit == Unit::Plain && !times && stated && self.is_rate()
    }

    /// "the error rate is 2 %", "p95 is 840 ms", "12 minutes on average".
    pub(super) fn measures(&self, before: &Range<usize>) -> bool {
        let mut near = before.clone().rev().take(4);
        let verb = near.any(|w| set(Set::ValueVerb).has(self.word(w)));
        let unit = self.number.unit == Unit::Percent || set(Set::ValueUnit).has(self.word(self.end()));
        let handled = self.near(3).any(|w| before.contains(&w) && set(Set::Handled).has(self.word(w)));
        let mut clause = before.start..self.after(8).end;
        let average =
            clause.any(|w| (self.word(w) == "on" && self.word(w + 1) == "average") || self.word(w) == "typically");
        let told = average && !(self.place.step || self.place.goals || self.begins_with_order());
        (unit && verb && !handled && self.has(Set::Measured, before)) || told
    }

    fn is_timed(&self, ahead: usize) -> bool {
        self.after(ahead).any(|w| set(Set::TimeUnit).has(self.word(w)))
    }

    /// "we estimate 400 calls".
    pub(super) fn estimated(&self, before: &Range<usize>) -> bool {
        let mut near = self.near(4).start.max(before.start)..self.start();
        let said = near.any(|w| set(Set::EstimateVerb).has(self.word(w)) && !self.gap(w).contains(':'));
        said && !self.is_timed(3) && !self.place.step && !self.place.criteria
    }

    /// "about 3,000 customers are affected".
    pub(super) fn approximates(&self, before: &Range<usize>) -> bool {
        let mut near = self.near(2).start.max(before.start)..self.start();
        let word = near.any(|w| set(Set::Approx).has(self.word(w)) && !matches!(self.word(w), "some" | "over"));
        let said = word || self.signed(&['~']);
        let clause = before.start..self.after(8).end;
        let stated = self.has(Set::Finite, &clause) && !self.begins_with_order();
        said && stated && !self.is_timed(2) && self.number.unit != Unit::Multiple
    }
}
