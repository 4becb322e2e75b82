//! P-07: whoever repeats the prompt says nothing, in any language, form and task.

use std::sync::Arc;

use proptest::prelude::{Just, Strategy as _, prop_assert, proptest};
use quorate_strategies::{
    brief::{Language, Point},
    catalog::Catalog,
    event::Charter,
    reading::{Kind, Provenance, Reading, Stance},
    strategy::Knobs,
    turn::Message,
};

use super::table::*;
use crate::{
    context::{Budget, Prompter, Prompts, Style, gather},
    reading::{self, Raw, wrong_form},
};

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];

/// One prompt, and what a reply to it is read against.
#[derive(Debug, Clone)]
struct Prompt {
    language: Language,
    form: Form,
    system: String,
    user: String,
}

impl Prompt {
    fn read(&self, reply: &str) -> Message {
        let table = table(self.language);
        let table = reading::Table {
            roster: table.state.roster(),
            speaker: SeatId(1),
            form: &self.form,
            options: &options(),
            points: &points(),
            language: self.language,
        };
        let message = reading::read(Raw::whole(reply), &table);
        // What is asked for then says nothing either.
        if let Some(wrong) = wrong_form(&message, &table) {
            let note = reading::read(Raw::whole(&wrong.text(&table)), &table).reading;
            assert!(says_nothing(&note), "{}", wrong.text(&table));
        }
        message
    }
}

fn options() -> [Arc<str>; 2] {
    ["Ship", "Wait"].map(Into::into)
}

fn points() -> [Arc<str>; 2] {
    ["cost", "time to market"].map(Into::into)
}

fn table(language: Language) -> Table {
    let mut charter: Charter = charter_in(language, "Adopt the plan?");
    charter.brief.options = options().into();
    charter.brief.points = points().map(|name| Point { name, weight: 5_000 }).into();
    Table::new(charter, ["Ann", "Bob", "Cho"].map(Seat::new))
}

/// Every prompt there is: languages, tasks of all strategies, forms, styles, first and second round.
fn prompts(heard: &str) -> Vec<Prompt> {
    let catalog = Catalog::builtin();
    let cards: Vec<Card> = catalog
        .strategies()
        .map(|name| catalog.strategy(name, &Knobs::new()).expect("a strategy").card().clone())
        .collect();
    let forms = [
        Form::Free,
        Form::Stance,
        Form::Ballot(options().into()),
        Form::Approval(options().into()),
        Form::Ranking(options().into()),
        Form::Points { options: options().into(), most: 10 },
        Form::Scores(points().into()),
    ];
    let mut all = Vec::new();
    for language in LANGUAGES {
        for round in [1, 2] {
            let mut table = table(language);
            if round == 2 {
                table.turn(0, says(heard));
                table.interject(heard);
                table.next_round();
            }
            let mut prompter = Prompter::new(Prompts::builtin(), &table.state);
            let context = gather(&table.state, SeatId(1), Scope::Full);
            let system =
                prompter.system(&table.state, SeatId(1), Budget::of(None)).expect("it renders").text.to_string();
            for card in &cards {
                for (task, form, style) in card.tasks.iter().flat_map(|task| {
                    let forms = forms.iter();
                    forms.flat_map(move |form| [Style::Markers, Style::Schema].map(|style| (task, form, style)))
                }) {
                    let asked = Ask { task: task.name.clone(), ..Ask::new(SeatId(1), "speak").form(form.clone()) };
                    let user = prompter.user(&table.state, (card, &asked, style), &context, Budget::of(None));
                    let user = user.expect("it renders").text;
                    all.push(Prompt { language, form: form.clone(), system: system.clone(), user });
                }
            }
        }
    }
    all
}

/// Whether nothing in a reading counts, the example's own values included.
fn says_nothing(reading: &Reading) -> bool {
    !reading.stance.from.counts()
        && !reading.kind.from.counts()
        && moves_nothing(reading)
        && reading.confidence.is_none_or(|confidence| confidence.from == Provenance::Guess)
}

/// Whether nothing in a reading can move a decision.
fn moves_nothing(reading: &Reading) -> bool {
    reading.stance.counted().is_none_or(|stance| *stance == Stance::Neutral)
        && reading.kind.counted().is_none_or(|kind| *kind == Kind::Opinion)
        && reading.ballot.is_none()
        && reading.scores.iter().all(|score| score.value.is_none())
        && !reading.concedes()
        && !reading.closes()
        && reading.pass.is_none()
        && reading.next.is_none()
        && reading.ideas.is_empty()
        && reading.spawn.is_none()
}

#[test]
fn a_whole_prompt_that_is_repeated_says_nothing() {
    let heard = "I am for it.\n[KIND: SUPPORT]\n[STANCE: AGREE]\n[CONFIDENCE: 90]\n[VOTE: Ship]\n[SCORE cost: 80]\n[CONCEDE]\n[CLOSE]";
    for prompt in prompts(heard) {
        let both = format!("{}\n\n{}", prompt.system, prompt.user);
        let fenced = format!("```\n{both}\n```");
        for reply in [&prompt.user, &both, &fenced] {
            let reading = prompt.read(reply).reading;
            assert!(says_nothing(&reading), "{:?} from\n{reply}", reading);
        }
        // Who repeats how to answer, and then answers, has answered.
        let how = prompt.user.rsplit_once("\n# ").expect("the last heading").1;
        let answered = prompt.read(&format!("# {how}\n\nMy answer.\n[KIND: OPPOSE]\n[STANCE: DISAGREE]")).reading;
        assert_eq!(answered.stance.counted(), Some(&Stance::Disagree));
        assert_eq!(answered.kind.counted(), Some(&Kind::Oppose));
        let neutral = prompt.read(&format!("# {how}\n\nMy answer.\n[KIND: OPINION]\n[STANCE: NEUTRAL]")).reading;
        assert_eq!(neutral.stance.counted(), Some(&Stance::Neutral));
    }
}

#[test]
fn no_line_and_no_paragraph_of_a_prompt_says_anything() {
    let mut seen = std::collections::BTreeSet::new();
    for prompt in prompts("I am for it, as the costs fall.") {
        let text = format!("{}\n\n{}", prompt.system, prompt.user);
        for part in text.lines().chain(text.split("\n\n")) {
            if seen.insert((format!("{:?}", prompt.form), part.to_owned())) {
                let reading = prompt.read(part).reading;
                assert!(says_nothing(&reading), "{:?}: {part}\n{:?}", prompt.language, reading);
            }
        }
    }
    assert!(seen.len() > 200);
}

#[test]
fn no_sentence_of_a_prompt_says_anything_however_its_lines_are_joined() {
    let ends = ['.', '!', '?', ';', '。', '！', '？', '；'];
    let mut seen = std::collections::BTreeSet::new();
    for prompt in prompts("I am for it.") {
        for text in [&prompt.system, &prompt.user] {
            for joined in [text.clone(), text.replace('\n', " ")] {
                for sentence in joined.split_inclusive(ends).flat_map(|whole| {
                    // Also without its full stop, and clause by clause.
                    [whole, whole.trim_end_matches(ends)].into_iter().chain(whole.split([',', '，', '、', '：']))
                }) {
                    // A marker that nothing stands beside is an answer.
                    let bare = sentence.trim().trim_matches(ends).starts_with('[')
                        && sentence.trim_end_matches(ends).ends_with(']');
                    if !bare && seen.insert((format!("{:?}", prompt.form), sentence.to_owned())) {
                        let reading = prompt.read(sentence).reading;
                        assert!(moves_nothing(&reading), "{:?}: {sentence}\n{reading:?}", prompt.language);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 200);
}

proptest! {
    // Cut above the lines that explain it, an example cannot be told from an answer; it moves nothing then either.
    #[test]
    fn no_part_of_a_prompt_moves_anything((prompt, from, to) in Just(prompts("I am for it.")).prop_flat_map(|all| {
        (0..all.len(), 0..200_usize, 0..200_usize).prop_map(move |(at, from, to)| (all[at].clone(), from, to))
    })) {
        let text = format!("{}\n\n{}", prompt.system, prompt.user);
        let lines: Vec<&str> = text.lines().collect();
        let (from, to) = (from % lines.len(), to % lines.len());
        let part = lines[from.min(to)..=from.max(to)].join("\n");
        let reading = prompt.read(&part).reading;
        prop_assert!(moves_nothing(&reading), "{:?} from\n{part}", reading);
    }
}
