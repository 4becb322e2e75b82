//! What is said of money before it is spent: the worst case at list prices, whether the budget holds it, and whom it does
//! not bind.

use std::collections::BTreeSet;

use quorate_strategies::event::{Budget, Rate, Spend};

use super::{
    forecast::Forecast,
    words::{CostWords, Words, fill},
};
use crate::{
    agent::money,
    manager::{AllTerms, Discussion, Plan},
};

/// What the models cost in the worst case, as far as that is known.
pub(super) fn cost(discussion: &Discussion, plan: &Plan, forecast: &Forecast, words: &Words) -> String {
    let costs = CostWords::of(words.language);
    let unpriced = unpriced(discussion, plan);
    let known = match forecast.nanos {
        0 if !unpriced.is_empty() => None,
        0 => Some(costs.free.to_owned()),
        nanos => {
            let currency = discussion.money.prices.currency();
            Some(fill(costs.about, &[("n", &money(nanos)), ("currency", currency)]))
        }
    };
    let unknown = (!unpriced.is_empty()).then(|| fill(costs.unpriced, &[("names", &words.list(unpriced))]));
    words.list(known.into_iter().chain(unknown))
}

/// The label and text about the budget, where anything is limited.
pub(super) fn budget(discussion: &Discussion, forecast: &Forecast, words: &Words) -> Option<(&'static str, String)> {
    let worst = Spend {
        calls: [forecast.model_turns, forecast.program_turns, forecast.summaries].iter().sum(),
        tokens: forecast.input_tokens.saturating_add(forecast.output_tokens),
        nanos: forecast.nanos,
    };
    limited(discussion.money.budget, discussion.money.prices.currency(), worst, words)
}

/// The same of any budget and what is spent in the worst case.
pub(super) fn limited(budget: Budget, currency: &str, worst: Spend, words: &Words) -> Option<(&'static str, String)> {
    let costs = CostWords::of(words.language);
    let limits = [
        budget.calls.map(|n| fill(costs.calls, &[("n", &n.to_string())])),
        budget.tokens.map(|n| fill(costs.tokens, &[("n", &n.to_string())])),
        budget.nanos.map(|n| fill(costs.money, &[("n", &money(n)), ("currency", currency)])),
    ];
    if budget.is_unlimited() {
        return None;
    }
    let template = if budget.holds(worst) { costs.holds } else { costs.ends_early };
    let what = words.list(limits.into_iter().flatten());
    Some((costs.budget, fill(template, &[("what", &what)])))
}

/// Whose requests are counted otherwise than by a list of prices, where money or tokens are limited.
pub(super) fn exceptions(discussion: &Discussion, words: &Words) -> Vec<String> {
    let (costs, limits) = (CostWords::of(words.language), discussion.money.limits());
    let counted = discussion.counted();
    let said = counted.values().find_map(|rate| match rate {
        Rate::Said { each } => Some(money(*each)),
        _ => None,
    });
    let line = |template: &str, is: fn(&Rate) -> bool| {
        let names: Vec<&str> = counted.iter().filter(|(_, rate)| is(rate)).map(|(name, _)| &**name).collect();
        let currency = discussion.money.prices.currency();
        let values =
            [("n", said.as_deref().unwrap_or_default()), ("currency", currency), ("names", &words.list(&names))];
        (!names.is_empty()).then(|| fill(template, &values))
    };
    let of_money = limits.nanos.and_then(|_| line(costs.local, |rate| *rate == Rate::Free));
    let said = limits.nanos.and_then(|_| line(costs.said, |rate| matches!(rate, Rate::Said { .. })));
    let uncounted = limits.nanos.or(limits.tokens).and_then(|_| line(costs.uncounted, |rate| *rate == Rate::Uncounted));
    of_money.into_iter().chain(said).chain(uncounted).collect()
}

/// The backends that may cost money of which nobody knows how much.
fn unpriced(discussion: &Discussion, plan: &Plan) -> BTreeSet<String> {
    let AllTerms { seats, result, summary } = discussion.terms();
    let seats = plan.roster.iter().zip(seats).map(|((_, seat), terms)| (seat.backend.name.to_string(), terms));
    let writers = [(&discussion.synthesizer, result), (&discussion.summarizer, summary)];
    let writers =
        writers.iter().filter_map(|(agent, terms)| Some((agent.as_ref()?.backend().name.to_string(), *terms)));
    seats.chain(writers).filter(|(_, terms)| terms.is_unpriced()).map(|(name, _)| name).collect()
}
