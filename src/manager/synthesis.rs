//! Writing down what came of it: by a synthesiser where there is one, else by rule from the messages.

#[cfg(feature = "pipeline")]
use std::sync::Arc;
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
#[cfg(feature = "pipeline")]
use quorate_strategies::{event::Event, outcome::Draft, seat::Origin, state::State};
use tokio::time::{Instant, error::Elapsed, sleep, timeout, timeout_at};

#[cfg(feature = "pipeline")]
use crate::report::deliverable::{draft_request, drafts as drafts_of, parse_draft};
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
    let (written, spent) = by_agent(asking, engine, agent, &Statements(engine)).await;
    let synthesis = match written {
        Ok(synthesis) => synthesis,
        Err(failed) => Synthesis { unwritten: Some(failed.unwritten(agent)), ..extracted() },
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
        let (written, spent) = by_agent(asking, engine, agent, &WholeText { state: &state, text, backend }).await;
        took = match (took, spent) {
            (Some(before), Some(spent)) => Some(Spend::plus(before, spent)),
            (before, spent) => before.or(spent),
        };
        all.push(written.unwrap_or_else(|failed| Draft::Unwritten(failed.unwritten(agent))));
    }
    (all, took)
}

/// Rules and rehearsals write no texts.
#[cfg(feature = "pipeline")]
fn asks_for_texts(agent: &dyn Agent) -> bool {
    !matches!(agent.backend().origin, Origin::Checklist | Origin::Rehearsal)
}

/// Something that a synthesiser is asked to write.
trait Piece: Sync {
    type Written: Send;
    /// What it is asked, with so much room for messages; none where there is nothing to ask.
    fn prompt(&self, room: usize) -> Option<SynthesisPrompt>;
    /// Takes an answer, or says in the language of the discussion what is wrong with it.
    fn take(&self, answer: &str, agent: &dyn Agent) -> Result<Self::Written, String>;
}

/// The statements of the result.
struct Statements<'a>(&'a Engine);

impl Piece for Statements<'_> {
    type Written = Synthesis;

    fn prompt(&self, room: usize) -> Option<SynthesisPrompt> {
        Some(report::synthesis_request_within(self.0.state(), self.0.strategy().card(), room))
    }

    fn take(&self, answer: &str, agent: &dyn Agent) -> Result<Synthesis, String> {
        let state = self.0.state();
        let language = state.charter().brief.language;
        report::parse_synthesis(answer, state, &agent.backend().name).map_err(|error| error.text(language))
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

    fn prompt(&self, room: usize) -> Option<SynthesisPrompt> {
        let prompt = draft_request(self.state, self.text)?;
        // What is written is about as long as what is read, for which the other half of the window is left.
        (prompt.user.len() <= room).then_some(prompt)
    }

    fn take(&self, answer: &str, _: &dyn Agent) -> Result<Draft, String> {
        let language = self.state.charter().brief.language;
        parse_draft(answer, self.state, self.text, &self.backend).map_err(|error| error.text(language))
    }
}

/// Why a synthesiser wrote nothing that could be taken.
#[derive(Debug)]
struct Failed {
    asked: u32,
    why: String,
}

impl Failed {
    fn unwritten(self, agent: &dyn Agent) -> Unwritten {
        tracing::warn!(why = self.why, "the synthesiser wrote nothing that could be taken");
        Unwritten { backend: agent.backend().name, asked: self.asked, why: self.why.into() }
    }
}

/// The prompt with as many messages as the window and the budget hold; none when the budget holds none.
fn fitting(agent: &dyn Agent, piece: &impl Piece, tab: &mut Tab) -> Option<SynthesisPrompt> {
    // Three bytes a token, and half of the window for everything else.
    let mut room = agent.window().map_or(SYNTHESIS_ROOM, |window| window as usize * 3 / 2);
    loop {
        let prompt = piece.prompt(room)?;
        if tab.reserve(sent(&prompt), None).is_ok() {
            return Some(prompt);
        }
        if room < LEAST_ROOM {
            return None;
        }
        room /= 2;
    }
}

/// What is sent with a request, in bytes.
fn sent(prompt: &SynthesisPrompt) -> usize {
    prompt.system.len() + prompt.user.len() + prompt.schema.to_string().len()
}

async fn by_agent<P: Piece>(
    asking: &Asking,
    engine: &Engine,
    agent: &dyn Agent,
    piece: &P,
) -> (Result<P::Written, Failed>, Option<Spend>) {
    let mut tab = asking.till.result_tab();
    let written = attempts((engine, asking), (agent, &mut tab), piece).await;
    tab.release();
    (written, tab.spent())
}

async fn attempts<P: Piece>(
    (engine, asking): (&Engine, &Asking),
    (agent, tab): (&dyn Agent, &mut Tab),
    piece: &P,
) -> Result<P::Written, Failed> {
    let mut failed = Failed { asked: 0, why: asking.causes.time_up.to_owned() };
    let Some(prompt) = fitting(agent, piece, tab) else {
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
        let Some(asked) = once((engine, asking), (agent, tab), &prompt, (failed.asked + 1, again), left).await else {
            break;
        };
        failed.asked += 1;
        match asked.unwrap_or_else(|_| Err(late(too_slow()))) {
            Ok(text) => match piece.take(&text, agent) {
                Ok(written) => return Ok(written),
                Err(wrong) => {
                    failed.why.clone_from(&wrong);
                    repair = Some((text, wrong));
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
    (attempt, again): (u32, Option<Again<'_>>),
    time_left: Duration,
) -> Option<Result<Result<String, AgentError>, Elapsed>> {
    let state = engine.state();
    let (seat, standing) = (Seat::new("Synthesiser").role("synthesizer"), Standing::default());
    let request = Request {
        system: &prompt.system,
        user: &prompt.user,
        schema: Some(&prompt.schema),
        discussion: &state.charter().id,
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
        attempt,
        again,
        time_left,
    };
    tab.begin(sent(prompt), request.again.as_ref()).await.ok()?;
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
