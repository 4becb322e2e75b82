//! Deciding ballots without any discussion: one line of JSON in, one line out.

mod given;
mod options;
mod read;

use std::fmt::Display;

use serde_json::Value;
use thiserror::Error;

use self::given::Given;
use crate::rule::{Counts, DecisionRule, Input, Verdict};

/// The most seats that one line may have.
pub const MOST_SEATS: usize = 1_000_000;

/// The verdict of a rule on one line of ballots, as one line of JSON without its end.
///
/// The line is `{"id", "seats": N, "ballots": […]}`, optionally with `"options": […]` and `"weights": […]` (1 to
/// 1,000,000, one for each seat). The id is any value and is handed back. Ballots are those of the seats in order;
/// fewer than seats means that the rest are missing. What a ballot may be follows from the rule's [`Input`]:
///
/// | rule counts | ballot |
/// |---|---|
/// | stances | `"agree"`, `"disagree"`, `"neutral"`, `"unknown"`, in any case |
/// | positions | `"for"`, `"against"`, `"open"`, or a stance, which moves a seat that stood open |
/// | options | `"option"`, a ranking `["best", "next"]`, an approval `{"approve": ["one", "other"]}`, points `{"option": 3}`, or `"abstain"` |
///
/// and `null` for a seat that did not answer. An empty ranking abstains; so does `"abstain"` in any case, unless the
/// options of the line list that very word. Options that are not given are collected in order of first appearance.
///
/// The answer is `{"id", "level", "reached", "winner", "counts", "tie"}`, in that order, with `"working"` at the end where
/// a rule counts more than once ([`Verdict::working`]), or `{"id", "error"}` for a
/// line that cannot be read; the error names the ballot, counted from 1, and what would be allowed. Keys that mean
/// nothing here are passed over, unless they look like a misspelling of one that does.
///
/// ```
/// use quorate_strategies::{rules::{Majority, Stances}, tally::tally_line};
///
/// assert_eq!(
///     tally_line(&Stances::default(), r#"{"id": 7, "seats": 3, "ballots": ["AGREE", "agree", null]}"#),
///     r#"{"id":7,"level":"majority","reached":true,"winner":null,"counts":{"agree":2,"disagree":0,"neutral":0,"of":3,"unknown":1},"tie":false}"#,
/// );
/// assert_eq!(
///     tally_line(&Majority::default(), r#"{"id": 8, "seats": 3, "ballots": ["now", ["later", "now"], "later"]}"#),
///     r#"{"id":8,"level":"majority","reached":true,"winner":"later","counts":{"abstained":0,"later":2,"missing":0,"now":1,"of":3},"tie":false}"#,
/// );
/// assert_eq!(
///     tally_line(&Stances::default(), r#"{"id": 9, "seats": 1, "ballots": [5]}"#),
///     r#"{"id":9,"error":"ballot 1: 5 is not allowed; it may be agree, disagree, neutral, unknown, or null for no answer"}"#,
/// );
/// ```
#[must_use]
pub fn tally_line(rule: &dyn DecisionRule, line: &str) -> String {
    let given = match serde_json::from_str::<Given>(line) {
        Ok(given) => given,
        Err(error) => return refusal(&Given::Null, &TallyError::Json(error)),
    };
    let id = given.field("id").unwrap_or(&Given::Null);
    match read::tally(rule, &given) {
        Ok(tally) => answer(id, &rule.judge(&tally)),
        Err(error) => refusal(id, &error),
    }
}

/// Written out, since a map would put the keys in another order.
fn answer(id: &Given, verdict: &Verdict) -> String {
    let Verdict { level, reached, tie, .. } = verdict;
    let level = level.name();
    let winner = Value::from(verdict.winner.as_deref());
    let counts = object(&verdict.counts);
    let working: Vec<Value> = verdict.working.iter().map(object).collect();
    let working = if working.is_empty() { String::new() } else { format!(r#","working":{}"#, Value::from(working)) };
    format!(
        r#"{{"id":{id},"level":"{level}","reached":{reached},"winner":{winner},"counts":{counts},"tie":{tie}{working}}}"#
    )
}

fn object(counts: &Counts) -> Value {
    counts.iter().map(|(name, weight)| (name.clone(), *weight)).collect()
}

fn refusal(id: &Given, error: &dyn Display) -> String {
    format!(r#"{{"id":{id},"error":{}}}"#, Value::from(error.to_string()))
}

/// Why a line cannot be tallied.
#[derive(Debug, Error)]
enum TallyError {
    #[error("not one JSON document: {0}")]
    Json(serde_json::Error),
    #[error("not an object; a line is {{\"id\": …, \"seats\": N, \"ballots\": […]}}")]
    NoObject,
    #[error("{rule} counts {}, which no ballot here can say; rules that count positions, stances or options can be tallied", plural(.input))]
    Unsupported { rule: String, input: Input },
    #[error("unknown key {key:?}; did you mean {nearest:?}?")]
    UnknownKey { key: String, nearest: String },
    #[error("the key {key:?} is there twice")]
    KeyTwice { key: String },
    #[error("{key:?} is missing; it has to be {allowed}")]
    Missing { key: &'static str, allowed: String },
    #[error("{key:?} cannot be {found}; it has to be {allowed}")]
    Field { key: &'static str, found: String, allowed: String },
    #[error("{ballots} ballots for {seats} seats; a seat has one")]
    TooManyBallots { ballots: usize, seats: usize },
    #[error("ballot {number}: {found} is not allowed; it may be {allowed}")]
    Ballot { number: usize, found: String, allowed: String },
    #[error("ballot {number}: {found} names an option twice; each may be there once")]
    Twice { number: usize, found: String },
    #[error("ballot {number}: more than {most} options")]
    TooManyOptions { number: usize, most: usize },
}

const fn plural(input: &Input) -> &'static str {
    match input {
        Input::Positions => "positions",
        Input::Stances => "stances",
        Input::Items => "scores of decision points",
        Input::Options => "options",
        Input::Sides => "sides and their concessions",
    }
}
