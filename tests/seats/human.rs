//! A person is asked like every seat, is waited for within limits, and never speaks by silence.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use quorate::{
    agent::{
        Human, Timed, TurnTime,
        conformance::check,
        human::{Console, Typing},
    },
    manager::Observer,
    strategies::{
        event::Event,
        prelude::*,
        record::Entry,
        seat::Origin,
        strategies::{Debate, Expert, Opening, Others, RoundRobin},
    },
};
use tokio::{
    sync::{
        Mutex as AsyncMutex,
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    },
    time::{Instant, sleep},
};

use crate::manager::table::{Act, Log, Player, about, checked, minutes};

/// A console that a test types at, and which keeps what it has shown.
#[derive(Debug, Clone)]
struct Booth {
    shown: Arc<Mutex<Vec<String>>>,
    lines: Arc<AsyncMutex<UnboundedReceiver<String>>>,
    typing: Typing,
}

/// The test's side of a console; dropping it ends the input.
type Keys = UnboundedSender<String>;

fn booth(typing: Typing) -> (Booth, Keys) {
    let (keys, lines) = unbounded_channel();
    (Booth { shown: Arc::default(), lines: Arc::new(AsyncMutex::new(lines)), typing }, keys)
}

impl Booth {
    fn shown(&self) -> String {
        self.shown.lock().unwrap().join("\n")
    }

    /// How many questions were shown.
    fn questions(&self) -> usize {
        self.shown().matches("it is your turn").count()
    }
}

#[async_trait::async_trait]
impl Console for Booth {
    fn show(&self, text: &str) {
        self.shown.lock().unwrap().push(text.to_owned());
    }

    async fn line(&self) -> Option<String> {
        self.lines.lock().await.recv().await
    }

    fn forget(&self) -> usize {
        let mut lines = self.lines.try_lock().unwrap();
        std::iter::from_fn(|| lines.try_recv().ok()).count()
    }

    fn typing(&self) -> Typing {
        self.typing
    }
}

fn send(keys: &Keys, lines: &[&str]) {
    for line in lines {
        keys.send((*line).to_owned()).unwrap();
    }
}

/// Ann is the person; Bob agrees.
fn with_bob(ann: impl quorate::agent::Agent + 'static) -> (quorate::Discussion, Log) {
    let log = Log::default();
    let bob = Player::new(&log, |_| "Friday it is. [STANCE: AGREE]".into());
    let discussion = about("Ship on Friday?").strategy(RoundRobin::new()).max_rounds(2);
    (discussion.seat(Seat::new("Ann"), ann).seat(Seat::new("Bob"), bob), log)
}

#[tokio::test(start_paused = true)]
async fn what_is_typed_is_read_as_every_reply_and_the_seat_is_called_a_person() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["I agree with everything.", "", "The tests are green,", "so:", "/agree", ""]);
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    let done = checked(discussion.run().await.unwrap());
    let said: Vec<_> = done.state.turns().iter().filter(|turn| turn.seat == SeatId(0)).collect();
    let stance = |at: usize| said[at].message().unwrap().reading.stance;
    assert_eq!(stance(0).counted(), None, "words in a sentence are no stance");
    assert_eq!(stance(1).counted(), Some(&Stance::Agree));
    assert!(said[1].message().unwrap().text().contains("The tests are green,\nso:"));
    assert_eq!(done.state.roster().get(SeatId(0)).unwrap().backend.origin, Origin::Person);
    assert!(minutes(&done).contains("| human | person |"), "{}", minutes(&done));
}

#[tokio::test(start_paused = true)]
async fn the_question_tells_whose_turn_it_is_what_was_said_the_task_how_to_answer_and_the_time() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["Hm.", "", "Hm.", ""]);
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    discussion.material("plan.md", "1. Ship.").run().await.unwrap();
    let shown = booth.shown();
    for part in [
        "Ann, it is your turn · round 1 of at most 2 · 5 min left",
        "Topic\n  Ship on Friday?",
        "plan.md (8 bytes)",
        "Your task\n",
        "an empty line ends the answer",
        "/agree, /disagree or /neutral",
        "Ann, it is your turn · round 2 of at most 2",
        "  #2 Bob, round 1",
        "\n  │ Friday it is.",
    ] {
        assert!(shown.contains(part), "{part:?} in {shown}");
    }
    assert!(!shown.contains("<msg-") && !shown.contains("[CONFIDENCE"), "that is for models: {shown}");
}

#[tokio::test(start_paused = true)]
async fn the_question_is_in_the_language_of_the_discussion() {
    for (language, words) in [(Language::Zh, "轮到你了"), (Language::Ja, "の番です")] {
        let (booth, keys) = booth(Typing::Prepared);
        drop(keys);
        let (discussion, _) = with_bob(Human::new(booth.clone()));
        discussion.language(language).run().await.unwrap();
        assert!(booth.shown().contains(words) && booth.shown().contains("/agree"), "{}", booth.shown());
    }
}

// H-02
#[tokio::test(start_paused = true)]
async fn one_who_does_not_answer_in_time_is_absent_and_the_discussion_goes_on() {
    let (booth, keys) = booth(Typing::Live);
    let (discussion, log) = with_bob(Human::new(booth.clone()));
    let start = Instant::now();
    let done = checked(discussion.turn_ms(2_000).run().await.unwrap());
    assert!(start.elapsed() < Duration::from_millis(4_100), "{:?}", start.elapsed());
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.asked, ann.timed_out, ann.answered), (2, 2, 0));
    assert_eq!(done.outcome.verdict.as_ref().unwrap().count("for"), 1, "silence is no agreement");
    assert_eq!(log.of("Bob").len(), 2);
    assert_eq!(booth.shown().matches("Too late").count(), 2, "{}", booth.shown());
    drop(keys);
}

// H-02
#[tokio::test(start_paused = true)]
async fn without_a_limit_a_person_is_waited_for_until_the_whole_ends() {
    let (booth, keys) = booth(Typing::Live);
    let late = keys.clone();
    tokio::spawn(async move {
        sleep(Duration::from_secs(1_000)).await;
        send(&late, &["/agree", ""]);
    });
    let ann = Timed::new(Human::new(booth.clone()), TurnTime::Open);
    let (discussion, _) = with_bob(ann);
    let start = Instant::now();
    let done = checked(discussion.turn_ms(2_000).total_ms(1_500_000).run().await.unwrap());
    let endings: Vec<_> = done.state.turns().iter().map(|turn| turn.ending().unwrap()).collect();
    assert_eq!(endings, [Ending::Answered, Ending::Answered, Ending::TimedOut]);
    assert_eq!(start.elapsed().as_secs(), 1_500);
    assert_eq!(booth.shown().matches("Too late").count(), 1, "{}", booth.shown());
    drop(keys);
}

// H-02
#[tokio::test(start_paused = true)]
async fn a_person_who_has_more_time_than_is_left_is_absent_when_the_whole_ends() {
    let (booth, keys) = booth(Typing::Live);
    let ann = Timed::new(Human::new(booth.clone()), TurnTime::Own(Duration::from_secs(600)));
    let (discussion, log) = with_bob(ann);
    let start = Instant::now();
    let done = checked(discussion.total_ms(3_000).run().await.unwrap());
    assert_eq!((start.elapsed().as_secs(), log.of("Bob").len()), (3, 0));
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.asked, ann.timed_out, ann.answered), (1, 1, 0));
    assert!(done.outcome.decision.is_none(), "silence is no agreement");
    assert_eq!(booth.shown().matches("Too late").count(), 1, "{}", booth.shown());
    drop(keys);
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_zero_is_refused_before_anything_is_asked() {
    let (booth, _keys) = booth(Typing::Live);
    let (discussion, log) = with_bob(Timed::new(Human::new(booth.clone()), TurnTime::Own(Duration::ZERO)));
    let error = discussion.run().await.unwrap_err().to_string();
    assert!(error.contains("turn_seconds is 0"), "{error}");
    assert_eq!((log.calls(), booth.questions()), (0, 0));
}

// H-02
#[tokio::test(start_paused = true)]
async fn an_empty_line_is_a_pass() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["", "  "]);
    let (discussion, _) = with_bob(Human::new(booth));
    let done = checked(discussion.run().await.unwrap());
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.asked, ann.passed, ann.failed), (2, 2, 0));
}

// H-02
#[tokio::test(start_paused = true)]
async fn what_comes_after_the_limit_is_no_answer_to_the_next_question() {
    for typing in [Typing::Live, Typing::Prepared] {
        let (booth, keys) = booth(typing);
        let typist = keys.clone();
        tokio::spawn(async move {
            sleep(Duration::from_secs(1)).await;
            send(&typist, &["I am still"]);
            // The question is withdrawn after two seconds; Bob takes two more.
            sleep(Duration::from_secs(2)).await;
            send(&typist, &["typing this", "/agree", ""]);
            sleep(Duration::from_secs(1)).await;
            if typing == Typing::Live {
                // The end of the late answer, typed on after the next question was shown, and the word that it was seen.
                send(&typist, &["/agree", ""]);
            }
            sleep(Duration::from_secs(1)).await;
            send(&typist, &["/disagree", ""]);
        });
        let bob = Player::new(&Log::default(), |_| Act::from("Friday. [KIND: PROPOSAL]").after(1_500));
        let discussion = about("Ship on Friday?").strategy(RoundRobin::new()).max_rounds(2).turn_ms(2_000);
        let discussion = discussion.seat(Seat::new("Ann"), Human::new(booth.clone())).seat(Seat::new("Bob"), bob);
        let done = checked(discussion.run().await.unwrap());
        let second = done.state.turns()[2].message().unwrap();
        assert_eq!(
            (second.text(), second.reading.stance.value),
            ("[STANCE: DISAGREE]", Stance::Disagree),
            "{typing:?}"
        );
        assert!(
            booth.shown().contains("Dropped, as typed before the question was shown: 3 line(s)"),
            "{}",
            booth.shown()
        );
        drop(keys);
    }
}

// H-02
#[tokio::test(start_paused = true)]
async fn a_late_answer_is_not_given_to_the_next_person() {
    for (typing, lines, ann_then_bea) in [
        // Only the withdrawn question is answered: that answer is nobody's.
        (Typing::Prepared, &["/agree", ""][..], [Ending::TimedOut, Ending::TimedOut]),
        (Typing::Prepared, &["/agree", "", "/disagree", ""], [Ending::TimedOut, Ending::Answered]),
        (Typing::Live, &["/agree", ""], [Ending::TimedOut, Ending::TimedOut]),
        (Typing::Live, &["", "/disagree", ""], [Ending::TimedOut, Ending::Answered]),
    ] {
        let (booth, keys) = booth(typing);
        let (human, typist) = (Human::new(booth.clone()), keys.clone());
        tokio::spawn(async move {
            sleep(Duration::from_millis(2_500)).await;
            send(&typist, lines);
        });
        let discussion = about("Ship?").strategy(RoundRobin::new()).max_rounds(1).turn_ms(2_000);
        let discussion = discussion.seat(Seat::new("Ann"), human.clone()).seat(Seat::new("Bea"), human);
        let done = checked(discussion.run().await.unwrap());
        let turns = done.state.turns();
        assert_eq!([0, 1].map(|at| turns[at].ending().unwrap()), ann_then_bea, "{typing:?} {lines:?}");
        let said = turns[1].message().map(|message| message.text().to_owned());
        assert!(said.is_none_or(|said| said == "[STANCE: DISAGREE]"), "{typing:?} {lines:?}");
        assert_eq!(booth.shown().contains("press Enter on an empty line"), typing == Typing::Live);
        drop(keys);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_left_of_an_answer_that_is_too_long_is_nobodys() {
    let (booth, keys) = booth(Typing::Prepared);
    (0..1_055).for_each(|_| send(&keys, &["a".repeat(1_000).as_str()]));
    send(&keys, &["/disagree", "", "/agree", ""]);
    let human = Human::new(booth.clone());
    let discussion = about("Ship?").strategy(RoundRobin::new()).max_rounds(1);
    let discussion = discussion.seat(Seat::new("Ann"), human.clone()).seat(Seat::new("Bea"), human);
    let done = checked(discussion.run().await.unwrap());
    let turns = done.state.turns();
    assert_eq!(turns[0].ending(), Some(Ending::Failed));
    assert_eq!(turns[1].message().unwrap().text(), "[STANCE: AGREE]");
    drop(keys);
}

// A console may cut such a line anywhere, also behind what looks like a short form.
#[tokio::test(start_paused = true)]
async fn a_line_that_is_too_long_is_refused_whole() {
    let (booth, keys) = booth(Typing::Prepared);
    let line = format!("/agree{}", " ".repeat(1 << 20));
    send(&keys, &[&line, &" ".repeat(2 << 20), "", ""]);
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    let done = checked(discussion.run().await.unwrap());
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.failed, ann.passed), (1, 1), "{ann:?}");
    drop(keys);
}

#[tokio::test(start_paused = true)]
async fn lines_typed_ahead_wait_for_their_question_only_where_they_were_prepared() {
    for (typing, answered) in [(Typing::Prepared, 1), (Typing::Live, 0)] {
        let (booth, keys) = booth(typing);
        send(&keys, &["/agree", ""]);
        let (discussion, _) = with_bob(Human::new(booth));
        let done = discussion.turn_ms(1_000).max_rounds(1).run().await.unwrap();
        assert_eq!(done.outcome.participation[0].answered, answered, "{typing:?}");
    }
}

// H-02
#[tokio::test(start_paused = true)]
async fn a_stop_withdraws_the_question() {
    let (booth, keys) = booth(Typing::Live);
    let (mut discussion, _) = with_bob(Human::new(booth.clone()));
    let control = discussion.control();
    tokio::spawn(async move {
        sleep(Duration::from_secs(1)).await;
        control.cancel("Dana");
    });
    let done = checked(discussion.run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.participation[0].cancelled), (StopReason::Cancelled, 1));
    assert!(booth.shown().ends_with("What you have typed does not count.)"), "{}", booth.shown());
    assert!(booth.shown().contains("The question is withdrawn"), "{}", booth.shown());
    drop(keys);
}

// H-03
#[tokio::test(start_paused = true)]
async fn when_the_input_ends_the_person_is_absent_for_the_rest_and_is_not_asked_again() {
    let (booth, keys) = booth(Typing::Prepared);
    drop(keys);
    let (discussion, log) = with_bob(Human::new(booth.clone()));
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(start.elapsed(), Duration::ZERO, "nothing is waited for");
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.asked, ann.failed), (2, 2));
    assert!(ann.cause.as_deref().unwrap().contains("absent for the rest"), "{ann:?}");
    assert!(minutes(&done).contains("absent for the rest"));
    assert_eq!((booth.questions(), log.of("Bob").len()), (1, 2));
}

// H-03
#[tokio::test(start_paused = true)]
async fn what_was_typed_before_the_input_ended_is_an_answer() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["Fine.", "/agree"]);
    drop(keys);
    let (discussion, _) = with_bob(Human::new(booth));
    let done = checked(discussion.run().await.unwrap());
    let ann = &done.outcome.participation[0];
    assert_eq!((ann.answered, ann.failed), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn two_at_one_console_are_asked_one_after_the_other_and_the_wait_is_not_charged() {
    let (booth, keys) = booth(Typing::Live);
    let human = Human::new(booth.clone());
    tokio::spawn(async move {
        for _ in 0..2 {
            sleep(Duration::from_millis(1_500)).await;
            send(&keys, &["Here.", ""]);
        }
        keys.closed().await;
    });
    let log = Log::default();
    let others = Player::new(&log, |_| "Go on.".into());
    let discussion = about("Ship?").strategy(Expert::new(Others::Together, Opening::EveryRound)).max_rounds(1);
    let discussion = discussion
        .seat(Seat::new("Exp").role("expert"), others.clone())
        .seat(Seat::new("Ann"), human.clone())
        .seat(Seat::new("Bea"), human)
        .seat(Seat::new("Bob"), others);
    let (times, start) = (Arc::new(Times::default()), Instant::now());
    let done = checked(discussion.observer(Arc::clone(&times) as Arc<_>).turn_ms(2_000).run().await.unwrap());
    let answered = |name: &str| done.outcome.participation[done.state.roster().find(name).unwrap().index()].answered;
    assert_eq!((answered("Ann"), answered("Bea"), answered("Bob")), (1, 1, 1));
    // Bob's answer, the fourth turn, is there before any of the people has typed a word.
    assert_eq!(times.of(TurnId(4)) - start, Duration::ZERO);
    assert_eq!(
        (times.of(TurnId(2)) - start, times.of(TurnId(3)) - start),
        (Duration::from_millis(1_500), Duration::from_secs(3))
    );
}

/// When turns were answered.
#[derive(Debug, Default)]
struct Times(Mutex<Vec<(TurnId, Instant)>>);

impl Times {
    fn of(&self, wanted: TurnId) -> Instant {
        self.0.lock().unwrap().iter().find(|(turn, _)| *turn == wanted).unwrap().1
    }
}

impl Observer for Times {
    fn recorded(&self, entry: &Entry) {
        if let Event::Answered { turn, .. } = &entry.event {
            self.0.lock().unwrap().push((*turn, Instant::now()));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_has_more_time_than_a_model_unless_the_discussion_sets_one() {
    let (booth, keys) = booth(Typing::Live);
    let (discussion, log) = with_bob(Human::new(booth.clone()));
    let start = Instant::now();
    discussion.max_rounds(1).run().await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 300);
    assert_eq!(log.of("Bob")[0].time_left.as_secs(), 120);
    drop(keys);
}

#[tokio::test(start_paused = true)]
async fn a_person_is_told_once_when_the_time_is_nearly_up_and_nothing_typed_is_lost_by_it() {
    let (booth, keys) = booth(Typing::Live);
    tokio::spawn(async move {
        for (wait, line) in [(200, "A long"), (80, "answer."), (5, "")] {
            sleep(Duration::from_secs(wait)).await;
            send(&keys, &[line]);
        }
        keys.closed().await;
    });
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    let done = discussion.max_rounds(1).run().await.unwrap();
    assert_eq!(done.state.turns()[0].message().unwrap().text(), "A long\nanswer.");
    assert_eq!(booth.shown().matches("(30 s left").count(), 1, "{}", booth.shown());
}

#[tokio::test(start_paused = true)]
async fn a_misspelled_short_form_is_told_and_not_taken() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["/agre", "/agree", "", ""]);
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    let done = discussion.max_rounds(1).run().await.unwrap();
    assert!(booth.shown().contains("Not taken; it is written /agree"), "{}", booth.shown());
    assert_eq!(done.state.turns()[0].message().unwrap().text(), "[STANCE: AGREE]");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_lacks_its_form_is_kept_and_only_the_rest_is_asked_for() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["Friday convinced me.", "", "/vote Friday", ""]);
    let side = |name: &'static str| Player::new(&Log::default(), move |_| format!("{name}, of course.").into());
    let discussion = about("Which day?").strategy(Debate::new()).max_rounds(1);
    let discussion = discussion
        .seat(Seat::new("Ann").side("Friday"), side("Friday"))
        .seat(Seat::new("Bob").side("Monday"), side("Monday"))
        .seat(Seat::new("Jo").role("judge"), Human::new(booth.clone()));
    let done = checked(discussion.run().await.unwrap());
    let judged = done.state.turns().last().unwrap().message().unwrap();
    assert!(judged.text().contains("Friday convinced me.") && judged.reading.ballot.is_some(), "{judged:?}");
    assert!(booth.shown().contains("/vote OPTION, by its number or its words:\n    1. Friday"), "{}", booth.shown());
    assert!(
        booth.shown().contains("Your answer is kept, and one thing is missing; type only that."),
        "{}",
        booth.shown()
    );
}

#[tokio::test(start_paused = true)]
async fn a_vote_for_what_is_no_option_is_told_at_once_and_not_taken() {
    for (language, told, missing) in [
        (Language::En, "“Piza” is no option. Did you mean “Pizza”?", "Write /vote … with one of: Pizza | 寿司"),
        (Language::Zh, "没有“Piza”这个选项。是否指“Pizza”？", "请只补充这一项。你的回复没有可读取的投票。请写 /vote …"),
        (Language::Ja, "「Piza」という選択肢はありません。「Pizza」のことですか", "/vote … を次のいずれか"),
    ] {
        let (booth, keys) = booth(Typing::Prepared);
        send(&keys, &["/vote Piza", "/vote ラーメン", "It is late.", "", "/投票 寿司", ""]);
        let side = |name: &'static str| Player::new(&Log::default(), move |_| format!("{name}!").into());
        let discussion = about("Lunch?").strategy(Debate::new()).max_rounds(1).language(language);
        let discussion = discussion
            .seat(Seat::new("Ann").side("Pizza"), side("Pizza"))
            .seat(Seat::new("Bob").side("寿司"), side("寿司"))
            .seat(Seat::new("Jo").role("judge"), Human::new(booth.clone()));
        let done = checked(discussion.run().await.unwrap());
        let shown = booth.shown();
        let listed = ["ラーメン", "1. Pizza\n    2. 寿司"].iter().all(|part| shown.contains(part));
        assert!(shown.contains(told) && shown.contains(missing) && listed, "{shown}");
        assert!(!shown.contains("[VOTE"), "that is for models: {shown}");
        let judged = done.state.turns().last().unwrap().message().unwrap();
        assert_eq!(judged.text(), "It is late.\n\n[VOTE: 寿司]".replace("\n\n", "\n"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_word_behind_a_slash_is_taken_in_three_languages_or_asked_for_again() {
    let (booth, keys) = booth(Typing::Prepared);
    send(&keys, &["/beipiao", "/賛成", "", ""]);
    let (discussion, _) = with_bob(Human::new(booth.clone()));
    let done = discussion.max_rounds(1).material("計画.md", "1. 出荷").language(Language::Ja).run().await.unwrap();
    let shown = booth.shown();
    assert!(shown.contains("/beipiao という書き方はありません。使用できるもの：/agree, /disagree"), "{shown}");
    assert!(shown.contains("計画.md（9 バイト）"), "{shown}");
    assert_eq!(done.state.turns()[0].message().unwrap().text(), "[STANCE: AGREE]");
}

/// A console whose person always has something to say.
#[derive(Debug, Default)]
struct Talker(std::sync::atomic::AtomicUsize);

#[async_trait::async_trait]
impl Console for Talker {
    fn show(&self, _text: &str) {}

    async fn line(&self) -> Option<String> {
        let said = self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Some(if said.is_multiple_of(2) { "Yes.".to_owned() } else { String::new() })
    }

    fn forget(&self) -> usize {
        0
    }
}

#[tokio::test(start_paused = true)]
async fn the_public_suite_is_passed() {
    check(&Human::new(Talker::default())).await.unwrap();
}
