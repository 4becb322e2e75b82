//! The page: whole ones as files, hostile text in every field, every link with its anchor, and what the pictures show.

use std::{collections::BTreeSet, fs, path::Path};

use quorate_strategies::{brief::Language, prelude::*};

use super::{
    golden::{check, models, plan_review},
    hostile,
    languages::{ja, zh},
    play::{Record, Say, Table, marked, plain},
};
use crate::report::{Page, text, words::fill};

/// A tag as it is written: its name, with a slash where it closes, and its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// Everything between angle brackets, and what is written in each element of class `text`.
fn tags(page: &str) -> (Vec<Tag>, Vec<String>) {
    let (style, _) = page.split_once("<style>").unwrap().1.split_once("</style>").unwrap();
    let page = page.replace(style, "");
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let (mut tags, mut texts) = (Vec::new(), Vec::new());
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "a bare bracket in {before:?}");
        let (tag, after) = after.split_once('>').unwrap();
        let (name, mut inside) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((name, value)) = inside.trim_start().split_once("=\"") {
            let (value, after) = value.split_once('"').unwrap();
            attributes.push((name.trim().to_owned(), value.to_owned()));
            inside = after;
        }
        assert!(["", "/"].contains(&inside.trim()), "{tag:?}");
        if attributes.iter().any(|(name, value)| name == "class" && value == "text") {
            texts.push(after.split_once('<').unwrap().0.to_owned());
        }
        tags.push(Tag { name: name.to_owned(), attributes });
        rest = after;
    }
    (tags, texts)
}

fn unescape(text: &str) -> String {
    let known = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    known.iter().fold(text.to_owned(), |text, (written, c)| text.replace(written, c))
}

const ATTRIBUTES: [&str; 38] = [
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "id",
    "class",
    "href",
    "aria-label",
    "aria-labelledby",
    "aria-hidden",
    "role",
    "tabindex",
    "scope",
    "title",
    "viewBox",
    "preserveAspectRatio",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "width",
    "height",
    "points",
    "d",
    "refX",
    "refY",
    "markerWidth",
    "markerHeight",
    "markerUnits",
    "orient",
    "marker-end",
];

/// Nothing on the page runs, loads or leads away, and every link has its anchor.
fn is_inert(page: &str) -> Vec<Tag> {
    let (tags, _) = tags(page);
    let loads =
        ["script", "img", "iframe", "object", "embed", "link", "base", "form", "image", "use", "video", "audio"];
    let of = |wanted: &str| {
        let all = tags.iter().flat_map(|tag| &tag.attributes).filter(|(name, _)| name == wanted);
        all.map(|(_, value)| value.clone()).collect::<Vec<String>>()
    };
    let ids = of("id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id twice: {ids:?}");
    for tag in &tags {
        assert!(!loads.contains(&tag.name.trim_start_matches('/')), "{tag:?}");
        assert!(tag.attributes.iter().all(|(name, _)| ATTRIBUTES.contains(&name.as_str())), "{tag:?}");
    }
    for link in of("href") {
        assert!(link.strip_prefix('#').is_some_and(|id| ids.iter().any(|known| known == id)), "{link} leads nowhere");
    }
    for policy in ["default-src 'none'", "base-uri 'none'", "form-action 'none'"] {
        assert!(of("content")[0].contains(policy), "{policy}");
    }
    tags
}

/// The page without its style sheet, which is a file of its own.
fn without_style(page: &str) -> String {
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    let (before, hash) = before.split_once("style-src '").unwrap();
    let (_, policy) = hash.split_once('\'').unwrap();
    format!("{before}style-src '{policy}<style></style>{after}")
}

#[test]
fn pages_in_every_language() {
    for (name, record) in [("plan-review", plan_review()), ("plan-review.zh", zh()), ("plan-review.ja", ja())] {
        let page = record.render(&Page);
        is_inert(&page);
        check(&format!("{name}.html"), &without_style(&page));
    }
}

#[test]
fn a_page_of_models_that_fail_change_and_are_cut_off() {
    let page = models().render(&Page);
    is_inert(&page);
    check("models.html", &without_style(&page));
}

/// Lists and paragraphs are as they were written, and the remark on hidden characters has code in it.
fn structure(tags: &[Tag]) -> Vec<&str> {
    let free = ["p", "ul", "li", "code"];
    tags.iter().map(|tag| tag.name.as_str()).filter(|name| !free.contains(&name.trim_start_matches('/'))).collect()
}

#[test]
fn hostile_text_in_every_field_stays_text() {
    for language in [Language::En, Language::Zh, Language::Ja] {
        let harmless = hostile::record("plain", language).render(&Page);
        let harmless = is_inert(&harmless);
        for payload in hostile::payloads() {
            let page = hostile::record(&payload, language).render(&Page);
            assert_eq!(structure(&is_inert(&page)), structure(&harmless), "{payload:?}\n{page}");
            let hidden = page.chars().find(|c| quorate_strategies::seat::is_hidden(*c) && !matches!(c, '\n' | '\t'));
            assert_eq!(hidden, None, "{payload:?}\n{page}");
            let shown = if payload == text::block(&payload).to_string() { payload } else { continue };
            let (_, texts) = tags(&page);
            assert_eq!(texts.iter().map(|text| unescape(text)).collect::<Vec<_>>(), [shown.as_str(); 3], "{page}");
        }
    }
}

#[test]
fn templates_escape_everything() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/html/templates");
    for entry in fs::read_dir(folder).unwrap() {
        let template = fs::read_to_string(entry.unwrap().path()).unwrap();
        for way in ["|safe", "| safe", "|escape", "{% filter", "style=\"", "<script", "//", "@import", "url(http"] {
            assert!(!template.contains(way), "{way} in {template}");
        }
    }
}

#[cfg(feature = "http")]
#[test]
fn the_policy_names_the_style_sheet() {
    use base64::prelude::{BASE64_STANDARD, Engine as _};

    let page = plan_review().render(&Page);
    let (style, _) = page.split_once("<style>").unwrap().1.split_once("</style>").unwrap();
    let hex = quorate_strategies::record::digest(&[style.as_bytes()]);
    let bytes = hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap());
    let hash = BASE64_STANDARD.encode(bytes.collect::<Vec<u8>>());
    assert!(page.contains(&format!("style-src 'sha256-{hash}'")), "STYLE_HASH has to be sha256-{hash}");
}

/// How bright a colour is, from 0 to 1, as contrast is reckoned.
fn brightness(colour: &str) -> f64 {
    let hex: String = colour.trim_start_matches('#').chars().collect();
    let wide = if hex.len() == 3 { hex.chars().flat_map(|c| [c, c]).collect() } else { hex };
    let part = |at: usize| {
        let share = f64::from(u8::from_str_radix(&wide[at..at + 2], 16).unwrap()) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

#[test]
fn every_text_has_contrast_in_light_in_dark_and_in_print() {
    let sheet = include_str!("../html/templates/page.css");
    let palettes: Vec<&str> = sheet.split(":root {").skip(1).map(|part| part.split_once('}').unwrap().0).collect();
    assert_eq!(palettes.len(), 3);
    for palette in palettes {
        let colour = |name: &str| {
            let (_, rest) = palette.split_once(&format!("--{name}: ")).unwrap();
            brightness(rest.split_once(';').unwrap().0)
        };
        for (text, ground) in [
            ("ink", "paper"),
            ("ink", "desk"),
            ("ink", "wash"),
            ("ink", "warn-wash"),
            ("ink", "open-wash"),
            ("soft", "paper"),
            ("soft", "desk"),
            ("soft", "wash"),
            ("soft", "open-wash"),
            ("soft", "against-wash"),
            ("accent", "paper"),
            ("accent", "accent-wash"),
            ("for", "for-wash"),
            ("for", "wash"),
            ("against", "against-wash"),
            ("open", "open-wash"),
            ("warn", "warn-wash"),
            ("warn", "paper"),
        ] {
            let (a, b) = (colour(text), colour(ground));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 4.5, "{text} on {ground} has {contrast:.2} in {palette}");
        }
    }
}

/// A table of three that votes like this in each round, for so many rounds.
fn votes(rounds: u32, threshold: &str, stance: impl Fn(u32, u16) -> Stance) -> Record {
    let mut table =
        Table::new("round-robin", Some("ratio"), Rounds::new(rounds, rounds), "Ship?").models(&["A", "B", "C"]);
    table.charter.rule.as_mut().unwrap().knobs.insert("threshold".to_owned(), threshold.to_owned());
    table.play(|turn| match stance(turn.round, turn.seat.0) {
        Stance::Unknown => Say::Message(plain("Hm.")),
        Stance::Agree => Say::Message(marked(Kind::Consensus, Stance::Agree, "Yes.")),
        stance => Say::Message(marked(Kind::Oppose, stance, "No.")),
    })
}

#[test]
fn the_plot_has_a_bar_for_every_round_and_the_line_of_the_rule() {
    let record = votes(3, "60", |round, seat| if u32::from(seat) < round { Stance::Agree } else { Stance::Disagree });
    let page = record.render(&Page);
    for bar in ["Round 1: 1 of 3 (33 %)", "Round 2: 2 of 3 (66 %)", "Round 3: 3 of 3 (100 %)", "needed: 60 %"] {
        assert!(page.contains(bar), "{bar} in {page}");
    }
    assert_eq!(page.matches("class=\"share reached\"").count(), 2);
    assert!(page.contains("<title>B, Round 1: against</title>") && page.contains("<title>B, Round 2: for</title>"));
}

#[test]
fn a_long_discussion_is_drawn_by_its_first_and_last_rounds() {
    let record = votes(40, "100", |_, seat| if seat == 0 { Stance::Disagree } else { Stance::Agree });
    let page = record.render(&Page);
    assert!(page.contains("Rounds that are not drawn: 16, after the first ones."), "{page}");
    assert!(
        page.contains("<title>A, Round 4: against</title>") && page.contains("<title>A, Round 40: against</title>")
    );
    assert!(!page.contains("<title>A, Round 5: against</title>"));
    assert!(page.contains("id=\"m120\""), "the transcript is whole");
}

#[test]
fn a_page_of_a_record_without_an_end_says_so() {
    let cut = models().cut_after(|event| matches!(event, quorate_strategies::event::Event::Answered { .. }));
    let page = cut.render(&Page);
    is_inert(&page);
    let words = crate::report::words::Words::of(Language::En);
    assert!(page.contains(&fill(words.title.interrupted, &[("topic", "Ship on Friday?")])), "{page}");
    assert!(page.contains("No decision was made."));
}
