//! Writing down what came of it: by a synthesiser where there is one, else by rule from the messages.

#[cfg(feature = "pipeline")]
use std::sync::Arc;

use quorate_strategies::{
    engine::Engine,
    event::Spend,
    outcome::{Synthesis, Unwritten},
};
#[cfg(feature = "pipeline")]
use quorate_strategies::{event::Event, outcome::Draft, seat::Origin, state::State};

#[cfg(feature = "pipeline")]
use crate::report::deliverable::{draft_request, drafts as drafts_of, parse_draft};
use crate::{
    agent::{Agent, Reply},
    manager::{
        turn::Asking,
        writing::{Piece, Prompt, Work, by_agent},
    },
    report::{self, SynthesisPrompt},
};

/// The result of a concluded discussion. A synthesiser that fails twice leaves it to the rule, and the result says so.
///
/// Beside it, what it took of the budget; none where nothing is counted.
pub(crate) async fn write(
    asking: &Asking,
    engine: &Engine,
    synthesizer: Option<&dyn Agent>,
) -> (Synthesis, Option<Spend>) {
    let extracted = || report::extract(engine.state(), engine.strategy().card());
    let Some(agent) = synthesizer else { return (extracted(), None) };
    let tab = asking.till.result_tab();
    let Work { written, receipt, spent } = by_agent((engine, asking), (agent, tab), &Statements(engine)).await;
    let synthesis = match written {
        Ok(synthesis) => synthesis,
        Err(why) => Synthesis { unwritten: Some(unwritten(agent, receipt.attempts, why)), ..extracted() },
    };
    (synthesis, spent)
}

/// The texts that a discussion hands over beside its result, as far as a synthesiser writes them, and what that took.
#[cfg(feature = "pipeline")]
pub(crate) async fn drafts(
    asking: &Asking,
    engine: &Engine,
    (agent, result): (&dyn Agent, &Synthesis),
) -> (Vec<Draft>, Option<Spend>) {
    let (mut all, mut took) = (Vec::new(), None);
    // What is recommended stands in the result, which is not recorded yet.
    let mut state = engine.state().clone();
    let stands = Event::Result(Arc::new(result.clone()));
    if state.apply(state.last_seq() + 1, &stands).is_err() || !asks_for_texts(agent) {
        return (all, took);
    }
    for text in 0..drafts_of(&state) {
        // Who could not write down a few statements is not asked for a whole text.
        if let Some(unwritten) = &result.unwritten {
            all.push(Draft::Unwritten(unwritten.clone()));
            continue;
        }
        let backend = agent.backend().name;
        let piece = WholeText { state: &state, text, backend };
        let Work { written, receipt, spent } =
            by_agent((engine, asking), (agent, asking.till.result_tab()), &piece).await;
        took = match (took, spent) {
            (Some(before), Some(spent)) => Some(Spend::plus(before, spent)),
            (before, spent) => before.or(spent),
        };
        all.push(written.unwrap_or_else(|why| Draft::Unwritten(unwritten(agent, receipt.attempts, why))));
    }
    (all, took)
}

/// Rules and rehearsals write no texts.
#[cfg(feature = "pipeline")]
fn asks_for_texts(agent: &dyn Agent) -> bool {
    !matches!(agent.backend().origin, Origin::Checklist | Origin::Rehearsal)
}

/// The statements of the result.
struct Statements<'a>(&'a Engine);

impl Piece for Statements<'_> {
    type Written = Synthesis;
    const WRITER: (&'static str, &'static str) = SYNTHESISER;
    const TASK: &'static str = TASK;

    fn prompt(&self, room: usize) -> Option<Prompt> {
        Some(report::synthesis_request_within(self.0.state(), self.0.strategy().card(), room).into())
    }

    fn take(&self, reply: &Reply, agent: &dyn Agent) -> Result<Synthesis, String> {
        let state = self.0.state();
        let language = state.charter().brief.language;
        report::parse_synthesis(&reply.text, state, &agent.backend().name).map_err(|error| error.text(language))
    }
}

/// A text that is handed over. It is asked for whole or not at all.
#[cfg(feature = "pipeline")]
struct WholeText<'a> {
    state: &'a State,
    text: usize,
    backend: Arc<str>,
}

#[cfg(feature = "pipeline")]
impl Piece for WholeText<'_> {
    type Written = Draft;
    const WRITER: (&'static str, &'static str) = SYNTHESISER;
    const TASK: &'static str = TASK;

    fn prompt(&self, room: usize) -> Option<Prompt> {
        let prompt = draft_request(self.state, self.text)?;
        // What is written is about as long as what is read, for which the other half of the window is left.
        (prompt.user.len() <= room).then(|| prompt.into())
    }

    fn take(&self, reply: &Reply, _: &dyn Agent) -> Result<Draft, String> {
        let language = self.state.charter().brief.language;
        parse_draft(&reply.text, self.state, self.text, &self.backend).map_err(|error| error.text(language))
    }
}

/// Why a synthesiser wrote nothing that could be taken.
fn unwritten(agent: &dyn Agent, asked: u32, why: String) -> Unwritten {
    tracing::warn!(why, "the synthesiser wrote nothing that could be taken");
    Unwritten { backend: agent.backend().name, asked, why: why.into() }
}

/// Whoever writes the result, as backends are told.
const SYNTHESISER: (&str, &str) = ("Synthesiser", "synthesizer");
const TASK: &str = "synthesis";

impl From<SynthesisPrompt> for Prompt {
    fn from(prompt: SynthesisPrompt) -> Self {
        Self { system: prompt.system, user: prompt.user, schema: Some(prompt.schema) }
    }
}
