//! Everything that can be checked about a discussion before anything is asked or spent.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use quorate_strategies::{
    event::{Charter, Chosen, Limits},
    rule::{DecisionRule, Input},
    rules::{Approval, Concession, Majority, Ratio, Stances},
    seat::{Roster, Seat},
    step::Scope,
    strategy::{Knobs, Options, Rounds},
};

use super::{Discussion, RuleChoice, SetRule};
use crate::{
    agent::{Agent, TurnTime},
    manager::error::{SetupError, input_name},
};

impl Discussion {
    /// Checks everything that can be checked before anything is spent.
    ///
    /// # Errors
    /// [`SetupError`] that names what is wrong and what to do.
    pub fn check(&self) -> Result<Plan, SetupError> {
        if self.brief.topic.trim().is_empty() {
            return Err(SetupError::BlankTopic);
        }
        let mut roster = Roster::default();
        for (seat, agent) in &self.seats {
            roster.add(Seat { backend: agent.backend(), ..seat.clone() })?;
        }
        self.strategy.seating(&roster)?;
        let rule = self.fitting_rule()?;
        if let Some((rule, _)) = &rule {
            self.check_rule(rule.as_ref(), &roster)?;
        }
        if self.summarizer.is_some() && !self.is_summarised() {
            return Err(SetupError::NothingSummarised);
        }
        self.check_money()?;
        let rounds = self.rounds()?;
        let limits = self.limits(&roster, rounds)?;
        Ok(Plan { charter: self.charter(rule.as_ref(), rounds, limits), roster, rule: rule.map(|(rule, _)| rule) })
    }

    /// How long a turn of this backend may take, in milliseconds.
    #[cfg(feature = "command")]
    pub(crate) fn longest_turn_ms(&self, agent: &dyn Agent) -> u64 {
        let limit = agent.turn_time().limit(self.turn, Duration::from_millis(self.limits.turn_ms));
        let ms = limit.map_or(u64::MAX, |limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
        ms.min(self.limits.total_ms)
    }

    /// What a turn sees where its ask leaves that open: as it was set, else as the strategy has it.
    fn usual_context(&self) -> Scope {
        let set = [self.context, self.strategy.context()].into_iter().find(|scope| *scope != Scope::Usual);
        set.unwrap_or(Scope::Since)
    }

    /// Whether a rolling summary is made after every round.
    pub(crate) fn is_summarised(&self) -> bool {
        matches!(self.usual_context(), Scope::Summary(_))
    }

    fn fitting_rule(&self) -> Result<Option<SetRule>, SetupError> {
        let card = self.strategy.card();
        match &self.rule {
            RuleChoice::Nothing => Ok(None),
            RuleChoice::Default => {
                let Some(input) = card.fits.first() else { return Ok(None) };
                Ok(Some((default_rule(*input), Knobs::new())))
            }
            RuleChoice::This(rule, _) if !card.fits.contains(&rule.input()) => {
                let fits: Vec<&str> = card.fits.iter().map(|input| input_name(*input)).collect();
                let hint = if fits.is_empty() {
                    "it seeks no decision: leave the rule out".to_owned()
                } else {
                    format!("choose a rule over {}", fits.join(" or "))
                };
                Err(SetupError::RuleDoesNotFit {
                    rule: rule.name().to_owned(),
                    input: input_name(rule.input()),
                    strategy: card.name.to_string(),
                    hint,
                })
            }
            RuleChoice::This(rule, knobs) => Ok(Some((Arc::clone(rule), knobs.clone()))),
        }
    }

    fn check_rule(&self, rule: &dyn DecisionRule, roster: &Roster) -> Result<(), SetupError> {
        if roster.iter().all(|(_, seat)| !seat.vote) {
            return Err(SetupError::NoVotes { rule: rule.name().to_owned() });
        }
        let options = self.brief.options.len();
        let collected = options == 0 && self.strategy.options() == Options::Said;
        if rule.input() == Input::Options && options < 2 && !collected {
            return Err(SetupError::NoOptions { rule: rule.name().to_owned(), options });
        }
        Ok(())
    }

    fn rounds(&self) -> Result<Rounds, SetupError> {
        let default = self.strategy.card().rounds;
        let rounds = match (self.rounds.min, self.rounds.max) {
            (None, None) => default,
            (None, Some(max)) => default.with_max(max),
            (Some(min), None) => Rounds::new(min, default.max.max(min)),
            (Some(min), Some(max)) => Rounds::new(min, max),
        };
        let fits = rounds.min >= 1 && rounds.min <= rounds.max && rounds.max <= Rounds::MOST;
        if fits { Ok(rounds) } else { Err(SetupError::Rounds { min: rounds.min, max: rounds.max }) }
    }

    fn limits(&self, roster: &Roster, rounds: Rounds) -> Result<Limits, SetupError> {
        for (name, ms) in [("turn_seconds", self.limits.turn_ms), ("total_seconds", self.limits.total_ms)] {
            if ms == 0 {
                return Err(SetupError::Time { name });
            }
        }
        if self.seats.iter().any(|(_, agent)| agent.turn_time() == TurnTime::Own(Duration::ZERO)) {
            return Err(SetupError::Time { name: "turn_seconds" });
        }
        let seats = u32::try_from(roster.len()).unwrap_or(u32::MAX);
        // More than any strategy here needs: every seat three times a round, and closing turns.
        let ample = rounds.max.saturating_mul(seats).saturating_mul(3).saturating_add(seats + 8);
        Ok(Limits { turns: self.turns.unwrap_or(ample), ..self.limits })
    }

    fn charter(&self, rule: Option<&SetRule>, rounds: Rounds, limits: Limits) -> Charter {
        let now = self.clock.now_ms();
        let context = self.usual_context();
        Charter {
            id: self.id.clone().unwrap_or_else(|| fresh_id(now)),
            preset: self.preset.clone(),
            brief: self.brief.clone(),
            strategy: Chosen { name: self.strategy.card().name.as_ref().into(), knobs: self.strategy_knobs.clone() },
            rule: rule.map(|(rule, knobs)| Chosen { name: rule.name().into(), knobs: knobs.clone() }),
            rounds,
            limits,
            context,
            summary: match context {
                Scope::Summary(tokens) => Some(tokens),
                _ => None,
            },
            watch: self.watch,
            peers: self.peers.unwrap_or_else(|| self.strategy.peers()),
            seed: self.seed.unwrap_or(now),
            budget: self.money.budget,
            currency: self.costs().then(|| Arc::clone(self.money.prices.currency())),
            rates: self.rates(),
            synthesizer: self.synthesizer_spec.clone(),
            summarizer: self.summarizer_spec.clone(),
            origin: self.origin.clone(),
            delivers: self.delivers,
            minutes: self.minutes.clone(),
            gate: self.people.gate,
            gate_ms: self.people.gate_ms,
            veto_ms: self.people.veto_ms,
            ..Charter::default()
        }
    }
}

/// The rule that is taken for what a card puts first.
pub(crate) fn default_rule(input: Input) -> Arc<dyn DecisionRule> {
    match input {
        Input::Positions => Arc::new(Ratio::default()),
        Input::Stances => Arc::new(Stances::default()),
        Input::Sides => Arc::new(Concession),
        // It takes one choice as well as several.
        Input::Options => Arc::new(Approval::default()),
        Input::Items => Arc::new(Majority::default()),
    }
}

/// An id that this process gives once: the time of day and a count.
pub(super) fn fresh_id(now: u64) -> Arc<str> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{now:x}-{:x}-{count:x}", std::process::id()).into()
}

/// A discussion that has been checked: what will be written first into its record.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What is settled before the first turn.
    pub charter: Charter,
    /// Who sits down.
    pub roster: Roster,
    /// The rule that says whether the group has decided, if one is sought.
    pub rule: Option<Arc<dyn DecisionRule>>,
}
