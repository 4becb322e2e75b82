//! Discussions that go in circles: what the charter has done about them when a round closes.

use super::Engine;
use crate::{
    brief::Text,
    event::{Event, Watch},
    step::StopReason,
};

/// Rounds in a row that bring nothing before anything is done about it.
pub const ROUNDS_IN_PLACE: u32 = 2;

const NOTHING_NEW: Text = Text::all(
    "Nothing new was said for two rounds. Approve to go on, amend to give the seats guidance, or reject to end it here.",
    "已连续两轮没有新的内容。批准则继续；修改则给各席位指引；否决则到此结束。",
    "二ラウンド続けて新しい内容が出ていません。承認すれば続け、修正すれば各席に指針を示し、却下すればここで終わります。",
);

const NO_AGREEMENT: Text = Text::all(
    "Nobody has moved for two rounds and there is no agreement. Approve to go on, amend to give the seats guidance, or \
     reject to end it here.",
    "已连续两轮无人改变立场，且未达成一致。批准则继续；修改则给各席位指引；否决则到此结束。",
    "二ラウンド続けて誰の態度も変わらず、合意がありません。承認すれば続け、修正すれば各席に指針を示し、却下すればここで\
     終わります。",
);

impl Engine {
    /// The event that ends a discussion in circles or asks about it, where the charter has it watched.
    pub(super) fn break_circle(&self) -> Option<Event> {
        let (state, watch) = (&self.state, self.state.charter().watch);
        if watch.is_off() || state.round_open || state.closed_rounds() < state.charter().rounds.min {
            return None;
        }
        let why = self.circle()?;
        if watch == Watch::End || state.progress().asked {
            return Some(Event::Closing { why });
        }
        let text = if why == StopReason::NoProgress { NOTHING_NEW } else { NO_AGREEMENT };
        Some(Event::GateOpened { question: text.get(state.charter().brief.language).into() })
    }

    /// Why it goes in circles, if it does. Without a rule no agreement is sought, and none is missed.
    fn circle(&self) -> Option<StopReason> {
        let progress = self.state.progress();
        if progress.quiet >= ROUNDS_IN_PLACE {
            return Some(StopReason::NoProgress);
        }
        let stands = self.rule.is_some() && self.state.anybody_stands();
        (stands && progress.still >= ROUNDS_IN_PLACE).then_some(StopReason::Stalemate)
    }
}
