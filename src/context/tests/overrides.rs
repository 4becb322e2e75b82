//! A user's own templates: one at a time, tried out when they are read, with errors that name file and line.

use std::{fs, path::Path};

use quorate_strategies::brief::Language;

use super::table::*;
use crate::context::{Budget, PromptError, Prompter, Prompts, Style, gather, prompts::File};

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn failure(files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let folder = folder(files);
    let error = Prompts::with_overrides(folder.path()).expect_err("it is refused").to_string();
    (folder, error)
}

#[test]
fn the_builtin_templates_pass_the_trial_too() {
    Prompts::builtin().prove().expect("they render");
}

#[test]
fn a_file_replaces_the_template_of_its_name_and_no_other() {
    let folder = folder(&[("en/user.txt", "{{ history }} | {{ task }}"), ("README.md", "notes"), (".hidden", "")]);
    let prompts = Prompts::with_overrides(folder.path()).expect("they compile");
    let mut table = Table::of(&["Ann", "Bob"]);
    table.turn(0, says("words with {{ braces }}"));
    let mut prompter = Prompter::new(prompts, &table.state);
    let context = gather(&table.state, SeatId(1), Scope::Full);
    let rendered = prompter.user(&table.state, (&card(), &ask(1), Style::Markers), &context, Budget::of(None));
    let text = rendered.expect("it renders").text;
    assert!(text.starts_with("<msg-") && text.contains("{{ braces }}") && text.ends_with("what the others said."));
    let system = prompter.system(&table.state, SeatId(1), Budget::of(None)).expect("it renders");
    assert_eq!(*system.text, *table.system(1, Budget::of(None)));
}

#[test]
fn every_language_has_templates_of_its_own_and_each_is_replaced_on_its_own() {
    let answer = |prompts: &Prompts, language| {
        prompts.render(File::Answer, language, super::super::answer::samples().remove(0)).expect("it renders")
    };
    let heads = [(Language::En, "# How to answer"), (Language::Zh, "# 如何作答"), (Language::Ja, "# 答え方")];
    for (language, head) in heads {
        assert!(answer(&Prompts::builtin(), language).starts_with(head));
        let folder = folder(&[(&format!("{}/answer.txt", language.code()), "mine")]);
        let prompts = Prompts::with_overrides(folder.path()).expect("they compile");
        for (other, head) in heads {
            let written = answer(&prompts, other);
            assert!(if other == language { written == "mine" } else { written.starts_with(head) }, "{written}");
        }
    }
}

#[test]
fn mistakes_are_found_at_once_with_file_and_line() {
    for (text, wrong) in [
        ("one\n{% if %}", "user.txt:2: syntax error"),
        ("one\ntwo\n{{ histroy }}", "user.txt:3: undefined value"),
        ("{% if left_out %}\n{{ left_out.x.y }}{% endif %}", "user.txt:2: undefined value"),
        (
            "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}",
            "user.txt:1: engine ran out of fuel",
        ),
        ("{% include 'etc/passwd' %}", "user.txt:1: template not found"),
    ] {
        for language in ["en", "zh", "ja"] {
            let (folder, error) = failure(&[(&format!("{language}/user.txt"), text)]);
            assert!(error.contains(wrong), "{error}");
            assert!(error.starts_with(&folder.path().display().to_string()), "{error}");
        }
    }
}

#[test]
fn files_that_override_nothing_are_refused() {
    for name in ["user.txt", "en/users.txt", "fr/user.txt"] {
        let (_folder, error) = failure(&[(name, "x")]);
        assert!(error.contains(name) && error.contains("system.txt, user.txt and answer.txt"), "{error}");
    }
    let (_folder, error) = failure(&[("en/user.txt", &"x".repeat(300_000))]);
    assert!(error.contains("262144"), "{error}");
    let missing = Prompts::with_overrides(Path::new("/nowhere/at/all")).expect_err("there is none");
    assert!(matches!(missing, PromptError::Unreadable { .. }));
}

#[test]
fn a_task_or_seat_that_is_not_there_is_an_error() {
    let table = Table::of(&["Ann"]);
    let mut prompter = Prompter::new(Prompts::builtin(), &table.state);
    let context = gather(&table.state, SeatId(0), Scope::Usual);
    let asked = Ask::new(SeatId(0), "dance");
    let error = prompter.user(&table.state, (&card(), &asked, Style::Markers), &context, Budget::of(None));
    assert!(matches!(error, Err(PromptError::Task { task, .. }) if task == "dance"));
    let error = prompter.system(&table.state, SeatId(7), Budget::of(None));
    assert!(matches!(error, Err(PromptError::Seat(SeatId(7)))));
}
