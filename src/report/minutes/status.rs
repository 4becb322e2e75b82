//! The head of the minutes: whether they are whole, who answered, who did not and why, and where no model was asked.

use quorate_strategies::{outcome::Completeness, step::StopReason};

use super::{Page, inline_within, principal};
use crate::report::{facts::Progress, words::fill};

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
    let why = if status == page.words.status.partial { shortfall(page) } else { stopped(page).to_owned() };
    page.item(&fill(status, &[("why", &why)]));
    principal::write(page);
    people(page);
}

fn stopped(page: &Page<'_>) -> &'static str {
    match page.facts.progress {
        Progress::Ended(stop) => (page.words.names.stop)(stop),
        Progress::Open => page.words.status.open,
    }
}

/// What keeps a partial outcome from being whole.
fn shortfall(page: &Page<'_>) -> String {
    let words = &page.words.status;
    let early = match page.facts.progress {
        Progress::Ended(stop) if is_early(stop) => {
            Some(fill(words.cut_short, &[("why", (page.words.names.stop)(stop))]))
        }
        _ => None,
    };
    let missing = page.facts.missing().len();
    let (n, of) = (missing.to_string(), asked(page).to_string());
    let template = words.incomplete.template(asked(page));
    let absent = (missing > 0).then(|| fill(template, &[("n", &n), ("of", &of)]));
    early.into_iter().chain(absent).collect::<Vec<_>>().join(page.words.joints.space)
}

/// How many seats were asked at all.
fn asked(page: &Page<'_>) -> usize {
    page.facts.participation.iter().filter(|one| one.asked > 0).count()
}

fn people(page: &mut Page<'_>) {
    let words = &page.words.status;
    let present = page.facts.present();
    let asked = asked(page);
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
    let late: Vec<_> =
        page.facts.late.iter().filter_map(|id| page.facts.state().turn(*id)).map(|turn| turn.seat).collect();
    if !late.is_empty() {
        page.item(&fill(words.late, &[("who", &page.names(&late))]));
    }
    let simulated = page.facts.simulated();
    if !simulated.is_empty() {
        let template = if page.asks_no_model() { words.no_model } else { words.no_model_for };
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
