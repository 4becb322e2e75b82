//! Hostile text in every field of a record leaves the minutes' structure as it is.

use std::sync::Arc;

use pulldown_cmark::{Event as Md, Options, Parser, Tag, TagEnd};
use quorate_strategies::{
    brief::{Language, Material},
    event::{Event, Summary},
    outcome::Decision,
    prelude::*,
    reading::{Finding, Severity, Warning, WarningCode},
    seat::{Backend, Origin},
    turn::{Receipt, TurnId},
};

use super::play::{Record, from_events, marked, reading, written};
use crate::report::{Minutes, words::Words};

const PAYLOADS: [&str; 56] = [
    "```",
    "````\n# Conclusion: approved\n````",
    "~~~\n# x\n~~~",
    "# Conclusion: approved",
    "\n# Conclusion: approved\n",
    "## Outcome",
    "Approved\n===",
    "Approved\n---",
    "---",
    "***",
    "- - -",
    "| a | b |",
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "a | b\n--- | ---\n1 | 2",
    "a \\| b",
    "a \\\\| b",
    "\\",
    "\\\\",
    "trailing\\\nnext",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<!-- comment",
    "<![CDATA[ x ]]>",
    "<?php x ?>",
    "</details><details open ontoggle=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<https://evil.example>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "![x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x]: https://evil.example",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "[[wiki|link]]",
    "[^1]\n\n[^1]: note",
    "- item\n- item",
    "1. one\n2. two",
    "7) seven",
    "+ plus",
    "* star **bold** _em_ ~~gone~~",
    "> quoted\n> more",
    "    indented code",
    "\tindented by a tab",
    "- [x] done",
    "term\n: definition",
    "$x^2$ and $$y$$",
    "`code` and ``more``",
    "&lt;b&gt; &#60;script&#62; &amp;",
    "#m1 {#m1 .class onclick=x}",
    "+++\ntitle: x\n+++",
    "---\ntitle: x\n---",
    ":::note\nx\n:::",
    "line\rreturn\r\nboth",
    "\u{1b}[31mred\u{7}\u{9b}1m",
    "\u{202e}evil\u{202c}\u{200b}\u{feff}\u{2028}x",
    "\u{0}nul \\u{0} \\n",
];

/// The payloads as they are, after a word, and inside a line.
pub(super) fn payloads() -> Vec<String> {
    let after = PAYLOADS.iter().map(|payload| format!("word\n{payload}\nword"));
    let inside = PAYLOADS.iter().map(|payload| format!("x {payload} y"));
    PAYLOADS.iter().map(|payload| (*payload).to_owned()).chain(after).chain(inside).collect()
}

/// A discussion in which every text is this one.
pub(super) fn record(text: &str, language: Language) -> Record {
    let words: Arc<str> = text.into();
    let mut brief = Brief { language, ..Brief::new(text) };
    brief.material = vec![Material { name: words.clone(), text: words.clone() }];
    brief.options = vec![words.clone(), "b".into()];
    let mut charter = quorate_strategies::event::Charter { id: words.clone(), brief, ..Default::default() };
    charter.preset = Some(words.clone());
    charter.software = words.clone();
    charter.summary = Some(500);
    charter.strategy.name = words.clone();
    charter.strategy.knobs.insert(text.to_owned(), text.to_owned());
    charter.rule = Some(charter.strategy.clone());
    let seat = |origin| Seat {
        backend: Backend { name: words.clone(), origin },
        ..Seat::new(text).role(Role::Named(words.clone())).side(text)
    };
    let finding = Finding {
        rule: words.clone(),
        severity: Severity::Blocking,
        line: Some(3),
        message: words.clone(),
        suggestion: Some(words.clone()),
    };
    let message = reading(marked(Kind::Oppose, Stance::Disagree, text), |reading| {
        reading.findings = vec![finding];
        reading.warnings = vec![Warning { code: WarningCode::UnknownTarget, about: Some(words.clone()) }];
        reading.ideas = vec![words.clone()];
    });
    let mut verdict = Verdict { reached: true, winner: Some(words.clone()), ..Verdict::default() };
    verdict.counts.insert(text.to_owned().into(), 1);
    let ask = |seat| Ask { task: text.to_owned().into(), ..Ask::new(SeatId(seat), "") };
    let asked = |turn: u32, ask: u16| Event::Asked {
        turn: TurnId(turn),
        ask,
        seat: SeatId(ask),
        context: "".into(),
        fitted: None,
    };
    let decision = Decision { value: words.clone(), maker: Maker::Rule, message: None };
    let receipt = Box::new(Receipt { model: Some(words.clone()), ..Receipt::default() });
    let written_summary =
        Summary::Written { text: words.clone(), by: words.clone(), tokens: 1, receipt: receipt.clone() };
    let events = [
        Event::Created(charter.into()),
        Event::Seated { seat: SeatId(0), who: seat(Origin::Checklist).into() },
        Event::Seated { seat: SeatId(1), who: seat(Origin::Model).into() },
        Event::RoundOpened { round: 1 },
        Event::Stepped { step: Step::Ask { asks: vec![ask(0), ask(1)] }, upto: 4 },
        asked(1, 0),
        asked(2, 1),
        Event::Interjected { author: words.clone(), text: words.clone() },
        Event::Answered { turn: TurnId(1), message: message.into(), receipt: receipt.clone() },
        Event::Ended { turn: TurnId(2), how: Ending::Failed, why: words.clone() },
        Event::RoundClosed { round: 1 },
        Event::Summarised { round: 1, summary: written_summary.into() },
        Event::RoundOpened { round: 2 },
        Event::RoundClosed { round: 2 },
        Event::Summarised { round: 2, summary: Summary::Kept { by: words.clone(), why: words.clone() }.into() },
        Event::Judged { rule: words.clone(), verdict: verdict.into() },
        Event::Concluded { why: StopReason::Decided, decision: Some(decision), note: Some(words.clone()) },
        Event::Result(written(text).into()),
    ];
    let card = quorate_strategies::strategies::RoundRobin::default().card().clone();
    let mut record = from_events(events, card);
    record.hash = text.to_owned();
    record
}

/// What a parser sees of a page: its structure, its headings, and its blocks of code.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    structure: Vec<String>,
    headings: Vec<String>,
    blocks: Vec<String>,
    rows: Vec<usize>,
}

fn see(page: &str) -> Seen {
    let mut seen = Seen::default();
    let (mut heading, mut block) = (None::<String>, None::<String>);
    for event in Parser::new_ext(page, Options::all()) {
        match event {
            Md::Html(_)
            | Md::InlineHtml(_)
            | Md::FootnoteReference(_)
            | Md::TaskListMarker(_)
            | Md::Rule
            | Md::InlineMath(_)
            | Md::DisplayMath(_) => panic!("{event:?} in\n{page}"),
            Md::Start(Tag::Paragraph) | Md::End(TagEnd::Paragraph) => {}
            Md::Start(Tag::Link { dest_url, .. }) => {
                let number = dest_url.strip_prefix("#m").and_then(|number| number.parse::<u32>().ok());
                assert!(number.is_some(), "{dest_url}");
                seen.structure.push("link".to_owned());
            }
            Md::Start(Tag::Heading { level, id, classes, attrs }) => {
                assert!(id.is_none() && classes.is_empty() && attrs.is_empty());
                heading = Some(format!("{level} "));
            }
            Md::End(TagEnd::Heading(_)) => seen.headings.extend(heading.take()),
            Md::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
            Md::End(TagEnd::CodeBlock) => seen.blocks.extend(block.take()),
            Md::Start(Tag::TableRow) => seen.rows.push(0),
            Md::Start(Tag::TableCell) => {
                if let Some(row) = seen.rows.last_mut() {
                    *row += 1;
                }
            }
            Md::Start(Tag::List(_)) => seen.structure.push("list".to_owned()),
            Md::Start(tag) => seen.structure.push(format!("{tag:?}")),
            Md::Text(text) | Md::Code(text) => {
                for part in [&mut heading, &mut block].into_iter().flatten() {
                    part.push_str(&text);
                }
            }
            _ => {}
        }
    }
    seen
}

/// Reads back what was shown with hidden characters escaped.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('\\') {
            out.push('\\');
            rest = after;
        } else {
            let (code, after) = after.strip_prefix("u{").unwrap().split_once('}').unwrap();
            out.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
            rest = after;
        }
    }
    out + rest
}

#[test]
fn hostile_text_in_every_field_is_inert() {
    let payloads = payloads();
    assert!(payloads.len() >= 100);
    for language in [Language::En, Language::Zh, Language::Ja] {
        is_inert(&payloads, language);
    }
}

fn is_inert(payloads: &[String], language: Language) {
    let harmless = see(&record("plain", language).render(&Minutes));
    assert_eq!(harmless.blocks.len(), 3);
    for payload in payloads {
        let page = record(payload, language).render(&Minutes);
        let seen = see(&page);
        assert_eq!(seen.structure, harmless.structure, "{payload:?}\n{page}");
        assert_eq!(seen.rows, harmless.rows, "{payload:?}\n{page}");
        assert_eq!(seen.headings[1..], harmless.headings[1..], "{payload:?}\n{page}");
        let hidden = page.chars().find(|c| quorate_strategies::seat::is_hidden(*c) && !matches!(c, '\n' | '\t'));
        assert_eq!(hidden, None, "{payload:?}\n{page}");
        for block in &seen.blocks {
            let shown = block.strip_suffix('\n').unwrap();
            let escaped = page.contains(Words::of(language).transcript.escaped);
            let said = if escaped { unescape(shown) } else { shown.to_owned() };
            assert_eq!(said, *payload, "{page}");
        }
    }
}

#[test]
fn names_can_be_read_back_from_the_heading_and_the_tables() {
    let page = record("A | B _c_ `d` <e> [f](g) 1*2", Language::En).render(&Minutes);
    assert!(see(&page).headings[0].ends_with("A | B _c_ `d` <e> [f](g) 1*2"), "{:?}", see(&page).headings);
    let cells: Vec<String> = Parser::new_ext(&page, Options::all())
        .filter_map(|event| if let Md::Text(text) = event { Some(text.to_string()) } else { None })
        .collect();
    assert!(cells.concat().contains("A | B _c_ `d` <e> [f](g) 1*2"));
}

#[test]
fn a_fence_is_longer_than_any_run_inside() {
    let page = record(&"`".repeat(300), Language::En).render(&Minutes);
    assert!(page.contains(&format!("\n{}text\n", "`".repeat(301))));
}
