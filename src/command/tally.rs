//! `quorate tally`: decides ballots by a rule, without any discussion.

use std::io::{self, BufRead as _};

use quorate_strategies::{
    brief::Language,
    catalog::Catalog,
    rule::Input,
    strategy::Knobs,
    tally::{MOST_SEATS, tally_line},
};
use serde_json::Value;

use self::ballot::{Ballot, Grammar};
use super::{
    bulk::answer_lines,
    error::CommandError,
    exit::Exit,
    output::{print, tell},
    wishes::{Lang, pair},
    words::Words,
};

mod ballot;
mod notes;
mod shown;

/// Flags of `quorate tally`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The decision rule, as `quorate list rules` shows
    #[arg(long, value_name = "RULE")]
    rule: String,
    /// A knob of the rule; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// Something that can be voted for; may be given several times, in order, and then nothing else can be. Otherwise
    /// every text that a ballot names is an option
    #[arg(long = "option", value_name = "TEXT")]
    options: Vec<String>,
    /// The language of what is shown
    #[arg(long, value_name = "LANG", value_enum, default_value = "en")]
    lang: Lang,
    /// Read lines {"id", "seats", "ballots"} from stdin and print a verdict for each. These ballots are JSON in the words
    /// of the schema alone: `agree`, `for`, `abstain`
    #[arg(long, conflicts_with_all = ["ballots", "options", "lang"])]
    jsonl: bool,
    /// A ballot of each seat: a stance, a position or an option; `a > b` ranks, `{a, b}` approves, `a: 3, b: 2` gives
    /// points, `abstain` is none of them, `-` is no answer, and ` x12` at the end makes it twelve seats. Wide signs, as in
    /// `海＞山` or `山、海`, and words such as 同意, 反対 and 弃权 count alike. One a line on stdin when none is given:
    /// blank lines and lines that begin with `# ` are passed over there. A ballot that begins with `-` stands behind `--`
    #[arg(value_name = "BALLOT")]
    ballots: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let knobs: Knobs = args.settings.iter().cloned().collect();
    let rule = Catalog::builtin().rule(&args.rule, &knobs)?;
    if args.jsonl {
        return answer_lines(|line| tally_line(rule.as_ref(), line));
    }
    if rule.input() != Input::Options && !args.options.is_empty() {
        let why = format!("the rule {} counts no options, so --option means nothing to it", rule.name());
        return Err(CommandError::Ballots { why });
    }
    let given = match args.ballots.as_slice() {
        [] => typed()?,
        given => given.to_vec(),
    };
    let count = Count::of(Grammar::new(rule.as_ref(), &args.options), &given)?;
    let words = Words::of(Language::from(args.lang));
    let verdict = count.verdict()?;
    notes::notes(&count, &verdict, words).iter().for_each(|note| tell(&words.note(note)));
    print(&shown::shown(&verdict, &count, words))?;
    Ok(Exit::Done)
}

/// The lines of stdin that say something.
fn typed() -> Result<Vec<String>, CommandError> {
    let lines = io::stdin().lock().lines().collect::<Result<Vec<_>, _>>().map_err(CommandError::Stdin)?;
    let says = |line: &String| !(line.is_empty() || line == "#" || line.starts_with("# "));
    // A file may begin with a byte order mark.
    let plain = |line: String| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').to_owned();
    Ok(lines.into_iter().map(plain).filter(says).collect())
}

/// What was given, read by the grammar of a rule.
#[derive(Debug)]
struct Count<'r> {
    grammar: Grammar<'r>,
    lines: Vec<Line>,
    seats: usize,
}

/// A ballot, and how many seats it stands for.
#[derive(Debug)]
struct Line {
    text: String,
    ballot: Ballot,
    times: usize,
}

impl<'r> Count<'r> {
    fn of(grammar: Grammar<'r>, given: &[String]) -> Result<Self, CommandError> {
        let mut lines = Vec::with_capacity(given.len());
        for (number, line) in (1..).zip(given) {
            let (text, times) = ballot::times(line);
            let refused = |why| CommandError::Ballots { why: format!("ballot {number}: {why}") };
            lines.push(Line { text: text.to_owned(), ballot: grammar.read(text).map_err(refused)?, times });
        }
        let seats = lines.iter().map(|line| line.times).fold(0, usize::saturating_add);
        if seats > MOST_SEATS {
            let why = format!("{seats} seats; at most {MOST_SEATS} can be counted at once");
            return Err(CommandError::Ballots { why });
        }
        Ok(Self { grammar, lines, seats })
    }

    /// Once with a seat for each line, so that a refusal names the line; then with all of its seats.
    fn verdict(&self) -> Result<Value, CommandError> {
        let ballots: Vec<String> = self.lines.iter().map(|line| line.ballot.json()).collect();
        let verdict = self.decide(&ballots)?;
        if self.seats == ballots.len() {
            return Ok(verdict);
        }
        let repeated = ballots.iter().zip(&self.lines).flat_map(|(ballot, line)| vec![ballot.clone(); line.times]);
        self.decide(&repeated.collect::<Vec<_>>())
    }

    /// The verdict on ballots that are written as JSON.
    fn decide(&self, ballots: &[String]) -> Result<Value, CommandError> {
        let options = match self.grammar.options {
            [] => String::new(),
            options => format!(r#","options":{}"#, Value::from(options)),
        };
        let line = format!(r#"{{"seats":{},"ballots":[{}]{options}}}"#, ballots.len(), ballots.join(","));
        let verdict: Value = serde_json::from_str(&tally_line(self.grammar.rule, &line)).unwrap_or_default();
        match verdict.get("error").and_then(Value::as_str) {
            Some(why) => Err(CommandError::Ballots { why: why.to_owned() }),
            None => Ok(verdict),
        }
    }

    /// The seats of the ballots that are like this.
    fn seats_of(&self, wanted: impl Fn(&Line) -> bool) -> usize {
        self.lines.iter().filter(|line| wanted(line)).map(|line| line.times).sum()
    }
}
