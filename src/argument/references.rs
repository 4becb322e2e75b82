//! Which messages a message refers to: by their numbers in the speaker's own words, and by whom it mentions.

use std::ops::Range;

use quorate_strategies::{
    reading::{Provenance, Read},
    seat::{SeatId, fold, narrow},
    state::State,
    turn::{Turn, TurnId},
};

use crate::reading::{Table, own_words};

/// That a message refers to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference {
    /// To which.
    pub(super) to: TurnId,
    /// Where that was read.
    pub(super) from: Provenance,
}

/// The most numbers of one message that are looked at.
const MOST: usize = 64;
/// Bytes around a number that tell what it is of.
const AROUND: usize = 64;

/// Words before a number that make it one of a message.
const BEFORE: [&str; 34] = [
    "message",
    "messages",
    "msg",
    "re",
    "re:",
    "reply to",
    "replies to",
    "replying to",
    "in reply to",
    "respond to",
    "responding to",
    "response to",
    "answer to",
    "answering",
    "agree with",
    "disagree with",
    "objection to",
    "object to",
    "objection in",
    "proposal in",
    "question in",
    "point in",
    "消息",
    "发言",
    "回复",
    "回应",
    "回答",
    "同意",
    "反对",
    "赞同",
    "针对",
    "メッセージ",
    "発言",
    "返信",
];
/// Words behind a number that do.
const BEHIND: [&str; 16] = [
    "的意见",
    "的发言",
    "的观点",
    "的提案",
    "的问题",
    "号发言",
    "への返信",
    "への回答",
    "への反論",
    "に賛成",
    "に反対",
    "に同意",
    "の意見",
    "の提案",
    "の発言",
    "の質問",
];

/// The numbers of messages in the speaker's own words, each with whether it can be of anything else.
pub(super) fn numbers(state: &State, turn: &Turn) -> Vec<Reference> {
    let visible = turn.message().map(|message| message.text()).unwrap_or_default();
    if next_number(visible, 0).is_none() {
        return Vec::new();
    }
    let brief = &state.charter().brief;
    let table = Table {
        roster: state.roster(),
        speaker: turn.seat,
        form: &turn.form,
        options: &[],
        points: &[],
        language: brief.language,
    };
    let own = own_words(visible, &table);
    let mut found: Vec<Reference> = Vec::new();
    let mut at = 0;
    while let Some((number, place)) = next_number(&own, at).filter(|_| found.len() < MOST) {
        at = place.end;
        let from = if is_of_message(&own, &place) { Provenance::Label } else { Provenance::Guess };
        match found.iter_mut().find(|known| known.to == number) {
            Some(known) => known.from = known.from.min(from),
            None => found.push(Reference { to: number, from }),
        }
    }
    found
}

/// The next `#12` from here on that is no part of a word, an address or a colour, and its place.
fn next_number(text: &str, from: usize) -> Option<(TurnId, Range<usize>)> {
    let signs = text.get(from..)?.match_indices(['#', '＃']).map(|(at, sign)| (from + at, from + at + sign.len()));
    signs.into_iter().find_map(|(start, digits)| {
        let before = text.get(..start)?.chars().next_back();
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | '&' | '#' | '＃' | '-')) {
            return None;
        }
        let rest = text.get(digits..)?;
        let length = rest.find(|c| !narrow(c).is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at_checked(length)?;
        let mut after = after.chars();
        let next = after.next();
        let goes_on = match next {
            Some('.' | '-') => after.next().is_some_and(|c| c.is_ascii_alphanumeric()),
            Some(c) => c.is_ascii_alphanumeric() || c == '_',
            None => false,
        };
        let number: u32 = number.chars().map(narrow).collect::<String>().parse().ok().filter(|_| !goes_on)?;
        Some((TurnId(number), start..digits + length))
    })
}

/// Whether what stands around a number makes it one of a message.
fn is_of_message(text: &str, place: &Range<usize>) -> bool {
    let head = tail(text.get(..place.start).unwrap_or_default());
    let rest = text.get(place.end..).unwrap_or_default();
    let opened = head.trim_end().ends_with(['(', '[', '（', '［', '【', '〔']);
    if opened && rest.trim_start().starts_with([')', ']', '）', '］', '】', '〕']) {
        return true;
    }
    let head = fold(head);
    let ends = |word: &&str| {
        let before = head.strip_suffix(*word).map(|before| before.chars().next_back());
        before.is_some_and(|before| !before.is_some_and(|c| c.is_ascii_alphanumeric()) || !word.is_ascii())
    };
    BEFORE.iter().any(ends) || BEHIND.iter().any(|word| rest.trim_start().starts_with(word))
}

/// The last bytes of a text.
fn tail(text: &str) -> &str {
    let start = (text.len().saturating_sub(AROUND)..=text.len()).find(|at| text.is_char_boundary(*at));
    start.and_then(|start| text.get(start..)).unwrap_or_default()
}

/// The messages that numbers and mentions come to, in order: a mention confirms the numbers of messages of that seat, and
/// without any stands for its `last` one.
pub(super) fn resolved(
    mentions: &[Read<SeatId>],
    numbers: Vec<(Reference, SeatId)>,
    last: impl Fn(SeatId) -> Option<TurnId>,
) -> Vec<Reference> {
    let mut all: Vec<Reference> = Vec::new();
    let mut add = |to: TurnId, from: Provenance| match all.iter_mut().find(|known| known.to == to) {
        Some(known) => known.from = known.from.min(from),
        None => all.push(Reference { to, from }),
    };
    for (number, _) in &numbers {
        add(number.to, number.from);
    }
    for mention in mentions {
        let mut confirmed = numbers.iter().filter(|(_, seat)| *seat == mention.value).peekable();
        if confirmed.peek().is_none()
            && let Some(to) = last(mention.value)
        {
            add(to, mention.from);
        }
        for (number, _) in confirmed {
            add(number.to, mention.from);
        }
    }
    all.sort_by_key(|one| one.to);
    all
}
