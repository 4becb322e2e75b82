//! `quorate check` of a pipeline file: what runs when, and the worst case of everything together.

use std::path::Path;

use quorate_strategies::event::Spend;

use super::{Inputs, results::kind};
use crate::{
    agent::Prices,
    command::{
        check::span,
        columns,
        costs::limited,
        error::CommandError,
        exit::Exit,
        forecast::{ANSWER, Forecast},
        output::print,
        words::{PipelineWords, Words, fill},
    },
    manager::MOST_ATTEMPTS,
    pipeline::file::{Built, BuiltStage, Does, FileError, PipelineFile, Wishes},
    preset::Preset,
    store::files::read_text,
};

/// The largest file that is looked into.
const MOST_BYTES: u64 = 4 << 20;

/// Whether this is the path of a pipeline file, or a pipeline that ships and no preset.
pub(in crate::command) fn is_one(path: &str) -> bool {
    if PipelineFile::shipped_names().any(|name| name == path) {
        return Preset::shipped_names().all(|name| name != path);
    }
    read_text(Path::new(path), MOST_BYTES).is_ok_and(|text| PipelineFile::is_one(&text))
}

/// The worst case of one stage with all its attempts, or of several stages.
#[derive(Debug, Clone, Copy, Default)]
struct Worst {
    turns: u64,
    model_turns: u64,
    read: u64,
    written: u64,
    nanos: u64,
    ms: u64,
}

/// Checks a pipeline file, and prints its plan.
pub(in crate::command) fn run(path: &str, inputs: &Inputs, wishes: Wishes) -> Result<Exit, CommandError> {
    let file = PipelineFile::named(path)?;
    let language = wishes.language.or(file.language()).unwrap_or_default();
    let given = inputs.given(&[]);
    let wishes = Wishes { inputs: given.into_iter().chain(wishes.inputs.clone()).collect(), ..wishes };
    let built = file.look(&wishes)?;
    let worst: Result<Vec<Worst>, CommandError> = built.stages.iter().map(worst).collect();
    let sheet = Sheet { words: Words::of(language), own: PipelineWords::of(language), built: &built, worst: worst? };
    let mut out = sheet.stages() + &sheet.waves() + &sheet.sums();
    out.push_str(&sheet.ok(file.build(&wishes))?);
    print(&out)?;
    Ok(Exit::Done)
}

fn worst(stage: &BuiltStage) -> Result<Worst, CommandError> {
    let attempts = u64::from(stage.retry) + 1;
    let mut worst = Worst::default();
    match &stage.does {
        Does::Discussion(held) => {
            let discussion = held.stand_in()?;
            let plan = discussion.check()?;
            let forecast = Forecast::of(&discussion, &plan, held.max_tokens()?);
            worst.turns = forecast.all_turns();
            worst.model_turns = forecast.model_turns;
            (worst.read, worst.written) = (forecast.input_tokens, forecast.output_tokens);
            worst.nanos = forecast.nanos;
            worst.ms = forecast.wait_ms.min(plan.charter.limits.total_ms);
        }
        #[cfg(all(unix, feature = "programs"))]
        Does::Command(command) => worst.ms = milliseconds(command.longest()),
        Does::Gate(gate) => worst.ms = milliseconds(gate.longest()),
        Does::Text(_) => {}
    }
    Ok(worst.times(attempts))
}

fn milliseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Worst {
    const fn times(self, n: u64) -> Self {
        Self {
            turns: self.turns.saturating_mul(n),
            model_turns: self.model_turns.saturating_mul(n),
            read: self.read.saturating_mul(n),
            written: self.written.saturating_mul(n),
            nanos: self.nanos.saturating_mul(n),
            ms: self.ms.saturating_mul(n),
        }
    }

    /// Of two, one after the other.
    const fn plus(self, other: Self) -> Self {
        Self {
            turns: self.turns.saturating_add(other.turns),
            model_turns: self.model_turns.saturating_add(other.model_turns),
            read: self.read.saturating_add(other.read),
            written: self.written.saturating_add(other.written),
            nanos: self.nanos.saturating_add(other.nanos),
            ms: self.ms.saturating_add(other.ms),
        }
    }
}

/// What is printed.
struct Sheet<'a> {
    words: &'static Words,
    own: &'static PipelineWords,
    built: &'a Built,
    /// In the order of the stages.
    worst: Vec<Worst>,
}

impl Sheet<'_> {
    fn stages(&self) -> String {
        let line = |stage: &BuiltStage| {
            let each = stage.each.as_ref().map(|list| fill(self.own.each, &[("list", list)]));
            let about = self.words.list(std::iter::once(kind(&stage.does, self.own).to_owned()).chain(each));
            format!("{}{}\n", self.own.stage, self.words.remark(&stage.name, &about))
        };
        self.built.stages.iter().map(line).collect()
    }

    fn waves(&self) -> String {
        let width = columns::of(self.words.check.turns);
        let line = |(n, wave): (usize, &Vec<std::sync::Arc<str>>)| {
            let label = fill(self.own.wave, &[("n", &n.to_string())]);
            format!("{}{}\n", columns::padded(&label, width), self.words.list(wave))
        };
        (1..).zip(&self.built.plan.waves).map(line).collect()
    }

    /// Everything is added up but the time of stages that run together, of which the longest counts.
    fn sum(&self) -> Worst {
        let named = |name: &str| self.built.stages.iter().position(|stage| &*stage.name == name);
        let of_wave = |wave: &Vec<std::sync::Arc<str>>| {
            let stages: Vec<Worst> = wave.iter().filter_map(|name| self.worst.get(named(name)?)).copied().collect();
            let longest = stages.iter().map(|worst| worst.ms).max().unwrap_or_default();
            Worst { ms: longest, ..stages.into_iter().fold(Worst::default(), Worst::plus) }
        };
        self.built.plan.waves.iter().map(of_wave).fold(Worst::default(), Worst::plus)
    }

    fn sums(&self) -> String {
        let (words, sum) = (&self.words.check, self.sum());
        let counted = self.built.stages.iter().zip(&self.worst).filter(|(_, worst)| worst.turns > 0);
        let of_stages =
            counted.map(|(stage, worst)| fill(words.count, &[("name", &stage.name), ("n", &worst.turns.to_string())]));
        let mut lines: Vec<(&str, String)> = Vec::new();
        if sum.turns > 0 {
            let seats = self.words.list(of_stages);
            lines.push((words.turns, fill(words.most_turns, &[("n", &sum.turns.to_string()), ("seats", &seats)])));
        }
        let requests = sum.model_turns.saturating_mul(u64::from(MOST_ATTEMPTS)).to_string();
        if sum.model_turns == 0 {
            lines.push((words.calls, words.no_calls.to_owned()));
        } else {
            let turns = sum.model_turns.to_string();
            lines.push((words.calls, fill(words.most_calls, &[("turns", &turns), ("requests", &requests)])));
            let basis = fill(words.answer_guess, &[("n", &ANSWER.to_string())]);
            let (read, written) = (sum.read.to_string(), sum.written.to_string());
            let values = [("read", &*read), ("written", &written), ("basis", &basis)];
            lines.push((words.tokens, fill(words.about_tokens, &values)));
        }
        let spend = Spend { calls: sum.model_turns, tokens: sum.read.saturating_add(sum.written), nanos: sum.nanos };
        lines.extend(limited(self.built.budget, Prices::shipped().currency(), spend, self.words));
        let longest = self.built.total.map_or(sum.ms, |total| sum.ms.min(milliseconds(total)));
        lines.push((words.time, fill(self.own.longest, &[("longest", &span(longest, self.words))])));
        let lists: Vec<&str> =
            self.built.stages.iter().filter(|stage| stage.each.is_some()).map(|stage| &*stage.name).collect();
        if !lists.is_empty() {
            let stages = self.words.list(lists);
            lines.push((words.note, fill(self.own.per_item, &[("stages", &stages)])));
        }
        lines.iter().map(|(label, text)| format!("{label}{text}\n")).collect()
    }

    /// Whether it can begin as it is; an input that is missing is no mistake of the file.
    fn ok(&self, whole: Result<Built, FileError>) -> Result<String, CommandError> {
        let words = &self.words.check;
        let said = match whole {
            Ok(_) => words.can_begin.to_owned(),
            Err(FileError::MissingInput { name, .. }) => {
                let flag =
                    if name == "material" { "--material FILE".to_owned() } else { format!("--input {name}=@FILE") };
                fill(words.can_begin_with, &[("flag", &flag)])
            }
            Err(other) => return Err(other.into()),
        };
        Ok(format!("{}{said}\n", words.ok))
    }
}
