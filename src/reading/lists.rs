//! Tells a choice from the list of choices that the instruction gave.

use std::ops::Range;

use super::{
    fold::{clean, cut},
    markers::Place,
    scan::{Marker, Tag},
};

/// For every marker whether it is one of a list of choices: own markers of one datum, different, and merely joined.
///
/// What joins them is the speaker's own as well: a join has no sign of code, quotation or a name in it.
pub(super) fn listed(text: &str, markers: &[(Marker<'_>, Place)]) -> Vec<Listed> {
    let mut listed = vec![Listed::No; markers.len()];
    for (at, pair) in markers.windows(2).enumerate() {
        let [(first, Place::Own), (second, Place::Own)] = pair else { continue };
        // What costs little is asked first.
        let near = first.tag == second.tag && first.tag != Tag::Idea && first.value != second.value;
        if near
            && joins(text, first.span.end..second.span.start)
            && clean(first.of) == clean(second.of)
            && clean(first.value) != clean(second.value)
        {
            for slot in listed.iter_mut().skip(at).take(2) {
                *slot = Listed::Yes;
            }
        }
    }
    listed
}

/// Whether a marker belongs to a list of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    No,
    Yes,
}

/// Words that join choices.
const JOINERS: [&str; 11] = ["or", "and", "either", "或", "或者", "または", "もしくは", "和", "と", "か", "及び"];

/// Whether what stands between two choices joins them, and does nothing else.
///
/// Blanks, ends of lines and bullets join nothing: who writes one choice after the other has changed their mind.
pub(super) fn joins(text: &str, between: Range<usize>) -> bool {
    const LONGEST: usize = 48;
    let gap = cut(text, between);
    if gap.len() > LONGEST {
        return false;
    }
    let mut joined = false;
    let mut words = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let only_joiners = words.all(|word| {
        joined = true;
        JOINERS.iter().any(|joiner| joiner.eq_ignore_ascii_case(word))
    });
    let only_signs = gap.chars().filter(|c| !c.is_alphanumeric()).all(|c| {
        let joins = matches!(c, ',' | '，' | '、' | '・' | '|' | '｜' | '/' | '／');
        joined |= joins;
        joins || c.is_whitespace() || matches!(c, '*' | '_' | '~')
    });
    only_joiners && only_signs && joined
}

/// Whether a value is itself a list of choices: `AGREE | DISAGREE`, `AGREE/DISAGREE`, `A or B`.
pub(super) fn is_list(value: &str, is_choice: impl Fn(&str) -> bool) -> bool {
    const PARTING: [&str; 11] = [" or ", " and ", "或者", "或", "和", "または", "又は", "もしくは", "及び", "か", "と"];
    let parted = PARTING.iter().fold(value.to_owned(), |value, joiner| value.replace(joiner, "|"));
    let mut pieces =
        parted.split(['|', '/', ',', '、', '，', '・', ';']).map(str::trim).filter(|piece| !piece.is_empty());
    match (pieces.next(), pieces.next()) {
        (Some(first), Some(second)) => is_choice(first) && is_choice(second),
        _ => false,
    }
}

/// Whether a value is what an instruction writes where a value belongs: `...`, `<option>`, `{0-100}`.
pub(super) fn is_blank_form(value: &str) -> bool {
    let value = value.trim();
    let framed = (value.starts_with('<') && value.ends_with('>')) || (value.starts_with('{') && value.ends_with('}'));
    let dots = !value.is_empty() && value.chars().all(|c| matches!(c, '.' | '…' | '_' | ' '));
    framed || dots
}
