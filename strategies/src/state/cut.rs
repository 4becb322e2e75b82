//! Where a discussion was stopped on the way, so that it can go on from that very place.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Gate, OpenStep, Progress, Ruling, State};
use crate::{
    rule::Verdict,
    step::{Step, StopReason},
    turn::{Turn, TurnId},
};

/// What was under way when a discussion was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cut {
    /// The batch that waited for answers, if one did.
    open: Option<OpenStep>,
    /// Its turns without an end, and whether their seats had answered when they were asked before.
    pending: Vec<(TurnId, bool)>,
    round_open: bool,
    closing: Option<StopReason>,
    settled: bool,
    progress: Progress,
    verdict: Option<Arc<Verdict>>,
    judged_turns: Option<usize>,
}

impl State {
    /// The batch that waited for answers when the discussion was stopped, if one did.
    #[must_use]
    pub fn cut_step(&self) -> Option<&OpenStep> {
        self.cut.as_ref()?.open.as_ref()
    }

    /// Keeps what is under way when something stops it; of two stops the first is the one that did.
    pub(super) fn keep_cut(&mut self) {
        if self.cut.is_some() {
            return;
        }
        let open = self.open.clone().filter(|open| matches!(open.step, Step::Ask { .. }) && open.asked > 0);
        let asked = open.as_ref().map_or(0, |open| open.asked);
        let batch = self.turns.get(self.turns.len().saturating_sub(asked)..).unwrap_or_default();
        let answered =
            |turn: &Turn| self.standings.get(turn.seat.index()).is_some_and(|standing| standing.answered_last);
        let pending = batch.iter().filter(|turn| turn.end.is_none()).map(|turn| (turn.id, answered(turn))).collect();
        let mut progress = self.progress;
        // A question that nobody answered is asked again.
        progress.asked &= !matches!(self.gate, Gate::Open(_));
        self.cut = Some(Box::new(Cut {
            open,
            pending,
            round_open: self.round_open,
            closing: self.closing,
            settled: self.settled,
            progress,
            verdict: self.verdict.clone(),
            judged_turns: self.judged_turns,
        }));
    }

    /// Goes on where it was stopped: what was said and where everybody stands stays. With a round, that round goes on, and
    /// turns that were called off in it are asked once more.
    pub(super) fn reopen(&mut self, round: Option<u32>) {
        (self.cancelled, self.paused, self.limit) = (false, false, None);
        (self.concluded, self.closing, self.result) = (None, None, None);
        // What was said of an outcome is not said of the next one.
        self.ruling = Ruling::Unsaid;
        (self.gate, self.ratifying) = (Gate::Unasked, false);
        self.round_empty = false;
        self.closing_steps = 0;
        match (round, self.cut.take()) {
            (Some(_), Some(cut)) => self.take_up(*cut),
            (Some(_), None) => {}
            // Earlier versions left the round behind in which it was stopped, and what was called off in it.
            (None, _) => self.reopened = true,
        }
    }

    fn take_up(&mut self, cut: Cut) {
        if cut.round_open && !self.round_open {
            self.closed_rounds = self.closed_rounds.saturating_sub(1);
        }
        (self.round_open, self.closing, self.settled) = (cut.round_open, cut.closing, cut.settled);
        (self.progress, self.verdict, self.judged_turns) = (cut.progress, cut.verdict, cut.judged_turns);
        for (id, answered) in cut.pending {
            let Some(turn) = self.turns.get_mut(id.index()) else { continue };
            if turn.end.take().is_some() {
                self.ended_turns = self.ended_turns.saturating_sub(1);
            }
            if let Some(standing) = self.standings.get_mut(turn.seat.index()) {
                standing.answered_last = answered;
            }
        }
        self.open = cut.open;
    }
}
