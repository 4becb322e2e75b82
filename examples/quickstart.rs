//! A discussion in twenty lines: seats, a strategy, an outcome and minutes.
//!
//! No model is needed: seats that are added without a backend of their own rehearse, and the minutes say so. To seat a
//! model, give the manager one with `Manager::with_agent`, or a seat of its own with `Manager::add_seat`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::{error::Error, io};

use quorate::{
    Discussion, Manager,
    report::{Minutes, Report as _},
    strategies::strategies::Expert,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let manager = Manager::new();
    let discussion = Discussion::new("Shall we ship on Friday?").strategy(Expert::default()).max_rounds(5).seed(7);
    let id = manager.create(discussion)?;
    manager.add_agent(&id, "ExpertAgent", "expert", ["releases"])?;
    manager.add_agent(&id, "RiskAnalyst", "critic", ["risk"])?;
    manager.add_agent(&id, "UserAdvocate", "advocate", ["what users need"])?;
    let completed = manager.run(&id).await?;
    println!("ended: {}\n", completed.outcome.stop.name());
    Minutes.render(&completed.source(), &mut io::stdout().lock())?;
    Ok(())
}
