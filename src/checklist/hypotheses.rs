//! The possible causes that a diagnosis names.

use std::sync::LazyLock;

use super::blocks::{Block, Blocks, Kind};
use super::document::Hypothesis;
use super::folding::unfold;
use super::pattern::Pattern;
use super::word_lists::{Set, set};
use super::words::{Words, length};

static LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^(?i-u:hypothesis|theory|possible cause|candidate|suspect|cause)[ ]*#?(?:[0-9]{1,2}|[A-H])?[ ]*(?:\([^)]*\))?[ ]*(?:[:.)]|-|–|—)[ ]*|^(?:假设|假说|可能原因|原因候选|猜测|原因|推测|疑点|仮説|原因候補|考えられる原因|候補)[ ]*#?(?:[0-9]{1,2}|[A-H]|[一二三四五六七八九十])?[ ]*(?:\([^)]*\))?[ ]*(?::|\.|、)[ ]*|^H[0-9]{1,2}[ ]*(?:[:.)]|-|–|—)[ ]*",
    )
});

/// Finds the hypotheses: listed under a heading for them, labelled, or supposed in running text.
pub(super) fn find(all: &Blocks) -> Vec<Hypothesis> {
    let mut under: Vec<bool> = vec![false; all.sections.len()];
    for (index, section) in all.sections.iter().enumerate().skip(1) {
        let words = Words::new(&section.title);
        let short = words.length() <= 6;
        under[index] =
            (short && set(Set::HypothesisHeadings).any(&words)) || (under[section.parent] && section.parent > 0);
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, block) in all.blocks.iter().enumerate() {
        let above = all.sections[block.section].parent;
        let within = if block.kind == Kind::Heading { under[above] } else { under[block.section] };
        let listed = within && listed(all, block);
        let labels = if block.kind == Kind::Code { Vec::new() } else { labels(&block.text) };
        if listed && labels.is_empty() {
            found.push((index, 0));
        }
        found.extend(labels.into_iter().map(|label| (index, label)));
    }
    if found.is_empty() {
        let supposes =
            |b: &Block| !matches!(b.kind, Kind::Code | Kind::Heading) && set(Set::HypothesisSupposed).any(&b.words);
        found.extend(all.blocks.iter().enumerate().filter(|(_, b)| supposes(b)).map(|(index, _)| (index, 0)));
    }
    found.into_iter().map(|(index, skip)| hypothesis(all, index, skip)).collect()
}

/// Where the words after a label begin: at the start of the text, or of any of its lines.
fn labels(text: &str) -> Vec<usize> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let ends = starts.filter_map(|at| LABEL.find(text.get(at..)?).map(|m| at + m.end()));
    ends.filter(|end| *end < text.len()).collect()
}

fn listed(all: &Blocks, block: &Block) -> bool {
    match block.kind {
        Kind::Item(_) => {
            let reason = set(Set::HypothesisReason).begins(&block.words, 0);
            block.parent.is_none() && all.sections[block.section].number.is_none() && !reason
        }
        Kind::Row { head: false, .. } => true,
        // "### 1. Pool exhausted" under "## Hypotheses".
        Kind::Heading => all.sections[block.section].number.is_some(),
        _ => false,
    }
}

fn hypothesis(all: &Blocks, index: usize, skip: usize) -> Hypothesis {
    let block = &all.blocks[index];
    let cells = block.cells();
    let text = match block.kind {
        Kind::Row { .. } => cells.iter().find(|c| length(c) > 1).copied().unwrap_or(&block.text),
        Kind::Heading => all.sections[block.section].title.as_str(),
        _ => &block.text[skip..],
    };
    let first = text.split(['\n']).next().unwrap_or("");
    let end = first.find(". ").map_or(first.len(), |at| at + 1);
    let first = unfold(first[..end].trim()).into_owned();
    let line = if skip == 0 { block.line() } else { block.line_at(skip) };
    Hypothesis { text: first, line, evidence: has_evidence(all, index, skip) }
}

fn has_evidence(all: &Blocks, index: usize, skip: usize) -> bool {
    let block = &all.blocks[index];
    let own = block.text.get(skip..).unwrap_or_default();
    // Another one that begins in the same paragraph brings its own.
    let next = labels(&block.text).into_iter().find(|label| *label > skip);
    let own = next.and_then(|label| block.text.get(skip..label)).unwrap_or(own);
    if block.linked() || speaks(own, &Words::new(own)) {
        return true;
    }
    let rest = all.blocks[index + 1..].iter();
    match block.kind {
        Kind::Heading => {
            rest.take_while(|b| b.section == block.section).any(|b| b.kind == Kind::Code || speaks(&b.text, &b.words))
        }
        Kind::Paragraph => rest
            .take_while(|b| b.section == block.section && b.kind != Kind::Paragraph)
            .any(|b| b.kind == Kind::Code || speaks(&b.text, &b.words)),
        _ => rest
            .take_while(|b| b.section == block.section && (b.parent.is_some() || b.kind == Kind::Code))
            .any(|b| b.kind == Kind::Code || speaks(&b.text, &b.words)),
    }
}

fn speaks(text: &str, words: &Words) -> bool {
    let denied = |at: usize| {
        wide_denial(text, words, at)
            || (at.saturating_sub(2)..at).any(|w| matches!(words.word(w), "no" | "without" | "not"))
    };
    let said = (0..words.len()).any(|at| set(Set::HypothesisEvidence).at(words, at).is_some() && !denied(at));
    said || set(Set::Source).any(words) || text.contains("http")
}

/// "没有证据", "根拠はない": what is said not to be there speaks for nothing.
fn wide_denial(text: &str, words: &Words, at: usize) -> bool {
    let end = set(Set::HypothesisEvidence).at(words, at).unwrap_or(at + 1);
    let bytes = words.span(at).start..words.span(end - 1).end;
    words.has_wide() && super::denial::denied(text, words, &super::words::Hit { words: at..end, bytes })
}
