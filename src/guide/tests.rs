//! The pages are what the cards say, and their examples run.

use std::{fs, path::Path};

use quorate_strategies::{catalog::Catalog, strategy::Knobs};

use super::*;
use crate::{
    agent::spec::AgentFactory,
    preset::{Overrides, Preset},
};

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];

fn strategies() -> Vec<Arc<dyn Strategy>> {
    let catalog = Catalog::builtin();
    catalog.strategies().map(|name| catalog.strategy(name, &Knobs::new()).expect("it is built in")).collect()
}

#[test]
fn every_strategy_has_a_page_that_says_what_its_card_says() {
    let bless = std::env::var_os("QUORATE_BLESS").is_some();
    for strategy in strategies() {
        let (name, wanted) = (&*strategy.card().name, page(&strategy, Language::En));
        if bless {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/guide/{name}.md"));
            fs::write(path, &wanted).expect("the page can be written");
        }
        let found = PAGES.iter().find(|(page, _)| *page == name).map(|(_, text)| *text);
        assert!(bless || found == Some(wanted.as_str()), "{name}: QUORATE_BLESS=1 writes the page anew:\n{wanted}");
    }
    assert_eq!(PAGES.len(), strategies().len());
}

#[test]
fn the_example_of_every_page_can_begin() {
    for strategy in strategies() {
        for language in LANGUAGES {
            let page = page(&strategy, language);
            let file = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
            let preset = Preset::parse("discussion.toml", file, ".").expect("it is right");
            let built = preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin());
            assert!(built.is_ok(), "{file}: {built:?}");
        }
    }
}

#[test]
fn every_page_plays_to_an_end_and_asks_by_tasks_that_it_explains() {
    for strategy in strategies() {
        for language in LANGUAGES {
            let flow = Flow::of(&strategy, language).text;
            let end = WORDS.end.get(language).replace("{why}", "");
            assert!(flow.lines().last().is_some_and(|line| line.starts_with(&end)), "{flow}");
            let explained = tasks(strategy.card(), language);
            for asked in flow.split('(').skip(1).filter_map(|rest| rest.split(')').next()) {
                assert!(explained.contains(&format!("**{asked}**")), "{asked} in {explained}");
            }
        }
    }
}
