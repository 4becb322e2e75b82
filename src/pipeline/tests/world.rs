//! Random pipelines: graphs of up to twelve stages with conditions, lists, failures, retries and policies.

use proptest::{collection::vec, prelude::*, sample::subsequence};
use serde_json::json;

use super::{Act, Fails, Performed, act, when};
use crate::pipeline::{Each, OnFailure, Pipeline, Stage};

/// How one stage is made up.
#[derive(Debug, Clone)]
pub(super) struct Spec {
    /// Stages it needs, each of them required or not.
    pub(super) needs: Vec<(usize, Want)>,
    pub(super) when: When,
    /// How many items its list has; none for a stage without one.
    pub(super) items: Option<u32>,
    /// How long an attempt takes, by item.
    pub(super) ms: Vec<u64>,
    pub(super) fails: Fails,
    pub(super) retry: u32,
    pub(super) policy: OnFailure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Must,
    May,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// An input says no.
    Never,
    /// The first stage that it needs has a result.
    There,
    /// It has none.
    Gone,
}

fn spec(policies: Vec<OnFailure>) -> impl Strategy<Value = Spec> {
    let fails = prop_oneof![
        4 => Just(Fails::Never),
        3 => vec(0..4_u32, 3).prop_map(Fails::First),
        1 => Just(Fails::Always),
    ];
    let when =
        prop_oneof![5 => Just(When::Always), 1 => Just(When::Never), 1 => Just(When::There), 1 => Just(When::Gone)];
    let items = prop_oneof![3 => Just(None), 2 => (0..4_u32).prop_map(Some)];
    (when, items, vec(1..5_000_u64, 3), fails, 0..3_u32, proptest::sample::select(policies)).prop_map(
        |(when, items, ms, fails, retry, policy)| Spec { needs: Vec::new(), when, items, ms, fails, retry, policy },
    )
}

/// Stages in a random order of declaration, each needing some of those that come before it in another order.
pub(super) fn world(policies: &[OnFailure]) -> impl Strategy<Value = Vec<Spec>> {
    let policies = policies.to_vec();
    (1..=12_usize)
        .prop_flat_map(move |count| {
            let order = Just((0..count).collect::<Vec<_>>()).prop_shuffle();
            let wants = vec(prop_oneof![3 => Just(Want::Must), 1 => Just(Want::May)], count);
            let needs = (0..count)
                .map(|before| subsequence((0..before).collect::<Vec<_>>(), 0..=before.min(3)))
                .collect::<Vec<_>>();
            (vec(spec(policies.clone()), count), order, needs, vec(wants, count))
        })
        .prop_map(|(mut specs, order, needs, wants)| {
            for (place, needed) in needs.iter().enumerate() {
                let needed = needed.iter().zip(&wants[place]).map(|(other, want)| (order[*other], *want));
                specs[order[place]].needs = needed.collect();
            }
            specs
        })
}

/// What a stage says: its number, its item, and what it sees of the stages that it needs, in order of declaration.
fn text(specs: &[Spec], at: usize) -> String {
    let mut seen: Vec<usize> = specs[at].needs.iter().map(|(other, _)| *other).collect();
    seen.sort_unstable();
    let seen = seen.into_iter().map(|other| {
        let name = format!("stages.s_{other}");
        let said = match specs[other].items {
            None => format!("{{{{ {name}.text }}}}"),
            Some(_) => format!("{{% for one in {name}.items %}}{{{{ one.text if one else '-' }}}};{{% endfor %}}"),
        };
        format!("({{% if {name} %}}{said}{{% else %}}-{{% endif %}})")
    });
    let item = if specs[at].items.is_some() { ".{{ index }}" } else { "" };
    format!("{at}{item}{}", seen.collect::<String>())
}

/// The pipeline of these stages. Everything that is performed is written into one list, and counted while it runs.
pub(super) fn pipeline(specs: &[Spec]) -> (Pipeline, Act) {
    let shared = act("");
    let mut pipeline = Pipeline::new("random").input("no", false);
    for (at, spec) in specs.iter().enumerate() {
        let work = Act { ms: spec.ms.clone(), fails: spec.fails.clone(), ..act(&text(specs, at)) };
        let work = Act { performed: Performed::clone(&shared.performed), running: shared.running.clone(), ..work };
        let needs = spec.needs.iter().map(|(other, want)| match want {
            Want::Must => format!("s-{other}"),
            Want::May => format!("s-{other}?"),
        });
        let mut stage = Stage::new(format!("s-{at}"), work).needs(needs).retry(spec.retry).on_failure(spec.policy);
        match (spec.when, spec.needs.first()) {
            (When::Never, _) => stage = stage.when(when("inputs.no")),
            (When::There, Some((other, _))) => stage = stage.when(when(&format!("stages.s_{other}"))),
            (When::Gone, Some((other, _))) => stage = stage.when(when(&format!("not stages.s_{other}"))),
            _ => {}
        }
        if let Some(items) = spec.items {
            let list: Vec<_> = (1..=items).map(|item| json!({ "number": item })).collect();
            // Half of the lists are found by an expression.
            let each = match at % 2 {
                0 => Each::These(list),
                _ => Each::Of(when(&format!("range({items})"))),
            };
            stage = stage.each(each);
        }
        pipeline = pipeline.stage(stage);
    }
    (pipeline, shared)
}
