//! Why a checklist file was refused.

use thiserror::Error;

/// A checklist file that cannot be used. Every message names the file and the rule.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ChecklistError {
    /// The file is not TOML, or has a key or value the format does not know.
    #[error("{name}: not a checklist: {source}")]
    Format {
        /// The file, as the caller named it.
        name: String,
        /// What the TOML reader said, with line and column.
        source: Box<toml::de::Error>,
    },
    /// The file holds no rule.
    #[error("{name}: a checklist needs at least one [[rules]] entry")]
    Empty {
        /// The file, as the caller named it.
        name: String,
    },
    /// Two rules share an id.
    #[error("{name}: rule `{rule}` is defined twice; ids must differ")]
    DuplicateRule {
        /// The file, as the caller named it.
        name: String,
        /// The id.
        rule: String,
    },
    /// A rule whose check searches for words has none.
    #[error("{name}: rule `{rule}` checks for words and lists none under [rules.words]")]
    NoWords {
        /// The file, as the caller named it.
        name: String,
        /// The id.
        rule: String,
    },
    /// A rule whose check pairs words has no second list.
    #[error("{name}: rule `{rule}` says what must come with what and lists no companions under [rules.with]")]
    NoCompanions {
        /// The file, as the caller named it.
        name: String,
        /// The id.
        rule: String,
    },
    /// A rule has no message in any language.
    #[error("{name}: rule `{rule}` has no message in English, to which every language falls back")]
    NoMessage {
        /// The file, as the caller named it.
        name: String,
        /// The id.
        rule: String,
    },
}
