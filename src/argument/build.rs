//! Makes the graph of an argument from a record, batch by batch.

use std::collections::HashMap;

use quorate_strategies::{
    reading::{Kind, Provenance, Reading},
    rule::Input,
    seat::SeatId,
    turn::{Turn, TurnId},
};

use super::{
    Argument, Edge, Node, Persuaded, Proposed, Relation, Repeated,
    camps::camps,
    fates::Fates,
    references::{Reference, numbers, resolved},
    relation::{by_stance, relation},
};
use crate::report::{self, Ground, Source, could_hear, hears_nobody};

/// Characters of a message that its node shows.
const FIRST: usize = 80;

impl Argument {
    /// The argument of a record, also of one that has not come to its end.
    ///
    /// Without the entries of the record it is not known which messages were asked together, and each counts as if it
    /// could have heard those with lower numbers.
    #[must_use]
    pub fn of(source: &Source<'_>) -> Self {
        Self::on(&Ground::of(source))
    }

    pub(crate) fn on(ground: &Ground<'_>) -> Self {
        let mut maker = Maker::new(ground);
        let spoken: Vec<&Turn> = ground.state.turns().iter().filter(|turn| spoken(turn).is_some()).collect();
        let together = |one: &&Turn, other: &&Turn| {
            let step = ground.batches.step(one.id);
            step.is_some() && step == ground.batches.step(other.id)
        };
        for batch in spoken.chunk_by(together) {
            maker.batch(batch);
        }
        maker.done()
    }
}

/// What was read from a message that is no pass.
pub(super) fn spoken(turn: &Turn) -> Option<&Reading> {
    turn.reading().filter(|reading| reading.pass.is_none())
}

/// An argument while it is made. It knows the batches before the one at hand, so nobody refers to what was asked together.
struct Maker<'a> {
    ground: &'a Ground<'a>,
    argument: Argument,
    /// What each seat said, in order.
    said: HashMap<SeatId, Vec<TurnId>>,
    /// Proposals of the batches that hold any; of several in a row by one seat alone only the last.
    proposals: Vec<Vec<TurnId>>,
    fates: Fates,
}

impl<'a> Maker<'a> {
    fn new(ground: &'a Ground<'a>) -> Self {
        let argument = Argument::default();
        Self { ground, argument, said: HashMap::new(), proposals: Vec::new(), fates: Fates::default() }
    }

    fn batch(&mut self, batch: &[&'a Turn]) {
        for turn in batch {
            self.message(turn);
        }
        for turn in batch {
            self.said.entry(turn.seat).or_default().push(turn.id);
            self.fates.ask(turn);
        }
        self.propose(batch);
    }

    fn message(&mut self, turn: &'a Turn) {
        let (Some(message), Some(reading)) = (turn.message(), spoken(turn)) else { return };
        self.argument.nodes.push(node(turn, reading, message.text()));
        let before = self.said.get(&turn.seat).and_then(|said| said.last()).and_then(|id| self.turn(*id));
        if let Some(before) = before.filter(|before| before.message().is_some_and(|before| message.repeats(before))) {
            self.argument.repetitions.push(Repeated { message: turn.id, of: before.id });
        }
        let is_blind = hears_nobody(self.ground.state, turn);
        let references = if is_blind { Vec::new() } else { self.references(turn, reading) };
        self.fates.refer(turn);
        let mut edges = match references.as_slice() {
            [] if is_blind => Vec::new(),
            [] => self.guess(turn, reading).into_iter().collect(),
            references => self.edges(turn, reading, references),
        };
        let answered = if is_blind { Vec::new() } else { self.fates.answers(self.ground, turn) };
        for (question, mention) in answered {
            answer(&mut edges, turn.id, question, mention);
        }
        edges.sort_by_key(|edge| edge.to);
        for edge in edges {
            self.argument.graph.add_edge(edge.from, edge.to, self.argument.edges.len());
            self.argument.edges.push(edge);
        }
    }

    fn turn(&self, id: TurnId) -> Option<&'a Turn> {
        self.ground.state.turn(id)
    }

    fn hears(&self, turn: &Turn, other: &Turn) -> bool {
        could_hear(self.ground.state, &self.ground.batches, turn, other)
    }

    /// The messages that a message refers to, in order.
    fn references(&self, turn: &Turn, reading: &Reading) -> Vec<Reference> {
        let heard = |id: &TurnId| self.turn(*id).filter(|other| self.hears(turn, other) && spoken(other).is_some());
        let numbers = numbers(self.ground.state, turn).into_iter().filter_map(|number| {
            let seat = heard(&number.to)?.seat;
            Some((number, seat))
        });
        let last = |seat: SeatId| self.said.get(&seat)?.iter().rev().find(|id| heard(id).is_some()).copied();
        resolved(&reading.mentions, numbers.collect(), last)
    }

    fn edges(&self, turn: &Turn, reading: &Reading, references: &[Reference]) -> Vec<Edge> {
        let several = references.iter().filter(|one| one.from.counts()).count() > 1;
        let edge = |one: &Reference| {
            let target = spoken(self.turn(one.to)?)?;
            let (relation, read) = relation(reading, target);
            // Whom the kind of a message is about that refers to several, nobody said.
            let is_of_all = matches!(relation, Relation::Replies) || read == Provenance::None;
            let read = if several && !is_of_all { Provenance::Guess } else { read };
            let provenance = if read == Provenance::None { one.from } else { one.from.max(read) };
            Some(Edge { from: turn.id, to: one.to, relation, reference: one.from, provenance })
        };
        references.iter().filter_map(edge).collect()
    }

    /// To the last proposal of somebody else, where it is one.
    fn guess(&self, turn: &Turn, reading: &Reading) -> Option<Edge> {
        let relation = by_stance(reading)?;
        let others = |batch: &Vec<TurnId>| -> Vec<TurnId> {
            let heard = batch.iter().filter_map(|id| self.turn(*id)).filter(|other| self.hears(turn, other));
            heard.map(|other| other.id).collect()
        };
        let last = self.proposals.iter().rev().map(others).find(|others| !others.is_empty())?;
        let [to] = *last.as_slice() else { return None };
        let guess = Provenance::Guess;
        Some(Edge { from: turn.id, to, relation, reference: guess, provenance: guess })
    }

    fn propose(&mut self, batch: &[&Turn]) {
        let proposes = |turn: &&&Turn| spoken(turn).is_some_and(|it| it.kind.counted() == Some(&Kind::Proposal));
        let made: Vec<TurnId> = batch.iter().filter(proposes).map(|turn| turn.id).collect();
        let seat_of = |batch: &[TurnId]| match batch {
            [one] => self.turn(*one).map(|turn| turn.seat),
            _ => None,
        };
        if made.is_empty() {
            return;
        }
        let alone = seat_of(&made);
        if alone.is_some() && self.proposals.last().and_then(|last| seat_of(last)) == alone {
            self.proposals.pop();
        }
        self.proposals.push(made);
    }

    fn done(self) -> Argument {
        let Self { ground, mut argument, fates, .. } = self;
        (argument.objections, argument.questions) = fates.told(ground, &argument);
        argument.proposals = proposals(&argument);
        argument.camps = camps(ground, &argument);
        argument.persuasions = persuasions(ground, &argument);
        argument
    }
}

/// Notes that a message answers a question because the question asked its speaker.
fn answer(edges: &mut Vec<Edge>, from: TurnId, question: TurnId, mention: Provenance) {
    match edges.iter_mut().find(|edge| edge.to == question) {
        Some(edge) if edge.relation == Relation::Replies && mention.counts() => {
            edge.reference = edge.reference.min(mention);
            (edge.relation, edge.provenance) = (Relation::Answers, edge.reference);
        }
        Some(_) => {}
        None => {
            let relation = Relation::Answers;
            edges.push(Edge { from, to: question, relation, reference: mention, provenance: mention });
        }
    }
}

fn node(turn: &Turn, reading: &Reading, text: &str) -> Node {
    let words = first_words(text);
    Node { message: turn.id, seat: turn.seat, round: turn.round, kind: reading.kind, stance: reading.stance, words }
}

/// The leading sentence in one line, cut where it is long.
fn first_words(text: &str) -> String {
    let lead = report::lead(text).unwrap_or_default();
    let words = lead.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().nth(FIRST).is_none() {
        return words;
    }
    let cut: String = words.chars().take(FIRST - 1).collect();
    format!("{}…", cut.trim_end())
}

fn proposals(argument: &Argument) -> Vec<Proposed> {
    let made = argument.nodes.iter().filter(|node| node.kind.counted() == Some(&Kind::Proposal));
    made.map(|node| {
        let about = argument.about(node.message);
        let with = |relation| {
            let counted = about.iter().filter(|edge| edge.relation == relation && !edge.is_guess());
            counted.map(|edge| edge.from).collect()
        };
        let (supports, objections) = (with(Relation::Supports), with(Relation::Objects));
        Proposed { message: node.message, seat: node.seat, supports, objections }
    })
    .collect()
}

/// Every change of mind; how a seat came to stand anywhere is none, but sides stand from the beginning.
fn persuasions(ground: &Ground<'_>, argument: &Argument) -> Vec<Persuaded> {
    let changed = ground.moved.iter().filter(|moved| moved.nth > 1 || ground.input == Some(Input::Sides));
    changed
        .filter_map(|moved| {
            let named = argument.targets(moved.turn).iter().filter(|edge| edge.reference.counts());
            let named = named.max_by_key(|edge| (edge.relation == Relation::Supports, edge.to));
            let (by, provenance) = match named {
                Some(edge) => (edge.to, edge.reference),
                None => (moved.after?, Provenance::Guess),
            };
            let (from, to) = (moved.from.clone(), moved.to.clone());
            Some(Persuaded { seat: moved.seat, message: moved.turn, from, to, by, provenance })
        })
        .collect()
}
