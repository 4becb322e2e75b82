//! `quorate completions` and `quorate man`: the command's own description, for shells and for readers.

use std::{fs, path::PathBuf};

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{
    Cli,
    error::CommandError,
    exit::Exit,
    output::{print, tell},
};

/// Flags of `quorate completions`.
#[derive(Debug, clap::Args)]
pub(super) struct CompletionArgs {
    /// The shell that completes
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Flags of `quorate man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The verb whose page is printed; that of the whole command when none is given
    #[arg(value_name = "VERB", conflicts_with = "out")]
    verb: Option<String>,
    /// Write one page for each verb into this folder, which is made where it is missing
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionArgs) -> Result<Exit, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quorate", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

pub(super) fn man(args: &ManArgs) -> Result<Exit, CommandError> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(described(args.verb.as_deref())?).render(&mut page).map_err(CommandError::Stdout)?;
        print(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::Done);
    };
    let failed = |source| CommandError::File {
        action: "write into",
        path: folder.clone(),
        source,
        next: "choose another --out",
    };
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), folder).map_err(failed)?;
    tell(&format!("wrote the pages into {}", folder.display()));
    Ok(Exit::Done)
}

/// The whole command, or one of its verbs, described as on the pages of `--out`.
fn described(verb: Option<&str>) -> Result<clap::Command, CommandError> {
    let Some(verb) = verb else { return Ok(Cli::command()) };
    let mut whole = Cli::command().disable_help_subcommand(true);
    whole.build();
    let verbs = || whole.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
    let found = whole.find_subcommand(verb).cloned();
    found.ok_or_else(|| CommandError::Verb { verb: verb.to_owned(), verbs: verbs() })
}
