//! The principal and others outside the table: holding a discussion, answering at a gate, speaking from another process.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use quorate::{
    Discussion, Finished, Manager,
    manager::{Control, Status, Taken},
    store::{Journal, Note, Says, StoreError},
    strategies::{
        event::{Event, GateAnswer, Gated},
        outcome::Maker,
        prelude::*,
        state::Gate,
    },
};
use tokio::time::{Instant, sleep};

use super::table::{Act, Log, checked, table};

const GRACE: Duration = Duration::from_millis(5);

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Three seats that take 100 ms each.
fn slow() -> (Discussion, Log, Control) {
    let (mut discussion, log) = table(&["Ann", "Bob", "Cy"], |_| Act::from("Hm.").after(100));
    let control = discussion.control();
    (discussion.max_rounds(2), log, control)
}

/// Two seats that agree at once, before a gate.
fn gated() -> (Discussion, Log, Control) {
    let (mut discussion, log) = table(&["Ann", "Bob"], |request| match &*request.seat.name {
        "Ann" => "Ship it. [KIND: PROPOSAL]".into(),
        _ => "[STANCE: AGREE] [KIND: CONSENSUS]".into(),
    });
    let control = discussion.control();
    (discussion.max_rounds(2).rule_of_half().gate(Gated::Conclude).gate_ms(2_000), log, control)
}

trait Half {
    fn rule_of_half(self) -> Self;
}

impl Half for Discussion {
    fn rule_of_half(self) -> Self {
        self.rule(quorate::strategies::rules::Ratio::new(50).unwrap())
    }
}

/// Waits until the principal is asked, or the discussion is over.
async fn until_asked(control: &mut Control) {
    while control.changed().await.is_some_and(|status| status != Status::Waiting) {}
}

fn events(done: &Finished) -> Vec<&Event> {
    done.entries.iter().map(|entry| &entry.event).collect()
}

#[tokio::test(start_paused = true)]
async fn while_it_is_paused_the_open_turn_is_heard_out_and_nothing_new_begins() {
    let (discussion, log, control) = slow();
    let holds = async {
        sleep(ms(150)).await;
        assert_eq!(control.pause("Pat"), Taken::Yes);
        sleep(ms(1_000)).await;
        let held = (log.calls(), log.running(), control.status());
        assert_eq!(control.resume("Pat"), Taken::Yes);
        sleep(ms(10)).await;
        (held, control.status())
    };
    let start = Instant::now();
    let (done, (held, after)) = tokio::join!(discussion.run(), holds);
    let done = checked(done.unwrap());
    assert_eq!((held, after), ((2, 0, Status::Paused), Status::Running));
    assert!(done.state.turns()[1].is_answered(), "who was speaking has been heard");
    assert_eq!(log.calls(), 6, "nothing is lost");
    assert!(start.elapsed() >= ms(600 + 950) && start.elapsed() <= ms(600 + 960) + GRACE, "{:?}", start.elapsed());
    let all = events(&done);
    assert!(all.iter().any(|event| matches!(event, Event::Paused { by } if **by == *"Pat")));
    assert!(all.iter().any(|event| matches!(event, Event::Resumed { by } if **by == *"Pat")));
}

#[tokio::test(start_paused = true)]
async fn a_pause_does_not_outlast_the_time_of_the_whole_and_what_is_said_meanwhile_is_kept() {
    let (discussion, log, control) = slow();
    control.pause("Pat");
    let says = async {
        sleep(ms(500)).await;
        control.say("Pat", "I am away.")
    };
    let start = Instant::now();
    let (done, _) = tokio::join!(discussion.total_ms(3_000).run(), says);
    let done = checked(done.unwrap());
    assert!(start.elapsed() >= ms(3_000) && start.elapsed() <= ms(3_000) + GRACE, "{:?}", start.elapsed());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Time, 0));
    assert_eq!(done.state.interjections().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_discussion_that_is_paused_can_be_stopped() {
    let (discussion, log, control) = slow();
    control.pause("Pat");
    let stops = async {
        sleep(ms(500)).await;
        control.cancel("Pat")
    };
    let (done, _) = tokio::join!(discussion.run(), stops);
    assert_eq!((checked(done.unwrap()).outcome.stop, log.calls()), (StopReason::Cancelled, 0));
}

#[tokio::test(start_paused = true)]
async fn pausing_twice_and_going_on_unasked_leave_one_trace_or_none() {
    let (discussion, _, control) = slow();
    control.resume("Pat");
    control.pause("Pat");
    control.pause("Kim");
    control.resume("Kim");
    control.resume("Pat");
    let done = checked(discussion.run().await.unwrap());
    let held = |event: &&&Event| matches!(event, Event::Paused { .. } | Event::Resumed { .. });
    assert_eq!(events(&done).iter().filter(held).count(), 2);
}

/// Answers as soon as it is asked, and gives what the discussion came to and how long it took.
async fn answered(answer: Option<GateAnswer>) -> (Finished, Duration) {
    let (discussion, _, mut control) = gated();
    let start = Instant::now();
    let answers = async {
        until_asked(&mut control).await;
        sleep(ms(500)).await;
        if let Some(answer) = answer {
            assert_eq!(control.answer("Pat", answer), Taken::Yes);
        }
    };
    let (done, ()) = tokio::join!(discussion.run(), answers);
    (checked(done.unwrap()), start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn before_the_end_the_principal_approves_amends_or_rejects_what_was_decided() {
    let (done, took) = answered(Some(GateAnswer::Approve)).await;
    assert!(took <= ms(500) + GRACE, "{took:?}");
    let decision = done.outcome.decision.as_ref().unwrap();
    assert_eq!((done.outcome.stop, decision.maker), (StopReason::Decided, Maker::Rule));
    let asked = done.entries.iter().find_map(|entry| match &entry.event {
        Event::GateOpened { question } => Some(question.to_string()),
        _ => None,
    });
    assert!(asked.as_ref().is_some_and(|asked| asked.contains(&*decision.value)), "{asked:?}");

    let (done, _) = answered(Some(GateAnswer::Amend("Ship on Monday.".into()))).await;
    let decision = done.outcome.decision.as_ref().unwrap();
    assert_eq!((&*decision.value, decision.maker), ("Ship on Monday.", Maker::Principal));

    let (done, _) = answered(Some(GateAnswer::Reject("Too early.".into()))).await;
    assert!(done.outcome.decision.is_none());
    assert!(done.outcome.verdict.as_ref().unwrap().reached, "what the group came to is still told");
}

// H-02
#[tokio::test(start_paused = true)]
async fn silence_at_a_gate_is_recorded_as_silence_and_is_no_consent() {
    let (done, took) = answered(None).await;
    assert!(took >= ms(2_000) && took <= ms(2_000) + GRACE, "{took:?}");
    assert!(done.outcome.decision.is_none());
    assert_eq!(*done.state.gate(), Gate::Answered(GateAnswer::Silent));
}

// H-02
#[tokio::test(start_paused = true)]
async fn a_gate_that_is_open_when_the_time_is_up_or_somebody_stops_it_is_closed() {
    let (discussion, _, _) = gated();
    let start = Instant::now();
    let done = checked(discussion.gate_ms(600_000).total_ms(5_000).run().await.unwrap());
    assert!(start.elapsed() <= ms(5_000) + GRACE, "{:?}", start.elapsed());
    assert!(done.outcome.decision.is_none());
    assert_eq!(*done.state.gate(), Gate::Answered(GateAnswer::Silent));

    let (discussion, _, control) = gated();
    let stops = async {
        sleep(ms(500)).await;
        assert_eq!(control.status(), Status::Waiting);
        control.cancel("Pat")
    };
    let (done, _) = tokio::join!(discussion.run(), stops);
    let done = checked(done.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.decision.is_none()), (StopReason::Cancelled, true));
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_unless_that_was_said() {
    let (discussion, _, _) = gated();
    let start = Instant::now();
    let done = checked(discussion.gate(Gated::Nowhere).run().await.unwrap());
    assert!(start.elapsed() <= GRACE && done.outcome.decision.is_some());
    assert!(!events(&done).iter().any(|event| matches!(event, Event::GateOpened { .. })));
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_no_question_is_not_taken() {
    let (discussion, _, control) = slow();
    let answers = async {
        sleep(ms(50)).await;
        control.answer("Pat", GateAnswer::Approve)
    };
    let (done, taken) = tokio::join!(discussion.run(), answers);
    checked(done.unwrap());
    assert_eq!(taken, Taken::NotAsked);
    assert_eq!(control.answer("Pat", GateAnswer::Approve), Taken::TooLate);
    assert_eq!((control.pause("Pat"), control.resume("Pat")), (Taken::TooLate, Taken::TooLate));
}

/// Where other processes leave notes.
#[derive(Debug, Clone, Default)]
struct Letters(Arc<Mutex<Vec<Note>>>);

impl Letters {
    fn leave(&self, says: Says) {
        self.0.lock().unwrap().push(Note { by: "Pat".to_owned(), says });
    }
}

impl Journal for Letters {
    fn append(&mut self, _: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        Ok(std::mem::take(&mut *self.0.lock().unwrap()))
    }
}

// H-01
#[tokio::test(start_paused = true)]
async fn notes_of_other_processes_are_heeded_within_a_turn_and_reach_the_next_one_in_order() {
    let (discussion, log, _) = slow();
    let notes = Letters::default();
    let says = async {
        sleep(ms(150)).await;
        notes.leave(Says::Message("First fact.".to_owned()));
        notes.leave(Says::Message("Second fact.".to_owned()));
    };
    let (done, ()) = tokio::join!(discussion.journal(notes.clone()).run(), says);
    let done = checked(done.unwrap());
    let all = log.all();
    assert!(!all[1].user.contains("fact."), "Bob had been asked");
    let places: Vec<_> = ["First fact.", "Second fact."].iter().map(|fact| all[2].user.find(fact)).collect();
    assert!(places[0].is_some() && places[0] < places[1], "{}", all[2].user);
    assert!(all[2].user.contains("outside the table"));
    assert!(done.outcome.decision.is_none(), "it is no vote");
}

//
#[tokio::test(start_paused = true)]
async fn notes_hold_a_discussion_let_it_go_on_and_stop_it_also_while_a_seat_hangs() {
    let (discussion, log) = table(&["Ann", "Bob"], |request| match &*request.seat.name {
        "Ann" => Act::from("Hm.").after(100),
        _ => Act::Hang,
    });
    let notes = Letters::default();
    let says = async {
        sleep(ms(50)).await;
        notes.leave(Says::Pause);
        sleep(ms(1_000)).await;
        assert_eq!(log.calls(), 1);
        notes.leave(Says::Resume);
        sleep(ms(1_000)).await;
        assert_eq!((log.calls(), log.running()), (2, 1));
        notes.leave(Says::Cancel);
    };
    let start = Instant::now();
    let (done, ()) = tokio::join!(discussion.journal(notes.clone()).run(), says);
    let done = checked(done.unwrap());
    assert!(start.elapsed() <= ms(2_050 + 250) + GRACE, "{:?}", start.elapsed());
    assert_eq!((done.outcome.stop, log.running()), (StopReason::Cancelled, 0));
}

#[tokio::test(start_paused = true)]
async fn a_note_answers_at_the_gate_and_one_that_answers_nothing_is_kept_as_words() {
    let (discussion, _, mut control) = gated();
    let notes = Letters::default();
    notes.leave(Says::Reject("I do not like the topic.".to_owned()));
    let answers = async {
        until_asked(&mut control).await;
        notes.leave(Says::Amend("Ship on Monday.".to_owned()));
    };
    let (done, ()) = tokio::join!(discussion.journal(notes.clone()).run(), answers);
    let done = checked(done.unwrap());
    assert_eq!(&*done.state.interjections()[0].text, "I do not like the topic.");
    assert_eq!(&*done.outcome.decision.as_ref().unwrap().value, "Ship on Monday.");
}

#[tokio::test(start_paused = true)]
async fn a_manager_says_whether_a_discussion_is_paused_or_waits_for_the_principal() {
    let manager = Manager::new();
    let (discussion, _, _) = gated();
    let id = manager.create(discussion).unwrap();
    let asks = async {
        sleep(ms(10)).await;
        let waiting = manager.status(&id);
        let control = manager.control(&id).unwrap();
        control.pause("Pat");
        control.answer("Pat", GateAnswer::Approve);
        sleep(ms(10)).await;
        let paused = manager.status(&id);
        control.resume("Pat");
        (waiting, paused)
    };
    let (done, stood) = tokio::join!(manager.run(&id), asks);
    assert_eq!(stood, (Some(Status::Waiting), Some(Status::Paused)));
    assert!(done.unwrap().outcome.decision.is_some());
    assert_eq!(manager.status(&id), Some(Status::Final));
}

/// Asks the principal once a round, then lets everybody speak.
#[derive(Debug)]
struct Asks(Card);

impl Strategy for Asks {
    fn card(&self) -> &Card {
        &self.0
    }

    fn next(&self, view: &View<'_>) -> Step {
        match (view.closing(), view.gate(), view.round_turns().len()) {
            (Some(why), ..) => Step::Conclude { why },
            (None, Gate::Unasked | Gate::Open(_), _) => Step::Gate { question: "Shall we go on?".into() },
            (None, Gate::Answered(GateAnswer::Reject(_) | GateAnswer::Silent), _) => {
                Step::Conclude { why: StopReason::ModeratorClosed }
            }
            (None, Gate::Answered(_), 0) => Step::ask(Ask::new(SeatId(0), "respond")),
            _ => Step::CloseRound,
        }
    }
}

fn asks() -> Asks {
    Asks(quorate::strategies::strategies::RoundRobin::new().card().clone())
}

// H-02
#[tokio::test(start_paused = true)]
async fn a_strategy_asks_the_principal_and_is_shown_the_answer_and_guidance_reaches_the_seats() {
    let rule = || quorate::strategies::catalog::Catalog::builtin().rule("ratio", &Knobs::new()).unwrap();
    for (answer, calls, stop) in [
        (Some(GateAnswer::Amend("Mind the budget.".into())), 2, StopReason::MaxRounds),
        (Some(GateAnswer::Approve), 2, StopReason::MaxRounds),
        (Some(GateAnswer::Reject("No.".into())), 0, StopReason::ModeratorClosed),
        (None, 0, StopReason::ModeratorClosed),
    ] {
        let (mut discussion, log) = table(&["Ann", "Bob"], |_| "Hm.".into());
        let mut control = discussion.control();
        let answers = async {
            until_asked(&mut control).await;
            if let Some(answer) = answer.clone() {
                control.answer("Pat", answer);
            }
        };
        let discussion = discussion.strategy(asks()).max_rounds(2).turn_ms(3_000);
        let start = Instant::now();
        let (done, ()) = tokio::join!(discussion.run(), answers);
        let done = super::table::checked_with(done.unwrap(), Arc::new(asks()), Some(rule()));
        assert_eq!((log.calls(), done.outcome.stop), (calls, stop), "{answer:?}");
        assert_eq!(start.elapsed() >= ms(3_000), answer.is_none(), "as long as a turn, and no longer than needed");
        let guided = log.all().first().is_some_and(|asked| asked.user.contains("Mind the budget."));
        assert_eq!(guided, matches!(answer, Some(GateAnswer::Amend(_))));
        assert!(super::table::minutes(&done).contains("Shall we go on?"));
    }
}
