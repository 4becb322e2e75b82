//! Laws that hold for every discussion, and how long the longest takes.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use proptest::{collection, prop_assert, prop_assert_eq, proptest, sample, strategy::Strategy};

use super::*;

const SEATS: u16 = 4;

const DOES: &[&str] = &[
    "",
    "[PASS] ",
    "[CONCEDE] ",
    "[KIND: PROPOSAL] ",
    "[KIND: SUPPORT] ",
    "[KIND: OPPOSE] ",
    "[KIND: QUESTION] ",
    "[KIND: CLARIFY] ",
    "[KIND: CONSENSUS] ",
    "[STANCE: AGREE] ",
    "[STANCE: DISAGREE] ",
];
const REFERS: &[&str] = &["", "@Ann ", "@Bob ", "@Cem ", "@Dan ", "@Ann @Bob ", "I disagree. "];
const WORDS: &[&str] = &["Tea.", "Milk is cheap.", "What does it cost?"];

/// A reply with any of what edges are found by.
fn reply() -> impl Strategy<Value = String> {
    let parts = (sample::select(DOES), sample::select(REFERS), sample::select(WORDS));
    parts.prop_map(|(does, refers, words)| format!("{does}{refers}{words}"))
}

/// Batches of seats that each speak once.
fn batches() -> impl Strategy<Value = Vec<Vec<Said>>> {
    let seats = sample::subsequence((0..SEATS).collect::<Vec<_>>(), 1..=usize::from(SEATS));
    let batch = seats.prop_flat_map(|seats| {
        let replies = collection::vec(reply(), seats.len());
        replies.prop_map(move |replies| seats.iter().copied().zip(replies).collect::<Vec<Said>>())
    });
    collection::vec(batch, 1..8)
}

fn played(batches: Vec<Vec<Said>>) -> Record {
    let names = ["Ann", "Bob", "Cem", "Dan"].map(str::to_owned).to_vec();
    Room { names, rounds: vec![batches], ..room() }.record()
}

/// Every edge by who said it in which batch, which is the same in whatever order a batch was asked.
fn edges_by_speaker(batches: &[Vec<Said>], argument: &Argument) -> BTreeSet<String> {
    let speakers = batches.iter().enumerate().flat_map(|(at, batch)| batch.iter().map(move |(seat, _)| (at, *seat)));
    let who: HashMap<u32, (usize, u16)> = (1..).zip(speakers).collect();
    let edge = |edge: &super::super::Edge| {
        let (from, to) = (who[&edge.from.0], who[&edge.to.0]);
        format!("{from:?} {} {to:?} {:?} {:?}", edge.relation.name(), edge.reference, edge.provenance)
    };
    argument.edges().iter().map(edge).collect()
}

proptest! {
    #[test]
    fn the_order_of_seats_within_a_batch_changes_nothing(batches in batches()) {
        let turned: Vec<Vec<Said>> =
            batches.iter().map(|batch| batch.iter().rev().cloned().collect()).collect();
        let (one, other) = (played(batches.clone()).argument(), played(turned.clone()).argument());
        prop_assert_eq!(edges_by_speaker(&batches, &one), edges_by_speaker(&turned, &other));
        let camps = |argument: &Argument| argument.camps().to_vec();
        let open = |argument: &Argument| argument.unanswered().count();
        prop_assert_eq!(camps(&one), camps(&other));
        prop_assert_eq!(open(&one), open(&other));
    }

    #[test]
    fn every_edge_goes_to_an_earlier_message_of_somebody_else_and_is_alone(batches in batches()) {
        let argument = played(batches).argument();
        let mut known = BTreeSet::new();
        for edge in argument.edges() {
            prop_assert!(edge.to < edge.from);
            prop_assert!(known.insert((edge.from, edge.to)));
            let [from, to] = [edge.from, edge.to].map(|id| argument.node(id).map(|node| node.seat));
            prop_assert!(from.is_some() && to.is_some() && from != to);
            prop_assert!(edge.provenance >= edge.reference, "a relation is no surer than its reference");
        }
    }

    #[test]
    fn an_objection_without_any_later_word_is_unanswered(batches in batches()) {
        let objection = vec![(0, "[KIND: OPPOSE] Nobody says anything after this.".to_owned())];
        let last = TurnId(batches.iter().map(|batch| u32::try_from(batch.len()).unwrap()).sum::<u32>() + 1);
        let argument = played(batches.into_iter().chain([objection]).collect()).argument();
        prop_assert_eq!(argument.fate(last), Some(Fate::Unanswered));
    }

    #[test]
    fn what_answers_comes_later_and_refers(batches in batches()) {
        let record = played(batches);
        let argument = record.argument();
        for one in argument.objections() {
            let Fate::Answered(answer) = one.fate else { continue };
            prop_assert!(answer > one.message);
            let reading = record.state.turn(answer).and_then(|turn| turn.reading()).unwrap();
            prop_assert!(reading.mentions.iter().any(|mention| mention.value == one.seat));
        }
    }

    #[test]
    fn everybody_who_spoke_is_in_one_camp_and_no_camp_is_for_and_against(batches in batches()) {
        let record = played(batches);
        let argument = record.argument();
        let spoke: BTreeSet<SeatId> = argument.nodes().iter().map(|node| node.seat).collect();
        let all: Vec<SeatId> = argument.camps().iter().flat_map(|camp| camp.seats.clone()).collect();
        prop_assert_eq!(all.len(), spoke.len());
        for camp in argument.camps() {
            let stands = |seat: &SeatId| record.state.standings()[seat.index()].position;
            let positions: BTreeSet<_> = camp.seats.iter().map(stands).filter(|one| *one != Position::Open).collect();
            prop_assert!(positions.len() < 2, "{:?}", camp);
        }
    }
}

/// The processor's time of this thread: what else the machine does is not counted.
fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("it began at 0")
}

/// A discussion of four who say much that has to be looked at, in so many batches.
fn long(batches: usize) -> Record {
    let says = [
        "[KIND: PROPOSAL] We move in two steps, with a check between them. @Bob",
        "[KIND: OPPOSE] Reply to #12: that is too slow for the billing service, and it names no owner. @Ann @Cem",
        "[KIND: QUESTION] What does it cost?",
        "[KIND: SUPPORT] @Bob step #3 is missing.",
    ];
    let batch: Vec<Said> = (0..SEATS).zip(says.map(str::to_owned)).collect();
    played(vec![batch; batches])
}

fn took(record: &Record) -> Duration {
    let best = (0..3).map(|_| {
        let start = now();
        std::hint::black_box(record.argument());
        now() - start
    });
    best.min().unwrap_or_default()
}

#[test]
fn ten_times_the_messages_take_ten_times_the_work() {
    let [short, whole] = [100, 1_000].map(long);
    // Caches are shared with whatever else runs: a careless loop fails every try, and by much.
    let is_linear = || took(&whole) < took(&short).max(Duration::from_millis(1)) * 30;
    assert!((0..5).any(|_| is_linear()), "{:?} and {:?}", took(&short), took(&whole));
}

/// Run by hand: `cargo test --lib ten_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
fn ten_thousand_messages() {
    println!("{:?}", took(&long(2_500)));
}
