//! A backend that several seats share.

use std::sync::Arc;

use async_trait::async_trait;
use quorate_strategies::seat::Backend;

use super::{
    Agent, AgentError, Cost, Presence, Reply, Request, Sink, TurnTime,
    pool::{Lane, Limits},
};
use crate::context::Style;

#[async_trait]
impl<A: Agent + ?Sized> Agent for Arc<A> {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.as_ref().reply(request, sink).await
    }

    fn backend(&self) -> Backend {
        self.as_ref().backend()
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        self.as_ref().lane()
    }

    fn style(&self) -> Style {
        self.as_ref().style()
    }

    fn window(&self) -> Option<u32> {
        self.as_ref().window()
    }

    fn output_cap(&self) -> Option<u32> {
        self.as_ref().output_cap()
    }

    fn cost(&self) -> Cost {
        self.as_ref().cost()
    }

    async fn presence(&self) -> Presence {
        self.as_ref().presence().await
    }

    fn turn_time(&self) -> TurnTime {
        self.as_ref().turn_time()
    }

    fn is_given(&self) -> bool {
        self.as_ref().is_given()
    }
}
