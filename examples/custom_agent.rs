//! A backend of one's own: a treasurer that is a few lines of code. It adds up what is proposed and watches the budget.
//!
//! A backend is one async method. Everything that it needs is in the request: the prompt as text for models, and the
//! same things as data for everything else. It keeps no state of the discussion, so one backend may serve many. `main`
//! holds it to the contract with the suite that the built-in backends pass, then seats it.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use quorate::agent::{Agent, AgentError, Reply, Request, Scripted, Sink, conformance};
use quorate::{Discussion, strategies::prelude::*};

/// Reads `Cost: 1200` in what others say, and objects while the sum is above the budget.
#[derive(Debug, Clone, Copy)]
pub struct Treasurer {
    /// What may be spent.
    pub budget: u64,
}

/// The costs that stand in a text.
fn costs(text: &str) -> u64 {
    let numbers = text.split("Cost:").skip(1).filter_map(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    numbers.fold(0, u64::saturating_add)
}

#[async_trait::async_trait]
impl Agent for Treasurer {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        // Messages are lent with who said them; the own ones are among them.
        let others = request.heard.iter().filter(|heard| heard.speaker != request.id);
        let sum = others.fold(0, |sum: u64, heard| sum.saturating_add(costs(heard.message.text())));
        let budget = self.budget;
        // Only a marker moves a position; what the prose says is for people.
        let text = match sum {
            0 => "I have heard of no costs yet. [STANCE: NEUTRAL]".to_owned(),
            sum if sum > budget => format!("That is {sum}, and we have {budget}. [STANCE: DISAGREE]"),
            sum => format!("{sum} of {budget} is within the budget. [STANCE: AGREE]"),
        };
        // Whoever watches sees it while it is written.
        sink.delta(&text);
        Ok(Reply::text(text))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let treasurer = Treasurer { budget: 1_000 };
    let passed = conformance::check(&treasurer).await?;
    println!("the treasurer passes the suite of backends: {} answers", passed.answers);

    let planner = ["Two tents and a band. Cost: 1400 in all. [KIND: PROPOSAL]", "One tent. Cost: 800 [STANCE: AGREE]"];
    let done = Discussion::new("What does the summer party look like?")
        .seat(Seat::new("Planner").role("proposer"), Scripted::lines(planner))
        .seat(Seat::new("Treasurer").role("critic"), treasurer)
        .run()
        .await?;
    for turn in done.state.turns() {
        let said = turn.message().map_or("(no answer)", |message| message.text());
        println!("{}: {said}", done.state.roster().name(turn.seat));
    }
    println!("ended: {}", done.outcome.stop.name());
    Ok(())
}
