//! The pipelines that ship: files like any user's own.

use quorate_strategies::catalog::nearest;

use super::{FileError, PipelineFile};

macro_rules! shipped {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("shipped/", $name, ".toml")))),*]
    };
}

/// Their names and texts, in the order of lists.
const SHIPPED: [(&str, &str); 4] = shipped!["plan-review", "result-synthesis", "diagnosis", "plan-to-deliverable"];

impl PipelineFile {
    /// The names of the pipelines that ship, in order.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// A pipeline that ships.
    ///
    /// ```
    /// use quorate::pipeline::file::{PipelineFile, Wishes};
    ///
    /// for name in PipelineFile::shipped_names() {
    ///     let built = PipelineFile::shipped(name)?.look(&Wishes::default())?;
    ///     assert!(built.plan.waves.len() > 1);
    /// }
    /// # Ok::<(), quorate::pipeline::file::FileError>(())
    /// ```
    ///
    /// # Errors
    /// [`FileError`] when there is none of this name.
    pub fn shipped(name: &str) -> Result<Self, FileError> {
        match SHIPPED.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Self::parse(name, text, ""),
            None => Err(FileError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, Self::shipped_names()),
                known: Self::shipped_names().map(str::to_owned).collect(),
            }),
        }
    }

    /// A pipeline that ships, or a file: whatever this names. Names of pipelines that ship hold no dot and no slash.
    ///
    /// # Errors
    /// As [`shipped`](Self::shipped) and [`read`](Self::read).
    pub fn named(text: &str) -> Result<Self, FileError> {
        if text.contains(['/', '\\', '.']) { Self::read(text) } else { Self::shipped(text) }
    }
}
