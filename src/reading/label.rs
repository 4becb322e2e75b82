//! Scores under a label in the speaker's own words: `Score: 85`, `Feasibility: 85`, a row of a table.

use quorate_strategies::reading::{Provenance, WarningCode};

use super::{
    draft::Draft,
    fold::{Likeness, after_emphasis, after_leads, cut, eat_name, narrow_first},
    known::Known,
    layout::{Layout, raw_lines},
    markers::note_score,
    rows::Rows,
    score::{Scored, Tail, leading, plain},
};

/// Words that label the score of the only point.
const OVERALL: [&str; 40] = [
    "score",
    "final score",
    "overall score",
    "total score",
    "my score",
    "overall",
    "overall rating",
    "the score",
    "rating",
    "my rating",
    "final rating",
    "my final score",
    "评分",
    "得分",
    "分数",
    "总分",
    "打分",
    "评价",
    "总体评分",
    "综合评分",
    "综合得分",
    "综合评价",
    "最终评分",
    "最终得分",
    "我的评分",
    "スコア",
    "点数",
    "評点",
    "評価",
    "得点",
    "採点",
    "総合評価",
    "総合点",
    "総合スコア",
    "総得点",
    "合計点",
    "最終スコア",
    "最終評価",
    "最終得点",
    "最終評点",
];

/// Reads labelled scores into the draft.
pub(super) fn apply(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    let mut rows = Rows::default();
    for range in layout.own() {
        for line in raw_lines(cut(text, range)) {
            let trimmed = line.trim_start();
            if trimmed.starts_with('|') {
                rows.row(trimmed, draft);
            } else {
                rows.end();
                labelled(trimmed, draft);
            }
        }
    }
}

/// A line's label, and further ones after commas: `Cost: 85, Risk: 90`.
fn labelled(line: &str, draft: &mut Draft<'_>) {
    if !one(line, draft) || !line.contains([',', ';', '，', '；', '、']) {
        return;
    }
    for piece in line.split([',', ';', '，', '；', '、']).skip(1) {
        one(piece.trim_start(), draft);
    }
}

/// Reads one labelled score, and says whether there was a label.
fn one(line: &str, draft: &mut Draft<'_>) -> bool {
    let Some((point, written)) = labelled_point(line, &draft.known) else { return false };
    let text = plain(written);
    let nothing = matches!(text.to_ascii_lowercase().trim_end_matches('.'), "nan" | "n/a" | "inf" | "none");
    match leading(&text) {
        Some((scored, Tail::Nothing | Tail::Reason)) => note_score(point, scored, written, Provenance::Label, draft),
        Some((_, Tail::Range)) => note_score(point, Scored::Bad, written, Provenance::Label, draft),
        Some((_, Tail::Prose)) if draft.known.points().is_empty() => {}
        Some((_, Tail::Prose)) => draft.notes.add(WarningCode::ProseScore, written),
        None if nothing => note_score(point, Scored::Bad, written, Provenance::Label, draft),
        None => {}
    }
    true
}

/// The point that a line's label names, and what is written after the colon.
fn labelled_point<'l>(line: &'l str, known: &Known<'_>) -> Option<(u16, &'l str)> {
    let bare = after_leads(line);
    let bare = ["score for ", "score of ", "rating for "]
        .iter()
        .find_map(|lead| {
            bare.get(..lead.len()).filter(|head| head.eq_ignore_ascii_case(lead)).and_then(|_| bare.get(lead.len()..))
        })
        .unwrap_or(bare);
    let overall = |line| {
        let after = OVERALL.iter().find_map(|label| after_label(line, label))?;
        known.only_point().map(|point| (point, after))
    };
    // The names first: a point may be called "Rating". The whole line then: one may begin with a number of its own.
    named(bare, known)
        .or_else(|| overall(bare))
        .or_else(|| named(line.trim_start_matches(['-', '*', '#', ' ']), known))
        .or_else(|| numbered(bare, known))
}

fn named<'l>(text: &'l str, known: &Known<'_>) -> Option<(u16, &'l str)> {
    let points = known.points().iter().zip(1_u16..);
    let fits = points.filter_map(|(name, number)| after_label(text, name).map(|after| (name.len(), (number, after))));
    fits.max_by_key(|&(length, _)| length).map(|(_, found)| found)
}

/// What is written after a label and its colon.
fn after_label<'l>(text: &'l str, label: &str) -> Option<&'l str> {
    let length = eat_name(text, label, Likeness::Same)?;
    let tail = after_emphasis(text.get(length..)?);
    let tail = ["score", "rating", "得分", "评分", "的得分", "的评分", "のスコア", "の得点", "の評点", "の評価"]
        .iter()
        .find_map(|word| {
            tail.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).and_then(|_| tail.get(word.len()..))
        })
        .unwrap_or(tail);
    let tail = after_share(after_emphasis(tail));
    after_sign(after_emphasis(tail)).or_else(|| after_dash(tail))
}

/// What is written after a colon.
fn after_sign(tail: &str) -> Option<&str> {
    let sign = narrow_first(tail).filter(|sign| matches!(sign, ':' | '='))?;
    let wide = tail.chars().next().filter(|&c| c != sign).map_or(sign.len_utf8(), char::len_utf8);
    tail.get(wide..).map(after_emphasis)
}

/// What is written after a dash, where it is a score and nothing else: `Feasibility — 85`, `可行性 —— 85分`.
///
/// A hyphen needs blanks beside it, as it may be a minus or part a range.
fn after_dash(tail: &str) -> Option<&str> {
    let tail = after_emphasis(tail);
    let rest = tail.trim_start_matches(['—', '–', '―', '－']);
    let rest = if rest.len() < tail.len() {
        rest
    } else {
        tail.strip_prefix('-')?.trim_start_matches('-').strip_prefix(' ')?
    };
    let written = after_emphasis(rest);
    let scored = leading(&plain(written));
    matches!(scored, Some((_, Tail::Nothing | Tail::Reason | Tail::Range))).then_some(written)
}

/// Without a weight or an aside in brackets: `Feasibility (30%): 85`.
fn after_share(tail: &str) -> &str {
    const LONGEST: usize = 40;
    if !matches!(narrow_first(tail), Some('(')) {
        return tail;
    }
    let end = tail.char_indices().take(LONGEST).find(|(_, c)| matches!(c, ')' | '）'));
    end.and_then(|(at, c)| tail.get(at + c.len_utf8()..)).unwrap_or(tail)
}

/// `Point 2: 85`, `决策点1：85`.
fn numbered<'l>(text: &'l str, known: &Known<'_>) -> Option<(u16, &'l str)> {
    const WORDS: [&str; 10] = [
        "decision point",
        "point",
        "决策点",
        "决定点",
        "決定点",
        "決定ポイント",
        "ポイント",
        "論点",
        "評価点",
        "評価項目",
    ];
    let rest = WORDS.iter().find_map(|word| {
        text.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word)).and_then(|_| text.get(word.len()..))
    })?;
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number: u16 = rest.get(..digits)?.parse().ok()?;
    let exists = (1..=known.points().len()).contains(&usize::from(number));
    let after = exists.then(|| after_label(rest, rest.get(..digits)?))??;
    Some((number, after))
}
