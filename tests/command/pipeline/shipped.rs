//! The pipelines that ship and the example chain: they run as they are, with no model and no key.

use super::*;

fn runs(args: &[&str], code: i32) -> (tempfile::TempDir, String) {
    let folder = folder();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let ran = run(&[&["pipeline"], args, &["--out", &out]].concat());
    assert_eq!(ran.status.code(), Some(code), "{}", stderr(&ran));
    (folder, stderr(&ran))
}

fn text(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_example_chain_reviews_carries_out_brings_together_and_asks() {
    let (folder, _) = runs(&["examples/release.toml"], 0);
    let plan = text(&folder, "plan.md");
    assert!(plan.contains("> **Proposed** (message"), "{plan}");
    let deliverable = text(&folder, "deliverable.md");
    assert!(deliverable.starts_with("# Release 2.4 of the order form"), "{deliverable}");
    for step in ["Freeze the texts of the form", "Check every link of the release note", "Root cause"] {
        assert!(deliverable.contains(step), "{step} in {deliverable}");
    }
    let index = text(&folder, "index.html");
    for stage in ["review", "lessons", "steps", "together", "approval"] {
        assert!(index.contains(&format!("<td>{stage}</td>")), "{index}");
    }
    assert!(text(&folder, "01-review/minutes.md").contains("`improved.md`"));
    assert!(text(&folder, "01-review/improved.diff").starts_with("--- a/plan.md\n+++ b/plan.md\n"));
}

#[test]
fn every_pipeline_that_ships_is_listed_and_runs_by_its_name() {
    let listed = stdout(&run(&["list", "pipelines"]));
    let material = ["--material", PLAN];
    for (name, flags, code, file) in [
        ("plan-review", &material[..], 0, "improved.md"),
        (
            "result-synthesis",
            &["--material", "examples/results/load-test.md", "--material", "examples/results/monitoring-review.md"],
            0,
            "deliverable.md",
        ),
        ("diagnosis", &["--material", "examples/incident.md"], 0, "diagnosis.md"),
    ] {
        assert!(listed.contains(&format!("\n  {name}\n")), "{listed}");
        let (folder, _) = runs(&[&[name], flags].concat(), code);
        assert!(!text(&folder, file).is_empty());
    }
    // It waits for a person, so it is only checked here.
    let checked = run(&["check", "plan-to-deliverable", "--input", "plan=@examples/release/plan.md"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    assert!(listed.contains("\n  plan-to-deliverable\n"), "{listed}");
    let unknown = run(&["pipeline", "plan-reviev"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean \"plan-review\"?"), "{}", stderr(&unknown));
}
