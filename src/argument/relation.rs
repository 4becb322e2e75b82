//! What a message is to the one that it refers to.

use quorate_strategies::reading::{Kind, Provenance, Read, Reading, Stance};

use super::Relation;

/// What a message is to a message, and where that was read; nowhere, where the reference alone makes it so.
pub(super) fn relation(reading: &Reading, target: &Reading) -> (Relation, Provenance) {
    if reading.conflicts() {
        return (Relation::Replies, Provenance::None);
    }
    let by_kind = by_kind(reading.kind);
    let by_target = by_target(reading, target);
    // What counts goes before what is guessed, and what a message says of itself before what it is said to.
    let counted = [by_kind, by_target].into_iter().flatten().find(|(_, from)| *from != Provenance::Guess);
    counted.or(by_kind).or(by_target).unwrap_or((Relation::Replies, Provenance::None))
}

/// What the message that is referred to makes of what refers to it.
fn by_target(reading: &Reading, target: &Reading) -> Option<(Relation, Provenance)> {
    match known(target.kind)? {
        // A question makes an answer of what refers to it, so a guessed one makes a guessed one.
        (Kind::Question, from) if from.counts() => Some((Relation::Answers, Provenance::None)),
        (Kind::Question, from) => Some((Relation::Answers, from)),
        (Kind::Proposal, from) => on_the_table(reading).map(|(relation, read)| (relation, read.max(from))),
        _ => None,
    }
}

/// What a message that refers to nothing is to what is on the table, if anything.
pub(super) fn by_stance(reading: &Reading) -> Option<Relation> {
    let by_kind = by_kind(reading.kind).map(|(relation, _)| relation).filter(|one| *one != Relation::Answers);
    let relation = by_kind.or_else(|| on_the_table(reading).map(|(relation, _)| relation));
    relation.filter(|_| !reading.conflicts())
}

fn by_kind(kind: Read<Kind>) -> Option<(Relation, Provenance)> {
    let (kind, from) = known(kind)?;
    let relation = match kind {
        Kind::Support => Relation::Supports,
        Kind::Oppose => Relation::Objects,
        Kind::Clarify => Relation::Answers,
        _ => return None,
    };
    Some((relation, from))
}

/// Consensus and stances are about what is on the table, not about whom is spoken to. A stance that is only guessed says
/// too little; who proposes something else objects to nothing.
fn on_the_table(reading: &Reading) -> Option<(Relation, Provenance)> {
    match (known(reading.kind), reading.stance.counted()) {
        (Some((Kind::Consensus, from)), _) => Some((Relation::Supports, from)),
        (Some((Kind::Proposal, _)), _) => None,
        (_, Some(Stance::Agree)) => Some((Relation::Supports, reading.stance.from)),
        (_, Some(Stance::Disagree)) => Some((Relation::Objects, reading.stance.from)),
        _ => None,
    }
}

fn known(kind: Read<Kind>) -> Option<(Kind, Provenance)> {
    (kind.from != Provenance::None).then_some((kind.value, kind.from))
}
