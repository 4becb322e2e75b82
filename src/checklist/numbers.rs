//! Numbers in a text, the sentences they stand in, and whether a source is named.

use std::ops::Range;
use std::sync::LazyLock;

use super::blocks::{Block, Kind};
use super::claims::Claim;
use super::document::Document;
use super::pattern::Pattern;
use super::sentence::{Context, Place};
use super::values::written;
use super::vocabulary::Role;
use super::word_lists::{Set, set};
use super::words::{Words, is_wide};

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Plain,
    Percent,
    Multiple,
    Money,
}

/// A number in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) bytes: Range<usize>,
    /// The words it covers, unit included.
    pub(super) words: Range<usize>,
    pub(super) unit: Unit,
}

static NUMBER: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?i)(US\$|[$€£¥]|\b(?:USD|EUR|GBP|CHF)[ ])?[ ]?",
        r"(?:\b([0-9]+(?:[.,][0-9]+)*(?:[ ]?(?:-|–|to)[ ]?[$€£]?[0-9]+(?:[.,][0-9]+)*)?)|\b(half|a third|two thirds|one third|a quarter|three quarters|twice|(?:two|three|four|five|six|ten|hundred)[ ]times)\b|(一半|半分|半額|两成|三分之一|三分之二|四分之一|3分の1|2分の1|两倍|二倍|数倍))",
        r"([ ]?(?:k|m|bn|million|billion|thousand)\b)?",
        r"([ ]?(?:%|percent\b|per cent\b|pct\b)|[ ]?(?:x\b|×|-fold\b|fold\b)|[ ]times\b|[ ]?(?:USD|EUR|GBP|CHF|dollars|euros|pounds|€|£)\b?)?",
    ))
});

/// The numbers of a text.
pub(super) fn numbers(text: &str, words: &Words) -> Vec<Number> {
    let mut found = Vec::new();
    for m in NUMBER.captures_iter(text) {
        let Some(whole) = m.get(0) else { continue };
        let money = m.get(1).is_some();
        let tail = m.get(6).map_or("", |t| t.as_str()).trim().to_ascii_lowercase();
        let worded = m.get(3).map(|w| w.as_str().to_ascii_lowercase());
        let wide = m.get(4).map(|w| if w.as_str().ends_with('倍') { Unit::Multiple } else { Unit::Percent });
        let unit = match (tail.as_str(), worded.as_deref()) {
            _ if wide.is_some() => wide.unwrap_or(Unit::Percent),
            ("x" | "×" | "-fold" | "fold" | "times", _) | (_, Some("twice")) => Unit::Multiple,
            (_, Some(w)) if w.ends_with("times") => Unit::Multiple,
            ("%" | "percent" | "per cent" | "pct", _) | (_, Some(_)) => Unit::Percent,
            ("", None) if !money => Unit::Plain,
            _ => Unit::Money,
        };
        let start = whole.start() + whole.as_str().len() - whole.as_str().trim_start().len();
        let before = text[..start].chars().next_back();
        let next = text[whole.end()..].chars().next();
        let glued = matches!(before, Some('#' | '.' | '_' | '/' | '-' | ':')) && !money
            || before.is_some_and(|c| c.is_alphanumeric() && !is_wide(c))
            || next.is_some_and(|c| {
                c.is_alphanumeric() && !is_wide(c)
                    || matches!(c, '_' | ':') && text[whole.end() + 1..].starts_with(|c: char| c.is_ascii_digit())
            });
        if glued {
            continue;
        }
        let (unit, end) = match unit {
            Unit::Plain => wide_unit(text, whole.end()),
            known => (known, whole.end()),
        };
        let bytes = start..end;
        let first = words.within(&bytes);
        found.push(Number { words: first, bytes, unit });
    }
    found
}

/// The unit that a script without spaces writes right after a number, and where it ends: "40万元", "6割", "3倍".
fn wide_unit(text: &str, end: usize) -> (Unit, usize) {
    const AMOUNTS: [char; 6] = ['十', '百', '千', '万', '亿', '億'];
    const UNITS: [(&str, Unit); 20] = [
        ("倍", Unit::Multiple),
        ("个百分点", Unit::Percent),
        ("百分点", Unit::Percent),
        ("ポイント", Unit::Percent),
        ("パーセント", Unit::Percent),
        ("％", Unit::Percent),
        ("割", Unit::Percent),
        ("成", Unit::Percent),
        ("元", Unit::Money),
        ("余元", Unit::Money),
        ("多元", Unit::Money),
        ("块钱", Unit::Money),
        ("人民币", Unit::Money),
        ("美元", Unit::Money),
        ("日元", Unit::Money),
        ("欧元", Unit::Money),
        ("円", Unit::Money),
        ("ドル", Unit::Money),
        ("米ドル", Unit::Money),
        ("ユーロ", Unit::Money),
    ];
    let rest = &text[end..];
    if !rest.starts_with(|c: char| !c.is_ascii() || c == ' ') {
        return (Unit::Plain, end);
    }
    let amount = rest.trim_start_matches(' ').trim_start_matches(AMOUNTS);
    let unit = UNITS.iter().find(|(name, _)| amount.starts_with(name));
    // "3成" is a share; "成" before another word is a verb ("100成功").
    let unit =
        unit.filter(|(name, _)| *name != "成" || !amount[name.len()..].starts_with(['功', '果', '员', '本', '为']));
    let counted = rest.trim_start_matches(' ').len() > amount.len();
    match unit {
        Some((name, unit)) => (*unit, text.len() - amount.len() + name.len()),
        None if counted => (Unit::Plain, text.len() - amount.len()),
        None => (Unit::Plain, end),
    }
}

/// The sentences of a text, as byte ranges.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let mut rest = text[at + c.len_utf8()..].chars();
        let ends = match c {
            '.' | '!' | '?' => {
                let gap = rest.next();
                // A folded "。" ends a sentence whatever follows.
                let wide = text[..at].ends_with(|c: char| !c.is_ascii()) && text[at + 1..].starts_with("  ");
                wide || gap.is_none_or(char::is_whitespace)
                    && rest.find(|c| !c.is_whitespace()).is_none_or(|c| !c.is_lowercase() && !c.is_ascii_digit())
            }
            '。' | '！' | '？' | '|' => true,
            // A new line goes on with the sentence unless it begins like a label.
            '\n' => super::sections::is_labelled_fact(text[at + 1..].lines().next().unwrap_or("")),
            _ => false,
        };
        if ends {
            found.push(from..at + c.len_utf8());
            from = at + c.len_utf8();
        }
    }
    if from < text.len() {
        found.push(from..text.len());
    }
    found
}

static TICKET: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(r"\(([^()]*\b[A-Z]{2,8}-[0-9]{1,6}\b[^()]*)\)|\([A-Z][A-Za-z]+(?: et al\.?)?,? (?:19|20)[0-9]{2}\)")
});
/// "Source: ..." or "(May 2026)" after a name.
static LABEL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i-u:\b(?:sources?|ref|refs|reference|evidence|basis|data)[ ]*[:=])|\([A-Z][A-Za-z0-9/ '-]{2,60},? (?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* |Q[1-4] |autumn |spring |summer |winter )?20[0-9]{2}\)",
    )
});
static BRACKET: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"\(([^()]{3,160})\)"));

/// Whether a block says where its numbers are from.
pub(super) fn sourced(block: &Block) -> bool {
    block.linked() || says_source(&block.text, &block.words)
}

/// For each sentence, whether its numbers are sourced: in it, or in one of the block that claims nothing itself.
fn sourced_sentences(block: &Block, sentences: &[Range<usize>], claims: &[Option<(Claim, usize)>]) -> Vec<bool> {
    if !sourced(block) {
        return vec![false; sentences.len()];
    }
    let says = |s: &Range<usize>| {
        block.links_in(s) || says_source(&block.text[s.clone()], &Words::new(&block.text[s.clone()]))
    };
    let own: Vec<bool> = sentences.iter().map(says).collect();
    let claiming: std::collections::HashSet<usize> = claims.iter().flatten().map(|c| c.1).collect();
    let speaks_for_all = own.iter().enumerate().any(|(at, own)| *own && !claiming.contains(&at));
    match speaks_for_all || own.iter().all(|own| !own) {
        true => vec![true; sentences.len()],
        false => own,
    }
}

fn says_source(text: &str, words: &Words) -> bool {
    if set(Set::Source).any(words) || LABEL.is_match(text) || TICKET.is_match(text) {
        return true;
    }
    let led = set(Set::SourceNoun).find(words).into_iter().any(|hit| {
        let from = hit.words.start.saturating_sub(5);
        let tells = matches!(
            words.word(hit.words.end),
            "shows"
                | "show"
                | "showed"
                | "reports"
                | "reported"
                | "says"
                | "recorded"
                | "found"
                | "lists"
                | "gives"
                | "suggests"
                | "indicates"
        );
        let told =
            words.has_wide() && (hit.words.end..hit.words.end + 6).any(|at| set(Set::SourceTells).begins(words, at));
        tells
            || told
            || (from..hit.words.start).any(|w| {
                let lead = words.word(w);
                let gap = text.get(words.span(w).end..hit.bytes.start).unwrap_or(",");
                let weak = matches!(lead, "on" | "of" | "by" | "using" | "via");
                set(Set::SourceLead).has(lead)
                    && !gap.contains(['.', ',', ';', '('])
                    && (!weak || hit.words.start - w == 1)
            })
    });
    led || BRACKET
        .captures_iter(text)
        .filter_map(|m| m.get(1))
        .any(|m| set(Set::SourceNoun).any(&Words::new(m.as_str())))
}

/// A number that claims a fact and names no source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unsourced {
    pub(super) line: u32,
    pub(super) value: String,
    pub(super) claim: Claim,
}

/// Every unsourced claim of a material.
pub(super) fn unsourced(document: &Document) -> Vec<Unsourced> {
    let blocks = document.blocks();
    let covered = super::sources::covered(document);
    let steps: std::collections::HashSet<u32> = document.nodes.iter().map(|n| n.line).collect();
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let read = !matches!(block.kind, Kind::Heading | Kind::Code | Kind::Row { head: true, .. });
        if !read || covered[index] {
            continue;
        }
        let role = document.role(block);
        let place = Place {
            goals: role == Role::Goals,
            criteria: matches!(role, Role::Verification | Role::Rollback),
            step: steps.contains(&block.line()),
        };
        found.extend(in_block(block, place));
    }
    found
}

/// The part of a sentence that can bear on a number: a sentence without an end may be a whole material, and every number
/// in it would be read against all of it.
fn within_reach(sentence: Range<usize>, number: &Number) -> Range<usize> {
    const WORDS: usize = 120;
    let from = number.words.start.saturating_sub(WORDS).max(sentence.start);
    from..sentence.end.min(number.words.end + WORDS)
}

fn in_block(block: &Block, place: Place) -> Vec<Unsourced> {
    let numbers = numbers(&block.text, &block.words);
    if numbers.is_empty() {
        return Vec::new();
    }
    let sentences = sentences(&block.text);
    let claims: Vec<Option<(Claim, usize)>> = numbers
        .iter()
        .map(|number| {
            let at = sentences.partition_point(|s| s.end <= number.bytes.start);
            let sentence = within_reach(block.words.within(sentences.get(at)?), number);
            let first = sentence.start <= block.words.within(&(0..1)).end;
            let place = Place { step: place.step && first, ..place };
            let context = Context { text: &block.text, words: &block.words, sentence, number, place };
            context.judge().map(|claim| (claim, at))
        })
        .collect();
    if claims.iter().all(Option::is_none) {
        return Vec::new();
    }
    let sourced = sourced_sentences(block, &sentences, &claims);
    let mut found: Vec<Unsourced> = Vec::new();
    for (number, claim) in numbers.iter().zip(claims) {
        let Some((claim, _)) = claim.filter(|(_, at)| !sourced.get(*at).copied().unwrap_or(false)) else {
            continue;
        };
        let value = written(&block.text, number).replace('\n', " ");
        let line = block.line_at(number.bytes.start);
        if found.last().is_none_or(|last| last.line != line) {
            found.push(Unsourced { line, value, claim });
        }
    }
    found
}
