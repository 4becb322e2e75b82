//! Reads a reply: what was said, apart from what was thought, and every datum in it with its provenance.
//!
//! Reading is pure and linear in the length of the reply, and never panics. Structured output goes before markers,
//! markers before labelled scores, and words of the prose only ever give labelled guesses. Nothing counts that does not
//! stand in the speaker's *own words*: not what is in code, in a block quote, in quotation marks or under another's name.
//!
//! ```
//! use quorate::{reading::{Raw, Table, read}, strategies::prelude::*};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut roster = Roster::default();
//! let ann = roster.add(Seat::new("Ann"))?;
//! let bob = roster.add(Seat::new("Bob"))?;
//! let table = Table { roster: &roster, speaker: ann, form: &Form::Stance, options: &[], points: &[], language: Language::En };
//! let message = read(Raw::whole("> [STANCE: AGREE]\n\nI see no rollback, @Bob.\n\n**[stance: disagree]**"), &table);
//! assert_eq!(message.reading.stance.value, Stance::Disagree);
//! assert_eq!(message.reading.mentions[0].value, bob);
//! # Ok(())
//! # }
//! ```

mod again;
mod ballots;
mod census;
mod clues;
mod code;
mod control;
mod denial;
mod draft;
mod ending;
mod explained;
mod fields;
mod fold;
mod form;
mod grammar;
mod guess;
pub mod jsonl;
mod known;
mod label;
mod layout;
mod lexicon;
mod lines;
mod lists;
mod loose;
mod markers;
mod mention;
mod names;
mod notes;
mod points;
mod prose;
mod quoted;
mod reasoning;
mod retraction;
mod rows;
mod scan;
mod schema;
mod score;
mod sentence;
mod speaker;
mod stream;
mod structured;
#[cfg(test)]
mod tests;
mod values;
mod votes;

use std::{borrow::Cow, sync::Arc};

use quorate_strategies::{
    brief::Language,
    reading::{Provenance, WarningCode},
    seat::{Roster, SeatId},
    step::Form,
    turn::{Message, Wholeness},
};

pub(crate) use self::again::reread;
use self::{
    census::Census,
    control::Controlled,
    draft::Draft,
    known::{Known, Who},
    layout::{Layout, Play},
    reasoning::Ended,
    structured::{Answer, Search},
};
pub use self::{
    form::{WrongForm, wrong_form},
    grammar::{MarkerDoc, grammar},
    names::{NameError, seat},
    scan::Tag,
    schema::{asked_schema, schema},
    stream::ThoughtFilter,
};

/// The version of the reading rules; it is recorded with every reading.
///
/// A record keeps what an earlier version read, and `quorate verify` reads again only what this one read.
///
/// * 1: English words of the prose alone gave guesses.
/// * 2: guesses in Chinese and Japanese, and better ones in English. A prompt that is repeated gives nothing, nor does
///   what it quotes between tags; words behind a marker may deny it, as in Japanese; more brackets and joiners of
///   choices, and titles of courtesy after names. CONCEDE and CLOSE count on a line of their own, at the end, or as a
///   sentence of their own, no longer as a word of a sentence; what denies a marker may follow it in every language.
///   Lines under names such as 主持人 or システム are foreign, choices that are bound to conditions are a list, and scores
///   may stand after a dash. Words of control such as `NO_REPLY` are taken off only where they stand on their own, and are a
///   pass also as `{"action": "NO_REPLY"}`. What counts is otherwise read as before.
pub const READER: u16 = 2;

/// Who speaks, to whom, and what a reply can refer to.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    /// Everybody at the table.
    pub roster: &'a Roster,
    /// Whose reply it is. Authorship comes from here and never from the text.
    pub speaker: SeatId,
    /// The form in which the answer was asked for.
    pub form: &'a Form,
    /// What a ballot is over in this turn; those of the form are taken where this is empty.
    pub options: &'a [Arc<str>],
    /// What is scored, numbered from 1; those of the form are taken where this is empty.
    pub points: &'a [Arc<str>],
    /// The language of the discussion.
    pub language: Language,
}

/// A reply as a backend gave it.
#[derive(Debug, Clone, Copy)]
pub struct Raw<'a> {
    /// The text.
    pub text: &'a str,
    /// What the backend marked as reasoning.
    pub reasoning: Option<&'a str>,
    /// Whether the text came to its end.
    pub whole: Wholeness,
}

impl<'a> Raw<'a> {
    /// A whole text without reasoning beside it.
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Self { text, reasoning: None, whole: Wholeness::Whole }
    }
}

/// Reads a reply.
#[must_use]
pub fn read(raw: Raw<'_>, table: &Table<'_>) -> Message {
    let split = reasoning::split(raw.text);
    let mut draft = Draft::new(Known::new(table));
    let said = match control::strip(&split.visible) {
        Controlled::Silent => {
            draft.bare(Tag::Pass, Provenance::Marker);
            Cow::Borrowed("")
        }
        Controlled::Text(text) => said(text, &mut draft),
    };
    let thought = match (raw.reasoning.filter(|text| !text.trim().is_empty()), &split.thought) {
        (Some(apart), Some(inside)) => Some(format!("{apart}\n{inside}").into()),
        (Some(apart), None) => Some(apart.into()),
        (None, inside) => inside.as_deref().filter(|text| !text.is_empty()).map(Arc::from),
    };
    if split.ended == Ended::No || is_missing(&said, raw.whole, &draft) {
        draft.notes.flag(WarningCode::Incomplete);
    }
    Message {
        raw: raw.text.into(),
        said: (said != raw.text).then(|| said.as_ref().into()),
        reasoning: thought,
        reading: draft.finish(),
        whole: raw.whole,
    }
}

/// Whether nothing was said, or the end is missing and with it the form.
fn is_missing(said: &str, whole: Wholeness, draft: &Draft<'_>) -> bool {
    let reading = &draft.reading;
    let counted = reading.stance.counted().is_some()
        || reading.kind.counted().is_some()
        || reading.ballot.is_some()
        || draft.has_scores()
        || reading.pass.is_some();
    // A structured answer may need no words.
    let given = reading.concede.is_some()
        || reading.close.is_some()
        || reading.next.is_some()
        || reading.spawn.is_some()
        || !reading.ideas.is_empty()
        || !reading.findings.is_empty();
    !counted && ((said.trim().is_empty() && !given) || !whole.is_whole())
}

/// Reads what is visible of a reply into the draft, and gives back what of it was said.
fn said<'t>(text: &'t str, draft: &mut Draft<'_>) -> Cow<'t, str> {
    let census = Census::of(text);
    let layout = Layout::of(text, census, &draft.known);
    let search = if census.any(Census::BRACE) { structured::find(text, &layout) } else { Search::Words };
    match search {
        Search::Answer(answer) => return answered(&answer, draft),
        Search::Malformed => draft.notes.flag(WarningCode::Malformed),
        Search::Choices => draft.notes.flag(WarningCode::Echo),
        Search::Words => {}
    }
    words(text, census, &layout, draft);
    own_lines(text, &layout, &draft.known)
}

/// A structured answer: its fields, then the words in and around it.
fn answered<'t>(answer: &Answer<'t>, draft: &mut Draft<'_>) -> Cow<'t, str> {
    fields::apply(&answer.fields, draft);
    let say = fields::said(&answer.fields).unwrap_or_default().trim();
    let said = [answer.before, say, answer.after]
        .into_iter()
        .filter(|piece| !piece.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    let census = Census::of(&said);
    let layout = Layout::of(&said, census, &draft.known);
    words(&said, census, &layout, draft);
    Cow::Owned(said)
}

/// Markers, labels, mentions and guesses in the speaker's own words.
fn words(text: &str, census: Census, layout: &Layout, draft: &mut Draft<'_>) {
    if census.any(Census::BRACKET | Census::WIDE) {
        markers::apply(text, layout, draft);
    }
    if control::may_concede(text, census) {
        control::concession(text, layout, draft);
    }
    let numbers = census.any(Census::DIGIT | Census::WIDE);
    let (signs, pointed) = (census.any(Census::COLON | Census::PIPE | Census::WIDE), !draft.known.points().is_empty());
    if (signs && (numbers || pointed)) || (numbers && pointed) {
        label::apply(text, layout, draft);
    }
    if numbers {
        prose::note(text, layout, draft);
    }
    if census.any(Census::AT | Census::WIDE) {
        mention::apply(text, layout, draft);
    }
    guess::apply(text, layout, draft);
}

/// The reply without the speaker's own name before it and, where it is written like a play, without others' lines.
fn own_lines<'t>(text: &'t str, layout: &Layout, known: &Known<'_>) -> Cow<'t, str> {
    let kept = match layout.play {
        Play::No => Cow::Borrowed(layout.own_label.and_then(|at| text.get(at..)).map_or(text, str::trim_start)),
        Play::Yes => {
            let own = layout.not_foreign().map(|range| fold::cut(text, range)).collect::<String>();
            let own = own.trim();
            let after = speaker::label(own.lines().next().unwrap_or_default(), known)
                .filter(|label| label.who == Who::Speaker)
                .map_or(0, |label| label.after);
            Cow::Owned(own.get(after..).unwrap_or_default().trim_start().to_owned())
        }
    };
    if kept.is_empty() { Cow::Borrowed(text) } else { kept }
}

/// The speaker's own words in a visible text: without code, block quotes, quoted markers and lines under another's name.
#[must_use]
pub fn own_words<'v>(visible: &'v str, table: &Table<'_>) -> Cow<'v, str> {
    let known = Known::new(table);
    let census = Census::of(visible);
    let layout = Layout::of(visible, census, &known);
    let aside =
        if census.any(Census::BRACKET | Census::WIDE) { markers::aside(visible, &layout, &known) } else { Vec::new() };
    if layout.is_all_own() && aside.is_empty() {
        return Cow::Borrowed(visible);
    }
    let mut out = String::with_capacity(visible.len());
    let mut aside = aside.into_iter().peekable();
    for range in layout.own() {
        let mut at = range.start;
        while let Some(marker) = aside.next_if(|marker| marker.start < range.end) {
            if marker.start >= at {
                out.push_str(fold::cut(visible, at..marker.start));
                at = marker.end;
            }
        }
        out.push_str(fold::cut(visible, at..range.end.max(at)));
    }
    Cow::Owned(out)
}
