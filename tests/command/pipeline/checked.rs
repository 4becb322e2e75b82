//! What `quorate check` finds in a pipeline file before anything is spent, and the plan that it prints.

use super::*;

/// A file that is refused, by `check` and by `pipeline`, with a message that has these parts; nothing is made.
fn refused(text: &str, parts: &[&str]) {
    let place = Place::of(text);
    for output in [run(&["check", &place.file]), place.runs(&[])] {
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}\n{told}");
        assert!(output.stdout.is_empty(), "{text}\n{}", stdout(&output));
        assert_eq!(told.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{told}");
        for part in parts {
            assert!(told.contains(part), "{told:?} lacks {part:?}");
        }
        assert!(!place.path("out").exists(), "nothing is begun");
    }
}

fn stage(name: &str, rest: &str) -> String {
    format!("[[stage]]\nname = \"{name}\"\n{rest}\n")
}

#[test]
fn each_mistake_is_one_clear_error_at_its_place() {
    let a = stage("review", "text = \"a\"");
    let with = |rest: &str| format!("{a}{}", stage("fix", rest));
    for (text, parts) in [
        // A circle is drawn.
        (
            stage("review", "needs = [\"fix\"]\ntext = \"a\"") + &stage("fix", "needs = [\"review\"]\ntext = \"b\""),
            &["p.toml:3: the stages run in a circle", "review → fix → review"][..],
        ),
        (with("needs = [\"reveiw\"]\ntext = \"b\""), &["p.toml:6: fix needs \"reveiw\"", "\"review\""]),
        (
            with("needs = [\"review\"]\ntext = \"{{ stages.reveiw.text }}\""),
            &["p.toml:7: stage.text: ", "no stage \"reveiw\"", "review"],
        ),
        (
            with("needs = [\"review\"]\ntext = \"\"\"\none\n{{ stages.review.conclusion }}\n\"\"\""),
            &["p.toml:9: stage.text: ", "no field \"conclusion\"", "text"],
        ),
        (with("text = \"{{ stages.review.text }}\""), &["p.toml:6: stage.text: ", "without needing it"]),
        (
            stage("review", "when = \"false\"\ntext = \"a\"")
                + &stage("fix", "needs = [\"review?\"]\nwhen = \"stages.review.text == 'a'\"\ntext = \"b\""),
            &["p.toml:8: stage.when: ", "stages.review may be none, as that stage may be skipped"],
        ),
        (with("text = \"{{ \""), &["p.toml:6: stage.text: "]),
        (with("text = \"b\"\nneed = [\"review\"]"), &["p.toml:7: unknown key \"stage.need\"; did you mean \"needs\"?"]),
        (with("text = \"b\"\ngate = \"c\""), &["exactly one of discussion, command, gate and text"]),
        (with("needs = [\"review\"]"), &["p.toml:4: stage.discussion is missing", "exactly one of"]),
        (with("text = \"b\"\nstdin = \"c\""), &["p.toml:7: stage.stdin", "a key of a stage that is a command"]),
        (with("discussion = \"plan-reveiw\""), &["p.toml:6: ", "did you mean \"plan-review\"?"]),
        (
            with("discussion = \"ideation\"\ntopic = \"T\"\nset = { max_rounds = 0 }"),
            &["p.toml:6: stage.discussion: --set max_rounds=0", "1 to 10000"],
        ),
        (with("discussion = \"plan-review\""), &["p.toml:6: stage.discussion: plan-review needs material"]),
        (
            with(
                "needs = [\"review\"]\ndiscussion = \"ideation\"\ntopic = \"T\"\nset = { max_rounds = \"{{ stages.review.text }}\" }",
            ),
            &["p.toml:9: stage.set.max_rounds: settings name inputs alone"],
        ),
        (with("command = [\"no-such-program\"]"), &["p.toml:6: stage.command[0]: there is no program"]),
        (a.clone() + &a, &["two stages are called \"review\""]),
        ("[inputs]\nPlan = \"x\"\n".to_owned() + &a, &["p.toml:2: inputs = \"Plan\""]),
        (
            "budget_call = 3\n".to_owned() + &a,
            &["p.toml:1: unknown key \"budget_call\"; did you mean \"budget_calls\"?"],
        ),
        (
            with("text = \"b\"\nfile = \"A.md\"\n[[stage]]\nname = \"c\"\ntext = \"c\"\nfile = \"a.md\""),
            &["another stage writes \"a.md\" already"],
        ),
        (with("text = \"b\"\nfile = \"../x\""), &["p.toml:7: stage.file = \"../x\"", "plain file name"]),
        (with("text = \"{{ inputs.plan }}\""), &["p.toml:6: stage.text: "]),
    ] {
        refused(&text, parts);
    }
}

#[test]
fn a_missing_input_is_told_where_it_is_declared_and_only_when_it_begins() {
    let text = format!("[inputs]\nplan = {{ required = true }}\n{}", stage("a", "text = \"{{ inputs.plan }}\""));
    let place = Place::of(&text);
    let checked = run(&["check", &place.file]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    assert!(stdout(&checked).contains("--input plan=@FILE"), "{}", stdout(&checked));
    let output = place.runs(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("p.toml:2: the input \"plan\" is missing"), "{}", stderr(&output));
    let unknown = place.runs(&["--input", "paln=x"]);
    assert!(stderr(&unknown).contains("no input \"paln\"; did you mean \"plan\"?"), "{}", stderr(&unknown));
    let given = place.runs(&["--input", "plan=Ship."]);
    assert_eq!(given.status.code(), Some(0), "{}", stderr(&given));
    assert_eq!(place.text("out/01-a/text.md"), "Ship.");
}

#[test]
fn the_plan_shows_what_runs_together_and_adds_up_the_worst_case() {
    let text = format!(
        "budget_calls = 100\n[inputs]\nmaterial = {{ many = true, required = false }}\n{}{}{}",
        stage("review", "discussion = \"ideation\"\ntopic = \"A name\"\nset = { max_rounds = 2 }"),
        stage("risks", "command = [\"true\"]\nseconds = 60\nretry = 1"),
        stage("fix", "needs = [\"review\", \"risks\"]\neach = \"inputs.material\"\ntext = \"{{ item.text }}\""),
    );
    let place = Place::of(&text);
    let output = run(&["check", &place.file]);
    let plan = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for part in [
        "wave 1    review, risks\n",
        "wave 2    fix\n",
        "fix (text, for each of inputs.material)",
        "none: no model is asked",
        "review ",
    ] {
        assert!(plan.contains(part), "{plan}");
    }
    assert!(plan.contains("ok        it can begin"), "{plan}");
    let chinese = stdout(&run(&["check", &place.file, "--lang", "zh"]));
    assert!(chinese.contains("第 1 批") && chinese.contains("可以开始"), "{chinese}");
}

#[test]
fn run_says_that_a_pipeline_is_one() {
    let place = Place::of(&stage("a", "text = \"a\""));
    let output = run(&["run", &place.file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is a pipeline; `quorate pipeline"), "{}", stderr(&output));
}
