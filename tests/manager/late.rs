//! Answers that come when their turns are over: kept and shown, never counted, and never waited for.

use std::{sync::Arc, time::Duration};

use quorate::{
    Discussion,
    agent::{
        Agent, AgentError, Reply, Request, Sink, TurnTime,
        pool::{Lane, Limits},
    },
    manager::Recorded,
    strategies::{
        event::{Budget, Event, Spend},
        prelude::*,
        rules::Stances,
        seat::{Backend, Origin},
        strategies::{Expert, Opening, Others, Poll, RoundRobin},
    },
};
use tokio::time::Instant;

use super::table::{Act, Log, Player, about, checked, minutes};

const TOTAL_MS: u64 = 6_000;

/// A backend with a time of its own for a turn, and a body of its own.
#[derive(Debug)]
struct Timed {
    player: Player,
    turn_ms: u64,
    origin: Origin,
}

#[async_trait::async_trait]
impl Agent for Timed {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.player.reply(request, sink).await
    }

    fn backend(&self) -> Backend {
        Backend { name: "timed".into(), origin: self.origin }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        self.player.lane()
    }

    fn turn_time(&self) -> TurnTime {
        TurnTime::Own(Duration::from_millis(self.turn_ms))
    }
}

fn timed(player: &Player, turn_ms: u64) -> Timed {
    Timed { player: player.clone(), turn_ms, origin: Origin::Script }
}

/// What came late, by turn.
fn late(done: &quorate::Finished) -> Vec<(u32, Arc<str>)> {
    let events = done.entries.iter().filter_map(|entry| match &entry.event {
        Event::Late { turn, text } => Some((turn.0, Arc::clone(text))),
        _ => None,
    });
    events.collect()
}

/// An expert, and three who are asked together: Ann has 1 s and takes 1.5, Bob is there at 2, Cy has 1 s and hangs.
fn together(origin: Origin) -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, |request| match (&*request.seat.name, request.task) {
        ("Ann", _) => Act::from("<think>Hm.</think>Never. [STANCE: DISAGREE]").after(1_500),
        ("Bob", _) => Act::from("Yes. [STANCE: AGREE]").after(2_000),
        ("Cy", _) => Act::Hang,
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let discussion = about("Ship?")
        .strategy(Expert::new(Others::Together, Opening::EveryRound))
        .rule(Stances::default())
        .max_rounds(1)
        .seat(Seat::new("Exp").role("expert"), player.clone());
    let discussion = [("Ann", 1_000), ("Bob", 60_000), ("Cy", 1_000)]
        .into_iter()
        .fold(discussion, |one, (name, ms)| one.seat(Seat::new(name), Timed { origin, ..timed(&player, ms) }));
    (discussion, log)
}

#[tokio::test(start_paused = true)]
async fn an_answer_after_its_time_is_kept_and_shown_and_does_not_count() {
    let (discussion, log) = together(Origin::Model);
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(start.elapsed(), Duration::from_secs(2), "nobody waits for who hangs");
    assert_eq!(log.running(), 0);
    assert_eq!(late(&done), [(2, "Never. [STANCE: DISAGREE]".into())]);
    let ann = &done.state.turns()[1];
    assert_eq!((ann.ending(), ann.is_answered()), (Some(Ending::TimedOut), false));
    assert!(done.state.changes().iter().all(|change| change.seat != SeatId(1)), "it moves nothing");
    assert_eq!(done.outcome.verdict.as_ref().unwrap().count("disagree"), 0, "and blocks nothing");
    assert!(log.of("Exp").iter().all(|asked| !asked.user.contains("Never.")), "and nobody hears it");
    let minutes = minutes(&done);
    assert!(minutes.contains("**Answered too late to count:** Ann"), "{minutes}");
    assert!(minutes.contains("Ann (timed out: no answer within 1 s)"), "{minutes}");
}

/// Ann alone has 1 s and takes 3.2, while Bob takes 2 s a turn: what she says comes two turns after her own was over.
fn one_after_the_other() -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, |request| match (&*request.seat.name, request.round) {
        ("Ann", 1) => Act::from("Never. [STANCE: DISAGREE]").after(3_200),
        ("Ann", _) => Act::Hang,
        _ => Act::from("Yes. [STANCE: AGREE]").after(2_000),
    });
    let seat = |turn_ms| Timed { origin: Origin::Model, ..timed(&player, turn_ms) };
    let discussion = about("Ship?").strategy(RoundRobin::new()).rule(Stances::default()).max_rounds(2).min_rounds(2);
    let discussion = discussion.seat(Seat::new("Ann"), seat(1_000)).seat(Seat::new("Bob"), seat(60_000));
    (discussion.seat(Seat::new("Cy"), seat(60_000)), log)
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_kept_for_as_long_as_the_discussion_goes_on_though_others_are_asked_meanwhile() {
    let (discussion, log) = one_after_the_other();
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(start.elapsed(), Duration::from_secs(10), "nobody waits for it");
    assert_eq!((log.running(), late(&done)), (0, vec![(1, "Never. [STANCE: DISAGREE]".into())]));
    let at = |found: fn(&Event) -> bool| done.entries.iter().position(|entry| found(&entry.event)).unwrap();
    let came = at(|event| matches!(event, Event::Late { .. }));
    let third = at(|event| matches!(event, Event::Asked { turn: TurnId(3), .. }));
    assert!(came > third, "two turns were asked since");
    assert_eq!(done.outcome.verdict.as_ref().unwrap().count("disagree"), 0, "it counts for nothing");
    assert!(log.all().iter().all(|asked| !asked.user.contains("Never.")), "and nobody hears it");
    let again = Recorded::read(&done.lines().unwrap());
    assert_eq!(again.state.turns()[0].ending(), Some(Ending::TimedOut));
}

#[tokio::test(start_paused = true)]
async fn what_never_comes_is_given_up_before_the_end_and_counted_in_full() {
    let (discussion, log) = one_after_the_other();
    let done = checked(discussion.budget(Budget { calls: Some(20), ..Budget::default() }).run().await.unwrap());
    let spent = done.entries.iter().filter(|entry| matches!(entry.event, Event::Spent { .. })).count();
    assert_eq!((log.running(), spent, done.state.spent().calls), (0, 6, 6), "each turn once, the hanging one too");
    let end = done.entries.iter().position(|entry| matches!(entry.event, Event::Concluded { .. })).unwrap();
    assert!(matches!(done.entries[end - 1].event, Event::Spent { turn: TurnId(4), .. }), "{:?}", done.entries[end - 1]);
}

#[tokio::test(start_paused = true)]
async fn people_and_programs_are_asked_no_longer_when_their_time_is_up() {
    for origin in [Origin::Person, Origin::Program] {
        let done = checked(together(origin).0.run().await.unwrap());
        assert_eq!(late(&done), []);
    }
}

#[tokio::test(start_paused = true)]
async fn a_late_one_gives_its_place_to_whoever_waits_for_it() {
    let log = Log::default();
    let mut player = Player::new(&log, |request| match &*request.seat.name {
        "Ann" => Act::Hang,
        _ => Act::from("Monday. [VOTE: Monday]").after(500),
    });
    let one = Limits { at_once: std::num::NonZeroU32::MIN, a_minute: None };
    player.lane = Some((Lane::new("one at once", None), one));
    let mut brief = Brief::new("When?");
    brief.options = vec!["Friday".into(), "Monday".into()];
    let discussion = super::table::about_brief(brief).strategy(Poll::new()).max_rounds(1).min_rounds(1);
    let names = ["Ann", "Bob", "Cy"];
    let discussion = names.into_iter().fold(discussion, |one, name| one.seat(Seat::new(name), timed(&player, 1_000)));
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!((start.elapsed(), log.most_at_once()), (Duration::from_secs(2), 1));
    assert_eq!((done.outcome.participation[1].answered, done.outcome.participation[2].answered), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn what_a_late_answer_took_is_counted_once_it_is_known_and_in_full_where_it_never_is() {
    let (discussion, _) = together(Origin::Model);
    let budget = Budget { calls: Some(20), ..Budget::default() };
    let done = checked(discussion.budget(budget).run().await.unwrap());
    let spent = |turn: u32| {
        let of = |event: &Event| match event {
            Event::Spent { turn: of, spend } if of.0 == turn => Some(*spend),
            _ => None,
        };
        done.entries.iter().filter_map(|entry| of(&entry.event)).collect::<Vec<Spend>>()
    };
    // The expert is a script, which takes nothing of a budget.
    for turn in 2..=4 {
        assert_eq!(spent(turn).iter().map(|spend| spend.calls).collect::<Vec<_>>(), [1], "turn {turn}");
    }
    assert_eq!(done.state.spent().calls, 3);
    let at = |found: fn(&Event) -> bool| done.entries.iter().position(|entry| found(&entry.event)).unwrap();
    let came = at(|event| matches!(event, Event::Late { .. }));
    assert!(matches!(done.entries[came + 1].event, Event::Spent { turn: TurnId(2), .. }));
}

#[tokio::test(start_paused = true)]
async fn a_cancel_ends_what_is_late_as_well() {
    let (mut discussion, log) = together(Origin::Model);
    let control = discussion.control();
    let (done, ()) = tokio::join!(discussion.run(), async {
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        assert_eq!(log.running(), 3, "two are late, and one has time");
        let _ = control.cancel("Pat");
    });
    let done = checked(done.unwrap());
    assert_eq!((done.outcome.stop, log.running()), (StopReason::Cancelled, 0));
    assert_eq!(late(&done), []);
}

/// A number from a seed; splitmix64.
fn draw(seed: u64, salt: u64) -> u64 {
    let z = (seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Seats that hang, are slow, are late or are there, each with a time of its own. Whoever is late disagrees, and all
/// others agree: one late reply that counted would block.
fn troubled(seed: u64) -> (Discussion, Log) {
    let log = Log::default();
    let discussion = about("Ship?").rule(Stances::default()).total_ms(TOTAL_MS).max_rounds(3);
    let mut discussion = match draw(seed, 1) % 3 {
        0 => discussion.strategy(RoundRobin::new()),
        _ => discussion.strategy(Expert::new(Others::Together, Opening::EveryRound)),
    };
    for at in 0..3 + draw(seed, 2) % 4 {
        let turn_ms = 200 + draw(seed, 100 + at) % 1_800;
        let player = Player::new(&log, move |request| match draw(seed, 1_000 + u64::from(request.turn.0)) % 6 {
            0 => Act::Hang,
            1 | 2 => Act::from("LATE. [STANCE: DISAGREE]").after(turn_ms + 1 + draw(seed, 200 + at) % 900),
            3 => Act::from("Yes. [STANCE: AGREE]").after(turn_ms - 1),
            _ => Act::from("Yes. [STANCE: AGREE]").after(draw(seed, 300 + at) % turn_ms),
        });
        let seat = Seat::new(format!("S{at}"));
        discussion = discussion.seat(if at == 0 { seat.role("expert") } else { seat }, timed(&player, turn_ms));
    }
    (discussion, log)
}

#[tokio::test(start_paused = true)]
async fn of_a_thousand_discussions_none_outlasts_its_time_and_no_late_reply_counts() {
    let (mut came, mut silent) = (0, 0);
    for seed in 0..1_000 {
        let (discussion, log) = troubled(seed);
        let start = Instant::now();
        let done = checked(discussion.run().await.unwrap());
        // A timer of the paused clock is exact to a millisecond.
        let elapsed = start.elapsed();
        assert!(elapsed <= Duration::from_millis(TOTAL_MS + 1), "seed {seed}: {elapsed:?}");
        assert_eq!(log.running(), 0, "seed {seed}: nothing runs on");
        came += late(&done).len();
        for (turn, _) in late(&done) {
            let turn = &done.state.turns()[turn as usize - 1];
            assert_eq!((turn.ending(), turn.message()), (Some(Ending::TimedOut), None), "seed {seed}");
        }
        assert!(log.all().iter().all(|asked| !asked.user.contains("LATE.")), "seed {seed}: nobody hears it");
        let timed_out = done.outcome.participation.iter().filter(|one| one.timed_out > 0).count();
        silent += timed_out;
        // Minutes take most of the time of this test.
        if seed % 10 == 0 {
            let minutes = minutes(&done);
            assert!(!minutes.contains("LATE."), "seed {seed}: what came late is not told as said");
            assert_eq!(minutes.contains("timed out"), timed_out > 0, "seed {seed}: {minutes}");
        }
        let Some(verdict) = &done.outcome.verdict else { continue };
        let (agree, of) = (verdict.count("agree"), done.state.roster().len());
        assert_eq!(verdict.count("disagree"), 0, "seed {seed}: {verdict:?}");
        assert_eq!(agree + verdict.count("neutral") + verdict.count("unknown"), of as u64, "seed {seed}: {verdict:?}");
        assert_eq!(verdict.reached, 3 * agree >= 2 * of as u64, "seed {seed}: {verdict:?}");
    }
    assert!(came >= 300 && silent >= 1_000, "the seeds reach it: {came} late, {silent} timed out");
}
