//! How it can be checked: the record's hash, and all that was settled before the first turn.

use quorate_strategies::{
    event::{Charter, Chosen, Peers},
    step::Scope,
};

use super::{Page, inline, inline_within, settings};
use crate::report::{facts::Tokens, time, words::fill};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.audit);
    let words = &page.words.audit;
    let charter = page.facts.state().charter();
    let hash = inline(page.facts.source.hash);
    let hash = if hash.is_empty() { words.unknown.to_owned() } else { hash };
    let count = page.facts.source.entries.len().to_string();
    page.item(&format!("{} {hash}", fill(words.hash, &[("n", &count)])));
    named(page, words.id, &charter.id);
    named(page, words.software, &format!("quorate {}", charter.software));
    if let Some(preset) = &charter.preset {
        named(page, words.preset, preset);
    }
    let strategy = chosen(page, &charter.strategy, None);
    page.item(&format!("{}: {strategy}", words.strategy));
    let rule = charter
        .rule
        .as_ref()
        .map_or_else(|| words.no_rule.to_owned(), |rule| chosen(page, rule, page.facts.rule_version));
    page.item(&format!("{}: {rule}", words.rule));
    bounds(page, charter);
    if !charter.brief.material.is_empty() {
        let names: Vec<String> =
            charter.brief.material.iter().map(|one| inline_within(&one.name, super::NAME)).collect();
        page.item(&fill(words.material, &[("names", &names.join(", "))]));
    }
    if let Some((start, end)) = page.facts.span() {
        page.item(&fill(words.time, &[("start", &time::plain(start)), ("end", &time::plain(end))]));
    }
    tokens(page);
}

fn named(page: &mut Page<'_>, name: &str, value: &str) {
    page.item(&format!("{name}: {}", inline_within(value, super::NAME)));
}

/// `ratio/1 (threshold = 60)`.
fn chosen(page: &Page<'_>, chosen: &Chosen, version: Option<u16>) -> String {
    let version = version.map_or_else(String::new, |version| format!("/{version}"));
    let knobs = settings(&chosen.knobs);
    let knobs = if knobs.is_empty() { page.words.audit.defaults.to_owned() } else { knobs };
    format!("{}{version} ({knobs})", inline_within(&chosen.name, super::NAME))
}

fn bounds(page: &mut Page<'_>, charter: &Charter) {
    let words = &page.words.audit;
    let held = page.facts.state().round().to_string();
    let (min, max) = (charter.rounds.min.to_string(), charter.rounds.max.to_string());
    page.item(&fill(words.rounds, &[("held", &held), ("min", &min), ("max", &max)]));
    let limits = &charter.limits;
    let (turn, total) = (seconds(limits.turn_ms), seconds(limits.total_ms));
    let turns = limits.turns.to_string();
    page.item(&fill(words.limits, &[("turn", &turn), ("total", &total), ("turns", &turns)]));
    let peers = match charter.peers {
        Peers::Named => "named",
        Peers::Anonymous => "anonymous",
    };
    page.item(&fill(words.context, &[("context", &scope(charter.context)), ("peers", peers)]));
    page.item(&format!("{}: {}", words.seed, charter.seed));
}

fn seconds(ms: u64) -> String {
    if ms.is_multiple_of(1000) { (ms / 1000).to_string() } else { format!("{}.{:03}", ms / 1000, ms % 1000) }
}

fn scope(scope: Scope) -> String {
    match scope {
        Scope::Usual => "usual".to_owned(),
        Scope::Since => "since".to_owned(),
        Scope::Full => "full".to_owned(),
        Scope::Last(n) => format!("last {n}"),
        Scope::Summary(n) => format!("summary {n}"),
        Scope::Blind => "blind".to_owned(),
        Scope::Own => "own".to_owned(),
    }
}

fn tokens(page: &mut Page<'_>) {
    let words = &page.words.audit;
    let Tokens { input, output, known, unknown } = page.facts.tokens;
    let template = match (known, unknown) {
        (0, 0) => words.tokens_none,
        (_, 0) => words.tokens,
        _ => words.tokens_unknown,
    };
    let (input, output, n) = (input.to_string(), output.to_string(), unknown.to_string());
    page.item(&fill(template, &[("input", &input), ("output", &output), ("n", &n)]));
}
