//! The facts of a step: who, from when, until when, and what must come first.

use std::ops::Range;

use super::date_reading::Habits;
use super::dates::{Scale, When};
use super::owners::{self, Form, Said};
use super::pieces::{self, Piece};
use super::reference_values;
use super::references::{self, Reference, Way};
use super::vocabulary::Label;
use super::wide_references;
use super::word_lists::{Set, set};
use super::words::Words;

/// A fact with the line it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct At<T> {
    pub(super) what: T,
    pub(super) line: u32,
}

/// What a text says about a step.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) owners: Vec<At<Said>>,
    pub(super) starts: Vec<At<When>>,
    pub(super) dues: Vec<At<When>>,
    /// Whether the place for a date is left open ("Due: TBD"), and where.
    pub(super) open_date: Option<u32>,
    pub(super) needs: Vec<At<Reference>>,
}

impl Facts {
    pub(super) fn is_empty(&self) -> bool {
        self.owners.is_empty() && self.starts.is_empty() && self.dues.is_empty() && self.needs.is_empty()
    }

    /// Whether somebody is named.
    pub(super) fn owned(&self) -> bool {
        self.owners.iter().any(|o| o.what.names.is_some())
    }

    /// Whether somebody is named by a label or a phrase, and not only by a name in a likely place.
    pub(super) fn surely_owned(&self) -> bool {
        self.owners.iter().any(|o| o.what.names.is_some() && o.what.form <= Form::Phrase)
    }

    /// Whether a fact is said in so many words.
    pub(super) fn surely(&self) -> bool {
        self.surely_owned() || !(self.starts.is_empty() && self.dues.is_empty() && self.needs.is_empty())
    }

    /// Whether a text with these facts is surely a piece of work: somebody does it, or it has a place and a time.
    pub(super) fn told(&self) -> bool {
        self.owned() || (!self.needs.is_empty() && !self.dues.is_empty())
    }

    /// Sorts the dates of a text into beginnings and ends.
    fn read_dates(
        &mut self,
        dates: &[When],
        text: &str,
        words: &Words,
        pieces: &[Piece],
        spot: Spot,
        line_at: &impl Fn(usize) -> u32,
    ) {
        for (index, when) in dates.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|at| dates.get(at)).filter(|b| pair(text, b, when));
            let opens = dates.get(index + 1).is_some_and(|next| pair(text, when, next));
            let piece = pieces.iter().find(|p| p.value.contains(&when.bytes.start));
            let found = At { what: when.clone(), line: line_at(when.bytes.start) };
            match role(text, words, piece, when, spot) {
                Some(Label::Start) if before.is_none() => self.starts.push(found),
                Some(_) if opens => self.starts.push(found),
                Some(_) => self.dues.push(found),
                // The end of a range whose beginning was taken.
                None if before.is_some() && self.starts.last().map(|s| &s.what) == before => self.dues.push(found),
                None => {}
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.owners.extend(other.owners);
        self.starts.extend(other.starts);
        self.dues.extend(other.dues);
        self.needs.extend(other.needs);
        self.open_date = self.open_date.or(other.open_date);
    }
}

/// The part of a text that is read for facts: a step longer than this is no step.
pub(super) fn bounded(text: &str) -> &str {
    const MOST: usize = 4096;
    let end = (MOST.saturating_sub(4)..=MOST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    if text.len() <= MOST { text } else { &text[..end] }
}

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// It names the step itself, where bare names and dates count.
    Title,
    /// It tells more of it.
    Detail,
}

/// Reads the facts of a text.
pub(super) fn read(text: &str, words: &Words, habits: Habits, spot: Spot, line_at: impl Fn(usize) -> u32) -> Facts {
    let pieces = pieces::split(text);
    let mut facts = Facts::default();
    let said = owners::said(text, &pieces, spot).into_iter();
    facts.owners.extend(said.map(|said| At { line: line_at(said.offset), what: said }));
    facts.read_dates(&habits.dates(text), text, words, &pieces, spot, &line_at);
    if words.has_wide() {
        let elsewhere = |r: &Reference| !pieces.iter().any(|p| p.value.contains(&r.offset) && p.keeps_references());
        let found = wide_references::in_text(text, words).into_iter().filter(elsewhere);
        facts.needs.extend(found.map(|what| At { line: line_at(what.offset), what }));
    }
    for piece in &pieces {
        let value = &text[piece.value.clone()];
        let offset = piece.value.start;
        let found = match piece.label {
            Some(Label::Needs) => reference_values::in_value(value, offset, Way::Needs),
            Some(Label::Feeds) => reference_values::in_value(value, offset, Way::Feeds),
            Some(Label::Due) if piece.marked && is_open(value) => {
                facts.open_date = Some(line_at(offset));
                continue;
            }
            Some(Label::Detail) => continue,
            _ => references::in_text(text, words, words.within(&whole(piece))),
        };
        facts.needs.extend(found.into_iter().map(|what| At { line: line_at(what.offset), what }));
    }
    facts
}

fn whole(piece: &Piece) -> Range<usize> {
    let from = piece.value.start.saturating_sub(if piece.marked { 0 } else { piece.name.len() });
    from..piece.value.end
}

/// Whether the place for a value is left open.
pub(super) fn is_open(value: &str) -> bool {
    let value = value.trim().trim_end_matches('.');
    let lower = value.to_ascii_lowercase();
    matches!(
        lower.as_str(),
        "tbd"
            | "tbc"
            | "tba"
            | "?"
            | "??"
            | "???"
            | "asap"
            | "soon"
            | "to be decided"
            | "to be determined"
            | "to be confirmed"
            | "as soon as possible"
            | "unknown"
    ) || (super::words::has_wide(value) && super::vocabulary::vocabulary().nobody.is(value))
}

/// Whether two dates are the ends of a range.
fn pair(text: &str, a: &When, b: &When) -> bool {
    if a.scale != b.scale {
        return false;
    }
    let between = text.get(a.bytes.end..b.bytes.start).map(str::trim);
    a.bytes == b.bytes
        || between.is_some_and(|t| {
            matches!(
                t,
                "-" | "–"
                    | "—"
                    | "to"
                    | "until"
                    | "till"
                    | "→"
                    | "->"
                    | "through"
                    | "/"
                    | ".."
                    | "and"
                    | "至"
                    | "到"
                    | "から"
                    | "~"
            )
        })
}

/// What a date says about the step, if anything.
fn role(text: &str, words: &Words, piece: Option<&Piece>, when: &When, spot: Spot) -> Option<Label> {
    let piece = piece?;
    match piece.label {
        Some(label @ (Label::Due | Label::Start)) => return Some(label),
        Some(Label::Owner | Label::BackupOwner) => {}
        Some(_) => return None,
        None => {}
    }
    // "T-4" may be the id of a step as well.
    if spot == Spot::Detail
        || (when.scale == Scale::Offset
            && when.text.starts_with("T-")
            && when.text.ends_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    let here = words.within(&(piece.value.start..when.bytes.start));
    let before = here.end.checked_sub(1).filter(|w| *w >= here.start).map_or("", |w| words.word(w));
    let gap = text.get(piece.value.start..when.bytes.start).unwrap_or("").trim();
    if set(Set::DateStartBefore).has(before) {
        return Some(Label::Start);
    }
    let behind = words.within(&(when.bytes.end..text.len())).start;
    if words.has_wide()
        && let Some(label) = wide_role(words, here.clone(), behind, when)
    {
        return Some(label);
    }
    let exact = matches!(when.scale, Scale::Day | Scale::YearDay);
    let apart = gap.is_empty()
        && (piece.before.is_some()
            || text.get(when.bytes.end..).is_some_and(|rest| {
                rest.trim_start().starts_with([':', '-', '–', '—', '|']) || rest.trim().is_empty()
            }));
    let weekday = before.len() >= 3
        && ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().any(|d| before.starts_with(d))
        && before.len() <= 9;
    let owner_side = piece.label == Some(Label::Owner);
    ((set(Set::DateDueBefore).has(before) && (exact || before != "to")) || apart || (exact && weekday) || owner_side)
        .then_some(Label::Due)
}

/// In scripts without spaces what a date says stands mostly behind it: "3月5日前完成", "3月5日から".
fn wide_role(words: &Words, before: Range<usize>, behind: usize, when: &When) -> Option<Label> {
    let gap = words.lower.get(when.bytes.end..words.span(behind).start)?;
    let near = gap.trim().is_empty() || matches!(gap.trim(), "(" | ",");
    if near && set(Set::DateWideStart).begins(words, behind) {
        return Some(Label::Start);
    }
    let exact = matches!(when.scale, Scale::Day | Scale::YearDay | Scale::Spoken);
    let due = (near && set(Set::DateWideDue).begins(words, behind)) || (exact && before.is_empty());
    let led = (before.end.saturating_sub(6).max(before.start)..before.end)
        .any(|at| set(Set::DateWideLead).at(words, at).is_some_and(|end| end + 2 >= before.end));
    (due || led).then_some(Label::Due)
}
