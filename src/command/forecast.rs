//! The worst case of a discussion: the pure engine is driven with a cast that never agrees and never gives up.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use quorate_strategies::{
    engine::{Engine, Next},
    event::{Event, Summary},
    reading::Reading,
    seat::{Origin, SeatId},
    state::State,
    step::{Ask, Step},
    strategy::Rounds,
    turn::{Message, TurnId},
};

use crate::{
    agent::pool::Lane,
    context::{Budget, Prompter, Prompts, gather},
    manager::{AllTerms, Discussion, Plan},
};

/// Rounds that are played; what more rounds add follows from the last of these.
const PLAYED: u32 = 6;
/// Tokens of an answer where no limit is set.
pub(super) const ANSWER: u32 = 1_000;
/// Tokens around what was heard, in the part of a prompt that changes.
const FRAME: u64 = 200;
/// Events that one round of any strategy stays far below.
const MOST_EVENTS: u64 = 2_000_000;

/// The worst case.
#[derive(Debug, Clone, Default)]
pub(super) struct Forecast {
    /// Turns of every seat, in seat order.
    pub(super) turns: Vec<u64>,
    /// Steps that wait for answers, one after the other.
    pub(super) steps: u64,
    /// The longest that all steps together may wait, in milliseconds.
    pub(super) wait_ms: u64,
    /// Turns of people.
    pub(super) person_turns: u64,
    /// The longest that people may take for these, in milliseconds.
    pub(super) person_ms: u64,
    /// Turns of seats behind programs.
    pub(super) program_turns: u64,
    /// Turns of seats behind models.
    pub(super) model_turns: u64,
    /// Summaries that a model writes.
    pub(super) summaries: u64,
    /// Tokens that models read, about.
    pub(super) input_tokens: u64,
    /// Tokens that models write, about.
    pub(super) output_tokens: u64,
    /// What that costs at list prices, in billionths of their currency; what has no known price is not in it.
    pub(super) nanos: u64,
    /// The limit of turns, where that is what ends it.
    pub(super) capped: Option<u32>,
}

impl Forecast {
    /// The worst case of a checked discussion, whose answers have at most so many tokens.
    pub(super) fn of(discussion: &Discussion, plan: &Plan, answer: Option<u32>) -> Self {
        let answer = answer.unwrap_or(ANSWER);
        let rounds = plan.charter.rounds.max;
        let play = |rounds| Play::new(discussion, plan, rounds, answer).played();
        let mut forecast = match rounds {
            0..=PLAYED => play(rounds),
            // What a round adds may itself grow by the same amount each round (a context that holds everything).
            _ => extended([play(PLAYED - 2), play(PLAYED - 1), play(PLAYED)], u64::from(rounds - PLAYED)),
        };
        let (all, most) = (forecast.turns.iter().sum::<u64>(), plan.charter.limits.turns);
        if all > u64::from(most) {
            forecast.cap(all, most);
        }
        forecast
    }

    pub(super) fn all_turns(&self) -> u64 {
        self.turns.iter().sum()
    }

    fn cap(&mut self, all: u64, most: u32) {
        let share =
            |count: u64| u64::try_from(u128::from(count) * u128::from(most) / u128::from(all.max(1))).unwrap_or(count);
        self.capped = Some(most);
        self.turns.iter_mut().for_each(|count| *count = share(*count));
        self.counts().into_iter().for_each(|count| *count = share(*count));
    }

    /// Everything that grows with the rounds, but for the turns of each seat.
    const fn counts(&mut self) -> [&mut u64; 10] {
        [
            &mut self.steps,
            &mut self.wait_ms,
            &mut self.person_turns,
            &mut self.person_ms,
            &mut self.program_turns,
            &mut self.model_turns,
            &mut self.summaries,
            &mut self.input_tokens,
            &mut self.output_tokens,
            &mut self.nanos,
        ]
    }
}

/// The three plays of `PLAYED` rounds and of one and two less, carried on for `more` rounds.
fn extended([mut before, mut last, now]: [Forecast; 3], more: u64) -> Forecast {
    let carry = |a: u64, b: u64, c: u64| {
        let step = c.saturating_sub(b);
        let growth = step.saturating_sub(b.saturating_sub(a));
        let triangle = more.saturating_mul(more + 1) / 2;
        c.saturating_add(more.saturating_mul(step)).saturating_add(triangle.saturating_mul(growth))
    };
    let mut then = now;
    let earlier = before.turns.iter().zip(&last.turns);
    then.turns.iter_mut().zip(earlier).for_each(|(count, (a, b))| *count = carry(*a, *b, *count));
    let earlier = before.counts().into_iter().zip(last.counts());
    then.counts().into_iter().zip(earlier).for_each(|(count, (a, b))| *count = carry(*a, *b, *count));
    then
}

/// One play of so many rounds.
struct Play<'a> {
    discussion: &'a Discussion,
    engine: Engine,
    seq: u64,
    answer: u32,
    terms: AllTerms,
    /// Tokens of every seat's stable part.
    stable: BTreeMap<SeatId, u64>,
    count: Forecast,
}

impl<'a> Play<'a> {
    fn new(discussion: &'a Discussion, plan: &Plan, rounds: u32, answer: u32) -> Self {
        let mut charter = plan.charter.clone();
        charter.rounds = Rounds::new(charter.rounds.min.min(rounds), rounds);
        charter.limits.turns = u32::MAX;
        let engine = Engine::new(discussion.strategy_arc(), plan.rule.clone(), State::default());
        let turns = vec![0; plan.roster.len()];
        let count = Forecast { turns, ..Forecast::default() };
        let terms = discussion.terms();
        let mut play = Self { discussion, terms, engine, seq: 0, answer, stable: BTreeMap::new(), count };
        play.record(Event::Created(Arc::new(charter)));
        for (seat, who) in plan.roster.iter() {
            play.record(Event::Seated { seat, who: Arc::new(who.clone()) });
        }
        play
    }

    fn played(mut self) -> Forecast {
        while self.seq < MOST_EVENTS {
            match self.engine.next() {
                Next::Record(event) => self.record(event),
                Next::Perform => self.perform(),
                Next::Summarise => self.summarise(),
                Next::Wait | Next::Done => break,
            }
        }
        self.count
    }

    /// Events are made from what the engine itself says, so they fit.
    fn record(&mut self, event: Event) {
        self.seq += 1;
        let _ = self.engine.apply(self.seq, &event);
    }

    /// A summary of the longest that is asked for, of one round.
    fn summarise(&mut self) {
        let state = self.engine.state();
        let (round, most) = (state.round(), u64::from(state.charter().summary.unwrap_or_default()));
        let said = state.turns().iter().rev().take_while(|turn| turn.round == round).count() as u64;
        let summary = Arc::new(Summary::Extracted { text: "".into(), tokens: 0 });
        self.record(Event::Summarised { round, summary });
        let Some(agent) = &self.discussion.summarizer else { return };
        let origin = agent.backend().origin;
        if !matches!(origin, Origin::Model | Origin::Program) {
            return;
        }
        self.count.wait_ms = self.count.wait_ms.saturating_add(self.discussion.longest_turn_ms(agent.as_ref()));
        if origin == Origin::Program {
            self.count.program_turns += 1;
            return;
        }
        let read = FRAME + most + said.saturating_mul(u64::from(self.answer));
        self.count.summaries += 1;
        self.count.input_tokens = self.count.input_tokens.saturating_add(read);
        self.count.output_tokens = self.count.output_tokens.saturating_add(most);
        self.count.nanos = self.count.nanos.saturating_add(self.terms.summary.cost(read, most));
    }

    fn perform(&mut self) {
        let Some(step) = self.engine.state().open_step().map(|open| open.step.clone()) else { return };
        self.count.steps += 1;
        match step {
            Step::Ask { asks } => self.ask(&asks),
            Step::Consult { to, question } => {
                self.charge(to, 0);
                self.record(Event::Consulted { to, question, answer: None });
            }
            request => self.record(Event::Refused { request, why: "a forecast grants nothing".into() }),
        }
    }

    fn ask(&mut self, asks: &[Ask]) {
        self.count.wait_ms = self.count.wait_ms.saturating_add(self.longest_wait(asks));
        let first = self.engine.state().turns().len();
        for (at, ask) in asks.iter().enumerate() {
            let heard = gather(self.engine.state(), ask.seat, ask.sees).heard.len() as u64;
            self.charge(ask.seat, heard);
            let turn = TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
            let ask_no = u16::try_from(at).unwrap_or(u16::MAX);
            self.record(Event::Asked { turn, ask: ask_no, seat: ask.seat, context: "".into(), fitted: None });
        }
        for at in 0..asks.len() {
            let turn = TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
            self.record(Event::Answered { turn, message: Arc::new(undecided()), receipt: Box::default() });
        }
    }

    /// How long one step may wait: seats that share a lane may have to wait for each other.
    fn longest_wait(&self, asks: &[Ask]) -> u64 {
        let mut longest = 0;
        let mut lanes: HashMap<&Lane, (u64, Vec<u64>)> = HashMap::new();
        for (_, agent) in asks.iter().filter_map(|ask| self.discussion.seats.get(ask.seat.index())) {
            let time = self.discussion.longest_turn_ms(agent.as_ref());
            longest = longest.max(time);
            if let Some((lane, limits)) = agent.lane() {
                let (_, times) = lanes.entry(lane).or_insert_with(|| (u64::from(limits.at_once.get()), Vec::new()));
                times.push(time);
            }
        }
        for (at_once, times) in lanes.into_values().filter(|(at_once, times)| times.len() as u64 > *at_once) {
            let most = times.iter().copied().max().unwrap_or_default();
            let others = times.iter().fold(0_u64, |sum, time| sum.saturating_add(*time)).saturating_sub(most);
            longest = longest.max(most.saturating_add(others.div_ceil(at_once)));
        }
        longest
    }

    /// One turn of a seat that hears so many messages.
    fn charge(&mut self, seat: SeatId, heard: u64) {
        if let Some(count) = self.count.turns.get_mut(seat.index()) {
            *count += 1;
        }
        let Some((_, agent)) = self.discussion.seats.get(seat.index()) else { return };
        match agent.backend().origin {
            Origin::Model => {}
            Origin::Person => {
                self.count.person_turns += 1;
                let time = self.discussion.longest_turn_ms(agent.as_ref());
                self.count.person_ms = self.count.person_ms.saturating_add(time);
                return;
            }
            Origin::Program => {
                self.count.program_turns += 1;
                return;
            }
            _ => return,
        }
        let budget = Budget::of(agent.window());
        let state = self.engine.state();
        let summary = state.summary().and(state.charter().summary).map_or(0, u64::from);
        let prompt = self.stable(seat, budget) + FRAME + summary + heard.saturating_mul(u64::from(self.answer));
        let (read, written) = (prompt.min(u64::from(budget.prompt())), u64::from(self.answer));
        self.count.model_turns += 1;
        self.count.input_tokens = self.count.input_tokens.saturating_add(read);
        self.count.output_tokens = self.count.output_tokens.saturating_add(written);
        let cost = self.terms.seats.get(seat.index()).map_or(0, |terms| terms.cost(read, written));
        self.count.nanos = self.count.nanos.saturating_add(cost);
    }

    fn stable(&mut self, seat: SeatId, budget: Budget) -> u64 {
        let state = self.engine.state();
        *self.stable.entry(seat).or_insert_with(|| {
            let system = Prompter::new(Prompts::builtin(), state).system(state, seat, budget);
            system.map_or(0, |system| u64::from(crate::context::tokens(&system.text)))
        })
    }
}

/// An answer that moves nothing; one idea in it, for strategies that collect some.
fn undecided() -> Message {
    let reading = Reading { ideas: vec!["an idea".into()], ..Reading::default() };
    Message { raw: "…".into(), reading, ..Message::default() }
}
