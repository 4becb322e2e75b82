//! How it can be checked, and what it cost: the record's hash, what was settled before the first turn, and the spending.

use quorate_strategies::event::{Chosen, Spend};

use super::{
    Telling,
    rich::{Hole, Rich, line, line_within},
};
use crate::{
    agent::money,
    report::{
        facts::Tokens,
        time,
        words::{SpendingWords, Table, called, fill},
    },
};

/// A line about how it can be checked.
pub(super) type Line = Rich;

/// What was spent, as a table of three numbers.
#[derive(Debug)]
pub(super) struct Spent {
    /// Name of the row, requests, tokens and money.
    pub(super) rows: Vec<[String; 4]>,
    /// Whether anything has a price.
    pub(super) priced: bool,
    /// Who took more than was reserved.
    pub(super) remarks: Vec<Rich>,
}

/// Preset and time, for the line above the topic.
pub(super) fn origin(telling: &Telling<'_>) -> String {
    let charter = telling.facts().state().charter();
    let preset = charter.preset.as_deref().map(|preset| line_within(preset, super::NAME));
    let time = telling.facts().span().map(|(start, _)| time::plain(start));
    let parts = [telling.page.eyebrow.to_owned()].into_iter().chain(preset).chain(time);
    parts.collect::<Vec<_>>().join(" · ")
}

/// What was spent; none where nothing was counted.
pub(super) fn spent(telling: &Telling<'_>) -> Option<Spent> {
    let spending = telling.facts().spending.as_ref()?;
    let page = telling.page;
    let currency = spending.currency.map(|currency| line_within(currency, 12));
    let paid = |nanos| currency.as_ref().map_or_else(String::new, |currency| format!("{} {currency}", money(nanos)));
    let budget = telling.facts().state().charter().budget;
    let limit = |n: Option<String>| n.unwrap_or_else(|| page.unlimited.to_owned());
    let all = spending.all;
    let mut rows = vec![[page.spent.to_owned(), all.calls.to_string(), all.tokens.to_string(), paid(all.nanos)]];
    if spending.estimated > 0 {
        rows.push([page.estimated.to_owned(), String::new(), spending.estimated.to_string(), String::new()]);
    }
    if !budget.is_unlimited() {
        let calls = limit(budget.calls.map(|n| n.to_string()));
        let tokens = limit(budget.tokens.map(|n| n.to_string()));
        rows.push([page.budget.to_owned(), calls, tokens, limit(budget.nanos.map(paid))]);
    }
    let words = SpendingWords::of(telling.naming.language());
    let remarks = spending.overshoots.iter().map(|one| {
        let amount = |spend: Spend| {
            let tokens = fill(words.tokens, &[("n", &spend.tokens.to_string())]);
            let calls = fill(words.calls, &[("n", &spend.calls.to_string())]);
            let paid = spending.currency.map(|_| paid(spend.nanos));
            [calls, tokens].into_iter().chain(paid).collect::<Vec<_>>().join(words.list)
        };
        let who = one.seat.map_or_else(|| words.result.to_owned(), |seat| telling.name(seat));
        let (turn, reserved, taken) = (one.turn.to_string(), amount(one.reserved), amount(one.taken));
        let values = [("who", &*who), ("turn", &turn), ("reserved", &reserved), ("taken", &taken)];
        Rich::filled(words.overshoot, &values.map(|(hole, value)| (hole, Hole::Text(value))))
    });
    Some(Spent { rows, priced: currency.is_some(), remarks: remarks.collect() })
}

/// What has to be known to check it.
pub(super) fn lines(telling: &Telling<'_>) -> Vec<Line> {
    let (facts, words) = (telling.facts(), &telling.words().audit);
    let charter = facts.state().charter();
    let hash = line(facts.source.hash);
    let hash = if hash.is_empty() { words.unknown.to_owned() } else { hash };
    let count = facts.source.entries.len();
    let named = |name: &str, value: &str| {
        fill(telling.words().joints.named, &[("name", name), ("value", &line_within(value, super::NAME))])
    };
    let mut lines = vec![
        fill(words.hash.template(count), &[("n", &count.to_string()), ("hash", &hash)]),
        named(words.id, &charter.id),
        named(words.software, &format!("quorate {}", charter.software)),
    ];
    lines.extend(charter.preset.as_ref().map(|preset| named(words.preset, preset)));
    if let Some(origin) = &charter.origin {
        let (id, hash) = (line_within(&origin.id, super::NAME), line(&origin.hash));
        lines.push(fill(words.origin, &[("seq", &origin.seq.to_string()), ("id", &id), ("hash", &hash)]));
    }
    let names = telling.words().names;
    let strategy = chosen(telling, &charter.strategy, names.strategies, None);
    let rule = charter.rule.as_ref().map(|rule| chosen(telling, rule, names.rules, facts.rule_version));
    let rule = rule.unwrap_or_else(|| words.no_rule.to_owned());
    for (name, value) in [(words.strategy, strategy), (words.rule, rule)] {
        lines.push(fill(telling.words().joints.named, &[("name", name), ("value", &value)]));
    }
    lines.extend(bounds(telling));
    if !charter.brief.material.is_empty() {
        let names = telling.list(charter.brief.material.iter().map(|one| line_within(&one.name, super::NAME)));
        lines.push(fill(words.material, &[("names", &names)]));
    }
    if let Some((start, end)) = facts.span() {
        lines.push(fill(words.time, &[("start", &time::plain(start)), ("end", &time::plain(end))]));
    }
    lines.push(tokens(telling));
    lines.iter().map(|line| Rich::plain(line)).collect()
}

/// `ratio/1 (threshold = 60)`, with what it is called before that where that differs.
fn chosen(telling: &Telling<'_>, chosen: &Chosen, names: Table, version: Option<u16>) -> String {
    let words = &telling.words().audit;
    let version = version.map_or_else(String::new, |version| format!("/{version}"));
    let knobs = telling.list(chosen.knobs.iter().map(|(name, value)| line(&format!("{name} = {value}"))));
    let knobs = if knobs.is_empty() { words.defaults } else { &knobs };
    let code = format!("{}{version}", line_within(&chosen.name, super::NAME));
    let what = match called(names, &chosen.name) {
        name if *name == *chosen.name => code,
        name => fill(words.called, &[("name", name), ("code", &code)]),
    };
    fill(telling.words().joints.remark, &[("what", &what), ("remark", knobs)])
}

/// Rounds, limits, context and seed.
fn bounds(telling: &Telling<'_>) -> [String; 4] {
    let words = &telling.words().audit;
    let charter = telling.facts().state().charter();
    let held = telling.facts().state().round().to_string();
    let (min, max) = (charter.rounds.min.to_string(), charter.rounds.max.to_string());
    let limits = &charter.limits;
    let (turn, total, turns) =
        (time::seconds(limits.turn_ms), time::seconds(limits.total_ms), limits.turns.to_string());
    let (context, peers) = (telling.naming.scope(charter.context), telling.naming.peers(charter.peers));
    [
        fill(words.rounds, &[("held", &held), ("min", &min), ("max", &max)]),
        fill(words.limits, &[("turn", &turn), ("total", &total), ("turns", &turns)]),
        fill(words.context, &[("context", &context), ("peers", peers)]),
        fill(telling.words().joints.named, &[("name", words.seed), ("value", &charter.seed.to_string())]),
    ]
}

fn tokens(telling: &Telling<'_>) -> String {
    let words = &telling.words().audit;
    let Tokens { input, output, known, unknown } = telling.facts().tokens;
    let template = match (known, unknown) {
        (0, 0) => words.tokens_none,
        (_, 0) => words.tokens,
        (_, n) => words.tokens_unknown.template(n as usize),
    };
    let (input, output, n) = (input.to_string(), output.to_string(), unknown.to_string());
    fill(template, &[("input", &input), ("output", &output), ("n", &n)])
}
