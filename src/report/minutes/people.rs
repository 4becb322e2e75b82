//! Who sat at the table, what answered for them, and what every turn of theirs came to.

use quorate_strategies::{
    outcome::Participation,
    seat::{Seat, SeatId},
    turn::Ending,
};

use super::{Page, inline_within};
use crate::report::{
    markdown::{head, row},
    words::fill,
};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.people);
    head(&mut page.out, &page.words.people.columns);
    let facts = page.facts;
    for (id, seat) in facts.state().roster().iter() {
        let fallback = Participation { seat: id, ..Participation::default() };
        let took_part = facts.participation.get(id.index()).unwrap_or(&fallback);
        let cells = [
            page.name(id),
            page.role(&seat.role),
            inline_within(seat.side.as_deref().unwrap_or_default(), super::NAME),
            vote(page, seat, took_part),
            backend(page, id, seat),
            page.origin(id).to_owned(),
            took_part.asked.to_string(),
            took_part.answered.to_string(),
            took_part.passed.to_string(),
            without_answer(page, took_part),
            page.cause(took_part.cause.as_deref().unwrap_or_default()),
        ];
        row(&mut page.out, &cells);
    }
}

/// The backend, and behind it the models that answered where it names none of them.
fn backend(page: &Page<'_>, id: SeatId, seat: &Seat) -> String {
    let name = inline_within(&seat.backend.name, super::NAME);
    match page.facts.models(id) {
        [] => name,
        models => page.remark(&name, &page.list(models.iter().map(|model| inline_within(model, super::NAME)))),
    }
}

/// `weight 2`, and since when for a seat that came from the bench.
fn vote(page: &Page<'_>, seat: &Seat, one: &Participation) -> String {
    let words = &page.words.people;
    let vote = match seat.vote {
        true => fill(words.weight, &[("n", &seat.weight.to_string())]),
        false if seat.waits() => words.waited.to_owned(),
        false => words.no_vote.to_owned(),
    };
    match one.joined {
        Some(round) => fill(words.joined, &[("vote", &vote), ("n", &round.to_string())]),
        None => vote,
    }
}

/// `1 failed, 2 timed out`, or 0.
fn without_answer(page: &Page<'_>, one: &Participation) -> String {
    let kinds = [
        (Ending::Failed, one.failed),
        (Ending::TimedOut, one.timed_out),
        (Ending::Cancelled, one.cancelled),
        (Ending::NotNeeded, one.not_needed),
    ];
    let parts = page.list(kinds.iter().filter(|(_, n)| *n > 0).map(|(how, n)| {
        let (n, how) = (n.to_string(), page.ending(*how));
        fill(page.words.people.ended, &[("n", &n), ("how", how)])
    }));
    if parts.is_empty() { "0".to_owned() } else { parts }
}
