//! Writing down what came of it: by a synthesiser where there is one, else by rule from the messages.

use std::time::Duration;

use quorate_strategies::{
    engine::Engine,
    event::Spend,
    outcome::{Synthesis, Unwritten},
    seat::{Seat, SeatId},
    state::Standing,
    step::Form,
    turn::TurnId,
};
use tokio::time::{Instant, error::Elapsed, sleep, timeout, timeout_at};

use crate::{
    agent::{Again, Agent, AgentError, Request, Retry, Silent, Trouble},
    manager::{attempt::contained, size::admitted, till::Tab, turn::Asking},
    report::{self, SYNTHESIS_ROOM, SynthesisPrompt},
};

/// How often a synthesiser is asked before the rule takes over.
const MOST_ATTEMPTS: u32 = 2;

/// Bytes of messages below which no result is asked for.
const LEAST_ROOM: usize = 1024;

/// The wait before it is asked again after a failure, where it names none.
const PAUSE: Duration = Duration::from_millis(500);

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
    let mut tab = asking.till.result_tab();
    let written = by_agent(asking, engine, agent, &mut tab).await;
    tab.release();
    let synthesis = match written {
        Ok(synthesis) => synthesis,
        Err(Failed { asked, why }) => {
            tracing::warn!(why, "the synthesiser wrote no result");
            let unwritten = Unwritten { backend: agent.backend().name, asked, why: why.into() };
            Synthesis { unwritten: Some(unwritten), ..extracted() }
        }
    };
    (synthesis, tab.spent())
}

/// Why a synthesiser wrote nothing that could be taken.
#[derive(Debug)]
struct Failed {
    asked: u32,
    why: String,
}

/// The prompt with as many messages as the window and the budget hold; none when the budget holds none.
fn fitting(engine: &Engine, agent: &dyn Agent, tab: &mut Tab) -> Option<SynthesisPrompt> {
    let (state, card) = (engine.state(), engine.strategy().card());
    // Three bytes a token, and half of the window for everything else.
    let mut room = agent.window().map_or(SYNTHESIS_ROOM, |window| window as usize * 3 / 2);
    loop {
        let prompt = report::synthesis_request_within(state, card, room);
        let bytes = prompt.system.len() + prompt.user.len() + prompt.schema.to_string().len();
        if tab.reserve(bytes, None).is_ok() {
            return Some(prompt);
        }
        if room < LEAST_ROOM {
            return None;
        }
        room /= 2;
    }
}

async fn by_agent(asking: &Asking, engine: &Engine, agent: &dyn Agent, tab: &mut Tab) -> Result<Synthesis, Failed> {
    let state = engine.state();
    let language = state.charter().brief.language;
    let mut failed = Failed { asked: 0, why: asking.causes.time_up.to_owned() };
    let Some(prompt) = fitting(engine, agent, tab) else {
        return Err(Failed { asked: 0, why: asking.causes.budget.to_owned() });
    };
    tab.note().await;
    // It keeps to the limits of its provider as every seat does, and its own time starts when it is let in.
    let _pass = match agent.lane() {
        Some((lane, limits)) => match timeout_at(asking.deadline, asking.pools.enter(lane, limits)).await {
            Ok(pass) => Some(pass),
            Err(_) => return Err(failed),
        },
        None => None,
    };
    let deadline = asking.deadline_of(agent);
    let mut repair: Option<(String, String)> = None;
    while failed.asked < MOST_ATTEMPTS {
        let left = deadline.saturating_duration_since(Instant::now());
        let again = repair.as_ref().map(|(previous, wrong)| Again::Repair { previous, wrong });
        let too_slow = || asking.causes.too_slow.replace("{n}", &left.as_secs().to_string());
        let Some(asked) = once((engine, asking), (agent, tab), &prompt, again, left).await else { break };
        failed.asked += 1;
        match asked.unwrap_or_else(|_| Err(late(too_slow()))) {
            Ok(text) => match report::parse_synthesis(&text, state, &agent.backend().name) {
                Ok(synthesis) => return Ok(synthesis),
                Err(error) => {
                    failed.why = error.text(language);
                    repair = Some((text, failed.why.clone()));
                }
            },
            Err(error) => {
                failed.why = error.message;
                let Retry::After(hint) = error.retry else { break };
                let wait = hint.unwrap_or(PAUSE);
                // The request that failed has taken its part of the time.
                if wait >= deadline.saturating_duration_since(Instant::now()) {
                    break;
                }
                sleep(wait).await;
            }
        }
    }
    Err(failed)
}

async fn once(
    (engine, asking): (&Engine, &Asking),
    (agent, tab): (&dyn Agent, &mut Tab),
    prompt: &SynthesisPrompt,
    again: Option<Again<'_>>,
    time_left: Duration,
) -> Option<Result<Result<String, AgentError>, Elapsed>> {
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
    tab.begin(&request).await.ok()?;
    let reply = timeout(time_left, contained(agent.reply(request, &Silent), asking.causes)).await;
    match &reply {
        Ok(outcome) => tab.end(outcome),
        Err(_) => tab.end(&Err(late(String::new()))),
    }
    let kept = |reply| admitted(reply, asking.causes).map(|reply| reply.text);
    Some(reply.map(|reply| reply.and_then(kept)))
}

fn late(why: String) -> AgentError {
    AgentError::lasting(Trouble::Slow, why)
}
