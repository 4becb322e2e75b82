//! The argument in minutes, result document and graphs: what nobody answered is seen whatever was decided, and hostile
//! text stays text in every notation.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use quorate_strategies::{brief::Language, prelude::*, reading::Read, seat::Origin};
use regex::Regex;
use serde_json::json;

use super::{
    hostile::{payloads, record},
    play::{Record, Say, Table, marked, reading},
};
use crate::report::{ArgumentGraph, Minutes, Notation, result_json};

/// Three agree on tea in the second round; a critic without a vote has objected, and nobody came back to it.
fn agreed() -> Record {
    let mut table = Table::new("round-robin", Some("ratio"), Rounds::new(2, 2), "Tea?").models(&["Ann", "Bob", "Cem"]);
    table = table.seat(Seat { vote: false, ..Seat::new("Dan") }, Origin::Script, "script");
    let mentions = |id: u16| vec![Read::new(SeatId(id), Provenance::Marker)];
    let said = move |turn: &Turn| match (turn.round, turn.seat.0) {
        (1, 0) => marked(Kind::Proposal, Stance::Unknown, "We take tea for everybody."),
        (1, 3) => reading(marked(Kind::Oppose, Stance::Disagree, "It \"stains\" the carpet."), |reading| {
            reading.mentions = mentions(0);
        }),
        (1, _) => reading(marked(Kind::Support, Stance::Neutral, "Tea is cheap."), |reading| {
            reading.mentions = mentions(0);
        }),
        (_, 3) => marked(Kind::Opinion, Stance::Neutral, "The carpet is new."),
        _ => marked(Kind::Consensus, Stance::Agree, "Tea it is."),
    };
    table.play(move |turn| Say::Message(said(turn))).with_result()
}

#[test]
fn an_objection_that_nobody_answered_is_in_the_outcome_also_of_a_full_verdict() {
    let record = agreed();
    let document = result_json(&record.source());
    assert_eq!(document["verdict"]["level"], "full");
    let open = json!([{ "seat": "Dan", "round": 1, "message": 4, "reason": "It \"stains\" the carpet." }]);
    assert_eq!(document["unanswered_objections"], open);
    assert_eq!(document["dissent"][0]["answered"], json!(null));
    let minutes = record.render(&Minutes);
    let outcome = minutes.split("\n## ").find(|part| part.starts_with("Outcome")).unwrap();
    assert!(outcome.contains("**Objections that nobody answered:** Dan ([#4](#m4))"), "{outcome}");
}

#[test]
fn minutes_tell_of_the_argument_in_every_language() {
    let record = agreed();
    let minutes = record.render(&Minutes);
    assert!(
        minutes.contains("- Proposal [#1](#m1) by Ann: supported in [#2](#m2), [#3](#m3); objected to in [#4](#m4)")
    );
    for (language, heading) in [(Language::En, "## Argument"), (Language::Zh, "## 论证"), (Language::Ja, "## 論証")]
    {
        let mut out = Vec::new();
        let source = record.source().told_in(language);
        crate::report::Report::render(&Minutes, &source, &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains(heading), "{language:?}");
    }
}

#[test]
fn the_document_tells_the_argument() {
    let document = result_json(&agreed().source());
    let argument = &document["argument"];
    assert_eq!(argument["edges"][0], json!({ "from": 2, "to": 1, "relation": "supports", "provenance": "marker" }));
    assert_eq!(argument["proposals"], json!([{ "message": 1, "seat": "Ann", "supports": [2, 3], "objections": [4] }]));
    assert_eq!(argument["camps"][0], json!({ "stands": "for", "seats": ["Ann", "Bob", "Cem"] }));
}

#[test]
fn a_graph_shows_who_said_what_and_what_nobody_answered() {
    let record = agreed();
    let dot = record.render(&ArgumentGraph(Notation::Dot));
    assert!(dot.contains("m4 [label=\"#4 Dan (scripted seat: prepared lines, no model) · oppose\\nIt \\\"stains\\\""));
    assert!(dot.contains("color=red"));
    assert!(dot.contains("  m4 -> m1 [label=\"objects\"];"));
    assert!(dot.contains("  m6 -> m1 [label=\"supports\", style=dashed];"), "{dot}");
    let mermaid = record.render(&ArgumentGraph(Notation::Mermaid));
    assert!(mermaid.contains("  m2 -->|\"supports\"| m1"), "{mermaid}");
    assert!(mermaid.contains("  m6 -.->|\"supports\"| m1"), "{mermaid}");
    assert!(mermaid.contains("It #34;stains#34; the carpet#46;\"]:::open"), "{mermaid}");
}

/// What is in quotation marks in Mermaid: nothing but letters, digits, blanks, commas and characters by number.
const TEXT: &str = r"(?:[A-Za-z0-9 ,]|[^\x00-\x7f°ß¶ﬂ]|#[0-9]+;)*";

/// Every line of a flowchart as we write them.
fn mermaid_grammar() -> Regex {
    let lines = [
        "flowchart BT".to_owned(),
        format!(r#"  subgraph r[0-9]+\["{TEXT}"\]"#),
        format!(r#"    m[0-9]+\["{TEXT}(?:<br/>{TEXT})?"\](?::::open)?"#),
        "  end".to_owned(),
        format!(r#"  m[0-9]+ (?:-->|-\.->)\|"{TEXT}"\| m[0-9]+"#),
        "  classDef open stroke:red,stroke-width:3px".to_owned(),
    ];
    Regex::new(&format!("^(?:{})$", lines.join("|"))).unwrap()
}

#[test]
fn hostile_text_stays_text_in_mermaid() {
    let grammar = mermaid_grammar();
    let mut payloads = payloads();
    let more =
        ["\"]; click m1 href \"javascript:alert(1)\"", "%%{init: {}}%%", "`**x**`", "style x:#fff;", "end", "ﬂ°°60¶ß"];
    payloads.extend(more.map(str::to_owned));
    let lines = record("plain", Language::En).render(&ArgumentGraph(Notation::Mermaid)).lines().count();
    for payload in payloads {
        let graph = record(&payload, Language::En).render(&ArgumentGraph(Notation::Mermaid));
        let bad = graph.lines().find(|line| !grammar.is_match(line));
        assert_eq!(bad, None, "{payload:?}\n{graph}");
        assert_eq!(graph.lines().count(), lines, "{payload:?}\n{graph}");
    }
}

#[test]
fn hostile_text_stays_text_in_dot() {
    let strings = Regex::new(r#""(?:[^"\\\n]|\\.)*""#).unwrap();
    let graphs = hostile_dots();
    let bare = |graph: &str| strings.replace_all(graph, "TEXT").into_owned();
    let harmless = bare(&record("plain", Language::En).render(&ArgumentGraph(Notation::Dot)));
    for graph in graphs {
        assert_eq!(bare(&graph), harmless, "{graph}");
    }
}

fn hostile_dots() -> Vec<String> {
    let more = ["\"]; x [label=\"", "\\\"", "\\N \\G \\l", "&quot;];", "a\\", "<b>x</b>"].map(str::to_owned);
    let payloads = payloads().into_iter().chain(more);
    payloads.map(|payload| record(&payload, Language::En).render(&ArgumentGraph(Notation::Dot))).collect()
}

/// Draws with Graphviz; none where it is not installed.
fn drawn(graphs: &str) -> Option<String> {
    let mut dot = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = dot.stdin.take().unwrap();
    let graphs = graphs.to_owned();
    let writer = std::thread::spawn(move || input.write_all(graphs.as_bytes()));
    let done = dot.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    Some(String::from_utf8(done.stdout).unwrap())
}

#[test]
fn graphviz_draws_hostile_text_as_text() {
    let graphs = hostile_dots();
    let Some(pictures) = drawn(&graphs.concat()) else {
        return println!("skipped: Graphviz is not installed");
    };
    assert_eq!(pictures.matches("<svg ").count(), graphs.len());
    assert_eq!(pictures.matches("class=\"node\"").count(), graphs.len(), "one message each");
    for tag in ["<script", "<img", "<a ", "<details", "onerror=\"", "xlink:href"] {
        assert!(!pictures.contains(tag), "{tag}");
    }
    let Some(picture) = drawn(&agreed().render(&ArgumentGraph(Notation::Dot))) else { return };
    assert!(picture.contains("stroke-dasharray"), "guesses are dashed");
    assert!(picture.contains("It &quot;stains&quot; the carpet."), "{picture}");
}
