//! A backend that plays prepared lines: for tests, examples and whoever wants to see a flow without a model.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use quorate_strategies::seat::{Backend, Origin};

use crate::agent::{Agent, AgentError, Reply, Request, Sink};

type Lines = dyn Fn(&Request<'_>) -> Result<Reply, AgentError> + Send + Sync;

/// Plays prepared lines. Every output labels it `scripted`.
///
/// ```
/// use quorate::agent::Scripted;
/// let ann = Scripted::lines(["I propose tea. [KIND: PROPOSAL]", "[STANCE: AGREE]"]);
/// let echo = Scripted::new(|request| Ok(quorate::agent::Reply::text(request.brief.topic.to_string())));
/// # let _ = (ann, echo);
/// ```
#[derive(Clone)]
pub struct Scripted {
    lines: Arc<Lines>,
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted").finish_non_exhaustive()
    }
}

impl Scripted {
    /// Answers each request by a function of it.
    #[must_use]
    pub fn new(lines: impl Fn(&Request<'_>) -> Result<Reply, AgentError> + Send + Sync + 'static) -> Self {
        Self { lines: Arc::new(lines) }
    }

    /// Plays these lines in order, one for each request; the last one is played again when they run out.
    #[must_use]
    pub fn lines<T: Into<String>>(lines: impl IntoIterator<Item = T>) -> Self {
        let lines: Vec<String> = lines.into_iter().map(Into::into).collect();
        let next = Mutex::new(0_usize);
        Self::new(move |_| {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let line = lines.get(*next).or_else(|| lines.last());
            *next += 1;
            Ok(Reply::text(line.cloned().unwrap_or_default()))
        })
    }
}

#[async_trait]
impl Agent for Scripted {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let reply = (self.lines)(&request)?;
        sink.delta(&reply.text);
        Ok(reply)
    }

    fn backend(&self) -> Backend {
        Backend { name: "scripted".into(), origin: Origin::Script }
    }
}
