//! A strategy of one's own, in one file: a hot seat that wanders round the table.
//!
//! In each round one seat presents its view, all others question it at once, and it answers them. Next round it is the
//! next seat's turn. The strategy is written against `quorate_strategies::prelude` alone, the crate that never waits and
//! does no I/O; `main` holds it to the laws of strategies with the suite that the built-in ones pass, and then plays it.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::{borrow::Cow, error::Error, sync::Arc};

use quorate::{Discussion, agent::Rehearsal};
use quorate_strategies::{conformance, prelude::*, rules::Ratio};

/// Each round another seat presents, is questioned by all others at once, and answers.
#[derive(Debug)]
pub struct HotSeat {
    card: Card,
}

/// What a seat is asked to do. A task's text travels with its strategy; prompts only frame it.
const TASKS: &[Task] = &[
    Task::new("present", Text::en("You are on the hot seat: present your view, with your reasons.")),
    Task::new("question", Text::en("Ask the hot seat the one question whose answer would change your mind.")),
    Task::new("answer", Text::en("Answer every question. Say what you change, and what you stay with.")),
];

impl Default for HotSeat {
    fn default() -> Self {
        Self::new()
    }
}

impl HotSeat {
    /// The card says what the engine, the catalogue and the checks need to know.
    pub const fn new() -> Self {
        let card = Card {
            name: Cow::Borrowed("hot-seat"),
            purpose: Text::en("One seat presents, the others question it, it answers; next round the next seat."),
            use_when: Text::en("Every view has to stand up to questions."),
            avoid_when: Text::en("There are many seats and little time."),
            seats: Text::en("Two or more that speak."),
            rounds: Rounds::new(2, 4),
            // Positions are counted, when a round closes, and no round is cut short.
            fits: Cow::Borrowed(&[Input::Positions]),
            check: Check::RoundClose,
            cut: Cut::Never,
            tasks: Cow::Borrowed(TASKS),
            knobs: &[],
        };
        Self { card }
    }

    /// Whose turn it is on the hot seat: a function of the view alone, so that it can be replayed.
    fn presenter(view: &View<'_>) -> Option<SeatId> {
        let seats = view.roster().voices().count().max(1);
        view.roster().voices().nth((view.round() as usize).saturating_sub(1) % seats)
    }
}

impl Strategy for HotSeat {
    fn card(&self) -> &Card {
        &self.card
    }

    fn next(&self, view: &View<'_>) -> Step {
        // The rule was reached, or the last round is over: this strategy has no closing turns.
        if let Some(why) = view.closing() {
            return Step::Conclude { why };
        }
        let Some(presenter) = Self::presenter(view) else { return Step::Conclude { why: StopReason::Aborted } };
        let ask = |seat, task| Ask::new(seat, task).form(view.form());
        match view.round_turns().last().map(|turn| &*turn.task) {
            None => Step::ask(ask(presenter, "present")),
            Some("present") => {
                let others = view.roster().voices().filter(|seat| *seat != presenter);
                // One step: they are asked together, and none hears another's question.
                Step::Ask { asks: others.map(|seat| ask(seat, "question")).collect() }
            }
            Some("question") => Step::ask(ask(presenter, "answer")),
            Some(_) => Step::CloseRound,
        }
    }

    fn seating(&self, roster: &Roster) -> Result<(), SeatingError> {
        at_least("hot-seat", roster, 2)
    }
}

/// Holds it to the laws: tables of 1 to 8 seats, silent, failing and hostile agents, disturbances at any point.
pub fn check() -> Result<conformance::Passed, conformance::Violation> {
    let strategy: Arc<dyn Strategy> = Arc::new(HotSeat::new());
    conformance::check(&strategy, &[Arc::new(Ratio::default())], 8)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let passed = check()?;
    println!("hot-seat keeps the laws: {} discussions at {} tables", passed.discussions, passed.tables);

    let names = ["Ann", "Bob", "Cleo"];
    let discussion = Discussion::new("Do we need a second office?").strategy(HotSeat::new()).max_rounds(3).seed(3);
    let discussion = names.into_iter().fold(discussion, |one, name| one.seat(Seat::new(name), Rehearsal::new()));
    let done = discussion.run().await?;
    for turn in done.state.turns() {
        println!("round {}: {} {}", turn.round, done.state.roster().name(turn.seat), turn.task);
    }
    println!("ended: {}", done.outcome.stop.name());
    Ok(())
}
