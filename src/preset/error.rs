//! Why a preset or discussion file cannot be used: place, cause and next step.

use std::{io, path::PathBuf};

use quorate_strategies::{catalog::CatalogError, seat::RosterError};
use thiserror::Error;

use super::place::Place;
use crate::{
    agent::{PricesError, spec::AgentSpecError},
    manager::SetupError,
};

/// Why a preset or discussion file cannot be used. Nothing has been asked and nothing has been spent.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PresetError {
    /// There is no preset of this name.
    #[error("there is no preset {name:?}{}. Name a file of your own by its path, as in ./{name}.toml", hint(.nearest, .known))]
    Unknown {
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}; check the path", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is not TOML.
    #[error("{place}: not TOML: {why}")]
    Syntax {
        /// Where.
        place: Place,
        /// What the parser says.
        why: String,
    },
    /// A file is no list of prices.
    #[error("{place}: {source}")]
    Prices {
        /// Where it is named.
        place: Place,
        /// The cause.
        source: PricesError,
    },
    /// There is no such key.
    #[error("{place}: unknown key {key:?}{}", hint(.nearest, .known))]
    UnknownKey {
        /// Where.
        place: Place,
        /// The key as given.
        key: String,
        /// The nearest key there is.
        nearest: Option<String>,
        /// All keys there are.
        known: Vec<String>,
    },
    /// A value is not one of those allowed.
    #[error("{place}: {key} = {found} is not allowed; it may be {allowed}")]
    Value {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// The value as given.
        found: String,
        /// What it may be.
        allowed: String,
    },
    /// A key that has to be there is not.
    #[error("{place}: {key} is missing; it has to be {allowed}")]
    Missing {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// What it may be.
        allowed: String,
    },
    /// Presets that are based on each other in a circle, or too deeply.
    #[error("{place}: base = {base:?} leads in a circle, or more than {most} files deep; name another base or none")]
    Circle {
        /// Where.
        place: Place,
        /// The base as given.
        base: String,
        /// The largest depth.
        most: usize,
    },
    /// The preset needs material and has none.
    #[error("{preset} needs material: give --material FILE, or `material = [\"FILE\"]` in a file")]
    NeedsMaterial {
        /// The preset.
        preset: String,
    },
    /// There is nothing to talk about.
    #[error("{preset} needs a topic: give --topic TEXT, or `topic = \"TEXT\"` in a file")]
    NeedsTopic {
        /// The preset.
        preset: String,
    },
    /// The material is larger than allowed.
    #[error("{place}: {} brings the material above {most} bytes; leave something out, or raise max_material", path.display())]
    MaterialTooLarge {
        /// Where it is named.
        place: Place,
        /// The file that was one too many.
        path: PathBuf,
        /// The limit for all material together.
        most: u64,
    },
    /// The material is not text.
    #[error("{place}: {} is not text: {why} at byte {at}; only UTF-8 text can be material", path.display())]
    MaterialNotText {
        /// Where it is named.
        place: Place,
        /// The file.
        path: PathBuf,
        /// What was found.
        why: &'static str,
        /// Where it was found, from 0.
        at: usize,
    },
    /// A material cannot be read.
    #[error("{place}: cannot read {}: {source}; check the path", path.display())]
    MaterialUnreadable {
        /// Where it is named.
        place: Place,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A backend was given for a seat that is not there.
    #[error("{place}: there is no seat {name:?}; the seats are {}", .known.join(", "))]
    UnknownSeat {
        /// Where.
        place: Place,
        /// The name as given.
        name: String,
        /// All seats there are.
        known: Vec<String>,
    },
    /// A seat cannot be seated.
    #[error("{place}: {source}")]
    Roster {
        /// Where.
        place: Place,
        /// Why.
        source: RosterError,
    },
    /// A strategy, a rule or a knob is not known.
    #[error("{place}: {source}")]
    Catalog {
        /// Where.
        place: Place,
        /// Why.
        source: Box<CatalogError>,
    },
    /// A backend cannot be had.
    #[error("{place}: {source}")]
    Agent {
        /// Where.
        place: Place,
        /// Why.
        source: Box<AgentSpecError>,
    },
    /// The discussion as a whole cannot be.
    #[error("{place}: {source}")]
    Setup {
        /// Where.
        place: Place,
        /// Why.
        source: Box<SetupError>,
    },
}

impl PresetError {
    /// Where the setting was made that is wrong, where it is one setting.
    #[must_use]
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Unknown { .. } | Self::Unreadable { .. } | Self::NeedsMaterial { .. } | Self::NeedsTopic { .. } => {
                None
            }
            Self::Syntax { place, .. }
            | Self::UnknownKey { place, .. }
            | Self::Value { place, .. }
            | Self::Missing { place, .. }
            | Self::Circle { place, .. }
            | Self::MaterialTooLarge { place, .. }
            | Self::MaterialNotText { place, .. }
            | Self::MaterialUnreadable { place, .. }
            | Self::UnknownSeat { place, .. }
            | Self::Roster { place, .. }
            | Self::Catalog { place, .. }
            | Self::Agent { place, .. }
            | Self::Prices { place, .. }
            | Self::Setup { place, .. } => Some(place),
        }
    }
}

/// The nearest name, or all there are.
pub(crate) fn hint(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!("; did you mean {name:?}?"),
        None => format!("; known: {}", known.join(", ")),
    }
}
