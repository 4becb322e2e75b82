//! `quorate rejudge`: the verdict that another rule, threshold, table or weighting gives on a record. Nobody is asked.

use std::{path::PathBuf, sync::Arc};

use quorate_strategies::{
    brief::Language,
    catalog::Catalog,
    event::{Charter, Chosen},
    rejudge::{MOST_WEIGHT, Rejudged, Revision, rejudge, sensitivity},
    rule::DecisionRule,
    seat::{Roster, SeatId},
    strategy::{Check, Knobs},
};

use super::{
    error::CommandError,
    exit::Exit,
    kept::Place,
    output::{print, tell},
    record,
    wishes::{Lang, pair, within},
    words::Words,
};

use crate::manager::Recorded;

mod json;
mod shown;

pub(super) use shown::{line, said_by};

/// Flags of `quorate rejudge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a discussion that is kept, or its beginning; or a record, or a folder that `run --out` made
    #[arg(value_name = "ID|FILE|DIR")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Another decision rule, as `quorate list rules` shows; that of the record when none is given
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// A knob of the rule; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// The percentage that the rule asks for, as --set threshold=T
    #[arg(long, value_name = "T", value_parser = within::<u32>(0..=u32::MAX.into()))]
    threshold: Option<u32>,
    /// Leave out the vote of this seat; may be given several times
    #[arg(long, value_name = "NAME")]
    without: Vec<String>,
    /// Weigh the vote of a seat otherwise; may be given several times
    #[arg(long = "weight", value_name = "NAME=W", value_parser = pair)]
    weights: Vec<(String, String)>,
    /// Say too how little would have to change for another outcome: votes, a seat, a weight, the threshold
    #[arg(long)]
    sensitivity: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// The language of what is shown, else that of the discussion
    #[arg(long, value_name = "LANG", conflicts_with = "json")]
    lang: Option<Lang>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, recorded) = record::whole(&args.record, &args.place)?;
    let charter = recorded.state.charter();
    let words = Words::of(args.lang.map_or(charter.brief.language, Language::from));
    record::tell_what_is_missing(&path, &recorded, words);
    let catalog = Catalog::builtin();
    let (chosen, rule) = rule(args, charter, &catalog)?;
    let revision = revision(args, recorded.state.roster())?;
    let strategy = catalog.strategy(&charter.strategy.name, &charter.strategy.knobs);
    // A strategy of somebody's own is not known here; a round is what every one of them has.
    let check = strategy.map_or(Check::RoundClose, |strategy| strategy.card().check);
    let events = recorded.entries.iter().map(|entry| (entry.seq, &entry.event));
    let judged = rejudge(events, rule.as_ref(), &revision, check)?;
    let again = Again { recorded: &recorded, rule: rule.as_ref(), chosen: &chosen, judged: &judged };
    let sensitivity = args.sensitivity.then(|| sensitivity(&judged, rule.as_ref(), &chosen, &catalog));
    if args.json {
        print(&json::document(&again, sensitivity.as_ref()))?;
        return Ok(record::exit(&recorded));
    }
    print(&shown::table(&again, words))?;
    if let Some(sensitivity) = &sensitivity {
        print(&shown::sensitivity(&again, sensitivity, words))?;
    }
    shown::notes(&again, words).iter().for_each(|note| tell(&words.note(note)));
    Ok(record::exit(&recorded))
}

/// A record that was judged again.
struct Again<'a> {
    recorded: &'a Recorded,
    rule: &'a dyn DecisionRule,
    chosen: &'a Chosen,
    judged: &'a Rejudged,
}

impl Again<'_> {
    /// Whether the outcome is another than the recorded one.
    fn is_another(&self) -> bool {
        let (reached, winner) =
            self.recorded.state.verdict().map_or((false, None), |verdict| (verdict.reached, verdict.winner.as_ref()));
        reached != self.judged.verdict.reached || winner != self.judged.verdict.winner.as_ref()
    }
}

/// The rule that was asked for, over the settings of the recorded one where it is the same.
fn rule(args: &Args, charter: &Charter, catalog: &Catalog) -> Result<(Chosen, Arc<dyn DecisionRule>), CommandError> {
    let own = charter.rule.as_ref();
    let Some(name) = args.rule.as_deref().or(own.map(|rule| &*rule.name)) else {
        return Err(CommandError::Refused("no decision was sought in this discussion; name a rule with --rule"));
    };
    let mut knobs: Knobs = own.filter(|rule| &*rule.name == name).map_or_else(Knobs::new, |rule| rule.knobs.clone());
    knobs.extend(args.settings.iter().cloned());
    if let Some(threshold) = args.threshold {
        knobs.insert("threshold".to_owned(), threshold.to_string());
    }
    let rule = catalog.rule(name, &knobs)?;
    Ok((Chosen { name: name.into(), knobs }, rule))
}

fn revision(args: &Args, roster: &Roster) -> Result<Revision, CommandError> {
    let without = args.without.iter().map(|name| seat(roster, name)).collect::<Result<_, _>>()?;
    let weight = |(name, weight): &(String, String)| {
        let seat = seat(roster, name)?;
        let refused = || {
            let range = format!("it has to be a whole number from 1 to {MOST_WEIGHT}");
            let is_number = weight.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
            let why = if is_number { range } else { format!("{weight:?} is no whole number; {range}") };
            CommandError::Flag { why: format!("--weight {name}={weight}: {why}") }
        };
        Ok::<_, CommandError>((seat, weight.parse().map_err(|_| refused())?))
    };
    Ok(Revision { without, weights: args.weights.iter().map(weight).collect::<Result<_, _>>()? })
}

/// The seat of this name.
pub(super) fn seat(roster: &Roster, name: &str) -> Result<SeatId, CommandError> {
    roster.find(name).ok_or_else(|| {
        let names: Vec<&str> = roster.iter().map(|(_, seat)| &*seat.name).collect();
        CommandError::Flag { why: format!("nobody is called {name:?} here; there are {}", names.join(", ")) }
    })
}
