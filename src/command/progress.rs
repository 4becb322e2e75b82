//! Live progress on a terminal: round, who speaks, positions and tokens; one line for every turn that has ended.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use quorate_strategies::{
    event::{Event, Summary},
    reading::Position,
    record::Entry,
    seat::{Origin, SeatId},
    turn::{Ending, Receipt, TurnId},
};

use super::words::{Words, called, fill};
use crate::{manager::Observer, report::text};

/// Shows a running discussion on stderr.
#[derive(Debug)]
pub(super) struct Progress {
    bar: Mutex<Bar>,
    words: &'static Words,
    view: Mutex<View>,
}

/// The live line, which is out of the way while a person types.
#[derive(Debug)]
struct Bar {
    since: Instant,
    shown: Option<ProgressBar>,
}

/// What is shown, folded from the events.
#[derive(Debug, Default)]
struct View {
    seats: Vec<Shown>,
    round: u32,
    max_rounds: u32,
    speaking: BTreeMap<TurnId, SeatId>,
    tokens: u64,
    /// Lines of turns that ended while a person was asked.
    held: Vec<String>,
}

#[derive(Debug)]
struct Shown {
    name: String,
    vote: bool,
    person: bool,
    position: Position,
}

impl Progress {
    pub(super) fn new(words: &'static Words) -> Self {
        Self { bar: Mutex::new(Bar { since: Instant::now(), shown: None }), words, view: Mutex::default() }
    }

    pub(super) fn clear(&self) {
        self.bar().hide();
    }

    fn bar(&self) -> MutexGuard<'_, Bar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bar {
    fn hide(&mut self) {
        if let Some(bar) = self.shown.take() {
            bar.finish_and_clear();
        }
    }

    fn show(&mut self) -> &ProgressBar {
        let since = self.since;
        self.shown.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner().with_elapsed(since.elapsed());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        })
    }
}

impl Observer for Progress {
    fn recorded(&self, entry: &Entry) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        let line = view.take(&entry.event, self.words);
        view.held.extend(line);
        let mut bar = self.bar();
        if view.asks_a_person() {
            return bar.hide();
        }
        let bar = bar.show();
        view.held.drain(..).for_each(|line| bar.println(line));
        bar.set_message(view.line(self.words));
    }
}

impl View {
    /// Takes in an event; gives a line to be kept on the screen when a turn has ended.
    fn take(&mut self, event: &Event, words: &Words) -> Option<String> {
        match event {
            Event::Created(charter) => self.max_rounds = charter.rounds.max,
            Event::Seated { seat, who } | Event::Invited { seat, who } => {
                let name = text::line(&who.name).to_string();
                let person = who.backend.origin == Origin::Person;
                let shown = Shown { name, vote: who.vote, person, position: Position::Open };
                match self.seats.get_mut(seat.index()) {
                    Some(waiting) => *waiting = shown,
                    None => self.seats.push(shown),
                }
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
            Event::Summarised { round, summary } => {
                if let Summary::Written { receipt, .. } = &**summary {
                    self.tokens += spent(receipt);
                }
                return Some(summarised(words, *round, summary));
            }
            _ => {}
        }
        None
    }

    fn asks_a_person(&self) -> bool {
        self.speaking.values().any(|seat| self.seats.get(seat.index()).is_some_and(|seat| seat.person))
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

/// The line of a summary: who made it, or why there is none.
fn summarised(words: &Words, round: u32, summary: &Summary) -> String {
    let template = match summary {
        Summary::Written { .. } => words.progress.summary_written,
        Summary::Extracted { .. } => words.progress.summary_extracted,
        Summary::Kept { .. } => words.progress.summary_kept,
    };
    let (by, why) = match summary {
        Summary::Written { by, .. } => (&**by, ""),
        Summary::Extracted { .. } => ("", ""),
        Summary::Kept { by, why } => (&**by, &**why),
    };
    let (by, why) = (text::line(by).to_string(), text::line(why).to_string());
    fill(template, &[("round", &round.to_string()), ("by", &by), ("why", &why)])
}

fn spent(receipt: &Receipt) -> u64 {
    receipt.input_tokens.unwrap_or(0).saturating_add(receipt.output_tokens.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quorate_strategies::{
        brief::Language,
        seat::{Backend, Seat},
        turn::Message,
    };

    use super::*;

    #[test]
    fn while_a_person_is_asked_nothing_moves_on_the_screen_and_no_line_is_lost() {
        let progress = Progress::new(Words::of(Language::En));
        let tell = |event: Event| progress.recorded(&Entry { seq: 1, at: 0, cause: None, event });
        let seen = || {
            let held = progress.view.lock().map(|view| view.held.len());
            (progress.bar().shown.is_some(), held.ok())
        };
        for (seat, name, origin) in [(0, "Ann", Origin::Person), (1, "Bob", Origin::Model)] {
            let who = Seat { backend: Backend { name: name.into(), origin }, ..Seat::new(name) };
            tell(Event::Seated { seat: SeatId(seat), who: Arc::new(who) });
        }
        let asked = |turn, seat| Event::Asked {
            turn: TurnId(turn),
            ask: 0,
            seat: SeatId(seat),
            context: "".into(),
            fitted: None,
        };
        let answered = |turn| Event::Answered {
            turn: TurnId(turn),
            message: Arc::new(Message::default()),
            receipt: Box::default(),
        };
        tell(asked(1, 1));
        assert_eq!(seen(), (true, Some(0)));
        tell(asked(2, 0));
        tell(answered(1));
        assert_eq!(seen(), (false, Some(1)), "Bob's line waits until Ann has answered");
        tell(answered(2));
        assert_eq!(seen(), (true, Some(0)));
    }
}
