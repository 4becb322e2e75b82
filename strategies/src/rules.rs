//! The decision rules that come with Quorate, one file each.

mod ballots;
mod concession;
mod majority;
mod ratio;
mod stance;
mod supermajority;
mod unanimity;

use std::sync::Arc;

use crate::{
    catalog::Catalog,
    rule::{Pending, Tally},
};

pub use self::{
    ballots::{Divisor, Terms, Ties},
    concession::Concession,
    majority::Majority,
    ratio::Ratio,
    stance::Stances,
    supermajority::Supermajority,
    unanimity::Unanimity,
};

/// Adds every built-in rule to a catalogue.
pub fn register(catalog: &mut Catalog) {
    catalog.add_rule("ratio", |knobs| Ok(Arc::new(Ratio::from_knobs(knobs)?)));
    catalog.add_rule("stance", |knobs| Ok(Arc::new(Stances::from_knobs(knobs)?)));
    catalog.add_rule("majority", |knobs| Ok(Arc::new(Majority::from_knobs(knobs)?)));
    catalog.add_rule("supermajority", |knobs| Ok(Arc::new(Supermajority::from_knobs(knobs)?)));
    catalog.add_rule("unanimity", |knobs| Ok(Arc::new(Unanimity::from_knobs(knobs)?)));
    catalog.add_rule("concession", |knobs| Ok(Arc::new(Concession::from_knobs(knobs)?)));
}

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
