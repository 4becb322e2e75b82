//! Reads a material against a checklist and yields findings: rules, no model.
//!
//! [`review`] is a pure function of a [`Checklist`], a text and a [`Language`]. It parses the text into a
//! [`Document`] (headings, steps with their owners, dates and dependencies, numbers and their sources) and applies the
//! checklist's rules. Three checklists ship; [`Checklist::parse`] reads a user's own.
//!
//! Material may be in English, Chinese or Japanese, also mixed: words of all three are searched side by side. The
//! language only decides how findings are worded.
//!
//! ```
//! use quorate::checklist::{Checklist, Language, Severity, review};
//!
//! let plan = "# Move\n\n1. Copy the data (owner: Ana)\n2. Switch over\n";
//! let checklist = Checklist::shipped("plan-review").ok_or("not shipped")?;
//! let findings = review(&checklist, plan, Language::En);
//! assert!(findings.iter().any(|f| f.rule == "step-without-owner" && f.line == Some(4)));
//! assert!(findings.iter().any(|f| f.rule == "no-rollback" && f.severity == Severity::Blocking));
//! # Ok::<(), &str>(())
//! ```

mod blocks;
mod changes;
mod checks;
mod claim_forms;
mod claims;
mod date_reading;
mod dates;
mod denial;
mod document;
mod error;
mod facts;
mod files;
mod finding;
mod folding;
mod graph;
mod hypotheses;
mod items;
mod language;
mod lines;
mod list;
mod measures;
mod next;
mod numbers;
mod outline;
mod owners;
mod pattern;
mod phrasing;
mod pieces;
mod presence;
mod pruning;
mod reference_values;
mod references;
mod resolution;
mod review;
mod sections;
mod sentence;
mod sources;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod vocabulary;
mod wide_claims;
mod wide_dates;
mod wide_heads;
mod wide_measures;
mod wide_owners;
mod wide_references;
mod word_lists;
mod words;

pub use document::{Document, Heading, Hypothesis, Step};
pub use error::ChecklistError;
pub use files::{File, review_files};
pub use finding::{Finding, Severity};
pub use language::Language;
pub use list::Checklist;
pub use next::is_next;
pub use review::{in_domain, review, review_document};
pub use vocabulary::Role;
pub(crate) use words::is_wide;
