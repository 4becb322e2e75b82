//! Where the command keeps discussions: the store that `--store` names, or the usual place of this machine.

use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
#[cfg(feature = "pipeline")]
use std::sync::Arc;

use clap::builder::{OsStringValueParser, TypedValueParser as _};
use etcetera::BaseStrategy as _;
use quorate_strategies::catalog::nearest;

use super::{
    error::CommandError,
    folder::Folder as Out,
    output::tell,
    shell,
    words::{Words, fill},
};
use crate::{
    manager::Discussion,
    store::{Folder, Journal, Kept, Shelf, Store, StoreError, Tee},
};

mod again;

pub(super) use again::Again;
use again::Keeping;

/// Nothing is kept beyond the end of the process.
const NOWHERE: &str = ":memory:";

/// How many ids are named when several begin alike.
const MOST_NAMED: usize = 5;

/// The flag that says where discussions are kept.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Place {
    /// Where discussions are kept: a database file, a folder of plain files (with a slash at its end), or :memory: to
    /// keep nothing; else, or where it is empty, the usual place for data on this machine
    #[arg(
        long,
        value_name = "PATH|DIR/|:memory:",
        env = "QUORATE_STORE",
        hide_env_values = true,
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    store: Option<PathBuf>,
}

impl Place {
    /// Has a discussion kept in the store, and in the folder beside it where one is given.
    pub(super) fn keep(
        &self,
        discussion: Discussion,
        folder: Option<&Out>,
        words: &Words,
    ) -> Result<(Discussion, Again), CommandError> {
        let discussion = discussion.named();
        let id = discussion.name();
        let (journal, keeping) = self.begin(&id, words)?;
        let kept = match (journal, folder) {
            (Some(journal), Some(folder)) => discussion.journal(Tee::new(journal, folder.journal()?)),
            (Some(journal), None) => discussion.journal(journal),
            (None, Some(folder)) => discussion.journal(folder.journal()?),
            (None, None) => discussion,
        };
        Ok((kept, Again::new(id, self.clone(), keeping)))
    }

    /// Begins the record of a discussion. A usual place that cannot be opened is told, and keeps nobody from talking.
    fn begin(&self, id: &str, words: &Words) -> Result<(Option<Box<dyn Journal>>, Keeping), CommandError> {
        let Some(path) = self.named() else {
            return Ok(match usual().and_then(|path| Ok(made(&path)?.create(id)?)) {
                Ok(journal) => (Some(journal), Keeping::Kept),
                Err(error) => {
                    let why = error.to_string();
                    tell(&words.note(&fill(words.kept.not_kept, &[("why", &why)])));
                    (None, Keeping::Refused(why))
                }
            });
        };
        let keeping = if path == Path::new(NOWHERE) { Keeping::Unwanted } else { Keeping::Kept };
        Ok((Some(open(path)?.create(id)?), keeping))
    }

    /// The store, made where it is missing, for whoever keeps several discussions in it; none, which is told, where the usual
    /// place cannot be opened.
    #[cfg(feature = "pipeline")]
    pub(super) fn keeper(&self, words: &Words) -> Result<Option<Arc<dyn Store>>, CommandError> {
        if let Some(path) = self.named() {
            return Ok(Some(open(path)?.into()));
        }
        match usual().and_then(|path| Ok(made(&path)?)) {
            Ok(store) => Ok(Some(store.into())),
            Err(error) => {
                tell(&words.note(&fill(words.kept.not_kept, &[("why", &error.to_string())])));
                Ok(None)
            }
        }
    }

    /// The flag that names the store, unless the environment does.
    fn flag(&self, path: &Path) -> String {
        match std::env::var_os("QUORATE_STORE").is_some_and(|set| set == path.as_os_str()) {
            true => String::new(),
            false => format!(" --store {}", shell::word(&path.to_string_lossy())),
        }
    }

    /// The flag that finds in another command what is kept here; empty where none is needed.
    pub(super) fn again(&self) -> String {
        self.named().map_or_else(String::new, |path| self.flag(path))
    }

    /// The flag with which another process reaches what is kept here; none when no other can.
    #[cfg(feature = "pipeline")]
    pub(super) fn reached(&self) -> Option<String> {
        (self.named() != Some(Path::new(NOWHERE))).then(|| self.again())
    }

    /// The store, to read from it.
    pub(super) fn store(&self) -> Result<Box<dyn Store>, CommandError> {
        match self.named() {
            Some(path) if path != Path::new(NOWHERE) && !path.exists() => {
                Err(CommandError::NoStore { path: path.to_owned() })
            }
            Some(path) => Ok(open(path)?),
            None => match usual()? {
                path if path.exists() => Ok(open(&path)?),
                // Nothing has been kept yet, and looking makes nothing.
                _ => Ok(Box::new(Shelf::default())),
            },
        }
    }

    /// The whole id of a discussion, from its beginning, and its lines; none when none begins like that.
    pub(super) fn find(&self, beginning: &str) -> Result<Option<(String, Vec<u8>)>, CommandError> {
        let store = self.store()?;
        let Some(id) = whole_id(store.as_ref(), beginning)? else { return Ok(None) };
        let lines = store.read(&id)?;
        Ok(Some((id, lines)))
    }

    /// The same, opened to go on with.
    pub(super) fn resume(&self, beginning: &str) -> Result<Option<(String, Kept)>, CommandError> {
        let store = self.store()?;
        let Some(id) = whole_id(store.as_ref(), beginning)? else { return Ok(None) };
        let kept = store.resume(&id)?;
        Ok(Some((id, kept)))
    }

    /// What helps somebody whose id is none: the nearest of those that are kept, or the newest.
    pub(super) fn hint(&self, typed: &str) -> String {
        if self.named() == Some(Path::new(NOWHERE)) {
            return format!("{NOWHERE} keeps nothing; name another --store, of which `quorate ls` lists the ids");
        }
        let list = format!("`quorate ls{}` lists them", self.again());
        // Whatever is wrong with the store has been told when it was looked for there.
        let ids: Vec<String> = self
            .store()
            .and_then(|store| Ok(store.list()?))
            .map_or_else(|_| Vec::new(), |listed| listed.into_iter().map(|one| one.id).collect());
        match (nearest(typed, ids.iter().map(String::as_str)), ids.is_empty()) {
            (_, true) => format!("nothing is kept there yet: `quorate run{}` keeps what it discusses", self.again()),
            (Some(near), _) => format!("did you mean {near}? {list}"),
            (None, false) => format!("the newest there: {}; {list}", some(&ids)),
        }
    }

    /// What was named; nothing by an empty variable.
    fn named(&self) -> Option<&Path> {
        self.store.as_deref().filter(|path| !path.as_os_str().is_empty())
    }
}

/// The one id that begins like this; a whole id is meant itself, whatever begins with it too.
pub(super) fn whole_id(store: &dyn Store, beginning: &str) -> Result<Option<String>, CommandError> {
    let mut ids: Vec<String> = store.list()?.into_iter().map(|one| one.id).collect();
    if ids.iter().any(|id| id == beginning) {
        return Ok(Some(beginning.to_owned()));
    }
    ids.retain(|id| !beginning.is_empty() && id.starts_with(beginning));
    match ids.len() {
        0 | 1 => Ok(ids.pop()),
        _ => Err(CommandError::Ambiguous { id: beginning.to_owned(), matches: some(&ids) }),
    }
}

/// The first of some ids.
fn some(ids: &[String]) -> String {
    let mut named = ids.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if ids.len() > MOST_NAMED {
        named.push_str(", …");
    }
    named
}

/// A folder by its slash or because it is one; anything else is a database.
fn open(path: &Path) -> Result<Box<dyn Store>, StoreError> {
    let text = path.to_string_lossy();
    if text.ends_with('/') || text.ends_with(MAIN_SEPARATOR_STR) || path.is_dir() {
        return Ok(Box::new(Folder::open(path)?));
    }
    database(path)
}

#[cfg(feature = "sqlite")]
fn database(path: &Path) -> Result<Box<dyn Store>, StoreError> {
    use crate::store::Sqlite;
    match path == Path::new(NOWHERE) {
        true => Ok(Box::new(Sqlite::memory()?)),
        false => Ok(Box::new(Sqlite::open(path)?)),
    }
}

#[cfg(not(feature = "sqlite"))]
fn database(path: &Path) -> Result<Box<dyn Store>, StoreError> {
    match path == Path::new(NOWHERE) {
        true => Ok(Box::new(Shelf::default())),
        false => Ok(Box::new(Folder::open(path)?)),
    }
}

/// The usual place, with the folders above it.
fn made(path: &Path) -> Result<Box<dyn Store>, StoreError> {
    if let Some(above) = path.parent() {
        std::fs::create_dir_all(above).map_err(|source| StoreError::File {
            action: "make",
            path: above.to_owned(),
            source,
        })?;
    }
    open(path)
}

/// The usual place for data on this machine.
fn usual() -> Result<PathBuf, CommandError> {
    let data = etcetera::base_strategy::choose_native_strategy().map_err(CommandError::NoHome)?.data_dir();
    let name = if cfg!(feature = "sqlite") { "quorate.db" } else { "records" };
    Ok(data.join("quorate").join(name))
}
