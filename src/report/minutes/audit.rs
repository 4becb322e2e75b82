//! How it can be checked: the record's hash, and all that was settled before the first turn.

use quorate_strategies::event::{Charter, Chosen};

use super::{Page, inline, inline_within};
use crate::report::{
    facts::Tokens,
    time,
    words::{Table, called, fill},
};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.audit);
    let words = &page.words.audit;
    let charter = page.facts.state().charter();
    let hash = inline(page.facts.source.hash);
    let hash = if hash.is_empty() { words.unknown.to_owned() } else { hash };
    let count = page.facts.source.entries.len();
    page.item(&fill(words.hash.template(count), &[("n", &count.to_string()), ("hash", &hash)]));
    named(page, words.id, &charter.id);
    named(page, words.software, &format!("quorate {}", charter.software));
    if let Some(preset) = &charter.preset {
        named(page, words.preset, preset);
    }
    if let Some(origin) = &charter.origin {
        let (id, hash) = (inline_within(&origin.id, super::NAME), inline(&origin.hash));
        page.item(&fill(words.origin, &[("seq", &origin.seq.to_string()), ("id", &id), ("hash", &hash)]));
    }
    let names = page.words.names;
    let strategy = chosen(page, &charter.strategy, names.strategies, None);
    page.item(&page.named(words.strategy, &strategy));
    let rule = charter
        .rule
        .as_ref()
        .map_or_else(|| words.no_rule.to_owned(), |rule| chosen(page, rule, names.rules, page.facts.rule_version));
    page.item(&page.named(words.rule, &rule));
    bounds(page, charter);
    if !charter.brief.material.is_empty() {
        let names = page.list(charter.brief.material.iter().map(|one| inline_within(&one.name, super::NAME)));
        page.item(&fill(words.material, &[("names", &names)]));
    }
    if let Some((start, end)) = page.facts.span() {
        page.item(&fill(words.time, &[("start", &time::plain(start)), ("end", &time::plain(end))]));
    }
    tokens(page);
}

fn named(page: &mut Page<'_>, name: &str, value: &str) {
    page.item(&page.named(name, &inline_within(value, super::NAME)));
}

/// `ratio/1 (threshold = 60)`, with what it is called before that where that differs.
fn chosen(page: &Page<'_>, chosen: &Chosen, names: Table, version: Option<u16>) -> String {
    let words = &page.words.audit;
    let version = version.map_or_else(String::new, |version| format!("/{version}"));
    let knobs = page.list(chosen.knobs.iter().map(|(name, value)| inline(&format!("{name} = {value}"))));
    let knobs = if knobs.is_empty() { words.defaults } else { &knobs };
    let code = format!("{}{version}", inline_within(&chosen.name, super::NAME));
    let what = match called(names, &chosen.name) {
        name if *name == *chosen.name => code,
        name => fill(words.called, &[("name", name), ("code", &code)]),
    };
    page.remark(&what, knobs)
}

fn bounds(page: &mut Page<'_>, charter: &Charter) {
    let words = &page.words.audit;
    let held = page.facts.state().round().to_string();
    let (min, max) = (charter.rounds.min.to_string(), charter.rounds.max.to_string());
    page.item(&fill(words.rounds, &[("held", &held), ("min", &min), ("max", &max)]));
    let limits = &charter.limits;
    let (turn, total) = (time::seconds(limits.turn_ms), time::seconds(limits.total_ms));
    let turns = limits.turns.to_string();
    page.item(&fill(words.limits, &[("turn", &turn), ("total", &total), ("turns", &turns)]));
    let (context, peers) = (page.naming().scope(charter.context), page.naming().peers(charter.peers));
    page.item(&fill(words.context, &[("context", &context), ("peers", peers)]));
    page.item(&page.named(words.seed, &charter.seed.to_string()));
}

fn tokens(page: &mut Page<'_>) {
    let words = &page.words.audit;
    let Tokens { input, output, known, unknown } = page.facts.tokens;
    let template = match (known, unknown) {
        (0, 0) => words.tokens_none,
        (_, 0) => words.tokens,
        (_, n) => words.tokens_unknown.template(n as usize),
    };
    let (input, output, n) = (input.to_string(), output.to_string(), unknown.to_string());
    page.item(&fill(template, &[("input", &input), ("output", &output), ("n", &n)]));
    if let Some(spending) = &page.facts.spending {
        for line in spending.sentences(page.facts, |seat| page.name(seat)) {
            page.item(&line);
        }
    }
}
