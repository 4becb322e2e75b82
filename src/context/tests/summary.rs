//! The rolling summary: what its writer is asked, how it reaches a seat, and the extract that stands in for a writer.

use std::sync::Arc;

use proptest::prelude::*;
use quorate_strategies::{
    brief::Language,
    event::{Charter, Event, Peers, Summary},
    reading::{Kind, Stance},
};

use super::{golden::compare, table::*};
use crate::context::{Budget, sum_up, summary_prompt, tokens};

fn words(language: Language) -> [&'static str; 5] {
    match language {
        Language::En => {
            ["Do we ship on Friday?", "Ship behind a flag.", "Nobody is on call.", "Ann: a flag.", "A flag it is."]
        }
        Language::Zh => ["我们周五发布吗？", "加开关发布。", "周末无人值班。", "甲：加开关。", "那就加开关。"],
        Language::Ja => {
            ["金曜に出しますか。", "フラグ付きで出す。", "当番がいません。", "葵：フラグ付き。", "ではフラグで。"]
        }
    }
}

/// Two seats after a round that was summed up, one that was not, and the beginning of a third.
fn table(language: Language) -> Table {
    let [topic, proposal, objection, summary, yes] = words(language);
    let charter = Charter { summary: Some(500), context: Scope::Summary(500), ..charter_in(language, topic) };
    let mut table = Table::new(charter, ["Ann", "Bob"].map(Seat::new));
    table.turn(0, marks(proposal, Kind::Proposal));
    table.turn(1, takes(objection, Stance::Disagree));
    let text: Arc<str> = summary.into();
    let (by, receipt) = ("openai:small".into(), Box::default());
    over(&mut table, Summary::Written { tokens: tokens(&text), text, by, receipt });
    table.turn(0, takes(yes, Stance::Agree));
    table.turn(1, passes());
    over(&mut table, Summary::Kept { by: "openai:small".into(), why: "down".into() });
    table
}

fn over(table: &mut Table, summary: Summary) {
    let round = table.state.round();
    table.record(Event::RoundClosed { round });
    table.record(Event::Summarised { round, summary: Arc::new(summary) });
    table.record(Event::RoundOpened { round: round + 1 });
}

#[test]
fn whoever_writes_it_is_asked_like_this() {
    for language in [Language::En, Language::Zh, Language::Ja] {
        let prompt = summary_prompt(&table(language).state, 500, (Budget::of(None), 10_000));
        let both = format!("{}\n\n======== changes from here ========\n\n{}", prompt.system, prompt.user);
        compare(&format!("summarizer_{}", language.code()), &both);
    }
}

#[test]
fn a_seat_is_shown_it_with_what_it_does_not_tell_of() {
    for language in [Language::En, Language::Zh, Language::Ja] {
        let shown = table(language).rendered(&ask(1), Budget::of(None));
        compare(&format!("summarised_{}", language.code()), &shown.text);
    }
}

#[test]
fn old_messages_that_do_not_fit_are_counted_for_its_writer_too() {
    let mut table = Table::new(Charter { summary: Some(500), ..charter("Go?") }, ["Ann", "Bob"].map(Seat::new));
    for at in 0..12 {
        table.turn(at % 2, says(&format!("M{at} {}", "word ".repeat(400))));
    }
    let prompt = summary_prompt(&table.state, 500, (Budget::of(None), 2_000));
    assert!(
        prompt.left_out > 0 && prompt.user.contains(&format!("[{} of the oldest", prompt.left_out)),
        "{}",
        prompt.user
    );
    assert!(prompt.user.contains("M11 word") && !prompt.user.contains("M0 word"), "{}", prompt.user);
}

#[test]
fn where_names_are_hidden_no_summary_tells_them() {
    let charter = Charter { summary: Some(500), peers: Peers::Anonymous, ..charter("Go?") };
    let mut table = Table::new(charter, ["Ann", "Bob"].map(Seat::new));
    table.turn(0, takes("Yes.", Stance::Agree));
    let prompt = summary_prompt(&table.state, 500, (Budget::of(None), 10_000));
    assert!(!prompt.user.contains("Ann") && prompt.user.contains("Seat A"), "{}", prompt.user);
    assert_eq!(sum_up(&table.state, 100), "- Seat A, round 1, AGREE: Yes.");
}

#[test]
fn an_extract_holds_the_last_words_of_each_and_a_proposal_that_more_was_said_after() {
    let mut table = Table::of(&["Ann", "Bob", "Cho", "Dan"]);
    table.turn(0, marks("Ship behind a flag.", Kind::Proposal));
    table.turn(1, takes("Nobody is on call.", Stance::Disagree));
    table.turn(3, Does::Fail);
    table.next_round();
    table.turn(0, takes("With somebody on call,\nthen.\n[STANCE: AGREE]", Stance::Agree));
    table.turn(1, passes());
    let text = sum_up(&table.state, 500);
    assert_eq!(
        text,
        "- Ann, round 1, proposal: Ship behind a flag.\n- Ann, round 2, AGREE: With somebody on call, then.\n\
         - Bob, round 1, DISAGREE: Nobody is on call."
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_extract_keeps_to_its_length_and_holds_no_whisper(
        turns in prop::collection::vec((0..4_u16, prop::bool::ANY, "\\PC{0,300}", 0..3_u8), 0..40),
        most in 0..700_u32,
    ) {
        let mut table = Table::of(&["Ann", "Bob", "Cho", "Dan"]);
        for (seat, whispered, text, kind) in turns {
            let secret = format!("SECRET {text}");
            let text = if whispered { &secret } else { &text };
            let does = match kind {
                0 => says(text),
                1 => marks(text, Kind::Proposal),
                _ => takes(text, Stance::Agree),
            };
            let to = if whispered { Audience::Only([SeatId((seat + 1) % 4)].into()) } else { Audience::Everyone };
            table.step(vec![(ask(seat).heard_by(to), does)]);
        }
        let text = sum_up(&table.state, most);
        prop_assert!(tokens(&text) <= most, "{} of {most}: {text}", tokens(&text));
        prop_assert!(!text.contains("SECRET"));
        prop_assert_eq!(&text, &sum_up(&table.state, most));
        let prompt = summary_prompt(&table.state, most, (Budget::of(None), 5_000));
        prop_assert!(!prompt.user.contains("SECRET"));
    }
}
