//! The part of a prompt that changes: where everybody stands, what was said, and what is asked now.

use std::sync::Arc;

use minijinja::{
    Value,
    value::{Enumerator, Object},
};
use quorate_strategies::{
    state::State,
    step::{Ask, Audience, Scope},
};

use super::{
    answer::Answer,
    budget::{Budget, tokens},
    error::PromptError,
    fence::Fence,
    gather::Context,
    history::Pen,
    labels::label,
    prompts::{File, Prompts},
    system::System,
    words::Words,
};

/// The part of a prompt that changes from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// How many messages are left out, by the scope and by the window; the text says so as well.
    pub left_out: usize,
    /// An estimate of the tokens of the whole prompt, the stable part included.
    pub tokens: u32,
}

pub(super) fn write(
    prompts: &Prompts,
    fence: &Fence,
    state: &State,
    ask: &Ask,
    (answer, system): (Answer, &System),
    context: &Context<'_>,
    budget: Budget,
) -> Result<Rendered, PromptError> {
    let language = state.charter().brief.language;
    let pen = Pen::new(fence, state, context.seat);
    let positions = pen.positions(context);
    let pinned = pen.pinned(context);
    let summary = pen.summary(context, budget.message());
    let note = ask.note.as_ref().map(|note| fence.line(note).into_owned()).unwrap_or_default();
    let texts = [&positions, &pinned, &summary, &note];
    let taken = [system.tokens, prompts.frame(language), answer.tokens].into_iter();
    let taken = taken.chain(texts.map(|text| tokens(text)));
    let room = taken.fold(budget.prompt(), |left, one| left.saturating_sub(one));
    let (notes, notes_out) = pen.fresh(context, room / 2, budget);
    let (history, cut) = pen.messages(context, room.saturating_sub(tokens(&notes)), budget);
    let left_out = context.left_out + cut;
    let values = Values {
        round: state.round(),
        max_rounds: state.charter().rounds.max,
        closing: state.closing().map_or("", |why| Words::of(language).why(why)),
        scope: scope(context),
        pinned_out: context.pinned_out,
        notes_out,
        left_out,
        heard_by: heard_by(fence, state, ask).into(),
        positions: positions.into(),
        pinned: pinned.into(),
        notes: notes.into(),
        summary: summary.into(),
        history: history.into(),
        note: note.into(),
        task: answer.task,
        answer: answer.how,
    };
    let text = prompts.render(File::User, language, Value::from_object(values))?;
    let tokens = tokens(&text).saturating_add(system.tokens);
    Ok(Rendered { text, left_out, tokens })
}

/// What the history is called: `since` only where it goes back to the seat's own last message.
fn scope(context: &Context<'_>) -> &'static str {
    match context.scope {
        Scope::Summary(_) if context.summary.is_some() => "summary",
        Scope::Since | Scope::Usual | Scope::Summary(_) => match context.heard.first() {
            Some(first) if first.speaker == context.seat => "since",
            _ => "full",
        },
        Scope::Full => "full",
        Scope::Last(_) => "last",
        Scope::Blind => "blind",
        Scope::Own => "own",
    }
}

/// The others who will hear the answer, where that is not everybody.
fn heard_by(fence: &Fence, state: &State, ask: &Ask) -> String {
    let Audience::Only(seats) = &ask.heard_by else {
        return String::new();
    };
    let (peers, language) = (state.charter().peers, state.charter().brief.language);
    let others = seats.iter().filter(|seat| **seat != ask.seat);
    let name = |seat| fence.line(&label(state.roster(), peers, language, seat)).into_owned();
    others.map(|seat| name(*seat)).collect::<Vec<_>>().join(Words::of(language).and)
}

/// What the template can use, looked up by name without a map being built.
#[derive(Debug)]
struct Values {
    round: u32,
    max_rounds: u32,
    closing: &'static str,
    scope: &'static str,
    pinned_out: usize,
    notes_out: usize,
    left_out: usize,
    heard_by: Value,
    positions: Value,
    pinned: Value,
    notes: Value,
    summary: Value,
    history: Value,
    note: Value,
    task: Value,
    answer: Value,
}

const NAMES: [&str; 16] = [
    "round",
    "max_rounds",
    "closing",
    "scope",
    "pinned_out",
    "notes_out",
    "left_out",
    "heard_by",
    "positions",
    "pinned",
    "notes",
    "summary",
    "history",
    "note",
    "task",
    "answer",
];

impl Object for Values {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        Some(match key {
            "round" => self.round.into(),
            "max_rounds" => self.max_rounds.into(),
            "closing" => self.closing.into(),
            "scope" => self.scope.into(),
            "pinned_out" => self.pinned_out.into(),
            "notes_out" => self.notes_out.into(),
            "left_out" => self.left_out.into(),
            "heard_by" => self.heard_by.clone(),
            "positions" => self.positions.clone(),
            "pinned" => self.pinned.clone(),
            "notes" => self.notes.clone(),
            "summary" => self.summary.clone(),
            "history" => self.history.clone(),
            "note" => self.note.clone(),
            "task" => self.task.clone(),
            "answer" => self.answer.clone(),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&NAMES)
    }
}

/// Values of every kind, to try templates with.
pub(super) fn samples() -> Vec<Value> {
    let sample = |text: &'static str, count: usize, scope: &'static str| {
        let value = || Value::from(text);
        Value::from_object(Values {
            round: 1,
            max_rounds: 2,
            closing: text,
            scope,
            pinned_out: count,
            notes_out: count,
            left_out: count,
            heard_by: value(),
            positions: value(),
            pinned: value(),
            notes: value(),
            summary: value(),
            history: value(),
            note: value(),
            task: Value::from("task"),
            answer: Value::from("answer"),
        })
    };
    ["since", "full", "last", "blind", "own", "summary"]
        .iter()
        .flat_map(|scope| [sample("text", 2, scope), sample("", 0, scope)])
        .collect()
}
