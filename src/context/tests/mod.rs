//! Tests of contexts and prompts, on states that were folded from events.

mod bounded;
mod echo;
mod golden;
mod languages;
mod overrides;
mod quoted;
mod seen;
mod summary;
mod table;
