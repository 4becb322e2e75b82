//! Calling off what is pending: a cut discussion has the verdict that it would have had, whatever was still to come.

use proptest::prelude::*;
use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next},
    event::{Charter, Event},
    outcome::{Completeness, Outcome},
    prelude::*,
    reading::{Ballot, Read},
    state::State,
    strategy::Knobs,
    verify::replay,
};

const RULES: [&str; 9] = [
    "majority",
    "supermajority",
    "unanimity",
    "plurality",
    "approval",
    "borda",
    "instant-runoff",
    "condorcet",
    "cumulative",
];

/// What one seat does in round 2: votes for an option, abstains, passes or says nothing.
const DEEDS: u8 = 5;

/// A poll over two options in which round 1 decided nothing and round 2 has been asked.
struct Poll {
    engine: Engine,
    empty: Engine,
    events: Vec<Event>,
}

impl Poll {
    fn new(rule: &str, weights: &[u32], min: u32, first: &[u8]) -> Self {
        let catalog = Catalog::builtin();
        let strategy = catalog.strategy("poll", &Knobs::new()).unwrap();
        let engine = Engine::new(strategy, Some(catalog.rule(rule, &Knobs::new()).unwrap()), State::default());
        let mut brief = Brief::new("Which?");
        brief.options = vec!["yes".into(), "no".into()];
        let charter = Charter { rounds: Rounds::new(min, 2), brief, ..Charter::default() };
        let mut poll = Self { empty: engine.clone(), engine, events: Vec::new() };
        poll.record(Event::Created(charter.into()));
        for (at, weight) in weights.iter().enumerate() {
            let seat = Seat::new(format!("Seat {at}")).weight(*weight);
            poll.record(Event::Seated { seat: SeatId(u16::try_from(at).unwrap()), who: seat.into() });
        }
        poll.advance();
        for (at, deed) in first.iter().enumerate() {
            assert_eq!(poll.engine.settled([]), None, "round 1 is never cut");
            poll.deed(at, *deed);
        }
        poll.advance();
        poll
    }

    fn record(&mut self, event: Event) {
        self.events.push(event);
        let (seq, event) = (self.events.len() as u64, self.events.last().unwrap());
        self.engine.apply(seq, event).unwrap();
    }

    /// Goes on until somebody has been asked, or it is over.
    fn advance(&mut self) {
        loop {
            match self.engine.next() {
                Next::Record(event) => self.record(event),
                Next::Perform => break,
                Next::Summarise | Next::Wait | Next::Done => return,
            }
        }
        let Some(Step::Ask { asks }) = self.engine.state().open_step().map(|open| open.step.clone()) else { panic!() };
        for (at, ask) in asks.iter().enumerate() {
            let turn = TurnId(u32::try_from(self.engine.state().turns().len() + 1).unwrap());
            let ask_no = u16::try_from(at).unwrap();
            self.record(Event::Asked { turn, ask: ask_no, seat: ask.seat, context: "".into(), fitted: None });
        }
    }

    fn turn(&self, seat: usize) -> TurnId {
        self.engine.state().turns().iter().rev().find(|turn| turn.seat.index() == seat).unwrap().id
    }

    fn what(&self, seat: usize, deed: u8) -> Event {
        let turn = self.turn(seat);
        if deed == 4 {
            return Event::Ended { turn, how: Ending::Failed, why: "down".into() };
        }
        let form = self.engine.state().turn(turn).unwrap().form.clone();
        let ballot = match (deed, form) {
            (2, _) => Ballot::Abstain,
            (_, Form::Ranking(_)) => Ballot::Ranking(vec![u16::from(deed)]),
            (_, Form::Approval(_)) => Ballot::Approval(vec![u16::from(deed)]),
            (_, Form::Points { .. }) => Ballot::Points(vec![(u16::from(deed), 10)]),
            _ => Ballot::Choice(u16::from(deed)),
        };
        let reading = if deed == 3 {
            Reading { pass: Some(Provenance::Marker), ..Reading::default() }
        } else {
            Reading { ballot: Some(Read::new(ballot, Provenance::Marker)), ..Reading::default() }
        };
        let message = Message { raw: "…".into(), reading, ..Message::default() };
        Event::Answered { turn, message: message.into(), receipt: Box::default() }
    }

    fn deed(&mut self, seat: usize, deed: u8) {
        self.record(self.what(seat, deed));
    }

    fn end(mut self) -> Outcome {
        self.advance();
        let state = replay(self.empty, (1..).zip(&self.events)).unwrap();
        Outcome::of(&state).unwrap()
    }
}

fn said(outcome: &Outcome) -> (Level, bool, Option<std::sync::Arc<str>>, StopReason) {
    let verdict = outcome.verdict.as_ref().unwrap();
    (verdict.level, verdict.reached, verdict.winner.clone(), outcome.stop)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every ending of the pending seats is tried.
    #[test]
    fn whatever_the_pending_seats_would_have_said_the_verdict_is_the_same(
        rule in prop::sample::select(&RULES[..]),
        weights in prop::collection::vec(1_u32..4, 2..=4),
        first in prop::collection::vec(0..DEEDS - 1, 4),
        second in prop::collection::vec(0..DEEDS, 4),
    ) {
        let seats = weights.len();
        let start = || Poll::new(rule, &weights, 2, &first[..seats]);
        let mut cut = start();
        for heard in 1..seats {
            // The same without folding: what a driver sees while contexts are still lent.
            let event = cut.what(heard - 1, second[heard - 1]);
            let early = cut.engine.settled([&event]);
            cut.record(event);
            let settled = cut.engine.settled([]);
            prop_assert_eq!(&early, &settled);
            let Some(event) = settled else { continue };
            cut.record(event);
            for seat in heard..seats {
                let turn = cut.turn(seat);
                cut.record(Event::Ended { turn, how: Ending::NotNeeded, why: "settled".into() });
            }
            let cut = cut.end();
            // Who failed before is missing; who was called off is not.
            let complete = second[..heard].iter().all(|deed| *deed != 4);
            prop_assert_eq!(cut.completeness == Completeness::Complete, complete);
            prop_assert_eq!(quorate_strategies::outcome::called_off(&cut.participation) as usize, seats - heard);
            let pending = u32::try_from(seats - heard).unwrap();
            for ending in 0..u32::from(DEEDS).pow(pending) {
                let mut whole = start();
                (0..heard).for_each(|seat| whole.deed(seat, second[seat]));
                let mut rest = ending;
                for seat in heard..seats {
                    whole.deed(seat, u8::try_from(rest % u32::from(DEEDS)).unwrap());
                    rest /= u32::from(DEEDS);
                }
                prop_assert_eq!(said(&whole.end()), said(&cut), "ending {}", ending);
            }
            break;
        }
    }
}

#[test]
fn a_majority_that_cannot_grow_to_all_calls_the_rest_off() {
    let mut poll = Poll::new("majority", &[1, 3, 3, 1, 1], 2, &[0, 0, 1, 2, 2]);
    for (seat, deed, sure) in [(0, 1, false), (1, 0, false), (2, 0, true)] {
        poll.deed(seat, deed);
        assert_eq!(poll.engine.settled([]).is_some(), sure, "seat {seat}");
    }
}

#[test]
fn a_call_off_that_does_not_follow_is_found() {
    let mut poll = Poll::new("majority", &[1, 1, 1], 2, &[0, 1, 2]);
    poll.deed(0, 0);
    assert_eq!(poll.engine.settled([]), None);
    poll.record(Event::Settled { rule: "majority/1".into() });
    let seq = poll.events.len();
    let found = replay(poll.empty, (1..).zip(&poll.events)).unwrap_err();
    assert!(found.to_string().starts_with(&format!("event {seq}:")), "{found}");
}

#[test]
fn nothing_is_called_off_before_a_batch_or_twice() {
    let mut poll = Poll::new("majority", &[1, 3, 3, 1, 1], 2, &[0, 0, 1, 2, 2]);
    [(0, 1), (1, 0), (2, 0)].into_iter().for_each(|(seat, deed)| poll.deed(seat, deed));
    let settled = poll.engine.settled([]).unwrap();
    poll.record(settled.clone());
    assert_eq!(poll.engine.settled([]), None);
    let seq = poll.events.len() as u64 + 1;
    assert!(poll.engine.apply(seq, &settled).is_err());
    assert!(poll.empty.clone().apply(1, &settled).is_err());
}
