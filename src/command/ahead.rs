//! What lies ahead of a run: who may cost money and how often it is asked, said before the first call.

use std::io::{self, IsTerminal as _};

use quorate_strategies::{brief::Language, seat::Origin};

use super::{
    costs::exceptions,
    doctor::words::{self, say},
    error::CommandError,
    forecast::Forecast,
    output::tell,
    words::Words,
};
use crate::{
    agent::Cost,
    doctor::distinct,
    manager::{Discussion, MOST_ATTEMPTS, Plan},
};

/// From so many turns of models and programs on, a person at a terminal is asked before it begins.
const MANY_TURNS: u64 = 100;

/// Whether a person is asked before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Consent {
    /// Where there is a terminal, and there is a reason to ask.
    Asked,
    /// It was given by a flag.
    Given,
}

/// Says what may cost money and what the budget does not bind, and asks a person at a terminal once before that, or before many turns of models and programs. Where
/// there is no terminal nobody is asked: what is used was named.
pub(super) fn may_begin(discussion: &Discussion, plan: &Plan, consent: Consent) -> Result<bool, CommandError> {
    let words = Words::of(plan.charter.brief.language);
    for note in exceptions(discussion, words) {
        tell(&words.note(&note));
    }
    let paid = paid(discussion);
    let asks = consent == Consent::Asked && io::stdin().is_terminal() && io::stderr().is_terminal();
    if paid.is_empty() && !asks {
        return Ok(true);
    }
    let language = plan.charter.brief.language;
    let forecast = Forecast::of(discussion, plan, None);
    let many = forecast.model_turns.saturating_add(forecast.program_turns);
    if !paid.is_empty() {
        let names = paid.join(words::COMMA.get(language));
        let turns = forecast.model_turns.saturating_add(discussion.result_texts());
        let (turns, requests) = (turns.to_string(), turns.saturating_mul(u64::from(MOST_ATTEMPTS)).to_string());
        tell(&say(&words::MAY_COST, language, &[("names", &names), ("turns", &turns), ("requests", &requests)]));
    } else if many > MANY_TURNS {
        tell(&say(&words::MANY_TURNS, language, &[("turns", &many.to_string())]));
    } else {
        return Ok(true);
    }
    if asks { confirmed(language) } else { Ok(true) }
}

/// The models whose calls may cost money.
fn paid(discussion: &Discussion) -> Vec<String> {
    let backends = distinct(discussion).into_iter();
    let paid = backends.filter(|(agent, _)| agent.backend().origin == Origin::Model && agent.cost() == Cost::Possible);
    paid.map(|(agent, _)| agent.backend().name.to_string()).collect()
}

fn confirmed(language: Language) -> Result<bool, CommandError> {
    tell(words::BEGIN.get(language));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(CommandError::Stdin)?;
    Ok(Words::of(language).run.yes.contains(&answer.trim().to_lowercase().as_str()))
}
