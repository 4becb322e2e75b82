//! Whether an agent is there: its gateway is reached, lets us in and lists it; no model is asked.

use serde_json::{Value, json};

use super::{
    OpenClaw,
    connect::NoLink,
    frame::{Answer, Refusal},
};
use crate::agent::{AgentError, Presence, Retry, Trouble};

/// The most agents that are named.
const MOST_NAMED: usize = 100;

impl OpenClaw {
    pub(super) async fn listed(&self) -> Presence {
        match self.agents().await {
            Ok(known) if known.iter().any(|id| id.eq_ignore_ascii_case(&self.agent)) => Presence::There,
            Ok(known) => Presence::Unlisted { known },
            Err(error) => Presence::Missing(error),
        }
    }

    async fn agents(&self) -> Result<Vec<String>, AgentError> {
        let tell = &self.gate.tell;
        let link = self.gate.once().await.map_err(|why| match why {
            NoLink::Refused(refusal) if refusal.is_for_now() => self.starting(&refusal),
            why => tell.no_link(why),
        })?;
        let mut answers = link.ask("agents.list", &json!({})).map_err(|long| tell.too_long(&long))?;
        match answers.next().await.map_err(|lost| tell.lost(&lost))? {
            Answer::Taken(payload) => {
                let list = payload.get("agents").and_then(Value::as_array).into_iter().flatten();
                let ids = list.filter_map(|agent| agent.get("id").and_then(Value::as_str));
                Ok(ids.take(MOST_NAMED).map(|id| tell.scrub.message(id)).collect())
            }
            Answer::Refused(refusal) => Err(tell.refused(&refusal)),
        }
    }

    fn starting(&self, refusal: &Refusal) -> AgentError {
        let retry = Retry::After(refusal.wait);
        let said = (refusal.message.as_str(), "wait until it is ready: a start takes about half a minute");
        self.gate.tell.error(Trouble::Busy, retry, "the gateway is starting or stopping", said)
    }
}
