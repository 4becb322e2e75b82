//! How well the lexicons guess what a message does: macro-F1 and each kind's precision and recall, per language.
//!
//! The sentences in `tests/fixtures/kinds` are labelled by hand. Two thirds of each language are there to improve the
//! lexicon with; the last third is held out, and its mistakes are not shown.

#![allow(clippy::print_stdout, reason = "an example prints")]

use quorate::{
    reading::{Raw, Table, read},
    strategies::{brief::Language, prelude::*, reading::Kind},
};

/// A labelled sentence.
struct Labelled {
    kind: Kind,
    text: &'static str,
}

const FILES: [(Language, [&str; 2]); 3] = [
    (
        Language::En,
        [include_str!("../tests/fixtures/kinds/en.txt"), include_str!("../tests/fixtures/kinds/en-held-out.txt")],
    ),
    (
        Language::Zh,
        [include_str!("../tests/fixtures/kinds/zh.txt"), include_str!("../tests/fixtures/kinds/zh-held-out.txt")],
    ),
    (
        Language::Ja,
        [include_str!("../tests/fixtures/kinds/ja.txt"), include_str!("../tests/fixtures/kinds/ja-held-out.txt")],
    ),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut roster = Roster::default();
    let speaker = roster.add(Seat::new("Ann"))?;
    let mistakes = std::env::args().any(|argument| argument == "--mistakes");
    for (language, [shown, held_out]) in FILES {
        let table = Table { roster: &roster, speaker, form: &Form::Free, options: &[], points: &[], language };
        for (file, name) in [(shown, "shown"), (held_out, "held out")] {
            let sentences = labelled(file)?;
            let score = Score::of(&sentences, &table, mistakes && name == "shown");
            println!("{} {name}: {} sentences, macro-F1 {:.3}", language.code(), sentences.len(), score.macro_f1());
            for kind in Kind::ALL {
                let [precision, recall, f1] = score.of_kind(kind);
                println!("  {:<10} precision {precision:.2}  recall {recall:.2}  F1 {f1:.2}", kind.name());
            }
        }
    }
    Ok(())
}

fn labelled(file: &'static str) -> Result<Vec<Labelled>, String> {
    let line = |line: &'static str| {
        let (name, text) = line.split_once('\t').ok_or_else(|| format!("no tab in {line:?}"))?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        Ok(Labelled { kind: kind.ok_or_else(|| format!("no kind {name:?}"))?, text })
    };
    file.lines().map(line).collect()
}

/// How often each kind was guessed for each.
struct Score([[u32; 8]; 8]);

impl Score {
    fn of(sentences: &[Labelled], table: &Table<'_>, mistakes: bool) -> Self {
        let mut counts = [[0; 8]; 8];
        for Labelled { kind, text } in sentences {
            let guessed = read(Raw::whole(text), table).reading.kind.value;
            counts[*kind as usize][guessed as usize] += 1;
            if mistakes && guessed != *kind {
                println!("  {} read as {}: {text}", kind.name(), guessed.name());
            }
        }
        Self(counts)
    }

    fn of_kind(&self, kind: Kind) -> [f64; 3] {
        let kind = kind as usize;
        let right = self.0[kind][kind];
        let guessed: u32 = self.0.iter().map(|row| row[kind]).sum();
        let there: u32 = self.0[kind].iter().sum();
        let share = |of: u32| f64::from(right) / f64::from(of.max(1));
        [share(guessed), share(there), f64::from(2 * right) / f64::from((guessed + there).max(1))]
    }

    fn macro_f1(&self) -> f64 {
        Kind::ALL.iter().map(|&kind| self.of_kind(kind)[2]).sum::<f64>() / 8.0
    }
}
