//! Who sits at the table: personas bound to backends, with role, side, weight, voice and vote.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

mod bench;
mod roster;
mod spec;

pub use bench::Bench;
pub use roster::{Roster, RosterError, fold, is_hidden, narrow};
pub use spec::Spec;

/// A seat's place in the roster, from 0; stable for the whole discussion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u16);

impl SeatId {
    /// The place as an index into per-seat lists.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a seat is there to do: the seven of seed 004, two that lead, or any other name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Role {
    /// Leads with professional judgement.
    Expert,
    /// Puts forward plans and suggestions.
    Proposer,
    /// Checks for completeness and accuracy.
    Reviewer,
    /// Points out problems and risks.
    Critic,
    /// Brings the views together.
    Synthesizer,
    /// Extracts insight and patterns.
    Analyst,
    /// Speaks for the users.
    Advocate,
    /// Decides between sides or scores points.
    Judge,
    /// Leads the flow and never speaks on the matter.
    Moderator,
    /// No role in particular: a plain participant.
    #[default]
    Participant,
    /// Any other role, by its name.
    Named(Arc<str>),
}

impl Role {
    /// Every role that has a meaning of its own.
    pub const ALL: [Self; 10] = [
        Self::Expert,
        Self::Proposer,
        Self::Reviewer,
        Self::Critic,
        Self::Synthesizer,
        Self::Analyst,
        Self::Advocate,
        Self::Judge,
        Self::Moderator,
        Self::Participant,
    ];

    /// The role's name as written in files and prompts.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Expert => "expert",
            Self::Proposer => "proposer",
            Self::Reviewer => "reviewer",
            Self::Critic => "critic",
            Self::Synthesizer => "synthesizer",
            Self::Analyst => "analyst",
            Self::Advocate => "advocate",
            Self::Judge => "judge",
            Self::Moderator => "moderator",
            Self::Participant => "participant",
            Self::Named(name) => name,
        }
    }
}

impl From<&str> for Role {
    fn from(name: &str) -> Self {
        match name.trim().to_lowercase().as_str() {
            "expert" => Self::Expert,
            "proposer" => Self::Proposer,
            "reviewer" => Self::Reviewer,
            "critic" => Self::Critic,
            "synthesizer" | "synthesiser" => Self::Synthesizer,
            "analyst" => Self::Analyst,
            "advocate" => Self::Advocate,
            "judge" => Self::Judge,
            "moderator" => Self::Moderator,
            "participant" | "" => Self::Participant,
            _ => Self::Named(name.trim().into()),
        }
    }
}

impl From<String> for Role {
    fn from(name: String) -> Self {
        Self::from(name.as_str())
    }
}

impl From<Role> for String {
    fn from(role: Role) -> Self {
        role.name().to_owned()
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A stable identity that survives a change of backend.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Persona {
    /// Fields in which this identity is at home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expertise: Vec<Arc<str>>,
    /// How it tends to think and speak.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub personality: Option<Arc<str>>,
    /// What it is at heart: the seeds' `SOUL.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soul: Option<Arc<str>>,
    /// What it will not give up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Arc<str>>,
    /// What it remembers from before this discussion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Arc<str>>,
    /// What it declares to be able to do; moderators choose by this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<Arc<str>>,
}

/// How an answer comes about; shown to readers wherever the seat is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A language model answers.
    #[default]
    Model,
    /// A person answers.
    Person,
    /// Some other program answers.
    Program,
    /// Rules read the material; no model is asked.
    Checklist,
    /// Prepared lines are played; no model is asked.
    Script,
    /// Seeded opinions that move by a stated rule; no model is asked.
    Rehearsal,
}

/// The body that answers for a seat, as far as readers need to know it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Backend {
    /// What is shown: `openai:gpt-5.4`, `checklist:plan-review`, `scripted`.
    pub name: Arc<str>,
    /// How an answer comes about.
    pub origin: Origin,
}

/// A persona bound to a backend in this discussion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The name that others use; unique after trimming and folding of case and width.
    pub name: Arc<str>,
    /// What the seat is there to do.
    #[serde(default)]
    pub role: Role,
    /// The side it argues for, in a debate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Arc<str>>,
    /// How much its vote weighs, from 1 to 1,000,000.
    #[serde(default = "one")]
    pub weight: u32,
    /// Whether it is asked to speak.
    #[serde(default = "yes")]
    pub voice: bool,
    /// Whether its position, stance, ballot or score counts.
    #[serde(default = "yes")]
    pub vote: bool,
    /// What it may do once it is invited; none for a seat that is at the table from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<Bench>,
    /// Who it is.
    #[serde(default)]
    pub persona: Persona,
    /// What answers for it.
    #[serde(default)]
    pub backend: Backend,
    /// What the backend is made from; none where no text names it, or the text holds a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<Spec>,
}

impl Seat {
    /// A seat with voice and one vote, and no role in particular.
    ///
    /// ```
    /// use quorate_strategies::prelude::*;
    /// let ann = Seat::new("Ann").role("critic").expertise(["costs"]);
    /// assert_eq!(ann.role, Role::Critic);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            role: Role::Participant,
            side: None,
            weight: 1,
            voice: true,
            vote: true,
            bench: None,
            persona: Persona::default(),
            backend: Backend::default(),
            spec: None,
        }
    }

    /// The same seat in another role.
    #[must_use]
    pub fn role(mut self, role: impl Into<Role>) -> Self {
        self.role = role.into();
        self
    }

    /// The same seat with these fields of expertise.
    #[must_use]
    pub fn expertise<T: Into<Arc<str>>>(mut self, fields: impl IntoIterator<Item = T>) -> Self {
        self.persona.expertise = fields.into_iter().map(Into::into).collect();
        self
    }

    /// The same seat with a personality.
    #[must_use]
    pub fn personality(mut self, text: impl Into<Arc<str>>) -> Self {
        self.persona.personality = Some(text.into());
        self
    }

    /// The same seat on a side.
    #[must_use]
    pub fn side(mut self, side: impl Into<Arc<str>>) -> Self {
        self.side = Some(side.into());
        self
    }

    /// The same seat with another voting weight.
    #[must_use]
    pub const fn weight(mut self, weight: u32) -> Self {
        self.weight = weight;
        self
    }

    /// The same seat without a vote: it speaks and does not count.
    #[must_use]
    pub const fn voice_only(mut self) -> Self {
        self.vote = false;
        if let Some(bench) = self.bench {
            self.bench = Some(Bench { vote: false, ..bench });
        }
        self
    }

    /// What its vote adds: its weight, or 0 without a vote.
    #[must_use]
    pub const fn voting_weight(&self) -> u32 {
        if self.vote { self.weight } else { 0 }
    }
}

const fn one() -> u32 {
    1
}

const fn yes() -> bool {
    true
}
