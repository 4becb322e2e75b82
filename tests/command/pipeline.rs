//! Pipelines with the real command: stages that run together, folders, gates that another process answers, one budget.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::*;

mod checked;
mod killed;
mod shipped;

/// How long another process may take. It is no time limit of the command: the machine may be busy.
const SOON: Duration = Duration::from_secs(120);

fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < SOON, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A pipeline file in a folder of its own, in which its commands work.
struct Place {
    folder: tempfile::TempDir,
    file: String,
}

impl Place {
    fn of(text: &str) -> Self {
        let folder = folder();
        let file = file(folder.path(), "p.toml", text);
        Self { folder, file }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn store(&self) -> String {
        self.path("store.db").to_string_lossy().into_owned()
    }

    fn process(&self, args: &[&str]) -> Process {
        let mut process = process();
        let out = self.path("out");
        process.args(["pipeline", &self.file, "--store", &self.store(), "--out"]).arg(out).args(args);
        process
    }

    fn runs(&self, args: &[&str]) -> Output {
        self.process(args).output().expect("it runs")
    }

    fn begins(&self, args: &[&str]) -> Running {
        let mut process = self.process(args);
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(Some(process.spawn().expect("it starts")))
    }

    /// Speaks to the discussion of a stage from another process.
    fn says(&self, verb: &str, stage: &str, args: &[&str]) -> Output {
        let id = format!("{}.{stage}", self.text("out/pipeline.id").trim());
        run(&[&[verb, &id, "--store", &self.store(), "--by", "Pat"], args].concat())
    }
}

/// A run that is under way. A test that fails leaves nothing running.
struct Running(Option<Child>);

impl Running {
    fn ends(mut self) -> Output {
        self.0.take().expect("it runs").wait_with_output().expect("it ends")
    }

    fn dies(mut self) {
        let mut child = self.0.take().expect("it runs");
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
    }

    fn is_interrupted(&self) {
        let id = self.0.as_ref().expect("it runs").id().to_string();
        assert!(Process::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A stage that waits until the other one has begun too.
fn twin(name: &str, other: &str) -> String {
    format!(
        "[[stage]]\nname = \"{name}\"\ncommand = [\"sh\", \"-c\", \
         \"touch {name}; until [ -e {other} ]; do sleep 0.05; done; echo {name}\"]\nseconds = 120\n"
    )
}

#[test]
fn independent_stages_run_at_the_same_time_and_one_folder_holds_everything() {
    let text = format!(
        "summary = \"Two <b>at once</b>\"\n{}{}[[stage]]\nname = \"both\"\nneeds = [\"left\", \"right\"]\n\
         text = \"{{{{ stages.left.text }}}}{{{{ stages.right.text }}}}<script>\"\nfile = \"both.txt\"\n",
        twin("left", "right"),
        twin("right", "left")
    );
    let place = Place::of(&text);
    let output = place.runs(&[]);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("at the same time: left"), "{told}");
    assert_eq!(place.text("out/both.txt"), "left\nright\n<script>");
    assert_eq!(place.text("out/01-left/stdout.txt"), "left\n");
    let (markdown, page) = (place.text("out/index.md"), place.text("out/index.html"));
    for link in ["01-left/stdout.txt", "02-right/stdout.txt", "03-both/text.md", "both.txt"] {
        assert!(markdown.contains(&format!("({link})")), "{markdown}");
        assert!(page.contains(&format!("href=\"{link}\"")), "{page}");
    }
    assert!(page.contains("Two &lt;b&gt;at once") && page.contains("left right &lt;script&gt;"), "{page}");
    assert!(!page.contains("<script") && !markdown.contains(" <script"), "{page}\n{markdown}");
}

#[test]
fn a_discussion_takes_what_came_before_and_gives_what_comes_after() {
    let place = Place::of(
        "[inputs]\nplan = { required = true }\n[[stage]]\nname = \"quote\"\ncommand = [\"cat\"]\nstdin = \"{{ inputs.plan }}\"\n\
         [[stage]]\nname = \"plan-review\"\nneeds = [\"quote\"]\ndiscussion = \"plan-review\"\n\
         material = [{ name = \"plan.md\", text = \"{{ stages.quote.text }}\" }]\n\
         [[stage]]\nname = \"each\"\nneeds = [\"plan-review\"]\neach = \"stages.plan_review.findings\"\n\
         text = \"{{ index }}. {{ item.message }}\"\n\
         [[stage]]\nname = \"sum\"\nneeds = [\"each\", \"plan-review\"]\n\
         text = \"{{ stages.plan_review.topic }}\\n{% for one in stages.each.items %}{{ one.text }}\\n{% endfor %}\"\n\
         file = \"sum.md\"\n",
    );
    let output = place.runs(&["--input", &format!("plan=@{PLAN}"), "--json"]);
    assert!(matches!(output.status.code(), Some(0)), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(document["format"], "quorate-pipeline");
    let review = &document["stages"][1]["result"];
    assert!(review["minutes"].as_str().is_some_and(|minutes| minutes.contains("Material: plan.md")), "{review}");
    let findings = review["findings"].as_array().expect("findings");
    assert!(findings.len() > 3, "{review}");
    let sum = place.text("out/sum.md");
    assert!(sum.starts_with("Is this plan ready"), "{sum}");
    assert_eq!(sum.lines().count(), findings.len() + 1, "{sum}");
    assert!(sum.contains(findings[0]["message"].as_str().expect("a message")), "{sum}");
    for name in ["minutes.md", "report.html", "result.json", "record.jsonl"] {
        assert!(place.path(&format!("out/02-plan-review/{name}")).is_file(), "{name}");
    }
    let verified = run(&["verify", &place.path("out/02-plan-review").to_string_lossy()]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
    assert!(place.text("out/03-each/001/text.md").starts_with("1. "));
    let listed = stdout(&run(&["ls", "--store", &place.store()]));
    assert!(listed.contains(".plan-review"), "{listed}");
}

/// A gate between two texts.
const GATED: &str = "[[stage]]\nname = \"draft\"\ntext = \"Ship on Friday.\"\n\
    [[stage]]\nname = \"release-it\"\nneeds = [\"draft\"]\ngate = \"Release it?\"\nshows = \"{{ stages.draft.text }}\"\nseconds = 120\n\
    [[stage]]\nname = \"final\"\nneeds = [\"release-it\"]\nfile = \"final.md\"\n\
    text = \"{{ stages.release_it.answer }} by {{ stages.release_it.by }}: {{ stages.release_it.text }}\"\n";

#[test]
fn another_process_approves_amends_or_rejects_at_a_gate() {
    for (verb, args, code, text) in [
        ("approve", &[][..], 0, "approved by Pat: Ship on Friday."),
        ("approve", &["--amend", "Ship on Monday."], 0, "amended by Pat: Ship on Monday."),
        ("reject", &["--why", "Not yet."], 1, ""),
    ] {
        let place = Place::of(GATED);
        let running = place.begins(&[]);
        soon("it asks", || place.text("out/02-release-it/record.jsonl").contains("\"event\":\"gate_opened\""));
        let said = place.says(verb, "release-it", args);
        assert_eq!(said.status.code(), Some(0), "{}", stderr(&said));
        let output = running.ends();
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{verb}: {told}");
        assert_eq!(place.text("out/final.md"), text);
        assert!(told.contains("Release it?") && told.contains("quorate approve"), "{told}");
        assert!(verb == "approve" || told.contains("Pat rejected it: Not yet."), "{told}");
        let minutes = place.text("out/02-release-it/answer.md");
        assert!(minutes.contains("Ship on Friday.") && minutes.contains("Pat"), "{minutes}");
        let verified = run(&["verify", &place.path("out/02-release-it").to_string_lossy()]);
        assert_eq!(verified.status.code(), Some(0), "{}{}", stdout(&verified), stderr(&verified));
    }
}

#[test]
fn silence_at_a_gate_is_what_the_file_says_and_is_asked_again_by_the_next_run() {
    for (policy, code, text) in [("reject", 1, ""), ("fail", 3, ""), ("approve", 0, "silent by None: Ship on Friday.")]
    {
        let place = Place::of(&GATED.replace("seconds = 120", &format!("seconds = 0\nwithout_answer = \"{policy}\"")));
        let output = place.runs(&[]);
        assert_eq!(output.status.code(), Some(code), "{policy}: {}", stderr(&output));
        assert_eq!(place.text("out/final.md"), text);
        let again = place.runs(&[]);
        assert_eq!(again.status.code(), Some(code), "{policy}: {}", stderr(&again));
        let asked = place.path("out/02-release-it/record-1.jsonl").exists();
        assert_eq!(asked, policy != "approve", "{policy}");
    }
}

/// Two stages at once, each with two seats that are asked once and write down that they were.
const SPENDING: &str = "budget_calls = 3\n\
    [[stage]]\nname = \"one\"\ndiscussion = \"./d.toml\"\n[[stage]]\nname = \"two\"\ndiscussion = \"./d.toml\"\n";
const COUNTED: &str = "topic = \"Tea?\"\nmax_rounds = 1\n\
    [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo x >> ran; echo 'Tea. [STANCE: AGREE]'\"]\n\
    [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo x >> ran; echo 'Tea. [STANCE: AGREE]'\"]\n";

#[test]
fn all_stages_spend_from_one_budget() {
    let place = Place::of(SPENDING);
    file(place.folder.path(), "d.toml", COUNTED);
    let output = place.runs(&["--json"]);
    assert_eq!(place.text("ran").lines().count(), 3, "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!(document["spent"]["calls"], 3, "{document}");
    let stops = [0, 1].map(|at| document["stages"][at]["result"]["stop"].as_str().unwrap_or_default().to_owned());
    assert!(stops.contains(&"budget".to_owned()), "{stops:?}");
}

#[test]
fn a_stage_that_fails_is_tried_again_and_then_others_stop_skip_or_go_on() {
    let text = |policy: &str| {
        format!(
            "[[stage]]\nname = \"flaky\"\nretry = 1\non_failure = \"{policy}\"\n\
             command = [\"sh\", \"-c\", \"echo x >> ran; echo no >&2; exit 7\"]\n\
             [[stage]]\nname = \"after\"\nneeds = [\"flaky\"]\n\
             text = \"{{% if stages.flaky %}}yes{{% else %}}without{{% endif %}}\"\nfile = \"after.md\"\n\
             [[stage]]\nname = \"beside\"\nneeds = [\"flaky?\"]\ntext = \"beside\"\nwhen = \"not stages.flaky\"\nfile = \"beside.md\"\n"
        )
    };
    for (policy, code, after) in [("stop", 3, ""), ("skip", 3, ""), ("go-on", 0, "without")] {
        let place = Place::of(&text(policy));
        let output = place.runs(&[]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{policy}: {told}");
        assert_eq!(place.text("ran").lines().count(), 2, "{policy}: {told}");
        assert_eq!(place.text("out/after.md"), after, "{policy}");
        assert!(told.contains("exit status: 7") && told.contains("stderr: no"), "{told}");
        assert!(place.text("out/index.md").contains("failed"), "{policy}");
    }
}

#[test]
fn an_interrupt_ends_what_runs_and_the_same_command_goes_on() {
    let place = Place::of(
        "[[stage]]\nname = \"first\"\ncommand = [\"sh\", \"-c\", \"echo x >> ran; echo one\"]\n\
         [[stage]]\nname = \"slow\"\nneeds = [\"first\"]\n\
         command = [\"sh\", \"-c\", \"echo $$ > pid; [ -e go ] || sleep 300; echo two\"]\n",
    );
    let running = place.begins(&[]);
    soon("the slow one runs", || place.text("pid").ends_with('\n'));
    running.is_interrupted();
    let output = running.ends();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("goes on where it was"), "{}", stderr(&output));
    let alive = || Process::new("kill").args(["-0", place.text("pid").trim()]).output().expect("kill runs").status;
    soon("the program is ended", || !alive().success());
    file(place.folder.path(), "go", "");
    let again = place.runs(&[]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(place.text("ran"), "x\n", "{}", stderr(&again));
    assert!(stderr(&again).contains("1 of 2 stages have ended"), "{}", stderr(&again));
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let place = Place::of("[[stage]]\nname = \"a\"\ntext = \"a\"\n");
    fs::create_dir(place.path("out")).expect("a folder");
    file(&place.path("out"), "mine.txt", "mine");
    let output = place.runs(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("something else than a run of a pipeline"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(place.path("out")).expect("a folder").count(), 1);
}
