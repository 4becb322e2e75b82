//! The seats of a file, and how those of a file stand over those of its base.

use std::{path::PathBuf, sync::Arc, time::Duration};

use quorate_strategies::{
    brief::{Language, Text},
    seat::{Seat, fold},
};

use super::{
    error::PresetError,
    makers::Made,
    place::{Place, Placed},
    said::Lists,
    section::Section,
};
use crate::agent::{Timed, TurnTime, spec::timed};

const KEYS: [&str; 15] = [
    "name",
    "role",
    "side",
    "weight",
    "voice",
    "vote",
    "expertise",
    "personality",
    "soul",
    "values",
    "memory",
    "capabilities",
    "agent",
    "turn_seconds",
    "joins",
];

/// Whether seats may be added to those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Table {
    /// Only the seats of the file.
    #[default]
    Fixed,
    /// Others too.
    Open,
    /// Those of the file stand in until somebody brings others: then only those that are named sit down.
    StandIn,
}

/// When a seat comes to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joins {
    AtTheStart,
    WhenInvited,
}

/// What `seats` sets. Whoever lists seats there means `[[seat]]`.
pub(super) fn table(top: &Section<'_>) -> Result<Option<Placed<Table>>, PresetError> {
    match top.list_place("seats") {
        Some(place) => Err(top.wrong(
            "seats",
            place,
            "[…]",
            "\"fixed\", \"open\" or \"stand-in\"; each seat is a table of its own, [[seat]]",
        )),
        None => top.word("seats", &[("fixed", Table::Fixed), ("open", Table::Open), ("stand-in", Table::StandIn)]),
    }
}

/// What one `[[seat]]` sets.
#[derive(Debug, Clone)]
pub(super) struct SeatSettings {
    pub(super) place: Place,
    /// Where the files that the seat names are looked for.
    pub(super) folder: PathBuf,
    pub(super) name: String,
    role: Option<String>,
    pub(super) side: Option<Text>,
    weight: Option<u32>,
    voice: Option<bool>,
    vote: Option<bool>,
    expertise: Lists,
    personality: Option<Text>,
    soul: Option<Text>,
    values: Lists,
    memory: Option<Text>,
    capabilities: Lists,
    pub(super) agent: Option<Placed<String>>,
    /// The time for a turn of this seat, in milliseconds; `Some(None)` is no limit but the discussion's end.
    pub(super) turn_ms: Option<Option<u64>>,
    joins: Option<Joins>,
}

impl SeatSettings {
    pub(super) fn read_all(top: &Section<'_>) -> Result<Vec<Self>, PresetError> {
        top.tables("seat", "seat.", &KEYS)?.iter().map(Self::read).collect()
    }

    fn read(section: &Section<'_>) -> Result<Self, PresetError> {
        let Some(name) = section.text("name")? else { return Err(section.missing("name", "the seat's name")) };
        let text = |key: &str| section.text(key).map(|found| found.map(|placed| placed.value));
        let said = |key: &str| section.said(key).map(|found| found.map(|placed| placed.value));
        let flag = |key: &str| section.flag(key).map(|found| found.map(|placed| placed.value));
        let weight = section.number("weight", 1..=1_000_000)?;
        Ok(Self {
            place: name.place,
            folder: section.source.folder.to_owned(),
            name: name.value,
            role: text("role")?,
            side: said("side")?,
            weight: weight.and_then(|weight| u32::try_from(weight.value).ok()),
            voice: flag("voice")?,
            vote: flag("vote")?,
            expertise: section.lists("expertise")?,
            personality: said("personality")?,
            soul: said("soul")?,
            values: section.lists("values")?,
            memory: said("memory")?,
            capabilities: section.lists("capabilities")?,
            agent: section.agent("agent")?,
            turn_ms: section.time("turn_seconds")?.map(|time| time.value),
            joins: section
                .word("joins", &[("at the start", Joins::AtTheStart), ("when invited", Joins::WhenInvited)])?
                .map(|joins| joins.value),
        })
    }

    /// A seat that nothing but a name is known of.
    pub(super) fn named(name: &str, place: Place) -> Self {
        Self {
            place,
            folder: PathBuf::new(),
            name: name.to_owned(),
            role: None,
            side: None,
            weight: None,
            voice: None,
            vote: None,
            expertise: Lists::default(),
            personality: None,
            soul: None,
            values: Lists::default(),
            memory: None,
            capabilities: Lists::default(),
            agent: None,
            turn_ms: None,
            joins: None,
        }
    }

    fn is(&self, other: &Self) -> bool {
        fold(&self.name) == fold(&other.name)
    }

    /// The seats of a base, changed by those of the same name and followed by the others.
    pub(super) fn over(own: Vec<Self>, base: Vec<Self>, table: Table) -> Vec<Self> {
        let mut seats = base;
        let brings = own.iter().any(|seat| !seats.iter().any(|other| other.is(seat)));
        if table == Table::StandIn && brings {
            seats.retain(|seat| own.iter().any(|other| other.is(seat)));
        }
        let inherited = seats.len();
        for seat in own {
            let known = seats.iter().take(inherited).position(|other| other.is(&seat));
            match known.and_then(|at| seats.get_mut(at)) {
                Some(other) => *other = seat.changing(other),
                None => seats.push(seat),
            }
        }
        seats
    }

    fn changing(self, base: &Self) -> Self {
        let base = base.clone();
        Self {
            folder: if self.agent.is_some() { self.folder } else { base.folder },
            place: self.place,
            name: self.name,
            role: self.role.or(base.role),
            side: self.side.or(base.side),
            weight: self.weight.or(base.weight),
            voice: self.voice.or(base.voice),
            vote: self.vote.or(base.vote),
            expertise: self.expertise.or(base.expertise),
            personality: self.personality.or(base.personality),
            soul: self.soul.or(base.soul),
            values: self.values.or(base.values),
            memory: self.memory.or(base.memory),
            capabilities: self.capabilities.or(base.capabilities),
            agent: self.agent.or(base.agent),
            turn_ms: self.turn_ms.or(base.turn_ms),
            joins: self.joins.or(base.joins),
        }
    }

    /// What answers for the seat, with the seat's own time where it has one.
    pub(super) fn timed(&self, Made { agent, spec }: Made) -> Made {
        let time = match self.turn_ms {
            None => return Made { agent, spec },
            Some(None) => TurnTime::Open,
            Some(Some(ms)) => TurnTime::Own(Duration::from_millis(ms)),
        };
        Made { agent: Arc::new(Timed::new(agent, time)), spec: spec.map(|spec| timed(spec, time)) }
    }

    /// The seat in one language, still without a backend.
    pub(super) fn seat(&self, language: Language) -> Seat {
        let arcs = |lists: &Lists| lists.get(language).iter().map(|text| Arc::from(text.as_str())).collect();
        let arc = |text: &Option<Text>| text.as_ref().map(|text| Arc::from(text.get(language)));
        let mut seat = Seat::new(self.name.as_str());
        if let Some(role) = &self.role {
            seat = seat.role(role.as_str());
        }
        seat.side = arc(&self.side);
        seat.weight = self.weight.unwrap_or(1);
        seat.voice = self.voice.unwrap_or(true);
        seat.vote = self.vote.unwrap_or(true);
        seat.persona.expertise = arcs(&self.expertise);
        seat.persona.personality = arc(&self.personality);
        seat.persona.soul = arc(&self.soul);
        seat.persona.values = arcs(&self.values);
        seat.persona.memory = arc(&self.memory);
        seat.persona.capabilities = arcs(&self.capabilities);
        if self.joins == Some(Joins::WhenInvited) { seat.benched() } else { seat }
    }
}
