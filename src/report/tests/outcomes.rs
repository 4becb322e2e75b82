//! How minutes and result tell of endings: whole, partial, failed, cancelled and interrupted ones.

use quorate_strategies::{
    event::{Charter, Chosen, Event},
    prelude::*,
    reading::{Read, Warning, WarningCode},
    seat::Origin,
    turn::TurnId,
};
use serde_json::json;

use super::{
    golden::{models, plan_review},
    play::{Say, Table, from_events, marked, plain, reading},
};
use crate::report::{Minutes, result_json};

fn ballot(option: u16, text: &str) -> Message {
    reading(plain(text), |reading| reading.ballot = Some(Read::new(Ballot::Choice(option), Provenance::Marker)))
}

fn vote(rule: &str, seats: &[&str]) -> Table {
    let mut table = Table::new("round-robin", Some(rule), Rounds::new(1, 1), "Which queue?").models(seats);
    table.charter.brief.options = vec!["Kafka".into(), "Postgres".into()];
    table
}

#[test]
fn two_against_two_is_no_decision_and_keeps_the_reasons_of_both() {
    let record = vote("majority", &["Ann", "Bob", "Cy", "Di"])
        .play(|turn| {
            let (option, why) = if turn.seat.0 < 2 { (0, "It keeps order.") } else { (1, "We run it already.") };
            Say::Message(ballot(option, why))
        })
        .with_result();
    let document = result_json(&record.source());
    assert_eq!(document["verdict"]["reached"], false);
    assert_eq!(document["verdict"]["tie"], true);
    assert_eq!(document["decision"], json!(null));
    let dissent = document["dissent"].as_array().unwrap();
    let told: Vec<(&str, &str, &str)> = dissent
        .iter()
        .map(|one| (one["seat"].as_str().unwrap(), one["vote"].as_str().unwrap(), one["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(told[0], ("Ann", "Kafka", "It keeps order."));
    assert_eq!(told[3], ("Di", "Postgres", "We run it already."));
    assert_eq!(told.len(), 4);
    let minutes = record.render(&Minutes);
    assert!(minutes.contains("- **Tie:** the lead is shared."));
    assert!(minutes.contains("**Bob**, round 1, voted for Kafka ([#2](#m2); stands): It keeps order."));
}

#[test]
fn a_win_keeps_the_reasons_of_those_who_lost() {
    let record = vote("majority", &["Ann", "Bob", "Cy"]).play(|turn| match turn.seat.0 {
        2 => Say::Message(ballot(1, "It is one system less.")),
        _ => Say::Message(ballot(0, "Order matters.")),
    });
    let document = result_json(&record.source());
    assert_eq!(document["verdict"]["winner"], "Kafka");
    assert_eq!(document["dissent"].as_array().unwrap().len(), 1);
    assert_eq!(document["dissent"][0]["reason"], "It is one system less.");
    assert_eq!(document["standings"][2], json!({ "seat": "Cy", "stands": "Postgres" }));
}

#[test]
fn a_disagreement_of_an_earlier_round_stays_in_the_minutes_of_a_majority() {
    let table = Table::new("round-robin", Some("stance"), Rounds::new(2, 2), "Ship?").models(&["Ann", "Bob", "Cy"]);
    let record = table.play(|turn| {
        let stance = if turn.id.0 == 2 { Stance::Disagree } else { Stance::Agree };
        Say::Message(marked(Kind::Opinion, stance, "The budget is spent."))
    });
    let document = result_json(&record.source());
    assert_eq!((&document["stop"], &document["verdict"]["level"]), (&json!("decided"), &json!("full")));
    assert_eq!(
        document["dissent"],
        json!([{ "seat": "Bob", "round": 1, "message": 2, "how": "disagrees", "vote": null,
                 "reason": "The budget is spent.", "withdrawn": 5, "answered": null }])
    );
    assert_eq!(document["first_round"]["verdict"]["level"], "none");
    assert_eq!(document["changes"].as_array().unwrap().len(), 4, "three came to a stance and one changed it");
}

#[test]
fn half_a_panel_without_an_answer_is_partial_in_the_heading_and_named_before_the_content() {
    let table = Table::new("expert", None, Rounds::new(1, 1), "Ship?");
    let table = table.seat(Seat::new("Eve").role("expert"), Origin::Model, "a:b").models(&["Ann", "Bob", "Cy"]);
    let record = table
        .play(|turn| match (turn.seat.0, &*turn.task) {
            (0, "open") => Say::Message(plain("I think that we can ship on Friday.")),
            (1, _) => Say::Message(plain("Add a flag.")),
            _ => Say::Ends(Ending::TimedOut, "no answer within 120 s"),
        })
        .with_result();
    let minutes = record.render(&Minutes);
    let head = minutes.split("## Outcome").next().unwrap();
    assert!(
        head.starts_with("# Partial minutes: Ship?\n\n- **Partial.** 3 of 4 seats gave no answer when last asked.")
    );
    assert!(head.contains("**Answered when last asked:** Ann (1 of 4)"));
    assert!(head.contains("Bob (timed out: no answer within 120 s); Cy (timed out: no answer within 120 s)"));
    assert!(!head.contains("I think"));
    assert!(minutes.contains("*Extractive: sentences taken word for word"));
    assert!(minutes.contains("Eve gave no sum-up when last asked for one (timed out)"));
    assert!(!minutes.contains("Written by"));
    assert_eq!(result_json(&record.source())["status"], "partial");
}

#[test]
fn agreement_in_the_last_round_is_decided_and_none_is_the_limit() {
    let play = |stance| {
        let table = Table::new("round-robin", Some("stance"), Rounds::new(1, 2), "Ship?").models(&["Ann", "Bob"]);
        table.play(move |turn| {
            Say::Message(marked(Kind::Opinion, if turn.round == 2 { stance } else { Stance::Neutral }, "Word."))
        })
    };
    let (agreed, apart) = (play(Stance::Agree), play(Stance::Disagree));
    assert!(
        agreed
            .render(&Minutes)
            .contains("**Ended:** the decision rule was reached (`decided`) after 2 rounds and 4 turns.")
    );
    let minutes = apart.render(&Minutes);
    assert!(minutes.starts_with("# Minutes: Ship?"));
    assert!(minutes.contains("**Ended:** the last round was over (`max-rounds`)"));
    assert!(minutes.contains("All who took a stand are against"));
    assert_eq!(minutes.matches("#### m").count(), 4);
}

#[test]
fn a_cancelled_discussion_says_so_first_and_late_answers_do_not_count() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 3), "Ship?").models(&["Ann", "Bob"]);
    let record = table
        .play(|turn| match turn.id.0 {
            1 => Say::Message(marked(Kind::Opinion, Stance::Neutral, "Wait.")),
            _ => Say::After(
                Event::Cancelled { by: "Pat".into() },
                Box::new(Say::Ends(Ending::Cancelled, "the discussion was stopped")),
            ),
        })
        .and(Event::Late { turn: TurnId(2), text: "[STANCE: AGREE] so there".into() })
        .with_result();
    let minutes = record.render(&Minutes);
    assert!(minutes.starts_with("# Cancelled discussion, partial minutes: Ship?\n\n- **Cancelled.**"));
    assert!(minutes.contains("An answer came after this turn had ended."));
    assert!(!minutes.contains("so there"));
    let document = result_json(&record.source());
    assert_eq!((&document["status"], &document["stop"]), (&json!("partial"), &json!("cancelled")));
}

#[test]
fn a_record_that_ends_early_gives_minutes_that_say_so() {
    let record = models().cut_after(|event| matches!(event, Event::Asked { turn: TurnId(4), .. }));
    let minutes = record.render(&Minutes);
    assert!(minutes.starts_with("# Interrupted discussion, partial minutes: Ship on Friday?\n\n- **Interrupted.**"));
    assert!(minutes.contains("**Not ended:** the record stops in round 2, after 4 turns."));
    assert!(minutes.contains("No answer yet: the record ends here."));
    let empty = models().cut_after(|event| matches!(event, Event::Created(_)));
    assert!(empty.render(&Minutes).starts_with("# Failed discussion: Ship on Friday?"));
}

#[test]
fn nobody_answering_names_each_cause() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 3), "Ship?").models(&["Ann", "Bob"]);
    let record = table.play(|turn| match turn.seat.0 {
        0 => Say::Ends(Ending::Failed, "402 Payment Required: no credit"),
        _ => Say::Ends(Ending::Failed, "404 Not Found: no model of this name"),
    });
    let minutes = record.render(&Minutes);
    assert!(
        minutes
            .starts_with("# Failed discussion: Ship?\n\n- **Failed.** There is no result: nobody answered in a round.")
    );
    assert!(
        minutes.contains(
            "Ann (failed: 402 Payment Required: no credit); Bob (failed: 404 Not Found: no model of this name)"
        )
    );
    assert!(minutes.contains("No result was written."));
}

/// One round in which two are asked together, after a consultation.
fn with_control() -> super::play::Record {
    let ann = Seat::new("Ann");
    let ask = |seat| Ask::new(SeatId(seat), "speak").sees(Scope::Blind).heard_by(Audience::Only([SeatId(0)].into()));
    let message = Message {
        raw: "<think>secret plan</think>I am for it.".into(),
        said: Some("I am for it.".into()),
        reasoning: Some("secret plan".into()),
        ..Message::default()
    };
    let question = "who should speak?";
    let asked = |turn: u32, ask: u16| Event::Asked {
        turn: TurnId(turn),
        ask,
        seat: SeatId(ask),
        context: "".into(),
        fitted: None,
    };
    let answered =
        |turn: u32| Event::Answered { turn: TurnId(turn), message: message.clone().into(), receipt: Box::default() };
    let events = [
        Event::Created(
            Charter { brief: Brief::new("Ship?"), strategy: Chosen::default(), ..Charter::default() }.into(),
        ),
        Event::Seated { seat: SeatId(0), who: ann.into() },
        Event::Seated { seat: SeatId(1), who: Seat::new("Bob").into() },
        Event::RoundOpened { round: 1 },
        Event::Stepped { step: Step::Consult { to: SeatId(0), question: question.into() }, upto: 4 },
        Event::Consulted { to: SeatId(0), question: question.into(), answer: Some("route to Bob".into()) },
        Event::Stepped { step: Step::Ask { asks: vec![ask(0), ask(1)] }, upto: 6 },
        asked(1, 0),
        asked(2, 1),
        answered(1),
        answered(2),
        Event::RoundClosed { round: 1 },
        Event::Concluded { why: StopReason::Finished, decision: None, note: None },
    ];
    from_events(events, plan_review().card)
}

#[test]
fn control_and_reasoning_are_no_part_of_the_minutes() {
    let minutes = with_control().render(&Minutes);
    for hidden in ["who should speak", "route to Bob", "secret plan", "think"] {
        assert!(!minutes.contains(hidden), "{hidden}");
    }
    assert!(minutes.contains("I am for it."));
}

#[test]
fn answers_given_together_are_said_to_be_parallel_and_scopes_are_told() {
    let minutes = with_control().render(&Minutes);
    assert_eq!(minutes.matches("The next 2 were asked together and answered in parallel").count(), 1);
    assert_eq!(minutes.matches("Asked without seeing anybody's message.").count(), 2);
    assert!(minutes.contains("Heard by Ann, Bob only."));
    assert!(!models().render(&Minutes).contains("in parallel"));
}

#[test]
fn what_was_said_in_the_same_step_was_not_heard_before_a_change() {
    let mut table = Table::new("expert", Some("ratio"), Rounds::new(1, 1), "Ship?");
    table.charter.strategy.knobs.insert("others".to_owned(), "together".to_owned());
    let table = table.seat(Seat::new("Eve").role("expert"), Origin::Model, "a:b").models(&["Ann", "Bob"]);
    let record = table.play(|_| Say::Message(marked(Kind::Opinion, Stance::Agree, "Fine.")));
    let document = result_json(&record.source());
    let after: Vec<_> = document["changes"].as_array().unwrap().iter().map(|one| one["after"].clone()).collect();
    assert_eq!(after, [json!(null), json!(1), json!(1)]);
}

#[test]
fn flags_of_the_reader_are_shown_with_what_they_are_about() {
    let table = Table::new("round-robin", None, Rounds::new(1, 1), "Ship?").models(&["Ann"]);
    let record = table.play(|_| {
        let message = marked(Kind::Opinion, Stance::Agree, "@Zed and [STANCE: AGREE]");
        Say::Message(reading(message, |reading| {
            let about = |code, about: &str| Warning { code, about: Some(about.into()) };
            reading.warnings =
                vec![about(WarningCode::UnknownMention, "Zed"), about(WarningCode::SeveralStances, "disagree, agree")];
        }))
    });
    assert!(record.render(&Minutes).contains(
        "Flags: mentions somebody who is not at the table (Zed); several stances; the last one counts (disagree, agree)."
    ));
}

#[test]
fn why_a_person_is_needed_is_what_the_counts_say() {
    let play = |says: [(Kind, Stance); 2]| {
        let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 1), "Ship?").models(&["Ann", "Bob"]);
        let record = table.play(move |turn| {
            let (kind, stance) = says[usize::from(turn.seat.0)];
            Say::Message(marked(kind, stance, "That is what I think."))
        });
        record.render(&Minutes)
    };
    let (on, against) = ((Kind::Support, Stance::Agree), (Kind::Oppose, Stance::Disagree));
    let open = (Kind::Question, Stance::Neutral);
    assert!(play([against, open]).contains("All who took a stand are against"));
    assert!(play([open, open]).contains("Nobody took a stand; a person should decide."));
    let both = play([on, against]);
    assert!(both.contains("Views are far apart; a person should decide.") || both.contains("partial"), "{both}");
    assert!(!play([against, against]).contains("far apart"));
}

#[test]
fn a_seat_that_failed_last_is_without_an_answer_in_the_tables() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 1), "Ship?").models(&["Ann", "Bob"]);
    let record = table.play(|turn| match turn.seat.0 {
        0 => Say::Message(marked(Kind::Support, Stance::Agree, "Fine.")),
        _ => Say::Ends(Ending::Failed, "503"),
    });
    assert!(record.render(&Minutes).contains("| Bob | no answer | no answer | 0 |"));
}

#[test]
fn rehearsed_votes_are_told_beside_the_decision() {
    let play = |origin| {
        let mut table = Table::new("round-robin", Some("majority"), Rounds::new(1, 1), "Where?").models(&["Ann"]);
        table = table.seat(Seat::new("Bob"), origin, "x").seat(Seat::new("Cy"), origin, "x");
        table.charter.brief.options = vec!["Here".into(), "There".into()];
        table.play(|_| Say::Message(ballot(0, "It is near.")))
    };
    let rehearsed = play(Origin::Rehearsal);
    assert!(
        rehearsed.render(&Minutes).contains("- 2 of 3 votes come from rehearsals: made up by a rule, no model asked.")
    );
    assert_eq!(result_json(&rehearsed.source())["rehearsed"], json!({ "votes": 2, "of": 3 }));
    let asked = play(Origin::Model);
    assert!(!asked.render(&Minutes).contains("rehearsals"));
    assert_eq!(result_json(&asked.source())["rehearsed"], json!(null));
}

#[test]
fn a_side_that_gives_up_changed_its_mind_and_leaves_no_consensus() {
    let mut table = Table::new("debate", Some("concession"), Rounds::new(1, 2), "Cause?");
    for (name, side) in [("Ann", "change"), ("Bob", "load")] {
        table = table.seat(Seat::new(name).side(side), Origin::Model, "a:b");
    }
    table = table.seat(Seat::new("Jo").role("judge"), Origin::Model, "a:b");
    let record = table
        .play(|turn| {
            let concedes = turn.seat.0 == 1;
            Say::Message(reading(plain("The change explains it."), |reading| {
                reading.concede = concedes.then_some(Provenance::Marker);
            }))
        })
        .with_result();
    let minutes = record.render(&Minutes);
    assert!(minutes.contains("**Ended:** all sides but one have conceded"), "{minutes}");
    assert!(minutes.contains("All sides but one have conceded, which is no view that all share."));
    assert!(minutes.contains("| Bob | conceded | conceded | 1 |"));
    assert!(minutes.contains("| Jo | none | none | 0 |"), "a judge holds no side");
    assert!(minutes.contains("### Conclusion\n\nchange ([#"), "{minutes}");
    assert!(!minutes.contains("stance unknown"), "no stance was asked for");
}

#[test]
fn a_tie_that_the_order_of_the_list_broke_says_so_and_the_conclusion_is_what_won() {
    let mut table = vote("plurality", &["Ann", "Bob"]);
    table.charter.rule.as_mut().unwrap().knobs.insert("tie".to_owned(), "first-seen".to_owned());
    let record = table.play(|turn| Say::Message(ballot(turn.seat.0, "So I think of it."))).with_result();
    let minutes = record.render(&Minutes);
    assert!(minutes.contains("- **Tie:** the numbers are equal; the first in the list was taken."), "{minutes}");
    assert!(minutes.contains("### Conclusion\n\nKafka ([#1](#m1))"), "{minutes}");
}
