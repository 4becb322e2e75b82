//! Sections of a text: what each heading is for, also of headings written without marks.

use std::sync::LazyLock;

use super::lines::{Line, Mark, Shape};
use super::pattern::Pattern;
use super::vocabulary::{Label, Role, vocabulary};
use super::wide_heads;
use super::words::length;

/// A heading with what stands under it.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) level: u8,
    pub(super) line: u32,
    pub(super) role: Role,
    /// What the heading itself says; `role` also takes what it stands under into account.
    pub(super) own: Role,
    pub(super) parent: usize,
    /// "Step", "Phase" and the like before the number, in lower case.
    pub(super) word: Option<String>,
    /// The number or id the heading begins with.
    pub(super) number: Option<String>,
}

static HEAD: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^(?i-u:(step|phase|task|stage|milestone|action|part|week|day|sprint|wave|item))[ \t]*#?(?:([0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?|[IVX]{1,4}|[A-H])\b)[ \t]*[:.)\]-]*(?:–|—)?[ \t]*|",
        r"^([0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?)(?:[.):]|[ \t]+(?:-|–|—))[ \t]+|",
        r"^\[?([A-Z]{1,5}-?[0-9]{1,4}(?:\.[0-9]+)*)\]?[ \t]*(?:[:.)]|-|–|—)[ \t]*|",
        r"^\[?([A-Z]{1,5}-?[0-9]{1,4}(?:\.[0-9]+)*|[0-9]{1,3}(?:\.[0-9]{1,3})+[a-z]?)\]?[ \t]+(?:[A-Z@\x{300a}-\x{300f}\x{3040}-\x{30ff}\x{3400}-\x{9fff}])|",
        r"^\(?([0-9]{1,3}(?:\.[0-9]{1,3})*)[.):](?:[\x{300a}-\x{300f}\x{3040}-\x{30ff}\x{3400}-\x{9fff}])",
    ))
});
static BARE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^([0-9]{1,3})[ \t]+([A-Z\x{300a}-\x{300f}\x{3040}-\x{30ff}\x{3400}-\x{9fff}].*)$"));
static TIMED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^[0-2]?[0-9]:[0-5][0-9](?:[ ]?(?:-|–)[ ]?[0-2]?[0-9]:[0-5][0-9])?(?:[ ]?(?:UTC|CET|CEST|h|am|pm|AM|PM)\b)?[ ]*(?::|-|–|—)?[ ]+[A-Za-z@\[\x{300a}-\x{300f}\x{3040}-\x{30ff}\x{3400}-\x{9fff}]",
    )
});
static LABELLED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^(?:(?:Step|STEP|Phase|PHASE|Task|TASK|Stage|Milestone|Action|Part)[ \t]+#?([0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?|[A-H])\b[ \t]*(?:[:.)]|-|–|—)[ \t]*|",
        r"\[?([A-Z]{1,5}-?[0-9]{1,4}(?:\.[0-9]+)*)\]?(?:[:.)]|[ \t]+(?:-|–|—))[ \t]+)[^ ]",
    ))
});

impl Section {
    pub(super) fn root() -> Self {
        Self {
            title: String::new(),
            level: 0,
            line: 1,
            role: Role::Unknown,
            own: Role::Unknown,
            parent: 0,
            word: None,
            number: None,
        }
    }

    /// The section that the heading on `line` opens, after `all` sections so far.
    pub(super) fn new(all: &[Self], line: &Line, level: u8) -> Self {
        let raw = line.text.trim_end_matches(':').trim();
        let (word, number, title) = match BARE.captures(raw).and_then(|m| Some((m.get(1)?, m.get(2)?))) {
            // "## 3 Work plan": in a heading a bare number is its number.
            Some((number, title)) => (None, Some(number.as_str().to_owned()), title.as_str()),
            None => split_head(raw),
        };
        let mut parent = all.len().saturating_sub(1);
        while parent > 0 && all[parent].level >= level {
            parent = all[parent].parent;
        }
        let own = match word.as_deref() {
            Some(_) => Role::Steps,
            None => vocabulary().role(without_ordinal(title)),
        };
        let above = all.get(parent).map_or(Role::Unknown, |s| s.role);
        let first = all.len() == 1 && (level < 7 || !super::words::has_wide(title));
        let role = match own {
            // The title of a plan says nothing about what stands under it.
            Role::Steps if first && word.is_none() => Role::Unknown,
            Role::Unknown => above,
            // Numbered parts of the steps are steps, whatever they are called.
            _ if above == Role::Steps && number.is_some() => Role::Steps,
            // What stands under risks, the way back and the like is no work of the plan.
            Role::Steps if !matches!(above, Role::Unknown | Role::Steps | Role::Info) => above,
            own => own,
        };
        Self { title: title.to_owned(), level, line: line.no, role, own, parent, word, number }
    }

    /// Whether the heading names a piece of work by word and number ("Phase 2").
    pub(super) fn is_numbered_work(&self) -> bool {
        self.word.is_some()
    }
}

/// Splits "Step 3: Deploy" into the word, the number and the title.
pub(super) fn split_head(raw: &str) -> (Option<String>, Option<String>, &str) {
    if let Some(head) = wide_heads::at_start(raw).filter(|head| head.is_title(raw)) {
        return (Some(head.word.to_owned()), Some(head.number.to_owned()), head.after_delimiter(raw));
    }
    let Some(found) = HEAD.captures(raw) else {
        return (None, None, raw);
    };
    // An id without punctuation is followed by a capital letter, which belongs to the title.
    let bare = found.get(5).or_else(|| found.get(6)).map(|id| {
        id.end() + raw[id.end()..].len() - raw[id.end()..].trim_start_matches([']', ' ', '\t', '.', ')', ':']).len()
    });
    let rest = &raw[bare.unwrap_or(found.get(0).map_or(0, |m| m.end()))..];
    if let (Some(word), Some(number)) = (found.get(1), found.get(2)) {
        let word = word.as_str().to_ascii_lowercase();
        return (Some(word), Some(number.as_str().to_owned()), rest);
    }
    let number = found
        .get(3)
        .or_else(|| found.get(4))
        .or_else(|| found.get(5))
        .or_else(|| found.get(6))
        .map(|m| m.as_str().to_owned());
    let number = number.filter(|n| !is_category(n));
    (None, number, rest)
}

/// Letters with a number that say a kind (a key result, a quarter, a percentile) and no step.
fn is_category(id: &str) -> bool {
    ["Q", "KR", "O", "H", "V", "R", "G", "UTF-", "SHA", "ISO", "RFC"].iter().any(|prefix| {
        id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
    })
}

/// A paragraph line that begins like a list item: "Step 3: ...", "T-4: ..." or "08:15 Boris takes ...".
pub(super) fn labelled_item(text: &str) -> Option<(Mark, &str)> {
    let headed = |head: wide_heads::Head<'_>| head.is_delimited(text);
    if TIMED.is_match(text) || wide_heads::at_start(text).is_some_and(headed) {
        return Some((Mark::default(), text));
    }
    let found = LABELLED.captures(text)?;
    let id = found.get(2).map(|m| m.as_str());
    if id.is_some_and(is_category) {
        return None;
    }
    // The id stays in the text: items of every form are read for it in one place.
    Some((Mark::default(), text))
}

/// Whether a line is a labelled fact of a step, such as `Owner: Ana`.
pub(super) fn is_labelled_fact(text: &str) -> bool {
    let Some((label, _)) = text.split_once([':', '=']) else {
        return false;
    };
    label.len() < 40 && vocabulary().labels(label).any(|l| !matches!(l, Label::Id | Label::Title))
}

/// Whether a line says who, when or after what, and so belongs to the step above it.
pub(super) fn is_step_fact(text: &str) -> bool {
    let Some((label, _)) = text.split_once([':', '=']) else {
        return false;
    };
    label.len() < 40 && vocabulary().labels(label).any(|l| !matches!(l, Label::Id | Label::Title | Label::Detail))
}

/// Whether a line is a heading though it has no mark: bold, upper case or "Rollback:" alone.
pub(super) fn is_pseudo_heading(line: &Line, next: Option<&Line>, inside_item: bool) -> bool {
    let text = line.text.trim();
    let bare = text.trim_end_matches(':').trim();
    let few = length(bare) <= 8 && !bare.is_empty();
    if !few || line.indent >= 4 || inside_item || bare.contains(['|', '=']) {
        return false;
    }
    if line.bold {
        return !bare.ends_with(['.', '!', '?']) && !is_labelled_fact(bare);
    }
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    let upper = bare.chars().any(char::is_uppercase) && !bare.chars().any(char::is_lowercase);
    let shouted = letters > 3 && upper && !super::words::has_wide(bare) && !bare.ends_with('.');
    let listed = next.is_none_or(|n| !matches!(n.shape, Shape::Text) || shouted);
    let labelled = text.ends_with(':') && length(bare) <= 6 && listed;
    let known = || vocabulary().role(split_head(bare).2) != Role::Unknown || split_head(bare).0.is_some();
    (shouted || labelled) && known()
}

/// A title without a Chinese numeral that counts it: "四、风险及应对", "（一）背景".
fn without_ordinal(title: &str) -> &str {
    const NUMERALS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
    let bare = title.trim_start_matches(['(', ' ']);
    let rest = bare.trim_start_matches(NUMERALS);
    let counted = rest.len() < bare.len() && rest.starts_with([',', '.', ')', ' ']);
    if counted { rest.trim_start_matches([',', '.', ')', ' ']) } else { title }
}

/// Whether a numbered line opens a section ("1. Background" above a paragraph) and is no list item.
pub(super) fn numbered_section(lines: &[Line], at: usize, fresh: bool) -> bool {
    let line = &lines[at];
    let Shape::Item(Mark { number: Some(number), checkbox: false }) = &line.shape else {
        return false;
    };
    let few = length(&line.text) <= 5;
    if !fresh || !few || line.indent > 0 || !number.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let role = vocabulary().role(line.text.trim_end_matches(':'));
    let follows = lines[at + 1..].iter().find(|l| l.shape != Shape::Blank);
    let opens = follows.is_some_and(|l| match &l.shape {
        Shape::Text if super::words::has_wide(&line.text) => !is_labelled_fact(&l.text),
        Shape::Text => l.indent == 0 && !is_labelled_fact(&l.text),
        Shape::Row | Shape::RowRule => true,
        // "２．作業手順" above "（1）…": the numbers begin anew.
        Shape::Item(mark) if super::words::has_wide(&line.text) => {
            mark.number.as_deref().is_none_or(|first| first == "1") && l.indent == 0
        }
        Shape::Item(mark) => mark.number.is_none() && l.indent == 0,
        _ => false,
    });
    let wide = super::words::has_wide(&line.text);
    let apart = lines.get(at + 1).is_some_and(|l| l.shape == Shape::Blank || (wide && l.indent > 0));
    role != Role::Unknown && opens && apart
}
