//! Three results of subtasks are brought together: what holds, what contradicts, what is missing.
//!
//! Four checklist seats speak in turn. Without a synthesiser the result is extractive: sentences taken word for word
//! from the messages, each with the messages it rests on. `Discussion::synthesizer` seats a model that writes it; what
//! it claims is then checked against the record, and the rule takes over when it fails.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use quorate::{
    Discussion,
    agent::ChecklistSeat,
    checklist::Checklist,
    strategies::{
        outcome::{Author, Statement},
        prelude::*,
    },
};

/// Who sits at the table, in which role, and which domain of the checklist each looks at.
const SEATS: [(&str, &str, &str); 4] = [
    ("ResultSynthesizer", "synthesizer", "structure"),
    ("QualityChecker", "reviewer", "quality"),
    ("InsightGenerator", "analyst", "insight"),
    ("UserAdvocate", "advocate", "user"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let checklist = Checklist::shipped("result-synthesis").ok_or("the checklist ships")?;
    let discussion = Discussion::new("What do these results come to, and can they be delivered?")
        .material("load-test.md", include_str!("results/load-test.md"))
        .material("monitoring-review.md", include_str!("results/monitoring-review.md"))
        .material("user-interviews.md", include_str!("results/user-interviews.md"))
        .min_rounds(1)
        .max_rounds(2);
    let discussion = SEATS.into_iter().fold(discussion, |discussion, (name, role, domain)| {
        let backend = ChecklistSeat::new(checklist.clone(), vec![domain.to_owned()]);
        discussion.seat(Seat::new(name).role(role), backend)
    });
    let done = discussion.run().await?;

    let result = done.result().ok_or("nobody answered")?;
    let by = if result.author == Author::Extractive { "sentences from the messages, by rule" } else { "a model" };
    println!("written by: {by}\n");
    show("Conclusion", std::slice::from_ref(&result.conclusion));
    show("Key points", &result.key_points);
    show("Recommendations", &result.recommendations);
    show("Divergences", &result.divergences);
    Ok(())
}

fn show(heading: &str, statements: &[Statement]) {
    println!("{heading}");
    for statement in statements {
        let rests_on: Vec<String> = statement.messages.iter().map(ToString::to_string).collect();
        println!("- {} ({})", statement.text, rests_on.join(", "));
    }
    println!();
}
