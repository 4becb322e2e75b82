//! Votes in a structured answer: a choice, a ranking, an approval list or points for options.

use quorate_strategies::reading::{Ballot, Provenance, WarningCode};

use super::{
    draft::Draft,
    fields::{field, word},
    fold::clean,
    loose::{Fields, Loose},
    votes,
};

/// Reads the vote into the draft.
pub(super) fn apply(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    let first =
        |names: &[&str]| names.iter().find_map(|name| field(fields, name)).filter(|value| **value != Loose::Null);
    let vote = first(&["vote", "choice", "ballot"]);
    let ranking = first(&["ranking"]);
    let approval = first(&["approve", "approval"]);
    let given = field(fields, "points").filter(|value| matches!(value, Loose::Object(_)));
    let ballot = match (vote, ranking, approval, given) {
        (Some(vote), ..) => choice(vote, draft),
        (_, Some(Loose::List(items)), ..) => options(items, draft).map(Ballot::Ranking),
        (_, _, Some(Loose::List(items)), _) => options(items, draft).map(Ballot::Approval),
        (_, _, _, Some(Loose::Object(fields))) => points(fields, draft),
        _ => None,
    };
    if let Some(ballot) = ballot {
        draft.ballot(ballot, Provenance::Structured);
    }
}

fn choice(vote: &Loose<'_>, draft: &mut Draft<'_>) -> Option<Ballot> {
    match vote {
        Loose::List(items) => options(items, draft).map(|options| match options.as_slice() {
            [only] => Ballot::Choice(*only),
            _ => Ballot::Approval(options),
        }),
        _ => votes::marked(&word(Some(vote))?, draft),
    }
}

/// The options that a list names, each once; names that are none are noted and left out.
fn options(items: &[Loose<'_>], draft: &mut Draft<'_>) -> Option<Vec<u16>> {
    let mut out = Vec::new();
    for name in items.iter().filter_map(|item| word(Some(item))) {
        match draft.known.option(&name) {
            Some(option) if !out.contains(&option) => out.push(option),
            Some(_) => {}
            // A ranking of decision points is no ballot.
            None if draft.known.point(&name).is_some() => {}
            None => draft.notes.add(WarningCode::UnknownTarget, &clean(&name)),
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Points given to options. Whether the sum is right is the rule's business.
fn points(fields: &Fields<'_>, draft: &mut Draft<'_>) -> Option<Ballot> {
    let mut out: Vec<(u16, u32)> = Vec::new();
    for (name, value) in fields {
        let (option, given) = (draft.known.option(name), word(Some(value)).and_then(|value| value.parse().ok()));
        match (option, given) {
            (Some(option), Some(given)) if out.iter().all(|(taken, _)| *taken != option) => out.push((option, given)),
            (Some(_), _) => draft.notes.add(WarningCode::InvalidValue, name),
            // A map of decision points holds scores.
            (None, _) if draft.known.point(name).is_some() => {}
            (None, _) => draft.notes.add(WarningCode::UnknownTarget, name),
        }
    }
    (!out.is_empty()).then_some(Ballot::Points(out))
}
