//! What the machine has to offer beside the embedded default, and how it is used; nothing is used unasked.

use std::io::{self, BufRead, IsTerminal as _};

use quorate_strategies::{
    brief::Language,
    seat::{Origin, Roster},
};

use super::{
    doctor::{
        machine::{command_line, offers_something},
        waiting,
        words::{self, say},
    },
    error::CommandError,
    output::tell,
    words::Words,
};
use crate::{
    doctor::{Answer, KeyState, Machine, Probing, look},
    preset::Overrides,
};

/// The model that means: ask which.
const ASK: &str = "ask";

/// Whether no seat asked a model, a person or a program.
pub(super) fn embedded(roster: &Roster) -> bool {
    roster.iter().all(|(_, seat)| matches!(seat.backend.origin, Origin::Checklist | Origin::Rehearsal))
}

/// Says that no model was asked, what was found here, and how to use it.
///
/// Servers are looked for only where somebody sits at a terminal; a script's network stays untouched.
pub(super) fn tell_what_was_found(preset: &str, language: Language) -> Result<(), CommandError> {
    let probing = if io::stderr().is_terminal() { Probing::Loopback } else { Probing::Off };
    let machine = waiting(look(&|name| std::env::var_os(name), probing))?;
    lines(&machine, preset, language).iter().for_each(|line| tell(line));
    Ok(())
}

fn lines(machine: &Machine, preset: &str, language: Language) -> Vec<String> {
    let mut lines = vec![Words::of(language).found.no_model.to_owned()];
    for key in machine.keys.iter().filter(|key| key.state == KeyState::Usable) {
        let command = command_line(preset, &format!("{}:MODEL", key.provider), language);
        lines.push(say(&words::FOUND_KEY, language, &[("variable", key.variable), ("command", &command)]));
    }
    for server in &machine.servers {
        let Answer::Models { chat, .. } = &server.answer else { continue };
        let Some(first) = chat.first() else { continue };
        let command = command_line(preset, &first.spec, language);
        let holes = [("name", server.name), ("address", server.address.as_str()), ("command", command.as_str())];
        lines.push(say(&words::FOUND_SERVER, language, &holes));
    }
    if machine.keys.is_empty() {
        lines.push(words::FOUND_NO_KEY.get(language).to_owned());
    }
    lines.push(words::DOCTOR_LOOKS.get(language).to_owned());
    lines
}

/// Puts the model that is chosen at the terminal in the place of `ask`.
pub(super) fn resolve(overrides: &mut Overrides) -> Result<(), CommandError> {
    if overrides.model.as_deref() != Some(ASK) {
        return Ok(());
    }
    let language = overrides.language.unwrap_or_default();
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(CommandError::Refused(Words::of(language).found.no_terminal));
    }
    let machine = waiting(look(&|name| std::env::var_os(name), Probing::Loopback))?;
    if !offers_something(&machine) {
        tell(words::NOTHING_FOUND.get(language));
    }
    overrides.model = choose(&choices(&machine), language, &mut io::stdin().lock())?;
    Ok(())
}

/// Something that can be chosen by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    /// A backend as it is.
    Spec(String),
    /// A provider whose key is at hand; the model is still to be named.
    Key { provider: &'static str, variable: &'static str },
}

fn choices(machine: &Machine) -> Vec<Choice> {
    let offers = machine.servers.iter().flat_map(|server| match &server.answer {
        Answer::Models { chat, .. } => chat.as_slice(),
        _ => &[],
    });
    let keys = machine.keys.iter().filter(|key| key.state == KeyState::Usable);
    let programs = machine.programs.iter().filter_map(|program| program.spec);
    offers
        .map(|offer| Choice::Spec(offer.spec.clone()))
        .chain(keys.map(|key| Choice::Key { provider: key.provider, variable: key.variable }))
        .chain(programs.map(|spec| Choice::Spec(spec.to_owned())))
        .collect()
}

/// Asks until there is a choice; an empty line and the end of the input mean none, and the embedded default runs.
fn choose(choices: &[Choice], language: Language, input: &mut dyn BufRead) -> Result<Option<String>, CommandError> {
    for (at, choice) in choices.iter().enumerate() {
        let shown = match choice {
            Choice::Spec(spec) => spec.clone(),
            Choice::Key { provider, variable } => {
                say(&words::CHOICE_KEY, language, &[("provider", provider), ("variable", variable)])
            }
        };
        tell(&format!("{:>3}  {shown}", at + 1));
    }
    loop {
        tell(words::WHICH.get(language));
        let Some(answer) = line(input)? else { return Ok(None) };
        let Ok(number) = answer.parse::<usize>() else { return Ok(Some(answer)) };
        match number.checked_sub(1).and_then(|at| choices.get(at)) {
            Some(Choice::Spec(spec)) => return Ok(Some(spec.clone())),
            Some(Choice::Key { provider, .. }) => {
                tell(&say(&words::WHICH_OF, language, &[("provider", provider)]));
                return Ok(line(input)?.map(|model| format!("{provider}:{model}")));
            }
            None => tell(&say(&words::NO_SUCH, language, &[("number", &answer)])),
        }
    }
}

/// One line without the blanks around it; none where nothing is left of it.
fn line(input: &mut dyn BufRead) -> Result<Option<String>, CommandError> {
    let mut line = String::new();
    input.read_line(&mut line).map_err(CommandError::Stdin)?;
    let line = line.trim();
    Ok((!line.is_empty()).then(|| line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(typed: &str) -> Option<String> {
        let key = Choice::Key { provider: "openai", variable: "OPENAI_API_KEY" };
        let choices = [Choice::Spec("ollama:qwen3:4b".to_owned()), key];
        choose(&choices, Language::En, &mut typed.as_bytes()).expect("text can be read")
    }

    #[test]
    fn a_number_a_spec_or_nothing_is_chosen() {
        assert_eq!(chosen("1\n").as_deref(), Some("ollama:qwen3:4b"));
        assert_eq!(chosen(" vllm:m \n").as_deref(), Some("vllm:m"));
        assert_eq!(chosen("\n"), None);
        assert_eq!(chosen(""), None, "the input has ended");
    }

    #[test]
    fn a_key_still_needs_the_name_of_a_model() {
        assert_eq!(chosen("2\ngpt-5\n").as_deref(), Some("openai:gpt-5"));
        assert_eq!(chosen("2\n\n"), None);
    }

    #[test]
    fn a_number_that_is_not_there_is_asked_again() {
        assert_eq!(chosen("0\n7\n1\n").as_deref(), Some("ollama:qwen3:4b"));
    }
}
