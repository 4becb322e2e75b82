//! The tables say the same things, and every text of a card is in every language.

use quorate_strategies::{catalog::Catalog, strategy::Knobs};

use super::{inspect::TallyWords, *};
use crate::{manager::input_name, reading::grammar};

/// The holes of every template that has some, in the order of the table.
fn holes(words: &Words) -> Vec<Vec<String>> {
    let shown = format!("{words:?}");
    let of = |text: &str| {
        let mut holes: Vec<String> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
            .filter(|name| name.bytes().all(|c| c.is_ascii_lowercase()))
            // A reason is told by its name in English, and in words elsewhere.
            .map(|name| if name == "stop" { "why".to_owned() } else { name.to_owned() })
            .collect();
        holes.sort();
        holes
    };
    shown.split('"').skip(1).step_by(2).map(of).filter(|holes| !holes.is_empty()).collect()
}

#[test]
fn every_template_has_the_same_holes_in_every_language() {
    let english = holes(Words::of(Language::En));
    assert!(english.len() > 40, "{english:?}");
    for language in [Language::Zh, Language::Ja] {
        assert_eq!(holes(Words::of(language)), english, "{language:?}");
    }
}

#[test]
fn every_text_of_a_card_is_there() {
    let catalog = Catalog::builtin();
    let mut texts: Vec<String> = grammar().iter().map(|marker| marker.values.to_owned()).collect();
    let knobs = |knobs: &[quorate_strategies::strategy::Knob]| {
        knobs.iter().map(|knob| knob.purpose.to_owned()).collect::<Vec<_>>()
    };
    for name in catalog.strategies() {
        texts.extend(knobs(catalog.strategy(name, &Knobs::new()).unwrap().card().knobs));
    }
    for name in catalog.rules() {
        let rule = catalog.rule(name, &Knobs::new()).unwrap();
        texts.extend(knobs(rule.knobs()));
        texts.extend([rule.purpose().to_owned(), input_name(rule.input()).to_owned()]);
    }
    for words in [Words::of(Language::Zh), Words::of(Language::Ja)] {
        for text in texts.iter().filter(|text| text.bytes().any(|c| c.is_ascii_lowercase())) {
            assert_ne!(words.card(text), text, "{:?}", words.language);
        }
    }
}

/// Labels end at one column, whatever their characters take.
#[test]
fn labels_are_aligned() {
    let columns = crate::command::columns::of;
    for language in [Language::En, Language::Zh, Language::Ja] {
        let CheckWords {
            strategy,
            rule,
            rounds,
            seat,
            turns,
            calls,
            money,
            tokens,
            programs,
            people,
            time,
            note,
            ok,
            ..
        } = Words::of(language).check;
        assert_eq!(columns(CostWords::of(language).budget), columns(strategy));
        for label in [rule, rounds, seat, turns, calls, money, tokens, programs, people, time, note, ok] {
            assert_eq!(columns(label), columns(strategy), "{label:?}");
        }
        let sheet = &Words::of(language).sheet;
        let SheetWords { use_when, avoid_when, seats, rounds, rule, strategy, counts, key, value, set, task, .. } =
            sheet;
        for label in [avoid_when, seats, rounds, rule, strategy, counts, key, value, set, task] {
            assert_eq!(columns(label), columns(use_when), "{label:?}");
        }
        let TallyWords { level, reached, winner, counts, tie, working, .. } = &Words::of(language).inspect.tally;
        for label in [reached, winner, counts, tie, working] {
            assert_eq!(columns(label), columns(level), "{label:?}");
        }
    }
}
