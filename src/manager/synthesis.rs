//! Writing down what came of it: by a synthesiser where there is one, else by rule from the messages.

use std::time::Duration;

use quorate_strategies::{
    engine::Engine,
    outcome::Synthesis,
    seat::{Seat, SeatId},
    state::Standing,
    step::Form,
    turn::TurnId,
};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::{
    agent::{Again, Agent, AgentError, Request, Retry, Silent},
    manager::turn::Asking,
    report::{self, SynthesisPrompt},
};

/// How often a synthesiser is asked before the rule takes over.
const MOST_ATTEMPTS: usize = 2;

/// The wait before it is asked again after a failure, where it names none.
const PAUSE: Duration = Duration::from_millis(500);

/// The result of a concluded discussion. A synthesiser that fails twice leaves it to the rule, and the result says so.
pub(crate) async fn write(asking: &Asking, engine: &Engine, synthesizer: Option<&dyn Agent>) -> Synthesis {
    let (state, card) = (engine.state(), engine.strategy().card());
    let written = match synthesizer {
        Some(agent) => by_agent(asking, engine, agent).await,
        None => None,
    };
    written.unwrap_or_else(|| report::extract(state, card))
}

async fn by_agent(asking: &Asking, engine: &Engine, agent: &dyn Agent) -> Option<Synthesis> {
    let (state, card) = (engine.state(), engine.strategy().card());
    // Three bytes a token, and half of the window for everything else.
    let prompt = match agent.window() {
        Some(window) => report::synthesis_request_within(state, card, window as usize * 3 / 2),
        None => report::synthesis_request(state, card),
    };
    // It keeps to the limits of its provider as every seat does, and its own time starts when it is let in.
    let _pass = match agent.lane() {
        Some((lane, limits)) => Some(timeout_at(asking.deadline, asking.pools.enter(lane, limits)).await.ok()?),
        None => None,
    };
    let deadline = asking.deadline_of(agent);
    let mut repair: Option<(String, String)> = None;
    for _ in 0..MOST_ATTEMPTS {
        let left = deadline.saturating_duration_since(Instant::now());
        let again = repair.as_ref().map(|(previous, wrong)| Again::Repair { previous, wrong });
        match once(engine, agent, &prompt, again, left).await {
            Ok(text) => match report::parse_synthesis(&text, state, &agent.backend().name) {
                Ok(synthesis) => return Some(synthesis),
                Err(error) => {
                    tracing::warn!(%error, "the synthesiser's answer is not taken");
                    repair = Some((text, error.text(state.charter().brief.language)));
                }
            },
            Err(error) => {
                tracing::warn!(%error, "the synthesiser did not answer");
                let Retry::After(hint) = error.retry else { return None };
                let wait = hint.unwrap_or(PAUSE);
                if wait >= left {
                    return None;
                }
                sleep(wait).await;
            }
        }
    }
    None
}

async fn once(
    engine: &Engine,
    agent: &dyn Agent,
    prompt: &SynthesisPrompt,
    again: Option<Again<'_>>,
    time_left: Duration,
) -> Result<String, AgentError> {
    let state = engine.state();
    let (seat, standing) = (Seat::new("Synthesiser").role("synthesizer"), Standing::default());
    let request = Request {
        system: &prompt.system,
        user: &prompt.user,
        schema: Some(&prompt.schema),
        id: SeatId(u16::MAX),
        seat: &seat,
        standing: &standing,
        roster: state.roster(),
        brief: &state.charter().brief,
        turn: TurnId(0),
        round: state.round(),
        max_rounds: state.charter().rounds.max,
        min_rounds: state.charter().rounds.min,
        task: "synthesis",
        form: &Form::Free,
        heard: &[],
        closing: state.concluded().map(|end| end.why),
        seed: state.charter().seed,
        again,
        time_left,
    };
    match timeout(time_left, agent.reply(request, &Silent)).await {
        Ok(reply) => reply.map(|reply| reply.text),
        Err(_) => Err(AgentError::lasting(crate::agent::Trouble::Slow, "no answer in time")),
    }
}
