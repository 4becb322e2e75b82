//! `quorate pipeline`: stages whose results feed the next, run together, into one folder.
//!
//! It ends with 0 when the last stage came to a decision, or sought none; 1 when that made none, or a gate did not agree;
//! 3 when a stage failed that others needed, or nobody answered a gate that asks for an answer, or the time was up; 2 and 130 as any verb does.

use std::{path::PathBuf, sync::Arc};

use quorate_strategies::brief::Language;

use super::{
    ahead::{Consent, may_begin},
    error::CommandError,
    exit::Exit,
    found,
    interrupt::Signals,
    kept::Place,
    output::{print, tell},
    usher::Usher,
    wishes::Lang,
    words::{PipelineWords, Words, fill},
};
use crate::{
    manager::{Clock as _, MachineClock},
    pipeline::{
        Pipeline, Run,
        file::{Built, Does, PipelineFile, Wishes},
        kind::Records,
    },
    preset::Overrides,
    store::Kept,
};

pub(super) mod check;
mod folder;
mod given;
mod index;
mod page;
mod results;
#[cfg(feature = "people")]
mod terminal;
mod watch;

use folder::RunFolder;
pub(super) use given::Inputs;
use results::Results;
use watch::Watch;

/// Flags of `quorate pipeline`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A pipeline that ships (see `quorate list pipelines`), or the path of a pipeline file
    #[arg(value_name = "NAME|FILE")]
    file: String,
    #[command(flatten)]
    inputs: Inputs,
    /// A file for the input that is called material; may be given several times where that is a list
    #[arg(long, value_name = "FILE")]
    material: Vec<PathBuf>,
    /// A model behind every seat of every discussion and behind the synthesizers, such as openai:MODEL; `ask` asks for it on a terminal
    #[arg(long, value_name = "SPEC")]
    model: Option<String>,
    /// The language of every discussion and of messages; as the files say, else English, when none is given
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
    /// Where all randomness comes from; a run that is gone on with keeps the one it began with
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder of the run, ./NAME-out when none is given; one that holds a run of this pipeline is gone on with, and what
    /// has ended is not repeated
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Do not ask before discussions that may cost money or take many turns of models or programs
    #[arg(long)]
    yes: bool,
    /// Print what came of every stage as a JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let file = PipelineFile::named(&args.file)?;
    let language = args.lang.map(Language::from).or(file.language()).unwrap_or_default();
    let words = Words::of(language);
    let mut wishes = Wishes {
        inputs: args.inputs.given(&args.material),
        model: model(args, language)?,
        language: args.lang.map(Language::from),
        ..Wishes::default()
    };
    // Everything is looked at before a folder is made.
    let looked = file.build(&wishes)?;
    let consent = if args.yes { Consent::Given } else { Consent::Asked };
    if !begins(&looked, consent)? {
        return Err(CommandError::Refused(words.run.not_begun));
    }
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-out", file.name())));
    let (folder, kept) = RunFolder::open(&path, file.name())?;
    wishes.records = records(args, &folder, words)?;
    wishes.principal = principal(words);
    let built = file.build(&wishes)?;
    let watch = Watch::of(&built, &kept, PipelineWords::of(language))?;
    watch.tell_beginning(file.name(), &path);
    let seed = args.seed.unwrap_or_else(|| MachineClock.now_ms());
    let pipeline = built.pipeline.seed(seed).folder(&path).watch(watch.teller());
    let Some(run) = until_the_end(pipeline, kept)? else {
        tell(&fill(PipelineWords::of(language).interrupted, &[("path", &path.to_string_lossy())]));
        return Ok(Exit::Interrupted);
    };
    let results = Results { file: &file, stages: &built.stages, run: &run, language };
    written(&results, &folder)?;
    if is_embedded(&looked)? {
        tell(words.found.no_model);
    }
    if args.json {
        print(&(serde_json::to_string_pretty(&results.document()).unwrap_or_default() + "\n"))?;
    }
    Ok(results.exit(&folder))
}

/// The model that is named, or chosen at the terminal.
fn model(args: &Args, language: Language) -> Result<Option<String>, CommandError> {
    let mut overrides = Overrides { model: args.model.clone(), language: Some(language), ..Overrides::default() };
    found::resolve(&mut overrides)?;
    Ok(overrides.model)
}

/// Asks once for each discussion that may cost money or take many turns.
fn begins(built: &Built, consent: Consent) -> Result<bool, CommandError> {
    for stage in &built.stages {
        let Does::Discussion(held) = &stage.does else { continue };
        let discussion = held.stand_in()?;
        let plan = discussion.check()?;
        if !may_begin(&discussion, &plan, consent)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether there are discussions, and none of them asks a model, a program or a person.
fn is_embedded(built: &Built) -> Result<bool, CommandError> {
    let mut held = 0;
    for stage in &built.stages {
        let Does::Discussion(discussion) = &stage.does else { continue };
        if !found::embedded(&discussion.stand_in()?.check()?.roster) {
            return Ok(false);
        }
        held += 1;
    }
    Ok(held > 0)
}

/// Where discussions and gates are kept beside the folder, so that other processes can speak to them.
fn records(args: &Args, folder: &RunFolder, words: &'static Words) -> Result<Records, CommandError> {
    let records = Records::of(folder.id()).watched(move |id| Arc::new(Usher::new(words, id.into())));
    Ok(match args.place.keeper(words)? {
        Some(store) => records.kept_in(store),
        None => records,
    })
}

#[cfg(feature = "people")]
fn principal(words: &'static Words) -> Option<Arc<dyn crate::pipeline::kind::Principal>> {
    terminal::AtTerminal::here(words).map(|person| Arc::new(person) as Arc<_>)
}

#[cfg(not(feature = "people"))]
fn principal(_: &'static Words) -> Option<Arc<dyn crate::pipeline::kind::Principal>> {
    None
}

/// Runs it; none where an interrupt came first. What ran then is dropped, and its programs are ended with it.
fn until_the_end(pipeline: Pipeline, kept: Kept) -> Result<Option<Run>, CommandError> {
    // One thread does: stages wait for their backends and hardly compute.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(CommandError::Signals)?;
    let ended = runtime.block_on(async {
        let mut signals = Signals::listen().map_err(CommandError::Signals)?;
        tokio::select! {
            biased;
            () = signals.first() => Ok(None),
            run = pipeline.resume(kept) => Ok(Some(run?)),
        }
    });
    // A host name that is still being looked up must not hold up the end.
    runtime.shutdown_background();
    ended
}

/// Writes the deliverables and the pages that lead to everything.
fn written(results: &Results<'_>, folder: &RunFolder) -> Result<(), CommandError> {
    let words = PipelineWords::of(results.language);
    let mut names = Vec::new();
    for (name, text) in results.deliverables() {
        folder.write(name, text.as_bytes())?;
        names.push(name);
    }
    folder.write(index::NAME, index::of(results, folder).as_bytes())?;
    folder.write(page::NAME, page::of(results, folder).as_bytes())?;
    for name in names.into_iter().chain([index::NAME, page::NAME]) {
        tell(&fill(words.wrote, &[("path", &folder.path(name).to_string_lossy())]));
    }
    tell(&results.told());
    Ok(())
}
