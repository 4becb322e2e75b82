//! What a reply lacks of the form that was asked for.

use super::{
    super::{WrongForm, schema, wrong_form},
    *,
};

fn wrong(room: &Room, text: &str) -> Option<WrongForm> {
    wrong_form(&room.message(text), &room.table())
}

fn list(names: &[&str]) -> Arc<[Arc<str>]> {
    names.iter().map(|&name| Arc::from(name)).collect()
}

#[test]
fn a_missing_stance_is_asked_for() {
    let room = Room::new().form(Form::Stance);
    assert_eq!(wrong(&room, "Fine. [STANCE: AGREE]"), None);
    assert_eq!(wrong(&room, "[PASS]"), None);
    assert_eq!(wrong(&room, "Fine."), Some(WrongForm::Stance(None)));
    assert!(matches!(wrong(&room, "[STANCE: AGRE]"), Some(WrongForm::Stance(Some(found))) if found == "stance: AGRE"));
    assert_eq!(wrong(&room, "[STANCE: AGREE | DISAGREE]"), Some(WrongForm::Echo));
    assert_eq!(wrong(&room, "<think>hm"), Some(WrongForm::Incomplete));
    assert_eq!(wrong(&room, "{\"stance\": \"agree"), Some(WrongForm::Malformed));
    assert!(WrongForm::Stance(None).text(&room.table()).contains("[STANCE: AGREE]"));
}

#[test]
fn a_missing_vote_is_asked_for() {
    let room = Room::new().form(Form::Ballot(list(&["Ship", "Wait"])));
    assert_eq!(wrong(&room, "[VOTE: Ship]"), None);
    assert_eq!(wrong(&room, "[VOTE: Run]"), Some(WrongForm::Ballot(Some("Run".into()))));
    assert!(wrong(&room, "Ship").unwrap().text(&room.table()).ends_with("Ship | Wait"));
}

#[test]
fn missing_scores_are_asked_for() {
    let room = Room::new().form(Form::Scores(list(&["Cost", "Risk"])));
    assert_eq!(wrong(&room, "[SCORE 1: 80] [SCORE Risk: 70]"), None);
    assert_eq!(wrong(&room, "[SCORE 1: 80] [SCORE Risk: high]"), Some(WrongForm::Scores(vec!["Risk".into()])));
    assert_eq!(wrong(&room, "I give cost 80."), Some(WrongForm::ProseScore("80".into())));
    let room = Room::new().points(&["Cost", "Risk"]).form(Form::Scores(list(&["Risk"])));
    assert_eq!(wrong(&room, "Risk: 70"), None);
}

#[test]
fn any_words_fit_a_free_form() {
    let room = Room::new();
    assert_eq!(wrong(&room, "Fine. [STANCE: AGRE]"), None);
    assert_eq!(wrong(&room, ""), Some(WrongForm::Incomplete));
}

#[test]
fn the_schema_requires_what_the_form_needs() {
    let needs = |form: &Form| schema(form)["required"].clone();
    assert_eq!(needs(&Form::Free), serde_json::json!(["say"]));
    assert_eq!(needs(&Form::Stance), serde_json::json!(["say", "stance"]));
    assert_eq!(needs(&Form::Ballot(list(&["a"]))), serde_json::json!(["say", "vote"]));
    assert_eq!(needs(&Form::Scores(list(&["a"]))), serde_json::json!(["say", "scores"]));
    assert_eq!(schema(&Form::Free)["additionalProperties"], false);
}
