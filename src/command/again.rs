//! A table that is put together again from a record, and what answers at it.

use std::{path::Path, sync::Arc};

use quorate_strategies::{
    catalog::Catalog,
    event::Charter,
    outcome::Author,
    seat::{Origin, Roster, Seat, Spec},
    state::State,
};

use super::{error::CommandError, rejudge};
use crate::{
    agent::{
        Agent,
        spec::{AgentFactory, ModelSettings, Wanted},
    },
    manager::Discussion,
};

/// What answers, and what the next record says that it is made from.
pub(super) type Answering = (Arc<dyn Agent>, Option<Spec>);

/// What is wished to answer instead of what the record names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instead<'a> {
    /// By seat.
    pub(super) agents: &'a [(String, String)],
    /// For every other seat, and for the result.
    pub(super) model: Option<&'a str>,
}

impl Instead<'_> {
    /// The discussion that was settled like this, with what answers for each seat and writes the result.
    pub(super) fn table(
        &self,
        charter: &Charter,
        state: &State,
        catalog: &Catalog,
    ) -> Result<Discussion, CommandError> {
        let mut discussion = Discussion::settled(charter, catalog)?;
        for (name, _) in self.agents {
            rejudge::seat(state.roster(), name)?;
        }
        for (_, seat) in state.roster().iter() {
            let (agent, spec) = self.agent(seat)?;
            discussion = discussion.seat(Seat { spec, ..seat.as_seated() }, agent);
        }
        if let Some((agent, spec)) = self.writer(charter, state)? {
            discussion = discussion.synthesizer(agent).synthesizer_spec(spec);
        }
        if let Some((agent, spec)) = self.summarizer(charter)? {
            discussion = discussion.summarizer(agent).summarizer_spec(spec);
        }
        Ok(discussion)
    }

    /// What answers for a seat: as a flag says, else what answered in the record, where that says how to have it again.
    fn agent(&self, seat: &Seat) -> Result<Answering, CommandError> {
        if let Some((name, spec)) = self.named(&seat.name) {
            return made(spec).map_err(|why| wrong(&format!("--agent {name}={spec}"), &why));
        }
        if let Some(model) = self.model {
            return made(model).map_err(|why| wrong("--model", &why));
        }
        if let Some(spec) = &seat.spec {
            let again = AgentFactory::builtin().again(spec);
            let again =
                again.map_err(|why| wrong(&format!("what answered for {} ({})", seat.name, spec.text), &why))?;
            return Ok((again, Some(spec.clone())));
        }
        let backend = &seat.backend;
        let known = matches!(backend.origin, Origin::Checklist | Origin::Rehearsal | Origin::Model | Origin::Person);
        let again = known.then(|| made(&backend.name)).and_then(Result::ok);
        again.ok_or_else(|| CommandError::Flag {
            why: format!(
                "what answered for {name} ({backend}) cannot be had again from the record; say what goes on for it \
                 with --agent {name}=SPEC",
                name = seat.name,
                backend = backend.name
            ),
        })
    }

    fn writer(&self, charter: &Charter, state: &State) -> Result<Option<Answering>, CommandError> {
        if let Some(model) = self.model {
            return made(model).map(Some).map_err(|why| wrong("--model", &why));
        }
        if let Some(spec) = &charter.synthesizer {
            let again = AgentFactory::builtin().again(spec);
            let again = again.map_err(|why| wrong(&format!("what writes the result ({})", spec.text), &why))?;
            return Ok(Some((again, Some(spec.clone()))));
        }
        // A backend that cannot be had again leaves the result to the rule, as it is labelled.
        Ok(match state.result().map(|result| &result.author) {
            Some(Author::Synthesizer { backend }) => made(backend).ok(),
            _ => None,
        })
    }

    /// What writes the rolling summary; where it cannot be had again, the rule does, and says so.
    fn summarizer(&self, charter: &Charter) -> Result<Option<Answering>, CommandError> {
        match (self.model, &charter.summarizer) {
            _ if charter.summary.is_none() => Ok(None),
            (Some(model), _) => made(model).map(Some).map_err(|why| wrong("--model", &why)),
            (None, Some(spec)) => {
                let again = AgentFactory::builtin().again(spec);
                let again = again.map_err(|why| wrong(&format!("what writes the summary ({})", spec.text), &why))?;
                Ok(Some((again, Some(spec.clone()))))
            }
            (None, None) => Ok(None),
        }
    }

    fn named(&self, seat: &str) -> Option<&(String, String)> {
        self.agents.iter().rev().find(|(name, _)| seat.eq_ignore_ascii_case(name))
    }

    /// What a file would have done with the rights of whoever goes on with it: programs that it names, and addresses
    /// and files for keys. A record that comes from elsewhere is data until somebody says otherwise.
    pub(super) fn is_left_to(&self, path: &Path, charter: &Charter, roster: &Roster) -> Result<(), CommandError> {
        if self.model.is_some() {
            return Ok(());
        }
        let seats = roster.iter().filter(|(_, seat)| self.named(&seat.name).is_none());
        let specs =
            seats.filter_map(|(_, seat)| seat.spec.as_ref()).chain(&charter.synthesizer).chain(&charter.summarizer);
        let mut acting: Vec<&str> = specs.filter(|spec| acts(spec)).map(|spec| &*spec.text).collect();
        acting.dedup();
        if acting.is_empty() {
            return Ok(());
        }
        Err(CommandError::Flag {
            why: format!(
                "{} names what would be run or called with your rights: {}; --yes lets it, and --agent NAME=SPEC takes \
                 something else",
                path.display(),
                acting.join(", ")
            ),
        })
    }
}

/// Whether having this backend again does more than ask a provider of this machine's own choice, or nobody. Programs do,
/// whatever they are called, and so do agents of a gateway, which may have tools; a kind that is not known might.
fn acts(spec: &Spec) -> bool {
    let kind = spec.text.split([':', '@']).next().unwrap_or_default().to_ascii_lowercase();
    let has_own = |key: &str| spec.settings.contains_key(key);
    let is_harmless = HARMLESS.contains(&&*kind) || is_provider(&kind);
    !is_harmless || spec.text.contains("://") || has_own("base_url") || has_own("key_file")
}

/// Kinds that ask nobody, or somebody at this terminal.
const HARMLESS: [&str; 3] = ["checklist", "rehearsal", "human"];

#[cfg(feature = "http")]
fn is_provider(kind: &str) -> bool {
    use crate::agent::http::Provider;
    Provider::ALL.iter().any(|provider| provider.name() == kind && *provider != Provider::OpenClaw)
}

#[cfg(not(feature = "http"))]
const fn is_provider(_: &str) -> bool {
    false
}

fn made(spec: &str) -> Result<Answering, crate::agent::spec::AgentSpecError> {
    let wanted = Wanted { spec, settings: &ModelSettings::default(), folder: Path::new("") };
    Ok((AgentFactory::builtin().agent(&wanted)?, wanted.kept()))
}

fn wrong(flag: &str, why: &dyn std::error::Error) -> CommandError {
    CommandError::Flag { why: format!("{flag}: {why}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_record_may_have_again_unasked_is_what_runs_nothing_and_calls_nobody_of_its_own() {
        let acting = |text: &str| acts(&Spec { text: text.into(), settings: std::collections::BTreeMap::new() });
        for text in ["rehearsal", "human", "checklist:plan-review/risk", "openai:gpt-5.4", "Anthropic:claude-sonnet-5"]
        {
            assert!(!acting(text), "{text}");
        }
        for text in [
            "command:./bot.sh",
            "acp:gemini --acp",
            "claude",
            "claude@./claude:opus",
            "Codex@/tmp/x",
            "gemini-cli",
            "opencode:a/b",
            "openclaw:alice",
            "openclaw-http:alice",
            "openai@http://127.0.0.1:9/v1:m",
            "unheard-of:x",
        ] {
            assert!(acting(text), "{text}");
        }
    }
}
