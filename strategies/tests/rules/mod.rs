//! Decision rules: every small profile against a second way of counting, laws on random tallies, cases by name.

mod ballots;
mod cases;
mod concession;
mod elections;
mod laws;
mod positions;
mod settled;
mod stances;
mod tally;
mod voting;
mod voting_cases;

use quorate_strategies::prelude::*;

/// Calls `visit` with every profile of `seats` places that take one of `values` states, as the number of each state.
fn each_profile(values: usize, seats: usize, mut visit: impl FnMut(&[usize])) -> u32 {
    let mut profile = vec![0; seats];
    let mut visited = 0;
    if values == 0 && seats > 0 {
        return visited;
    }
    loop {
        visit(&profile);
        visited += 1;
        let mut turned = false;
        for place in &mut profile {
            *place += 1;
            turned = *place < values;
            if turned {
                break;
            }
            *place = 0;
        }
        if !turned {
            return visited;
        }
    }
}

/// A seat that failed, timed out or was cancelled, and had said nothing before.
fn missing() -> Voice {
    Voice { answered: false, ..Voice::present() }
}

fn stands(position: Position) -> Voice {
    Voice { position, ..Voice::present() }
}

fn says(stance: Stance) -> Voice {
    Voice { stance, ..Voice::present() }
}

fn votes(option: u16) -> Voice {
    Voice { ballot: Some(Ballot::Choice(option)), ..Voice::present() }
}

fn weighing(voice: Voice, weight: u32) -> Voice {
    Voice { weight, ..voice }
}

fn tally(voices: impl Into<Vec<Voice>>) -> Tally {
    Tally { voices: voices.into(), ..Tally::default() }
}

/// A tally over the options A, B, C …, as many as asked for.
fn tally_over(options: usize, voices: impl Into<Vec<Voice>>) -> Tally {
    Tally { options: letters(options), ..tally(voices) }
}

/// A tally of a debate between the sides A, B, C …
fn debate_of(sides: usize, voices: impl Into<Vec<Voice>>) -> Tally {
    Tally { sides: letters(sides), ..tally(voices) }
}

fn letters(count: usize) -> std::sync::Arc<[std::sync::Arc<str>]> {
    ('A'..='Z').take(count).map(|letter| letter.to_string().into()).collect()
}

/// So many of each voice.
fn crowd<const N: usize>(groups: [(usize, Voice); N]) -> Vec<Voice> {
    groups.into_iter().flat_map(|(count, voice)| vec![voice; count]).collect()
}

fn knobs<const N: usize>(settings: [(&str, &str); N]) -> quorate_strategies::strategy::Knobs {
    settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}
