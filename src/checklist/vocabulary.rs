//! The words people use for the parts of a plan, read once from `lists/*/vocabulary.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::words::{Phrases, Words};

/// Word lists by topic and key, as one language's file has them.
type File = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The files of all languages: material often mixes them, and their words do not collide.
const FILES: [&str; 3] = [
    include_str!("lists/en/vocabulary.toml"),
    include_str!("lists/zh/vocabulary.toml"),
    include_str!("lists/ja/vocabulary.toml"),
];

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
    verification_last: Phrases,
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
    let files = FILES.map(|file| {
        let read: Result<File, _> = toml::from_str(file);
        debug_assert!(read.is_ok(), "{read:?}");
        read.unwrap_or_default()
    });
    Vocabulary::compile(&files)
});

/// The shipped vocabulary.
pub(super) fn vocabulary() -> &'static Vocabulary {
    &SHIPPED
}

fn compiled(files: &[File], topic: &str, key: &str) -> Phrases {
    let lists: Vec<&Vec<String>> = files.iter().filter_map(|file| file.get(topic)?.get(key)).collect();
    debug_assert!(!lists.is_empty(), "{key}");
    Phrases::new(lists.into_iter().flatten().map(String::as_str))
}

impl Vocabulary {
    fn compile(files: &[File]) -> Self {
        let headings = |key| compiled(files, "headings", key);
        let labels = |key| compiled(files, "labels", key);
        let role = |role, key| (role, headings(key));
        let label = |label, key| (label, labels(key));
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
            steps: headings("steps"),
            fillers: headings("fillers"),
            trailers: headings("trailers"),
            breaks: headings("breaks"),
            aside: headings("aside"),
            info_last: headings("info_last"),
            verification_last: headings("verification_last"),
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
            not_steps: labels("not_steps"),
            not_steps_anywhere: labels("not_steps_anywhere"),
            nobody: compiled(files, "values", "nobody"),
            nothing: compiled(files, "values", "nothing"),
            plan_owner: compiled(files, "words", "plan_owner"),
            action_verbs: compiled(files, "words", "action_verbs"),
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
        while let Some(end) = self.fillers.at(words, at).filter(|end| *end < words.len()) {
            at = end;
        }
        let found = |at| self.roles.iter().find_map(|(role, set)| set.at(words, at).map(|end| (*role, end)));
        // Words left out as fillers may belong to a phrase ("open questions").
        let Some((role, mut end)) = found(0).or_else(|| found(at)) else {
            return Role::Unknown;
        };
        let start = if found(0).is_some() { 0 } else { at };
        while end < words.len() && words.length_of(start..end) < 3 {
            let between = heading.get(words.span(end - 1).end..words.span(end).start).unwrap_or("");
            if between.contains([':', ',', '(', '&', '/', '\u{2014}', '\u{2013}', '・'])
                || self.breaks.begins(words, end)
            {
                return role;
            }
            end = match self.roles.iter().find(|(own, _)| *own == role).and_then(|(_, set)| set.at(words, end)) {
                Some(more) => more,
                None => match self.trailers.at(words, end) {
                    Some(more) => more,
                    None => return Role::Unknown,
                },
            };
        }
        role
    }

    /// The role of the noun a heading ends with, as in "Cross-team dependencies".
    fn closing_role(&self, words: &Words) -> Role {
        let Some(last) = words.len().checked_sub(1) else {
            return Role::Unknown;
        };
        let from = last.saturating_sub(if words.has_wide() { 12 } else { 3 });
        let ends = |set: &Phrases| (from..=last).any(|at| set.at(words, at) == Some(last + 1));
        if ends(&self.info_last) {
            return Role::Info;
        }
        if ends(&self.verification_last) {
            return Role::Verification;
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
