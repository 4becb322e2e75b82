//! `quorate replay`: steps, verdicts, readings and prompts of a record, made again and compared; nobody is asked.

use std::path::PathBuf;

use quorate_strategies::{brief::Language, event::Event, verify::Difference};

use super::{
    error::CommandError,
    exit::Exit,
    fork::settings::settled,
    kept::Place,
    output::print,
    record,
    wishes::{Lang, pair},
    words::{Words, called, fill},
};
use crate::{
    agent::Rehearsal,
    manager::{Changed, Discussion, Recorded, Replayed, RunError},
};

/// Flags of `quorate replay`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a discussion that is kept, or its beginning; or a record, or a folder that `run --out` made
    #[arg(value_name = "ID|FILE|DIR")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Another decision rule, as `quorate list rules` shows
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// min_rounds, max_rounds, max_turns, turn_seconds, total_seconds, or a knob of the strategy or rule; may be given
    /// several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// The language of what is found, else that of the discussion
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, recorded) = record::whole(&args.record, &args.place)?;
    let own = recorded.state.charter().brief.language;
    let words = Words::of(args.lang.map(Language::from).unwrap_or(own));
    record::tell_what_is_missing(&path, &recorded, words);
    let shown = match recorded.replay(&discussion(args, &recorded)?) {
        Ok(replayed) => {
            print(&same(&recorded, &replayed, words))?;
            return Ok(record::exit(&recorded));
        }
        Err(RunError::Changed(changed)) => told(&changed, words),
        Err(other) => return Err(other.into()),
    };
    print(&(fill(words.resume.differs, &[("why", &shown)]) + "\n"))?;
    Ok(Exit::Undecided)
}

/// The table of the record under the flags. Nobody at it is asked, so anything may sit there.
fn discussion(args: &Args, recorded: &Recorded) -> Result<Discussion, CommandError> {
    let catalog = record::catalog();
    let roster = recorded.state.roster();
    let seats = u32::try_from(roster.len()).unwrap_or(u32::MAX);
    let charter = recorded.state.charter();
    let charter = settled(charter, seats, args.rule.as_deref(), &args.settings, &catalog)?;
    let discussion = Discussion::settled(&charter, &catalog)?;
    Ok(roster.iter().fold(discussion, |table, (_, seat)| table.seat(seat.clone(), Rehearsal::new())))
}

fn same(recorded: &Recorded, replayed: &Replayed, words: &Words) -> String {
    let labels = &words.resume;
    let count = |of: fn(&Event) -> bool| recorded.entries.iter().filter(|entry| of(&entry.event)).count().to_string();
    let mut skipped = String::new();
    for (template, n) in
        [(labels.prompts_skipped, replayed.prompts_skipped), (labels.skipped, replayed.readings_skipped)]
    {
        if n > 0 {
            skipped.push_str(&fill(template, &[("n", &n.to_string())]));
        }
    }
    let values = [
        ("events", &*replayed.events.to_string()),
        ("steps", &count(|event| matches!(event, Event::Stepped { .. }))),
        ("verdicts", &count(|event| matches!(event, Event::Judged { .. }))),
        ("prompts", &replayed.prompts.to_string()),
        ("readings", &replayed.readings.to_string()),
        ("skipped", &skipped),
    ];
    fill(labels.same, &values) + "\n"
}

/// What differs first, in the language of the words.
fn told(changed: &Changed, words: &Words) -> String {
    let (labels, fault, seq) = (&words.resume, &words.inspect.fault, changed.seq().to_string());
    match changed {
        Changed::Setting { key, was, would, .. } => {
            fill(labels.setting, &[("seq", &seq), ("key", key), ("was", was), ("would", would)])
        }
        Changed::Prompt { turn, was, would, .. } => {
            fill(labels.prompt, &[("seq", &seq), ("turn", &turn.0.to_string()), ("was", was), ("would", would)])
        }
        Changed::Reading { .. } => fill(fault.misread, &[("seq", &seq)]),
        Changed::Decided(Difference::Decided { found, expected, .. }) => {
            let expected = called(fault.plain, expected);
            fill(fault.decided, &[("seq", &seq), ("found", found), ("expected", expected)])
        }
        Changed::Decided(Difference::Fold { seq, why }) => record::misfit(*seq, why, words),
        other => other.to_string(),
    }
}
