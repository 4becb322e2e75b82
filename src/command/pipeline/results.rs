//! What came of a run: how each stage ended, in a word and in a line, the deliverables, the document and the exit code.

use std::collections::BTreeSet;

use quorate_strategies::{brief::Language, event::GateAnswer, state::Gate, step::StopReason};
use serde_json::{Value, json};

use super::{
    RunFolder,
    folder::LOG,
    watch::{one_line, skipped, stopped},
};
use crate::{
    command::{
        exit::Exit,
        words::{PipelineWords, Words, fill},
    },
    manager::Recorded,
    pipeline::{
        Ended, Run, StageRun, Stop,
        file::{BuiltStage, Does, PipelineFile},
        kind::Silent,
    },
    report::deliverable::FILES,
};

/// What came of a stage is told in so many characters.
const MOST_CHARS: usize = 160;

/// The files of a discussion, of which it has those that it hands over.
const DISCUSSION: [&str; 8] = {
    let [improved, diff, deliverable, diagnosis] = FILES;
    ["minutes.md", "report.html", "result.json", "record.jsonl", improved, diff, deliverable, diagnosis]
};

/// What came of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Results<'a> {
    pub(super) file: &'a PipelineFile,
    pub(super) stages: &'a [BuiltStage],
    pub(super) run: &'a Run,
    pub(super) language: Language,
}

/// A stage as readers are shown it; every text in it comes from elsewhere and is not escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) how: String,
    pub(super) came: String,
    /// Paths from the folder of the run.
    pub(super) files: Vec<String>,
}

impl Results<'_> {
    pub(super) const fn words(&self) -> &'static PipelineWords {
        PipelineWords::of(self.language)
    }

    fn pairs(&self) -> impl Iterator<Item = (&BuiltStage, &StageRun)> {
        self.stages.iter().filter_map(|built| Some((built, self.run.stage(&built.name)?)))
    }

    /// Every stage in the order in which it is declared.
    pub(super) fn rows(&self, folder: &RunFolder) -> Vec<Row> {
        self.pairs().map(|(built, run)| self.row(built, run, folder)).collect()
    }

    fn row(&self, built: &BuiltStage, run: &StageRun, folder: &RunFolder) -> Row {
        let words = self.words();
        let folders = self.folders(&built.name, run);
        let names: &[&str] = match built.does {
            Does::Discussion(_) => &DISCUSSION,
            #[cfg(all(unix, feature = "programs"))]
            Does::Command(_) => &["stdout.txt"],
            Does::Gate(_) => &["answer.md", "record.jsonl"],
            Does::Text(_) => &["text.md"],
        };
        let paths = folders.iter().flat_map(|folder| names.iter().map(move |name| format!("{folder}/{name}")));
        Row {
            name: built.name.to_string(),
            kind: kind(&built.does, words),
            how: self.how(run),
            came: self.came(built, run),
            files: paths.filter(|path| folder.path(path).is_file()).collect(),
        }
    }

    fn how(&self, run: &StageRun) -> String {
        let words = self.words();
        match &run.ended {
            Ended::Done(_) => words.done.to_owned(),
            Ended::Failed(why) => fill(words.failed, &[("why", &one_line(why))]),
            Ended::Skipped(why) => fill(words.skipped, &[("why", &skipped(why, words))]),
            Ended::Cancelled => words.cancelled.to_owned(),
        }
    }

    fn came(&self, built: &BuiltStage, run: &StageRun) -> String {
        let Some(result) = run.ended.result() else { return String::new() };
        if !run.items.is_empty() {
            let done = run.items.iter().filter(|item| item.ended.result().is_some()).count();
            let (n, of) = (done.to_string(), run.items.len().to_string());
            return fill(self.words().of_items, &[("n", &n), ("of", &of)]);
        }
        let text = |value: &Value| short(value.as_str().unwrap_or_default());
        match built.does {
            Does::Discussion(_) => {
                let came = match result["decision"]["value"].as_str() {
                    Some(decision) => short(decision),
                    None if is_undecided(result) => {
                        fill(self.words().no_decision, &[("stop", result["stop"].as_str().unwrap_or_default())])
                    }
                    None => text(&result["conclusion"]["text"]),
                };
                self.labelled(came, result)
            }
            Does::Gate(_) => match result["by"].as_str() {
                Some(by) => short(&format!("{} ({by})", result["answer"].as_str().unwrap_or_default())),
                None => text(&result["answer"]),
            },
            _ => text(&result["text"]),
        }
    }

    /// The same with what made it, where that was no model and no person.
    fn labelled(&self, came: String, result: &Value) -> String {
        let simulated = result["simulated"].as_array().into_iter().flatten();
        let notes: BTreeSet<&str> = simulated.filter_map(|one| one["note"].as_str()).collect();
        if notes.is_empty() { came } else { self.general().remark(&came, &self.general().list(notes)) }
    }

    /// The deliverables, with their texts.
    pub(super) fn deliverables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs().filter_map(|(built, run)| Some((built.file.as_deref()?, run.ended.result()?["text"].as_str()?)))
    }

    /// How the run ended, in a line.
    pub(super) fn told(&self) -> String {
        format!("{}: {}", self.file.name(), stopped(&self.run.stop, self.words()))
    }

    /// What was spent, in a line.
    pub(super) fn spent(&self) -> String {
        let spent = self.run.spent;
        fill(self.words().spent, &[("calls", &spent.calls.to_string()), ("tokens", &spent.tokens.to_string())])
    }

    /// Where every start and end is told, in a line.
    pub(super) fn log(&self) -> String {
        fill(self.words().log, &[("path", LOG)])
    }

    pub(super) fn summary(&self) -> &str {
        self.file.summary(self.language)
    }

    pub(super) const fn general(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// What came of every stage, for programs.
    pub(super) fn document(&self) -> Value {
        let stages = self.pairs().map(|(built, run)| {
            let (how, why) = match &run.ended {
                Ended::Done(_) => ("done", None),
                Ended::Failed(why) => ("failed", Some(why.to_string())),
                Ended::Skipped(why) => ("skipped", Some(why.to_string())),
                Ended::Cancelled => ("cancelled", None),
            };
            json!({
                "name": built.name,
                "kind": kind(&built.does, PipelineWords::of(Language::En)),
                "ended": how,
                "why": why,
                "attempts": run.attempts,
                "spent": run.spent,
                "result": run.ended.result(),
            })
        });
        json!({
            "format": "quorate-pipeline",
            "version": 1,
            "name": self.file.name(),
            "stop": self.run.stop,
            "spent": self.run.spent,
            "stages": stages.collect::<Vec<_>>(),
        })
    }

    pub(super) fn exit(&self, folder: &RunFolder) -> Exit {
        let failed = self.pairs().find(|(_, run)| match (&self.run.stop, &run.ended) {
            (Stop::Failed { stage }, _) => run.name == *stage,
            // What others went on without was allowed for.
            (_, Ended::Failed(_)) => self.is_missed(&run.name),
            _ => false,
        });
        match failed {
            Some((built, run)) if self.is_rejected(built, run, folder) => return Exit::Undecided,
            Some(_) => return Exit::NoAnswers,
            None if self.run.stop == Stop::Time => return Exit::NoAnswers,
            None => {}
        }
        let last = self.pairs().filter_map(|(built, run)| Some((built, run, run.ended.result()?))).last();
        let undecided = last.is_some_and(|(built, run, result)| {
            let one = |result: &Value| matches!(built.does, Does::Discussion(_)) && is_undecided(result);
            match run.items.is_empty() {
                true => one(result),
                false => run.items.iter().filter_map(|item| item.ended.result()).any(one),
            }
        });
        if undecided { Exit::Undecided } else { Exit::Done }
    }

    /// Whether a gate failed because somebody said no, or because silence means that.
    fn is_rejected(&self, built: &BuiltStage, run: &StageRun, folder: &RunFolder) -> bool {
        let Does::Gate(gate) = &built.does else { return false };
        let said_no = |path: String| {
            let lines = std::fs::read(folder.path(&path)).unwrap_or_default();
            matches!(Recorded::read(&lines).state.gate(), Gate::Answered(GateAnswer::Reject(_)))
        };
        gate.when_silent() == Silent::Reject
            || self.folders(&run.name, run).iter().any(|own| said_no(format!("{own}/record.jsonl")))
    }

    /// The folder of a stage, or those of its items.
    fn folders(&self, name: &str, run: &StageRun) -> Vec<String> {
        let at = self.stages.iter().position(|stage| &*stage.name == name).unwrap_or_default();
        let own = format!("{:02}-{name}", at + 1);
        match run.items.len() {
            0 => vec![own],
            items => (1..=items).map(|item| format!("{own}/{item:03}")).collect(),
        }
    }

    /// Whether a stage that failed was not gone on without.
    fn is_missed(&self, name: &str) -> bool {
        let settings = self.file.policies().find(|(stage, _)| *stage == name);
        settings.is_none_or(|(_, policy)| policy != crate::pipeline::OnFailure::GoOn)
    }
}

/// What stages are called.
pub(super) const fn kind(does: &Does, words: &PipelineWords) -> &'static str {
    match does {
        Does::Discussion(_) => words.discussion,
        #[cfg(all(unix, feature = "programs"))]
        Does::Command(_) => words.command,
        Does::Gate(_) => words.gate,
        Does::Text(_) => words.text,
    }
}

/// Whether a discussion sought a decision and came to none.
fn is_undecided(result: &Value) -> bool {
    let sought = !result["rule"].is_null() || result["stop"] != StopReason::Finished.name();
    result["decision"].is_null() && sought
}

/// One line, and not too long a one.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST_CHARS) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}
