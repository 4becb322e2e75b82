//! What the acting half promises.

// `test` is said again so that the lints take helpers for tests too.
#[cfg(test)]
#[cfg(feature = "command")]
mod command;
#[cfg(test)]
mod manager;
#[cfg(test)]
#[cfg(feature = "openclaw")]
mod openclaw;
#[cfg(test)]
#[cfg(feature = "http")]
mod providers;
#[cfg(test)]
#[cfg(all(unix, feature = "command", feature = "openclaw", feature = "programs"))]
mod real_agents;
#[cfg(test)]
#[cfg(all(feature = "command", feature = "http"))]
mod real_model;
#[cfg(test)]
#[cfg(feature = "rehearse")]
mod rehearse;
#[cfg(test)]
mod seats;
#[cfg(test)]
mod store;
#[cfg(test)]
mod tidy;
