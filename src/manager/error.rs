//! What can go wrong around a discussion, as opposed to in it.

use quorate_strategies::{
    catalog::CatalogError, record::RecordError, rule::Input, seat::RosterError, state::FoldError,
    strategy::SeatingError,
};
use thiserror::Error;

use super::replay::Changed;
use crate::{context::PromptError, store::StoreError};

/// Why a discussion cannot begin. Nothing has been asked and nothing has been spent.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is nothing to talk about.
    #[error("the topic is blank; say what is to be discussed")]
    BlankTopic,
    /// Somebody cannot be seated.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The strategy cannot be played at this table.
    #[error(transparent)]
    Seating(#[from] SeatingError),
    /// A strategy, rule or knob is not known.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A prompt template is not right.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The rule does not fit the strategy.
    #[error("the rule {rule} counts {input}, which {strategy} does not give; {hint}")]
    RuleDoesNotFit {
        /// The rule.
        rule: String,
        /// What it counts.
        input: &'static str,
        /// The strategy.
        strategy: String,
        /// Which ones would fit.
        hint: String,
    },
    /// A rule over options has none to choose from.
    #[error(
        "the rule {rule} needs at least two options to vote on and the brief has {options}; add at least two with --option, or as `options`"
    )]
    NoOptions {
        /// The rule.
        rule: String,
        /// How many there are.
        options: usize,
    },
    /// Nobody has a vote.
    #[error("the rule {rule} needs a seat with a vote; give one seat `vote = true`")]
    NoVotes {
        /// The rule.
        rule: String,
    },
    /// The rounds contradict each other or are out of range.
    #[error("{}", rounds(*.min, *.max))]
    Rounds {
        /// The minimum as given.
        min: u32,
        /// The maximum as given.
        max: u32,
    },
    /// A time limit is zero.
    #[error("{name} is 0; give a time above 0, in seconds")]
    Time {
        /// Which limit.
        name: &'static str,
    },
    /// There is somebody to write a rolling summary, and none is made.
    #[error(
        "a summarizer is set and nothing is summarised; set context = \"summary:500\", or leave the summarizer out"
    )]
    NothingSummarised,
    /// Money is limited and a model has no known price.
    #[error(
        "{seat}: the price of {backend} is not known and money is limited; give its price under [prices] or with --prices FILE, set `unknown` to a price per million tokens, or set unknown = \"uncounted\""
    )]
    Unpriced {
        /// The seat, or the synthesizer.
        seat: String,
        /// What answers for it.
        backend: String,
    },
    /// Tokens or money are limited and the answers of a model are not.
    #[error(
        "{seat}: the answers of {backend} have no most tokens while tokens or money are limited; set max_tokens, limit calls instead, or set unknown = \"uncounted\""
    )]
    Uncapped {
        /// The seat, or the synthesizer.
        seat: String,
        /// What answers for it.
        backend: String,
    },
    /// Tokens or money are limited and nobody knows what a program takes.
    #[error(
        "{seat}: {backend} is a program, and nobody is told what it takes while tokens or money are limited; limit calls instead, or set unknown = \"uncounted\""
    )]
    Unmetered {
        /// The seat, or the synthesizer.
        seat: String,
        /// What answers for it.
        backend: String,
    },
    /// A record has no first event to go on from.
    #[error("the record has no whole first line, so nothing was asked; run the discussion again")]
    NoBeginning,
    /// There is no discussion of this id.
    #[error("there is no discussion {id:?} here")]
    UnknownDiscussion {
        /// The id as given.
        id: String,
    },
    /// A discussion of this id is here already.
    #[error("there is a discussion {id:?} here already; give another id, or remove that one first")]
    TakenId {
        /// The id as given.
        id: String,
    },
    /// The discussion has begun.
    #[error("discussion {id:?} has begun; seats are added before it runs")]
    Begun {
        /// The id.
        id: String,
    },
}

/// What a rule counts, in words.
pub(crate) const fn input_name(input: Input) -> &'static str {
    match input {
        Input::Positions => "positions",
        Input::Stances => "stances",
        Input::Items => "scores of decision points",
        Input::Options => "ballots over options",
        Input::Sides => "concessions of sides",
    }
}

/// Why a running discussion stopped in its record. What was recorded until then can be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The record could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event could not be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An event does not fit those before it.
    #[error("event {seq} does not fit the record: {why}")]
    Fold {
        /// The event.
        seq: u64,
        /// Why.
        why: FoldError,
    },
    /// A prompt could not be made.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The loop ended without a conclusion in the record: a fault of this software.
    #[error("the discussion ended without a conclusion; please report this with its record")]
    Unfinished,
    /// A record is not of this discussion; nothing was asked.
    #[error(transparent)]
    Changed(Box<Changed>),
    /// The discussion cannot begin.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

fn rounds(min: u32, max: u32) -> String {
    if min > max {
        return format!("min_rounds {min} exceeds max_rounds {max}; lower the one or raise the other");
    }
    format!("rounds {min} to {max} cannot be; the minimum is at least 1 and the maximum at most 10000")
}
