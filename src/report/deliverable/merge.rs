//! One text made of many results: as a synthesiser wrote it, or their sections in order, each block with its source.

use std::{fmt::Write as _, ops::Range};

use quorate_strategies::{reading::Finding, state::State, turn::TurnId};

use super::{
    blocks::{Line, Lines},
    proposal::place,
    words::Words,
};
use crate::report::{
    escape::without_unsafe,
    findings::{Found, Raisers, findings},
    markdown::{inline, inline_within},
    words::{Names, fill},
};

/// A text that is being put together, with the line of a source that each of its lines was taken from.
#[derive(Debug, Default)]
pub(super) struct Merging {
    pub(super) lines: Vec<String>,
    /// The source and its line, from 1; none for a line of ours.
    pub(super) from: Vec<Option<(usize, u32)>>,
}

impl Merging {
    fn own(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
        self.from.push(None);
    }

    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.own("");
        }
    }

    fn taken(&mut self, line: String, from: (usize, u32)) {
        self.lines.push(line);
        self.from.push(Some(from));
    }

    /// The text with lines of ours left empty, but for headings of sources without one: what a checklist is to read.
    pub(super) fn bare(&self) -> String {
        let lines = self.lines.iter().zip(&self.from);
        let is_read = |line: &str, from: &Option<_>| from.is_some() || line.starts_with("## ");
        lines.map(|(line, from)| if is_read(line, from) { format!("{line}\n") } else { "\n".to_owned() }).collect()
    }
}

/// The sections of all sources in their order, under the heading that is put before them; marks stand where something
/// is open.
pub(super) fn merged(state: &State) -> Merging {
    let mut out = Merging::default();
    let found = findings(state, Raisers::Everybody);
    for (at, material) in state.charter().brief.material.iter().enumerate() {
        let lines = Lines::of(&material.text);
        let title = lines.all.iter().position(|(line, kind)| is_title(line, *kind));
        let name = inline_within(&material.name, 120);
        out.gap();
        match title.and_then(|title| lines.all.get(title)) {
            Some((line, _)) => out.taken(format!("## {}", inline(heading(line))), (at, number(title.unwrap_or(0)))),
            None => out.own(format!("## {name}")),
        }
        out.gap();
        for block in blocks(&lines) {
            if block.len() == 1 && Some(block.start) == title {
                continue;
            }
            copy(&mut out, &lines, at, &block, Headings::Below);
            if !is_heading(&lines, &block) {
                let words = Words::of(state.charter().brief.language);
                let source = [("name", name.as_str()), ("lines", &words.lines(&block))];
                out.gap();
                out.own(format!("*{}*", fill(words.source, &source)));
            }
            for one in &found {
                if is_here(state, one.finding, at, &block) {
                    out.gap();
                    out.own(format!("> {}", mark(state, one)));
                }
            }
            out.gap();
        }
    }
    while out.lines.last().is_some_and(String::is_empty) {
        out.lines.pop();
        out.from.pop();
    }
    out
}

fn number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}

/// A heading of the highest level names the whole.
fn is_title(line: &str, kind: Line) -> bool {
    kind == Line::Heading(1) && !heading(line).is_empty()
}

fn heading(line: &str) -> &str {
    line.trim().trim_matches('#').trim()
}

fn is_heading(lines: &Lines<'_>, block: &Range<usize>) -> bool {
    matches!(lines.kind(block.start), Some(Line::Heading(_)))
}

/// What stands together: a heading alone, code whole, and else lines without a blank between them.
fn blocks(lines: &Lines<'_>) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (at, (_, kind)) in lines.all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| lines.kind(before));
        let joins = match (before, kind) {
            (_, Line::Blank) => continue,
            (Some(Line::Code), Line::Code) => true,
            (None | Some(Line::Blank | Line::Heading(_)), _) | (_, Line::Heading(_)) => false,
            _ => true,
        };
        match blocks.last_mut().filter(|_| joins) {
            Some(block) => block.end = at + 1,
            None => blocks.push(at..at + 1),
        }
    }
    blocks
}

/// What becomes of headings that are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Headings {
    /// They stay as they are.
    Kept,
    /// They stand one level below that of their source.
    Below,
}

/// A whole text, copied so that nothing in it reaches beyond its block.
pub(super) fn inert(text: &str) -> String {
    let (lines, mut out) = (Lines::of(text), Merging::default());
    copy(&mut out, &lines, 0, &(0..lines.all.len()), Headings::Kept);
    out.lines.join("\n")
}

/// Copies a block so that nothing in it reaches beyond it: code gets fences that it cannot close, and no other line begins
/// code or HTML.
fn copy(out: &mut Merging, lines: &Lines<'_>, source: usize, block: &Range<usize>, headings: Headings) {
    let mut at = block.start;
    while let Some((line, kind)) = lines.all.get(at).filter(|_| at < block.end) {
        if *kind == Line::Code {
            let run = (at..block.end).take_while(|at| lines.kind(*at) == Some(Line::Code)).count();
            code(out, lines, source, &(at..at + run));
            at += run;
            continue;
        }
        let line = without_unsafe(line.trim_end_matches(['\n', '\r']));
        let line = match (kind, headings) {
            (Line::Heading(level), Headings::Below) => {
                format!("{} {}", "#".repeat((level + 1).clamp(3, 6)), inline(heading(&line)))
            }
            // A heading by its underline would stand above the title.
            (Line::Underline(_), Headings::Below) => String::new(),
            _ => harmless(&line),
        };
        out.taken(line, (source, number(at)));
        at += 1;
    }
}

/// Copies code between fences of our own; its own are left out.
fn code(out: &mut Merging, lines: &Lines<'_>, source: usize, run: &Range<usize>) {
    let line = |at: usize| lines.all.get(at).map(|(line, _)| without_unsafe(line.trim_end_matches(['\n', '\r'])));
    let is_fence =
        |at: usize| line(at).is_some_and(|line| ["```", "~~~", "---"].iter().any(|mark| line.trim().starts_with(mark)));
    let inner: Vec<(usize, String)> = run
        .clone()
        .filter(|at| !((*at == run.start || *at + 1 == run.end) && is_fence(*at)))
        .filter_map(|at| Some((at, line(at)?)))
        .collect();
    let longest = |text: &String| text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((inner.iter().map(|(_, text)| longest(text)).max().unwrap_or(0) + 1).max(3));
    out.own(fence.as_str());
    for (at, text) in inner {
        out.taken(text, (source, number(at)));
    }
    out.own(fence);
}

/// A line that cannot begin code or HTML, which could go on behind the blank line that ends everything else.
fn harmless(line: &str) -> String {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match rest.get(digits..).and_then(|rest| rest.strip_prefix(['.', ')'])) {
            Some(behind) if digits > 0 => rest = behind,
            _ => break,
        }
    }
    let begins = ["<", "```", "~~~"].iter().any(|mark| rest.starts_with(mark));
    let before = line.get(..line.len() - rest.len()).unwrap_or_default();
    if begins { format!("{before}\\{rest}") } else { line.to_owned() }
}

fn is_here(state: &State, finding: &Finding, source: usize, block: &Range<usize>) -> bool {
    let Some(line) = finding.line else { return false };
    let (file, _) = place(state, finding, usize::MAX);
    let only = state.charter().brief.material.len() == 1;
    (file == source || only) && block.contains(&(line.max(1) as usize - 1))
}

/// What is open there, with the messages that say so.
fn mark(state: &State, found: &Found<'_>) -> String {
    let language = state.charter().brief.language;
    let words = Words::of(language);
    let (_, message) = place(state, found.finding, usize::MAX);
    let values = [
        ("severity", (Names::of(language).severity)(found.finding.severity).to_owned()),
        ("messages", words.in_brackets(&found.messages)),
        ("message", inline(message)),
        ("suggestion", words.then(found.finding.suggestion.as_deref())),
    ];
    fill(words.here, &values.each_ref().map(|(hole, value)| (*hole, value.as_str())))
}

/// One thing that is still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// The rule that found it.
    pub finding: Finding,
    /// The line of the deliverable, from 1; none where it concerns the whole.
    pub line: Option<u32>,
    /// The source that it is about, where one is.
    pub source: Option<std::sync::Arc<str>>,
    /// The messages that raised it; empty where only the reading of the deliverable did.
    pub messages: Vec<TurnId>,
}

/// Writes the list of what is open.
pub(super) fn list(state: &State, open: &[Open]) -> String {
    let language = state.charter().brief.language;
    let words = Words::of(language);
    let mut out = format!("## {}\n\n", words.open);
    if open.is_empty() {
        // Writing to a string cannot fail; the same holds below.
        let _ = writeln!(out, "{}", words.nothing_open);
    }
    for one in open {
        let line = one.line.map(|line| words.lines(&(line as usize - 1..line as usize)));
        let source = one.source.as_deref().map(|name| inline_within(name, 120));
        let place = line.or(source).unwrap_or_else(|| words.whole.to_owned());
        let values = [
            ("severity", (Names::of(language).severity)(one.finding.severity).to_owned()),
            ("place", place),
            ("message", inline(&one.finding.message)),
            ("suggestion", words.then(one.finding.suggestion.as_deref())),
            ("messages", words.in_brackets(&one.messages)),
        ];
        let item = fill(words.open_item, &values.each_ref().map(|(hole, value)| (*hole, value.as_str())));
        let _ = writeln!(out, "- {item}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_copied_reaches_beyond_its_block() {
        let text = "Words\n- ```\n  1. <!-- x\n~~~ sh\n```\n<script>\n~~~\n> <b\n```\nnever closed";
        let expected = "Words\n- \\```\n  1. \\<!-- x\n````\n```\n<script>\n````\n> \\<b\n```\nnever closed\n```";
        assert_eq!(inert(text), expected);
        assert_eq!(inert("---\nowner: Ann\n---\n# Title"), "```\nowner: Ann\n```\n# Title");
    }
}
