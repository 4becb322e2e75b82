//! Live progress on a terminal: round, who speaks, positions and tokens; one line for every turn that has ended.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use quorate_strategies::{
    event::Event,
    reading::Position,
    record::Entry,
    seat::SeatId,
    turn::{Ending, Receipt, TurnId},
};

use super::words::{Words, called, fill};
use crate::{manager::Observer, report::text};

/// Shows a running discussion on stderr.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    words: &'static Words,
    view: Mutex<View>,
}

/// What is shown, folded from the events.
#[derive(Debug, Default)]
struct View {
    seats: Vec<Shown>,
    round: u32,
    max_rounds: u32,
    speaking: BTreeMap<TurnId, SeatId>,
    tokens: u64,
}

#[derive(Debug)]
struct Shown {
    name: String,
    vote: bool,
    position: Position,
}

impl Progress {
    pub(super) fn new(words: &'static Words) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Self { bar, words, view: Mutex::default() }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn recorded(&self, entry: &Entry) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = view.take(&entry.event, self.words) {
            self.bar.println(line);
        }
        self.bar.set_message(view.line(self.words));
    }
}

impl View {
    /// Takes in an event; gives a line to be kept on the screen when a turn has ended.
    fn take(&mut self, event: &Event, words: &Words) -> Option<String> {
        match event {
            Event::Created(charter) => self.max_rounds = charter.rounds.max,
            Event::Seated { who, .. } | Event::Invited { who, .. } => {
                let name = text::line(&who.name).to_string();
                self.seats.push(Shown { name, vote: who.vote, position: Position::Open });
            }
            Event::RoundOpened { round } => self.round = *round,
            Event::Asked { turn, seat, .. } => {
                self.speaking.insert(*turn, *seat);
            }
            Event::Answered { turn, message, receipt } => {
                let seat = self.speaking.remove(turn)?;
                self.tokens += spent(receipt);
                let moved = message.reading.position();
                let shown = self.seats.get_mut(seat.index())?;
                shown.position = moved.unwrap_or(shown.position);
                let position = called(words.names().counted, shown.position.name());
                return Some(ended(words, *turn, &shown.name, position));
            }
            Event::Ended { turn, how, why } => {
                let seat = self.speaking.remove(turn)?;
                let name = &self.seats.get(seat.index())?.name;
                let why = if *how == Ending::NotNeeded { "" } else { why };
                let how = called(words.names().endings, how.name());
                return Some(ended(words, *turn, name, &format!("{how} {}", text::line(why))));
            }
            _ => {}
        }
        None
    }

    fn line(&self, words: &Words) -> String {
        let count = |position| self.seats.iter().filter(|seat| seat.vote && seat.position == position).count();
        let names: Vec<&str> = self
            .speaking
            .values()
            .filter_map(|seat| self.seats.get(seat.index()))
            .map(|seat| seat.name.as_str())
            .collect();
        let speaking = match names.as_slice() {
            [] => words.progress.between.to_owned(),
            names => fill(words.progress.speaks.template(names.len()), &[("names", &words.list(names))]),
        };
        let tokens = match self.tokens {
            0 => String::new(),
            n => fill(words.progress.tokens, &[("n", &n.to_string())]),
        };
        let values = [
            ("round", &*self.round.to_string()),
            ("most", &self.max_rounds.to_string()),
            ("speaking", &speaking),
            ("for", &count(Position::For).to_string()),
            ("against", &count(Position::Against).to_string()),
            ("open", &count(Position::Open).to_string()),
            ("tokens", &tokens),
        ];
        fill(words.progress.line, &values)
    }
}

/// The line of a turn that has ended.
fn ended(words: &Words, turn: TurnId, name: &str, how: &str) -> String {
    fill(words.progress.ended, &[("turn", &turn.to_string()), ("name", name), ("how", how)])
}

fn spent(receipt: &Receipt) -> u64 {
    receipt.input_tokens.unwrap_or(0).saturating_add(receipt.output_tokens.unwrap_or(0))
}
