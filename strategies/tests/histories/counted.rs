//! A second fold, from the seeds and the crate's tables alone: it keeps what everybody said and looks it through anew each time.

use std::sync::Arc;

use quorate_strategies::{event::Event, prelude::*};

/// What became of one turn.
#[derive(Debug, Clone)]
enum Came {
    Nothing,
    CalledOff,
    Words { message: Arc<Message>, votes: bool, ballots: u32 },
}

#[derive(Debug, Clone)]
struct Turned {
    seat: usize,
    round: u32,
    form: Form,
    came: Option<Came>,
}

#[derive(Debug)]
struct Sitting {
    who: Arc<Seat>,
    votes: bool,
    /// The first round in which it counts.
    first: u32,
}

/// The history so far.
#[derive(Debug, Default)]
pub(super) struct Book {
    seats: Vec<Sitting>,
    turns: Vec<Turned>,
    asks: Vec<Ask>,
    round: u32,
    pub(super) options: Vec<Arc<str>>,
    points: usize,
    /// How often something else was put to the vote.
    ballots: u32,
}

/// Whether a datum from there may move a decision: structured output first, markers second, labels; never a guess.
fn moves(from: Provenance) -> bool {
    from == Provenance::Structured || from == Provenance::Marker || from == Provenance::Label
}

impl Book {
    pub(super) fn take(&mut self, event: &Event) {
        match event {
            Event::Created(charter) => {
                self.options = charter.brief.options.clone();
                self.points = charter.brief.points.len();
            }
            Event::Seated { who, .. } => {
                let first = if who.bench.is_some() { u32::MAX } else { 0 };
                let votes = who.bench.map_or(who.vote, |bench| bench.vote);
                self.seats.push(Sitting { who: Arc::clone(who), votes, first });
            }
            Event::Invited { seat, .. } => self.seats[usize::from(seat.0)].first = self.round + 1,
            Event::RoundOpened { round } => self.round = *round,
            Event::Stepped { step: Step::Ask { asks }, .. } => self.asks.clone_from(asks),
            Event::Asked { ask, seat, .. } => {
                let form = self.asks[usize::from(*ask)].form.clone();
                self.turns.push(Turned { seat: usize::from(seat.0), round: self.round, form, came: None });
            }
            Event::Answered { turn, message, .. } => {
                let asked: Option<&[Arc<str>]> = match &self.turns[turn.0 as usize - 1].form {
                    Form::Ballot(o) | Form::Approval(o) | Form::Ranking(o) | Form::Points { options: o, .. } => Some(o),
                    Form::Free | Form::Stance | Form::Scores(_) => None,
                };
                let votes = asked == Some(&self.options[..]);
                let (message, ballots) = (Arc::clone(message), self.ballots);
                self.turns[turn.0 as usize - 1].came = Some(Came::Words { message, votes, ballots });
            }
            Event::Ended { turn, how, .. } => {
                let came = if *how == Ending::NotNeeded { Came::CalledOff } else { Came::Nothing };
                self.turns[turn.0 as usize - 1].came = Some(came);
            }
            Event::PutToVote { options } => {
                self.options = options.to_vec();
                self.ballots += 1;
            }
            _ => {}
        }
    }

    /// Everybody who counts in this round, in seat order.
    fn voters(&self) -> impl Iterator<Item = (usize, &Sitting)> {
        self.seats.iter().enumerate().filter(|(_, one)| one.votes && one.first <= self.round)
    }

    /// The sides, in the order in which those at the table sit.
    pub(super) fn sides(&self) -> Vec<Arc<str>> {
        let mut sides = Vec::new();
        for one in self.seats.iter().filter(|one| one.first <= self.round) {
            sides.extend(one.who.side.clone().filter(|side| !sides.contains(side)));
        }
        sides
    }

    pub(super) fn voices(&self) -> Vec<Voice> {
        let sides = self.sides();
        let side = |who: &Seat| sides.iter().position(|side| Some(side) == who.side.as_ref()).map(|at| at as u16);
        let voice = |(seat, one): (usize, &Sitting)| Voice {
            weight: one.who.weight,
            position: self.position(seat),
            stance: self.stance(seat),
            ballot: self.ballot(seat),
            scores: (1..=self.points).map(|point| self.score(seat, point)).collect(),
            side: side(&one.who),
            conceded: self.said(seat).any(|(_, reading)| reading.concede.is_some_and(moves)),
            answered: self.is_here(seat),
        };
        self.voters().map(voice).collect()
    }

    /// What a seat said in its turns, but for those in which it passed.
    fn said(&self, seat: usize) -> impl DoubleEndedIterator<Item = (&Turned, &Reading)> {
        let turns = self.turns.iter().filter(move |turn| turn.seat == seat);
        turns.filter_map(|turn| match &turn.came {
            Some(Came::Words { message, .. }) if message.reading.pass.is_none() => Some((turn, &message.reading)),
            _ => None,
        })
    }

    /// Whether its last turn brought an answer; to be called off is no fault of its own.
    fn is_here(&self, seat: usize) -> bool {
        let turns = self.turns.iter().rev().filter(|turn| turn.seat == seat);
        let last = turns.filter_map(|turn| turn.came.as_ref()).find(|came| !matches!(came, Came::CalledOff));
        !matches!(last, Some(Came::Nothing))
    }

    /// Seed 004: agreement, opposition and a proposal of one's own, the last that was said in a form that counts.
    fn position(&self, seat: usize) -> Position {
        let moved = |(_, reading): (&Turned, &Reading)| {
            let kind = if moves(reading.kind.from) { Some(reading.kind.value) } else { None };
            let stance = if moves(reading.stance.from) { reading.stance.value } else { Stance::Neutral };
            match (kind, stance) {
                (Some(Kind::Proposal), _) => Some(Position::Open),
                (Some(Kind::Consensus), Stance::Disagree) => Some(Position::Open),
                (Some(Kind::Consensus), _) => Some(Position::For),
                (Some(Kind::Oppose), Stance::Agree) => Some(Position::Open),
                (Some(Kind::Oppose), _) => Some(Position::Against),
                (Some(Kind::Support), Stance::Disagree) => Some(Position::Open),
                (_, Stance::Agree) => Some(Position::For),
                (_, Stance::Disagree) => Some(Position::Against),
                _ => None,
            }
        };
        self.said(seat).rev().find_map(moved).unwrap_or(Position::Open)
    }

    /// Seeds 000 and 001: the last stance of this round.
    fn stance(&self, seat: usize) -> Stance {
        let mut given =
            self.said(seat).filter(|(turn, reading)| turn.round == self.round && moves(reading.stance.from));
        given.next_back().map_or(Stance::Unknown, |(_, reading)| reading.stance.value)
    }

    /// The last ballot over what can be voted for since that was put to the vote.
    fn ballot(&self, seat: usize) -> Option<Ballot> {
        let mut given = self.said(seat).filter_map(|(turn, reading)| match &turn.came {
            Some(Came::Words { votes: true, ballots, .. }) if *ballots == self.ballots => {
                reading.ballot.as_ref().filter(|read| moves(read.from)).map(|read| read.value.clone())
            }
            _ => None,
        });
        given.next_back()
    }

    /// The last score of a point, numbered from 1.
    fn score(&self, seat: usize, point: usize) -> Option<Score> {
        let scores = self.said(seat).flat_map(|(_, reading)| reading.scores.iter());
        let of_point = scores.filter(|score| usize::from(score.point) == point && moves(score.from));
        of_point.filter_map(|score| score.value).next_back()
    }
}
