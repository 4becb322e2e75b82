//! What a turn is asked for and in which form: written once for each task and form, as it hardly changes.

use minijinja::{Value, context};
use quorate_strategies::{
    brief::Language,
    state::State,
    step::{Ask, Form},
    strategy::Card,
};

use super::{
    budget::tokens,
    error::PromptError,
    fence::Fence,
    prompts::{File, Prompts},
};

/// How a backend takes down the form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// In marker lines at the end of its words.
    #[default]
    Markers,
    /// In the fields of a JSON object that fits a schema; markers are told as well, for when the schema is ignored.
    Schema,
    /// As the backend itself tells whoever answers; the prompt says nothing of the form.
    Own,
}

/// What decides the wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    task: String,
    form: Form,
    style: Style,
    /// Whether a stance is worth anything here.
    stance: bool,
    /// Whether the seat may pass.
    pass: bool,
}

/// The wording.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) task: Value,
    pub(super) how: Value,
    pub(super) tokens: u32,
}

/// Wordings that are kept; a discussion has a handful.
const KEPT: usize = 16;

/// The wordings that were needed so far.
#[derive(Debug, Default)]
pub(super) struct Answers(Vec<(Key, Answer)>);

impl Answers {
    pub(super) fn get(
        &mut self,
        prompts: &Prompts,
        fence: &Fence,
        state: &State,
        (card, ask, style): (&Card, &Ask, Style),
    ) -> Result<Answer, PromptError> {
        let (stance, pass) = (stance_counts(state, ask), may_pass(state, ask));
        let known = self.0.iter().find(|(key, _)| {
            key.pass == pass
                && key.stance == stance
                && key.style == style
                && key.task == ask.task
                && key.form == ask.form
        });
        if let Some((_, answer)) = known {
            return Ok(answer.clone());
        }
        let key = Key { task: ask.task.clone().into_owned(), form: ask.form.clone(), style, stance, pass };
        let answer = write(prompts, fence, state.charter().brief.language, card, &key)?;
        if self.0.len() >= KEPT {
            self.0.remove(0);
        }
        self.0.push((key, answer.clone()));
        Ok(answer)
    }
}

/// Without a rule nobody counts stances, and in a debate each side has one for good.
fn stance_counts(state: &State, ask: &Ask) -> bool {
    state.charter().rule.is_some() && state.roster().get(ask.seat).is_none_or(|seat| seat.side.is_none())
}

/// A pass would be lost where an answer is the point: in the first round, in a closing turn, in a vote.
fn may_pass(state: &State, ask: &Ask) -> bool {
    state.round() > 1 && state.closing().is_none() && matches!(ask.form, Form::Free | Form::Stance)
}

fn write(prompts: &Prompts, fence: &Fence, language: Language, card: &Card, key: &Key) -> Result<Answer, PromptError> {
    let task = card
        .task(&key.task)
        .ok_or_else(|| PromptError::Task { strategy: card.name.clone().into_owned(), task: key.task.clone() })?;
    let task = task.text.get(language);
    let how = match key.style {
        Style::Own => String::new(),
        Style::Markers | Style::Schema => prompts.render(File::Answer, language, values(fence, key))?,
    };
    Ok(Answer { tokens: tokens(task) + tokens(&how), task: Value::from(task), how: Value::from(how.trim_end()) })
}

fn values(fence: &Fence, key: &Key) -> Value {
    let (form, options, points) = match &key.form {
        Form::Free => ("free", String::new(), Vec::new()),
        Form::Stance => ("stance", String::new(), Vec::new()),
        Form::Ballot(options) | Form::Approval(options) | Form::Ranking(options) | Form::Points { options, .. } => {
            // Options may be what seats said, so they are quoted.
            let mut list = String::new();
            fence.open(&mut list, "options");
            Fence::opened(&mut list);
            for option in options.iter() {
                list.push_str("- ");
                list.push_str(&fence.line(option));
                list.push('\n');
            }
            list.truncate(list.trim_end().len());
            fence.close(&mut list, "options");
            list.truncate(list.trim_end().len());
            ("ballot", list, Vec::new())
        }
        Form::Scores(points) => {
            let points = points.iter().map(|point| fence.line(point).into_owned()).collect();
            ("scores", String::new(), points)
        }
    };
    let (ballot, most) = match key.form {
        Form::Approval(_) => ("approval", 0),
        Form::Ranking(_) => ("ranking", 0),
        Form::Points { most, .. } => ("points", most),
        _ => ("choice", 0),
    };
    context! {
        task => key.task.as_str(), form, ballot, most, options, points, stance => key.stance, pass => key.pass,
        schema => key.style == Style::Schema,
    }
}

/// Values of every kind, to try templates with.
pub(super) fn samples() -> Vec<Value> {
    let sample = |&(form, ballot): &(&str, &str), flag: bool| {
        let (options, points) = ("- one\n- two", vec!["one", "two"]);
        context! { task => "open", form, ballot, most => 100, options, points, stance => flag, pass => flag, schema => flag }
    };
    let votes = ["choice", "approval", "ranking", "points"].map(|ballot| ("ballot", ballot));
    let others = ["free", "stance", "scores"].map(|form| (form, "choice"));
    let all = votes.iter().chain(&others);
    all.flat_map(|form| [sample(form, true), sample(form, false)]).collect()
}
