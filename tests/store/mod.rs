//! Where records are kept: the contract of stores, and what becomes of them when something breaks.

#![allow(clippy::expect_used, reason = "a helper that fails fails the test")]

mod contract;
mod faults;
#[cfg(feature = "sqlite")]
mod many;
mod old;
mod races;
#[cfg(feature = "sqlite")]
mod tables;
mod torn;
#[cfg(feature = "sqlite")]
mod torn_database;
mod writers;

use quorate::{
    Discussion, Finished, RunError,
    agent::Rehearsal,
    manager::FixedClock,
    store::{Folder, Shelf, Store},
    strategies::{
        prelude::*,
        record::{Entry, Reader},
        strategies::RoundRobin,
    },
};

/// Two seats that rehearse two rounds; the same each time.
fn talk(id: &str) -> Discussion {
    Discussion::new("Tea or coffee?")
        .id(id)
        .strategy(RoundRobin::new())
        .seat(Seat::new("Ann"), Rehearsal::new())
        .seat(Seat::new("Bob"), Rehearsal::new())
        .min_rounds(2)
        .max_rounds(2)
        .seed(7)
        .clock(FixedClock(1_800_000_000_000))
}

/// Runs it into a store.
async fn kept(store: &dyn Store, id: &str) -> Result<Finished, RunError> {
    talk(id).journal(store.create(id)?).run().await
}

/// One of each store that ships, new and empty, with the folder that goes away with it.
fn stores() -> Vec<(&'static str, Box<dyn Store>, tempfile::TempDir)> {
    let folder = || tempfile::tempdir().expect("a folder");
    let (files, base) = (folder(), folder());
    let mut all: Vec<(&'static str, Box<dyn Store>, tempfile::TempDir)> = vec![
        ("shelf", Box::new(Shelf::default()), folder()),
        ("folder", Box::new(Folder::open(files.path()).expect("a store")), files),
    ];
    #[cfg(feature = "sqlite")]
    {
        use quorate::store::Sqlite;
        all.push(("memory", Box::new(Sqlite::memory().expect("a store")), folder()));
        all.push(("sqlite", Box::new(Sqlite::open(base.path().join("q.db")).expect("a store")), base));
    }
    all
}

/// The entries before the first line that is wrong.
fn sound(lines: &[u8]) -> Vec<Entry> {
    Reader::new(lines).map_while(Result::ok).collect()
}
