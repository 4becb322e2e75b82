//! What came of it: statements with the messages that they rest on, objections and findings.

use quorate_strategies::{
    outcome::{Author, Statement, Unwritten},
    reading::Severity,
    seat::{Origin, SeatId},
    turn::{Message, TurnId},
};

use super::{
    Telling,
    rich::{Block, Hole, Rich, blocks, line, line_within},
};
use crate::{
    argument::Fate,
    report::{
        dissent::{Dissent, Objection},
        findings::{Raisers, findings},
        minutes::{conceded, objections, owed_sum_up},
        sentences::own_words,
        words::fill,
    },
};

/// A text and the messages that it rests on.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) blocks: Vec<Block>,
    pub(super) messages: Vec<u32>,
}

impl Told {
    fn of(one: &Statement) -> Self {
        Self { blocks: blocks(&one.text), messages: numbers(&one.messages) }
    }
}

pub(super) fn numbers(messages: &[TurnId]) -> Vec<u32> {
    messages.iter().map(|id| id.0).collect()
}

/// The result as it was written.
#[derive(Debug)]
pub(super) struct Written {
    /// Who wrote it.
    pub(super) by: Rich,
    pub(super) missing: Option<Rich>,
    pub(super) consensus: Option<Told>,
    /// What is said where there is no consensus.
    pub(super) no_consensus: &'static str,
    /// None where the decision says the same.
    pub(super) conclusion: Option<Told>,
    pub(super) key_points: Vec<Told>,
    pub(super) recommendations: Vec<Told>,
    pub(super) divergences: Vec<Told>,
}

/// The result; none where none was written.
pub(super) fn written(telling: &Telling<'_>, decided: &[Block]) -> Option<Written> {
    let state = telling.facts().state();
    let result = state.result()?;
    let words = &telling.words().result;
    let by = match (&result.author, &result.unwritten) {
        (Author::Synthesizer { backend }, _) => {
            Rich::filled(words.synthesized, &[("backend", Hole::Text(&line_within(backend, super::NAME)))])
        }
        (Author::Extractive, None) => Rich::filled(words.extractive, &[]),
        (Author::Extractive, Some(Unwritten { backend, asked, why })) => {
            let (backend, n) = (line_within(backend, super::NAME), asked.to_string());
            let holes = [("backend", Hole::Text(&backend)), ("n", Hole::Text(&n)), ("why", Hole::Text(why))];
            Rich::filled(words.unwritten, &holes)
        }
    };
    let missing = owed_sum_up(state, result).map(|turn| {
        let how = turn.ending().map_or("–", |how| telling.naming.ending(how));
        let name = telling.name(turn.seat);
        Rich::filled(words.missing_sum_up, &[("name", Hole::Text(&name)), ("how", Hole::Text(how))])
    });
    let all = |statements: &[Statement]| statements.iter().map(Told::of).collect();
    let conclusion = Told::of(&result.conclusion);
    Some(Written {
        by,
        missing,
        consensus: result.consensus.as_ref().map(Told::of),
        no_consensus: if conceded(state) { words.conceded } else { words.no_consensus },
        conclusion: (conclusion.blocks != decided).then_some(conclusion),
        key_points: all(&result.key_points),
        recommendations: all(&result.recommendations),
        divergences: all(&result.divergences),
    })
}

/// An objection that counts.
#[derive(Debug)]
pub(super) struct Objected {
    pub(super) name: String,
    /// The round, how, and with which messages.
    pub(super) how: Rich,
    /// Whether it was given up.
    pub(super) withdrawn: bool,
    pub(super) state: Rich,
    pub(super) reason: Vec<Block>,
}

/// Every objection that counts, as the minutes have them.
pub(super) fn dissent(telling: &Telling<'_>) -> Vec<Objected> {
    let words = &telling.words().dissent;
    let told = |(one, upheld): (&Dissent, Vec<TurnId>)| {
        let what = match &one.objection {
            Objection::Disagrees => words.disagrees.to_owned(),
            Objection::Opposes => words.opposes.to_owned(),
            Objection::Votes(what) => fill(words.votes, &[("what", telling.naming.counted(what))]),
        };
        let round = telling.page.when(Some(one.round));
        let list = telling.page.between;
        let mut how = Rich::plain(&format!("{round} · {what} · "));
        how.pieces.extend(Rich::filled("{m}", &[("m", Hole::Messages(&[one.turn], list))]).pieces);
        if !upheld.is_empty() {
            how.pieces.extend(Rich::filled(words.upheld, &[("messages", Hole::Messages(&upheld, list))]).pieces);
        }
        let state = match one.withdrawn {
            Some(id) => Rich::filled(words.withdrawn, &[("message", Hole::Messages(&[id], list))]),
            None => stands(telling, one),
        };
        let reason = if one.reason.is_empty() { words.no_reason } else { &one.reason };
        let (name, withdrawn) = (telling.name(one.seat), one.withdrawn.is_some());
        Objected { name, how, withdrawn, state, reason: blocks(reason) }
    };
    objections(telling.facts()).into_iter().map(told).collect()
}

/// So many messages are listed in a sentence; the section about them has them all.
const MOST: usize = 8;

/// The objections that nobody came back to in one sentence, by who raised them, for the outcome; none where there are
/// none.
pub(super) fn open(telling: &Telling<'_>) -> Option<Rich> {
    let (joints, argument) = (&telling.words().joints, &telling.words().argument);
    let mut by_seat: Vec<(SeatId, Vec<TurnId>)> = Vec::new();
    for one in telling.facts().argument.unanswered() {
        match by_seat.iter_mut().find(|(seat, _)| *seat == one.seat) {
            Some((_, messages)) => messages.push(one.message),
            None => by_seat.push((one.seat, vec![one.message])),
        }
    }
    let mut all = Rich::default();
    for (nth, (seat, messages)) in by_seat.iter().enumerate() {
        let (shown, more) = messages.split_at_checked(MOST).unwrap_or((messages, &[]));
        let mut links = Rich::filled("{m}", &[("m", Hole::Messages(shown, joints.list))]);
        if !more.is_empty() {
            let more = fill(argument.more, &[("n", &more.len().to_string())]);
            links.pieces.extend(Rich::plain(&format!("{}{more}", joints.list)).pieces);
        }
        let name = telling.name(*seat);
        let before = if nth == 0 { "" } else { joints.parts };
        all.pieces.extend(Rich::plain(before).pieces);
        all.pieces
            .extend(Rich::filled(joints.remark, &[("what", Hole::Text(&name)), ("remark", Hole::Rich(&links))]).pieces);
    }
    (!by_seat.is_empty()).then(|| Rich::filled(argument.objections, &[("all", Hole::Rich(&all))]))
}

/// What became of an objection that was not given up.
fn stands(telling: &Telling<'_>, one: &Dissent) -> Rich {
    let words = &telling.words().argument;
    match (&one.objection, telling.facts().argument.fate(one.turn)) {
        // A vote for something else asks for no answer.
        (Objection::Votes(_), _) | (_, Some(Fate::Withdrawn(_)) | None) => Rich::plain(telling.words().dissent.stands),
        (_, Some(Fate::Answered(id))) => Rich::filled(words.answered, &[("message", Hole::Messages(&[id], ""))]),
        (_, Some(Fate::Unanswered)) => Rich::plain(words.unanswered),
    }
}

/// An objection that nobody came back to.
#[derive(Debug)]
pub(super) struct Unanswered {
    pub(super) name: String,
    pub(super) message: u32,
    pub(super) round: String,
    pub(super) words: Vec<Block>,
}

/// A reason is shown up to so many bytes; the message holds the rest.
const REASON: usize = 400;

pub(super) fn unanswered(telling: &Telling<'_>) -> Vec<Unanswered> {
    let state = telling.facts().state();
    let told = telling.facts().argument.unanswered().filter_map(|one| {
        let turn = state.turn(one.message)?;
        let said = turn.message().map(Message::text).unwrap_or_default();
        Some(Unanswered {
            name: telling.name(one.seat),
            message: one.message.0,
            round: telling.page.when(Some(turn.round)),
            words: blocks(&own_words(said, REASON)),
        })
    });
    told.collect()
}

/// A finding in the material.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) severity: &'static str,
    /// The severity as a class.
    pub(super) class: &'static str,
    pub(super) line: String,
    pub(super) rule: String,
    pub(super) message: String,
    pub(super) suggestion: String,
    pub(super) seats: String,
    pub(super) messages: Vec<u32>,
}

/// What was found, the gravest first.
pub(super) fn found(telling: &Telling<'_>) -> Vec<Finding> {
    let found = findings(telling.facts().state(), Raisers::Everybody);
    let told = found.iter().map(|one| {
        let finding = one.finding;
        let class = match finding.severity {
            Severity::Blocking => "blocking",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let whole = telling.words().findings.whole;
        Finding {
            severity: (telling.words().names.severity)(finding.severity),
            class,
            line: finding.line.map_or_else(|| whole.to_owned(), |line| line.to_string()),
            rule: line(&finding.rule),
            message: line(&finding.message),
            suggestion: line(finding.suggestion.as_deref().unwrap_or_default()),
            seats: telling.names(&one.seats),
            messages: numbers(&one.messages),
        }
    });
    told.collect()
}

/// How many findings of each severity, and by whose rules; empty where nobody looked for any.
pub(super) fn counts(telling: &Telling<'_>) -> String {
    let facts = telling.facts();
    let found = findings(facts.state(), Raisers::Everybody);
    let checklists = facts.simulated().into_iter().filter(|(_, origin)| *origin == Origin::Checklist);
    let checklists: Vec<_> = checklists.map(|(seat, _)| seat).collect();
    let words = &telling.words().findings;
    let mut said = Vec::new();
    if !found.is_empty() {
        let of = |severity| found.iter().filter(|one| one.finding.severity == severity).count().to_string();
        let counts = [of(Severity::Blocking), of(Severity::Warning), of(Severity::Info)];
        let [blocking, warning, info] = &counts;
        said.push(fill(words.counts, &[("blocking", blocking), ("warning", warning), ("info", info)]));
    } else if !checklists.is_empty() {
        said.push(words.none.to_owned());
    }
    if !checklists.is_empty() {
        said.push(fill(words.rules, &[("who", &telling.names(&checklists))]));
    }
    said.join(telling.words().joints.space)
}
