//! The deciding half of Quorate: vocabulary, contracts, engine, strategies and decision rules.
//!
//! Nothing in this crate waits, reads a clock, opens a file or draws hidden randomness. Its manifest is the proof.

pub mod brief;
pub mod catalog;
pub mod conformance;
pub mod engine;
pub mod event;
pub mod outcome;
pub mod presets;
pub mod reading;
pub mod record;
pub mod rejudge;
pub mod rule;
pub mod rules;
pub mod seat;
pub mod state;
pub mod step;
pub mod strategies;
pub mod strategy;
pub mod tally;
pub mod turn;
pub mod verify;
pub mod view;

pub mod prelude {
    //! Everything that a strategy or a decision rule of one's own needs.
    pub use crate::{
        brief::{Brief, Language, Material, Point, Text},
        event::Peers,
        outcome::{Decision, Maker},
        reading::{Ballot, Kind, Position, Provenance, Reading, Score, Stance},
        rule::{DecisionRule, Input, Level, Pending, Tally, Verdict, Voice},
        seat::{Persona, Role, Roster, Seat, SeatId},
        state::Standing,
        step::{Ask, Audience, Form, Scope, Step, StopReason, Task},
        strategy::{Card, Check, Cut, Knob, Knobs, Options, Rounds, SeatingError, Strategy, at_least, options_of},
        turn::{Ending, Message, Turn, TurnId},
        view::View,
    };
}
