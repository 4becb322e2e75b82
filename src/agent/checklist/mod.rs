//! A seat that reads the material against a checklist: rules, no model.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use quorate_strategies::{
    brief::Brief,
    seat::{Backend, Origin},
};
use serde_json::json;

use crate::{
    agent::{Agent, AgentError, Reply, Request, Sink, Trouble},
    checklist::Checklist,
};

mod argue;
mod kinds;
mod known;
mod review;
mod speech;

use known::Known;

/// Answers from a checklist: real findings about the material that everybody was given, each with its line.
///
/// It opposes while a blocking finding of its domains stands, proposes what to mend at first, and agrees when nothing
/// blocks. As the expert it sums up every finding at the table and closes once a round has brought no new one. In a
/// debate it cites the lines of the material that speak for its side, and concedes when there is none and the other
/// side has cited some. The same material gives the same words.
#[derive(Clone)]
pub struct ChecklistSeat {
    checklist: Arc<Checklist>,
    domains: Vec<String>,
    name: Arc<str>,
    /// The last brief and what was found in it: a cache, as reading a large material takes a while.
    last: Arc<Mutex<Option<(Brief, Known)>>>,
}

impl fmt::Debug for ChecklistSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChecklistSeat").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ChecklistSeat {
    /// A seat that looks at these domains of a checklist; at all of them when none is named.
    #[must_use]
    pub fn new(checklist: Checklist, domains: Vec<String>) -> Self {
        let name = match domains.as_slice() {
            [] => format!("checklist:{}", checklist.name()),
            some => format!("checklist:{}/{}", checklist.name(), some.join(",")),
        };
        Self { checklist: Arc::new(checklist), domains, name: name.into(), last: Arc::default() }
    }
}

impl ChecklistSeat {
    /// What the seat's own domains find in the material; read once for a brief, as every turn asks for it.
    ///
    /// A large material takes a while, so it is read beside the discussion, whose time limits and end do not wait.
    async fn own(&self, brief: &Brief) -> Result<Known, AgentError> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, known)) = last.filter(|(of, _)| known::same(of, brief)) {
            return Ok(known);
        }
        let (seat, of) = (self.clone(), brief.clone());
        let reading = tokio::task::spawn_blocking(move || Known::own(&seat, &of));
        let known = reading.await.map_err(|fault| {
            let message = format!("the checklist could not read the material: {fault}; please report this with it");
            AgentError::lasting(Trouble::Broken, message)
        })?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((brief.clone(), known.clone()));
        Ok(known)
    }
}

/// What a checklist seat says, in the form of a structured answer.
#[derive(Debug, Default)]
struct Answer {
    say: String,
    kind: &'static str,
    stance: &'static str,
    known: Known,
    vote: Option<Arc<str>>,
    gives: Gives,
}

/// What ends with an answer.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// Nothing.
    #[default]
    Nothing,
    /// The discussion: the expert closes it.
    Close,
    /// The side: it is conceded.
    Concession,
}

impl Answer {
    fn into_reply(self) -> Reply {
        let mut fields = json!({ "say": self.say, "kind": self.kind });
        if let Some(fields) = fields.as_object_mut() {
            if !self.stance.is_empty() {
                fields.insert("stance".into(), self.stance.into());
            }
            if let Some(vote) = &self.vote {
                fields.insert("vote".into(), vote.as_ref().into());
            }
            match self.gives {
                Gives::Nothing => {}
                Gives::Close => drop(fields.insert("close".into(), true.into())),
                Gives::Concession => drop(fields.insert("concede".into(), true.into())),
            }
            if !self.known.is_empty() {
                fields.insert("findings".into(), self.known.to_json());
            }
        }
        Reply::text(fields.to_string())
    }
}

#[async_trait]
impl Agent for ChecklistSeat {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let own = self.own(request.brief).await?;
        let answer = match request.task {
            "argue" => argue::argue(own, &request),
            "judge" => argue::judge(&request),
            "sum-up" | "conclude" => review::sum_up(self, own, &request),
            "open" => review::open(self, own, &request),
            _ => review::supplement(self, own, &request),
        };
        sink.delta(&answer.say);
        Ok(answer.into_reply())
    }

    fn backend(&self) -> Backend {
        Backend { name: Arc::clone(&self.name), origin: Origin::Checklist }
    }
}
