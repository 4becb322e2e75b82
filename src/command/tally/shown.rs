//! A verdict for people: the counts one a line, and what the ballots came to.

use quorate_strategies::rule::Input;
use serde_json::{Map, Value};

use super::{
    super::{
        columns,
        words::{Words, called, fill},
    },
    Count,
    ballot::Ballot,
};

/// What is counted beside options, in the order in which it is told.
const BESIDE: [&str; 3] = ["abstained", "missing", "exhausted"];
/// What the counts are taken of.
const DIVISOR: &str = "of";

/// A verdict, a label a line.
pub(super) fn shown(verdict: &Value, count: &Count<'_>, words: &Words) -> String {
    let labels = &words.inspect.tally;
    let text = |key: &str| verdict.get(key).and_then(Value::as_str);
    let truth = |key: &str| if verdict.get(key) == Some(&Value::Bool(true)) { labels.yes } else { labels.no };
    let level = called(words.names().levels, text("level").unwrap_or_default());
    let counts = counts(verdict, count, words).join(&format!("\n{}", " ".repeat(columns::of(labels.counts))));
    let mut out = String::new();
    for (label, value) in [
        (labels.level, level),
        (labels.reached, truth("reached")),
        (labels.winner, text("winner").unwrap_or(labels.none)),
        (labels.counts, &counts),
        (labels.tie, truth("tie")),
    ] {
        out.push_str(&format!("{label}{value}\n"));
    }
    out + &working(verdict, words)
}

/// What each option got, the most first and otherwise in the order of the list; then how many ballots there were.
fn counts(verdict: &Value, count: &Count<'_>, words: &Words) -> Vec<String> {
    let empty = Map::new();
    let all = verdict.get("counts").and_then(Value::as_object).unwrap_or(&empty);
    let number = |name: &str| all.get(name).and_then(Value::as_u64);
    let mut options: Vec<(&String, u64)> = all
        .iter()
        .filter(|(name, _)| !BESIDE.contains(&name.as_str()) && *name != DIVISOR)
        .map(|(name, weight)| (name, weight.as_u64().unwrap_or(0)))
        .collect();
    let place = |name: &String| count.grammar.options.iter().position(|option| option == name);
    options.sort_by_key(|(name, weight)| (std::cmp::Reverse(*weight), place(name)));
    // What voters call an option is theirs; stances and positions are our words.
    let ours = count.grammar.rule.input() != Input::Options;
    let name = |name| if ours { counted(name, words) } else { name };
    let mut lines: Vec<String> =
        options.iter().map(|(option, weight)| format!("{} {weight}", name(option.as_str()))).collect();
    let missing = count.seats_of(|line| line.ballot == Ballot::NoAnswer) as u64;
    let beside = BESIDE.iter().filter_map(|name| {
        // Rules that count no ballots have no count of those who gave none.
        let weight = number(name).or_else(|| (*name == "missing").then_some(missing))?;
        Some(fill(words.inspect.tally.beside, &[("n", &weight.to_string()), ("what", counted(name, words))]))
    });
    let beside = words.list(beside);
    let mut ballots = fill(
        words.inspect.tally.ballots.template(count.seats),
        &[("n", &count.seats.to_string()), ("beside", &beside)],
    );
    if let Some(of) = number(DIVISOR).filter(|of| *of != count.seats as u64) {
        ballots.push_str(&fill(words.inspect.tally.divisor, &[("of", &of.to_string())]));
    }
    lines.push(ballots);
    lines
}

/// What one of our own names is called.
fn counted<'a>(name: &'a str, words: &Words) -> &'a str {
    called(words.names().counted, name)
}

/// The counts on the way, a line each.
fn working(verdict: &Value, words: &Words) -> String {
    let steps = verdict.get("working").and_then(Value::as_array).into_iter().flatten();
    let line = |step: &Value| {
        let counts = step.as_object().into_iter().flatten();
        let counts = counts.map(|(name, weight)| {
            let name = if BESIDE.contains(&name.as_str()) { counted(name, words) } else { name };
            format!("{name} {weight}")
        });
        format!("{}{}\n", words.inspect.tally.working, words.list(counts))
    };
    steps.map(line).collect()
}
