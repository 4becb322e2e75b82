//! What one seat is shown for one turn: gathered from the state, quoted as data, cut to a window and framed as a prompt.
//!
//! [`gather`] picks what a seat may see and lends it: scope and audience are enforced there and nowhere else.
//! [`Prompter`] writes the prompt from it in two parts: a *stable* one that is the same from turn to turn, so that a
//! provider's prompt cache hits, and one that changes. Its wording comes from [`Prompts`], which a user's folder can
//! override; what other people said comes in a [`Fence`] that their text cannot close; what a backend's window cannot
//! hold is left out by a [`Budget`], oldest first, and counted.
//!
//! All of it is pure, but for the one place that reads a user's folder: the same state gives the same prompt.

mod answer;
mod budget;
mod error;
mod fence;
mod gather;
mod history;
mod labels;
mod prompter;
mod prompts;
mod summarizing;
mod summary;
mod system;
mod user;
mod words;

#[cfg(test)]
mod tests;

pub use answer::Style;
pub(crate) use budget::beginning;
pub use budget::{Budget, tokens};
pub use error::PromptError;
pub use fence::Fence;
pub use gather::{Context, gather};
pub use labels::label;
pub use prompter::Prompter;
pub use prompts::Prompts;
pub use summarizing::{SummaryPrompt, summary_prompt};
pub use summary::sum_up;
pub use system::System;
pub use user::Rendered;
pub(crate) use words::Words;
