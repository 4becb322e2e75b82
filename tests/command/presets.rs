//! Discussion files: every shipped one can begin, and every wrong one is refused with file and line.

use quorate::{
    agent::spec::AgentFactory,
    preset::{Overrides, Preset},
    strategies::{brief::Language, catalog::Catalog},
};

use super::*;

fn refusal(text: &str) -> String {
    let built = Preset::parse("d.toml", text, ".")
        .and_then(|preset| preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin()));
    built.expect_err(text).to_string()
}

#[test]
fn every_shipped_preset_can_begin() {
    for name in Preset::shipped_names() {
        let output = run(&["check", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        assert!(!Preset::shipped(name).expect("it ships").summary(Language::En).is_empty());
    }
}

#[test]
fn wrong_files_are_refused_with_their_line() {
    let samples: [(&str, &str); 25] = [
        ("topic = \"T\"\ntopic = \"U\"\n", "d.toml:2: not TOML: duplicate key"),
        ("topic = \"T\n", "d.toml:1: not TOML"),
        ("topic = 7\n", "d.toml:1: topic = 7 is not allowed; it may be a text that is not blank"),
        ("topic = \" \"\n", "d.toml:1: topic = \" \" is not allowed"),
        ("\n\nmin_rounds = \"two\"\n", "d.toml:3: min_rounds = \"two\" is not allowed; it may be a whole number"),
        ("max_turns = 0\n", "d.toml:1: max_turns = 0"),
        ("language = \"fr\"\n", "d.toml:1: language = \"fr\" is not allowed; it may be \"en\", \"zh\", \"ja\""),
        ("context = \"last:0\"\n", "d.toml:1: context = \"last:0\""),
        ("peers = \"secret\"\n", "\"named\", \"anonymous\""),
        ("seed = -1\n", "d.toml:1: seed = -1"),
        ("temperature = 2.5\n", "d.toml:1: temperature = 2.5 is not allowed; it may be a number from 0 to 2"),
        ("stream = \"yes\"\n", "it may be true or false"),
        (
            "options = [\"a\",\n \"a\"]\n",
            "d.toml:2: options = \"a\" is not allowed; it may be a list of different texts",
        ),
        ("options = \"a\"\n", "d.toml:1: options = \"a\" is not allowed; it may be a list of texts"),
        ("knobs = 3\n", "d.toml:1: knobs = 3 is not allowed; it may be a table of knobs"),
        (
            "topic = \"T\"\nstrategy = \"expert\"\n[knobs]\nothrs = \"together\"\n",
            "d.toml:4: expert has no knob \"othrs\"",
        ),
        (
            "points = [{ name = \"a\", weight = 60 }, { name = \"b\", weight = 30 }]\n",
            "d.toml:1: points.weight = 90 in all",
        ),
        ("points = [{ weight = 60 }]\n", "d.toml:1: points.name is missing"),
        ("topic = \"T\"\n[[seat]]\nrole = \"critic\"\n", "d.toml:2: seat.name is missing"),
        ("topic = \"T\"\n[[seat]]\nname = \"A\"\nweight = 0\n", "d.toml:4: seat.weight = 0"),
        ("topic = \"T\"\n[[seat]]\nname = \"A\"\nagent = \"robot:x\"\n", "d.toml:4: unknown agent \"robot:x\""),
        ("topic = { zh = \"题\" }\n", "d.toml:1: topic.en is missing; it has to be the text in English"),
        ("topic.en = \"T\"\ntopic.jp = \"U\"\n", "d.toml:2: unknown key \"topic.jp\"; did you mean \"ja\"?"),
        ("topic = \"T\"\n[[seat]]\nname = \"A\"\nside.de = \"S\"\n", "d.toml:4: unknown key \"seat.side.de\""),
        ("base = \"plan-revew\"\n", "did you mean \"plan-review\"?"),
    ];
    for (text, expected) in samples {
        let message = refusal(text);
        assert!(message.contains(expected), "{text:?}: {message}");
    }
}

/// Every line of every shipped preset, spoilt in several ways: nothing panics, and every refusal names file and line.
#[test]
fn spoilt_files_are_refused_by_line_or_read() {
    for (_, text) in quorate::strategies::presets::PRESETS {
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            for spoil in [
                "",
                "x",
                "= 3",
                "[",
                "[[seat",
                "a = \"",
                "max_rounds = 99999999999999999999",
                "seat = 4",
                "\u{0}",
                "points = [1]",
            ] {
                let mut spoilt = lines.clone();
                spoilt[at] = spoil;
                if let Err(error) = Preset::parse("d.toml", &spoilt.join("\n"), ".") {
                    let message = error.to_string();
                    let line = message.strip_prefix("d.toml:").and_then(|rest| rest.split(':').next());
                    assert!(line.is_some_and(|line| line.parse::<usize>().is_ok()), "{message}");
                }
            }
        }
    }
}

#[test]
fn a_base_is_changed_key_by_key_and_seat_by_seat() {
    let folder = folder();
    file(
        folder.path(),
        "base.toml",
        "topic = \"T\"\nmin_rounds = 3\nmax_rounds = 4\n[[seat]]\nname = \"Ann\"\nrole = \"critic\"\n",
    );
    let path = file(
        folder.path(),
        "d.toml",
        "base = \"./base.toml\"\nmax_rounds = 2\n[[seat]]\nname = \"ann\"\nweight = 3\n[[seat]]\nname = \"Bob\"\n",
    );
    let checked = stdout(&run(&["check", &path]));
    assert!(checked.contains("rounds    2 to 2"), "{checked}");
    assert!(checked.contains("seat      ann (critic, weight 3): rehearsal"), "{checked}");
    assert!(checked.contains("seat      Bob (participant): rehearsal"), "{checked}");
    let around = file(folder.path(), "around.toml", "base = \"./around.toml\"\n");
    assert!(stderr(&run(&["check", &around])).contains("leads in a circle"));
}

#[test]
fn material_is_found_beside_the_file() {
    let folder = folder();
    file(folder.path(), "plan.md", "# A plan\n\n1. Do it (owner: Ana)\n");
    let path = file(folder.path(), "d.toml", "base = \"plan-review\"\nmaterial = [\"plan.md\"]\n");
    let output = run(&["run", &path]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
}

#[test]
fn hypotheses_become_sides() {
    let folder = folder();
    let text = "# Incident\n\n## Hypotheses\n\n- The pool is exhausted because of a leak.\n- The new index slows writes.\n- The pool is exhausted because of a leak.\n- A neighbour uses up the disk.\n";
    let material = file(folder.path(), "incident.md", text);
    let checked = stdout(&run(&["check", "diagnosis", "--material", &material]));
    for side in
        ["The pool is exhausted because of a leak", "The new index slows writes", "A neighbour uses up the disk"]
    {
        assert_eq!(checked.matches(&format!("for {side:?}")).count(), 1, "{checked}");
    }
    // Three sides, and the judge that speaks last.
    assert_eq!(checked.matches("\nseat ").count(), 4, "{checked}");
    let none = file(folder.path(), "none.md", "It is slow.\n");
    let without = stdout(&run(&["check", "diagnosis", "--material", &none]));
    assert_eq!(without.matches("\nseat ").count(), 5, "{without}");
    assert!(without.contains("a recent change caused it"), "{without}");
}

#[test]
fn an_embedder_does_the_same_without_the_command() {
    let wishes = Overrides { topic: Some("T".into()), ..Overrides::default() }.set("max_rounds", "1");
    let preset = Preset::shipped("ideation").expect("it ships");
    let discussion = preset.discussion(&wishes, &Catalog::builtin(), &AgentFactory::builtin()).expect("it can begin");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let finished = runtime.block_on(discussion.run()).expect("it ends");
    assert_eq!(finished.outcome.rounds, 1);
}

#[test]
fn what_a_file_says_may_be_said_in_each_language() {
    let text = "topic = { en = \"Tea\", zh = \"茶\" }\n[[seat]]\nname = \"A\"\nexpertise.en = [\"pots\", \"leaves\"]\n\
                expertise.ja = [\"急須\"]\n";
    let preset = Preset::parse("d.toml", text, ".").expect("it is right");
    let told = |language| {
        let wishes = Overrides { language: Some(language), ..Overrides::default() };
        let built = preset.discussion(&wishes, &Catalog::builtin(), &AgentFactory::builtin()).expect("it can be");
        let plan = built.check().expect("it can begin");
        let expertise: Vec<String> =
            plan.roster.iter().flat_map(|(_, seat)| seat.persona.expertise.iter().map(ToString::to_string)).collect();
        (plan.charter.brief.topic.to_string(), expertise)
    };
    let two = vec!["pots".to_owned(), "leaves".to_owned()];
    assert_eq!(told(Language::En), ("Tea".to_owned(), two.clone()));
    assert_eq!(told(Language::Zh), ("茶".to_owned(), two));
    assert_eq!(told(Language::Ja), ("Tea".to_owned(), vec!["急須".to_owned()]));
}

#[test]
fn a_shipped_preset_says_everything_in_every_language() {
    for name in Preset::shipped_names() {
        let preset = Preset::shipped(name).expect("it ships").without_needs();
        let said = |language| {
            let wishes = Overrides { language: Some(language), ..Overrides::default() };
            let built = preset.discussion(&wishes, &Catalog::builtin(), &AgentFactory::builtin()).expect("it can be");
            let plan = built.check().expect("it can begin");
            let seats = plan.roster.iter().flat_map(|(_, seat)| {
                let persona = &seat.persona;
                let texts = [&persona.personality, &persona.soul, &persona.memory, &seat.side];
                let lists = [&persona.expertise, &persona.values, &persona.capabilities];
                let listed = lists.into_iter().map(|list| list.join(" | ")).filter(|list| !list.is_empty());
                texts.into_iter().flatten().map(ToString::to_string).chain(listed).collect::<Vec<_>>()
            });
            let summary = preset.summary(language).to_owned();
            [summary, plan.charter.brief.topic.to_string()].into_iter().chain(seats).collect::<Vec<_>>()
        };
        let [en, zh, ja] = [Language::En, Language::Zh, Language::Ja].map(said);
        for ((en, zh), ja) in en.iter().zip(&zh).zip(&ja) {
            assert!(en != zh && en != ja && zh != ja, "{name}: {en:?} is not said in Chinese and Japanese");
        }
    }
}

/// Without a key, with options or without, by every rule that counts votes, and with seats of one's own.
#[test]
fn a_poll_runs_at_once_by_every_rule_and_takes_new_seats() {
    for rule in ["plurality", "approval", "borda", "instant-runoff", "condorcet", "cumulative"] {
        let rule_is = format!("rule={rule}");
        let common =
            ["run", "poll", "--topic", "Where?", "--seed", "3", "--set", &rule_is, "--agent", "Fourth=rehearsal"];
        for options in [&["--option", "here", "--option", "there, or near", "--option", "nowhere"][..], &[]] {
            let output = run(&[&common, options].concat());
            let minutes = stdout(&output);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{rule}: {}", stderr(&output));
            assert!(minutes.contains("Fourth") && minutes.contains(&format!("the rule `{rule}`")), "{rule}: {minutes}");
            assert!(minutes.contains("0 abstained, ") && minutes.contains("0 missing"), "{rule}: {minutes}");
        }
    }
}

/// The seats of a meeting stand in for those that somebody brings, by flags or in a file of their own.
#[test]
fn a_meeting_seats_those_who_are_brought_and_nobody_else() {
    let names = |args: &[&str]| -> Vec<String> {
        let common = ["run", "--topic", "Where?", "--seed", "3", "--set", "minutes=none", "--json"];
        let output = run(&[&common, args].concat());
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let seats = result["participants"].as_array().unwrap().iter();
        seats.map(|seat| seat["name"].as_str().unwrap().to_owned()).collect()
    };
    let folder = folder();
    let own = "base = \"meeting\"\n[[seat]]\nname = \"Ann\"\n[[seat]]\nname = \"Second\"\n";
    let own = file(folder.path(), "own.toml", own);
    for (args, seats) in [
        (&["meeting"][..], &["First", "Second", "Third"][..]),
        (&["meeting", "--agent", "second=rehearsal"], &["First", "Second", "Third"]),
        (&["meeting", "--agent", "Ann=rehearsal", "--agent", "Bob=rehearsal"], &["Ann", "Bob"]),
        (&["meeting", "--agent", "Ann=rehearsal", "--agent", "Third=rehearsal"], &["Third", "Ann"]),
        (&[&own], &["Second", "Ann"]),
        (&[&own, "--agent", "Ann=rehearsal"], &["Second", "Ann"]),
        (&[&own, "--agent", "Bob=rehearsal"], &["Bob"]),
    ] {
        assert_eq!(names(args), seats, "{args:?}");
    }
}

#[test]
fn ideation_votes_on_its_ideas_unless_told_not_to() {
    let run_with = |flags: &[&str]| {
        let output = run(&[&["run", "ideation", "--topic", "A library", "--seed", "5"], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let voted = run_with(&[]);
    assert!(
        voted.contains("the rule `approval` was reached") && voted.contains("**Decision**, made by the decision rule")
    );
    assert!(run_with(&["--set", "converge=no"]).contains("**Decision:** none was sought."));
}
