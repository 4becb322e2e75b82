//! What the deciding half promises, in one binary.

// Said again so that the lints take helpers for tests too.
#[cfg(test)]
mod calling_off;
#[cfg(test)]
mod chance;
#[cfg(test)]
mod circles;
#[cfg(test)]
mod flow;
#[cfg(test)]
mod histories;
#[cfg(test)]
mod late;
#[cfg(test)]
mod lawful;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod outside;
#[cfg(test)]
mod panels;
#[cfg(test)]
mod record;
#[cfg(test)]
mod rejudge;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod settings;
#[cfg(test)]
mod votes;
