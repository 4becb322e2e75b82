//! Tells a choice from the list of choices that the instruction gave.

use std::ops::Range;

use super::{
    fold::{clean, cut},
    markers::Place,
    scan::{Marker, Tag},
    sentence::is_end,
};

/// For every marker whether it is one of a list of choices: own markers of one datum, different, and merely joined.
///
/// What joins them is the speaker's own as well: a join has no sign of code, quotation or a name in it.
pub(super) fn listed(text: &str, markers: &[(Marker<'_>, Place)]) -> Vec<Listed> {
    let mut listed = vec![Listed::No; markers.len()];
    for (at, pair) in markers.windows(2).enumerate() {
        let [(first, Place::Own), (second, Place::Own)] = pair else { continue };
        // What costs little is asked first.
        let near = first.tag == second.tag && first.tag != Tag::Idea && first.value != second.value;
        if near
            && (joins(text, first.span.end..second.span.start) || instructs(text, &first.span, &second.span))
            && clean(first.of) == clean(second.of)
            && clean(first.value) != clean(second.value)
        {
            for slot in listed.iter_mut().skip(at).take(2) {
                *slot = Listed::Yes;
            }
        }
    }
    listed
}

/// Whether a marker belongs to a list of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    No,
    Yes,
}

/// Words that join choices.
const JOINERS: [&str; 31] = [
    "or",
    "and",
    "either",
    "nor",
    "versus",
    "vs",
    "或",
    "或者",
    "或是",
    "或则",
    "还是",
    "還是",
    "抑或",
    "和",
    "与",
    "與",
    "及",
    "以及",
    "跟",
    "または",
    "又は",
    "もしくは",
    "若しくは",
    "あるいは",
    "或いは",
    "それとも",
    "と",
    "や",
    "か",
    "及び",
    "および",
];

/// Whether what stands between two choices joins them, and does nothing else.
///
/// Blanks, ends of lines and bullets join nothing: who writes one choice after the other has changed their mind.
pub(super) fn joins(text: &str, between: Range<usize>) -> bool {
    const LONGEST: usize = 48;
    let gap = cut(text, between);
    if gap.len() > LONGEST {
        return false;
    }
    let mut joined = false;
    let mut words = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let only_joiners = words.all(|word| {
        joined = true;
        JOINERS.iter().any(|joiner| joiner.eq_ignore_ascii_case(word))
    });
    let only_signs = gap.chars().filter(|c| !c.is_alphanumeric()).all(|c| {
        let joins = matches!(c, ',' | '，' | '、' | '・' | '|' | '｜' | '/' | '／');
        joined |= joins;
        joins || c.is_whitespace() || matches!(c, '*' | '_' | '~')
    });
    only_joiners && only_signs && joined
}

/// Whether two choices are each bound to a condition or a request, as instructions do: "[A] if you agree, [B] if not".
fn instructs(text: &str, first: &Range<usize>, second: &Range<usize>) -> bool {
    const LONGEST: usize = 96;
    if second.start - first.end > LONGEST {
        return false;
    }
    let between = cut(text, first.end..second.start);
    if !between.contains(char::is_alphanumeric) || between.contains("\n\n") || !binds(between) {
        return false;
    }
    let start = (first.start.saturating_sub(LONGEST)..=first.start).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let before = cut(text, start..first.start).rsplit(is_break).next().unwrap_or_default();
    let end = text.len().min(second.end + LONGEST);
    let end = (second.end..=end).rfind(|&at| text.is_char_boundary(at)).unwrap_or(second.end);
    let after = cut(text, second.end..end).split(is_break).next().unwrap_or_default();
    binds(before) || binds(after)
}

fn is_break(c: char) -> bool {
    is_end(c) || matches!(c, '\n' | ']' | '】' | '］' | '[' | '【' | '［')
}

/// Whether words make something depend on something, or ask for it to be written.
fn binds(words: &str) -> bool {
    const WORDS: [&str; 10] =
        ["if", "when", "unless", "otherwise", "whether", "depending", "write", "use", "type", "reply"];
    const WIDE: [&str; 23] = [
        "如果",
        "若",
        "假如",
        "要是",
        "的话",
        "的話",
        "否则",
        "否則",
        "请写",
        "請寫",
        "请用",
        "请填",
        "就写",
        "则写",
        "写上",
        "なら",
        "れば",
        "たら",
        "場合",
        "ときは",
        "時は",
        "と書",
        "を書",
    ];
    let mut split = words.split(|c: char| !c.is_alphanumeric());
    split.any(|word| WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)))
        || WIDE.iter().any(|word| words.contains(word))
}

/// Whether a value is itself a list of choices: `AGREE | DISAGREE`, `AGREE/DISAGREE`, `A or B`.
pub(super) fn is_list(value: &str, is_choice: impl Fn(&str) -> bool) -> bool {
    const PARTING: [&str; 21] = [
        " or ",
        " and ",
        "或者",
        "或是",
        "抑或",
        "或",
        "还是",
        "還是",
        "以及",
        "和",
        "与",
        "與",
        "あるいは",
        "または",
        "又は",
        "もしくは",
        "及び",
        "及",
        "か",
        "と",
        "や",
    ];
    let parted = PARTING.iter().fold(value.to_owned(), |value, joiner| value.replace(joiner, "|"));
    let mut pieces =
        parted.split(['|', '/', ',', '、', '，', '・', ';']).map(str::trim).filter(|piece| !piece.is_empty());
    match (pieces.next(), pieces.next()) {
        (Some(first), Some(second)) => is_choice(first) && is_choice(second),
        _ => false,
    }
}

/// Whether a value is what an instruction writes where a value belongs: `...`, `<option>`, `{0-100}`.
pub(super) fn is_blank_form(value: &str) -> bool {
    let value = value.trim();
    let framed = (value.starts_with('<') && value.ends_with('>')) || (value.starts_with('{') && value.ends_with('}'));
    let dots = !value.is_empty() && value.chars().all(|c| matches!(c, '.' | '…' | '_' | ' '));
    framed || dots
}
