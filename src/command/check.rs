//! `quorate check`: lints a discussion and prints its worst case, before anything is spent.

use quorate_strategies::{catalog::Catalog, seat::Seat, strategy::Knobs};

use super::{
    costs::{budget, cost, exceptions},
    error::CommandError,
    exit::Exit,
    forecast::{ANSWER, Forecast},
    notes::{bench_note, language_note, notes},
    output::print,
    wishes::Wishes,
    words::{Words, called, fill},
};
use crate::{
    agent::spec::AgentFactory,
    manager::{Discussion, MOST_ATTEMPTS, Plan},
    preset::Preset,
};

/// Flags of `quorate check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset that ships (see `quorate list presets`), or the path of a discussion or pipeline file
    #[arg(value_name = "PRESET|FILE")]
    preset: String,
    #[command(flatten)]
    wishes: Wishes,
    #[cfg(feature = "pipeline")]
    #[command(flatten)]
    inputs: super::pipeline::Inputs,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    #[cfg(feature = "pipeline")]
    if super::pipeline::check::is_one(&args.preset) {
        return super::pipeline::check::run(&args.preset, &args.inputs, args.wishes.of_pipeline());
    }
    #[cfg(feature = "pipeline")]
    if args.inputs.are_there() {
        return Err(CommandError::Refused("--input is for pipeline files; a discussion takes --topic and --material"));
    }
    let preset = Preset::named(&args.preset)?;
    let overrides = args.wishes.overrides();
    let catalog = Catalog::builtin();
    let discussion = preset.without_needs().discussion(&overrides, &catalog, &AgentFactory::builtin())?;
    let plan = discussion.check()?;
    let answer = preset.max_tokens(&overrides, &catalog)?;
    let forecast = Forecast::of(&discussion, &plan, answer);
    let words = Words::of(plan.charter.brief.language);
    let mut sheet = Sheet { words, out: String::new() };
    head(&mut sheet, &plan);
    worst(&mut sheet, &discussion, &plan, &forecast, answer);
    let mut notes = notes(&plan, &forecast, words);
    notes.extend(bench_note(&discussion, &plan, words));
    notes.extend(exceptions(&discussion, words));
    for note in notes.iter().map(String::as_str).chain(language_note(&preset, &overrides, &plan)) {
        sheet.line(words.check.note, note);
    }
    match preset.lacks(&overrides) {
        Some(flag) => sheet.line(words.check.ok, &fill(words.check.can_begin_with, &[("flag", flag)])),
        None => sheet.line(words.check.ok, words.check.can_begin),
    }
    print(&sheet.out)?;
    Ok(Exit::Done)
}

/// What is printed, line by line.
struct Sheet {
    words: &'static Words,
    out: String,
}

impl Sheet {
    fn line(&mut self, label: &str, text: &str) {
        self.out.push_str(label);
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A name with what is set of it.
    fn set(&self, name: &str, knobs: &Knobs) -> String {
        match knobs.is_empty() {
            true => name.to_owned(),
            false => {
                let set = self.words.list(knobs.iter().map(|(name, value)| format!("{name} = {value}")));
                self.words.remark(name, &set)
            }
        }
    }
}

fn head(sheet: &mut Sheet, plan: &Plan) {
    let (words, charter) = (&sheet.words.check, &plan.charter);
    let strategy = sheet.set(&charter.strategy.name, &charter.strategy.knobs);
    sheet.line(words.strategy, &strategy);
    let rule = charter.rule.as_ref().map(|rule| sheet.set(&rule.name, &rule.knobs));
    sheet.line(words.rule, rule.as_deref().unwrap_or(words.no_rule));
    let (min, max) = (charter.rounds.min.to_string(), charter.rounds.max.to_string());
    sheet.line(words.rounds, &fill(words.range, &[("min", &min), ("max", &max)]));
    for (_, seat) in plan.roster.iter() {
        sheet.line(words.seat, &described(seat, sheet.words));
    }
}

fn described(seat: &Seat, words: &Words) -> String {
    let check = &words.check;
    let mut parts = vec![called(words.names().roles, seat.role.name()).to_owned()];
    if let Some(side) = &seat.side {
        parts.push(fill(check.side, &[("side", &format!("{side:?}"))]));
    }
    if seat.weight != 1 {
        parts.push(fill(check.weight, &[("n", &seat.weight.to_string())]));
    }
    if seat.waits() {
        parts.push(check.bench.to_owned());
    }
    let seat = seat.joined();
    if !seat.vote {
        parts.push(check.no_vote.to_owned());
    }
    if !seat.voice {
        parts.push(check.no_voice.to_owned());
    }
    let who = words.remark(&seat.name, &words.list(parts));
    fill(check.seated, &[("seat", &who), ("backend", &seat.backend.name)])
}

fn worst(sheet: &mut Sheet, discussion: &Discussion, plan: &Plan, forecast: &Forecast, answer: Option<u32>) {
    let words = &sheet.words.check;
    let per_seat = plan
        .roster
        .iter()
        .zip(&forecast.turns)
        .map(|((_, seat), turns)| fill(words.count, &[("name", &seat.name), ("n", &turns.to_string())]));
    let seats = sheet.words.list(per_seat);
    let all = forecast.all_turns().to_string();
    sheet.line(words.turns, &fill(words.most_turns, &[("n", &all), ("seats", &seats)]));
    if forecast.model_turns == 0 && forecast.summaries == 0 && discussion.synthesizer.is_none() {
        let [whose, money] = match forecast.program_turns {
            0 => [words.no_calls, words.no_money],
            _ => [words.no_calls_but_programs, words.money_of_programs],
        };
        sheet.line(words.calls, whose);
        sheet.line(words.money, money);
    } else {
        let turns = forecast.model_turns;
        let requests = turns.saturating_mul(u64::from(MOST_ATTEMPTS)).to_string();
        let template = if discussion.synthesizer.is_some() { words.most_calls_and_result } else { words.most_calls };
        let results = discussion.result_texts();
        let (results, twice) = (results.to_string(), (results * 2).to_string());
        let values =
            [("turns", &*turns.to_string()), ("requests", &requests), ("results", &results), ("twice", &twice)];
        let mut calls = fill(template, &values);
        if forecast.summaries > 0 {
            let [n, twice] = [1, 2].map(|times| (forecast.summaries * times).to_string());
            calls.push_str(&fill(words.and_summaries, &[("n", &n), ("twice", &twice)]));
        }
        sheet.line(words.calls, &calls);
        let (template, most) = match answer {
            Some(most) => (words.answer_limit, most),
            None => (words.answer_guess, ANSWER),
        };
        let basis = fill(template, &[("n", &most.to_string())]);
        let (read, written) = (forecast.input_tokens.to_string(), forecast.output_tokens.to_string());
        let values = [("read", &*read), ("written", &written), ("basis", &basis)];
        sheet.line(words.tokens, &fill(words.about_tokens, &values));
        sheet.line(words.money, &cost(discussion, plan, forecast, sheet.words));
    }
    if let Some((label, text)) = budget(discussion, forecast, sheet.words) {
        sheet.line(label, &text);
    }
    let limits = plan.charter.limits;
    if forecast.program_turns > 0 {
        let turns = forecast.program_turns;
        let runs = turns.saturating_mul(u64::from(MOST_ATTEMPTS));
        let values = [("turns", &*turns.to_string()), ("runs", &*runs.to_string())];
        sheet.line(words.programs, &fill(words.most_runs, &values));
    }
    if forecast.person_turns > 0 {
        let waiting = span(forecast.person_ms.min(limits.total_ms), sheet.words);
        let values = [("turns", &*forecast.person_turns.to_string()), ("waiting", &*waiting)];
        sheet.line(words.people, &fill(words.most_waiting, &values));
    }
    let longest = forecast.wait_ms.min(limits.total_ms);
    let [longest, turn, total] = [longest, limits.turn_ms, limits.total_ms].map(|ms| span(ms, sheet.words));
    sheet.line(words.time, &fill(words.most_time, &[("longest", &longest), ("turn", &turn), ("total", &total)]));
}

/// A time as people write it.
pub(super) fn span(ms: u64, words: &Words) -> String {
    let span = &words.span;
    let (template, n, rest) = match (ms / 1000, ms % 1000) {
        (0, ms) => (span.ms, ms, 0),
        (seconds @ 0..120, _) => (span.s, seconds, 0),
        (seconds @ 120..7200, _) if seconds % 60 == 0 => (span.min, seconds / 60, 0),
        (seconds @ 120..7200, _) => (span.min_s, seconds / 60, seconds % 60),
        (seconds, _) if seconds % 3600 < 60 => (span.h, seconds / 3600, 0),
        (seconds, _) => (span.h_min, seconds / 3600, seconds % 3600 / 60),
    };
    fill(template, &[("n", &n.to_string()), ("rest", &rest.to_string())])
}
