//! Ballots as people type them, in narrow or wide signs, and the JSON that is counted.

use quorate_strategies::{
    rule::{DecisionRule, Input},
    seat::{fold, narrow},
    step::Form,
};
use serde::de::IgnoredAny;
use serde_json::Value;

/// What JSON calls a seat that did not answer.
const NO_ANSWER: &str = "null";

/// Words for none of the options.
const ABSTAIN: [&str; 4] = ["abstain", "弃权", "棄权", "棄権"];

/// What stances and positions are called by those who type them, and the word that is counted.
const STANCES: [(&str, &str); 14] = [
    ("同意", "agree"),
    ("赞成", "agree"),
    ("赞同", "agree"),
    ("賛成", "agree"),
    ("不同意", "disagree"),
    ("反对", "disagree"),
    ("反対", "disagree"),
    ("中立", "neutral"),
    ("未定", "open"),
    ("保留", "open"),
    ("不明", "unknown"),
    ("弃权", "abstain"),
    ("棄权", "abstain"),
    ("棄権", "abstain"),
];

/// A ballot that was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ballot {
    NoAnswer,
    Abstains,
    /// A stance, a position or one option.
    Word(String),
    Ranking(Vec<String>),
    Approval(Vec<String>),
    /// In the order given, as the first that is named may lead a tie.
    Points(Vec<(String, u32)>),
    /// Typed as JSON.
    Json(String),
}

impl Ballot {
    pub(super) fn json(&self) -> String {
        match self {
            Self::NoAnswer => NO_ANSWER.to_owned(),
            Self::Abstains => "[]".to_owned(),
            Self::Word(word) => Value::from(word.as_str()).to_string(),
            Self::Ranking(options) => Value::from(options.as_slice()).to_string(),
            Self::Approval(options) => format!(r#"{{"approve":{}}}"#, Value::from(options.as_slice())),
            Self::Points(points) => {
                let one = |(option, points): &(String, u32)| format!("{}:{points}", Value::from(option.as_str()));
                format!("{{{}}}", points.iter().map(one).collect::<Vec<_>>().join(","))
            }
            Self::Json(json) => json.clone(),
        }
    }

    /// The options that it names.
    pub(super) fn options(&self) -> Vec<String> {
        match self {
            Self::NoAnswer | Self::Abstains => Vec::new(),
            Self::Word(option) => vec![option.clone()],
            Self::Ranking(options) | Self::Approval(options) => options.clone(),
            Self::Points(points) => points.iter().map(|(option, _)| option.clone()).collect(),
            Self::Json(json) => {
                let text = |value: &Value| value.as_str().map(str::to_owned);
                match serde_json::from_str(json).unwrap_or_default() {
                    Value::Array(options) => options.iter().filter_map(text).collect(),
                    Value::Object(fields) => match fields.get("approve") {
                        Some(Value::Array(options)) => options.iter().filter_map(text).collect(),
                        _ => fields.keys().cloned().collect(),
                    },
                    _ => Vec::new(),
                }
            }
        }
    }
}

/// How ballots for a rule are read.
#[derive(Debug, Clone)]
pub(super) struct Grammar<'r> {
    pub(super) rule: &'r dyn DecisionRule,
    /// The form in which the rule needs a vote.
    pub(super) form: Form,
    /// What can be voted for; empty when the ballots say it.
    pub(super) options: &'r [String],
}

impl<'r> Grammar<'r> {
    pub(super) fn new(rule: &'r dyn DecisionRule, options: &'r [String]) -> Self {
        Self { rule, form: rule.ballot([].into()), options }
    }

    /// A ballot as it is typed: JSON itself, `a > b` for a ranking, `{a, b}` for an approval, `{a: 3, b: 2}` for points
    /// (both without braces where the rule asks for them), `-` or nothing for no answer, else a word.
    pub(super) fn read(&self, text: &str) -> Result<Ballot, String> {
        let text = text.trim();
        let plain = fold(text);
        if text.is_empty() || plain == "-" || text == NO_ANSWER {
            return Ok(Ballot::NoAnswer);
        }
        if let Some(option) = self.listed(text) {
            return Ok(Ballot::Word(option.to_owned()));
        }
        if text.starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(text).is_ok() {
            return Ok(Ballot::Json(text.to_owned()));
        }
        if self.rule.input() != Input::Options {
            let known = STANCES.iter().find(|(word, _)| *word == text);
            return Ok(Ballot::Word(known.map_or(text, |(_, counted)| counted).to_owned()));
        }
        if ABSTAIN.contains(&&*plain) {
            return Ok(Ballot::Abstains);
        }
        if plain.starts_with('{') {
            let inner = text.strip_prefix(['{', '｛']).and_then(|rest| rest.strip_suffix(['}', '｝']));
            let inner = inner.ok_or_else(|| format!("{text:?} has no `}}` at its end; an approval is {{a, b}}"))?;
            return Ok(self.points(inner).unwrap_or_else(|| Ballot::Approval(self.names(inner, is_comma))));
        }
        let ranks = text.contains(is_greater);
        if ranks && (text.contains(" = ") || text.contains('＝')) {
            return Err(format!("{text:?} ranks two options alike; put one before the other, or leave both out"));
        }
        Ok(match self.form {
            _ if ranks => Ballot::Ranking(self.names(text, is_greater)),
            Form::Points { .. } => self.points(text).unwrap_or_else(|| Ballot::Word(text.to_owned())),
            Form::Approval(_) if text.contains(is_comma) => Ballot::Approval(self.names(text, is_comma)),
            _ => Ballot::Word(text.to_owned()),
        })
    }

    /// The option that is listed and meant by a text, whatever its case and width.
    fn listed(&self, text: &str) -> Option<&'r str> {
        let exact = self.options.iter().find(|option| *option == text);
        exact.or_else(|| self.options.iter().find(|option| fold(option) == fold(text))).map(String::as_str)
    }

    fn name(&self, text: &str) -> String {
        let text = text.trim();
        self.listed(text).unwrap_or(text).to_owned()
    }

    fn names(&self, list: &str, sign: fn(char) -> bool) -> Vec<String> {
        list.split(sign).map(|one| self.name(one)).collect()
    }

    /// Points, when every part names some: `a: 3, b: 2`.
    fn points(&self, text: &str) -> Option<Ballot> {
        let one = |part: &str| {
            let (option, points) = part.rsplit_once([':', '：'])?;
            Some((self.name(option), number(points.trim())?))
        };
        text.split(is_comma).map(one).collect::<Option<_>>().map(Ballot::Points)
    }
}

/// A line without the ` x12` at its end, and how many seats it stands for.
pub(super) fn times(line: &str) -> (&str, usize) {
    let line = line.trim();
    let repeated = line.rsplit_once(char::is_whitespace).and_then(|(ballot, times)| {
        let times = number(times.strip_prefix(['x', '×', 'ｘ'])?).filter(|times| *times > 0)?;
        Some((ballot.trim_end(), usize::try_from(times).ok()?))
    });
    repeated.unwrap_or((line, 1))
}

/// A whole number in narrow or wide digits.
fn number(text: &str) -> Option<u32> {
    text.chars().map(narrow).collect::<String>().parse().ok()
}

fn is_greater(c: char) -> bool {
    narrow(c) == '>'
}

fn is_comma(c: char) -> bool {
    narrow(c) == ',' || c == '、'
}
