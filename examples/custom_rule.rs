//! A decision rule of one's own: consent, as sociocratic circles decide. One objection is enough to stop a proposal.
//!
//! A rule is a pure function from a tally to a verdict. It counts in integers, and it may say that nothing which is still
//! pending can change the verdict. `main` holds it to the laws of rules on random tallies, then decides by it.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use quorate::{Discussion, agent::Scripted};
use quorate_strategies::{conformance, prelude::*};

/// Decided when nobody objects and at least one third of all voting weight is for it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Consent;

impl DecisionRule for Consent {
    fn name(&self) -> &str {
        "consent"
    }

    fn purpose(&self) -> &str {
        "decided when nobody objects and at least a third of all voting weight is for it"
    }

    /// It counts positions: where a seat stands until a marker or a structured answer moves it. Prose never does.
    fn input(&self) -> Input {
        Input::Positions
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let (of, for_it) = (tally.weight(), tally.weight_of(|voice| voice.position == Position::For));
        let objections = tally.weight_of(|voice| voice.position == Position::Against);
        let level = match () {
            () if of == 0 || objections > 0 => Level::None,
            // A seat that fell silent may have had an objection: then it is not everybody.
            () if for_it == of && tally.is_complete() => Level::Full,
            () if for_it * 3 >= of => Level::Majority,
            () => Level::None,
        };
        let counts = [("for", for_it), ("objections", objections), ("of", of)];
        Verdict { level, reached: level > Level::None, ..Verdict::counted(counts) }
    }

    /// Certain when nobody is left to speak, or when an objection stands that nobody is about to withdraw.
    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        let stands = |(at, voice): (usize, &Voice)| voice.position == Position::Against && !pending.contains(at);
        let nobody_left = (0..tally.voices.len()).all(|at| !pending.contains(at));
        nobody_left || tally.voices.iter().enumerate().any(stands)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    conformance::check_rule(&Consent, 2_000)?;
    println!("consent keeps the laws of rules on 2000 random tallies");

    let done = Discussion::new("Shall the kitchen stay open all night?")
        .rule(Consent)
        .seat(Seat::new("Ann"), Scripted::lines(["All night, for a month. [KIND: PROPOSAL]", "[STANCE: AGREE] Yes."]))
        .seat(Seat::new("Bob"), Scripted::lines(["Who cleans it? [STANCE: DISAGREE]", "Then fine. [STANCE: AGREE]"]))
        .seat(Seat::new("Cleo"), Scripted::lines(["I clean it on my shift. [KIND: CLARIFY]", "No objection from me."]))
        .run()
        .await?;
    let verdict = done.outcome.verdict.unwrap_or_default();
    println!("after {} rounds: {}, {:?}", done.outcome.rounds, verdict.level.name(), verdict.counts);
    if let Some(decision) = done.outcome.decision {
        println!("decided: {}", decision.value);
    }
    Ok(())
}
