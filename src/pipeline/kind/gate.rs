//! A question to a person, without whose yes nothing that needs it goes on.

use std::{convert::Infallible, fmt::Debug, sync::Arc, time::Duration};

use async_trait::async_trait;
use quorate_strategies::{
    brief::{Brief, Language},
    event::{Event, GateAnswer},
};
use serde_json::{Value, json};

use super::{KindError, Records, asks::Asks, checked, held, written};
use crate::{
    manager::{Control, Discussion, Finished, Status},
    pipeline::{
        error::{CheckError, WorkError},
        scope::Scope,
        shape::Shape,
        template::Template,
        work::{Task, Work},
    },
};

mod page;

/// How long is waited where nothing is said.
const USUAL: Duration = Duration::from_secs(3_600);
/// The file that holds who answered what.
const ANSWER: &str = "answer.md";

/// Somebody at hand who may answer gates: a terminal, a window, a test.
#[async_trait]
pub trait Principal: Send + Sync + Debug {
    /// Puts a question, with what it is about, and waits for the answer and who gave it; none where nobody is there.
    ///
    /// Dropped when somebody else has answered, or the time is up.
    async fn asked(&self, question: &str, about: &str) -> Option<(String, GateAnswer)>;
}

/// What a gate does that nobody answers in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Silent {
    /// It is as if somebody had said no.
    #[default]
    Reject,
    /// It is as if somebody had said yes.
    Approve,
    /// It is a failed attempt, which others may follow.
    Fail,
}

/// Asks a person, at hand or from another process (`quorate approve`, `quorate reject`), as long as it is given.
///
/// The result is `{ "answer", "text", "by" }`: `approved` or `amended` (`silent` where nobody answered and that is
/// consent), what stands then (what was shown, or the amendment), and who said so, or null. No, and silence where that is
/// no consent, is a failed attempt that no other follows; running the pipeline again asks again. The question is a
/// discussion of its own, at which nobody sits: it is listed, shown and checked like any other.
#[derive(Debug, Clone)]
pub struct GateStage {
    question: Template,
    shows: Option<Template>,
    wait: Duration,
    silent: Silent,
    language: Language,
    records: Records,
    principal: Option<Arc<dyn Principal>>,
}

impl GateStage {
    /// A gate with this question.
    #[must_use]
    pub fn new(question: Template) -> Self {
        Self {
            question,
            shows: None,
            wait: USUAL,
            silent: Silent::default(),
            language: Language::default(),
            records: Records::of(""),
            principal: None,
        }
    }

    /// With this text to say yes or no to.
    #[must_use]
    pub fn shows(mut self, text: Template) -> Self {
        self.shows = Some(text);
        self
    }

    /// With so much time for an answer, an hour by default; none at all where nobody is waited for.
    #[must_use]
    pub const fn wait(mut self, time: Duration) -> Self {
        self.wait = time;
        self
    }

    /// Where this is done when nobody answers.
    #[must_use]
    pub const fn silent(mut self, silent: Silent) -> Self {
        self.silent = silent;
        self
    }

    /// Told of in this language.
    #[must_use]
    pub const fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Kept and watched like this.
    #[must_use]
    pub fn records(mut self, records: Records) -> Self {
        self.records = records;
        self
    }

    /// Put to this person too, who is at hand.
    #[must_use]
    pub fn principal(mut self, principal: Arc<dyn Principal>) -> Self {
        self.principal = Some(principal);
        self
    }

    /// The longest that one attempt takes.
    #[cfg(feature = "command")]
    pub(crate) const fn longest(&self) -> Duration {
        self.wait
    }

    /// What it does when nobody answers.
    #[cfg(feature = "command")]
    pub(crate) const fn when_silent(&self) -> Silent {
        self.silent
    }

    fn discussion(&self, question: &str, about: &str) -> Discussion {
        let brief = Brief { language: self.language, ..Brief::new(question) };
        let ms = u64::try_from(self.wait.as_millis()).unwrap_or(u64::MAX).max(1);
        let discussion = Discussion::about(brief).strategy(Asks::new(question)).without_rule().gate_ms(ms);
        // The wait is what ends it; the time in all only has to be longer.
        let discussion = discussion.total_ms(ms.saturating_mul(2).saturating_add(60_000));
        if about.is_empty() { discussion } else { discussion.material("shown", about) }
    }

    /// Waits until the question is open, and puts it to whoever is at hand. It never ends by itself: the discussion does.
    async fn put(&self, mut control: Control, question: &str, about: &str) -> Infallible {
        if let Some(principal) = self.principal.as_ref().filter(|_| !self.wait.is_zero()) {
            while control.status() != Status::Waiting {
                if control.changed().await.is_none() {
                    break;
                }
            }
            if let Some((by, answer)) = principal.asked(question, about).await {
                control.answer(by, answer);
            }
        }
        std::future::pending().await
    }

    fn silence(&self) -> KindError {
        KindError::Silence { seconds: self.wait.as_secs_f64().to_string() }
    }

    fn result(&self, finished: &Finished, about: &str) -> Result<Value, WorkError> {
        let (by, answer) = answer(finished);
        let text = about.to_owned();
        match (answer, self.silent) {
            (Some(GateAnswer::Approve), _) => Ok(json!({ "answer": "approved", "text": text, "by": by })),
            (Some(GateAnswer::Amend(text)), _) => Ok(json!({ "answer": "amended", "text": text, "by": by })),
            (Some(GateAnswer::Reject(why)), _) => {
                let by = by.unwrap_or_default();
                Err(WorkError::lasting(KindError::Rejected { by: by.to_owned(), why: why.to_string() }))
            }
            (_, Silent::Approve) => Ok(json!({ "answer": "silent", "text": text, "by": null })),
            (_, Silent::Reject) => Err(WorkError::lasting(self.silence())),
            (_, Silent::Fail) => Err(WorkError::passing(self.silence())),
        }
    }
}

/// Who answered what.
fn answer(finished: &Finished) -> (Option<&str>, Option<&GateAnswer>) {
    let answered = finished.entries.iter().rev().find_map(|entry| match &entry.event {
        Event::GateAnswered { by, answer } => Some((by.as_deref(), Some(answer))),
        _ => None,
    });
    answered.unwrap_or_default()
}

#[async_trait]
impl Work for GateStage {
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        checked("gate", &self.question, scope)?;
        self.shows.as_ref().map_or(Ok(()), |shows| checked("shows", shows, scope))
    }

    fn gives(&self) -> Shape {
        Shape::fields([("answer", Shape::Text), ("text", Shape::Text), ("by", Shape::Text)])
    }

    fn definition(&self) -> Value {
        json!({
            "gate": self.question.source(),
            "shows": self.shows.as_ref().map(Template::source),
            "without_answer": format!("{:?}", self.silent),
        })
    }

    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        let question = self.question.fill(task.values)?;
        let about = self.shows.as_ref().map(|shows| shows.fill(task.values)).transpose()?.unwrap_or_default();
        let discussion = self.discussion(&question, &about).seed(task.seed);
        // Nobody is told of a question that nobody is waited for.
        let records = if self.wait.is_zero() { self.records.clone().unwatched() } else { self.records.clone() };
        let opened = held::Opened::of(&task, &records, &discussion)?;
        let mut discussion = opened.begin(discussion, &task, &records);
        let control = discussion.control();
        let finished = tokio::select! {
            ended = discussion.run() => ended.map_err(WorkError::lasting)?,
            never = self.put(control, &question, &about) => match never {},
        };
        let (by, said) = answer(&finished);
        let page = page::of(&question, &about, by, said, self.language);
        written(task.folder, ANSWER, page.as_bytes())?;
        self.result(&finished, &about)
    }
}
