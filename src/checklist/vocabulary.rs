//! The words people use for the parts of a plan, read once from `lists/vocabulary.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::language::Lists;
use super::words::{Phrases, Words};

#[derive(Debug, Default, Deserialize)]
struct File {
    headings: BTreeMap<String, Lists>,
    labels: BTreeMap<String, Lists>,
    values: BTreeMap<String, Lists>,
    words: BTreeMap<String, Lists>,
}

/// What a section is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// Nothing known.
    #[default]
    Unknown,
    /// Work to be done.
    Steps,
    /// Risks and what is done about them.
    Risk,
    /// The way back.
    Rollback,
    /// How it is known that the work succeeded.
    Verification,
    /// What is aimed at.
    Goals,
    /// What belongs to the work and what does not.
    Scope,
    /// What is still open.
    Questions,
    /// Everything else that is not work: background, contacts, budget and the like.
    Info,
}

/// The labels a step's facts go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Owner,
    BackupOwner,
    Due,
    Start,
    Needs,
    Feeds,
    Id,
    Title,
    Detail,
}

/// The compiled vocabulary.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    roles: Vec<(Role, Phrases)>,
    steps: Phrases,
    fillers: Phrases,
    trailers: Phrases,
    breaks: Phrases,
    info_last: Phrases,
    pub(super) aside: Phrases,
    labels: Vec<(Label, Phrases)>,
    pub(super) not_steps: Phrases,
    pub(super) not_steps_anywhere: Phrases,
    pub(super) nobody: Phrases,
    pub(super) nothing: Phrases,
    pub(super) plan_owner: Phrases,
    pub(super) action_verbs: Phrases,
}

static SHIPPED: LazyLock<Vocabulary> = LazyLock::new(|| {
    let file: Result<File, _> = toml::from_str(include_str!("lists/vocabulary.toml"));
    debug_assert!(file.is_ok(), "{file:?}");
    Vocabulary::compile(&file.unwrap_or_default())
});

/// The shipped vocabulary.
pub(super) fn vocabulary() -> &'static Vocabulary {
    &SHIPPED
}

fn compiled(lists: &BTreeMap<String, Lists>, key: &str) -> Phrases {
    let list = lists.get(key);
    debug_assert!(list.is_some(), "{key}");
    list.map(|l| Phrases::new(l.all())).unwrap_or_default()
}

impl Vocabulary {
    fn compile(file: &File) -> Self {
        let role = |role, key| (role, compiled(&file.headings, key));
        let label = |label, key| (label, compiled(&file.labels, key));
        Self {
            // The first that matches wins, so what is not work comes before what is.
            roles: vec![
                role(Role::Scope, "scope"),
                role(Role::Questions, "questions"),
                role(Role::Rollback, "rollback"),
                role(Role::Risk, "risk"),
                role(Role::Verification, "verification"),
                role(Role::Goals, "goals"),
                role(Role::Info, "info"),
            ],
            steps: compiled(&file.headings, "steps"),
            fillers: compiled(&file.headings, "fillers"),
            trailers: compiled(&file.headings, "trailers"),
            breaks: compiled(&file.headings, "breaks"),
            aside: compiled(&file.headings, "aside"),
            info_last: compiled(&file.headings, "info_last"),
            labels: vec![
                label(Label::Owner, "owner"),
                label(Label::BackupOwner, "backup_owner"),
                label(Label::Needs, "needs"),
                label(Label::Feeds, "feeds"),
                label(Label::Start, "start"),
                label(Label::Due, "due"),
                label(Label::Detail, "detail"),
                label(Label::Id, "id"),
                label(Label::Title, "title"),
            ],
            not_steps: compiled(&file.labels, "not_steps"),
            not_steps_anywhere: compiled(&file.labels, "not_steps_anywhere"),
            nobody: compiled(&file.values, "nobody"),
            nothing: compiled(&file.values, "nothing"),
            plan_owner: compiled(&file.words, "plan_owner"),
            action_verbs: compiled(&file.words, "action_verbs"),
        }
    }

    /// The role a heading names: what its noun says, not any word in it ("Data migration" is no background).
    pub(super) fn role(&self, heading: &str) -> Role {
        let words = Words::new(heading);
        let mut role = self.leading_role(heading, &words);
        if role == Role::Unknown {
            role = self.closing_role(&words);
        }
        match role {
            Role::Unknown if self.steps.any(&words) => Role::Steps,
            _ => role,
        }
    }

    /// The role of the noun a heading begins with, as in "Risks for the cutover".
    fn leading_role(&self, heading: &str, words: &Words) -> Role {
        let mut at = 0;
        while at + 1 < words.len() && self.fillers.has(words.word(at)) {
            at += 1;
        }
        let found = |at| self.roles.iter().find_map(|(role, set)| set.at(words, at).map(|end| (*role, end)));
        // Words left out as fillers may belong to a phrase ("open questions").
        let Some((role, mut end)) = found(0).or_else(|| found(at)) else {
            return Role::Unknown;
        };
        let start = if found(0).is_some() { 0 } else { at };
        while end < words.len() && end - start < 3 {
            let between = heading.get(words.span(end - 1).end..words.span(end).start).unwrap_or("");
            if between.contains([':', ',', '(', '&', '/', '\u{2014}', '\u{2013}']) || self.breaks.has(words.word(end)) {
                return role;
            }
            end = match self.roles.iter().find(|(own, _)| *own == role).and_then(|(_, set)| set.at(words, end)) {
                Some(more) => more,
                None if self.trailers.has(words.word(end)) => end + 1,
                None => return Role::Unknown,
            };
        }
        role
    }

    /// The role of the noun a heading ends with, as in "Cross-team dependencies".
    fn closing_role(&self, words: &Words) -> Role {
        let Some(last) = words.len().checked_sub(1) else {
            return Role::Unknown;
        };
        let from = last.saturating_sub(3);
        let ends = |set: &Phrases| (from..=last).any(|at| set.at(words, at) == Some(last + 1));
        if ends(&self.info_last) {
            return Role::Info;
        }
        let open = |role: Role| !matches!(role, Role::Verification | Role::Info);
        self.roles.iter().find(|(role, set)| open(*role) && ends(set)).map_or(Role::Unknown, |(role, _)| *role)
    }

    /// The labels a text may stand for, all of it taken as a label.
    pub(super) fn labels(&self, text: &str) -> impl Iterator<Item = Label> {
        self.labels.iter().filter(|(_, set)| set.is(text)).map(|(label, _)| *label)
    }

    pub(super) fn label_set(&self, wanted: Label) -> Option<&Phrases> {
        self.labels.iter().find(|(label, _)| *label == wanted).map(|(_, set)| set)
    }
}
