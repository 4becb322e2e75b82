//! Scores in a structured answer: per point or for the only one; a total of the judge's own is compared and never used.

use quorate_strategies::reading::{Provenance, Score, WarningCode};

use super::{
    draft::Draft,
    fields::{field, word},
    loose::{Fields, Loose},
    markers::note_score,
    score::exact,
};

const FROM: Provenance = Provenance::Structured;

/// Reads scores into the draft.
pub(super) fn apply(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    for name in ["scores", "points"] {
        match field(fields, name) {
            Some(Loose::List(items)) => items.iter().for_each(|item| one(item, draft)),
            Some(Loose::Object(map)) => {
                for (point, value) in map {
                    let is_vote = name == "points" && draft.known.point(point).is_none();
                    if !is_vote {
                        scored(point, value, draft);
                    }
                }
            }
            _ => {}
        }
    }
    alone(fields, draft);
    total(fields, draft);
    ranking(fields, draft);
}

fn one(item: &Loose<'_>, draft: &mut Draft<'_>) {
    let Loose::Object(fields) = item else { return };
    let point =
        ["point", "name", "id", "criterion", "decision_point"].iter().find_map(|name| word(field(fields, name)));
    let score = field(fields, "score").or_else(|| field(fields, "value"));
    if let (Some(point), Some(score)) = (point, score) {
        scored(&point, score, draft);
    }
}

fn scored(point: &str, value: &Loose<'_>, draft: &mut Draft<'_>) {
    let Some(number) = draft.known.point(point) else {
        return draft.notes.add(WarningCode::UnknownTarget, point);
    };
    match value {
        Loose::Null => draft.score(number, None, FROM),
        Loose::Object(fields) => {
            if let Some(inner) = field(fields, "score").or_else(|| field(fields, "value")) {
                written(number, inner, draft);
            }
        }
        other => written(number, other, draft),
    }
}

fn written(point: u16, value: &Loose<'_>, draft: &mut Draft<'_>) {
    match word(Some(value)) {
        Some(text) => note_score(point, exact(&decimal(&text)), &text, FROM, draft),
        None => draft.score(point, None, FROM),
    }
}

/// A number without its exponent, written out in digits; everything else as it is.
fn decimal(text: &str) -> String {
    let written = text.contains(['e', 'E']).then(|| text.parse::<f64>().ok()).flatten();
    written.filter(|number| number.is_finite()).map_or_else(|| text.to_owned(), |number| number.to_string())
}

/// `score` is for the only point, or for the one that stands beside it.
fn alone(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    let Some(value) = field(fields, "score") else { return };
    match word(field(fields, "point")) {
        Some(point) => scored(&point, value, draft),
        None => match draft.known.only_point() {
            Some(point) => written(point, value, draft),
            None if draft.has_scores() => {}
            None => draft.notes.add(WarningCode::UnknownTarget, "score"),
        },
    }
}

/// A total outside the scores it is made of cannot come from any weights.
fn total(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    let names = ["total", "overall", "overall_score", "total_score", "average", "mean"];
    let Some(text) = names.iter().find_map(|name| word(field(fields, name))) else { return };
    let scores = || {
        (1..=u16::try_from(draft.known.points().len()).unwrap_or(u16::MAX)).filter_map(|point| draft.score_of(point))
    };
    let (Some(least), Some(most)) = (scores().min(), scores().max()) else { return };
    if exact(&text).value().is_none_or(|total| total < least || total > most) {
        draft.notes.add(WarningCode::Contradiction, &format!("total {text}"));
    }
}

/// A ranking of what was scored has to go down with the scores.
fn ranking(fields: &Fields<'_>, draft: &mut Draft<'_>) {
    let Some(Loose::List(items)) = field(fields, "ranking") else { return };
    let order = items.iter().filter_map(|item| word(Some(item))).filter_map(|name| draft.known.point(&name));
    let scores: Vec<Score> = order.filter_map(|point| draft.score_of(point)).collect();
    if !scores.is_sorted_by(|before, after| before >= after) {
        draft.notes.add(WarningCode::Contradiction, "ranking");
    }
}
