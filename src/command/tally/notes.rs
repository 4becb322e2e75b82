//! What is odd about ballots that could be counted: they may not say what their voters meant.

use std::collections::{HashMap, HashSet};

use quorate_strategies::{
    rule::Input,
    seat::{fold, narrow},
    step::Form,
};
use serde_json::Value;

use super::{
    super::words::{Words, called, fill},
    Count, Line,
    ballot::Ballot,
};

/// Among more options than so many no misspelt one is looked for, as each is compared with each.
const MOST_COMPARED: usize = 256;
/// The fewest letters of a word in which one may be a slip of the finger: "cat" and "car" are two words.
const LEAST_LETTERS: usize = 5;
/// So many pairs are named.
const NAMED: usize = 3;

/// One note for each oddity, in the language of the words.
pub(super) fn notes(count: &Count<'_>, verdict: &Value, words: &Words) -> Vec<String> {
    let mut notes: Vec<String> = useless(count, verdict, words).into_iter().collect();
    if count.grammar.rule.input() != Input::Options || !count.grammar.options.is_empty() {
        return notes;
    }
    let mut known = HashSet::new();
    let named = count.lines.iter().flat_map(|line| line.ballot.options());
    let options: Vec<String> = named.filter(|option| known.insert(option.clone())).collect();
    let quoted = |(a, b): &(&str, &str)| format!("{a:?} – {b:?}");
    let pairs = alike(&options);
    if !pairs.is_empty() {
        let pairs = words.list(pairs.iter().take(NAMED).map(quoted));
        notes.push(fill(words.inspect.tally.alike, &[("pairs", &pairs)]));
    }
    if let Some(option) = options.iter().find(|option| is_numbered(option)) {
        notes.push(fill(words.inspect.tally.numbered, &[("text", &format!("{option:?}"))]));
    }
    notes
}

/// Ballots that the rule can make nothing of.
fn useless(count: &Count<'_>, verdict: &Value, words: &Words) -> Option<String> {
    let input = count.grammar.rule.input();
    let (name, form) = match input {
        Input::Options => ("abstained", form(&count.grammar.form, words)),
        Input::Stances => ("unknown", words.inspect.tally.form_stance.to_owned()),
        _ => return None,
    };
    let counted = |verdict: &Value| verdict.get("counts").and_then(|counts| counts.get(name)?.as_u64()).unwrap_or(0);
    if counted(verdict) <= count.seats_of(|line| says_so(line, input)) as u64 {
        return None;
    }
    // Which they are is told by the rule: each is judged alone, and those that are alike once.
    let mut judged: HashMap<String, bool> = HashMap::new();
    let mut is_useless = |line: &Line| {
        *judged.entry(line.ballot.json()).or_insert_with_key(|json| {
            !says_so(line, input) && count.decide(std::slice::from_ref(json)).is_ok_and(|alone| counted(&alone) == 1)
        })
    };
    let useless: Vec<(usize, &Line)> = (1..).zip(&count.lines).filter(|(_, line)| is_useless(line)).collect();
    let (number, first) = useless.first()?;
    let seats: usize = useless.iter().map(|(_, line)| line.times).sum();
    let values = [
        ("n", &*seats.to_string()),
        ("of", &count.seats.to_string()),
        ("what", called(words.names().counted, name)),
        ("rule", count.grammar.rule.name()),
        ("number", &number.to_string()),
        ("text", &format!("{:?}", first.text)),
        ("form", &form),
    ];
    Some(fill(words.inspect.tally.useless, &values))
}

/// Whether a ballot itself says that it is for nothing: these are counted like those that nothing can be made of.
fn says_so(line: &Line, input: Input) -> bool {
    match (&line.ballot, input) {
        (Ballot::NoAnswer, Input::Stances) | (Ballot::Abstains, _) => true,
        (Ballot::Word(word), Input::Stances) => fold(word) == "unknown",
        (Ballot::Json(json), _) => json.starts_with('[') && line.ballot.options().is_empty(),
        _ => false,
    }
}

/// How a ballot is written that the rule can use.
fn form(form: &Form, words: &Words) -> String {
    match form {
        Form::Approval(_) => words.inspect.tally.form_approval.to_owned(),
        Form::Ranking(_) => words.inspect.tally.form_ranking.to_owned(),
        Form::Points { most, .. } => fill(words.inspect.tally.form_points, &[("most", &most.to_string())]),
        _ => words.inspect.tally.form_choice.to_owned(),
    }
}

/// Options that are the same but for case, width or blanks, or but for one slip in a longer word.
fn alike(options: &[String]) -> Vec<(&str, &str)> {
    let bare = |option: &String| fold(option).split_whitespace().collect::<String>();
    let mut pairs = Vec::new();
    let mut first: HashMap<String, &str> = HashMap::new();
    let mut apart: Vec<(Vec<char>, &str)> = Vec::new();
    for option in options {
        match first.get(&bare(option)) {
            Some(same) => pairs.push((*same, option.as_str())),
            None => {
                first.insert(bare(option), option);
                apart.push((fold(option).chars().collect(), option));
            }
        }
    }
    if apart.len() <= MOST_COMPARED {
        for (at, (b, second)) in apart.iter().enumerate() {
            let slips = apart.iter().take(at).filter(|(a, _)| is_slip(a, b) || is_slip(b, a));
            pairs.extend(slips.map(|(_, first)| (*first, *second)));
        }
    }
    pairs
}

/// Whether one letter too few, another or two swapped ones turn the longer word into the other. Numbers and letters that
/// stand alone are names, as in "Plan A" and "Plan B".
fn is_slip(long: &[char], short: &[char]) -> bool {
    let begin = long.iter().zip(short).take_while(|(a, b)| a == b).count();
    let tail = |word: &[char]| word.get(begin..).unwrap_or_default().to_vec();
    let (mut a, mut b) = (tail(long), tail(short));
    while !a.is_empty() && a.last() == b.last() {
        a.pop();
        b.pop();
    }
    let is_edit = match (a.as_slice(), b.as_slice()) {
        ([_], [] | [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    };
    let word = |word: &[char]| {
        let is_part = |c: &&char| c.is_alphanumeric();
        let before = word.get(..begin).unwrap_or_default().iter().rev().take_while(is_part).count();
        before + word.get(begin..).unwrap_or_default().iter().take_while(is_part).count()
    };
    is_edit && a.iter().chain(&b).all(char::is_ascii_alphabetic) && word(long) >= LEAST_LETTERS
}

/// Whether a text begins with a number that may have been meant to count ballots or lines: `3: a`, `2x a`, `1. a`.
fn is_numbered(option: &str) -> bool {
    let narrow: String = option.chars().map(narrow).collect();
    let rest = narrow.trim_start_matches(|c: char| c.is_ascii_digit());
    let sign = rest.chars().next().filter(|_| rest.len() < narrow.len());
    let named = rest.get(sign.map_or(0, char::len_utf8)..).unwrap_or_default();
    match sign {
        // A time or a decimal goes on with a digit, and a word with a letter.
        Some(':' | '.' | ')' | '、' | '×') => named.chars().next().is_some_and(|c| !c.is_ascii_digit()),
        Some('x') => named.starts_with(char::is_whitespace),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_differ_by_a_slip_are_alike() {
        for (a, b) in [("Pizza", "Pizzza"), ("Pizza", "Piza"), ("Sushi", "sushi"), ("Pizza", "Pziza")] {
            let options = [a.to_owned(), b.to_owned()];
            assert_eq!(alike(&options), [(a, b)], "{a} {b}");
        }
        for (a, b) in [("ＰＡＳＴＡ", "pasta"), ("Plan B", "planb")] {
            assert_eq!(alike(&[a.to_owned(), b.to_owned()]).len(), 1, "{a} {b}");
        }
    }

    #[test]
    fn names_that_differ_on_purpose_are_not() {
        for (a, b) in [
            ("Plan A", "Plan B"),
            ("2024", "2025"),
            ("version1", "version2"),
            ("cat", "car"),
            ("山", "海"),
            ("a", "ab"),
        ] {
            assert_eq!(alike(&[a.to_owned(), b.to_owned()]), [], "{a} {b}");
        }
    }

    #[test]
    fn numbers_before_an_option_are_noticed() {
        for text in ["3: Pizza", "1. Pizza", "2x Sushi", "1) Tea", "2、茶", "３：海", "2× tea"] {
            assert!(is_numbered(text), "{text}");
        }
        for text in ["10:30", "3.5 km", "Tea", "3 days", "2xl", "42", "", "1:"] {
            assert!(!is_numbered(text), "{text}");
        }
    }
}
