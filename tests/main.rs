//! What the acting half promises.

// `test` is said again so that the lints take helpers for tests too.
#[cfg(test)]
mod manager;
#[cfg(test)]
#[cfg(feature = "http")]
mod providers;
