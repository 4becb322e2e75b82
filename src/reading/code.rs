//! Inline code: what stands between backticks is no word of the speaker's.

use std::ops::Range;

use memchr::memchr;

use super::{fold::cut, layout::Standing};

/// Runs of more backticks than this open nothing.
const LONGEST: usize = 32;

/// Splits the speaker's own parts at inline code.
pub(super) fn split_inline(text: &str, parts: Vec<(Range<usize>, Standing)>) -> Vec<(Range<usize>, Standing)> {
    let mut out = Vec::with_capacity(parts.len());
    for (range, standing) in parts {
        if standing == Standing::Own {
            for paragraph in paragraphs(text, range) {
                spans(text, paragraph, &mut out);
            }
        } else {
            out.push((range, standing));
        }
    }
    out
}

/// Code does not reach over a blank line.
fn paragraphs(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let part = cut(text, range.clone());
    let mut out = Vec::new();
    let mut start = 0;
    for blank in memchr::memmem::find_iter(part.as_bytes(), b"\n\n") {
        out.push(range.start + start..range.start + blank + 1);
        start = blank + 1;
    }
    out.push(range.start + start..range.end);
    out
}

fn spans(text: &str, paragraph: Range<usize>, out: &mut Vec<(Range<usize>, Standing)>) {
    let runs = runs(text, &paragraph);
    let partners = partners(&runs);
    let mut at = paragraph.start;
    let mut place = 0;
    while let (Some(open), Some(&partner)) = (runs.get(place), partners.get(place)) {
        let Some(close) = partner.and_then(|partner| runs.get(partner)) else {
            place += 1;
            continue;
        };
        if open.start > at {
            out.push((at..open.start, Standing::Own));
        }
        out.push((open.start..close.end, Standing::Code));
        at = close.end;
        place = partner.map_or(place, |partner| partner) + 1;
    }
    if at < paragraph.end {
        out.push((at..paragraph.end, Standing::Own));
    }
}

/// Every run of backticks that no backslash makes plain text.
fn runs(text: &str, paragraph: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes().get(..paragraph.end).unwrap_or_default();
    let mut out = Vec::new();
    let mut at = paragraph.start;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr(b'`', rest)) {
        let start = at + found;
        let length = bytes.iter().skip(start).take_while(|&&byte| byte == b'`').count();
        at = start + length;
        let escaped = start.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\\');
        if !escaped {
            out.push(start..at);
        }
    }
    out
}

/// For every run the next one of the same length, in one pass from the end.
fn partners(runs: &[Range<usize>]) -> Vec<Option<usize>> {
    let mut last = [None; LONGEST + 1];
    let mut out = vec![None; runs.len()];
    for (place, (run, partner)) in runs.iter().zip(&mut out).enumerate().rev() {
        if let Some(slot) = last.get_mut(run.len()) {
            *partner = *slot;
            *slot = Some(place);
        }
    }
    out
}
