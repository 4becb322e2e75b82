//! Whole minutes as a person reads them.

use std::{env, fs, path::Path};

use quorate_strategies::{
    event::Event,
    prelude::*,
    reading::{Finding, Read, Severity, Warning, WarningCode},
    seat::Origin,
};

use super::play::{Record, Say, Table, cut, marked, plain, reading};
use crate::report::Minutes;

/// Compares with the file; `UPDATE_GOLDEN=1` writes it instead.
pub(super) fn check(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{} differs; found:\n{found}", path.display());
}

pub(super) fn finding(
    rule: &str,
    severity: Severity,
    line: Option<u32>,
    message: &str,
    suggestion: Option<&str>,
) -> Finding {
    Finding { rule: rule.into(), severity, line, message: message.into(), suggestion: suggestion.map(Into::into) }
}

/// A plan review by checklist seats, in which one seat never learns to agree.
pub(super) fn plan_review() -> Record {
    let rollback = || {
        finding(
            "rollback",
            Severity::Blocking,
            None,
            "No step says how to roll back.",
            Some("Add a rollback step with its trigger."),
        )
    };
    let owner = || finding("owner", Severity::Warning, Some(12), "Step 3 has no owner.", Some("Name one person."));
    let source = || finding("source", Severity::Info, Some(20), "\"40 % faster\" names no source.", None);
    let seats = [("PlanExpert", "expert"), ("RiskAnalyst", "analyst"), ("EfficiencyOptimizer", "reviewer")];
    let mut table =
        Table::new("expert", Some("ratio"), Rounds::new(1, 2), "Review the plan \"Move the shop to the new database\"");
    for (name, role) in seats {
        table = table.seat(Seat::new(name).role(role), Origin::Checklist, "checklist:plan-review");
    }
    table.charter.preset = Some("plan-review".into());
    table
        .play(|turn| {
            let message = match (turn.seat.0, &*turn.task) {
                (0, "open") => marked(Kind::Opinion, Stance::Neutral, "The plan has a goal, five steps and an end date. I look at risk and effort next."),
                (0, "sum-up") => marked(Kind::Summary, Stance::Neutral, "Two gaps stand:\n- Add a rollback step with its trigger.\n- Name one person for step 3."),
                (0, _) => marked(Kind::Summary, Stance::Agree, "The plan can start once the rollback is written.\n\n1. Write the rollback.\n2. Name the owner of step 3.\n\n[STANCE: AGREE]"),
                (1, _) => reading(
                    marked(Kind::Oppose, Stance::Disagree, "No step says how to roll back. Step 3 has no owner. [STANCE: DISAGREE]"),
                    |reading| reading.findings = vec![rollback(), owner()],
                ),
                _ => reading(marked(Kind::Support, Stance::Agree, "Step 3 has no owner. Everything else is in order."), |reading| {
                    reading.findings = vec![owner(), source()];
                }),
            };
            Say::Message(message)
        })
        .with_result()
}

#[test]
fn minutes_of_a_plan_review_by_checklists() {
    check("plan-review.md", &plan_review().render(&Minutes));
}

/// Models of which one fails, one changes its mind and one is cut off; somebody adds a fact.
pub(super) fn models() -> Record {
    let mut table = Table::new("round-robin", Some("ratio"), Rounds::new(2, 3), "Ship on Friday?");
    table.seats.push(Seat::new("Watcher").voice_only());
    let mut table = table.models(&["Ann", "Bob", "Cy"]);
    table.seats[0].voice = false;
    table
        .play(|turn| match (turn.round, turn.seat.0) {
            (1, 1) => Say::Spent(
                marked(Kind::Proposal, Stance::Neutral, "I propose to ship on Friday behind a flag.\n\n- Turn the flag on for 5 % first.\n- Watch errors for a day.\n\n[KIND: PROPOSAL]"),
                900, 40,
            ),
            (1, 2) => Say::Message(reading(
                marked(Kind::Oppose, Stance::Disagree, "Friday is risky: nobody is on call at the weekend.\n\n```\noncall: none\n```\n[STANCE: DISAGREE]"),
                |reading| reading.confidence = Some(Read::new(80, Provenance::Marker)),
            )),
            (2, 1) => Say::After(
                Event::Interjected { author: "Pat".into(), text: "The on-call plan now covers Saturday.".into() },
                Box::new(Say::Spent(marked(Kind::Consensus, Stance::Agree, "Then Friday it is. [KIND: CONSENSUS]"), 950, 20)),
            ),
            (2, 2) => Say::Message(reading(
                marked(Kind::Consensus, Stance::Agree, "First [STANCE: DISAGREE], but with Saturday covered [STANCE: AGREE]"),
                |reading| reading.warnings.push(Warning { code: WarningCode::SeveralStances, about: None }),
            )),
            (1, _) => Say::Message(cut(reading(plain("I would rather wait until the migration has settled and"), |reading| {
                reading.kind = Read::new(Kind::Opinion, Provenance::Guess);
            }))),
            (2, _) => Say::Late("Fine, I agree. [STANCE: AGREE]"),
            (3, 1) => Say::Message(marked(Kind::Consensus, Stance::Agree, "Still for it.")),
            (3, 2) => Say::Message(reading(plain(""), |reading| reading.pass = Some(Provenance::Marker))),
            _ => Say::Ends(Ending::Failed, "401 Unauthorized: the key is not valid"),
        })
        .with_result()
}

#[test]
fn minutes_of_models_that_fail_change_and_are_cut_off() {
    check("models.md", &models().render(&Minutes));
}
