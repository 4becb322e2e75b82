//! What our own names are called in a report, and the order in which what was counted is told.

#[cfg(feature = "html")]
use quorate_strategies::brief::Language;
use quorate_strategies::{
    event::Peers,
    reading::Provenance,
    rule::{Counts, Input, Level, Verdict},
    seat::{Origin, Role, SeatId},
    step::{Form, Scope},
    turn::Ending,
};

use super::{
    facts::Facts,
    words::{Words, called, fill},
};
#[cfg(feature = "html")]
use crate::argument::Relation;

/// The name that rules count all voting weight under.
pub(super) const DIVISOR: &str = "of";

/// The rules whose counts are points, so that the divisor is not theirs but that of the first choices beside them.
pub(super) const POINTS: [&str; 2] = ["borda", "cumulative"];

/// Where something that is counted stands in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Counted under a name of ours, such as those against.
    Ours(usize),
    /// An option, under its own name.
    Option,
    /// What was not given to any option.
    Last(usize),
}

/// Finds the words for what a record names. What is not ours, such as an option of the brief, is called as it is; it
/// comes from outside and is not made safe here.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naming<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) words: &'static Words,
}

impl<'a> Naming<'a> {
    #[cfg(feature = "html")]
    pub(super) fn of(facts: &'a Facts<'a>) -> Self {
        Self { facts, words: Words::of(facts.source.language()) }
    }

    /// The language it is told in.
    #[cfg(feature = "html")]
    pub(super) fn language(&self) -> Language {
        self.facts.source.language()
    }

    /// What a role is called; one of a user's own is called as it is.
    pub(super) fn role<'r>(&self, role: &'r Role) -> &'r str {
        match role {
            Role::Named(name) => name,
            ours => called(self.words.names.roles, ours.name()),
        }
    }

    /// What something that rules count is called; an option of the brief is called as it is, whatever it says.
    pub(super) fn counted<'n>(&self, name: &'n str) -> &'n str {
        if self.is_option(name) { name } else { called(self.words.names.counted, name) }
    }

    pub(super) fn is_option(&self, name: &str) -> bool {
        self.facts.state().charter().brief.options.iter().any(|option| **option == *name)
    }

    /// What the level of a verdict is called: of sides that concede, how many of them did.
    pub(super) fn level(&self, level: Level) -> &'static str {
        let names = self.words.names;
        let table = if self.facts.input == Some(Input::Sides) { names.side_levels } else { names.levels };
        called(table, level.name())
    }

    /// The same with the word that the protocol of seeds 000 and 001 has for it, where the rule is theirs.
    pub(super) fn agreed(&self, level: Level, rule: &str) -> String {
        let word = match level {
            _ if rule != "stance" => return self.level(level).to_owned(),
            Level::Full => "FULL_CONSENSUS",
            Level::Majority => "MAJORITY_CONSENSUS",
            Level::None | Level::Partial => "NO_CONSENSUS",
        };
        fill(self.words.joints.remark, &[("what", self.level(level)), ("remark", word)])
    }

    pub(super) fn ending(&self, how: Ending) -> &'static str {
        called(self.words.names.endings, how.name())
    }

    /// What one message is to another.
    #[cfg(feature = "html")]
    pub(super) fn relation(&self, relation: Relation) -> &'static str {
        called(self.words.names.relations, relation.name())
    }

    /// What a turn may see.
    pub(super) fn scope(&self, scope: Scope) -> String {
        let words = &self.words.audit;
        let name = match scope {
            Scope::Usual => "usual",
            Scope::Since => "since",
            Scope::Full => "full",
            Scope::Last(n) => return fill(words.newest, &[("n", &n.to_string())]),
            Scope::Summary(n) => return fill(words.summary, &[("n", &n.to_string())]),
            Scope::Blind => "blind",
            Scope::Own => "own",
        };
        called(self.words.names.scopes, name).to_owned()
    }

    pub(super) fn peers(&self, peers: Peers) -> &'static str {
        let name = match peers {
            Peers::Named => "named",
            Peers::Anonymous => "anonymous",
        };
        called(self.words.names.peers, name)
    }

    /// Where something was found in a message.
    pub(super) fn provenance(&self, from: Provenance) -> &'static str {
        called(self.words.names.provenance, from.name())
    }

    /// Whether a stance could be expected: where one is asked for, or what is said freely moves what the rule counts.
    pub(super) fn expects_stance(&self, form: &Form) -> bool {
        let counts = matches!(self.facts.input, Some(Input::Positions | Input::Stances));
        *form == Form::Stance || *form == Form::Free && counts
    }

    /// How a seat's answers come about.
    pub(super) fn origin(&self, seat: SeatId) -> &'static str {
        let origin = self.facts.state().roster().get(seat).map_or(Origin::Model, |seat| seat.backend.origin);
        (self.words.names.origin)(origin)
    }

    /// Whether answers come from checklists, scripts and rehearsals alone.
    pub(super) fn asks_no_model(&self) -> bool {
        let roster = self.facts.state().roster();
        !roster.is_empty() && self.facts.simulated().len() == roster.len()
    }

    /// For before against, options by name, and after them the votes for none.
    fn place(&self, name: &str) -> Place {
        let ours =
            ["for", "against", "open", "agree", "disagree", "neutral", "unknown", "standing", "conceded", "silent"];
        let last = ["exhausted", "abstained", "missing"];
        let at = |names: &[&str]| names.iter().position(|one| *one == name).filter(|_| !self.is_option(name));
        let first = at(&ours).map(Place::Ours);
        first.or_else(|| at(&last).map(Place::Last)).unwrap_or(Place::Option)
    }

    /// What was counted, in the order in which it is told, without the divisor.
    pub(super) fn counts<'c>(&self, counts: &'c Counts) -> Vec<(&'c str, u64, Place)> {
        let others = counts.iter().filter(|(name, _)| *name != DIVISOR);
        let mut counted: Vec<_> = others.map(|(name, weight)| (&**name, *weight, self.place(name))).collect();
        counted.sort_by_key(|(_, _, place)| *place);
        counted
    }
}

/// All the voting weight that a verdict counts; none where it counts none.
pub(super) fn divisor(verdict: &Verdict) -> Option<u64> {
    verdict.counts.get(DIVISOR).copied()
}
