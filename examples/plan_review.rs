//! A review of a real plan by three checklist seats, put together by hand: rules, no model.
//!
//! The preset does the same from the command line: `quorate run plan-review --material examples/plans/…`. By hand, each
//! seat may get another backend; a model beside two checklists is one line away.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use quorate::{
    Discussion,
    agent::ChecklistSeat,
    checklist::Checklist,
    report::result_json,
    strategies::{prelude::*, strategies::Expert},
};

const PLAN: &str = include_str!("plans/checkout-migration.md");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let checklist = Checklist::shipped("plan-review").ok_or("the checklist ships")?;
    // Each seat looks at its own domains of the one checklist.
    let looks_at = |domain: &str| ChecklistSeat::new(checklist.clone(), vec![domain.to_owned()]);
    let done = Discussion::new("Is this plan ready to be carried out, and what has to change first?")
        .material("checkout-migration.md", PLAN)
        .strategy(Expert::default())
        .min_rounds(1)
        .max_rounds(3)
        .seat(Seat::new("PlanExpert").role("expert"), looks_at("structure"))
        .seat(Seat::new("RiskAnalyst").role("critic"), looks_at("risk"))
        .seat(Seat::new("EfficiencyOptimizer").role("analyst"), looks_at("efficiency"))
        .run()
        .await?;

    // The result document lists every finding once, with its line in the plan and the seat that raised it first.
    let document = result_json(&done.source());
    for finding in document["findings"].as_array().into_iter().flatten() {
        let line = finding["line"].as_u64().map_or_else(|| "whole plan".to_owned(), |line| format!("line {line}"));
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        println!("{:<8} {line:<11} {} ({})", text("severity"), text("message"), text("seat"));
    }
    if let Some(decision) = &done.outcome.decision {
        println!("\n{}", decision.value.lines().next().unwrap_or_default());
    }
    Ok(())
}
