//! Numbers that claim a fact in Chinese and Japanese sentences: "可降低成本40%", "利用者の6割が離脱する".

use std::ops::Range;

use super::claims::Claim;
use super::numbers::Unit;
use super::sentence::Context;
use super::word_lists::Set;

/// What a number may count after a verb of change, so that it is what was won or lost.
const TIMES: [char; 6] = ['时', '時', '分', '天', '日', '秒'];

impl Context<'_> {
    /// Whether the sentence is in a script without spaces.
    pub(super) fn is_wide(&self) -> bool {
        self.words.has_wide() && {
            let clause = self.clause();
            self.words.length_of(clause.clone()) < clause.len()
        }
    }

    /// [`judge`](Self::judge) for such a sentence.
    pub(super) fn judge_wide(&self) -> Option<Claim> {
        let clause = self.clause();
        let before = clause.start..self.start();
        // Under the goals only what has come about is claimed.
        let aimed = self.place.goals && !self.has(Set::WidePast, &(self.end()..self.sentence.end));
        if aimed || self.bounded_wide(&clause) {
            return None;
        }
        // Where criteria stand, only what will come of it is claimed.
        if self.place.criteria {
            return (self.foretold_wide(&clause) && self.effect_wide(&clause)).then_some(Claim::Fact);
        }
        let free = !(self.place.step || self.place.goals);
        let fact = self.effect_wide(&clause)
            || (free && (self.part_wide(&clause) || self.costs_wide(&clause) || self.measures_wide(&before)))
            || (free && self.rates_wide(&clause));
        let near = self.near(4);
        let rough = self.has(Set::Approx, &near) && self.number.unit == Unit::Plain && !self.dated();
        match (fact, rough && free) {
            (true, _) => Some(Claim::Fact),
            (false, true) if self.has(Set::WideHurt, &clause) => Some(Claim::Fact),
            (false, true) => Some(Claim::Estimate),
            _ => None,
        }
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.number.bytes.end..].trim_start().chars().next()
    }

    /// Whether the number is a part of a date, a time or a span of time.
    fn dated(&self) -> bool {
        self.next_char().is_some_and(|c| {
            TIMES.contains(&c)
                || matches!(c, '年' | '月' | '号' | '点' | '周' | '週' | '个' | '小' | 'か' | 'ヶ' | ':' | '/')
        }) && !self.has(Set::WideCounted, &self.after(3))
    }

    /// Whether the clause sets a target, a limit or a condition.
    fn bounded_wide(&self, clause: &Range<usize>) -> bool {
        let label = self.label().is_some_and(|label| self.has(Set::Target, &label));
        self.signed(&['<', '>', '≤', '≥', '±', '=', '＜', '＞'])
            || label
            || self.has(Set::Target, clause)
            || self.has(Set::Condition, &(self.sentence.start..clause.end.min(self.end() + 16)))
            || self.has(Set::Bound, &self.near(7))
            || (self.has(Set::OrLess, &self.after(5)) && !self.foretold_wide(clause))
            || self.has(Set::Recipe, clause)
    }

    /// Whether the sentence tells what will or did come of it, and not what to do.
    fn foretold_wide(&self, clause: &Range<usize>) -> bool {
        self.has(Set::Modal, clause)
    }

    fn effect_wide(&self, clause: &Range<usize>) -> bool {
        let timed = self.number.unit == Unit::Plain
            && self.next_char().is_some_and(|c| TIMES.contains(&c) || matches!(c, '小' | '人'));
        let day =
            matches!(self.word_before(self.start()), "月" | "年") || matches!(self.next_char(), Some('月' | '年'));
        let time = timed && !day && self.has(Set::EffectTime, &(self.near(8).start..self.after(8).end));
        let verb =
            self.has(Set::EffectNow, &(self.near(14).start.max(clause.start)..self.after(9).end.min(clause.end)));
        let fits = matches!(self.number.unit, Unit::Percent | Unit::Multiple | Unit::Money) && verb || time;
        let told = self.foretold_wide(clause);
        // "降到10%": a state that is set.
        let set_to = self.has(Set::WideTo, &self.near(2)) || self.has(Set::WideToAfter, &self.after(2));
        fits && (told || !(set_to || self.place.step || self.has(Set::Handled, clause)))
    }

    /// "40%的用户放弃", "利用者の60%が".
    fn part_wide(&self, clause: &Range<usize>) -> bool {
        // "468人，占61.3%": the count is told with its share.
        let counted = self.near(8).any(|w| self.word(w).starts_with(|c: char| c.is_ascii_digit()));
        let of = matches!(self.next_char(), Some('的' | 'の' | 'が' | 'は')) || self.has(Set::PartVerb, clause);
        self.number.unit == Unit::Percent
            && of
            && !counted
            && !self.has(Set::WideFlow, &self.near(9))
            && !self.has(Set::Handled, &(self.end()..clause.end))
    }

    fn costs_wide(&self, clause: &Range<usize>) -> bool {
        let rate = self.has(Set::RateWord, clause) || self.has(Set::Approx, &self.near(4));
        self.number.unit == Unit::Money && rate && self.has(Set::Cost, clause)
    }

    fn measures_wide(&self, before: &Range<usize>) -> bool {
        let unit = self.number.unit == Unit::Percent || self.has(Set::ValueUnit, &self.after(1));
        unit && self.has(Set::Measured, before)
            && self.has(Set::ValueVerb, &self.near(5))
            && !self.has(Set::Handled, before)
    }

    fn rates_wide(&self, clause: &Range<usize>) -> bool {
        let plain = self.number.unit == Unit::Plain && !self.dated();
        plain && self.has(Set::RateWord, clause) && self.has(Set::RateVerb, clause)
    }
}
