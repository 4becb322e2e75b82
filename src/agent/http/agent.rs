//! A client as the backend of seats.

use async_trait::async_trait;
use quorate_strategies::{
    seat::{Backend, Origin},
    turn::Wholeness,
};

use super::{
    answer::{Completion, Finish},
    client::Client,
    error::{Cause, ProviderError, Why},
    gateway,
    provider::Provider,
    request::{Repair, Request, Room},
};
use crate::agent::pool::{Lane, Limits};
use crate::agent::{self, Again, Agent, AgentError, Cost, Presence, Reply, Sink, Trouble, Window};
use crate::context::Style;

#[async_trait]
impl Agent for Client {
    async fn reply(&self, request: agent::Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        if gateway::hands_on(self.spec()) {
            return gateway::turn(self, &request, sink).await;
        }
        let mut asked = Request::new(request.system, request.user);
        asked.schema = request.schema;
        match request.again {
            Some(Again::Repair { previous, wrong }) => {
                asked.repair = Some(Repair { reply: previous, problem: wrong });
            }
            Some(Again::Cut) => asked.room = Room::More,
            Some(Again::Shorter | Again::Failed) | None => {}
        }
        let answer = self.complete(&asked, &|piece| sink.delta(piece)).await?;
        match answer.finish {
            // Some words and then a refusal are no opinion.
            Finish::Refusal => {
                let spec = self.spec();
                Err(AgentError::lasting(Trouble::Refused, format!("{spec} broke off and refused to answer")))
            }
            _ => Ok(answer.into()),
        }
    }

    fn backend(&self) -> Backend {
        Backend { name: self.spec().to_string().into(), origin: Origin::Model }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((self.lane(), self.limits()))
    }

    fn style(&self) -> Style {
        match self.spec().provider() {
            // Their servers take no schema, or one of another shape than is sent here.
            Provider::Anthropic | Provider::DeepSeek | Provider::Mistral | Provider::OpenClaw => Style::Markers,
            _ => Style::Schema,
        }
    }

    fn window(&self) -> Option<u32> {
        self.settings().window
    }

    fn output_cap(&self) -> Option<u32> {
        self.settings().max_tokens
    }

    fn cost(&self) -> Cost {
        // A proxy on this machine may hand on to a service; that is for whoever set it up to know.
        if self.spec().is_loopback() && !gateway::hands_on(self.spec()) { Cost::Free } else { Cost::Possible }
    }

    async fn presence(&self) -> Presence {
        self.listed().await
    }
}

impl From<Completion> for Reply {
    fn from(answer: Completion) -> Self {
        Self {
            whole: if answer.is_cut() { Wholeness::Cut } else { Wholeness::Whole },
            window: if answer.window_full { Window::Full } else { Window::Fitted },
            text: answer.text,
            reasoning: answer.reasoning,
            input_tokens: answer.usage.input,
            output_tokens: answer.usage.output,
            model: Some(answer.model),
        }
    }
}

impl From<ProviderError> for AgentError {
    fn from(error: ProviderError) -> Self {
        Self { trouble: error.cause.into(), message: error.to_string(), retry: error.retry }
    }
}

impl From<Cause> for Trouble {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::RateLimited | Cause::Overloaded => Self::Busy,
            Cause::Server | Cause::Truncated => Self::Broken,
            Cause::Auth | Cause::Payment => Self::Denied,
            Cause::NotFound => Self::NotFound,
            Cause::BadRequest => Self::BadRequest,
            Cause::ContextTooLong { .. } => Self::TooLong,
            Cause::Unreachable => Self::Unreachable,
            Cause::Timeout => Self::Slow,
            Cause::NotAnAnswer(_) => Self::NotAnAnswer,
            Cause::Refused | Cause::Empty(Why::Safety) => Self::Refused,
            Cause::Empty(_) => Self::Empty,
        }
    }
}
