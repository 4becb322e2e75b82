//! Where discussions are kept by id, as flags and the environment say.

use std::{path::PathBuf, sync::Arc};

use super::error::CommandError;
use crate::store::Store;

/// Where discussions are kept.
#[derive(Debug, clap::Args)]
pub(super) struct StoreArgs {
    /// Where discussions are kept by id
    #[arg(long, value_name = "PATH", env = "QUORATE_STORE")]
    store: Option<PathBuf>,
}

impl StoreArgs {
    pub(super) fn open(&self) -> Result<Arc<dyn Store>, CommandError> {
        Err(CommandError::Refused("discussions are not kept by id here"))
    }
}
