//! What reports promise, on records made by the engine itself.

#[cfg(feature = "pipeline")]
mod deliverable;
mod extractive;
mod first;
mod golden;
mod graph;
mod hostile;
mod json;
mod languages;
mod outcomes;
#[cfg(feature = "html")]
mod page;
mod play;
mod principal;
mod synthesis;
mod terminal;
