//! What the machine has to offer beside the embedded default, and how it is used; nothing is used unasked.

use std::io::{self, IsTerminal as _};

use quorate_strategies::seat::{Origin, Roster};

use super::{
    error::CommandError,
    output::tell,
    words::{Words, fill},
};

/// The model that means: ask which.
pub(super) const ASK: &str = "ask";

/// Whether no seat asked a model, a person or a program.
pub(super) fn embedded(roster: &Roster) -> bool {
    roster.iter().all(|(_, seat)| matches!(seat.backend.origin, Origin::Checklist | Origin::Rehearsal))
}

/// Says that no model was asked, what was found here, and how to use it.
pub(super) fn tell_what_was_found(preset: &str, words: &Words) {
    let words = &words.found;
    tell(words.no_model);
    let variables = variables();
    for (variable, provider) in &variables {
        tell(&fill(words.key, &[("variable", variable), ("preset", preset), ("provider", provider)]));
    }
    if variables.is_empty() {
        tell(words.no_key);
        tell(&fill(words.how, &[("preset", preset)]));
    }
}

/// Asks a person at a terminal for a model; an empty answer is none, and the embedded default runs.
pub(super) fn ask(words: &'static Words) -> Result<Option<String>, CommandError> {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(CommandError::Refused(words.found.no_terminal));
    }
    for (variable, provider) in variables() {
        tell(&format!("{variable}: {provider}:MODEL"));
    }
    tell(words.found.which);
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(CommandError::Stdin)?;
    let answer = answer.trim();
    Ok((!answer.is_empty()).then(|| answer.to_owned()))
}

/// Variables that are set, each with the provider whose key it holds; their values are not looked at.
#[cfg(feature = "http")]
fn variables() -> Vec<(&'static str, &'static str)> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    crate::agent::http::Provider::ALL
        .into_iter()
        .filter_map(|provider| {
            let variable = provider.key_variables().into_iter().find(|name| set(name))?;
            Some((variable, provider.name()))
        })
        .collect()
}

#[cfg(not(feature = "http"))]
const fn variables() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}
