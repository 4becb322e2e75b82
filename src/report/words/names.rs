//! What our own names are called in a language: each table holds only those that are called otherwise than they are written.

use quorate_strategies::{
    brief::Language,
    outcome::Maker,
    reading::{Severity, WarningCode},
    seat::Origin,
    step::StopReason,
};

mod en;
mod ja;
mod zh;

/// Names as in files and results, with what they are called.
pub(crate) type Table = &'static [(&'static str, &'static str)];

/// What our own names are called. A table for each sort of them, as one word may mean something else elsewhere.
#[derive(Debug)]
pub(crate) struct Names {
    /// How a turn ends.
    pub(crate) endings: Table,
    pub(crate) levels: Table,
    /// Levels where sides concede, which is no agreement.
    pub(crate) side_levels: Table,
    /// What rules count: positions, stances, ballots and concessions.
    pub(crate) counted: Table,
    pub(crate) kinds: Table,
    pub(crate) roles: Table,
    pub(crate) tasks: Table,
    /// What a turn may see.
    pub(crate) scopes: Table,
    pub(crate) peers: Table,
    pub(crate) provenance: Table,
    /// What one message is to another.
    pub(crate) relations: Table,
    pub(crate) strategies: Table,
    pub(crate) rules: Table,
    pub(crate) stop: fn(StopReason) -> &'static str,
    pub(crate) maker: fn(Maker) -> &'static str,
    pub(crate) origin: fn(Origin) -> &'static str,
    pub(crate) severity: fn(Severity) -> &'static str,
    pub(crate) warning: fn(WarningCode) -> &'static str,
}

impl Names {
    /// The names of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &en::NAMES,
            Language::Zh => &zh::NAMES,
            Language::Ja => &ja::NAMES,
        }
    }
}

/// What a name is called by this table; a name that is not ours, such as a role of a user's own, is called as it is.
pub(crate) fn called(table: Table, name: &str) -> &str {
    table.iter().find(|(known, _)| *known == name).map_or(name, |(_, word)| word)
}
