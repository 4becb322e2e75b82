//! Whole prompts, kept as text files to be read.

use quorate_strategies::{
    brief::{Material, Point},
    event::Charter,
    reading::{Kind, Stance},
};

use super::table::*;
use crate::context::{Budget, Prompter, Prompts, Style, gather};

pub(super) fn compare(name: &str, prompt: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, prompt));
}

pub(super) fn both(table: &Table, asked: &Ask, style: Style) -> String {
    let context = gather(&table.state, asked.seat, asked.sees);
    let mut prompter = Prompter::new(Prompts::builtin(), &table.state);
    let budget = Budget::of(None);
    let system = prompter.system(&table.state, asked.seat, budget).expect("it renders");
    let user = prompter.user(&table.state, (&card(), asked, style), &context, budget).expect("it renders");
    format!("{}\n\n======== changes from here ========\n\n{}", system.text, user.text)
}

fn review() -> Table {
    let mut brief = Brief::new("Shall we move the billing service this quarter?");
    brief.background = "The old database loses support in October.".into();
    brief.material =
        vec![Material { name: "plan.md".into(), text: "# Plan\n1. Copy the data.\n2. Switch over.\n".into() }];
    let mut risk = Seat::new("RiskAnalyst").role("critic").expertise(["operations", "data loss"]);
    risk.persona.personality = Some("careful, asks for proof".into());
    risk.persona.soul = Some("You have seen migrations fail.".into());
    risk.persona.values = vec!["no data is lost".into(), "say it plainly".into()];
    risk.persona.memory = Some("The last move took three weekends.".into());
    risk.persona.capabilities = vec!["reads logs".into()];
    let seats = [Seat::new("PlanExpert").role("expert"), risk, Seat::new("Users").role("advocate").voice_only()];
    Table::new(Charter { brief, ..charter("?") }, seats)
}

#[test]
fn opening() {
    compare("opening", &both(&review(), &ask(1).note("Begin with the largest risk."), Style::Markers));
}

#[test]
fn second_round() {
    let mut table = review();
    table.turn(0, marks("Do it in two stages: copy first, switch a week later.", Kind::Proposal));
    table.turn(1, takes("Without a way back I cannot accept it.", Stance::Disagree));
    table.interject("The auditors come in June.");
    table.turn(2, says("Customers need a week's notice."));
    table.next_round();
    table.turn(0, says("@RiskAnalyst: a way back is added, see step 3.\n[STANCE: AGREE]"));
    table.interject("Marketing is informed.");
    compare("second_round", &both(&table, &ask(1), Style::Markers));
}

#[test]
fn a_stance_is_needed() {
    compare("stance", &both(&review(), &ask(1).form(Form::Stance).sees(Scope::Blind), Style::Schema));
}

#[test]
fn a_vote_is_needed() {
    let mut brief = Brief::new("Which database?");
    brief.options = vec!["Postgres".into(), "SQLite".into()];
    let form = Form::Ballot(brief.options.as_slice().into());
    let mut table = Table::new(Charter { brief, ..charter("?") }, ["Ann", "Bob"].map(Seat::new));
    table.turn(0, says("Postgres, as we know it."));
    compare("vote", &both(&table, &ask(1).form(form), Style::Markers));
}

#[test]
fn scores_are_needed() {
    let mut brief = Brief::new("Which offer?");
    brief.points =
        vec![Point { name: "cost".into(), weight: 6_250 }, Point { name: "time to market".into(), weight: 3_750 }];
    let form = Form::Scores(brief.points.iter().map(|point| point.name.clone()).collect());
    let table = Table::new(Charter { brief, ..charter("?") }, ["Ann", "Bob"].map(Seat::new));
    compare("scores", &both(&table, &ask(1).form(form), Style::Markers));
}

#[test]
fn a_side_is_argued_for() {
    let seats = [Seat::new("Ann").side("for"), Seat::new("Bob").side("against"), Seat::new("Jo").role("judge")];
    let mut table = Table::new(charter("Ban cars?"), seats);
    table.turn(0, says("Cleaner air within months."));
    compare("side", &both(&table, &ask(1), Style::Markers));
}

#[test]
fn the_stable_part_is_stable() {
    let mut table = review();
    let before = table.system(1, Budget::of(None));
    table.turn(0, says("words"));
    table.turn(1, takes("words", Stance::Agree));
    table.next_round();
    table.interject("words");
    assert_eq!(table.system(1, Budget::of(None)), before);
}
