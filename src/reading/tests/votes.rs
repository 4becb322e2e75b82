//! Votes and names that are given back: P-13 and ballots of every form.

use std::sync::Arc;

use quorate_strategies::{reading::Ballot, turn::Wholeness};

use super::{
    super::{NameError, seat},
    *,
};

fn vote(text: &str) -> Option<Ballot> {
    Room::new().options(&["Ship it now", "Wait a week", "Drop"]).reads(text).ballot.map(|read| read.value)
}

#[test]
fn an_option_is_named_by_text_number_or_letter() {
    for text in [
        "[VOTE: Wait a week]",
        "[vote: **wait a week**.]",
        "[VOTE: 2]",
        "[VOTE: B]",
        "[VOTE: option 2]",
        "[VOTE: \"Wait a week\"]",
        "【VOTE：Ｂ】",
    ] {
        assert_eq!(vote(text), Some(Ballot::Choice(1)), "{text}");
    }
    assert_eq!(vote("[VOTE: abstain]"), Some(Ballot::Abstain));
    assert_eq!(vote("[VOTE: Drop > Ship it now]"), Some(Ballot::Ranking(vec![2, 0])));
    assert_eq!(vote("[VOTE: Drop, Ship it now]"), Some(Ballot::Approval(vec![2, 0])));
    for text in [
        "[VOTE: Ship]",
        "[VOTE: 4]",
        "[VOTE: 0]",
        "[VOTE: D]",
        "[VOTE: option]",
        "[VOTE: Drop | Ship it now]",
        "[VOTE]",
        "Wait a week",
    ] {
        assert_eq!(vote(text), None, "{text}");
    }
}

#[test]
fn numbers_and_letters_mean_themselves_where_options_are_such() {
    let reads = |options: &[&str], text: &str| Room::new().options(options).reads(text).ballot.map(|read| read.value);
    assert_eq!(reads(&["3", "1", "2"], "[VOTE: 1]"), Some(Ballot::Choice(1)));
    assert_eq!(reads(&["B", "A"], "[VOTE: A]"), Some(Ballot::Choice(1)));
    assert_eq!(reads(&["B", "C"], "[VOTE: A]"), None);
}

#[test]
fn the_last_of_several_votes_counts() {
    let reading = Room::new().options(&["Ship", "Wait"]).reads("[VOTE: Ship] was my first thought. Now [VOTE: Wait].");
    assert_eq!(reading.ballot.as_ref().unwrap().value, Ballot::Choice(1));
    assert!(warns(&reading, WarningCode::SeveralBallots));
    let reading = Room::new().options(&["Ship", "Wait"]).reads("[VOTE: Ship] or [VOTE: Wait]");
    assert!(reading.ballot.is_none() && warns(&reading, WarningCode::Echo));
}

#[test]
fn structured_ballots() {
    let room = Room::new().options(&["Ship", "Wait"]);
    let reads = |text: &str| room.reads(text).ballot.map(|read| read.value);
    assert_eq!(reads(r#"{"vote":"ship"}"#), Some(Ballot::Choice(0)));
    assert_eq!(reads(r#"{"ranking":["Wait","Ship"]}"#), Some(Ballot::Ranking(vec![1, 0])));
    assert_eq!(reads(r#"{"approve":["Wait"]}"#), Some(Ballot::Approval(vec![1])));
    assert_eq!(reads(r#"{"points":{"Wait":7,"Ship":3}}"#), Some(Ballot::Points(vec![(1, 7), (0, 3)])));
    assert_eq!(reads(r#"{"vote":"abstain"}"#), Some(Ballot::Abstain));
    assert_eq!(reads(r#"{"vote":"Run"}"#), None);
}

#[test]
fn p13_the_name_a_moderator_gives_back() {
    let room = Room::seating(&["Coder", "Critic", "Software_Developer", "软件质量工程师"]);
    for (text, wanted) in [
        (" Coder", 0),
        ("\"Coder\"", 0),
        (r"**Software\_Developer**", 2),
        ("Software Developer", 2),
        ("['Coder']", 0),
        ("Next speaker: Coder, because Critic already spoke", 0),
        ("Coder.", 0),
        ("@Coder", 0),
        ("软件质量工程师", 3),
    ] {
        assert_eq!(seat(text, &room.roster), Ok(SeatId(wanted)), "{text}");
    }
    for text in
        ["Coder or Critic", "Coder, Critic", "Next speaker: Coder or Critic", "Coder, because Critic already spoke"]
    {
        assert!(matches!(seat(text, &room.roster), Err(NameError::Ambiguous { .. })), "{text}");
    }
    for text in ["Software Quality Engineer", "Cod", "", "Coders"] {
        assert!(matches!(seat(text, &room.roster), Err(NameError::Unknown { .. })), "{text}");
    }
}

#[test]
fn p13_an_unclear_next_seat_is_none() {
    assert_eq!(reads("[NEXT: critic]").next.unwrap().value, SeatId(1));
    assert_eq!(reads(r"[NEXT: **Software\_Developer**]").next.unwrap().value, SeatId(4));
    for text in ["[NEXT: Critic or Engineer]", "[NEXT: Nobody]"] {
        let reading = reads(text);
        assert!(reading.next.is_none() && warns(&reading, WarningCode::UnknownTarget), "{text}");
    }
}

fn asked(form: fn(Arc<[Arc<str>]>) -> Form) -> Room {
    Room::new().form(form(["Ship it now", "Wait a week", "Drop"].map(Into::into).into()))
}

fn points(options: Arc<[Arc<str>]>) -> Form {
    Form::Points { options, most: 10 }
}

#[test]
fn points_are_read_where_points_are_asked_for() {
    let read = |text: &str| asked(points).reads(text).ballot.map(|read| read.value);
    for text in ["[VOTE: Drop: 6, Wait a week: 4]", "[VOTE: 3: 6, 2: 4]", "【VOTE：Drop：６，Wait a week：４】"]
    {
        assert_eq!(read(text), Some(Ballot::Points(vec![(2, 6), (1, 4)])), "{text}");
    }
    for text in [
        "[VOTE: Drop: 6, Drop: 4]",
        "[VOTE: Drop: many]",
        "[VOTE: Elsewhere: 6]",
        "[VOTE: option: points, option: points, …]",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(vote("[VOTE: Drop: 6, Wait a week: 4]"), None, "a vote for one holds no points");
}

#[test]
fn a_vote_in_a_form_that_nobody_counts_is_asked_for_again() {
    let again = |room: Room, text: &str| {
        let table = room.table();
        let message = super::read(Raw { text, reasoning: None, whole: Wholeness::Whole }, &table);
        super::super::wrong_form(&message, &table).map(|wrong| wrong.text(&table))
    };
    let (both, order) = ("[VOTE: Drop, Wait a week]", "[VOTE: Drop > Wait a week]");
    assert_eq!(again(asked(Form::Approval), both), None);
    assert_eq!(again(asked(Form::Ranking), order), None);
    assert_eq!(again(asked(points), "[VOTE: Drop: 6, Wait a week: 4]"), None);
    for form in [Form::Approval, Form::Ranking, points] {
        assert_eq!(again(asked(form), "[VOTE: Drop]"), None, "one option is read in every form");
        assert_eq!(again(asked(form), "[VOTE: abstain]"), None);
    }
    assert!(again(asked(Form::Approval), order).unwrap().contains("every one of these that you accept"));
    assert!(again(asked(Form::Ranking), both).unwrap().contains("best first"));
    assert!(again(asked(points), "[VOTE: Drop: 11]").unwrap().contains("at most 10 points in all: Ship it now | "));
}

#[test]
fn the_schema_asks_for_what_the_form_counts() {
    let required = |form: &Form| super::super::schema(form)["required"][1].as_str().unwrap().to_owned();
    let options: Arc<[Arc<str>]> = ["a", "b"].map(Into::into).into();
    let forms = [
        Form::Ballot(options.clone()),
        Form::Approval(options.clone()),
        Form::Ranking(options.clone()),
        points(options),
    ];
    assert_eq!(forms.each_ref().map(required), ["vote", "approve", "ranking", "points"]);
    let read = asked(points).reads(r#"{"say": "Both.", "points": {"Drop": 6, "Wait a week": 4, "Ship it now": 0}}"#);
    let given = Ballot::Points(vec![(2, 6), (1, 4), (0, 0)]);
    assert_eq!(read.ballot.map(|read| (read.value, read.from)), Some((given, Provenance::Structured)));
}
