//! What a discussion hands over beside its minutes: an improved text, one text made of many results, or a diagnosis.
//!
//! It is a view of the record like every report. What a synthesiser wrote of it stands in the record as a
//! [`Draft`](quorate_strategies::outcome::Draft); without one it is made by rule from the material and the messages.

use quorate_strategies::outcome::Delivers;

use super::Source;

mod blocks;
mod checks;
mod diagnosis;
mod draft;
mod hunks;
mod improvement;
mod json;
mod merge;
mod prompt;
mod proposal;
mod synthesis;
mod words;

pub use checks::Check;
pub use diagnosis::{Diagnosis, Evidence, Side, Standing};
pub use draft::{DraftError, draft_request, drafts, parse_draft};
pub use improvement::{Change, Improved, Improvement};
pub use merge::Open;
pub use proposal::Reason;
pub use synthesis::{Merged, Used};
pub(super) use words::Words;

/// What is handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deliverable {
    /// The texts under review, improved.
    Improvement(Improvement),
    /// One text made of many results.
    Synthesis(Merged),
    /// A cause, its evidence and the next checks.
    Diagnosis(Diagnosis),
}

impl Deliverable {
    /// What the discussion of this record hands over; none where nothing was asked for, or no result was written down.
    ///
    /// ```
    /// use quorate::{Discussion, agent::{ChecklistSeat, Scripted}, checklist::Checklist, report::deliverable::Deliverable};
    /// use quorate::strategies::{outcome::Delivers, prelude::*};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let checklist = Checklist::shipped("plan-review").ok_or("not shipped")?;
    /// let done = Discussion::new("Is it ready?")
    ///     .material("move.md", "# Move\n\n1. Copy the data (owner: Ana)\n2. Switch over\n")
    ///     .delivers(Delivers::Improvement)
    ///     .seat(Seat::new("Reviewer"), ChecklistSeat::new(checklist, Vec::new()))
    ///     .seat(Seat::new("Ana"), Scripted::lines(["I see.", "I see."]))
    ///     .max_rounds(1)
    ///     .run()
    ///     .await?;
    /// let deliverable = Deliverable::of(&done.source()).ok_or("nothing")?;
    /// assert!(deliverable.text().contains("2. Switch over\n   > **Proposed** (message 1; Reviewer"));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn of(source: &Source<'_>) -> Option<Self> {
        let state = source.state;
        state.result()?;
        match state.charter().delivers? {
            _ if state.charter().brief.material.is_empty() => None,
            Delivers::Improvement => Some(Self::Improvement(Improvement::of(state))),
            Delivers::Synthesis => Some(Self::Synthesis(Merged::of(state))),
            Delivers::Diagnosis => Some(Self::Diagnosis(Diagnosis::of(state))),
        }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Improvement(one) => &one.text,
            Self::Synthesis(one) => &one.text,
            Self::Diagnosis(one) => &one.text,
        }
    }

    /// The files that it is kept in, by name.
    #[must_use]
    pub fn files(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::Improvement(one) => vec![(FILES[0], &one.text), (FILES[1], &one.diff)],
            Self::Synthesis(one) => vec![(FILES[2], &one.text)],
            Self::Diagnosis(one) => vec![(FILES[3], &one.text)],
        }
    }
}

/// The names of all files that deliverables are kept in.
pub const FILES: [&str; 4] = ["improved.md", "improved.diff", "deliverable.md", "diagnosis.md"];
