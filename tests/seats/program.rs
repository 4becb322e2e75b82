//! A program is asked on its standard input and answers by what it prints; real processes, real time.

use quorate::{
    agent::{Again, Program, Trouble, conformance::check, program::Answers},
    strategies::{prelude::*, seat::Origin, strategies::RoundRobin},
};

use super::scene::{Scene, shell};
use crate::manager::table::{about, checked, minutes};

fn here() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
}

// O-04
#[tokio::test]
async fn the_prompt_is_on_stdin_which_ends_and_nothing_of_it_is_an_argument() {
    let answer = Scene::new().ask(&shell(here(), "cat; echo \"arguments: $#\"")).await.unwrap();
    assert_eq!(answer.text, "You are Ann.\n\nSay what you think.\narguments: 0\n");
}

// O-04
#[tokio::test]
async fn a_long_prompt_is_read_whole_also_by_one_that_prints_first() {
    let long = "x".repeat(200_000);
    let counts = shell(here(), "echo \"I read $(wc -c | tr -d ' ') bytes.\"");
    assert_eq!(Scene::new().user(&*long).ask(&counts).await.unwrap().text, "I read 200015 bytes.\n");
    let first = shell(here(), "yes | head -c 300000; cat >/dev/null; echo done");
    assert!(Scene::new().user(long).ask(&first).await.unwrap().text.ends_with("done\n"));
}

#[tokio::test]
async fn one_that_reads_nothing_may_answer_all_the_same() {
    let answer = Scene::new().user("x".repeat(200_000)).ask(&shell(here(), "echo Yes.")).await.unwrap();
    assert_eq!(answer.text, "Yes.\n");
}

// O-04
#[tokio::test]
async fn no_output_is_a_failed_turn_with_the_exit_code_and_the_end_of_stderr() {
    let error = Scene::new().ask(&shell(here(), "echo 'no quota left' >&2")).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Empty);
    for part in ["exit code 0 and nothing on stdout", "stderr: no quota left", "command@stderr:"] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
    let silent = Scene::new().ask(&shell(here(), "true")).await.unwrap_err();
    assert!(silent.message.ends_with("nothing on stdout"), "{silent}");
}

// O-04
#[tokio::test]
async fn an_exit_code_that_is_not_zero_is_a_failure_whatever_was_printed() {
    let script = "echo 'I think so. [STANCE: AGREE]'; printf 'not \\033[31mlogged\\033[0m in\\n' >&2; exit 1";
    let error = Scene::new().ask(&shell(here(), script)).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Broken);
    for part in ["exit status: 1", "stderr: not logged in", "stdout: I think so."] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
}

// U-04
#[tokio::test]
async fn colours_and_banners_do_not_get_into_the_answer() {
    let script = "echo 'agent v1.2, loading' >&2; printf 'Yes.\\n[STANCE: \\033[1;32mAGREE\\033[0m]\\n'";
    assert_eq!(Scene::new().ask(&shell(here(), script)).await.unwrap().text, "Yes.\n[STANCE: AGREE]\n");
}

// O-04, U-04
#[tokio::test]
async fn an_answer_on_stderr_is_taken_where_that_was_said() {
    let script = "printf '{\"say\": \"Yes.\", \"stance\": \"agree\"}\\n' >&2";
    let program = Program::new(["sh", "-c", script], here()).unwrap().answering_on(Answers::Stderr);
    assert_eq!(Scene::new().ask(&program).await.unwrap().text, "{\"say\": \"Yes.\", \"stance\": \"agree\"}\n");
    let program = Program::new(["sh", "-c", "echo Yes."], here()).unwrap().answering_on(Answers::Stderr);
    let error = Scene::new().ask(&program).await.unwrap_err();
    assert!(error.message.contains("nothing on stderr; stdout: Yes."), "{error}");
}

#[tokio::test]
async fn an_answer_above_a_mebibyte_is_refused_at_once() {
    let error = Scene::new().ask(&shell(here(), "yes")).await.unwrap_err();
    assert!(error.message.contains("printed more than 1048576 bytes"), "{error}");
}

#[tokio::test]
async fn noise_beside_the_answer_is_never_too_much() {
    let answer = Scene::new().ask(&shell(here(), "yes | head -c 3000000 >&2; echo Yes.")).await.unwrap();
    assert_eq!(answer.text, "Yes.\n");
}

#[tokio::test]
async fn no_shell_reads_the_arguments() {
    let echo = Program::new(["echo", "$HOME", "a;b", "*"], here()).unwrap();
    assert_eq!(Scene::new().ask(&echo).await.unwrap().text, "$HOME a;b *\n");
}

#[tokio::test]
async fn it_works_in_the_folder_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("view.txt"), "From the file.\n").unwrap();
    let program = Program::new(["cat", "view.txt"], folder.path()).unwrap();
    assert_eq!(Scene::new().ask(&program).await.unwrap().text, "From the file.\n");
}

#[tokio::test]
async fn a_repair_is_asked_for_with_the_reply_and_what_was_wrong() {
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    let answer = Scene::new().ask_again(&shell(here(), "cat"), again).await.unwrap();
    assert!(
        answer.text.ends_with("# What you replied\nYes.\n\n# What has to be put right\nYour reply has no stance.\n")
    );
}

// U-03
#[tokio::test]
async fn control_words_of_agents_are_a_pass_and_never_speech() {
    let mut discussion = about("Ship?").strategy(RoundRobin::new()).max_rounds(1).min_rounds(1);
    for (name, said) in [
        ("Ann", "NO_REPLY"),
        ("Bob", "HEARTBEAT_OK"),
        ("Cy", "HEARTBEAT_OK — I agree [STANCE: AGREE]"),
        ("Dee", "Friday is fine by me. [KIND: PROPOSAL]"),
    ] {
        discussion = discussion.seat(Seat::new(name), Program::new(["echo", said], here()).unwrap());
    }
    let done = checked(discussion.run().await.unwrap());
    let passed: Vec<_> = done.outcome.participation.iter().map(|one| (one.passed, one.failed)).collect();
    assert_eq!(passed, [(1, 0), (1, 0), (0, 0), (0, 0)]);
    let cy = done.state.turns()[2].message().unwrap();
    assert_eq!((cy.reading.stance.value, cy.text().contains("HEARTBEAT")), (Stance::Agree, false));
    assert!(done.state.roster().iter().all(|(_, seat)| seat.backend.origin == Origin::Program));
    assert!(minutes(&done).contains("| program |"), "{}", minutes(&done));
}

#[tokio::test]
async fn the_public_suite_is_passed() {
    let passed = check(&shell(here(), "cat >/dev/null; echo 'Yes. [STANCE: AGREE]'")).await.unwrap();
    assert_eq!(passed.refusals, 0);
}

#[tokio::test]
async fn a_nul_character_is_refused_before_anything_is_started() {
    let refused = |words: &[&str]| Program::new(words.iter().copied(), here()).unwrap_err().to_string();
    assert!(refused(&["sh", "-c", "echo hi\0"]).contains("argument 2 of the program holds a NUL"));
    assert!(refused(&["s\0h"]).contains("the name of the program holds a NUL"));
}

#[tokio::test]
async fn what_stands_behind_bearer_and_in_addresses_is_in_no_answer_and_no_error() {
    let script = "cat >/dev/null; echo 'GET postgres://ann:hunter2@db/x, Authorization: Bearer abc.def'";
    let answer = Scene::new().ask(&shell(here(), script)).await.unwrap().text;
    assert_eq!(answer, "GET postgres://ann:***@db/x, Authorization: Bearer ***\n");
    let error = Scene::new().ask(&shell(here(), &format!("({script}) >&2; exit 1"))).await.unwrap_err().message;
    assert!(
        error.contains("postgres://ann:***@") && !error.contains("hunter2") && !error.contains("abc.def"),
        "{error}"
    );
}
