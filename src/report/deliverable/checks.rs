//! What to check next: what the material says itself, and what a discussion recommends.

use quorate_strategies::{state::State, turn::TurnId};

use super::blocks::{Line, Lines};
use crate::checklist::is_next;

/// Checks, at most.
const MOST: usize = 20;

/// Something to check next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What.
    pub text: String,
    /// The line of the material that says so, from 1.
    pub line: Option<u32>,
    /// The messages that recommend it.
    pub messages: Vec<TurnId>,
}

/// What to check next, each once.
pub(super) fn checks(state: &State) -> Vec<Check> {
    let mut checks: Vec<Check> = Vec::new();
    for material in &state.charter().brief.material {
        let lines = Lines::of(&material.text);
        let mut level = None;
        for ((line, kind), number) in lines.all.iter().zip(1_u32..) {
            match (kind, level) {
                (Line::Heading(own), _) => {
                    let begins = is_next(line);
                    let below = level.is_some_and(|level| *own > level);
                    level = if begins { Some(*own) } else { level.filter(|_| below) };
                }
                (Line::Item, Some(_)) => {
                    checks.push(Check { text: bare(line).to_owned(), line: Some(number), messages: Vec::new() });
                }
                _ => {}
            }
        }
    }
    let recommended = state.result().map(|result| result.recommendations.as_slice()).unwrap_or_default();
    for one in recommended {
        if !checks.iter().any(|known| known.text == *one.text) {
            checks.push(Check { text: one.text.to_string(), line: None, messages: one.messages.clone() });
        }
    }
    checks.truncate(MOST);
    checks
}

/// A line without the sign of an item.
pub(super) fn bare(line: &str) -> &str {
    let line = line.trim();
    let line = line.trim_start_matches(['-', '*', '+', '・', '•']).trim_start();
    match line.split_once(['.', ')']) {
        Some((number, rest))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ') =>
        {
            rest.trim()
        }
        _ => line,
    }
}
