//! A text improved by what was recommended: as a synthesiser wrote it, or with marked proposals at their places.

use std::{ops::Range, sync::Arc};

use quorate_strategies::{
    brief::Material,
    outcome::{Author, Draft, Edit, Unwritten},
    state::State,
};

use super::{
    blocks::{Line, Lines},
    hunks::{Compared, Hunk},
    proposal::{Proposal, Reason, proposals, speakers},
    words::Words,
};
use crate::report::{
    escape::without_unsafe,
    markdown::{inline, inline_within},
    text,
    words::{Names, fill},
};

/// The texts under review, improved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Improvement {
    /// Each of them, in their order.
    pub texts: Vec<Improved>,
    /// All of them as one: where there are several each under its name.
    pub text: String,
    /// What was changed, as one unified diff.
    pub diff: String,
}

/// One text, improved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Improved {
    /// What it is called.
    pub name: Arc<str>,
    /// Who wrote it: a synthesiser, or the rule that puts proposals at their places and leaves every line as it was.
    pub author: Author,
    /// The synthesiser that was asked and could not.
    pub unwritten: Option<Unwritten>,
    /// The whole text.
    pub text: String,
    /// What was changed, as a unified diff.
    pub diff: String,
    /// Each place that was changed, with what that rests on.
    pub changes: Vec<Change>,
    /// What a synthesiser says that it changed and nobody can find.
    pub unfound: Vec<Reason>,
}

/// A place that was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The lines that gave way, from 0 and without the last: empty where something was only put in.
    pub was: Range<usize>,
    /// The lines that stand there now.
    pub is: Range<usize>,
    /// What it rests on; empty where nobody says why.
    pub reasons: Vec<Reason>,
}

impl Change {
    /// Whether nobody says what it rests on.
    #[must_use]
    pub fn is_unexplained(&self) -> bool {
        self.reasons.iter().all(|reason| reason.messages.is_empty())
    }
}

impl Improvement {
    /// The improvement of what was under review, once a result was written down.
    pub(super) fn of(state: &State) -> Self {
        let material = &state.charter().brief.material;
        let drafts = state.result().map(|result| result.drafts.as_slice()).unwrap_or_default();
        let texts: Vec<Improved> =
            material.iter().enumerate().map(|(at, one)| Improved::of(state, (at, one), drafts.get(at))).collect();
        let text = match texts.as_slice() {
            [only] => only.text.clone(),
            several => several.iter().map(under_its_name).collect(),
        };
        let diff = texts.iter().map(|one| one.diff.as_str()).collect();
        Self { texts, text, diff }
    }
}

fn under_its_name(one: &Improved) -> String {
    let end = if one.text.is_empty() || one.text.ends_with('\n') { "" } else { "\n" };
    format!("--- {} ---\n{}{end}", text::line(&one.name), one.text)
}

impl Improved {
    fn of(state: &State, (at, material): (usize, &Material), draft: Option<&Draft>) -> Self {
        let name = text::line(&material.name).to_string();
        if let Some(Draft::Written { backend, text, edits }) = draft {
            let text = without_unsafe(text);
            let compared = Compared::of(&name, &material.text, &text);
            let (changes, unfound) = explained(state, &compared, edits);
            let (author, diff) = (Author::Synthesizer { backend: Arc::clone(backend) }, compared.unified);
            let name = Arc::clone(&material.name);
            return Self { name, author, unwritten: None, text, diff, changes, unfound };
        }
        let unwritten = match draft {
            Some(Draft::Unwritten(why)) => Some(why.clone()),
            _ => None,
        };
        let (text, changes) = marked(state, material, proposals(state, at));
        let diff = Compared::of(&name, &material.text, &text).unified;
        let (name, author) = (Arc::clone(&material.name), Author::Extractive);
        Self { name, author, unwritten, text, diff, changes, unfound: Vec::new() }
    }
}

/// The text with each proposal behind the line it concerns, and the places where they stand; every line of the text
/// stays as it is.
fn marked(state: &State, material: &Material, proposals: Vec<Proposal>) -> (String, Vec<Change>) {
    let lines = Lines::of(&material.text);
    let mut out = String::with_capacity(material.text.len() + 256 * proposals.len());
    let mut changes = Vec::new();
    let mut rest = proposals.into_iter().peekable();
    let mut written = 0;
    let mut put = |out: &mut String, at: usize, here: Vec<Proposal>, written: &mut usize| {
        if !here.is_empty() {
            let added = quoted(out, state, &lines, at, &here);
            let reasons = here.into_iter().map(|one| one.reason).collect();
            changes.push(Change { was: at..at, is: *written..*written + added, reasons });
            *written += added;
        }
    };
    for at in 0..=lines.all.len() {
        let is_here = |one: &Proposal| one.line.is_some_and(|line| behind(&lines, line) <= at);
        let here: Vec<Proposal> = std::iter::from_fn(|| rest.next_if(is_here)).collect();
        put(&mut out, at, here, &mut written);
        if let Some((line, _)) = lines.all.get(at) {
            out.push_str(line);
            written += 1;
        }
    }
    // What concerns the whole stands at its end, apart from what concerns the last line.
    put(&mut out, lines.all.len(), rest.collect(), &mut written);
    (out, changes)
}

/// How many lines stand before what is put behind this one.
fn behind(lines: &Lines<'_>, line: u32) -> usize {
    if lines.all.is_empty() { 0 } else { lines.behind(lines.place(line)) }
}

/// Writes proposals as a quotation of its own behind so many lines, and tells how many lines that takes.
fn quoted(out: &mut String, state: &State, lines: &Lines<'_>, at: usize, here: &[Proposal]) -> usize {
    let about = here.first().and_then(|one| one.line).map(|line| lines.place(line));
    let indent = about.map_or_else(String::new, |at| lines.indent(at));
    if !out.is_empty() && !out.ends_with('\n') {
        out.push_str(lines.end);
    }
    let mut added = Vec::new();
    let before = at.checked_sub(1).and_then(|before| lines.kind(before));
    let apart = about.is_none() && out.lines().next_back().is_some_and(|line| !line.trim().is_empty());
    if apart || before == Some(Line::Quote) {
        added.push(String::new());
    }
    for (nth, one) in here.iter().enumerate() {
        if nth > 0 {
            added.push(format!("{indent}>"));
        }
        added.push(format!("{indent}> {}", proposed(state, one)));
    }
    // Words would go on with the quotation.
    if lines.kind(at).is_some_and(|next| !matches!(next, Line::Blank | Line::Item | Line::Heading(_))) {
        added.push(String::new());
    }
    for line in &added {
        out.push_str(line);
        out.push_str(lines.end);
    }
    added.len()
}

/// One proposal in a line of Markdown that it cannot leave.
fn proposed(state: &State, proposal: &Proposal) -> String {
    let language = state.charter().brief.language;
    let words = Words::of(language);
    let Reason { what, finding, messages, seats } = &proposal.reason;
    let who = seats.first().and_then(|seat| state.roster().get(*seat)).map_or_else(String::new, |seat| {
        let origin = (Names::of(language).origin)(seat.backend.origin);
        fill(words.who, &[("name", &inline_within(&seat.name, 120)), ("origin", origin)])
    });
    let why = finding.as_ref().map(|(_, found)| fill(words.because, &[("finding", &inline(found))]));
    let values = [
        ("messages", words.messages(messages)),
        ("who", who),
        ("what", inline(what)),
        ("why", why.unwrap_or_default()),
    ];
    fill(words.proposed, &values.each_ref().map(|(hole, value)| (*hole, value.as_str())))
}

/// The places that a synthesiser changed, each with what it says about it; and what it says of places that are not there.
fn explained(state: &State, compared: &Compared<'_>, edits: &[Edit]) -> (Vec<Change>, Vec<Reason>) {
    let mut changes: Vec<Change> = compared
        .hunks
        .iter()
        .map(|Hunk { was, is }| Change { was: was.clone(), is: is.clone(), reasons: vec![] })
        .collect();
    let mut unfound = Vec::new();
    for edit in edits {
        let reason = Reason {
            what: Arc::clone(&edit.what),
            finding: None,
            messages: edit.messages.clone(),
            seats: speakers(state, &edit.messages),
        };
        match changes.iter_mut().find(|change| shows(compared, change, &edit.quote)) {
            Some(change) => change.reasons.push(reason),
            None => unfound.push(reason),
        }
    }
    (changes, unfound)
}

/// Whether a changed place holds a quoted line, as it is now or as it was.
fn shows(compared: &Compared<'_>, change: &Change, quote: &str) -> bool {
    let quote = folded(quote);
    let holds = |lines: Option<&[&str]>| lines.unwrap_or_default().iter().any(|line| folded(line).contains(&quote));
    !quote.is_empty() && (holds(compared.is.get(change.is.clone())) || holds(compared.was.get(change.was.clone())))
}

/// A line without blanks and signs of Markdown: models quote without them.
fn folded(line: &str) -> String {
    line.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
