//! API keys: read from the environment or a file, checked once, never shown.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;

use super::provider::Provider;
use crate::store::files::{read_text, regular};

/// A key file longer than this is not a key.
const MAX_KEY_BYTES: u64 = 16 * 1024;

/// The key of a provider. `Debug` and `Display` are redacted.
#[derive(Clone)]
pub struct Key(SecretString);

/// Where a key was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeySource {
    /// An environment variable.
    Variable(String),
    /// A file.
    File(PathBuf),
}

impl fmt::Display for KeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::File(path) => write!(f, "key file {}", path.display()),
        }
    }
}

/// Why a key cannot be used. Names the place, never the value.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KeyError {
    /// Nothing but blanks.
    #[error("{0} is empty: put the key there, or take it away to go without one")]
    Empty(KeySource),
    /// A character that no HTTP header may hold.
    #[error(
        "{place} holds a character that no key has (position {position}): copy the key again, on one line, without quotes or spaces"
    )]
    BadCharacter {
        /// Where the key came from.
        place: KeySource,
        /// Position of the character, from 1, blanks at the start not counted.
        position: usize,
    },
    /// The file cannot be read.
    #[error("{place} cannot be read: {why}")]
    Unreadable {
        /// The file.
        place: KeySource,
        /// The reason the system gives.
        why: std::io::ErrorKind,
    },
    /// The file is too long to be a key.
    #[error("{0} is too long to hold one key")]
    TooLong(KeySource),
}

impl Key {
    /// The provider's key from the process environment, in the first of its
    /// [variables](Provider::key_variables) that is set; none when none is.
    ///
    /// # Errors
    /// When a variable is set and holds no usable key.
    pub fn from_env(provider: Provider) -> Result<Option<Self>, KeyError> {
        Self::from_variables(provider, |name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Like [`from_env`](Self::from_env), with the variables given by a function.
    ///
    /// # Errors
    /// When a variable is set and holds no usable key.
    pub fn from_variables(
        provider: Provider,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, KeyError> {
        for name in provider.key_variables() {
            if let Some(value) = lookup(name) {
                return Self::checked(&value, KeySource::Variable((*name).to_owned())).map(Some);
            }
        }
        Ok(None)
    }

    /// The key that a file holds.
    ///
    /// # Errors
    /// When the file cannot be read or holds no usable key.
    pub fn from_file(path: &Path) -> Result<Self, KeyError> {
        let place = || KeySource::File(path.to_owned());
        let unreadable = |error: std::io::Error| KeyError::Unreadable { place: place(), why: error.kind() };
        if regular(path).map_err(unreadable)? > MAX_KEY_BYTES {
            return Err(KeyError::TooLong(place()));
        }
        let text = read_text(path, MAX_KEY_BYTES).map_err(unreadable)?;
        Self::checked(&text, place())
    }

    pub(in crate::agent) fn checked(text: &str, place: KeySource) -> Result<Self, KeyError> {
        let key = text.trim_start_matches('\u{feff}').trim();
        if key.is_empty() {
            return Err(KeyError::Empty(place));
        }
        // A header takes visible ASCII only; anything else would fail later, and less clearly.
        match key.chars().position(|c| !c.is_ascii_graphic()) {
            Some(at) => Err(KeyError::BadCharacter { place, position: at + 1 }),
            None => Ok(Self(SecretString::from(key))),
        }
    }

    /// The value, for what authenticates a request only.
    pub(in crate::agent) fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// A number that tells keys apart inside this process and says nothing about them.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        static SALT: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        let mut hasher = SALT.build_hasher();
        hasher.write(self.expose().as_bytes());
        hasher.finish()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(***)")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}
