//! Takes the data out of the speaker's own markers; the last one of a datum counts.

use quorate_strategies::reading::{Ballot, Kind, Provenance, Read, Stance, WarningCode};

use super::{
    denial::{is_denied, is_denied_after},
    draft::{Draft, name_of},
    ending::is_said,
    explained::{Explained, is_shown},
    fold::cut,
    known::Known,
    layout::{Layout, Standing},
    lists::{Listed, is_blank_form, is_list, listed},
    names,
    quoted::{Quoted, is_enclosed},
    scan::{Marker, MarkerForm, Tag, scan},
    score::{Scored, exact},
    sentence::is_own_line,
    speaker::attributes,
    values::{self, Value},
    votes,
};

/// Where a marker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the speaker's own words.
    Own,
    /// In code, a block quote or quotation marks.
    Aside,
    /// In another's words.
    Foreign,
}

/// The place of every marker.
pub(super) fn place(text: &str, marker: &Marker<'_>, layout: &Layout, quoted: &Quoted, known: &Known<'_>) -> Place {
    match layout.standing(&marker.span) {
        Standing::Own => {}
        Standing::Foreign => return Place::Foreign,
        Standing::Fence | Standing::Code | Standing::Quote => return Place::Aside,
    }
    if quoted.holds(marker.span.start) || (is_enclosed(text, &marker.span) && !quoted.parts(&marker.span)) {
        Place::Aside
    } else if attributes(cut(text, 0..marker.span.start), known) {
        Place::Foreign
    } else {
        Place::Own
    }
}

/// Where markers stand that are in own lines and yet not the speaker's: in quotation marks, or given to somebody else.
pub(super) fn aside(text: &str, layout: &Layout, known: &Known<'_>) -> Vec<std::ops::Range<usize>> {
    let markers = scan(text);
    let quoted = if markers.is_empty() { Quoted::default() } else { Quoted::of(text) };
    let others = markers.into_iter().filter(|marker| place(text, marker, layout, &quoted, known) != Place::Own);
    others.map(|marker| marker.span).collect()
}

/// Reads every marker of a text into the draft.
pub(super) fn apply(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    let markers = scan(text);
    if markers.is_empty() {
        return;
    }
    let quoted = Quoted::of(text);
    // Whose a marker is comes first: what others wrote beside an own one takes nothing from it.
    let markers: Vec<(Marker<'_>, Place)> = markers
        .into_iter()
        .map(|marker| {
            let place = place(text, &marker, layout, &quoted, &draft.known);
            (marker, place)
        })
        .collect();
    if is_example(text, layout, &markers) {
        return draft.notes.flag(WarningCode::Echo);
    }
    let listed = listed(text, &markers);
    let explained = Explained::of(text, &markers);
    let mut seen = Seen::default();
    for ((marker, place), listed) in markers.iter().zip(listed) {
        if listed == Listed::Yes || explained.holds(marker) {
            draft.notes.add(WarningCode::Echo, name_of(marker.tag));
            continue;
        }
        match place {
            Place::Aside => {}
            Place::Foreign => draft.notes.add(WarningCode::ForeignMarker, cut(text, marker.span.clone())),
            Place::Own if marker.form == MarkerForm::Hidden => draft.invalid(marker.tag, "hidden characters"),
            // "Not [STANCE: AGREE]" says what the speaker's stance is not.
            Place::Own if is_only_mentioned(text, marker) => {
                draft.notes.add(WarningCode::Mentioned, cut(text, marker.span.clone()));
            }
            Place::Own => seen.take(marker, draft),
        }
    }
    seen.settle(draft);
}

/// Whether a reply is the example that the instruction shows, or lines of it, and not a word more.
fn is_example(text: &str, layout: &Layout, markers: &[(Marker<'_>, Place)]) -> bool {
    if !markers.iter().all(|(marker, place)| *place == Place::Own && is_shown(marker)) {
        return false;
    }
    let mut at = layout.own_label.unwrap_or_default();
    let spans = markers.iter().map(|(marker, _)| marker.span.clone()).chain(std::iter::once(text.len()..text.len()));
    let mut between = spans.map(|span| {
        let words = cut(text, at..span.start);
        at = span.end;
        words
    });
    between.all(|words| !words.contains(char::is_alphanumeric))
}

/// What the own markers said, datum by datum.
#[derive(Debug, Default)]
struct Seen<'t> {
    stance: Last<Stance>,
    kind: Last<Kind>,
    confidence: Last<u8>,
    ballot: Last<Ballot>,
    next: Last<&'t str>,
}

/// The last value of a datum, and whether others came before it.
#[derive(Debug)]
struct Last<T> {
    value: Option<T>,
    differs: bool,
}

impl<T> Default for Last<T> {
    fn default() -> Self {
        Self { value: None, differs: false }
    }
}

impl<T: PartialEq> Last<T> {
    fn see(&mut self, value: T) {
        self.differs |= self.value.as_ref().is_some_and(|held| *held != value);
        self.value = Some(value);
    }
}

impl<'t> Seen<'t> {
    fn take(&mut self, marker: &Marker<'t>, draft: &mut Draft<'_>) {
        let tag = marker.tag;
        match tag {
            Tag::Stance => see(&mut self.stance, values::stance(marker.value), marker, draft),
            Tag::Kind => see(&mut self.kind, values::kind(marker.value), marker, draft),
            Tag::Confidence => see(&mut self.confidence, values::confidence(marker.value), marker, draft),
            Tag::Vote => {
                if let Some(ballot) = votes::marked(marker.value, draft) {
                    self.ballot.see(ballot);
                }
            }
            Tag::Next => self.next.see(marker.value.trim()),
            Tag::Score => score(marker, draft),
            Tag::Idea | Tag::Spawn => words(marker, draft),
            Tag::Concede | Tag::Close | Tag::Pass => bare(marker, draft),
        }
    }

    fn settle(self, draft: &mut Draft<'_>) {
        for (differs, code) in
            [(self.stance.differs, WarningCode::SeveralStances), (self.ballot.differs, WarningCode::SeveralBallots)]
        {
            if differs {
                draft.notes.flag(code);
            }
        }
        for (differs, tag) in
            [(self.kind.differs, Tag::Kind), (self.confidence.differs, Tag::Confidence), (self.next.differs, Tag::Next)]
        {
            if differs {
                draft.notes.add(WarningCode::Contradiction, name_of(tag));
            }
        }
        if let Some(stance) = self.stance.value {
            draft.stance(stance, Provenance::Marker);
        }
        if let Some(ballot) = self.ballot.value {
            draft.ballot(ballot, Provenance::Marker);
        }
        if let Some(kind) = self.kind.value {
            match draft.reading.kind {
                held if held.from == Provenance::None => draft.reading.kind = Read::new(kind, Provenance::Marker),
                held if held.value != kind => draft.notes.add(WarningCode::Contradiction, "kind"),
                _ => {}
            }
        }
        if let Some(value) = self.confidence.value {
            draft.reading.confidence.get_or_insert(Read::new(value, Provenance::Marker));
        }
        if let Some(name) = self.next.value {
            next(name, draft);
        }
    }
}

/// The seat that is to speak next; a name that stands for none is noted, never guessed at.
fn next(name: &str, draft: &mut Draft<'_>) {
    match names::seat(name, draft.known.table().roster) {
        Ok(seat) => {
            draft.reading.next.get_or_insert(Read::new(seat, Provenance::Marker));
        }
        Err(_) if is_placeholder(Tag::Next, name) => draft.notes.add(WarningCode::Echo, name_of(Tag::Next)),
        Err(_) => draft.notes.add(WarningCode::UnknownTarget, name),
    }
}

fn see<T: PartialEq>(last: &mut Last<T>, value: Value<T>, marker: &Marker<'_>, draft: &mut Draft<'_>) {
    match value {
        Value::Good(value) => last.see(value),
        Value::Echo => draft.notes.add(WarningCode::Echo, name_of(marker.tag)),
        Value::Bad if marker.tag == Tag::Confidence && values::is_share(marker.value) => {
            draft.notes.add(WarningCode::Scale, marker.value);
        }
        Value::Bad => draft.invalid(marker.tag, marker.value),
    }
}

/// Whether a value only repeats the word that the grammar writes there.
pub(super) fn is_placeholder(tag: Tag, value: &str) -> bool {
    let value = super::fold::clean(value);
    let word = match tag {
        Tag::Vote if ["words of the option", "选项原文", "選択肢の文言"].contains(&value.as_str()) => {
            return true;
        }
        Tag::Score if ["决策点", "論点"].contains(&value.as_str()) => return true,
        Tag::Vote => "option",
        Tag::Next => "seat",
        Tag::Spawn => "topic",
        Tag::Score => "point",
        Tag::Idea => "idea",
        _ => return false,
    };
    value == word || is_blank_form(&value)
}

fn score(marker: &Marker<'_>, draft: &mut Draft<'_>) {
    let of = marker.of.trim();
    let point = if super::fold::clean(of).is_empty() { draft.known.only_point() } else { draft.known.point(of) };
    let scored = exact(marker.value);
    match (point, scored) {
        (_, Scored::Echo) => draft.notes.add(WarningCode::Echo, "score"),
        (None, _) if is_placeholder(Tag::Score, of) => draft.notes.add(WarningCode::Echo, "score"),
        (None, _) => draft.notes.add(WarningCode::UnknownTarget, if of.is_empty() { marker.value } else { of }),
        (Some(point), scored) => note_score(point, scored, marker.value, Provenance::Marker, draft),
    }
}

/// Takes a score with the warning it earns.
pub(super) fn note_score(point: u16, scored: Scored, written: &str, from: Provenance, draft: &mut Draft<'_>) {
    match scored {
        Scored::Echo => return draft.notes.add(WarningCode::Echo, "score"),
        Scored::Bad => draft.invalid(Tag::Score, written),
        Scored::Doubtful(_) => draft.notes.add(WarningCode::Scale, written),
        Scored::Value(_) => {}
    }
    draft.score(point, scored.value(), from);
}

fn words(marker: &Marker<'_>, draft: &mut Draft<'_>) {
    let value = marker.value.trim().trim_matches('*').trim();
    if value.is_empty() || is_placeholder(marker.tag, value) {
        draft.notes.add(WarningCode::Echo, name_of(marker.tag));
    } else if marker.tag == Tag::Idea {
        draft.reading.ideas.push(value.into());
    } else {
        draft.reading.spawn = Some(value.into());
    }
}

/// Whether the words around a marker deny it, or it is only a word of theirs.
fn is_only_mentioned(text: &str, marker: &Marker<'_>) -> bool {
    match marker.tag {
        Tag::Concede | Tag::Close => !is_said(text, &marker.span),
        Tag::Pass => !is_own_line(text, &marker.span),
        _ => is_denied(cut(text, 0..marker.span.start)) || is_denied_after(cut(text, marker.span.end..text.len())),
    }
}

fn bare(marker: &Marker<'_>, draft: &mut Draft<'_>) {
    if marker.value.trim().is_empty() {
        draft.bare(marker.tag, Provenance::Marker);
    } else {
        draft.invalid(marker.tag, marker.value);
    }
}

/// Whether a value lists several of the options.
pub(super) fn lists_options(value: &str, draft: &Draft<'_>) -> bool {
    is_list(value, |piece| draft.known.option(piece).is_some())
}
