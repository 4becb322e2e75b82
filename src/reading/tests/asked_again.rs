//! What a reply lacks is told in words that name it, and only what the form's rule cannot count is asked for again.

use quorate_strategies::step::Form;

use super::*;
use crate::reading::{WrongForm, grammar, wrong_form};

fn options() -> Vec<Arc<str>> {
    vec!["Ship".into(), "Wait".into(), "Drop".into()]
}

fn lacks(form: Form, text: &str) -> Option<WrongForm> {
    let room = Room::new().options(&["Ship", "Wait", "Drop"]).points(&["Cost", "Risk"]).form(form);
    let message = room.message(text);
    wrong_form(&message, &room.table())
}

#[test]
fn a_ballot_of_another_form_is_asked_for_again() {
    let points = || Form::Points { options: options().into(), most: 10 };
    let (approval, ranking) = (|| Form::Approval(options().into()), || Form::Ranking(options().into()));
    for (form, text) in [
        (approval(), "[VOTE: Ship > Wait]"),
        (approval(), "[VOTE: Ship: 3, Wait: 4]"),
        (ranking(), "[VOTE: Ship, Wait]"),
        (points(), "[VOTE: Ship, Wait]"),
        (points(), "[VOTE: Ship > Wait]"),
        (points(), "[VOTE: Ship: 6, Wait: 5]"),
        (points(), "[VOTE: Ship: 0]"),
    ] {
        assert!(matches!(lacks(form, text), Some(WrongForm::Ballot(_))), "{text}");
    }
    for (form, text) in [
        (approval(), "[VOTE: Ship, Wait]"),
        (approval(), "[VOTE: Ship]"),
        (ranking(), "[VOTE: Ship > Wait]"),
        (points(), "[VOTE: Ship: 6, Wait: 4]"),
        (points(), "[VOTE: Ship: 1]"),
    ] {
        assert_eq!(lacks(form, text), None, "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_and_what_stood_there_is_shown() {
    for (wrong, said, found) in [
        (WrongForm::Incomplete, "the reply is not whole", None),
        (WrongForm::Malformed, "the structured answer cannot be read", None),
        (WrongForm::Echo, "the instruction was repeated", None),
        (WrongForm::Stance(None), "the stance is missing", None),
        (WrongForm::Stance(Some("maybe".into())), "the stance is missing", Some("maybe")),
        (WrongForm::Ballot(Some("Sell".into())), "the vote is missing", Some("Sell")),
        (WrongForm::Scores(vec!["Cost".into(), "Risk".into()]), "no score for Cost, Risk", None),
        (WrongForm::ProseScore("85".into()), "the number 85 stands in prose and is not counted", Some("85")),
    ] {
        assert_eq!((wrong.to_string().as_str(), wrong.found()), (said, found));
    }
}

#[test]
fn every_marker_is_published() {
    let words = |form: &'static str| form.trim_matches(['[', ']']).split([':', ' ']).next().unwrap();
    let published: Vec<&str> = grammar().iter().map(|doc| words(doc.form)).collect();
    let known = ["STANCE", "KIND", "CONFIDENCE", "SCORE", "VOTE", "CONCEDE", "CLOSE", "NEXT", "IDEA", "SPAWN", "PASS"];
    assert_eq!(published, known);
}
