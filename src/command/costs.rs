//! What `check` says of money: the worst case at list prices, and whether the budget holds it.

use std::collections::BTreeSet;

use quorate_strategies::event::{Budget, Spend};

use super::{
    forecast::Forecast,
    words::{CostWords, Words, fill},
};
use crate::{
    agent::money,
    manager::{Discussion, Plan},
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
        calls: forecast.model_turns.saturating_add(forecast.program_turns),
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

/// The backends that may cost money of which nobody knows how much.
fn unpriced(discussion: &Discussion, plan: &Plan) -> BTreeSet<String> {
    let (terms, result) = discussion.terms();
    let seats = plan.roster.iter().zip(terms).map(|((_, seat), terms)| (seat.backend.name.to_string(), terms));
    let result = discussion.synthesizer.iter().map(|agent| (agent.backend().name.to_string(), result));
    seats.chain(result).filter(|(_, terms)| terms.is_unpriced()).map(|(name, _)| name).collect()
}
