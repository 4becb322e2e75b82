//! `quorate tally`: decides ballots by a rule, without any discussion.

use std::io::{self, BufRead as _};

use quorate_strategies::{
    catalog::Catalog,
    rule::DecisionRule,
    step::Form,
    strategy::Knobs,
    tally::{MOST_SEATS, tally_line},
};
use serde::de::IgnoredAny;
use serde_json::Value;

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
    /// A ballot of each seat: a stance, a position or an option; `a > b` ranks, `{a, b}` approves, `a: 3, b: 2` gives
    /// points, `-` is no answer, and ` x12` at the end makes it twelve seats. One a line on stdin when none is given
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
    let lines: Vec<(&str, usize)> = given.iter().map(|line| times(line)).collect();
    let seats = lines.iter().map(|(_, times)| *times).fold(0, usize::saturating_add);
    if seats > MOST_SEATS {
        return Err(CommandError::Ballots {
            why: format!("{seats} seats; at most {MOST_SEATS} can be counted at once"),
        });
    }
    let mut ballots = Vec::with_capacity(lines.len());
    for (number, (text, _)) in (1..).zip(&lines) {
        let refused = |why| CommandError::Ballots { why: format!("ballot {number}: {why}") };
        ballots.push(ballot(rule, text).map_err(refused)?);
    }
    // Once with a seat for each line, so that a refusal names the line; then with all of its seats.
    let mut verdict = decide(rule, &ballots)?;
    if seats != ballots.len() {
        let repeated = ballots.iter().zip(&lines).flat_map(|(ballot, (_, times))| vec![ballot.clone(); *times]);
        verdict = decide(rule, &repeated.collect::<Vec<_>>())?;
    }
    print(&shown(&verdict))?;
    Ok(Exit::Done)
}

/// The verdict on ballots that are written as JSON.
fn decide(rule: &dyn DecisionRule, ballots: &[String]) -> Result<Value, CommandError> {
    let line = format!(r#"{{"seats":{},"ballots":[{}]}}"#, ballots.len(), ballots.join(","));
    let verdict: Value = serde_json::from_str(&tally_line(rule, &line)).unwrap_or_default();
    match verdict.get("error").and_then(Value::as_str) {
        Some(why) => Err(CommandError::Ballots { why: why.to_owned() }),
        None => Ok(verdict),
    }
}

/// A line without the ` x12` at its end, and how many seats it stands for.
fn times(line: &str) -> (&str, usize) {
    let line = line.trim();
    let repeated = line.rsplit_once(char::is_whitespace).and_then(|(ballot, times)| {
        let times = times.strip_prefix(['x', '×'])?.parse::<usize>().ok().filter(|times| *times > 0)?;
        Some((ballot.trim_end(), times))
    });
    repeated.unwrap_or((line, 1))
}

/// A ballot as it is typed, in JSON: JSON itself, `a > b` for a ranking, `{a, b}` for an approval, `{a: 3, b: 2}` for
/// points (without braces where the rule asks for points), `-` or nothing for no answer, else a word.
fn ballot(rule: &dyn DecisionRule, text: &str) -> Result<String, String> {
    let json = || serde_json::from_str::<IgnoredAny>(text).ok().map(|_| text.to_owned());
    let asks_points = || matches!(rule.ballot([].into()), Form::Points { .. });
    let words = |list: &str, sign: char| {
        let words: Vec<Value> = list.split(sign).map(|one| Value::from(one.trim())).collect();
        Value::from(words).to_string()
    };
    let word = || Value::from(text).to_string();
    Ok(match text.chars().next() {
        None => NO_ANSWER.to_owned(),
        Some(_) if text == "-" || text == NO_ANSWER => NO_ANSWER.to_owned(),
        Some('[') => json().unwrap_or_else(word),
        Some('{') => match (json(), text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))) {
            (Some(json), _) => json,
            (None, Some(inner)) => points(inner).unwrap_or_else(|| format!(r#"{{"approve":{}}}"#, words(inner, ','))),
            (None, None) => return Err(format!("{text:?} has no `}}` at its end; an approval is {{a, b}}")),
        },
        Some(_) if text.contains('>') && text.contains(" = ") => {
            return Err(format!("{text:?} ranks two options alike; put one before the other, or leave both out"));
        }
        Some(_) if text.contains('>') => words(text, '>'),
        Some(_) => points(text).filter(|_| asks_points()).unwrap_or_else(word),
    })
}

/// Points, when every part names some: `a: 3, b: 2`. In the order given, as the first that is named may lead a tie.
fn points(text: &str) -> Option<String> {
    let one = |part: &str| {
        let (option, points) = part.rsplit_once(':')?;
        Some(format!("{}:{}", Value::from(option.trim()), points.trim().parse::<u32>().ok()?))
    };
    let parts: Vec<String> = text.split(',').map(one).collect::<Option<_>>()?;
    Some(format!("{{{}}}", parts.join(",")))
}

/// What JSON calls a seat that did not answer.
const NO_ANSWER: &str = "null";

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
    ) + &working(verdict)
}

/// The counts on the way, a line each.
fn working(verdict: &Value) -> String {
    let steps = verdict.get("working").and_then(Value::as_array).into_iter().flatten();
    let line = |step: &Value| {
        let counts = step.as_object().into_iter().flatten().map(|(name, weight)| format!("{name} {weight}"));
        format!("working  {}\n", counts.collect::<Vec<_>>().join(", "))
    };
    steps.map(line).collect()
}
