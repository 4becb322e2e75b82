//! What characters say who keep to the form: a line of words and the marks that are asked for.

use quorate_strategies::{reading::Position, step::Form};

use super::chance::Chance;
use crate::agent::{Heard, Request};

/// Opinions from here on are for it.
const FOR: u64 = 60;
/// Opinions below this are against it.
const AGAINST: u64 = 30;
/// How far one position in sight, and one round that has passed, moves an opinion.
const PULL: u64 = 8;

/// Listens: an opinion from 0 to 99 that rises with every seat in sight that is for it and falls with every one that is
/// against it, and rises with the rounds.
pub(super) fn fair(request: &Request<'_>) -> String {
    let (seat, chance) = (Chance::seat(request), Chance::of(request));
    let with = |position| {
        let others = request.heard.iter().filter(|heard| heard.speaker != request.id);
        let moved = others.filter(|heard| heard.message.reading.position() == Some(position)).count();
        u64::try_from(moved).unwrap_or(0) * PULL
    };
    let risen = seat.below(1, 100) + u64::from(request.round.saturating_sub(1)) * PULL + with(Position::For);
    let position = match risen.saturating_sub(with(Position::Against)) {
        FOR.. => Position::For,
        ..AGAINST => Position::Against,
        _ => Position::Open,
    };
    let mut said = line(request, position, &order(request, seat));
    if request.task == "argue" && request.round > 1 && chance.below(2, 6) == 0 {
        said.push_str("\n[CONCEDE]");
    }
    if matches!(request.task, "sum-up" | "conclude") && chance.below(3, 2) == 0 {
        said.push_str("\n[CLOSE]");
    }
    said
}

/// The same from the first turn to the last.
pub(super) fn stubborn(request: &Request<'_>) -> String {
    let seat = Chance::seat(request);
    line(request, fixed(seat), &order(request, seat))
}

/// The same for the whole group.
pub(super) fn colluding(request: &Request<'_>) -> String {
    let group = Chance::table(request);
    line(request, fixed(group), &order(request, group))
}

/// Whatever the last other speaker said.
pub(super) fn sycophant(request: &Request<'_>) -> String {
    let others = || request.heard.iter().rev().filter(|heard| heard.speaker != request.id);
    let position = others().find_map(|heard| heard.message.reading.position()).unwrap_or(Position::For);
    let mut order = order(request, Chance::seat(request));
    if let Some(first) = others().find_map(first_choice) {
        order.sort_by_key(|option| *option != first);
    }
    line(request, position, &order)
}

fn first_choice(heard: &Heard<'_>) -> Option<usize> {
    let ballot = heard.message.reading.ballot.as_ref().and_then(|read| read.counted())?;
    ballot.first().map(usize::from)
}

fn fixed(chance: Chance) -> Position {
    if chance.below(4, 2) == 0 { Position::For } else { Position::Against }
}

/// The options that are asked about, in an order that is drawn.
pub(super) fn order(request: &Request<'_>, chance: Chance) -> Vec<usize> {
    let options = request.form.options().map_or(0, |options| options.len());
    let mut order: Vec<usize> = (0..options).collect();
    order.sort_by_key(|option| chance.draw(100 + u64::try_from(*option).unwrap_or(0)));
    order
}

/// Words and the marks that are asked for.
pub(super) fn line(request: &Request<'_>, position: Position, order: &[usize]) -> String {
    let topic = &request.brief.topic;
    let words = format!("{} ({}): {topic}", request.seat.name, request.round);
    let marks = match request.task {
        "ideas" | "answer" => ideas(request),
        _ => marks(request, position, order),
    };
    format!("{words}\n{marks}")
}

fn ideas(request: &Request<'_>) -> String {
    let chance = Chance::of(request);
    let [first, second] = [5, 6].map(|salt| chance.below(salt, 8));
    format!("1. [IDEA: {} {first}]\n2. [IDEA: {} {second}]", request.brief.topic, request.brief.topic)
}

fn marks(request: &Request<'_>, position: Position, order: &[usize]) -> String {
    let stance = match position {
        Position::For => "[STANCE: AGREE]",
        Position::Against => "[STANCE: DISAGREE]",
        Position::Open => "[STANCE: NEUTRAL]",
    };
    // By its number in the list: an option may hold the very signs that part a vote.
    let number = |option: &usize| (option + 1).to_string();
    let several = |most: usize, between: &str| order.iter().take(most).map(number).collect::<Vec<_>>().join(between);
    let vote = match request.form {
        Form::Free if position == Position::Open => return "[KIND: PROPOSAL]".to_owned(),
        Form::Free | Form::Stance => return stance.to_owned(),
        Form::Scores(points) => {
            let score = if position == Position::For { 95 } else { 60 };
            return points.iter().map(|point| format!("[SCORE {point}: {score}]\n")).collect();
        }
        Form::Ballot(_) => several(1, ""),
        Form::Approval(options) => several(options.len().div_ceil(2), ", "),
        Form::Ranking(_) => several(usize::MAX, " > "),
        Form::Points { most, .. } => {
            order.first().map_or_else(String::new, |first| format!("{}: {most}", number(first)))
        }
    };
    format!("[VOTE: {vote}]")
}
