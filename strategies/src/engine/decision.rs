//! What was decided, by whom, and on which message it rests.

use std::sync::Arc;

use super::Engine;
use crate::{
    outcome::{Decision, Maker},
    reading::{Kind, Position},
    step::StopReason,
    turn::{Message, Turn},
};

impl Engine {
    /// What was decided: by somebody at the table where the strategy has one, else by the rule.
    pub(super) fn decision(&self, reached: bool) -> Option<Decision> {
        let by_rule = if self.reached_reason() == StopReason::Conceded { Maker::Concession } else { Maker::Rule };
        match self.strategy.decision(&self.view()) {
            // A concession lasts: a judge's vote does not undo it.
            Some(_) if by_rule == Maker::Concession && reached => Some(self.agreed(by_rule)),
            Some(decision) if decision.maker == Maker::Expert && reached => {
                Some(Decision { maker: by_rule, ..decision })
            }
            Some(decision) => Some(decision),
            None if reached => Some(self.agreed(by_rule)),
            None => None,
        }
    }

    /// The last proposal that somebody came round to: one made after the last of them moved is agreed to by nobody.
    /// Without one, the last summary of what stands.
    fn agreed_to(&self) -> Option<&Turn> {
        let state = &self.state;
        let kind = |turn: &&Turn| turn.reading().and_then(|read| read.kind.counted()).copied();
        let last = state.changes().iter().rev().find(|change| change.to == Position::For)?.turn;
        let mut earlier = state.turns().get(..last.index())?.iter().rev();
        let proposal = earlier.find(|turn| kind(turn) == Some(Kind::Proposal));
        let summary = || state.turns().iter().rev().find(|turn| kind(turn) == Some(Kind::Summary));
        proposal.or_else(summary)
    }

    /// What a reached rule decided: the winner, or the words that were agreed to, or the topic itself.
    fn agreed(&self, maker: Maker) -> Decision {
        let state = &self.state;
        if let Some(winner) = state.verdict().and_then(|verdict| verdict.winner.clone()) {
            return Decision { value: winner, maker, message: None };
        }
        let proposal = self.agreed_to();
        let words = proposal.and_then(|turn| turn.message()).map(Message::words);
        let value = words.filter(|words| !words.is_empty());
        let value = value.map_or_else(|| Arc::clone(&state.charter().brief.topic), Into::into);
        Decision { value, maker, message: proposal.map(|turn| turn.id) }
    }
}
