//! The decision rules that come with Quorate, one file each.

mod approval;
mod ballots;
mod borda;
mod concession;
mod condorcet;
mod cumulative;
mod instant_runoff;
mod majority;
mod plurality;
mod ratio;
mod stance;
mod supermajority;
mod terms;
mod unanimity;

use std::sync::Arc;

use crate::{
    catalog::Catalog,
    rule::{Pending, Tally},
};

pub use self::{
    approval::Approval,
    borda::Borda,
    concession::Concession,
    condorcet::Condorcet,
    cumulative::Cumulative,
    instant_runoff::InstantRunoff,
    majority::Majority,
    plurality::Plurality,
    ratio::Ratio,
    stance::Stances,
    supermajority::Supermajority,
    terms::{Divisor, Terms, Ties},
    unanimity::Unanimity,
};

/// Adds every built-in rule to a catalogue.
pub fn register(catalog: &mut Catalog) {
    catalog.add_rule("ratio", |knobs| Ok(Arc::new(Ratio::from_knobs(knobs)?)));
    catalog.add_rule("stance", |knobs| Ok(Arc::new(Stances::from_knobs(knobs)?)));
    catalog.add_rule("majority", |knobs| Ok(Arc::new(Majority::from_knobs(knobs)?)));
    catalog.add_rule("supermajority", |knobs| Ok(Arc::new(Supermajority::from_knobs(knobs)?)));
    catalog.add_rule("unanimity", |knobs| Ok(Arc::new(Unanimity::from_knobs(knobs)?)));
    catalog.add_rule("plurality", |knobs| Ok(Arc::new(Plurality::from_knobs(knobs)?)));
    catalog.add_rule("approval", |knobs| Ok(Arc::new(Approval::from_knobs(knobs)?)));
    catalog.add_rule("borda", |knobs| Ok(Arc::new(Borda::from_knobs(knobs)?)));
    catalog.add_rule("instant-runoff", |knobs| Ok(Arc::new(InstantRunoff::from_knobs(knobs)?)));
    catalog.add_rule("condorcet", |knobs| Ok(Arc::new(Condorcet::from_knobs(knobs)?)));
    catalog.add_rule("cumulative", |knobs| Ok(Arc::new(Cumulative::from_knobs(knobs)?)));
    catalog.add_rule("concession", |knobs| Ok(Arc::new(Concession::from_knobs(knobs)?)));
}

/// So many options are shown with every count on the way; of more, the working would grow with their square.
const MOST_SHOWN: usize = 30;

/// For every place in [`Tally::voices`], whether it may still change; asking [`Pending`] for each would be quadratic.
fn pending_places(tally: &Tally, pending: &Pending) -> Vec<bool> {
    let mut places = vec![false; tally.voices.len()];
    for &at in &pending.voices {
        if let Some(place) = places.get_mut(at) {
            *place = true;
        }
    }
    places
}
