//! Who does a step: labels, mentions, and the places where people write a bare name.

use std::sync::LazyLock;

use super::facts::Spot;
use super::pattern::Pattern;
use super::pieces::Piece;
use super::vocabulary::{Label, vocabulary};
use super::wide_owners;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide};

/// What a text says about who does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    /// The names; `None` where the place for one is left open ("TBD").
    pub(super) names: Option<String>,
    pub(super) offset: usize,
    pub(super) form: Form,
    /// The label it stands under, in lower case; empty for the other forms.
    pub(super) label: String,
}

/// How an owner is written; the surer forms come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Form {
    /// `Owner: Ana`, or a column.
    Label,
    /// `@ana`, `owned by Ana`, `Ana owns this`.
    Phrase,
    /// `Ana: back up`, `[Ana] back up`.
    Lead,
    /// `Ana will back up`, `Ana to back up`.
    Subject,
    /// `back up (Ana)`.
    Bracket,
    /// `back up — Ana`.
    Dash,
    /// `back up - ana`: only a name if the plan writes them all like that.
    Loose,
}

static MENTION: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?:^|[ (\[,\n/:&])@([A-Za-z][A-Za-z0-9._-]*[A-Za-z0-9]?)(?:[^A-Za-z0-9/]|$)"));
static OWNED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"\b(?i:owned by|assigned to|led by|handled by|performed by|executed by|carried out by|run by|done by|responsibility of|owner is|driven by|overseen by|managed by)[ ]+((?:(?:the|our)[ ]+)?[A-Z@][A-Za-z0-9@.'-]*(?:[ ][A-Z][A-Za-z'-]*)*|(?:the|our)[ ]+(?:[a-z-]+[ ]){0,3}[a-z]+)",
    )
});
static OWNS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"\b((?:[A-Z][A-Za-z.'-]*)(?:[ ](?:[A-Z][A-Za-z'-]*|team))*)[ ]+(?:owns|is responsible|is accountable|is the owner|leads|is in charge|will own|is on point|takes this|has this)\b",
    )
});
static SUBJECT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^((?:The[ ]+)?[A-Z][A-Za-z.'-]*(?:[ ]+(?:and|&|\+)?[ ]*[A-Z][A-Za-z'-]*)*(?:[ ]+(?:team|lead|engineer|group|squad|manager))?)[ ]+(to|will|must|shall|should|owns|(?:[a-z]+s))[ ]+[a-z0-9\x22]",
    )
});
static NAME: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^@?[A-Z\x{C0}-\x{17F}][A-Za-z\x{C0}-\x{17F}.'-]*(?:(?:[ ]|[ ]?[/&+,][ ]?|[ ]and[ ])(?:@?[A-Z\x{C0}-\x{17F}][A-Za-z\x{C0}-\x{17F}.'-]*|team|lead|on-call|engineers?|squad|facility|lab|desk|office|group|department|dept|committee|board|manager|analyst|staff|crew|agency|vendor|contractor|architect|developer|owner|support|operations|ops|services|guild|partner|supplier|coordinator|officer|de|van|von|der|da))*$",
    )
});

/// Whether a lower-case word may begin the name of a group of people.
pub(super) fn is_team(word: &str) -> bool {
    set(Set::OwnerTeams).has(word)
}

/// The owners of a value: `None` where it names nobody.
pub(super) fn named(value: &str) -> Option<String> {
    let value = value.trim().trim_end_matches(['.', ',', ';', ')']).trim_start_matches(['(', '=', ':']).trim();
    let words = Words::new(value);
    let open = words.len() == 0
        || vocabulary().nobody.is(value)
        || (matches!(words.word(0), "tbd" | "tbc" | "tba" | "unassigned") || value.contains("??"))
        || (value.starts_with('<') && value.ends_with('>'))
        || (value.starts_with('_') && value.ends_with('_'));
    (!open).then(|| value.to_owned())
}

/// What a text says about its owner, surest first.
pub(super) fn said(text: &str, pieces: &[Piece], spot: Spot) -> Vec<Said> {
    let mut found: Vec<Said> = pieces
        .iter()
        .filter(|p| p.label == Some(Label::Owner))
        .map(|p| Said {
            names: named(&text[p.value.clone()]),
            offset: p.value.start,
            form: if p.marked { Form::Label } else { Form::Phrase },
            label: p.name.clone(),
        })
        .collect();
    let phrase = |names: &str, offset| Said { names: named(names), offset, form: Form::Phrase, label: String::new() };
    found.extend(MENTION.captures_iter(text).filter_map(|m| m.get(1)).map(|m| phrase(m.as_str(), m.start())));
    found.extend(
        OWNED
            .captures_iter(text)
            .filter_map(|m| m.get(1))
            .filter(|m| !is_dated(m.as_str()))
            .map(|m| phrase(m.as_str(), m.start())),
    );
    found.extend(
        OWNS.captures_iter(text)
            .filter_map(|m| m.get(1))
            .filter(|m| is_name(m.as_str()))
            .map(|m| phrase(m.as_str(), m.start())),
    );
    let wide = has_wide(text);
    if wide {
        let known: Vec<usize> = found.iter().map(|said| said.offset).collect();
        found.extend(wide_owners::said(text).into_iter().filter(|said| !known.contains(&said.offset)));
    }
    if spot == Spot::Title {
        found.extend(places(text, pieces));
    }
    found.sort_by_key(|said| (said.form, said.offset));
    found
}

fn is_dated(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|w| set(Set::OwnerNotNames).has(&w.to_ascii_lowercase()))
}

/// Bare names in the places where people write owners.
fn places(text: &str, pieces: &[Piece]) -> Vec<Said> {
    // The time a step begins at stands before who does it.
    let timed = |c: char| c.is_ascii_digit() || matches!(c, ':' | '–' | '-' | ' ');
    let line = text.lines().next().unwrap_or("").trim_start_matches(timed);
    let bare = |name: &str, offset, form| Said { names: named(name), offset, form, label: String::new() };
    let mut found: Vec<Said> = subject(line).map(|name| bare(name, 0, Form::Subject)).into_iter().collect();
    found.extend(lead(line).map(|(name, form)| bare(name, 0, form)));
    found.extend(wide_owners::lead(line).map(|(name, form)| bare(name, 0, form)));
    // "3月5日前，仓储组黄伟贴红签": what comes first may be the day.
    for piece in pieces.iter().take(2).filter(|p| p.label.is_none() && p.before.is_none_or(|c| c == ',')) {
        let part = &text[piece.value.clone()];
        let doer = wide_owners::subject(part).or_else(|| wide_owners::acting(part));
        found.extend(doer.map(|name| bare(name, piece.value.start, Form::Subject)));
    }
    found.extend(beside_days(text, pieces).map(|(name, offset)| bare(name, offset, Form::Phrase)));
    for (at, piece) in pieces.iter().enumerate().filter(|(_, p)| p.label.is_none()) {
        let ends = wide_owners::trailing(&text[piece.value.clone()]).filter(|_| has_wide(text));
        found.extend(ends.map(|name| bare(name, piece.value.start, Form::Dash)));
        let form = match piece.before {
            Some('(' | '[') => Form::Bracket,
            Some(')' | ']') if wide_owners::is_name(&text[piece.value.clone()]) => Form::Dash,
            Some('—' | '–' | '-' | '|' | '·' | '→' | '…' | '/' | ';' | '.') => Form::Dash,
            _ => continue,
        };
        let value = &text[piece.value.clone()];
        let name = value.split(',').next().unwrap_or("").trim();
        // "(Dev, 31 August)": what stands beside a date is who, not where.
        let next = pieces.get(at + 1).filter(|next| is_date(&text[next.value.clone()]));
        let beside = next.is_some_and(|next| next.before == Some(','));
        // "… 須田（9/30）", "（須田、9/30）"
        let wide =
            has_wide(name) && next.is_some_and(|next| matches!(next.before, Some(',' | '(' | '|' | '—' | '/' | ';')));
        if wide_owners::is_name(name) || (wide && wide_owners::may_be_name(name)) {
            found.push(bare(value.trim(), piece.value.start, form));
        } else if is_name(name) || (beside && NAME.is_match(name) && name.split_whitespace().count() <= 4) {
            found.push(bare(name, piece.value.start, form));
        } else if is_handle(name) {
            found.push(bare(name, piece.value.start, Form::Loose));
        }
    }
    found
}

/// Names that a day stands beside, as only those who do the step are written: "（王磊，3月1日）", "3月1日前，王磊完成安装".
fn beside_days<'t>(text: &'t str, pieces: &[Piece]) -> impl Iterator<Item = (&'t str, usize)> {
    let listed = |piece: &&Piece| piece.before == Some(',');
    let value = |piece: &Piece| &text[piece.value.clone()];
    pieces.windows(2).filter_map(move |two| {
        let [first, second] = two else { return None };
        if first.label.is_some() || second.label.is_some() || !listed(&second) {
            return None;
        }
        let (before, after) = (value(first), value(second));
        let inside = matches!(first.before, Some('(' | '['));
        match (is_date(before), is_date(after)) {
            (false, true) if inside && wide_owners::is_surely_name(before) => Some((before.trim(), first.value.start)),
            (true, false) if inside && wide_owners::is_surely_name(after) => Some((after.trim(), second.value.start)),
            (true, false) => wide_owners::acting(after).map(|name| (name, second.value.start)),
            _ => None,
        }
    })
}

fn is_date(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|c: char| c.is_ascii_digit())
        || super::pieces::starts_dated(text)
        || super::wide_dates::begins_spoken(text)
}

/// "Ana will back up", "The platform team migrates".
fn subject(line: &str) -> Option<&str> {
    let found = SUBJECT.captures(line)?;
    let (name, verb) = (found.get(1)?.as_str(), found.get(2)?.as_str());
    let sure = matches!(verb, "to" | "will" | "must" | "shall" | "should" | "owns") || is_third_person(verb);
    let first = name.split_whitespace().find(|w| *w != "The").unwrap_or("").to_ascii_lowercase();
    let named = is_name(name.trim_start_matches("The ")) && !vocabulary().action_verbs.has(&first);
    (sure && named).then_some(name)
}

/// "Ana: back up", "[Ana] back up", "Ana — back up".
fn lead(line: &str) -> Option<(&str, Form)> {
    let head = line.split_once([':', ']']).or_else(|| line.split_once(" – ")).or_else(|| line.split_once(" — "))?.0;
    let head = head.trim_start_matches('[').trim();
    let labelled = super::pieces::label_of(&head.to_ascii_lowercase()).is_some();
    if labelled || head.split_whitespace().count() > 4 || ends_sentence(head) {
        return None;
    }
    let first = head.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    match is_name(head) && !vocabulary().action_verbs.has(&first) {
        true => Some((head, Form::Lead)),
        false => is_handle(head).then_some((head, Form::Loose)),
    }
}

fn is_third_person(verb: &str) -> bool {
    verb.strip_suffix("es").or_else(|| verb.strip_suffix('s')).is_some_and(|stem| vocabulary().action_verbs.has(stem))
        || verb.strip_suffix('s').is_some_and(|stem| vocabulary().action_verbs.has(stem))
        || verb.strip_suffix("ies").is_some_and(|stem| vocabulary().action_verbs.has(&format!("{stem}y")))
}

/// Whether a sentence ends within the text; "Dr. Yilmaz" is a name.
fn ends_sentence(text: &str) -> bool {
    text.match_indices(". ").any(|(at, _)| text[..at].rsplit(' ').next().is_some_and(|word| word.len() > 3))
}

/// Whether a text may be a name in lower case.
fn is_handle(text: &str) -> bool {
    let plain = (2..=12).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase());
    let everybody = matches!(text, "all" | "everyone" | "everybody");
    everybody
        || plain
            && !set(Set::OwnerNotNames).has(text)
            && !vocabulary().action_verbs.has(text)
            && !vocabulary().labels(text).any(|l| l != Label::Owner)
}

/// Whether a text looks like a name or a team: capitalised words that are none of the usual others.
fn is_name(text: &str) -> bool {
    let words = Words::new(text);
    let plain = NAME.is_match(text) && words.len() > 0 && words.len() <= 5;
    plain && !(0..words.len()).any(|w| set(Set::OwnerNotNames).has(words.word(w)))
}
