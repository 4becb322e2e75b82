//! The charter: all that is settled before the first turn.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Budget, Rates};
use crate::{
    brief::Brief,
    outcome::Delivers,
    seat::Spec,
    step::Scope,
    strategy::{Knobs, Rounds},
};

/// A strategy or rule by name, with its settings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// The name in the catalogue.
    pub name: Arc<str>,
    /// What was set; everything else is at its default.
    #[serde(default, skip_serializing_if = "Knobs::is_empty")]
    pub knobs: Knobs,
}

/// What bounds a discussion. Deciding never looks at a clock: the manager does, and records that a limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time for one turn with all its attempts, in milliseconds.
    pub turn_ms: u64,
    /// Time for the whole discussion, in milliseconds.
    pub total_ms: u64,
    /// Turns in the whole discussion, closing ones included.
    pub turns: u32,
    /// Bytes of the record: as soon as it is longer, nobody is asked any more. What ends the discussion still follows.
    #[serde(default = "usual_record", skip_serializing_if = "is_usual_record")]
    pub record_bytes: u64,
}

impl Default for Limits {
    /// Two minutes a turn, one hour in all, 100,000 turns, 256 MiB of record.
    fn default() -> Self {
        Self { turn_ms: 120_000, total_ms: 3_600_000, turns: 100_000, record_bytes: usual_record() }
    }
}

/// Also what holds for records before this was settled in them.
const fn usual_record() -> u64 {
    256 << 20
}

const fn is_usual_record(bytes: &u64) -> bool {
    *bytes == usual_record()
}

/// How peers are named in contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Peers {
    /// By their names.
    #[default]
    Named,
    /// As `Seat A`, `Seat B`; readers still see the names.
    Anonymous,
}

/// All that is settled before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charter {
    /// The discussion's id.
    pub id: Arc<str>,
    /// The version of the software that wrote the record.
    pub software: Arc<str>,
    /// The preset it came from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Arc<str>>,
    /// What everybody is given.
    pub brief: Brief,
    /// Who speaks next is decided by this strategy.
    pub strategy: Chosen,
    /// Whether the group has decided is said by this rule; none when no decision is sought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Chosen>,
    /// How many rounds.
    pub rounds: Rounds,
    /// What bounds it.
    pub limits: Limits,
    /// What a turn sees where the strategy leaves it open.
    pub context: Scope,
    /// About how many tokens the rolling summary takes that is made after every round; none where none is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<u32>,
    /// What the backend that writes it is made from; none where a rule puts it together, or no text names the backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summarizer: Option<Spec>,
    /// How peers are named in contexts.
    #[serde(default)]
    pub peers: Peers,
    /// Where all randomness comes from.
    pub seed: u64,
    /// What may be spent.
    #[serde(default, skip_serializing_if = "Budget::is_unlimited")]
    pub budget: Budget,
    /// The currency of the prices that money is counted in, where any of them counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Arc<str>>,
    /// How money is counted, where anything is; nothing in records from before it was kept.
    #[serde(default, skip_serializing_if = "Rates::is_none")]
    pub rates: Rates,
    /// How long the principal may veto the outcome, in milliseconds; it is provisional until then. 0: it is final at once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub veto_ms: u64,
    /// Where the principal has to agree before it goes on.
    #[serde(default, skip_serializing_if = "Gated::is_nowhere")]
    pub gate: Gated,
    /// How long the principal is waited for at a gate, in milliseconds. 0: as long as a turn may take.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gate_ms: u64,
    /// What is done when a discussion goes in circles.
    #[serde(default, skip_serializing_if = "Watch::is_off")]
    pub watch: Watch,
    /// What the backend that writes the result is made from; none where there is none, or no text names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesizer: Option<Spec>,
    /// The record that this one continues as another discussion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// What is handed over beside the minutes; nothing where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivers: Option<Delivers>,
    /// The folder of this machine that its minutes were to be left in; none where none was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<Arc<str>>,
}

const fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

/// Where the principal has to agree before a discussion goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gated {
    /// Nowhere, unless a strategy asks.
    #[default]
    Nowhere,
    /// Before it concludes: what is not approved or amended is not decided.
    Conclude,
}

impl Gated {
    /// Whether no agreement is needed.
    #[must_use]
    pub const fn is_nowhere(&self) -> bool {
        matches!(self, Self::Nowhere)
    }
}

impl Charter {
    /// How long the principal is waited for at a gate, in milliseconds.
    #[must_use]
    pub const fn gate_wait_ms(&self) -> u64 {
        if self.gate_ms == 0 { self.limits.turn_ms } else { self.gate_ms }
    }
}

/// The record that a fork or a successor begins with a copy of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The id of that discussion.
    pub id: Arc<str>,
    /// The last event that is taken over.
    pub seq: u64,
    /// The hash of that event's line.
    pub hash: Arc<str>,
}

/// What is done when nothing new is said for two rounds, or positions are stable without agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Watch {
    /// Nothing: the rounds decide.
    #[default]
    Off,
    /// The discussion ends.
    End,
    /// The principal is asked for guidance, within the time of a turn; without any it ends.
    Ask,
}

impl Watch {
    /// Whether nothing is done.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        matches!(self, Self::Off)
    }
}

impl Default for Charter {
    fn default() -> Self {
        Self {
            id: "discussion".into(),
            software: env!("CARGO_PKG_VERSION").into(),
            preset: None,
            brief: Brief::default(),
            strategy: Chosen::default(),
            rule: None,
            rounds: Rounds::new(2, 6),
            limits: Limits::default(),
            context: Scope::Since,
            summary: None,
            summarizer: None,
            peers: Peers::Named,
            seed: 0,
            budget: Budget::default(),
            currency: None,
            rates: Rates::default(),
            veto_ms: 0,
            gate: Gated::Nowhere,
            gate_ms: 0,
            watch: Watch::Off,
            synthesizer: None,
            origin: None,
            delivers: None,
            minutes: None,
        }
    }
}
