//! `quorate tally`: decides ballots by a rule, without any discussion.

use std::io::{self, BufRead as _};

use quorate_strategies::{catalog::Catalog, rule::DecisionRule, strategy::Knobs, tally::tally_line};
use serde_json::{Value, json};

use super::{bulk::answer_lines, error::CommandError, exit::Exit, output::print, wishes::pair};

/// Flags of `quorate tally`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The decision rule, as `quorate list rules` shows
    #[arg(long, value_name = "RULE")]
    rule: String,
    /// A knob of the rule; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// Read lines {"id", "seats", "ballots"} from stdin and print a verdict for each
    #[arg(long, conflicts_with = "ballots")]
    jsonl: bool,
    /// A ballot of each seat: a stance, a position or an option; `a > b` ranks, `-` is no answer. One a line on stdin
    /// when none is given
    #[arg(value_name = "BALLOT", allow_hyphen_values = true)]
    ballots: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let knobs: Knobs = args.settings.iter().cloned().collect();
    let rule = Catalog::builtin().rule(&args.rule, &knobs)?;
    match args.jsonl {
        true => answer_lines(|line| tally_line(rule.as_ref(), line)),
        false => once(rule.as_ref(), &args.ballots),
    }
}

fn once(rule: &dyn DecisionRule, given: &[String]) -> Result<Exit, CommandError> {
    let given = match given {
        [] => io::stdin().lock().lines().collect::<Result<Vec<_>, _>>().map_err(CommandError::Stdin)?,
        given => given.to_vec(),
    };
    let ballots: Vec<Value> = given.iter().map(|text| ballot(text)).collect();
    let line = json!({ "id": null, "seats": ballots.len(), "ballots": ballots }).to_string();
    let verdict: Value = serde_json::from_str(&tally_line(rule, &line)).unwrap_or_default();
    if let Some(why) = verdict.get("error").and_then(Value::as_str) {
        return Err(CommandError::Ballots { why: why.to_owned() });
    }
    print(&shown(&verdict))?;
    Ok(Exit::Done)
}

/// A ballot as it is typed: JSON, `a > b` for a ranking, `-` or nothing for no answer, else a word.
fn ballot(text: &str) -> Value {
    let text = text.trim();
    match text.chars().next() {
        None => Value::Null,
        Some('-') if text.len() == 1 => Value::Null,
        Some('[' | '{') => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        Some(_) if text == "null" => Value::Null,
        Some(_) if text.contains('>') => text.split('>').map(|option| Value::from(option.trim())).collect(),
        Some(_) => Value::from(text),
    }
}

fn shown(verdict: &Value) -> String {
    let word = |key: &str| {
        verdict.get(key).map_or_else(String::new, |value| match value {
            Value::String(text) => text.clone(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Null => "none".to_owned(),
            other => other.to_string(),
        })
    };
    let counts = verdict.get("counts").and_then(Value::as_object);
    let counts: Vec<String> = counts.into_iter().flatten().map(|(name, weight)| format!("{name} {weight}")).collect();
    format!(
        "level    {}\nreached  {}\nwinner   {}\ncounts   {}\ntie      {}\n",
        word("level"),
        word("reached"),
        word("winner"),
        counts.join(", "),
        word("tie")
    )
}
