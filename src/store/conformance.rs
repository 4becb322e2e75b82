//! The public suite that holds stores to the contract of [`Store`]; those that ship and users' own pass the same one.

use thiserror::Error;

use super::{Journal, Note, Says, Store, StoreError};

/// How a store broke the contract.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Breach {
    /// It refused what every store has to do.
    #[error("{case}: {source}")]
    Refused {
        /// What was tried.
        case: &'static str,
        /// Its error.
        source: StoreError,
    },
    /// It gave something else than it has to.
    #[error("{case}: expected {expected}, found {found}")]
    Differs {
        /// What was tried.
        case: &'static str,
        /// What it has to give.
        expected: String,
        /// What it gave.
        found: String,
    },
}

/// Ids that are no good as file names, or are one and the same on some systems.
const STRANGE: [&str; 14] = [
    "",
    ".",
    "..",
    "../../x",
    "..\\..\\x",
    "a/b",
    "C:\\x",
    "a\0b",
    "CON",
    "nul.txt",
    "Tea",
    "TEA",
    "tea",
    "お茶は何時？",
];

/// Does everything with a store that a manager does, and what must fail: lines come back byte for byte, for one record
/// there is one writer, records are kept apart whatever their ids, and notes are given once.
///
/// `make` opens a new and empty store each time.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::store::conformance::Breach> {
/// quorate::store::conformance::check(quorate::store::Shelf::default).await
/// # }
/// ```
///
/// # Errors
/// The first [`Breach`], with the case that shows it.
pub async fn check<S: Store>(make: impl Fn() -> S) -> Result<(), Breach> {
    lines_come_back(&make()).await?;
    there_is_one_writer(&make()).await?;
    what_is_not_there_is_unknown(&make())?;
    strange_ids_are_kept_apart(&make()).await?;
    many_are_kept_at_once(&make()).await?;
    the_newest_is_listed_first(&make()).await?;
    notes_are_given_once(&make()).await
}

fn done<T>(case: &'static str, result: Result<T, StoreError>) -> Result<T, Breach> {
    result.map_err(|source| Breach::Refused { case, source })
}

fn same<T: PartialEq + std::fmt::Debug>(case: &'static str, expected: T, found: T) -> Result<(), Breach> {
    if expected == found {
        return Ok(());
    }
    Err(Breach::Differs { case, expected: format!("{expected:?}"), found: format!("{found:?}") })
}

/// The kind of an error; what matters is that callers can tell them apart.
fn refused<T>(case: &'static str, expected: &'static str, result: Result<T, StoreError>) -> Result<(), Breach> {
    let found = match result {
        Ok(_) => "no error".to_owned(),
        Err(StoreError::Busy { .. }) => "Busy".to_owned(),
        Err(StoreError::Exists { .. }) => "Exists".to_owned(),
        Err(StoreError::Unknown { .. }) => "Unknown".to_owned(),
        Err(other) => other.to_string(),
    };
    same(case, expected.to_owned(), found)
}

async fn keep(case: &'static str, journal: &mut Box<dyn Journal>, lines: &[&[u8]]) -> Result<(), Breach> {
    for line in lines {
        done(case, journal.append(line))?;
    }
    done(case, journal.flush().await)
}

async fn lines_come_back(store: &dyn Store) -> Result<(), Breach> {
    let case = "lines come back as they were, also while they are written and after that";
    let long = [vec![b'x'; 1 << 20], b"\n".to_vec()].concat();
    let mut journal = done(case, store.create("tea"))?;
    same(case, Vec::new(), done(case, store.read("tea"))?)?;
    keep(case, &mut journal, &[b"{\"a\":1}\n", "{\"お茶\":\"\u{1f375}\"}\n".as_bytes()]).await?;
    let first = "{\"a\":1}\n{\"お茶\":\"\u{1f375}\"}\n".as_bytes();
    same(case, first.to_vec(), done(case, store.read("tea"))?)?;
    keep(case, &mut journal, &[&long]).await?;
    drop(journal);
    let whole = [first, &long].concat();
    let kept = done(case, store.resume("tea"))?;
    same(case, whole.len(), kept.lines.len())?;
    let mut journal = kept.journal;
    keep(case, &mut journal, &[b"{}\n"]).await?;
    drop(journal);
    let case = "a record that was gone on with is one record";
    same(case, true, done(case, store.read("tea"))? == [whole.as_slice(), b"{}\n"].concat())
}

async fn there_is_one_writer(store: &dyn Store) -> Result<(), Breach> {
    let case = "for one record there is one writer";
    let mut journal = done(case, store.create("tea"))?;
    refused("a discussion is begun once", "Exists", store.create("tea"))?;
    refused(case, "Busy", store.resume("tea"))?;
    keep(case, &mut journal, &[b"1\n"]).await?;
    refused(case, "Busy", store.resume("tea"))?;
    let held = done(case, store.list())?;
    same("a list says who writes", true, held.first().is_some_and(|one| one.writer.is_some()))?;
    drop(journal);
    let kept = done("the next one writes once the first has gone", store.resume("tea"))?;
    refused(case, "Busy", store.resume("tea"))?;
    drop(kept);
    refused("a discussion is begun once", "Exists", store.create("tea"))
}

fn what_is_not_there_is_unknown(store: &dyn Store) -> Result<(), Breach> {
    let case = "what is not there is unknown";
    refused(case, "Unknown", store.read("tea"))?;
    refused(case, "Unknown", store.resume("tea"))?;
    refused(case, "Unknown", store.post("tea", &note("hello")))?;
    same("an empty store lists nothing", 0, done(case, store.list())?.len())
}

async fn strange_ids_are_kept_apart(store: &dyn Store) -> Result<(), Breach> {
    let case = "records are kept apart, whatever their ids";
    for id in STRANGE {
        let mut journal = done(case, store.create(id))?;
        keep(case, &mut journal, &[format!("{id:?}\n").as_bytes()]).await?;
    }
    for id in STRANGE {
        same(case, format!("{id:?}\n").into_bytes(), done(case, store.read(id))?)?;
        same(case, format!("{id:?}\n").into_bytes(), done(case, store.resume(id))?.lines)?;
    }
    let mut listed: Vec<String> = done(case, store.list())?.into_iter().map(|one| one.id).collect();
    listed.sort();
    let mut expected = STRANGE.map(str::to_owned).to_vec();
    expected.sort();
    same("a list has the ids as they were given", expected, listed)
}

async fn many_are_kept_at_once(store: &dyn Store) -> Result<(), Breach> {
    let case = "many records are written at once";
    let mut journals = Vec::new();
    for number in 0..20 {
        journals.push(done(case, store.create(&number.to_string()))?);
    }
    for line in 0..5 {
        for (number, journal) in journals.iter_mut().enumerate() {
            done(case, journal.append(format!("{number}.{line}\n").as_bytes()))?;
        }
    }
    for journal in &mut journals {
        done(case, journal.flush().await)?;
    }
    for number in 0..20 {
        let expected: String = (0..5).map(|line| format!("{number}.{line}\n")).collect();
        same(case, expected.into_bytes(), done(case, store.read(&number.to_string()))?)?;
    }
    Ok(())
}

async fn the_newest_is_listed_first(store: &dyn Store) -> Result<(), Breach> {
    let case = "a list has the number of lines, and the newest first";
    for (id, lines) in [("first", 1), ("second", 2)] {
        let mut journal = done(case, store.create(id))?;
        // The times are the record's own where a store takes them from there.
        let line = format!("{{\"at\":{lines}000}}\n");
        keep(case, &mut journal, &vec![line.as_bytes(); lines]).await?;
    }
    let listed = done(case, store.list())?;
    let mut counts: Vec<(String, u64)> = listed.iter().map(|one| (one.id.clone(), one.lines)).collect();
    same("a list is in order of time", true, listed.is_sorted_by(|a, b| a.begun_ms >= b.begun_ms))?;
    counts.sort();
    same(case, vec![("first".to_owned(), 1), ("second".to_owned(), 2)], counts)
}

fn note(text: &str) -> Note {
    Note { by: "Ann".to_owned(), says: Says::Message(text.to_owned()) }
}

async fn notes_are_given_once(store: &dyn Store) -> Result<(), Breach> {
    let case = "notes are given in order, each of them once";
    let mut journal = done(case, store.create("tea"))?;
    same(case, Vec::new(), done(case, journal.notes())?)?;
    for text in ["one", "two"] {
        done(case, store.post("tea", &note(text)))?;
    }
    same(case, vec![note("one"), note("two")], done(case, journal.notes())?)?;
    done(case, store.post("tea", &note("three")))?;
    same(case, vec![note("three")], done(case, journal.notes())?)?;
    drop(journal);
    let case = "notes that no flush followed are given to the one that goes on";
    let mut journal = done(case, store.resume("tea"))?.journal;
    same(case, vec![note("one"), note("two"), note("three")], done(case, journal.notes())?)?;
    keep(case, &mut journal, &[b"{}\n"]).await?;
    done(case, store.post("tea", &note("four")))?;
    drop(journal);
    let case = "notes that were given before a flush are not given again";
    let mut journal = done(case, store.resume("tea"))?.journal;
    same(case, vec![note("four")], done(case, journal.notes())?)
}
