//! Who is spoken to: `@Name`, the longest listed name first, each once, never the speaker and never in an address.

use memchr::memchr2_iter;
use quorate_strategies::{
    reading::{Provenance, Read, WarningCode},
    seat::{SeatId, narrow},
};

use super::{
    draft::Draft,
    fold::{Likeness, cut, eat_name},
    layout::Layout,
};

/// Reads the mentions of the speaker's own words into the draft.
pub(super) fn apply(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    for range in layout.own() {
        // The sign itself, and the first byte of its full-width form.
        for offset in memchr2_iter(b'@', 0xef, cut(text, range.clone()).as_bytes()) {
            let at = range.start + offset;
            let Some(rest) = text.get(at..range.end) else { continue };
            if let Some(after) = rest.strip_prefix(['@', '＠'])
                && !is_address(cut(text, 0..at))
            {
                mention(after, draft);
            }
        }
    }
}

/// Whether the sign stands in a mail address, a link or a doubled sign.
fn is_address(before: &str) -> bool {
    before
        .chars()
        .next_back()
        .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | '%' | '/' | '@' | '＠'))
}

fn mention(after: &str, draft: &mut Draft<'_>) {
    let name = after.trim_start_matches(['*', '_', '"', '“', '「', '『', '[', '(', '<', '\'']);
    if after.len() - name.len() > 6 {
        return;
    }
    match find(name, draft) {
        Some(seat) => add(seat, Provenance::Marker, draft),
        None => {
            let handle = handle(name);
            if handle.chars().next().is_some_and(char::is_alphabetic) {
                draft.notes.add(WarningCode::UnknownMention, handle);
            }
        }
    }
}

/// Adds a mention unless it is there already or is the speaker's own name.
pub(super) fn add(seat: SeatId, from: Provenance, draft: &mut Draft<'_>) {
    let mentions = &mut draft.reading.mentions;
    if seat != draft.known.speaker() && mentions.iter().all(|mention| mention.value != seat) {
        mentions.push(Read::new(seat, from));
    }
}

fn find(text: &str, draft: &Draft<'_>) -> Option<SeatId> {
    if !text.chars().next().is_some_and(|c| draft.known.may_begin(c)) {
        return None;
    }
    let seats = draft.known.table().roster.iter();
    let fits = seats.filter_map(|(id, seat)| eat_name(text, &seat.name, Likeness::Same).map(|length| (length, id)));
    let (length, seat) = fits.max_by_key(|&(length, _)| length)?;
    // `@Critic-2` is somebody else than `Critic`.
    let mut rest = text.get(length..)?.chars();
    let goes_on = rest.next() == Some('-') && rest.next().is_some_and(char::is_alphanumeric);
    (!goes_on).then_some(seat)
}

/// The unlisted name that a sign stands before.
fn handle(text: &str) -> &str {
    const LONGEST: usize = 64;
    let end = text
        .char_indices()
        .enumerate()
        .find(|&(count, (_, c))| count >= LONGEST || !(c.is_alphanumeric() || matches!(narrow(c), '_' | '-')))
        .map_or(text.len(), |(_, (at, _))| at);
    cut(text, 0..end)
}
