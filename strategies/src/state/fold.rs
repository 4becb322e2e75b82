//! Taking in events, one by one: the only way in which a state changes.

use std::sync::Arc;

use super::{
    Change, Conclusion, Consultation, FoldError, Gate, Interjection, OpenStep, Progress, Request, Ruling, Standing,
    State,
};
use crate::{
    event::{Event, GateAnswer, Limit},
    seat::{Seat, SeatId},
    step::{Ask, Form, Step},
    turn::{End, Ending, Message, Turn, TurnId},
};

impl State {
    /// Takes in one event.
    ///
    /// # Errors
    /// [`FoldError`] when the event does not fit those before it; the state is then as it was.
    pub fn apply(&mut self, seq: u64, event: &Event) -> Result<(), FoldError> {
        self.admit(event)?;
        match event {
            Event::Created(charter) => {
                self.created = true;
                self.charter = Arc::clone(charter);
            }
            Event::Seated { seat, who } => self.seat(*seat, who)?,
            Event::Invited { seat, who } => self.invite(*seat, who)?,
            Event::RoundOpened { round } => self.open_round(*round),
            Event::Stepped { step, .. } => self.step(step)?,
            Event::Asked { turn, ask, .. } => self.ask(*turn, *ask)?,
            Event::Answered { turn, message, .. } => self.answer(*turn, message)?,
            Event::Ended { turn, how, why } => {
                self.end(*turn, End { how: *how, message: None, cause: Some(Arc::clone(why)) })?;
            }
            Event::Interjected { author, text } => self.interject(seq, author, text),
            Event::LimitReached { limit } => self.reach(*limit),
            Event::Cancelled { .. } => {
                self.keep_cut();
                self.cancelled = true;
            }
            Event::Paused { .. } => self.paused = true,
            Event::Resumed { .. } => self.paused = false,
            Event::Reopened { round, .. } => self.reopen(*round),
            Event::Settled { .. } => self.settle()?,
            Event::Reserved { turn, spend } => self.reserved.push((*turn, *spend)),
            Event::Spent { turn, spend } => {
                self.reserved.retain(|(reserved, _)| reserved != turn);
                self.spent = self.spent.plus(*spend);
            }
            Event::GateOpened { question } => self.open_gate(question),
            Event::GateAnswered { by, answer } => self.answer_gate(seq, by.as_ref(), answer),
            Event::Approved { .. } => self.ruling = Ruling::Approved,
            Event::Vetoed { touches, .. } => self.ruling = Ruling::Vetoed(*touches),
            Event::Consulted { to, question, answer } => {
                let (question, answer) = (Arc::clone(question), answer.clone());
                self.consults.push(Consultation { to: *to, question, answer, round: self.round });
                self.close_step();
            }
            Event::Refused { request, why } => {
                self.requests.push(Request::Refused(request.clone(), Arc::clone(why)));
                self.close_step();
            }
            Event::Judged { verdict, .. } => {
                self.verdict = Some(Arc::clone(verdict));
                self.judged_turns = Some(self.ended_turns);
            }
            Event::PutToVote { options } => {
                self.put_to_vote = Some(Arc::clone(options));
                self.standings.iter_mut().for_each(|standing| standing.ballot = None);
            }
            Event::Summarised { round, summary } => self.sum_up(*round, summary)?,
            Event::RoundClosed { .. } => self.close_round(),
            Event::Closing { why } => self.closing = Some(*why),
            Event::Concluded { why, decision, note } => {
                self.concluded = Some(Conclusion { why: *why, decision: decision.clone(), note: note.clone() });
                self.open = None;
            }
            Event::Late { .. } => {}
            Event::Result(result) => self.result = Some(Arc::clone(result)),
        }
        self.last_seq = seq;
        Ok(())
    }

    fn admit(&self, event: &Event) -> Result<(), FoldError> {
        if matches!(event, Event::Created(_)) == self.created {
            return Err(FoldError::Creation);
        }
        let stopped = self.concluded.as_ref().is_some_and(|end| end.why.is_early());
        let may_follow = match event {
            Event::Result(_) | Event::Late { .. } | Event::Interjected { .. } | Event::Resumed { .. } => true,
            Event::Reserved { .. } | Event::Spent { .. } => true,
            Event::Approved { .. } | Event::Vetoed { .. } => self.ruling == Ruling::Unsaid,
            Event::Reopened { .. } => stopped,
            _ => false,
        };
        if self.concluded.is_some() && !may_follow { Err(FoldError::AfterEnd) } else { Ok(()) }
    }

    fn interject(&mut self, seq: u64, author: &Arc<str>, text: &Arc<str>) {
        let after = u32::try_from(self.turns.len()).unwrap_or(u32::MAX);
        self.interjections.push(Interjection { seq, author: Arc::clone(author), text: Arc::clone(text), after });
    }

    /// The answer to a step closes it; with guidance, or leave to go on, the watch begins anew. What the principal adds on
    /// the way is said to everybody.
    fn answer_gate(&mut self, seq: u64, by: Option<&Arc<str>>, answer: &GateAnswer) {
        self.gate = Gate::Answered(answer.clone());
        if let GateAnswer::Amend(text) = answer
            && !self.ratifying
        {
            self.interject(seq, by.unwrap_or(&"principal".into()), text);
        }
        if matches!(self.open, Some(OpenStep { step: Step::Gate { .. }, .. })) {
            self.close_step();
        } else if matches!(answer, GateAnswer::Approve | GateAnswer::Amend(_)) {
            self.progress = Progress::default();
        }
    }

    /// Only a batch that still waits for somebody can be settled.
    fn settle(&mut self) -> Result<(), FoldError> {
        match &self.open {
            Some(OpenStep { step: Step::Ask { asks }, ended, .. }) if *ended < asks.len() && !self.settled => {
                self.settled = true;
                Ok(())
            }
            _ => Err(FoldError::Step),
        }
    }

    /// Time can be given anew, so what was under way is kept; other limits are ends for good.
    fn reach(&mut self, limit: Limit) {
        if limit == Limit::Time {
            self.keep_cut();
        }
        self.limit = Some(self.limit.unwrap_or(limit));
    }

    /// A gate that no step of the strategy asked for, when the end has begun, is the one before the conclusion.
    fn open_gate(&mut self, question: &Arc<str>) {
        self.gate = Gate::Open(Arc::clone(question));
        self.ratifying = match &self.open {
            Some(OpenStep { step: Step::Gate { .. }, .. }) => false,
            Some(OpenStep { step: Step::Conclude { .. }, .. }) => true,
            _ => self.closing.is_some() || self.is_stopped(),
        };
        self.progress.asked |= self.open.is_none() && !self.ratifying;
    }

    pub(super) fn seat(&mut self, seat: SeatId, who: &Arc<Seat>) -> Result<(), FoldError> {
        if seat.index() != self.roster.len() {
            return Err(FoldError::Seat { seat: seat.0 });
        }
        self.roster.push(Arc::clone(who));
        let scores = vec![None; self.charter.brief.points.len()];
        self.standings.push(Standing { answered_last: true, scores, ..Standing::default() });
        Ok(())
    }

    fn open_round(&mut self, round: u32) {
        self.round = round;
        self.round_open = true;
        self.round_start = self.turns.len();
        self.round_requests = 0;
        self.seat_the_invited();
    }

    fn close_round(&mut self) {
        self.round_open = false;
        self.settled = false;
        self.closed_rounds += 1;
        self.progress.close_round();
        self.round_empty = !self.round_turns().iter().any(Turn::is_answered);
        if matches!(self.open, Some(OpenStep { step: Step::CloseRound, .. })) {
            self.open = None;
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), FoldError> {
        if self.open.is_some() {
            return Err(FoldError::Step);
        }
        if !matches!(step, Step::Ask { .. } | Step::CloseRound | Step::Conclude { .. }) {
            self.round_requests += 1;
        }
        if self.closing.is_some() {
            self.closing_steps += 1;
        }
        if matches!(step, Step::Gate { .. }) {
            self.gate = Gate::Unasked;
        }
        self.open = Some(OpenStep { step: step.clone(), asked: 0, ended: 0 });
        Ok(())
    }

    pub(super) fn close_step(&mut self) {
        self.open = None;
    }

    fn ask(&mut self, turn: TurnId, ask: u16) -> Result<(), FoldError> {
        let wrong = FoldError::Turn { turn };
        if turn.0 as usize != self.turns.len() + 1 {
            return Err(wrong);
        }
        let Some(OpenStep { step: Step::Ask { asks }, asked, .. }) = &mut self.open else {
            return Err(wrong);
        };
        let Some(Ask { seat, task, form, sees, heard_by, note }) =
            asks.get(usize::from(ask)).filter(|_| usize::from(ask) == *asked).cloned()
        else {
            return Err(wrong);
        };
        *asked += 1;
        if let Some(standing) = self.standings.get_mut(seat.index()) {
            standing.asked += 1;
        }
        self.turns.push(Turn { id: turn, seat, round: self.round, task, form, sees, heard_by, note, end: None });
        Ok(())
    }

    fn answer(&mut self, turn: TurnId, message: &Arc<Message>) -> Result<(), FoldError> {
        let how = if message.reading.pass.is_some() { Ending::Passed } else { Ending::Answered };
        self.end(turn, End { how, message: Some(Arc::clone(message)), cause: None })
    }

    fn end(&mut self, id: TurnId, end: End) -> Result<(), FoldError> {
        let Some(turn) = self.turns.get_mut(id.index()).filter(|turn| turn.id == id && turn.end.is_none()) else {
            return Err(FoldError::Turn { turn: id });
        };
        let (seat, round, form) = (turn.seat, turn.round, turn.form.clone());
        let message = end.message.clone();
        let how = end.how;
        turn.end = Some(end);
        self.ended_turns += 1;
        if let Some(standing) = self.standings.get_mut(seat.index()) {
            standing.end(how);
        }
        if let Some(message) = message {
            self.take_in(id, seat, round, &form, &message);
        }
        if let Some(open) = &mut self.open {
            open.ended += 1;
            if matches!(&open.step, Step::Ask { asks } if open.ended == asks.len()) {
                self.open = None;
            }
        }
        Ok(())
    }

    /// Moves what the message moves.
    fn take_in(&mut self, turn: TurnId, seat: SeatId, round: u32, form: &Form, message: &Message) {
        let votes = self.counts_votes(form);
        let Some(standing) = self.standings.get_mut(seat.index()) else {
            return;
        };
        let before = (!self.charter.watch.is_off()).then(|| standing.clone());
        if let Some(from) = standing.take_in(turn, round, votes, &message.reading) {
            // Answers of a batch come in any order; changes stand in the order of asking.
            let place = self.changes.partition_point(|change| change.turn < turn);
            self.changes.insert(place, Change { seat, turn, round, from, to: standing.position });
        }
        if let Some(before) = before {
            let after = standing.clone();
            self.note_progress(&before, &after, message);
        }
    }
}
