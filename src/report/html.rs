//! A report as one page of HTML that needs nothing but itself: no script, no other file, nothing from a network.

use std::io;

use askama::Template;
use quorate_strategies::seat::SeatId;

use super::{Report, Source, facts::Facts, naming::Naming, words::Words};

mod agreement;
mod audit;
mod course;
mod outcome;
mod people;
mod picture;
mod rich;
mod statement;
mod transcript;
mod words;

use audit::{Line, Spent};
use course::Course;
use outcome::Outcome;
use people::Person;
use picture::{Graph, Positions, Shares};
use rich::{Block, Piece, Rich, line_within};
use statement::{Finding, Objected, Unanswered, Written};
use transcript::Entry;
use words::PageWords;

/// A report as one self-contained page of HTML, in the language of the discussion where there is a table of words for it.
///
/// It has no script and loads nothing, and its content policy forbids both; what agents said is escaped and stays text.
/// Message 7 has the anchor `#m7`, and every statement links to the messages that it rests on.
///
/// ```
/// use quorate::{report::{Page, Report as _, Source}, strategies::state::State};
///
/// let state = State::default();
/// let mut out = Vec::new();
/// Page.render(&Source::new(&state, &[], ""), &mut out)?;
/// assert!(out.starts_with(b"<!DOCTYPE html>"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Page;

impl Report for Page {
    fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let facts = Facts::of(source);
        let naming = Naming::of(&facts);
        let page = PageWords::of(naming.language());
        Sheet::of(&Telling { naming, page }).write_into(out)
    }
}

/// The style sheet's SHA-256 as the content policy names it; a test holds it against the sheet.
const STYLE_HASH: &str = "sha256-DmmLVs9v79RCMDZTVZS7Y8YmX7qx7OvV21UetgZqKIw=";

/// Names and causes are shown up to so many characters; the transcript and the record hold the rest.
const NAME: usize = 120;
const CAUSE: usize = 400;
/// A topic is shown in the heading up to so many characters.
const TOPIC: usize = 240;

/// What the parts of the page are told from.
#[derive(Debug, Clone, Copy)]
struct Telling<'a> {
    naming: Naming<'a>,
    page: &'static PageWords,
}

impl<'a> Telling<'a> {
    const fn facts(&self) -> &'a Facts<'a> {
        self.naming.facts
    }

    const fn words(&self) -> &'static Words {
        self.naming.words
    }

    fn name(&self, seat: SeatId) -> String {
        line_within(self.facts().name(seat), NAME)
    }

    fn names(&self, seats: &[SeatId]) -> String {
        self.list(seats.iter().map(|seat| self.name(*seat)))
    }

    /// Members of a list, in one line.
    fn list(&self, members: impl IntoIterator<Item = String>) -> String {
        members.into_iter().collect::<Vec<_>>().join(self.words().joints.list)
    }

    fn cause(&self, cause: &str) -> String {
        if cause.trim().is_empty() { "–".to_owned() } else { line_within(cause, CAUSE) }
    }
}

/// Everything that the page shows; the template only lays it out.
#[derive(Debug, Template)]
#[template(path = "page.html", config = "src/report/html/askama.toml")]
struct Sheet {
    style_hash: &'static str,
    page: &'static PageWords,
    words: &'static Words,
    generator: String,
    title: String,
    topic: String,
    origin: String,
    outcome: Outcome,
    written: Option<Written>,
    unanswered: Vec<Unanswered>,
    dissent: Vec<Objected>,
    findings: Vec<Finding>,
    finding_counts: String,
    positions: Option<Positions>,
    shares: Option<Shares>,
    left_out: Option<String>,
    graph: Option<Graph>,
    graph_left_out: Option<String>,
    people: Vec<Person>,
    changes: Vec<Rich>,
    spent: Option<Spent>,
    transcript: Vec<Entry>,
    audit: Vec<Line>,
}

impl Sheet {
    fn of(telling: &Telling<'_>) -> Self {
        let (page, words, facts) = (telling.page, telling.words(), telling.facts());
        let charter = facts.state().charter();
        let course = Course::of(&telling.naming);
        let voters = facts.state().roster().iter().filter(|(_, seat)| seat.vote);
        let names: Vec<String> = voters.map(|(id, _)| telling.name(id)).collect();
        let outcome = outcome::of(telling);
        let topic = line_within(&charter.brief.topic, TOPIC);
        let topic = if topic.is_empty() { words.title.no_topic.to_owned() } else { topic };
        let graph = Graph::of(&telling.naming, page);
        let counted =
            |template: &'static str, n: usize| (n > 0).then(|| super::fill(template, &[("n", &n.to_string())]));
        Self {
            style_hash: STYLE_HASH,
            page,
            words,
            generator: line_within(&format!("quorate {}", charter.software), NAME),
            title: super::fill(outcome.title, &[("topic", &topic)]),
            topic,
            origin: audit::origin(telling),
            written: statement::written(telling, outcome.decision()),
            unanswered: statement::unanswered(telling),
            dissent: statement::dissent(telling),
            findings: statement::found(telling),
            finding_counts: statement::counts(telling),
            positions: Positions::of(&course, &names, page),
            shares: Shares::of(&course, page),
            left_out: counted(page.rounds_left_out, course.left_out),
            graph_left_out: counted(page.graph_left_out, graph.as_ref().map_or(0, |graph| graph.left_out)),
            graph,
            people: people::all(telling),
            changes: people::changes(telling),
            spent: audit::spent(telling),
            transcript: transcript::all(telling),
            audit: audit::lines(telling),
            outcome,
        }
    }
}
