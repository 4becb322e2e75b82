//! The head of the minutes: whether they are whole, who answered, who did not and why, and where no model was asked.

use quorate_strategies::{outcome::Completeness, step::StopReason};

use super::{Page, inline_within, principal};
use crate::report::{facts::Progress, naming::Naming, words::fill};

/// A topic is shown in the heading up to so many characters.
const TOPIC: usize = 160;

pub(super) fn write(page: &mut Page<'_>) {
    let topic = inline_within(&page.facts.state().charter().brief.topic, TOPIC);
    let words = &page.words.title;
    let (title, status) = match (page.facts.completeness, page.facts.progress) {
        (Completeness::Failed, _) => (words.failed, page.words.status.failed),
        (_, Progress::Open) => (words.interrupted, page.words.status.interrupted),
        (_, Progress::Ended(StopReason::Cancelled)) => (words.cancelled, page.words.status.cancelled),
        (Completeness::Partial, _) => (words.partial, page.words.status.partial),
        (Completeness::Complete, _) => (words.complete, page.words.status.complete),
    };
    let topic = if topic.is_empty() { words.no_topic } else { &topic };
    page.heading(1, &fill(title, &[("topic", topic)]));
    let naming = page.naming();
    let why = if status == page.words.status.partial { shortfall(&naming) } else { stopped(&naming).to_owned() };
    page.item(&fill(status, &[("why", &why)]));
    principal::write(page);
    people(page);
}

/// Why it stopped, or that it did not.
pub(in crate::report) fn stopped(naming: &Naming<'_>) -> &'static str {
    match naming.facts.progress {
        Progress::Ended(stop) => (naming.words.names.stop)(stop),
        Progress::Open => naming.words.status.open,
    }
}

/// What keeps a partial outcome from being whole.
pub(in crate::report) fn shortfall(naming: &Naming<'_>) -> String {
    let words = &naming.words.status;
    let early = match naming.facts.progress {
        Progress::Ended(stop) if is_early(stop) => {
            Some(fill(words.cut_short, &[("why", (naming.words.names.stop)(stop))]))
        }
        _ => None,
    };
    let (missing, asked) = (naming.facts.missing().len(), naming.facts.asked());
    let values = [("n", &*missing.to_string()), ("of", &*asked.to_string())];
    let absent = (missing > 0).then(|| fill(words.incomplete.template(asked), &values));
    early.into_iter().chain(absent).collect::<Vec<_>>().join(naming.words.joints.space)
}

fn people(page: &mut Page<'_>) {
    let words = &page.words.status;
    let present = page.facts.present();
    let asked = page.facts.asked();
    let who = if present.is_empty() { words.nobody.to_owned() } else { page.names(&present) };
    let (n, of) = (present.len().to_string(), asked.to_string());
    page.item(&fill(words.answered, &[("who", &who), ("n", &n), ("of", &of)]));
    let missing: Vec<String> = page
        .facts
        .missing()
        .into_iter()
        .map(|one| {
            let how = one.how.map_or("", |how| page.ending(how));
            let (name, cause) = (page.name(one.seat), page.cause(one.cause));
            fill(words.missing_one, &[("name", &name), ("how", how), ("cause", &cause)])
        })
        .collect();
    if !missing.is_empty() {
        page.item(&fill(words.missing, &[("who", &page.parts(missing))]));
    }
    let unasked = page.facts.unasked();
    if !unasked.is_empty() {
        page.item(&fill(words.unasked, &[("who", &page.names(&unasked))]));
    }
    let late = page.facts.late_seats();
    if !late.is_empty() {
        page.item(&fill(words.late, &[("who", &page.names(&late))]));
    }
    let simulated = page.facts.simulated();
    if !simulated.is_empty() {
        let template = if page.naming().asks_no_model() { words.no_model } else { words.no_model_for };
        let who = page.labelled(simulated.into_iter().map(|(seat, _)| seat));
        page.item(&fill(template, &[("who", &who)]));
    }
}

/// Whether something from outside ended it before its course was run.
const fn is_early(stop: StopReason) -> bool {
    matches!(
        stop,
        StopReason::Time
            | StopReason::Budget
            | StopReason::MaxRecord
            | StopReason::MaxTurns
            | StopReason::Cancelled
            | StopReason::NoAnswers
    )
}
