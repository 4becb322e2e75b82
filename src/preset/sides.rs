//! Hypotheses that a material states become the sides of a debate.

use quorate_strategies::{
    brief::Material,
    seat::{Role, Seat, fold, is_hidden},
};

use crate::checklist::Document;

/// So many hypotheses become sides; a debate among more is none.
const MOST: usize = 4;
/// A side is named in every context, so a long hypothesis is cut, in characters.
const LONGEST: usize = 160;

/// The hypotheses of all material, each once, in order.
pub(super) fn hypotheses(material: &[Material]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in material {
        for hypothesis in Document::parse(&text.text).hypotheses() {
            let side = plain(&hypothesis.text);
            if !side.is_empty() && !found.iter().any(|other| fold(other) == fold(&side)) {
                found.push(side);
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Gives each hypothesis one of the seats that argue, in order.
///
/// Seats beyond the hypotheses leave the table, so that no hypothesis has more voices than another. With fewer than two
/// hypotheses, or fewer seats than two, everything stays as it is.
pub(super) fn assign<T>(seats: &mut Vec<(Seat, T)>, hypotheses: &[String]) {
    let argues = |seat: &Seat| seat.voice && seat.side.is_some() && seat.role != Role::Judge;
    if hypotheses.len() < 2 || seats.iter().filter(|(seat, _)| argues(seat)).count() < 2 {
        return;
    }
    let mut sides = hypotheses.iter();
    seats.retain_mut(|(seat, _)| {
        if !argues(seat) {
            return true;
        }
        match sides.next() {
            Some(side) => {
                seat.side = Some(side.as_str().into());
                true
            }
            None => false,
        }
    });
}

/// One line without characters that cannot be seen or that a marker could not hold.
fn plain(text: &str) -> String {
    let visible: String = text.chars().map(|c| if is_hidden(c) || matches!(c, '[' | ']') { ' ' } else { c }).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let line = words.join(" ");
    let line = line.trim_end_matches(['.', '。']);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line.to_owned(),
    }
}
