//! Two processes go on with one unfinished discussion: one of them ends it, the other is told, and it ends once.

use std::{
    env,
    io::stdin,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use quorate::{
    manager::Recorded,
    store::{Store, StoreError},
    strategies::{
        event::Event,
        record::{Entry, Reader},
    },
};

use super::{
    talk,
    writers::{Other, open, places},
};

/// Names the store that a process of ours is to open.
const STORE: &str = "QUORATE_TEST_RACE_STORE";
const RACES: usize = 100;
const SOON: Duration = Duration::from_secs(60);
/// What the discussion of every race is called in its record.
const NAME: &str = "race";

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
}

/// Goes on with what is kept under this id, to its end.
fn ended(kept: quorate::store::Kept) -> quorate::Finished {
    let recorded = Recorded::read(&kept.lines);
    assert!(recorded.broken.is_none(), "{:?}", recorded.broken);
    block_on(talk(NAME).resume(recorded).journal(kept.journal).run()).expect("it ends")
}

/// What the test below starts as another process: for each id it hears it goes on with the discussion, or says why not.
#[test]
fn a_process_that_goes_on() {
    let Some(path) = env::var_os(STORE) else { return };
    let store = open(Path::new(&path));
    println!("\nhere");
    let mut lines = stdin().lines().map(|line| line.expect("input"));
    while let Some(id) = lines.next() {
        match store.resume(&id) {
            Ok(kept) => {
                println!("\nwon {id}");
                // It holds the record until the other one has tried.
                lines.next();
                drop(ended(kept));
                println!("\nended {id}");
            }
            Err(StoreError::Busy { .. }) => println!("\nbusy {id}"),
            Err(other) => println!("\nfailed {other}"),
        }
    }
}

/// The record as soon as the process that ended it has given it back, which it does a moment after it says so.
fn free(store: &dyn Store, id: &str) -> quorate::store::Kept {
    let since = Instant::now();
    loop {
        match store.resume(id) {
            Err(StoreError::Busy { .. }) if since.elapsed() < SOON => thread::sleep(Duration::from_millis(1)),
            other => return other.expect("nobody writes to it now"),
        }
    }
}

/// Every race begins with the same unfinished discussion.
fn begun(store: &dyn Store, lines: &[u8]) {
    for id in 0..RACES {
        let mut journal = store.create(&id.to_string()).expect("it is new");
        lines.split_inclusive(|byte| *byte == b'\n').for_each(|line| journal.append(line).expect("it is kept"));
        block_on(journal.flush()).expect("it is kept");
    }
}

fn count(entries: &[Entry], is: fn(&Event) -> bool) -> usize {
    entries.iter().filter(|entry| is(&entry.event)).count()
}

#[test]
fn of_two_processes_that_go_on_one_ends_it_and_it_has_one_outcome() {
    let whole = block_on(talk(NAME).run()).expect("it ends");
    let lines = whole.lines().expect("lines");
    let half: Vec<u8> =
        lines.split_inclusive(|byte| *byte == b'\n').take(whole.entries.len() / 2).flatten().copied().collect();
    assert!(Recorded::read(&half).ended().is_none());
    let root = tempfile::tempdir().expect("a folder");
    for place in places(root.path()) {
        let store = open(&place);
        begun(store.as_ref(), &half);
        let doing = || Other::doing("store::races::a_process_that_goes_on", STORE, &place);
        let mut both = [doing(), doing()];
        let mut wins = [0, 0];
        for id in (0..RACES).map(|id| id.to_string()) {
            // Each is told first as often as the other.
            both.rotate_left(1);
            wins.rotate_left(1);
            both.iter_mut().for_each(|one| one.hear(&id));
            let said = both.each_mut().map(|one| one.next(&["won", "busy", "failed"]));
            let won = said.iter().position(|said| *said == format!("won {id}"));
            let winner = won.unwrap_or_else(|| panic!("{}: {said:?}", place.display()));
            assert_eq!(said[1 - winner], format!("busy {id}"), "{}", place.display());
            wins[winner] += 1;
            both[winner].hear("go on");
            assert_eq!(both[winner].next(&["ended"]), format!("ended {id}"));

            let lines = store.read(&id).expect("a record");
            let entries: Vec<Entry> = Reader::new(&lines).collect::<Result<_, _>>().expect("whole lines");
            assert_eq!(count(&entries, |event| matches!(event, Event::Concluded { .. })), 1, "{id}");
            assert_eq!(count(&entries, |event| matches!(event, Event::Result(_))), 1, "{id}");
            assert_eq!(count(&entries, |event| matches!(event, Event::Resumed { .. })), 1, "{id}");
            // Who comes later finds it ended, and adds nothing.
            let done = ended(free(store.as_ref(), &id));
            assert_eq!((&done.outcome, done.result()), (&whole.outcome, whole.result()), "{id}");
            assert_eq!(store.read(&id).expect("a record"), lines, "{id}");
        }
        assert_eq!(wins[0] + wins[1], RACES);
    }
}
