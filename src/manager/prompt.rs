//! From an ask to a request: context, prompt, schema and everything else that a backend and a reader need.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use quorate_strategies::{
    engine::Engine,
    event::{AnswerForm, Fitted},
    record::digest,
    seat::{Seat, SeatId},
    state::{Standing, State},
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
    pub(crate) turn: TurnId,
    pub(crate) seat: SeatId,
    pub(crate) system: Arc<System>,
    pub(crate) user: String,
    ask: Cow<'a, Ask>,
    who: &'a Seat,
    standing: &'a Standing,
    state: &'a State,
    card: &'a Card,
    context: Context<'a>,
    budget: Budget,
    tokens: u32,
    style: Style,
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
        self.ready(engine, (turn, Cow::Borrowed(ask), style), texts, context, budget)
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
        let ask = Cow::Owned(Ask::new(to, "consult").sees(Scope::Full));
        self.ready(engine, (turn, ask, Style::Markers), (system, question.to_owned(), 0), context, budget)
    }

    /// The same prompt in half the room, for a backend that found it too long.
    pub(crate) fn shorter<'a>(&self, prompt: &Prepared<'a>) -> Result<Prepared<'a>, PromptError> {
        let budget = prompt.budget.shorter(prompt.tokens);
        let mut prompter = self.prompter(prompt.state);
        let prompter = prompter.as_mut().ok_or(PromptError::Seat(prompt.seat))?;
        let system = prompter.system(prompt.state, prompt.seat, budget)?;
        let asked = (prompt.card, prompt.ask.as_ref(), prompt.style);
        let rendered = prompter.user(prompt.state, asked, &prompt.context, budget)?;
        Ok(Prepared {
            system,
            user: rendered.text,
            tokens: rendered.tokens,
            budget,
            ask: prompt.ask.clone(),
            context: prompt.context.clone(),
            schema: prompt.schema.clone(),
            points: Arc::clone(&prompt.points),
            ..*prompt
        })
    }

    fn ready<'a>(
        &self,
        engine: &'a Engine,
        (turn, ask, style): (TurnId, Cow<'a, Ask>, Style),
        (system, user, tokens): (Arc<System>, String, u32),
        context: Context<'a>,
        budget: Budget,
    ) -> Result<Prepared<'a>, PromptError> {
        let state = engine.state();
        let seat = ask.seat;
        let who = state.roster().get(seat).ok_or(PromptError::Seat(seat))?;
        let standing = state.standings().get(seat.index()).ok_or(PromptError::Seat(seat))?;
        let schema = (style == Style::Schema).then(|| reading::asked_schema(&ask.form));
        let (card, points) = (engine.strategy().card(), self.points(state));
        let ready = Prepared {
            turn,
            seat,
            system,
            user,
            ask,
            who,
            standing,
            state,
            card,
            context,
            budget,
            tokens,
            style,
            schema,
            points,
        };
        Ok(ready)
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

impl Prepared<'_> {
    /// What the backend is asked.
    pub(crate) fn request<'a>(&'a self, again: Option<Again<'a>>, time_left: Duration) -> Request<'a> {
        let charter = self.state.charter();
        Request {
            system: &self.system.text,
            user: &self.user,
            schema: self.schema.as_ref(),
            id: self.seat,
            seat: self.who,
            standing: self.standing,
            roster: self.state.roster(),
            brief: &charter.brief,
            turn: self.turn,
            round: self.state.round(),
            max_rounds: charter.rounds.max,
            min_rounds: charter.rounds.min,
            task: &self.ask.task,
            form: &self.ask.form,
            heard: &self.context.heard,
            closing: self.state.closing(),
            seed: charter.seed,
            again,
            time_left,
        }
    }

    /// Where the chance in the pauses between attempts comes from: another for every turn of every discussion, and the same
    /// when a discussion is run again.
    pub(crate) fn jitter(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let charter = self.state.charter();
        (&charter.id, charter.seed, self.turn, self.seat).hash(&mut hasher);
        hasher.finish()
    }

    /// The hash of all that is shown. The stable part is hashed once; this is the hash of that hash and of the rest.
    pub(crate) fn hash(&self) -> Arc<str> {
        digest(&[self.system.digest.as_bytes(), self.user.as_bytes()])
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

    /// The span of the call, with the attribute names that OpenTelemetry has agreed on for generative AI.
    pub(crate) fn span(&self, agent: &dyn Agent) -> tracing::Span {
        tracing::info_span!(
            "invoke_agent",
            gen_ai.operation.name = "invoke_agent",
            gen_ai.agent.name = %self.who.name,
            gen_ai.agent.id = self.seat.0,
            gen_ai.request.model = %agent.backend().name,
            gen_ai.usage.input_tokens = tracing::field::Empty,
            gen_ai.usage.output_tokens = tracing::field::Empty,
            quorate.round = self.state.round(),
            quorate.turn = self.turn.0,
            quorate.task = %self.ask.task,
        )
    }
}
