//! Writes what was said, where everybody stands and what people outside added, each within its room.

use std::{borrow::Cow, fmt::Write as _};

use quorate_strategies::{
    brief::Language,
    event::{Peers, Summary},
    seat::{Role, Roster, SeatId},
    state::{Interjection, State},
};

use super::{
    budget::{Budget, Excerpt, at_most, excerpt, tokens},
    fence::Fence,
    gather::Context,
    labels::label,
    words::Words,
};
use crate::agent::Heard;

/// What the tags around one message and a mark for a cut take, names apart, as a bound on the estimate.
const TAGS: u32 = 40;
/// The least that the newest message is given, however small the window is.
const LEAST: u32 = 64;
/// What a pinned line may take.
const LINE: u32 = 50;

/// Writes the parts of one prompt that come from the record.
pub(super) struct Pen<'a> {
    fence: &'a Fence,
    roster: &'a Roster,
    peers: Peers,
    language: Language,
    words: &'static Words,
    you: SeatId,
}

impl<'a> Pen<'a> {
    pub(super) fn new(fence: &'a Fence, state: &'a State, you: SeatId) -> Self {
        let charter = state.charter();
        let language = charter.brief.language;
        Self { fence, roster: state.roster(), peers: charter.peers, language, words: Words::of(language), you }
    }

    /// The messages, oldest first, as many of the newest as `room` tokens hold; and how many it does not hold.
    pub(super) fn messages(&self, context: &Context<'_>, room: u32, budget: Budget) -> (String, usize) {
        let heard = &context.heard;
        let (first, newest) = self.fitting(heard, room, budget.message());
        let (left_out, shown) = heard.split_at_checked(first).unwrap_or((&[], heard));
        let mut out = String::with_capacity(shown.iter().map(|one| one.message.text().len().min(65_536) + 80).sum());
        let last = shown.iter().rposition(|one| !is_pass(one));
        for (at, one) in shown.iter().enumerate() {
            self.message(&mut out, one, if last == Some(at) { newest } else { budget.message() });
        }
        out.truncate(out.trim_end().len());
        (out, left_out.iter().filter(|one| !is_pass(one)).count())
    }

    /// What stands for the rounds before, quoted like a message, as it is nobody's instruction; within `most` tokens.
    pub(super) fn summary(&self, context: &Context<'_>, most: u32) -> String {
        let mut out = String::new();
        let Some((summarised, text)) = context.summary.and_then(|one| Some((one, one.summary.text()?))) else {
            return out;
        };
        self.fence.open(&mut out, "summary");
        out.push(' ');
        let [before, after] = self.words.rounds_upto;
        let _ = write!(out, "{before}{}{after}{}", summarised.round, self.words.comma);
        match &*summarised.summary {
            Summary::Written { .. } => out.push_str(self.words.by_summarizer),
            _ => out.push_str(self.words.by_rule),
        }
        Fence::opened(&mut out);
        self.fence.body(&mut out, &excerpt(text, most), self.words);
        self.fence.close(&mut out, "summary");
        out.truncate(out.trim_end().len());
        out
    }

    fn message(&self, out: &mut String, one: &Heard<'_>, most: u32) {
        if is_pass(one) {
            self.speaker(out, one.speaker);
            let [before, after] = self.words.passed;
            let _ = writeln!(out, "{before}{}{after}", one.turn);
            return;
        }
        self.fence.open(out, "msg");
        let _ = write!(out, " {} ", one.turn);
        self.speaker(out, one.speaker);
        let [before, after] = self.words.round;
        let _ = write!(out, "{}{before}{}{after}", self.words.comma, one.round);
        if let Some(kind) = one.message.reading.kind.counted() {
            out.push_str(self.words.comma);
            out.push_str(self.words.kind(*kind));
        }
        Fence::opened(out);
        self.fence.body(out, &excerpt(one.message.text(), most), self.words);
        self.fence.close(out, "msg");
    }

    fn speaker(&self, out: &mut String, seat: SeatId) {
        if seat == self.you {
            out.push_str(self.words.you);
        } else {
            out.push_str(&self.label(seat));
        }
    }

    fn label(&self, seat: SeatId) -> Cow<'a, str> {
        match label(self.roster, self.peers, self.language, seat) {
            Cow::Borrowed(name) => self.fence.name(name),
            Cow::Owned(letter) => Cow::Owned(letter),
        }
    }

    /// One line per seat with its role, its side and its position.
    pub(super) fn positions(&self, context: &Context<'_>) -> String {
        let mut out = String::with_capacity(context.positions.len() * 40);
        for (id, position) in &context.positions {
            let Some(seat) = self.roster.get(*id) else {
                continue;
            };
            out.push_str(if out.is_empty() { "- " } else { "\n- " });
            out.push_str(&self.label(*id));
            if *id == self.you {
                out.push_str(self.words.is_you);
            }
            // A role tells who somebody is.
            if self.peers == Peers::Named && seat.role != Role::Participant {
                out.push_str(self.words.comma);
                out.push_str(&self.fence.name(self.words.role(&seat.role)));
            }
            if let Some(side) = &seat.side {
                let [before, after] = self.words.side;
                let _ = write!(out, "{}{before}{}{after}", self.words.comma, self.fence.name(side));
            }
            out.push_str(self.words.colon);
            out.push_str(if seat.vote { self.words.position(*position) } else { self.words.no_vote });
        }
        out
    }

    /// What people outside the table said since the seat was last asked, word for word, as many of the newest as
    /// `room` tokens hold; and how many it does not hold.
    pub(super) fn fresh(&self, context: &Context<'_>, room: u32, budget: Budget) -> (String, usize) {
        let mut out = String::new();
        let all = context.fresh;
        let each = all.iter().map(|one| at_most(&one.author)).max().unwrap_or(0).saturating_add(TAGS);
        let fit = usize::try_from(room / each.saturating_add(LEAST)).unwrap_or(usize::MAX).max(1);
        let (left_out, shown) = all.split_at_checked(all.len().saturating_sub(fit)).unwrap_or((&[], all));
        let share = room / u32::try_from(shown.len()).unwrap_or(u32::MAX).max(1);
        let most = budget.message().min(share.saturating_sub(each)).max(LEAST);
        for one in shown {
            self.fence.open(&mut out, "note");
            let _ = write!(out, " {}{}{}", self.fence.name(&one.author), self.words.comma, self.words.outside);
            Fence::opened(&mut out);
            self.fence.body(&mut out, &excerpt(&one.text, most), self.words);
            self.fence.close(&mut out, "note");
        }
        out.truncate(out.trim_end().len());
        (out, left_out.len())
    }

    /// What they said before, one line each.
    pub(super) fn pinned(&self, context: &Context<'_>) -> String {
        let mut out = String::new();
        if context.pinned.is_empty() {
            return out;
        }
        self.fence.open(&mut out, "notes");
        let _ = write!(out, " {}>", self.words.outside);
        for one in context.pinned {
            self.pin(&mut out, one);
        }
        self.fence.close(&mut out, "notes");
        out.truncate(out.trim_end().len());
        out
    }

    fn pin(&self, out: &mut String, one: &Interjection) {
        let _ = write!(out, "\n- {}{}", self.fence.name(&one.author), self.words.colon);
        match excerpt(&one.text, LINE) {
            Excerpt::Whole(text) => out.push_str(&self.fence.line(text)),
            Excerpt::Cut { head, .. } => {
                out.push_str(&self.fence.line(head));
                out.push('…');
            }
        }
    }

    /// A quoted document of the brief, within `most` tokens.
    pub(super) fn document(&self, out: &mut String, name: &str, text: &str, most: u32) {
        self.fence.open(out, "doc");
        out.push(' ');
        out.push_str(&self.fence.name(name));
        Fence::opened(out);
        self.fence.body(out, &excerpt(text, most), self.words);
        self.fence.close(out, "doc");
    }

    /// The first message that fits when the newest are taken first, and what the newest one may take. That one is
    /// always there, cut to what is left if it must be.
    fn fitting(&self, heard: &[Heard<'_>], room: u32, cap: u32) -> (usize, u32) {
        let bound = heard.iter().map(|one| at_most(one.message.text()).min(cap).saturating_add(self.tags(one)));
        if bound.fold(0, u32::saturating_add) <= room {
            return (0, cap);
        }
        let mut left = room;
        let mut first = heard.len();
        let mut newest = None;
        for (at, one) in heard.iter().enumerate().rev() {
            let tags = self.tags(one);
            let most = newest.map_or_else(|| cap.min(left.saturating_sub(tags)).max(LEAST), |_| cap);
            let text = if is_pass(one) { 0 } else { tokens(one.message.text()).min(most) };
            if newest.is_some() && text.saturating_add(tags) > left {
                break;
            }
            if !is_pass(one) {
                newest = newest.or(Some(most));
            }
            left = left.saturating_sub(text.saturating_add(tags));
            first = at;
        }
        (first, newest.unwrap_or(cap))
    }

    /// A bound on what stands around a message.
    fn tags(&self, one: &Heard<'_>) -> u32 {
        TAGS.saturating_add(at_most(self.roster.name(one.speaker)))
    }
}

fn is_pass(one: &Heard<'_>) -> bool {
    one.message.reading.pass.is_some()
}
