//! The strategies that come with Quorate, one file each; the order here is the order in every list.

use std::sync::Arc;

use crate::catalog::Catalog;

mod brainstorm;
mod debate;
mod expert;
mod meeting;
mod poll;
mod round_robin;

pub use brainstorm::{Brainstorm, Converge};
pub use debate::Debate;
pub use expert::{Expert, Opening, Others};
pub use meeting::Meeting;
pub use poll::Poll;
pub use round_robin::RoundRobin;

/// Adds every built-in strategy to a catalogue, as a user's extension does.
pub fn register(catalog: &mut Catalog) {
    catalog.add_strategy("round-robin", |knobs| Ok(Arc::new(RoundRobin::from_knobs(knobs)?)));
    catalog.add_strategy("expert", |knobs| Ok(Arc::new(Expert::from_knobs(knobs)?)));
    catalog.add_strategy("debate", |knobs| Ok(Arc::new(Debate::from_knobs(knobs)?)));
    catalog.add_strategy("brainstorm", |knobs| Ok(Arc::new(Brainstorm::from_knobs(knobs)?)));
    catalog.add_strategy("meeting", |knobs| Ok(Arc::new(Meeting::from_knobs(knobs)?)));
    catalog.add_strategy("poll", |knobs| Ok(Arc::new(Poll::from_knobs(knobs)?)));
}
