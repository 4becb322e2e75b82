//! Random histories: what could have been recorded, however unlikely, without any strategy behind it.

use std::sync::Arc;

use quorate_strategies::{
    event::{Charter, Event},
    prelude::*,
    reading::{Read, ScoreRead},
};
use rand::{RngExt as _, rngs::ChaCha8Rng, seq::SliceRandom as _};

const OPTIONS: [&str; 5] = ["tea", "cocoa", "water", "juice", "milk"];
const OTHERS: [&str; 3] = ["guilty", "innocent", "tea"];

/// A history of 1 to 8 seats and 1 to 5 rounds.
pub(super) fn drawn(random: &mut ChaCha8Rng) -> Vec<Event> {
    let mut pen = Pen { random, events: Vec::new(), turns: 0, open: Vec::new(), table: Vec::new(), options: [].into() };
    pen.begin();
    for round in 1..=pen.number(1, 5) {
        pen.round(round);
    }
    if pen.random.random_bool(0.3) {
        pen.events.push(Event::Closing { why: StopReason::MaxRounds });
        pen.ask();
    }
    pen.events
}

/// Where a seat is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Table,
    Bench,
    Invited,
}

struct Pen<'r> {
    random: &'r mut ChaCha8Rng,
    events: Vec<Event>,
    turns: u32,
    /// Turns of the batch that have not ended, and what they are asked for.
    open: Vec<(TurnId, Form)>,
    table: Vec<(Arc<Seat>, Place)>,
    options: Arc<[Arc<str>]>,
}

fn named(names: &[&str]) -> Arc<[Arc<str>]> {
    names.iter().map(|name| Arc::from(*name)).collect()
}

impl Pen<'_> {
    fn number(&mut self, least: u32, most: u32) -> u32 {
        self.random.random_range(least..=most)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.random_range(0..of.len())]
    }

    fn begin(&mut self) {
        let mut brief = Brief::new("Shall we?");
        let options = self.number(0, 5) as usize;
        brief.options = named(&OPTIONS[..options]).to_vec();
        brief.points = (0..self.number(0, 3)).map(|at| Point { name: format!("p{at}").into(), ..point() }).collect();
        self.options = brief.options.clone().into();
        self.events.push(Event::Created(Charter { brief, ..Charter::default() }.into()));
        for at in 0..self.number(1, 8) as u16 {
            let seat = self.seat(at);
            let place = if seat.bench.is_some() { Place::Bench } else { Place::Table };
            let who = Arc::new(seat);
            self.events.push(Event::Seated { seat: SeatId(at), who: Arc::clone(&who) });
            self.table.push((who, place));
        }
    }

    fn seat(&mut self, at: u16) -> Seat {
        let weight = self.one(&[1, 1, 1, 1, 2, 3, 1_000_000]);
        let mut seat = Seat::new(format!("Seat {at}")).weight(weight);
        if let Some(side) = self.one(&[None, Some("yes"), Some("no"), Some("maybe"), Some("yes")]) {
            seat = seat.side(side);
        }
        if self.random.random_bool(0.1) {
            seat = seat.voice_only();
        }
        if self.random.random_bool(0.2) { seat.benched() } else { seat }
    }

    fn round(&mut self, round: u32) {
        self.events.push(Event::RoundOpened { round });
        for (_, place) in self.table.iter_mut().filter(|(_, place)| *place == Place::Invited) {
            *place = Place::Table;
        }
        for _ in 0..self.number(0, 3) {
            match self.number(0, 9) {
                0 => self.invite(),
                1 => self.put_to_vote(),
                2 => self.consult(),
                _ => self.ask(),
            }
        }
        self.events.push(Event::RoundClosed { round });
    }

    fn step(&mut self, step: Step) {
        self.events.push(Event::Stepped { step, upto: self.events.len() as u64 });
    }

    fn invite(&mut self) {
        let request = Step::Invite { wanted: "more".into() };
        self.step(request.clone());
        let waiting: Vec<usize> = (0..self.table.len()).filter(|at| self.table[*at].1 == Place::Bench).collect();
        if waiting.is_empty() {
            return self.events.push(Event::Refused { request, why: "nobody waits".into() });
        }
        let at = self.one(&waiting);
        self.table[at].1 = Place::Invited;
        let who = Arc::new(self.table[at].0.joined());
        self.events.push(Event::Invited { seat: SeatId(at as u16), who });
    }

    fn put_to_vote(&mut self) {
        let many = self.number(1, 5) as usize;
        self.options = named(&OPTIONS[5 - many..]);
        self.events.push(Event::PutToVote { options: Arc::clone(&self.options) });
    }

    fn consult(&mut self) {
        let question: Arc<str> = "Who is next?".into();
        self.step(Step::Consult { to: SeatId(0), question: Arc::clone(&question) });
        let answer = Some("[STANCE: AGREE]".into());
        self.events.push(Event::Consulted { to: SeatId(0), question, answer });
    }

    /// A batch of some who sit at the table, whose turns end in any order while others speak from outside.
    fn ask(&mut self) {
        let mut seats: Vec<u16> =
            (0..self.table.len() as u16).filter(|at| self.table[usize::from(*at)].1 == Place::Table).collect();
        seats.shuffle(self.random);
        seats.truncate(self.number(1, 8) as usize);
        if seats.is_empty() {
            return;
        }
        let asks: Vec<Ask> = seats.iter().map(|seat| Ask::new(SeatId(*seat), "speak").form(self.form())).collect();
        self.step(Step::Ask { asks: asks.clone() });
        for (at, ask) in asks.into_iter().enumerate() {
            self.turns += 1;
            let turn = TurnId(self.turns);
            let context = "".into();
            self.events.push(Event::Asked { turn, ask: at as u16, seat: ask.seat, context, fitted: None });
            self.open.push((turn, ask.form));
        }
        self.open.shuffle(self.random);
        while let Some((turn, form)) = self.open.pop() {
            self.outside();
            self.end(turn, &form);
        }
    }

    fn form(&mut self) -> Form {
        let options = if self.random.random_bool(0.85) { Arc::clone(&self.options) } else { named(&OTHERS) };
        match self.number(0, 9) {
            0 => Form::Free,
            1 => Form::Stance,
            2 => Form::Scores(named(&["p0"])),
            3 | 4 => Form::Approval(options),
            5 | 6 => Form::Ranking(options),
            7 => Form::Points { options, most: 100 },
            _ => Form::Ballot(options),
        }
    }

    fn outside(&mut self) {
        let event = match self.number(0, 29) {
            0 => Event::Interjected { author: "Pat".into(), text: "[STANCE: AGREE] [VOTE: tea]".into() },
            1 => Event::Paused { by: "Pat".into() },
            2 => Event::Resumed { by: "Pat".into() },
            _ => return,
        };
        self.events.push(event);
    }

    fn end(&mut self, turn: TurnId, form: &Form) {
        let silent = [Ending::Failed, Ending::TimedOut, Ending::Cancelled, Ending::NotNeeded];
        if self.random.random_bool(0.25) {
            let how = self.one(&silent);
            self.events.push(Event::Ended { turn, how, why: "drawn".into() });
            if self.random.random_bool(0.3) {
                self.events.push(Event::Late { turn, text: "[STANCE: AGREE] [VOTE: tea]".into() });
            }
            return;
        }
        let message = Message { raw: "Words.".into(), reading: self.reading(form), ..Message::default() };
        self.events.push(Event::Answered { turn, message: message.into(), receipt: Box::default() });
    }

    fn from(&mut self) -> Provenance {
        let marker = Provenance::Marker;
        self.one(&[
            Provenance::Structured,
            marker,
            marker,
            marker,
            Provenance::Label,
            Provenance::Guess,
            Provenance::None,
        ])
    }

    fn reading(&mut self, form: &Form) -> Reading {
        let kind = self.one(&Kind::ALL);
        let stances = [Stance::Agree, Stance::Agree, Stance::Disagree, Stance::Neutral, Stance::Unknown];
        let (stance, ballot) = (self.one(&stances), self.ballot(form));
        Reading {
            kind: Read::new(kind, self.from()),
            stance: Read::new(stance, self.from()),
            scores: self.scores(),
            ballot: ballot.map(|ballot| Read::new(ballot, self.from())),
            concede: self.random.random_bool(0.15).then(|| self.from()),
            close: self.random.random_bool(0.1).then(|| self.from()),
            pass: self.random.random_bool(0.08).then_some(Provenance::Marker),
            ..Reading::default()
        }
    }

    fn scores(&mut self) -> Vec<ScoreRead> {
        let many = self.number(0, 3);
        let scores = (0..many).map(|_| {
            let value = Score::from_hundredths(self.number(0, 10_500) as u16);
            ScoreRead { point: self.number(0, 4) as u16, value, from: self.from() }
        });
        scores.collect()
    }

    /// A ballot as it may come: mostly in the form that was asked for, now and then in another, or void.
    fn ballot(&mut self, form: &Form) -> Option<Ballot> {
        let options = form.options().map_or(3, |options| options.len() as u16);
        let usual = match form {
            Form::Approval(_) => 1,
            Form::Ranking(_) => 2,
            Form::Points { .. } => 3,
            _ => 0,
        };
        let kind = if self.random.random_bool(0.85) { usual } else { self.number(0, 6) };
        let mut some: Vec<u16> = (0..options).collect();
        some.shuffle(self.random);
        some.truncate(self.number(0, 4) as usize);
        if self.random.random_bool(0.05) {
            // One that is not there, or one that is named again.
            some.push(self.number(0, 7) as u16);
        }
        Some(match kind {
            0 => Ballot::Choice(self.number(0, u32::from(options)) as u16),
            1 => Ballot::Approval(some),
            2 => Ballot::Ranking(some),
            3 => Ballot::Points(some.into_iter().map(|option| (option, self.number(0, 60))).collect()),
            4 => Ballot::Abstain,
            _ => return None,
        })
    }
}

fn point() -> Point {
    Point { name: "".into(), weight: 0 }
}
