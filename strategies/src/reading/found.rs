//! What was found in a material, and what the reader of a reply noticed on the way.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    #[default]
    Info,
    /// Should be mended.
    Warning,
    /// Must be mended first.
    Blocking,
}

impl Severity {
    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Blocking => "blocking",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something found in the material, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule that found it.
    pub rule: Arc<str>,
    /// How grave it is.
    pub severity: Severity,
    /// The line in the material, from 1; none when it concerns the whole.
    pub line: Option<u32>,
    /// What is the matter.
    pub message: Arc<str>,
    /// What to do about it, where the rule knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Arc<str>>,
}

/// What the reader noticed on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WarningCode {
    /// Two different markers of one datum; the last one counts.
    SeveralStances,
    /// Two different scores of one point; the last one counts.
    SeveralScores,
    /// Two different ballots; the last one counts.
    SeveralBallots,
    /// The instruction or its list of choices was repeated; nothing was read from it.
    Echo,
    /// A marker stands in another participant's words.
    ForeignMarker,
    /// A marker is denied, or only a word of a sentence; it is not counted.
    Mentioned,
    /// Somebody is mentioned who is not at the table.
    UnknownMention,
    /// A marker names an option or point that does not exist.
    UnknownTarget,
    /// A marker's value is not one of those allowed.
    InvalidValue,
    /// A score may be on another scale than 0 to 100.
    Scale,
    /// Structured fields contradict each other or the prose markers.
    Contradiction,
    /// Kind and stance do not go together; the position is open.
    Conflict,
    /// The reply ended before it was whole.
    Incomplete,
    /// A number in prose looks like a score; it is not counted.
    ProseScore,
    /// The reply looked like structured output and could not be read as such.
    Malformed,
    /// The model's window was full; the prompt may have been cut.
    WindowFull,
}

/// A warning with what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// What was noticed.
    pub code: WarningCode,
    /// The name, option or text that it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Arc<str>>,
}
