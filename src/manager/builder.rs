//! Putting a discussion together: everything is checked here, before anything is asked or spent.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use quorate_strategies::{
    brief::{Brief, Language, Material},
    catalog::Catalog,
    event::{Limits, Origin, Peers, Summary, Watch},
    outcome::Delivers,
    rule::DecisionRule,
    seat::{Seat, Spec},
    step::Scope,
    strategy::{Knobs, Strategy},
};

use crate::{
    agent::{Agent, pool::Pools},
    context::Prompts,
    manager::{
        clock::{Clock, MachineClock},
        control::{Commands, Control, controls},
        error::{RunError, SetupError},
        finished::Finished,
        observe::Observer,
        recorded::Recorded,
        run,
        terms::Money,
    },
    store::{Journal, Memory},
};

mod again;
mod check;
mod money;
mod people;
mod wiring;

pub use check::Plan;
pub(crate) use check::default_rule;
use people::People;

/// How the rule of a discussion is chosen.
#[derive(Debug, Clone)]
enum RuleChoice {
    /// The first that fits the strategy's card.
    Default,
    /// None: no decision is sought.
    Nothing,
    /// This one, with the settings it was made from.
    This(Arc<dyn DecisionRule>, Knobs),
}

/// A rule with the settings it was made from.
type SetRule = (Arc<dyn DecisionRule>, Knobs);

/// Summaries of rounds that are taken over from another record.
pub(crate) type Past = BTreeMap<u32, Arc<Summary>>;

/// How many rounds, as far as that was said.
#[derive(Debug, Clone, Copy, Default)]
struct RoundChoice {
    min: Option<u32>,
    max: Option<u32>,
}

/// A discussion that is being put together.
///
/// ```
/// use quorate::{Discussion, agent::Scripted, strategies::prelude::*, strategies::strategies::RoundRobin};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::RunError> {
/// let done = Discussion::new("Tea or coffee?")
///     .strategy(RoundRobin::new())
///     .seat(Seat::new("Ann"), Scripted::lines(["Tea. [KIND: PROPOSAL]", "[KIND: CONSENSUS] Tea it is."]))
///     .seat(Seat::new("Bob"), Scripted::lines(["[STANCE: AGREE] Tea."]))
///     .run()
///     .await?;
/// assert_eq!(done.outcome.stop, StopReason::Decided);
/// # Ok(()) }
/// ```
pub struct Discussion {
    id: Option<Arc<str>>,
    preset: Option<Arc<str>>,
    brief: Brief,
    strategy: Arc<dyn Strategy>,
    strategy_knobs: Knobs,
    rule: RuleChoice,
    rounds: RoundChoice,
    pub(crate) limits: Limits,
    pub(crate) turn: Option<Duration>,
    turns: Option<u32>,
    context: Scope,
    peers: Option<Peers>,
    watch: Watch,
    seed: Option<u64>,
    origin: Option<Origin>,
    delivers: Option<Delivers>,
    minutes: Option<Arc<str>>,
    people: People,
    pub(crate) seats: Vec<(Seat, Arc<dyn Agent>)>,
    pub(crate) prompts: Option<Arc<Prompts>>,
    pub(crate) pools: Arc<Pools>,
    pub(crate) synthesizer: Option<Arc<dyn Agent>>,
    synthesizer_spec: Option<Spec>,
    pub(crate) summarizer: Option<Arc<dyn Agent>>,
    summarizer_spec: Option<Spec>,
    pub(crate) past: Past,
    pub(crate) observers: Vec<Arc<dyn Observer>>,
    pub(crate) journal: Box<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) money: Money,
    control: Option<(Control, Commands)>,
    pub(crate) recorded: Option<Box<Recorded>>,
}

impl Discussion {
    /// A discussion on a topic; round robin until a strategy is chosen.
    #[must_use]
    pub fn new(topic: impl Into<Arc<str>>) -> Self {
        Self::about(Brief::new(topic))
    }

    /// A discussion on a whole brief.
    #[must_use]
    pub fn about(brief: Brief) -> Self {
        Self {
            id: None,
            preset: None,
            brief,
            strategy: Arc::new(quorate_strategies::strategies::RoundRobin::new()),
            strategy_knobs: Knobs::new(),
            rule: RuleChoice::Default,
            rounds: RoundChoice::default(),
            limits: Limits::default(),
            turn: None,
            turns: None,
            context: Scope::Usual,
            peers: None,
            watch: Watch::Off,
            seed: None,
            origin: None,
            delivers: None,
            minutes: None,
            people: People::default(),
            seats: Vec::new(),
            prompts: None,
            pools: Arc::default(),
            synthesizer: None,
            synthesizer_spec: None,
            summarizer: None,
            summarizer_spec: None,
            past: Past::new(),
            observers: Vec::new(),
            journal: Box::new(Memory),
            clock: Arc::new(MachineClock),
            money: Money::default(),
            control: None,
            recorded: None,
        }
    }

    /// Under this id; it is made from the time of day when none is given.
    #[must_use]
    pub fn id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// From this preset, as readers are told.
    #[must_use]
    pub fn preset(mut self, name: impl Into<Arc<str>>) -> Self {
        self.preset = Some(name.into());
        self
    }

    /// With this strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: impl Strategy + 'static) -> Self {
        self.strategy_knobs = strategy.settings();
        self.strategy = Arc::new(strategy);
        self
    }

    /// With a strategy of a catalogue, set by these knobs.
    ///
    /// # Errors
    /// [`SetupError::Catalog`] when there is none of this name, or a knob cannot be set.
    pub fn strategy_named(mut self, catalog: &Catalog, name: &str, knobs: Knobs) -> Result<Self, SetupError> {
        self.strategy = catalog.strategy(name, &knobs)?;
        self.strategy_knobs = knobs;
        Ok(self)
    }

    /// With this decision rule.
    #[must_use]
    pub fn rule(mut self, rule: impl DecisionRule + 'static) -> Self {
        let settings = rule.settings();
        self.rule = RuleChoice::This(Arc::new(rule), settings);
        self
    }

    /// With a rule of a catalogue, set by these knobs.
    ///
    /// # Errors
    /// [`SetupError::Catalog`] when there is none of this name, or a knob cannot be set.
    pub fn rule_named(mut self, catalog: &Catalog, name: &str, knobs: Knobs) -> Result<Self, SetupError> {
        self.rule = RuleChoice::This(catalog.rule(name, &knobs)?, knobs);
        Ok(self)
    }

    /// Without a decision: the discussion ends when everything is said.
    #[must_use]
    pub fn without_rule(mut self) -> Self {
        self.rule = RuleChoice::Nothing;
        self
    }

    /// With one more seat, and the backend that answers for it.
    #[must_use]
    pub fn seat(mut self, seat: Seat, agent: impl Agent + 'static) -> Self {
        self.seats.push((seat, Arc::new(agent)));
        self
    }

    /// With at least so many rounds before an agreement may end it.
    #[must_use]
    pub const fn min_rounds(mut self, min: u32) -> Self {
        self.rounds.min = Some(min);
        self
    }

    /// With at most so many rounds; a maximum below the default minimum lowers the minimum.
    #[must_use]
    pub const fn max_rounds(mut self, max: u32) -> Self {
        self.rounds.max = Some(max);
        self
    }

    /// With so many milliseconds for one turn, for every seat whose backend has no time of its own.
    #[must_use]
    pub const fn turn_ms(mut self, ms: u64) -> Self {
        self.limits.turn_ms = ms;
        self.turn = Some(Duration::from_millis(ms));
        self
    }

    /// With so many milliseconds in all.
    #[must_use]
    pub const fn total_ms(mut self, ms: u64) -> Self {
        self.limits.total_ms = ms;
        self
    }

    /// With at most so many turns, closing ones included.
    #[must_use]
    pub const fn max_turns(mut self, turns: u32) -> Self {
        self.turns = Some(turns);
        self
    }

    /// With this text to talk about.
    #[must_use]
    pub fn material(mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        self.brief.material.push(Material { name: name.into(), text: text.into() });
        self
    }

    /// In this language.
    #[must_use]
    pub const fn language(mut self, language: Language) -> Self {
        self.brief.language = language;
        self
    }

    /// Where turns see this much, unless the strategy says otherwise.
    #[must_use]
    pub const fn context(mut self, scope: Scope) -> Self {
        self.context = scope;
        self
    }

    /// From this seed; drawn from the time of day when none is given, and recorded.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Runs it to its end.
    ///
    /// # Errors
    /// [`RunError`] when it cannot begin, or its record cannot be kept. Agents that fail are no error: the outcome
    /// names them.
    pub async fn run(mut self) -> Result<Finished, RunError> {
        let plan = self.check()?;
        let (_, commands) = self.control.take().unwrap_or_else(controls);
        run::run(self, plan, commands).await
    }
}
