//! The public suite that holds backends to the contract of [`Agent`]; built-ins and users' own pass the same one.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::{FutureExt as _, future::join_all};
use thiserror::Error;
use tokio::time::timeout;

use crate::agent::{Again, Agent, AgentError, Reply, Silent};

mod stage;

use stage::{FORMS, Scene, Set, Stage};

/// How a backend broke the contract.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Breach {
    /// It refused what every backend has to answer.
    #[error("{case}: it gave no answer: {why}")]
    NoAnswer {
        /// What it was asked.
        case: String,
        /// Its error.
        why: String,
    },
    /// It answered with nothing to see. A seat that has nothing to say passes: `[PASS]`.
    #[error("{case}: it answered with nothing to see; an answer has words, or is [PASS], or is an error")]
    Blank {
        /// What it was asked.
        case: String,
    },
    /// Its error does not say what is wrong.
    #[error("{case}: its error has no words; name the cause and the next step")]
    NoCause {
        /// What it was asked.
        case: String,
    },
    /// It took longer than the suite allows.
    #[error("{case}: nothing came within {limit:?}")]
    Slow {
        /// What it was asked.
        case: String,
        /// The time it had.
        limit: Duration,
    },
    /// It panicked; a backend that cannot go on returns an error.
    #[error("{case}: it panicked")]
    Panicked {
        /// What it was asked.
        case: String,
    },
    /// Something that has to stay secret was in sight.
    #[error("{case}: a secret stands in its {place}")]
    Secret {
        /// What it was asked.
        case: String,
        /// Where it was seen.
        place: &'static str,
    },
    /// What it says of itself is blank, or is not the same each time.
    #[error("its {what} is blank or changes from call to call")]
    Unsteady {
        /// What.
        what: &'static str,
    },
}

/// What the suite goes by.
#[derive(Debug, Clone, Copy)]
pub struct Demands<'a> {
    /// The time for one answer.
    pub limit: Duration,
    /// Keys and the like that the backend was given and must not show, in answers, errors or debug output.
    pub secrets: &'a [&'a str],
}

impl Default for Demands<'_> {
    /// Thirty seconds, no secrets.
    fn default() -> Self {
        Self { limit: Duration::from_secs(30), secrets: &[] }
    }
}

/// What the suite went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passed {
    /// Requests made.
    pub requests: usize,
    /// Those that were answered.
    pub answers: usize,
    /// Those that were refused with a cause, where that is allowed.
    pub refusals: usize,
}

/// Asks a backend everything that a discussion may ask: first and later turns, every form of answer, each reason to be
/// asked again, hostile and huge prompts, several requests at once; and drops requests half-way, as the manager does.
///
/// It costs some twenty requests; a backend that is paid for by the call is better checked against a stand-in.
///
/// # Errors
/// The first [`Breach`], with the case that shows it.
pub async fn check(agent: &dyn Agent) -> Result<Passed, Breach> {
    check_with(agent, &Demands::default()).await
}

/// The same, by demands of one's own.
///
/// # Errors
/// The first [`Breach`], with the case that shows it.
pub async fn check_with(agent: &dyn Agent, demands: &Demands<'_>) -> Result<Passed, Breach> {
    let mut suite = Suite { agent, demands, passed: Passed::default() };
    suite.describe_itself()?;
    let stage = Stage::usual();
    let stage = stage.set();
    suite.must_answer(&stage, Scene::new("a first turn")).await?;
    suite.must_answer(&stage, Scene::new("a later turn").later()).await?;
    for (name, form) in FORMS {
        suite.must_answer(&stage, Scene::new(name).later().form(form)).await?;
    }
    for (name, again) in [
        ("a repair of the form", Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." }),
        ("a reply that was cut off", Again::Cut),
        ("a prompt made shorter", Again::Shorter),
        ("a request that failed", Again::Failed),
    ] {
        suite.must_answer(&stage, Scene::new(name).later().again(again)).await?;
    }
    suite.dropped_half_way(&stage).await?;
    suite.several_at_once(&stage).await?;
    suite.may_refuse(&Stage::hostile().set(), Scene::new("hostile words")).await?;
    suite.may_refuse(&Stage::huge().set(), Scene::new("a huge prompt")).await?;
    suite.must_answer(&stage, Scene::new("a plain turn after all that").later()).await?;
    suite.describe_itself()?;
    Ok(suite.passed)
}

struct Suite<'a> {
    agent: &'a dyn Agent,
    demands: &'a Demands<'a>,
    passed: Passed,
}

impl Suite<'_> {
    /// What it says of itself has words, stays the same and holds no secret.
    fn describe_itself(&self) -> Result<(), Breach> {
        let (one, two) = (self.agent.backend(), self.agent.backend());
        if one.name.trim().is_empty() || one != two {
            return Err(Breach::Unsteady { what: "backend's name" });
        }
        if self.agent.lane() != self.agent.lane() {
            return Err(Breach::Unsteady { what: "lane" });
        }
        if self.agent.window() != self.agent.window() || self.agent.window() == Some(0) {
            return Err(Breach::Unsteady { what: "window" });
        }
        let case = "what it says of itself";
        self.no_secret(case, "name", &one.name)?;
        self.no_secret(case, "debug output", &format!("{:?}", self.agent))
    }

    async fn must_answer(&mut self, stage: &Set<'_>, scene: Scene<'_>) -> Result<(), Breach> {
        match self.ask(stage, scene).await? {
            Ok(()) => Ok(()),
            Err(error) => Err(Breach::NoAnswer { case: scene.name.to_owned(), why: error.message }),
        }
    }

    async fn may_refuse(&mut self, stage: &Set<'_>, scene: Scene<'_>) -> Result<(), Breach> {
        if self.ask(stage, scene).await?.is_err() {
            self.passed.refusals += 1;
        }
        Ok(())
    }

    /// A request that nobody waits for any more leaves nothing behind that hinders the next one.
    async fn dropped_half_way(&mut self, stage: &Set<'_>) -> Result<(), Breach> {
        let scene = Scene::new("a request after dropped ones").later();
        for _ in 0..3 {
            self.passed.requests += 1;
            drop(self.agent.reply(stage.request(scene, self.agent), &Silent).now_or_never());
        }
        self.must_answer(stage, scene).await
    }

    async fn several_at_once(&mut self, stage: &Set<'_>) -> Result<(), Breach> {
        let scene = Scene::new("four requests at once").later();
        let replies = join_all((0..4).map(|_| self.reply(stage, scene))).await;
        for reply in replies {
            self.passed.requests += 1;
            match self.judge(stage, scene, reply?)? {
                Ok(()) => {}
                Err(error) => return Err(Breach::NoAnswer { case: scene.name.to_owned(), why: error.message }),
            }
        }
        Ok(())
    }

    async fn ask(&mut self, stage: &Set<'_>, scene: Scene<'_>) -> Result<Result<(), AgentError>, Breach> {
        self.passed.requests += 1;
        let reply = self.reply(stage, scene).await?;
        self.judge(stage, scene, reply)
    }

    async fn reply(&self, stage: &Set<'_>, scene: Scene<'_>) -> Result<Result<Reply, AgentError>, Breach> {
        let (limit, case) = (self.demands.limit, || scene.name.to_owned());
        let asked = self.agent.reply(stage.request(scene, self.agent), &Silent);
        // Whatever it holds is not looked at again after a panic.
        let asked = AssertUnwindSafe(asked).catch_unwind();
        match timeout(limit, asked).await {
            Err(_) => Err(Breach::Slow { case: case(), limit }),
            Ok(Err(_)) => Err(Breach::Panicked { case: case() }),
            Ok(Ok(reply)) => Ok(reply),
        }
    }

    fn judge(
        &mut self,
        stage: &Set<'_>,
        scene: Scene<'_>,
        reply: Result<Reply, AgentError>,
    ) -> Result<Result<(), AgentError>, Breach> {
        let case = || scene.name.to_owned();
        match reply {
            Ok(reply) => {
                self.no_secret(scene.name, "answer", &format!("{reply:?}"))?;
                if !stage.stage.says_something(scene, &reply) {
                    return Err(Breach::Blank { case: case() });
                }
                self.passed.answers += 1;
                Ok(Ok(()))
            }
            Err(error) => {
                self.no_secret(scene.name, "error", &format!("{error:?}"))?;
                if error.message.trim().is_empty() {
                    return Err(Breach::NoCause { case: case() });
                }
                Ok(Err(error))
            }
        }
    }

    fn no_secret(&self, case: &str, place: &'static str, text: &str) -> Result<(), Breach> {
        let shown = self.demands.secrets.iter().any(|secret| !secret.is_empty() && text.contains(secret));
        if shown { Err(Breach::Secret { case: case.to_owned(), place }) } else { Ok(()) }
    }
}
