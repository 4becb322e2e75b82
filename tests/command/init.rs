//! `quorate init` writes files that run as they are and with any of their comments turned on; and the command describes
//! itself to shells and readers.

use quorate::preset::Preset;

use super::*;

const LANGUAGES: [&str; 3] = ["en", "zh", "ja"];

fn made(preset: &str, lang: &str) -> String {
    let output = run(&["init", preset, "--lang", lang, "--out", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

/// What `quorate check` says of a discussion, but for its own last lines.
fn checked(folder: &Path, text: &str) -> Result<String, String> {
    let path = folder.join("d.toml");
    std::fs::write(&path, text).expect("the folder is writable");
    let output = run(&["check", path.to_str().expect("it is text")]);
    if output.status.success() { Ok(stdout(&output)) } else { Err(stderr(&output)) }
}

#[test]
fn a_new_file_is_the_preset() {
    let folder = folder();
    for preset in Preset::shipped_names() {
        for lang in LANGUAGES {
            let shipped = stdout(&run(&["check", preset, "--lang", lang]));
            assert_eq!(checked(folder.path(), &made(preset, lang)), Ok(shipped), "{preset} in {lang}");
        }
    }
}

/// `# key = value   # meaning` with its sign taken away.
fn turned_on(line: &str) -> Option<&str> {
    let line = line.strip_prefix("# ")?;
    let (key, _) = line.split_once(" = ")?;
    key.chars().all(|c| c.is_ascii_lowercase() || c == '_').then_some(line)
}

#[test]
fn every_comment_can_be_turned_on() {
    let folder = folder();
    std::fs::write(folder.path().join("plan.md"), "# A plan\n").expect("the folder is writable");
    std::fs::write(folder.path().join("key.txt"), "a-key\n").expect("the folder is writable");
    for preset in ["plan-review", "ideation", "diagnosis"] {
        let text = made(preset, "en");
        let mut seen = 0;
        for (at, line) in text.lines().enumerate() {
            let Some(setting) = turned_on(line) else { continue };
            seen += 1;
            let mut lines: Vec<&str> = text.lines().collect();
            lines[at] = setting;
            // A knob stands in a table whose header is off too.
            if let Some(header) = lines[..at].iter().rposition(|line| line.starts_with('[') || line.starts_with("# ["))
            {
                lines[header] = lines[header].trim_start_matches("# ");
            }
            let found = checked(folder.path(), &lines.join("\n"));
            assert!(found.is_ok(), "{preset}: {setting}: {found:?}");
        }
        assert!(seen > 20, "{preset}: {seen} settings in\n{text}");
    }
}

#[test]
fn every_key_is_in_a_new_file() {
    let all: String = Preset::shipped_names().map(|preset| made(preset, "en")).collect();
    for key in Preset::keys().iter().filter(|key| **key != "base") {
        let said = |line: &str| {
            let line = line.trim_start_matches("# ");
            let rest = line.trim_start_matches('[').strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.', ']']))
        };
        assert!(all.lines().any(said), "{key} is in no new file");
    }
}

#[test]
fn nothing_is_written_over_and_the_next_steps_are_told() {
    let folder = folder();
    let path = folder.path().join("mine.toml");
    let path = path.to_str().expect("it is text");
    let first = run(&["init", "plan-review", "--out", path]);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let told = stderr(&first);
    assert!(told.contains(&format!("quorate check {path}")), "{told}");
    assert!(told.contains(&format!("quorate run {path} --material FILE --out DIR")), "{told}");
    let second = run(&["init", "plan-review", "--out", path]);
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("never overwritten"), "{}", stderr(&second));
    let unknown = run(&["init", "plan-reveiw"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("plan-review"), "{}", stderr(&unknown));
}

#[test]
fn shells_and_readers_are_told_of_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&run(&["completions", shell]));
        assert!(["init", "tally", "material"].iter().all(|word| script.contains(word)), "{shell}: {script}");
    }
    assert!(stdout(&run(&["completions", "bash"])).contains("plan-review"));
    let page = stdout(&run(&["man"]));
    assert!(page.contains(".TH quorate") && page.contains("verify"), "{page}");
    let folder = folder();
    let pages = folder.path().join("man");
    // One page is the same by itself and in the folder.
    let of_run = stdout(&run(&["man", "run"]));
    assert!(of_run.contains(".TH quorate-run") && of_run.contains("material"), "{of_run}");
    assert!(run(&["man", "--out", pages.to_str().expect("it is text")]).status.success());
    assert_eq!(fs::read_to_string(pages.join("quorate-run.1")).expect("a page"), of_run);
}

/// Whether a text has a letter of Chinese or Japanese.
fn is_cjk(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3041}'..='\u{9fff}'))
}

#[test]
fn the_comments_of_a_new_file_are_in_its_language() {
    for preset in Preset::shipped_names() {
        for lang in ["zh", "ja"] {
            for line in made(preset, lang).lines().filter_map(|line| line.strip_prefix("# ")) {
                let told = line.split_once("   # ").map_or(line, |(_, meaning)| meaning);
                let code = ["[knobs]", "[rule_knobs]"].contains(&line) || told.ends_with("en, zh or ja");
                assert!(code || is_cjk(told) || told.starts_with("en"), "{preset} in {lang}: {line}");
            }
        }
    }
}

#[test]
fn a_role_that_is_nearly_one_of_ours_is_noted_and_allowed() {
    let folder = folder();
    let file = |role: &str| {
        format!("topic = \"Tea?\"\nstrategy = \"round-robin\"\n\n[[seat]]\nname = \"A\"\nrole = \"{role}\"\n")
    };
    let noted = checked(folder.path(), &file("critc")).expect("roles of one's own are allowed");
    assert!(noted.contains("did you mean critic?"), "{noted}");
    let quiet = checked(folder.path(), &file("gardener")).expect("roles of one's own are allowed");
    assert!(!quiet.contains("did you mean"), "{quiet}");
}
