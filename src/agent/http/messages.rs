//! Message lists that every provider accepts: one system text, alternating roles, nothing blank.

use std::collections::HashSet;

/// Whose words a line holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Rules of the house.
    System,
    /// Anybody but the model that is asked.
    User,
    /// The model that is asked, earlier.
    Assistant,
}

/// A line of what came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// Whose words these are.
    pub role: Role,
    /// The speaker, named in the text since most providers refuse a `name` field.
    pub speaker: Option<&'a str>,
    /// The words.
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// A line without a speaker's name.
    #[must_use]
    pub fn new(role: Role, text: &'a str) -> Self {
        Self { role, speaker: None, text }
    }

    /// The same line with its speaker named.
    #[must_use]
    pub fn by(mut self, speaker: &'a str) -> Self {
        self.speaker = Some(speaker);
        self
    }

    fn written(&self) -> String {
        match self.speaker {
            Some(speaker) => format!("{speaker}: {}", self.text),
            None => self.text.to_owned(),
        }
    }
}

/// A message list in strict form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Strict {
    pub(super) system: String,
    /// Starts with a user's text; roles alternate.
    pub(super) turns: Vec<(Role, String)>,
}

/// Brings `lines` into the form that all providers accept. No words are lost
/// but blanks: system texts move to the front, neighbours of one role merge in
/// order, and the model's own words at the very start are told as a user's.
pub(super) fn strict(lines: &[Line<'_>]) -> Strict {
    let mut out = Strict::default();
    for line in lines.iter().filter(|line| !line.text.trim().is_empty()) {
        let text = line.written();
        match (line.role, out.turns.last_mut()) {
            (Role::System, _) => join(&mut out.system, &text),
            (Role::Assistant, None) => out.turns.push((Role::User, text)),
            (role, Some((last, so_far))) if *last == role => join(so_far, &text),
            (role, _) => out.turns.push((role, text)),
        }
    }
    out
}

/// Puts the system text in front of the first user text.
pub(super) fn merge_system(list: &mut Strict) {
    let system = std::mem::take(&mut list.system);
    if system.is_empty() {
        return;
    }
    match list.turns.first_mut() {
        Some((_, first)) => *first = format!("{system}\n\n{first}"),
        None => list.turns.push((Role::User, system)),
    }
}

fn join(so_far: &mut String, text: &str) {
    if !so_far.is_empty() {
        so_far.push_str("\n\n");
    }
    so_far.push_str(text);
}

/// Longest id that a `name` field may hold.
const MAX_ID: usize = 64;

/// An id of `[A-Za-z0-9_-]{1,64}` for each display name, in order, none twice.
///
/// Display names stay free; only what goes into a `name` field or a header of
/// a request has to be narrow.
///
/// ```
/// use quorate::agent::http::wire_ids;
///
/// assert_eq!(wire_ids(&["User Proxy", "User_Proxy", "项目管理"]), ["User_Proxy", "User_Proxy-2", "seat"]);
/// ```
#[must_use]
pub fn wire_ids(names: &[&str]) -> Vec<String> {
    let mut taken = HashSet::new();
    names
        .iter()
        .map(|name| {
            let base = narrow(name);
            let mut id = base.clone();
            let mut n = 1_usize;
            while !taken.insert(id.clone()) {
                n += 1;
                let ending = format!("-{n}");
                let room = MAX_ID.saturating_sub(ending.len());
                id = format!("{}{ending}", base.get(..room).unwrap_or(&base));
            }
            id
        })
        .collect()
}

fn narrow(name: &str) -> String {
    let mut id = String::new();
    for c in name.trim().chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' => id.push(c),
            _ if id.ends_with('_') => {}
            _ => id.push('_'),
        }
    }
    let id = id.trim_matches('_');
    match id.get(..id.len().min(MAX_ID)) {
        Some("") | None => "seat".to_owned(),
        Some(id) => id.to_owned(),
    }
}
