//! Whole discussions whose members say anything at all.

use pulldown_cmark::{Event as Md, Options, Parser, Tag};
use quorate::{
    Discussion,
    agent::Scripted,
    report::{Minutes, Report, ResultDocument, Source},
    strategies::{catalog::Catalog, engine::Engine, prelude::*, state::State, strategy::Knobs, verify::replay},
};

/// Replies, cut at the byte 1: the discussion ends, replays, and neither minutes nor result are steered by them.
pub fn discussion(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let replies: Vec<&str> = text.split('\u{1}').collect();
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.strategies().collect();
    let name = names[usize::from(*first) % names.len()];
    let mut discussion = Discussion::about(Brief { options: vec!["A".into(), "B".into()], ..Brief::new("T") })
        .strategy_named(&catalog, name, Knobs::new())
        .expect("it is built in")
        .min_rounds(1)
        .max_rounds(2)
        .turn_ms(1000);
    let seats = [Seat::new("Ann").role("expert").side("A"), Seat::new("Bob").side("B"), Seat::new("Cleo").side("A")];
    for (at, seat) in seats.into_iter().enumerate() {
        let own: Vec<&str> = replies.iter().skip(at).step_by(3).copied().collect();
        discussion = discussion.seat(seat, Scripted::lines(own));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let Ok(done) = runtime.expect("a runtime").block_on(discussion.run()) else { return };
    let strategy = catalog.strategy(name, &Knobs::new()).expect("it is built in");
    let chosen = done.state.charter().rule.clone();
    let rule = chosen.map(|rule| catalog.rule(&rule.name, &rule.knobs).expect("it is built in"));
    let engine = Engine::new(strategy, rule, State::default());
    replay(engine, done.entries.iter().map(|entry| (entry.seq, &entry.event))).expect("it replays");
    let source = Source::new(&done.state, &done.entries, &done.hash);
    let mut result = Vec::new();
    ResultDocument.render(&source, &mut result).expect("memory takes it");
    let _: serde_json::Value = serde_json::from_slice(&result).expect("one document");
    let mut minutes = Vec::new();
    Minutes.render(&source, &mut minutes).expect("memory takes it");
    inert(&String::from_utf8(minutes).expect("minutes are text"));
}

/// Nothing in the page is more than text, beside the links that the page itself sets.
fn inert(page: &str) {
    for event in Parser::new_ext(page, Options::all()) {
        match event {
            Md::Html(_) | Md::InlineHtml(_) | Md::FootnoteReference(_) | Md::TaskListMarker(_) | Md::Rule => {
                panic!("{event:?} in\n{page}")
            }
            Md::Start(Tag::Link { dest_url, .. }) => assert!(dest_url.starts_with("#m"), "{dest_url} in\n{page}"),
            Md::Start(Tag::Image { .. }) => panic!("an image in\n{page}"),
            _ => {}
        }
    }
}
