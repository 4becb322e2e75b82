//! What a vote says: one option, several in an order, several that are acceptable, or none of them.

use quorate_strategies::{
    reading::{Ballot, WarningCode},
    step::Form,
};

use super::{
    draft::Draft,
    fold::clean,
    markers::{is_placeholder, lists_options},
    scan::Tag,
};

/// The ballot in a marker's value; a value that names no option is noted.
pub(super) fn marked(value: &str, draft: &mut Draft<'_>) -> Option<Ballot> {
    if let Some(option) = draft.known.option(value) {
        return Some(Ballot::Choice(option));
    }
    let cleaned = clean(value);
    if matches!(cleaned.as_str(), "abstain" | "none") {
        return Some(Ballot::Abstain);
    }
    if let Some(ballot) = points(value, draft).or_else(|| several(value, draft)) {
        return Some(ballot);
    }
    if is_placeholder(Tag::Vote, value) || lists_options(&cleaned, draft) {
        draft.notes.add(WarningCode::Echo, "vote");
    } else if cleaned.is_empty() {
        draft.invalid(Tag::Vote, value);
    } else {
        draft.notes.add(WarningCode::UnknownTarget, value);
    }
    None
}

/// `A: 3, B: 2` gives points, where points are asked for; every name has to be an option.
fn points(value: &str, draft: &Draft<'_>) -> Option<Ballot> {
    let Form::Points { options, .. } = draft.known.table().form else { return None };
    let mut given: Vec<(u16, u32)> = Vec::new();
    for part in value.split([',', '，', '、', ';']) {
        let (name, points) = part.rsplit_once([':', '：', '='])?;
        let option = draft.known.option(name)?;
        let again = given.len() >= options.len() || given.iter().any(|(other, _)| *other == option);
        if again {
            return None;
        }
        given.push((option, clean(points).parse().ok()?));
    }
    Some(Ballot::Points(given))
}

/// `A > B > C` ranks, `A, B` approves; both only when every name is an option.
fn several(value: &str, draft: &Draft<'_>) -> Option<Ballot> {
    let ranked: Vec<&str> = value.split(['>', '＞']).collect();
    if ranked.len() > 1 {
        return all(&ranked, draft).map(Ballot::Ranking);
    }
    let approved: Vec<&str> = value.split([',', '，', '、', ';']).collect();
    if approved.len() > 1 { all(&approved, draft).map(Ballot::Approval) } else { None }
}

fn all(names: &[&str], draft: &Draft<'_>) -> Option<Vec<u16>> {
    // A ballot names no option twice, so it is never longer than the list of options.
    if names.len() > draft.known.options().len() {
        return None;
    }
    let mut out = Vec::with_capacity(names.len());
    for name in names {
        let option = draft.known.option(name)?;
        if out.contains(&option) {
            return None;
        }
        out.push(option);
    }
    Some(out)
}
