//! People, programs, checklists and models at one table, through the command.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};

use crate::providers::server::{Reply, Server};

/// Runs the command with this on its standard input and gives what came of it.
fn quorate(args: &[&str], input: &str) -> Output {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quorate"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("DEMO_API_KEY", "demo-secret-123").args(args);
    command.env("QUORATE_STORE", ":memory:");
    command.write_stdin(input).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A discussion file in a folder of its own, and a place for what is written.
fn file(text: &str) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (file, out) = (path("d.toml"), path("out"));
    fs::write(&file, text).unwrap();
    (folder, file, out)
}

fn result(out: &str) -> Value {
    serde_json::from_slice(&fs::read(Path::new(out).join("result.json")).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_a_program_a_checklist_and_a_model_discuss_and_the_minutes_name_each_ones_nature() {
    let answer = json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "test-model",
        "choices": [{ "index": 0, "finish_reason": "stop",
            "message": { "role": "assistant", "content": "Fine by me.\n[KIND: CONSENSUS]\n[STANCE: AGREE]" } }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 }
    });
    let server = Server::start([Reply::json(200, &answer)]).await;
    let model = format!("Model=openai@{}/v1:test-model", server.url);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let args = ["run", "examples/mixed-table.toml", "--agent", &model, "--out", &out].map(str::to_owned);
    let typed =
        "The contract ends in June, so I propose to begin.\n/kind proposal\n/agree\n\nI stay with it.\n/agree\n\n";
    let output =
        tokio::task::spawn_blocking(move || quorate(&args.iter().map(String::as_str).collect::<Vec<_>>(), typed));
    let output = output.await.unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", told(&output));
    let minutes = fs::read_to_string(Path::new(&out).join("minutes.md")).unwrap();
    for (seat, nature) in [
        ("Owner", "| human | person |"),
        ("MonthEnd", "| command:sh mixed-table/month-end.sh plans/checkout-migration.md | program |"),
        ("Risks", "| checklist:plan-review/risk | checklist seat: rules, no model |"),
        ("Model", "| model |"),
    ] {
        let mut rows = minutes.lines().filter(|line| line.starts_with(&format!("| {seat} ")));
        assert!(rows.any(|row| row.replace('\\', "").contains(nature)), "{seat}: {nature} in {minutes}");
    }
    assert!(minutes.contains("so I propose to begin"), "{minutes}");
    assert!(minutes.contains("is due while the books are closed"), "{minutes}");
    assert!(minutes.contains("Fine by me"), "{minutes}");
    let participants = result(&out)["participants"].as_array().unwrap().len();
    assert_eq!(participants, 4);
    assert_eq!(quorate(&["verify", &out], "").status.code(), Some(0));
    assert!(told(&output).contains("Owner, it is your turn · round 1 of at most 2 · 10 min left"), "{}", told(&output));
}

// H-03
#[test]
fn without_an_input_the_person_is_absent_with_a_cause_and_it_ends_as_usual() {
    let text = "topic = \"Tea?\"\nmax_rounds = 2\n[[seat]]\nname = \"Ann\"\nagent = \"human\"\n\
                [[seat]]\nname = \"Bob\"\nagent = \"rehearsal\"\n";
    let (_folder, file, out) = file(text);
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quorate"));
        command.args(["run", &file, "--seed", "1", "--out", &out]).stdin(Stdio::null());
        command.env("QUORATE_STORE", ":memory:");
        command.output().unwrap()
    };
    let output = command();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", told(&output));
    assert_eq!(told(&output).matches("it is your turn").count(), 1, "{}", told(&output));
    let result = result(&out).to_string();
    assert!(result.contains("absent for the rest"), "{result}");
    let minutes = fs::read_to_string(Path::new(&out).join("minutes.md")).unwrap();
    assert!(minutes.contains("absent for the rest"), "{minutes}");
}

#[test]
fn a_table_of_people_who_have_all_left_ends_without_answers() {
    let (_folder, file, out) = file("topic = \"Tea?\"\n[[seat]]\nname = \"Ann\"\nagent = \"human\"\n");
    let output = quorate(&["run", &file, "--out", &out], "");
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("Ann: the input of the person has ended"), "{}", told(&output));
}

#[test]
fn nothing_that_is_shown_to_a_person_can_steer_the_terminal() {
    let (_folder, file, _) = file("topic = \"Tea\\u001b[2J?\"\n[[seat]]\nname = \"Ann\"\nagent = \"human\"\n");
    let output = quorate(&["run", &file, "--set", "max_rounds=1"], "\u{1b}]0;x\u{7} yes\n\n");
    assert!(told(&output).contains("Tea\\u{1b}[2J?"), "{}", told(&output));
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn keys_of_the_environment_that_a_program_prints_are_recorded_nowhere() {
    let text = "topic = \"Tea?\"\nmax_rounds = 1\n\
                [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"echo My key is $DEMO_API_KEY.\"]\n\
                [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"echo bad key $DEMO_API_KEY >&2; exit 7\"]\n";
    let (_folder, file, out) = file(text);
    let output = quorate(&["run", &file, "--out", &out], "");
    let record = fs::read_to_string(Path::new(&out).join("record.jsonl")).unwrap();
    for (place, text) in [("record", &record), ("messages", &told(&output))] {
        assert!(!text.contains("demo-secret-123"), "{place}: {text}");
    }
    assert!(record.contains("My key is ***.") && record.contains("bad key ***"), "{record}");
    assert!(record.contains("exit status: 7"), "{record}");
}

#[test]
fn check_counts_what_is_waited_for_and_runs_nothing() {
    let checked = quorate(&["check", "examples/mixed-table.toml"], "");
    let told = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(checked.status.code(), Some(0), "{told}");
    for part in [
        "seat      Owner (proposer): human",
        "programs  at most 2 turns, 8 runs with all repairs",
        "people    at most 2 turns, for which up to 20 min are waited",
        // Ten minutes for the person and two for each of the three others, twice.
        "time      at most 32 min",
    ] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    let only = "topic = \"Tea?\"\n[[seat]]\nname = \"Ann\"\nagent = ";
    let (_folder, path, _) = file(&format!("{only}\"command:cat\"\n"));
    let told = String::from_utf8(quorate(&["check", &path], "").stdout).unwrap();
    for part in ["none: no model is asked but by programs", "with your rights and your environment"] {
        assert!(told.contains(part), "{part:?} in {told}");
    }
    let (_folder, file, _) = file(&format!("{only}\"command:no-such-program-here\"\n"));
    for verb in ["check", "run"] {
        let output = quorate(&[verb, &file], "");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("d.toml:4: there is no program \"no-such-program-here\" in PATH"), "{message}");
    }
}

#[test]
fn people_and_programs_are_listed() {
    let listed = String::from_utf8(quorate(&["list", "agents"], "").stdout).unwrap();
    assert!(listed.contains("\n  human\n      a person at this terminal"), "{listed}");
    assert!(listed.contains("\n  command:PROGRAM ARGUMENTS or command@stderr:PROGRAM ARGUMENTS\n"), "{listed}");
}
