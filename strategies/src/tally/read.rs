//! From the fields of a line to the tally that a rule judges.

use super::{
    MOST_SEATS, TallyError,
    given::Given,
    options::{MOST, NoOption, Options},
};
use crate::{
    catalog::nearest,
    reading::{Ballot, Position, Stance},
    rule::{DecisionRule, Input, Tally, Voice},
};

/// The keys that mean something, beside the id.
const KEYS: [&str; 4] = ["seats", "ballots", "options", "weights"];
const MOST_WEIGHT: u32 = 1_000_000;

/// Why one ballot cannot be counted.
enum Refused {
    Not(String),
    Twice,
    TooManyOptions,
}

/// The tally of one line, for a rule that counts what ballots can say.
pub(super) fn tally(rule: &dyn DecisionRule, line: &Given) -> Result<Tally, TallyError> {
    let Given::Map(fields) = line else {
        return Err(TallyError::NoObject);
    };
    check_keys(fields)?;
    let seats = seats(line)?;
    let weights = weights(line, seats)?;
    let ballots = ballots(line, seats)?;
    let mut options = Options::new(line.field("options"))?;
    let mut voices = Vec::with_capacity(seats);
    for at in 0..seats {
        let given = ballots.get(at).unwrap_or(&Given::Null);
        let mut voice = voice(rule, given, &mut options, at + 1)?;
        voice.weight = weights.get(at).copied().unwrap_or(1);
        voices.push(voice);
    }
    Ok(Tally { voices, options: options.into_names(), ..Tally::default() })
}

/// Refuses a key that is there twice or looks misspelt: to pass over either would decide something else.
fn check_keys(fields: &[(String, Given)]) -> Result<(), TallyError> {
    for (at, (key, _)) in fields.iter().enumerate() {
        if key == "id" || KEYS.contains(&key.as_str()) {
            if fields.iter().take(at).any(|(other, _)| other == key) {
                return Err(TallyError::KeyTwice { key: key.clone() });
            }
        } else if let Some(nearest) = nearest(key, KEYS.into_iter()) {
            return Err(TallyError::UnknownKey { key: key.clone(), nearest });
        }
    }
    Ok(())
}

fn seats(line: &Given) -> Result<usize, TallyError> {
    let allowed = format!("the number of seats that have a vote, 0 to {MOST_SEATS}");
    match line.field("seats") {
        None => Err(TallyError::Missing { key: "seats", allowed }),
        Some(given) => match given {
            Given::Number(seats) => usize::try_from(*seats).ok().filter(|seats| *seats <= MOST_SEATS),
            _ => None,
        }
        .ok_or_else(|| TallyError::Field { key: "seats", found: given.quoted(), allowed }),
    }
}

/// The weights of all seats; empty when all weigh the same.
fn weights(line: &Given, seats: usize) -> Result<Vec<u32>, TallyError> {
    let Some(given) = line.field("weights") else {
        return Ok(Vec::new());
    };
    let refused = || TallyError::Field {
        key: "weights",
        found: given.quoted(),
        allowed: format!("a list of {seats} whole numbers, one for each seat, from 1 to {MOST_WEIGHT}"),
    };
    let weight = |given: &Given| match given {
        Given::Number(weight) => u32::try_from(*weight).ok().filter(|weight| (1..=MOST_WEIGHT).contains(weight)),
        _ => None,
    };
    match given {
        Given::List(list) if list.len() == seats => list.iter().map(weight).collect::<Option<_>>().ok_or_else(refused),
        _ => Err(refused()),
    }
}

fn ballots(line: &Given, seats: usize) -> Result<&[Given], TallyError> {
    let allowed = || "a list with the ballots of the seats in order".to_owned();
    match line.field("ballots") {
        Some(Given::List(ballots)) if ballots.len() <= seats => Ok(ballots),
        Some(Given::List(ballots)) => Err(TallyError::TooManyBallots { ballots: ballots.len(), seats }),
        Some(given) => Err(TallyError::Field { key: "ballots", found: given.quoted(), allowed: allowed() }),
        None => Err(TallyError::Missing { key: "ballots", allowed: allowed() }),
    }
}

/// The voice of one seat, read as the rule counts.
fn voice(rule: &dyn DecisionRule, given: &Given, options: &mut Options, number: usize) -> Result<Voice, TallyError> {
    let present = Voice::present();
    let read = match rule.input() {
        input @ (Input::Items | Input::Sides) => {
            return Err(TallyError::Unsupported { rule: rule.name().to_owned(), input });
        }
        _ if *given == Given::Null => return Ok(Voice { answered: false, ..present }),
        Input::Stances => stance(given).map(|stance| Voice { stance, ..present }),
        Input::Positions => position(given).map(|position| Voice { position, ..present }),
        Input::Options => ballot(given, options).map(|ballot| Voice { ballot: Some(ballot), ..present }),
    };
    let found = || given.quoted();
    read.map_err(|refused| match refused {
        Refused::Not(allowed) => TallyError::Ballot { number, found: found(), allowed },
        Refused::Twice => TallyError::Twice { number, found: found() },
        Refused::TooManyOptions => TallyError::TooManyOptions { number, most: MOST },
    })
}

/// A word in lower case, whatever surrounds it; empty for what is no word.
fn word(given: &Given) -> String {
    match given {
        Given::Text(text) => text.trim().to_ascii_lowercase(),
        _ => String::new(),
    }
}

/// A stance; any other word is an invalid one, which is unknown and counts as neutral (seed 000).
fn stance(given: &Given) -> Result<Stance, Refused> {
    if !matches!(given, Given::Text(_)) {
        return Err(Refused::Not("agree, disagree, neutral, unknown, or null for no answer".to_owned()));
    }
    let word = word(given);
    let all = [Stance::Agree, Stance::Disagree, Stance::Neutral];
    Ok(all.into_iter().find(|stance| stance.name() == word).unwrap_or_default())
}

/// A position, or where a stance moves a seat that stood open.
fn position(given: &Given) -> Result<Position, Refused> {
    match word(given).as_str() {
        "for" | "agree" => Ok(Position::For),
        "against" | "disagree" => Ok(Position::Against),
        "open" | "neutral" | "unknown" => Ok(Position::Open),
        _ => Err(Refused::Not("for, against, open, a stance, or null for no answer".to_owned())),
    }
}

fn ballot(given: &Given, options: &mut Options) -> Result<Ballot, Refused> {
    match given {
        Given::Text(text) if text.trim().eq_ignore_ascii_case("abstain") && !options.lists(text) => Ok(Ballot::Abstain),
        Given::Text(text) => option(text, options).map(Ballot::Choice),
        Given::List(list) if list.is_empty() => Ok(Ballot::Abstain),
        Given::List(list) => several(list, options).map(Ballot::Ranking),
        Given::Map(fields) => match fields.as_slice() {
            [(key, Given::List(list))] if key == "approve" => several(list, options).map(Ballot::Approval),
            fields => points(fields, options),
        },
        Given::Null | Given::Number(_) | Given::Other(_) => Err(Refused::Not(options.allowed())),
    }
}

fn option(name: &str, options: &mut Options) -> Result<u16, Refused> {
    options.number(name).map_err(|none| match none {
        NoOption::Unlisted => Refused::Not(options.allowed()),
        NoOption::TooMany => Refused::TooManyOptions,
    })
}

fn several(list: &[Given], options: &mut Options) -> Result<Vec<u16>, Refused> {
    let number = |given: &Given| match given {
        Given::Text(name) => option(name, options),
        _ => Err(Refused::Not(options.allowed())),
    };
    let numbers: Vec<u16> = list.iter().map(number).collect::<Result<_, _>>()?;
    each_once(numbers.clone()).map(|()| numbers)
}

fn points(fields: &[(String, Given)], options: &mut Options) -> Result<Ballot, Refused> {
    let mut points = Vec::with_capacity(fields.len());
    for (name, given) in fields {
        let given = match given {
            Given::Number(given) => u32::try_from(*given).ok(),
            _ => None,
        };
        match given {
            Some(given) => points.push((option(name, options)?, given)),
            None => return Err(Refused::Not(options.allowed())),
        }
    }
    each_once(points.iter().map(|(option, _)| *option).collect()).map(|()| Ballot::Points(points))
}

fn each_once(mut numbers: Vec<u16>) -> Result<(), Refused> {
    numbers.sort_unstable();
    if numbers.windows(2).any(|pair| pair.first() == pair.last()) { Err(Refused::Twice) } else { Ok(()) }
}
