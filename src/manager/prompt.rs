//! From an ask to a request: context, prompt, schema and everything else that a backend and a reader need.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use quorate_strategies::{
    engine::Engine,
    event::{AnswerForm, Fitted},
    record::digest,
    seat::SeatId,
    state::State,
    step::{Ask, Scope},
    strategy::Card,
    turn::TurnId,
};

use crate::{
    agent::{Again, Agent, Request},
    context::{Budget, Context, PromptError, Prompter, Prompts, Style, System, gather},
    reading::{self, Table},
};

/// The prompts of one discussion, and what they share.
#[derive(Debug)]
pub(crate) struct Systems {
    prompter: Mutex<Option<Prompter>>,
    prompts: Arc<Prompts>,
    points: Mutex<Option<Arc<[Arc<str>]>>>,
}

/// One ask, ready to be sent.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    pub(crate) own: Arc<Own>,
    state: &'a State,
    card: &'a Card,
    context: Context<'a>,
    budget: Budget,
    tokens: u32,
    style: Style,
}

/// All of an ask that a request to a backend needs, so that the request can outlast the batch.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    pub(crate) turn: TurnId,
    pub(crate) seat: SeatId,
    system: Arc<System>,
    user: String,
    ask: Ask,
    /// As it stood when the seat was asked.
    state: Arc<State>,
    schema: Option<serde_json::Value>,
    points: Arc<[Arc<str>]>,
}

impl Systems {
    pub(crate) fn new(prompts: Arc<Prompts>) -> Self {
        Self { prompter: Mutex::default(), prompts, points: Mutex::default() }
    }

    /// The prompt of one ask of a step, for such a backend.
    pub(crate) fn prepare<'a>(
        &self,
        engine: &'a Engine,
        turn: TurnId,
        ask: &'a Ask,
        fitted: Fitted,
    ) -> Result<Prepared<'a>, PromptError> {
        let (budget, style) = (Budget::of(fitted.window), style_of(fitted.answer));
        let context = gather(engine.state(), ask.seat, ask.sees);
        let mut prompter = self.prompter(engine.state());
        let (prompter, state, card) = (prompter.as_mut(), engine.state(), engine.strategy().card());
        let prompter = prompter.ok_or(PromptError::Seat(ask.seat))?;
        let system = prompter.system(state, ask.seat, budget)?;
        let rendered = prompter.user(state, (card, ask, style), &context, budget)?;
        let (user, tokens) = (rendered.text, rendered.tokens);
        let texts = (system, user, tokens);
        self.ready(engine, (turn, ask.clone(), style), texts, context, budget)
    }

    /// A question to a seat that nobody else hears of.
    pub(crate) fn consult<'a>(
        &self,
        engine: &'a Engine,
        turn: TurnId,
        to: SeatId,
        question: &str,
        agent: &dyn Agent,
    ) -> Result<Prepared<'a>, PromptError> {
        let budget = Budget::of(agent.window());
        let system = match self.prompter(engine.state()).as_mut() {
            Some(prompter) => prompter.system(engine.state(), to, budget)?,
            None => return Err(PromptError::Seat(to)),
        };
        let context = gather(engine.state(), to, Scope::Full);
        let ask = Ask::new(to, "consult").sees(Scope::Full);
        self.ready(engine, (turn, ask, Style::Markers), (system, question.to_owned(), 0), context, budget)
    }

    /// The same prompt in half the room, for a backend that found it too long.
    pub(crate) fn shorter(&self, prompt: &Prepared<'_>) -> Result<Arc<Own>, PromptError> {
        let (own, budget) = (&prompt.own, prompt.budget.shorter(prompt.tokens));
        let mut prompter = self.prompter(prompt.state);
        let prompter = prompter.as_mut().ok_or(PromptError::Seat(own.seat))?;
        let system = prompter.system(prompt.state, own.seat, budget)?;
        let asked = (prompt.card, &own.ask, prompt.style);
        let rendered = prompter.user(prompt.state, asked, &prompt.context, budget)?;
        Ok(Arc::new(Own { system, user: rendered.text, ..Own::clone(own) }))
    }

    fn ready<'a>(
        &self,
        engine: &'a Engine,
        (turn, ask, style): (TurnId, Ask, Style),
        (system, user, tokens): (Arc<System>, String, u32),
        context: Context<'a>,
        budget: Budget,
    ) -> Result<Prepared<'a>, PromptError> {
        let (state, seat) = (engine.state(), ask.seat);
        if state.roster().get(seat).is_none() || state.standings().get(seat.index()).is_none() {
            return Err(PromptError::Seat(seat));
        }
        let schema = (style == Style::Schema).then(|| reading::asked_schema(&ask.form));
        let (card, points) = (engine.strategy().card(), self.points(state));
        let own = Own { turn, seat, system, user, ask, state: engine.state_arc(), schema, points };
        Ok(Prepared { own: Arc::new(own), state, card, context, budget, tokens, style })
    }

    /// The writer of prompts, made when the state knows the charter.
    fn prompter(&self, state: &State) -> MutexGuard<'_, Option<Prompter>> {
        let mut prompter = self.prompter.lock().unwrap_or_else(PoisonError::into_inner);
        prompter.get_or_insert_with(|| Prompter::new(Arc::clone(&self.prompts), state));
        prompter
    }

    fn points(&self, state: &State) -> Arc<[Arc<str>]> {
        let mut points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        let names = || state.charter().brief.points.iter().map(|point| Arc::clone(&point.name)).collect();
        Arc::clone(points.get_or_insert_with(names))
    }
}

/// What prompts for a backend are fitted to, for whoever makes them again.
pub(crate) fn fitted_to(agent: &dyn Agent) -> Fitted {
    let answer = match agent.style() {
        Style::Markers => AnswerForm::Markers,
        Style::Schema => AnswerForm::Schema,
        Style::Own => AnswerForm::Own,
    };
    Fitted { answer, window: agent.window() }
}

const fn style_of(answer: AnswerForm) -> Style {
    match answer {
        AnswerForm::Markers => Style::Markers,
        AnswerForm::Schema => Style::Schema,
        AnswerForm::Own => Style::Own,
    }
}

impl Own {
    /// What the seat may see.
    pub(crate) fn context(&self) -> Context<'_> {
        gather(&self.state, self.seat, self.ask.sees)
    }

    /// What the backend is asked, with what its seat may see.
    pub(crate) fn request<'a>(
        &'a self,
        context: &'a Context<'a>,
        (attempt, again): (u32, Option<Again<'a>>),
        time_left: Duration,
    ) -> Option<Request<'a>> {
        let charter = self.state.charter();
        Some(Request {
            system: &self.system.text,
            user: &self.user,
            schema: self.schema.as_ref(),
            discussion: &charter.id,
            id: self.seat,
            seat: self.state.roster().get(self.seat)?,
            standing: self.state.standings().get(self.seat.index())?,
            roster: self.state.roster(),
            brief: &charter.brief,
            turn: self.turn,
            round: self.state.round(),
            max_rounds: charter.rounds.max,
            min_rounds: charter.rounds.min,
            task: &self.ask.task,
            form: &self.ask.form,
            heard: &context.heard,
            closing: self.state.closing(),
            seed: charter.seed,
            attempt,
            again,
            time_left,
        })
    }

    /// What is sent with a request, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let schema = self.schema.as_ref().map_or(0, |schema| schema.to_string().len());
        self.system.text.len() + self.user.len() + schema
    }

    /// What a reply is read against.
    pub(crate) fn table(&self) -> Table<'_> {
        let brief = &self.state.charter().brief;
        Table {
            roster: self.state.roster(),
            speaker: self.seat,
            form: &self.ask.form,
            options: self.ask.form.options().map_or(&brief.options, |options| options),
            points: &self.points,
            language: brief.language,
        }
    }
}

impl Prepared<'_> {
    /// Where the chance in the pauses between attempts comes from: another for every turn of every discussion, and the same
    /// when a discussion is run again.
    pub(crate) fn jitter(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let charter = self.state.charter();
        (&charter.id, charter.seed, self.own.turn, self.own.seat).hash(&mut hasher);
        hasher.finish()
    }

    /// The hash of all that is shown. The stable part is hashed once; this is the hash of that hash and of the rest.
    pub(crate) fn hash(&self) -> Arc<str> {
        digest(&[self.own.system.digest.as_bytes(), self.own.user.as_bytes()])
    }

    /// The span of the call, with the attribute names that OpenTelemetry has agreed on for generative AI.
    pub(crate) fn span(&self, agent: &dyn Agent) -> tracing::Span {
        tracing::info_span!(
            "invoke_agent",
            gen_ai.operation.name = "invoke_agent",
            gen_ai.agent.name = %self.state.roster().name(self.own.seat),
            gen_ai.agent.id = self.own.seat.0,
            gen_ai.request.model = %agent.backend().name,
            gen_ai.usage.input_tokens = tracing::field::Empty,
            gen_ai.usage.output_tokens = tracing::field::Empty,
            quorate.round = self.state.round(),
            quorate.turn = self.own.turn.0,
            quorate.task = %self.own.ask.task,
        )
    }
}
