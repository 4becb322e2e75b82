//! The flags that give a pipeline its inputs.

use std::path::PathBuf;

use crate::{command::wishes::pair, pipeline::file::Given};

/// The input that `--material` gives.
const MATERIAL: &str = "material";

/// Inputs by name.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct Inputs {
    /// An input of the pipeline: a text, or @ and the path of a file that holds it; may be given several times
    #[arg(long = "input", value_name = "NAME=VALUE|@FILE", value_parser = pair)]
    inputs: Vec<(String, String)>,
}

impl Inputs {
    /// What is given, with the files of `--material`.
    pub(in crate::command) fn given(&self, material: &[PathBuf]) -> Vec<(String, Given)> {
        let inputs = self.inputs.iter().map(|(name, value)| {
            let given = match value.strip_prefix('@') {
                Some(path) => Given::File(path.into()),
                None => Given::Text(value.clone()),
            };
            (name.clone(), given)
        });
        inputs.chain(material.iter().map(|path| (MATERIAL.to_owned(), Given::File(path.clone())))).collect()
    }

    /// Whether any is given.
    pub(in crate::command) const fn are_there(&self) -> bool {
        !self.inputs.is_empty()
    }
}
