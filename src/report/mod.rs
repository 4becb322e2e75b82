//! What people and programs read when a discussion is over: minutes, the result document and the result itself.
//!
//! Everything here is a view of a record, lent as a [`Source`]: nothing is asked, nothing waits, and the only thing that
//! is written to is the writer at hand. A report of one's own implements [`Report`], as [`Minutes`] and
//! [`ResultDocument`] do.
//!
//! [`extract()`] takes a result from the messages word for word; [`synthesis_request`] and [`parse_synthesis`] are the two
//! halves of having a model write one. [`ArgumentGraph`] writes down for Mermaid or Graphviz what is about what.
//! [`text`] makes what agents said safe to print on a terminal.

use std::io;

mod changes;
#[cfg(feature = "pipeline")]
pub mod deliverable;
mod dissent;
mod escape;
mod extract;
mod facts;
mod findings;
mod first;
mod graph;
mod ground;
#[cfg(feature = "html")]
mod html;
mod json;
mod markdown;
mod minutes;
mod models;
mod naming;
mod principal;
mod provisional;
mod quote;
mod sentences;
mod source;
mod spending;
mod synthesis;
pub mod text;
pub(crate) mod time;
mod uncounted;
mod words;

#[cfg(test)]
mod tests;

pub use changes::Moved;
pub(crate) use changes::{could_hear, hears_nobody, standing_word};
pub use dissent::{Dissent, Objection};
pub use extract::extract;
pub use findings::{Found, Raisers};
pub use first::{FirstRound, first_round};
pub use graph::{ArgumentGraph, Notation};
pub(crate) use ground::Ground;
#[cfg(feature = "html")]
pub use html::Page;
pub use json::{ResultDocument, result_json, schema};
#[cfg(feature = "pipeline")]
pub(crate) use markdown::inline;
pub use minutes::Minutes;
pub use provisional::provisional_until;
#[cfg(feature = "pipeline")]
pub(crate) use quote::block as quoted_block;
pub(crate) use sentences::lead;
pub use source::Source;
pub(crate) use synthesis::USUAL as SYNTHESIS_ROOM;
pub use synthesis::{
    SynthesisError, SynthesisPrompt, parse as parse_synthesis, request as synthesis_request,
    request_within as synthesis_request_within,
};
pub(crate) use words::fill;
#[cfg(feature = "command")]
pub(crate) use words::{Counted, Names, Table, called};

/// A view of a record that people or programs read.
///
/// ```
/// use std::io;
/// use quorate::report::{Report, Source};
///
/// /// One line: how it ended.
/// struct OneLine;
/// impl Report for OneLine {
///     fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()> {
///         let end = source.state.concluded().map_or("unfinished", |end| end.why.name());
///         writeln!(out, "{end} after {} turns", source.state.turns().len())
///     }
/// }
///
/// let state = quorate::strategies::state::State::default();
/// let mut out = Vec::new();
/// OneLine.render(&Source::new(&state, &[], ""), &mut out)?;
/// assert_eq!(out, b"unfinished after 0 turns\n");
/// # Ok::<(), io::Error>(())
/// ```
pub trait Report {
    /// Writes the report of this record.
    ///
    /// # Errors
    /// What the writer says.
    fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()>;
}
