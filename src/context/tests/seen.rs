//! Who sees what: scopes, audiences, steps, interjections.

use std::sync::Arc;

use proptest::{
    collection::vec,
    option,
    prelude::{prop_assert, prop_assert_eq, proptest},
    strategy::Strategy as _,
};
use quorate_strategies::{
    event::{Charter, Event},
    reading::{Position, Stance},
};

use super::table::*;
use crate::context::{Prompter, Prompts, gather};

fn only(seats: &[u16]) -> Audience {
    Audience::Only(seats.iter().map(|seat| SeatId(*seat)).collect())
}

// In a parallel round each prompt holds exactly the same earlier messages, and none of this round.
#[test]
fn seats_asked_together_see_the_same_and_nothing_of_each_other() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    table.step(vec![(ask(0), says("a1")), (ask(1), says("b1")), (ask(2), says("c1"))]);
    table.next_round();
    let whole = |table: &Table, seat| table.heard(seat, Scope::Full);
    let prompts = |table: &Table| [0, 1, 2].map(|seat| table.user(seat, Scope::Full));
    assert_eq!([0, 1, 2].map(|seat| whole(&table, seat)), [vec![1, 2, 3], vec![1, 2, 3], vec![1, 2, 3]]);
    let before = prompts(&table);

    // Whenever a context is built within the step, as after a restart, it is the same.
    let first = table.begin(vec![ask(0), ask(1), ask(2)]);
    assert_eq!(prompts(&table), before);
    table.end(TurnId(first + 1), takes("b2: no", Stance::Disagree));
    table.interject("too late for this step");
    assert_eq!(prompts(&table), before);
    table.end(TurnId(first), says("a2"));
    assert_eq!(prompts(&table), before);
    table.end(TurnId(first + 2), Does::Fail);
    assert_eq!(whole(&table, 2), [1, 2, 3, 4, 5]);
}

#[test]
fn seats_asked_one_by_one_see_exactly_the_earlier_speakers() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    for seat in 0..3 {
        assert_eq!(table.heard(seat, Scope::Usual), (1..=u32::from(seat)).collect::<Vec<_>>());
        table.turn(seat, says("something"));
    }
}

#[test]
fn blind_sees_nobody() {
    let mut table = Table::of(&["Ann", "Bob"]);
    table.turn(0, takes("secret-a", Stance::Agree));
    table.turn(1, takes("secret-b", Stance::Disagree));
    let context = gather(&table.state, SeatId(1), Scope::Blind);
    assert!(context.heard.is_empty() && context.positions.is_empty());
    let prompt = table.user(1, Scope::Blind);
    assert!(!prompt.contains("secret") && !prompt.contains("Ann") && prompt.contains("nobody else's answer"));
}

#[test]
fn scopes_show_what_they_say() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    for _ in 0..4 {
        for seat in 0..3 {
            table.turn(seat, says("words"));
        }
        table.next_round();
    }
    // The last message of seat 1 is #11.
    assert_eq!(table.heard(1, Scope::Since), [11, 12]);
    assert_eq!(table.heard(1, Scope::Usual), [11, 12]);
    assert_eq!(table.heard(1, Scope::Summary(500)), [11, 12]);
    assert_eq!(table.heard(1, Scope::Last(4)), [9, 10, 11, 12]);
    assert_eq!(table.heard(1, Scope::Last(0)), [0; 0]);
    assert_eq!(table.heard(1, Scope::Own), [2, 5, 8, 11]);
    assert_eq!(table.heard(1, Scope::Full), (1..=12).collect::<Vec<_>>());
    assert_eq!(gather(&table.state, SeatId(1), Scope::Last(4)).left_out, 8);
    assert!(table.user(1, Scope::Last(4)).contains("[8 earlier messages left out]\n<msg-"));
    assert!(table.user(1, Scope::Last(11)).contains("[1 earlier message left out]\n<msg-"));
}

#[test]
fn the_charter_says_what_is_usual() {
    let seats = ["Ann", "Bob"].map(Seat::new);
    let mut table = Table::new(Charter { context: Scope::Last(1), ..charter("?") }, seats);
    for seat in [0, 1, 0, 1] {
        table.turn(seat, says("words"));
    }
    assert_eq!(table.heard(0, Scope::Usual), [4]);
    let context = gather(&table.state, SeatId(0), Scope::Usual);
    assert_eq!((context.scope, context.left_out), (Scope::Last(1), 3));
}

#[test]
fn own_messages_are_bounded_and_counted() {
    let mut table = Table::of(&["Ann", "Bob"]);
    for _ in 0..10 {
        table.turn(0, says("a"));
        table.turn(1, says("b"));
    }
    let context = gather(&table.state, SeatId(0), Scope::Own);
    assert_eq!((context.heard.len(), context.left_out), (8, 2));
}

#[test]
fn failed_turns_are_absent_and_passes_are_one_line() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    table.turn(0, says("words"));
    table.turn(1, Does::Fail);
    table.turn(2, passes());
    assert_eq!(table.heard(1, Scope::Since), [1, 3]);
    let prompt = table.user(1, Scope::Since);
    assert!(prompt.contains("\nCho passed (#3).\n") && !prompt.contains("#2") && !prompt.contains("down"));
    // A pass is an answer, so it begins what its own seat is shown; it is no message that `last` counts.
    assert_eq!(table.heard(2, Scope::Since), [3]);
    assert_eq!(table.heard(0, Scope::Last(1)), [1, 3]);
    assert_eq!(gather(&table.state, SeatId(0), Scope::Last(1)).left_out, 0);
}

#[test]
fn what_is_said_to_some_is_heard_and_known_by_them_alone() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    table.turn(0, takes("openly against", Stance::Disagree));
    table.step(vec![(ask(0).heard_by(only(&[1])), takes("in truth I agree", Stance::Agree))]);
    assert_eq!([0, 1, 2].map(|seat| table.heard(seat, Scope::Full)), [vec![1, 2], vec![1, 2], vec![1]]);
    let stands = |seat| gather(&table.state, SeatId(seat), Scope::Full).positions[0].1;
    assert_eq!([0, 1, 2].map(stands), [Position::For, Position::For, Position::Against]);
    let left_out = |seat| gather(&table.state, SeatId(seat), Scope::Last(0)).left_out;
    assert_eq!([0, 1, 2].map(left_out), [2, 2, 1]);
    assert!(!table.user(2, Scope::Full).contains("in truth"));
    let whisper = table.rendered(&ask(0).heard_by(only(&[0, 1])), crate::context::Budget::of(None)).text;
    assert!(whisper.contains("Only these will hear your answer: Bob.\n"));
}

#[test]
fn consultations_and_late_answers_appear_nowhere() {
    let mut table = Table::of(&["Ann", "Bob"]);
    table.record(Event::Stepped { step: Step::Consult { to: SeatId(1), question: "hidden?".into() }, upto: table.seq });
    table.record(Event::Consulted { to: SeatId(1), question: "hidden?".into(), answer: Some("hidden!".into()) });
    table.turn(0, Does::Fail);
    table.record(Event::Late { turn: TurnId(1), text: "hidden late".into() });
    for scope in [Scope::Full, Scope::Since, Scope::Own, Scope::Last(9), Scope::Blind] {
        assert!(!table.user(0, scope).contains("hidden") && !table.user(1, scope).contains("hidden"));
    }
}

#[test]
fn an_interjection_is_shown_word_for_word_once_then_as_a_line() {
    let mut table = Table::of(&["Ann", "Bob"]);
    table.turn(0, says("words"));
    table.interject("First line.\nSecond line.");
    let whole = ">\nFirst line.\nSecond line.\n</note-";
    let line = "\n- Dana: First line. Second line.\n";
    for seat in [0, 1] {
        let prompt = table.user(seat, Scope::Usual);
        assert!(
            prompt.contains(whole) && prompt.contains("Dana, outside the table, no vote>") && !prompt.contains(line)
        );
    }
    table.turn(1, says("more words"));
    let (ann, bob) = (table.user(0, Scope::Usual), table.user(1, Scope::Usual));
    assert!(ann.contains(whole) && !ann.contains(line));
    assert!(bob.contains(line) && !bob.contains(whole));
}

#[test]
fn the_last_ten_lines_stay_and_the_rest_is_counted() {
    let mut table = Table::of(&["Ann"]);
    for number in 1..=13 {
        table.interject(&format!("note {number}."));
    }
    table.turn(0, says("words"));
    table.interject("new.");
    let context = gather(&table.state, SeatId(0), Scope::Usual);
    assert_eq!((context.fresh.len(), context.pinned.len(), context.pinned_out), (1, 10, 3));
    let prompt = table.user(0, Scope::Usual);
    assert!(prompt.contains("(3 older not shown)") && prompt.contains("note 4.") && !prompt.contains("note 3."));
}

#[test]
fn a_seat_that_joins_late_sees_what_was_said() {
    let mut table = Table::of(&["Ann", "Bob"]);
    table.turn(0, says("words"));
    table.record(Event::Stepped { step: Step::Invite { wanted: "law".into() }, upto: table.seq });
    table.record(Event::Invited { seat: SeatId(2), who: Arc::new(Seat::new("Dee").voice_only()) });
    assert!(!table.user(0, Scope::Usual).contains("Dee"), "it joins with the next round");
    table.next_round();
    assert_eq!(table.heard(2, Scope::Usual), [1]);
    assert!(table.user(0, Scope::Usual).contains("\n- Dee: no vote\n"));
}

#[derive(Debug, Clone)]
struct Act {
    seat: u16,
    to: Option<Vec<u16>>,
    ends: u8,
}

fn act() -> impl proptest::strategy::Strategy<Value = Act> {
    (0..4_u16, option::of(vec(0..5_u16, 0..4)), 0..4_u8).prop_map(|(seat, to, ends)| Act { seat, to, ends })
}

fn play(acts: &[Act]) -> Table {
    let mut table = Table::of(&["Ann", "Bob", "Cho", "Dee"]);
    for act in acts {
        let mut asked = ask(act.seat);
        if let Some(to) = &act.to {
            asked = asked.heard_by(only(to));
        }
        let does = match act.ends {
            0 => Does::Fail,
            1 => passes(),
            2 => takes("words", Stance::Agree),
            _ => says("words"),
        };
        table.step(vec![(asked, does)]);
    }
    table
}

proptest! {
    #[test]
    fn nothing_outside_scope_and_audience_is_ever_shown(
        acts in vec(act(), 0..30), seat in 0..4_u16, which in 0..5_u8, most in 0..6_u32,
    ) {
        let mut table = play(&acts);
        let scope = [Scope::Since, Scope::Full, Scope::Last(most), Scope::Blind, Scope::Own][which as usize];
        let seat = SeatId(seat);
        // A second account of the same, from the definitions.
        let mut right: Vec<&Turn> = table.state.turns().iter()
            .filter(|turn| turn.is_answered() && turn.heard_by.admits(turn.seat, seat))
            .collect();
        let words = |turns: &[&Turn]| turns.iter().filter(|turn| turn.ending() == Some(Ending::Answered)).count();
        let audible = words(&right);
        let own = right.iter().filter(|turn| turn.seat == seat && turn.ending() == Some(Ending::Answered)).count();
        match scope {
            Scope::Since => {
                let from = right.iter().rposition(|turn| turn.seat == seat).unwrap_or(0);
                right.drain(..from);
            }
            Scope::Last(most) => while words(&right) > most as usize || (most == 0 && !right.is_empty()) {
                right.remove(0);
            },
            Scope::Blind => right.clear(),
            Scope::Own => right.retain(|turn| turn.seat == seat),
            _ => {}
        }
        let context = gather(&table.state, seat, scope);
        let heard: Vec<TurnId> = context.heard.iter().map(|one| one.turn).collect();
        let right: Vec<TurnId> = right.iter().map(|turn| turn.id).collect();
        match scope {
            // Of passes before the first message that is shown, none is needed; of own ones only the last count.
            Scope::Last(_) | Scope::Own => prop_assert!(right.ends_with(&heard)),
            _ => prop_assert_eq!(&heard, &right),
        }
        let shown = context.heard.iter().filter(|one| one.message.reading.pass.is_none()).count();
        let left_out = match scope {
            Scope::Last(_) => audible - shown,
            Scope::Own => own - shown,
            _ => 0,
        };
        prop_assert_eq!(context.left_out, left_out);

        // Kept counts give the same, and so does a context that is built within the next step.
        let mut prompter = Prompter::new(Prompts::builtin(), &table.state);
        let kept = prompter.gather(&table.state, seat, scope);
        prop_assert_eq!(format!("{kept:?}"), format!("{context:?}"));
        let before = format!("{context:?}");
        let first = table.begin(vec![ask(0), ask(1)]);
        table.end(TurnId(first + 1), takes("in the same step", Stance::Disagree));
        prop_assert_eq!(format!("{:?}", prompter.gather(&table.state, seat, scope)), before);
    }
}
