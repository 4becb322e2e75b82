//! Which option or point a word names, and which labels are read.

use quorate_strategies::{reading::Ballot, step::Form};

use super::*;

fn choice(room: &Room, text: &str) -> Option<u16> {
    match room.reads(text).ballot.map(|read| read.value) {
        Some(Ballot::Choice(option)) => Some(option),
        None => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_form_names_options_and_points_only_where_the_table_names_none() {
    let ballot = || Form::Ballot(vec!["Stay".into(), "Go".into()].into());
    assert_eq!(choice(&Room::new().form(ballot()), "[VOTE: Go]"), Some(1));
    let both = Room::new().form(ballot()).options(&["Ship", "Wait", "Drop"]);
    assert_eq!((choice(&both, "[VOTE: Drop]"), choice(&both, "[VOTE: Go]")), (Some(2), None));
    let asked = || Form::Scores(vec!["Cost".into(), "Risk".into()].into());
    assert_eq!(scores(&Room::new().form(asked()).reads("[SCORE Risk: 80]")), [(2, Some(8_000))]);
    let both = Room::new().form(asked()).points(&["Time"]);
    assert_eq!(scores(&both.reads("[SCORE Time: 80]")), [(1, Some(8_000))]);
    assert!(scores(&both.reads("[SCORE Risk: 80]")).is_empty());
}

#[test]
fn an_option_is_named_by_its_text_its_number_or_its_letter() {
    let room = Room::new().options(&["Wait a week", "Ship it now", "Drop"]);
    for text in ["Ship it now", "ship-it_now", "SHIP IT NOW.", "2", "Option 2", "#2", "B", "b", "选项2", "選択肢 2"]
    {
        assert_eq!(choice(&room, &format!("[VOTE: {text}]")), Some(1), "{text}");
    }
    for text in ["0", "4", "D", "Ship", "AB", "Option", "2nd"] {
        assert_eq!(choice(&room, &format!("[VOTE: {text}]")), None, "{text}");
    }
    assert_eq!(choice(&room, "[VOTE: 3]"), Some(2));
    assert_eq!(choice(&room, "[VOTE: C]"), Some(2));
}

#[test]
fn names_that_are_alike_but_for_hyphens_have_to_be_written_out() {
    let room = Room::new().options(&["ship-now", "ship_now", "wait"]);
    assert_eq!(choice(&room, "[VOTE: ship_now]"), Some(1));
    assert_eq!(choice(&room, "[VOTE: ship now]"), None);
}

#[test]
fn numbers_and_letters_are_names_where_options_are_called_so() {
    let room = Room::new().options(&["3", "2", "1"]);
    assert_eq!((choice(&room, "[VOTE: 3]"), choice(&room, "[VOTE: B]")), (Some(0), Some(1)));
    assert_eq!(choice(&room, "[VOTE: 4]"), None);
    let room = Room::new().options(&["B", "A"]);
    assert_eq!((choice(&room, "[VOTE: B]"), choice(&room, "[VOTE: 2]")), (Some(0), Some(1)));
    assert_eq!(choice(&room, "[VOTE: C]"), None);
}

#[test]
fn a_line_is_read_for_labels_only_when_it_begins_with_one() {
    let room = Room::new().points(&["Cost", "Risk"]);
    let read = |text: &str| scores(&room.reads(text));
    assert_eq!(read("Cost: 85, Risk: 90"), [(1, Some(8_500)), (2, Some(9_000))]);
    assert_eq!(read("Cost: 85；Risk：90"), [(1, Some(8_500)), (2, Some(9_000))]);
    assert!(read("All in all, Risk: 90").is_empty());
    assert_eq!(read("Score for Cost: 85"), [(1, Some(8_500))]);
}

#[test]
fn a_number_in_the_prose_behind_a_label_is_noted_where_points_are_scored() {
    let prose = "Cost: 85 is what most teams would say";
    let noted = |room: &Room, text: &str| warns(&room.reads(text), WarningCode::ProseScore);
    assert!(noted(&Room::new().points(&["Cost", "Risk"]), prose));
    assert!(!noted(&Room::new(), "Score: 85 is what most teams would say"));
}
