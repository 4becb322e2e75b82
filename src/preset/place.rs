//! Where a setting was made, so that every error can name its place.

use std::{borrow::Cow, fmt, ops::Range, sync::Arc};

/// A part of a file's text.
#[derive(Clone, PartialEq, Eq)]
pub struct Span {
    /// The whole text of the file.
    pub text: Arc<str>,
    /// The bytes that are meant, on borders of characters.
    pub range: Range<usize>,
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Span").field("range", &self.range).finish_non_exhaustive()
    }
}

/// Where a setting was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// In a file.
    File {
        /// The file, or the name of a preset that ships.
        name: Arc<str>,
        /// The line, from 1; none for the file as a whole.
        line: Option<u32>,
        /// The key or value itself, for those who show it where it stands; none for the file as a whole.
        span: Option<Arc<Span>>,
    },
    /// In an override, as it is written on the command line.
    Flag(Arc<str>),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { name, line: Some(line), .. } => write!(f, "{name}:{line}"),
            Self::File { name, line: None, .. } => f.write_str(name),
            Self::Flag(flag) => f.write_str(&without_secrets(flag)),
        }
    }
}

/// A flag as it may be shown: an address in it keeps neither its user info nor its query, where people put keys.
fn without_secrets(flag: &str) -> Cow<'_, str> {
    let Some((head, address)) = flag.split_once("://") else { return Cow::Borrowed(flag) };
    let (host, path) = address.split_at(address.find('/').unwrap_or(address.len()));
    let host = host.rsplit_once('@').map_or(Cow::Borrowed(host), |(_, host)| Cow::Owned(format!("***@{host}")));
    let path = path.split_once(['?', '#']).map_or(Cow::Borrowed(path), |(path, _)| Cow::Owned(format!("{path}?***")));
    Cow::Owned(format!("{head}://{host}{path}"))
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl<T> Placed<T> {
    pub(crate) const fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }

    /// The same place with what `change` makes of the value.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Placed<U> {
        Placed { value: change(self.value), place: self.place }
    }
}
