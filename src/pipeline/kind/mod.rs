//! What stages can be: a discussion, a command, a gate, or a text made from what came before.

mod asks;
#[cfg(all(unix, feature = "programs"))]
mod command;
mod discussion;
mod error;
mod gate;
mod held;
mod records;
mod text;

pub use asks::catalog;
#[cfg(all(unix, feature = "programs"))]
pub use command::CommandStage;
pub use discussion::{DiscussionStage, Matter};
pub use error::KindError;
pub use gate::{GateStage, Principal, Silent};
pub use records::Records;
pub use text::TextStage;

use std::{fs, path::Path};

use super::{
    error::{CheckError, WorkError},
    scope::Scope,
    template::Template,
};

fn checked(key: &str, template: &Template, scope: &Scope) -> Result<(), CheckError> {
    template.check(scope).map_err(|error| CheckError::new(key, error))
}

/// Writes a file of a stage whole, over one of an earlier attempt; the folder is made where it is missing.
fn written(folder: Option<&Path>, name: &str, content: &[u8]) -> Result<(), WorkError> {
    let Some(folder) = folder else { return Ok(()) };
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.draft")));
    let write = || {
        fs::create_dir_all(folder)?;
        fs::write(&draft, content)?;
        fs::rename(&draft, &path)
    };
    write().map_err(|source| WorkError::lasting(KindError::File { action: "write", path: path.clone(), source }))
}
