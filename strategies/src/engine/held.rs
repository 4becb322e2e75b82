//! What holds a discussion: a pause, or a question to the principal that is open.

use std::sync::Arc;

use super::{Engine, Next};
use crate::{
    brief::Text,
    event::{Event, GateAnswer, Gated, Limit},
    outcome::{Decision, Maker},
    state::Gate,
    step::StopReason,
};

/// A decision is shown to the principal up to so many characters.
const MOST_SHOWN: usize = 1_000;

const DECIDED: Text = Text::all(
    "The discussion is about to conclude with this decision: {value}",
    "讨论即将以如下决定结束：{value}",
    "議論は次の決定で終わろうとしています：{value}",
);

const UNDECIDED: Text = Text::all(
    "The discussion is about to conclude without a decision.",
    "讨论即将结束，没有作出决定。",
    "議論は決定のないまま終わろうとしています。",
);

impl Engine {
    /// Whether nothing new begins until somebody outside says so.
    pub(super) fn is_held(&self) -> bool {
        self.state.is_paused() || matches!(self.state.gate(), Gate::Open(_))
    }

    /// The decision as the principal lets it stand, where the charter wants that; else what has to happen first.
    ///
    /// Silence is no consent: what is not approved or amended is not decided.
    pub(super) fn ratified(&self, decision: Option<Decision>, why: StopReason) -> Result<Option<Decision>, Next> {
        let state = &self.state;
        if state.charter().gate == Gated::Nowhere {
            return Ok(decision);
        }
        match state.gate() {
            Gate::Answered(GateAnswer::Approve) if state.ratifying => Ok(decision),
            Gate::Answered(GateAnswer::Amend(value)) if state.ratifying => {
                Ok(Some(Decision { value: Arc::clone(value), maker: Maker::Principal, message: None }))
            }
            _ if state.ratifying || !self.may_ask(why) => Ok(None),
            _ => Err(Next::Record(Event::GateOpened { question: self.question(decision.as_ref()) })),
        }
    }

    /// Nobody is asked who has stopped it, when the time is up, or when there is nothing to look at.
    fn may_ask(&self, why: StopReason) -> bool {
        let over = matches!(why, StopReason::Cancelled | StopReason::Aborted | StopReason::NoAnswers);
        !over && !self.state.cancelled && self.state.limit != Some(Limit::Time)
    }

    fn question(&self, decision: Option<&Decision>) -> Arc<str> {
        let language = self.state.charter().brief.language;
        let Some(decision) = decision else { return UNDECIDED.get(language).into() };
        let mut shown: String = decision.value.chars().take(MOST_SHOWN).collect();
        if shown.len() < decision.value.len() {
            shown.push('…');
        }
        DECIDED.get(language).replace("{value}", &shown).into()
    }
}
