//! How well kinds are guessed: a floor for every language, a little below what was measured.

use super::*;

/// Macro-F1 in thousandths, for the sentences that a lexicon was improved with and for those held out.
const FLOORS: [(Language, [(&str, u32); 2]); 3] = [
    (
        Language::En,
        [
            (include_str!("../../../tests/fixtures/kinds/en.txt"), 900),
            (include_str!("../../../tests/fixtures/kinds/en-held-out.txt"), 770),
        ],
    ),
    (
        Language::Zh,
        [
            (include_str!("../../../tests/fixtures/kinds/zh.txt"), 940),
            (include_str!("../../../tests/fixtures/kinds/zh-held-out.txt"), 710),
        ],
    ),
    (
        Language::Ja,
        [
            (include_str!("../../../tests/fixtures/kinds/ja.txt"), 910),
            (include_str!("../../../tests/fixtures/kinds/ja-held-out.txt"), 800),
        ],
    ),
];

/// For every sentence its kind and what was guessed.
fn guesses(language: Language, file: &str) -> Vec<(Kind, Kind)> {
    let mut room = Room::new();
    room.language = language;
    let labelled = file.lines().map(|line| line.split_once('\t').expect(line));
    labelled
        .map(|(name, text)| (Kind::ALL.into_iter().find(|kind| kind.name() == name).expect(name), kind_of(&room, text)))
        .collect()
}

fn kind_of(room: &Room, text: &str) -> Kind {
    let reading = room.reads(text);
    assert_eq!(reading.position(), None, "{text} moves a position");
    reading.kind.value
}

/// The mean over the kinds of twice the right ones by those there and those guessed.
fn macro_f1(guesses: &[(Kind, Kind)]) -> u32 {
    let f1 = |kind: Kind| {
        let count = |of: &dyn Fn(&(Kind, Kind)) -> bool| guesses.iter().filter(|one| of(one)).count() as u32;
        let right = count(&|one| *one == (kind, kind));
        2000 * right / (count(&|one| one.0 == kind) + count(&|one| one.1 == kind)).max(1)
    };
    Kind::ALL.into_iter().map(f1).sum::<u32>() / 8
}

#[test]
fn kinds_are_guessed_as_well_as_before_in_every_language() {
    for (language, files) in FLOORS {
        for (file, floor) in files {
            let found = macro_f1(&guesses(language, file));
            assert!(found >= floor, "{language:?}: {found} is below {floor}; `cargo run --example lexicon` tells more");
        }
    }
}

// What is missed is an opinion; who is told to oppose or support has said so.
#[test]
fn a_side_is_never_guessed_wrong_way_round() {
    for (language, files) in FLOORS {
        for (wanted, guessed) in files.into_iter().flat_map(|(file, _)| guesses(language, file)) {
            let swapped = matches!(
                (wanted, guessed),
                (Kind::Support | Kind::Consensus, Kind::Oppose) | (Kind::Oppose, Kind::Support | Kind::Consensus)
            );
            assert!(!swapped, "{language:?}");
        }
    }
}
