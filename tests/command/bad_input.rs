//! Bad input gives one clear message with place and next step, exit 2, nothing on stdout, and nothing is spent.

use std::time::{Duration, Instant};

use super::*;

/// Runs it and checks the shape of the refusal; gives the message.
fn refused(args: &[&str]) -> String {
    let started = Instant::now();
    let output = run(args);
    let (took, message) = (started.elapsed(), stderr(&output));
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?}: {}", stdout(&output));
    assert!(message.starts_with("error: "), "{args:?}: {message}");
    assert_eq!(message.matches("error: ").count(), 1, "{args:?}: {message}");
    // A second, with room for a machine that is busy with other tests.
    assert!(took < Duration::from_secs(3), "{args:?} took {took:?}");
    message
}

/// One message of one line; below it at most the place in the file, drawn.
fn says(args: &[&str], parts: &[&str]) {
    let told = refused(args);
    let (message, drawn) = told.split_once('\n').unwrap_or((&told, ""));
    let drawing = |line: &str| line.contains(['│', '·', '╭', '╰']);
    assert!(drawn.lines().all(drawing), "{args:?}: {told}");
    for part in parts {
        assert!(message.contains(part), "{args:?}: {message:?} lacks {part:?}");
    }
}

/// A discussion file with these lines, refused with a message that has these parts.
fn file_says(text: &str, parts: &[&str]) {
    let folder = folder();
    let path = file(folder.path(), "d.toml", text);
    says(&["run", &path], parts);
    says(&["check", &path], parts);
}

fn review(flags: &[&str]) -> Vec<String> {
    ["run", "plan-review", "--material", PLAN].iter().chain(flags).map(|flag| (*flag).to_owned()).collect()
}

fn review_says(flags: &[&str], parts: &[&str]) {
    let args = review(flags);
    says(&args.iter().map(String::as_str).collect::<Vec<_>>(), parts);
}

#[test]
fn unknown_names_come_with_the_nearest_one() {
    says(&["run", "plan-reveiw", "--material", PLAN], &["\"plan-reveiw\"", "did you mean \"plan-review\"?"]);
    says(&["run", "zzz"], &["\"zzz\"", "known: plan-review, result-synthesis, diagnosis, ideation", "./zzz.toml"]);
    review_says(
        &["--set", "strategy=expart"],
        &["--set strategy=expart: unknown strategy", "did you mean \"expert\"?"],
    );
    review_says(&["--set", "rule=rato"], &["--set rule=rato", "did you mean \"ratio\"?"]);
    file_says(
        "topic = \"T\"\nstrategy = \"debat\"\n",
        &["d.toml:2: unknown strategy \"debat\"", "did you mean \"debate\"?"],
    );
    review_says(&["--set", "treshold=70"], &["--set treshold=70: unknown key", "did you mean \"threshold\"?"]);
    file_says(
        "topic = \"T\"\nmax_ronds = 2\n",
        &["d.toml:2: unknown key \"max_ronds\"", "did you mean \"max_rounds\"?"],
    );
    file_says(
        "topic = \"T\"\n[[seats]]\nname = \"A\"\n",
        &["d.toml:2: seats = […] is not allowed", "each seat is a table of its own, [[seat]]"],
    );
    file_says(
        "topic = \"T\"\n[[seat]]\nname = \"A\"\nrolle = \"critic\"\n",
        &["d.toml:4", "\"seat.rolle\"", "\"role\""],
    );
}

#[test]
fn a_seat_is_given_one_agent() {
    for (first, second) in [("RiskAnalyst", "RiskAnalyst"), ("RiskAnalyst", "riskanalyst")] {
        let (first, second) = (format!("{first}=rehearsal"), format!("{second}=checklist:plan-review"));
        review_says(&["--agent", &first, "--agent", &second], &["--agent", "again", "one for each seat"]);
    }
}

#[test]
fn more_seats_than_there_can_be_are_refused_at_once() {
    let seats: String = (0..20_000).map(|n| format!("[[seat]]\nname = \"S{n}\"\n")).collect();
    file_says(&format!("topic = \"T\"\n{seats}"), &["seat = […] is not allowed; it may be at most 256 tables"]);
}

#[test]
fn a_mistake_in_a_very_long_line_is_told_without_drawing_it() {
    for length in [300, 70_000] {
        let text = format!("boguz = \"{}\" zzz\n", "x".repeat(length));
        let folder = folder();
        let message = refused(&["check", &file(folder.path(), "d.toml", text)]);
        assert_eq!(message.lines().count(), 1, "{}", message.len());
        assert!(message.contains("d.toml:1: not TOML"), "{message}");
    }
}

#[test]
fn a_rule_has_to_fit_its_strategy() {
    let debate = "topic = \"T\"\nstrategy = \"debate\"\nrule = \"stance\"\n[[seat]]\nname = \"A\"\nside = \"x\"\n[[seat]]\nname = \"B\"\nside = \"y\"\n";
    file_says(debate, &["d.toml:3: the rule stance counts stances, which debate does not give", "choose a rule over"]);
    review_says(&["--set", "rule=majority"], &["--set rule=majority", "at least two options"]);
}

#[test]
fn seats_have_to_be_there_once_and_enough() {
    let twice = "topic = \"T\"\n[[seat]]\nname = \"Ann\"\n[[seat]]\nname = \" ANN\"\n";
    file_says(twice, &["d.toml:5: two seats are called", "names must differ"]);
    let alone = "topic = \"T\"\nstrategy = \"debate\"\n[[seat]]\nname = \"A\"\nside = \"x\"\n";
    file_says(alone, &["d.toml:2: debate needs at least 2 seats", "has 1; add a seat"]);
    review_says(
        &["--agent", "Rob=rehearsal"],
        &["--agent Rob=rehearsal", "PlanExpert, RiskAnalyst, EfficiencyOptimizer"],
    );
    review_says(&["--option", "a", "--option", "a"], &["--option a: option = \"a\" is not allowed"]);
    file_says("topic = \"T\"\n", &["needs at least", "add a seat"]);
}

#[test]
fn numbers_have_to_be_in_range() {
    for wrong in ["0", "101", "-1", "many"] {
        let set = format!("threshold={wrong}");
        review_says(&["--set", &set], &[&format!("--set threshold={wrong}"), "a whole number from 1 to 100"]);
    }
    review_says(
        &["--set", "max_rounds=0"],
        &["--set max_rounds=0: max_rounds = 0 is not allowed; it may be a whole number from 1 to 10000"],
    );
    review_says(&["--set", "max_rounds=10001"], &["from 1 to 10000"]);
    review_says(&["--set", "max_rounds=two"], &["max_rounds = \"two\"", "from 1 to 10000"]);
    review_says(&["--set", "min_rounds=5"], &["--set min_rounds=5: min_rounds 5 exceeds max_rounds 3"]);
    review_says(
        &["--set", "min_rounds=5", "--set", "max_rounds=2"],
        &["--set max_rounds=2", "min_rounds 5 exceeds max_rounds 2"],
    );
    file_says(
        "topic = \"T\"\nmin_rounds = 5\nmax_rounds = 2\n[[seat]]\nname = \"A\"\n",
        &["d.toml:3: min_rounds 5 exceeds max_rounds 2"],
    );
    review_says(&["--set", "turn_seconds=0"], &["--set turn_seconds=0", "a number from 0.001 to 604800"]);
    review_says(&["--set", "context=lots"], &["--set context=lots", "\"last:N\""]);
    let threshold = "topic = \"T\"\nrule = \"ratio\"\n[rule_knobs]\nthreshold = 101\n[[seat]]\nname = \"A\"\n";
    file_says(threshold, &["d.toml:4: ratio: threshold = \"101\"", "1 to 100"]);
    refused(&["run", "ideation", "--topic", "T", "--seed", "minus"]);
}

#[test]
fn material_has_to_be_text_within_the_limit() {
    let folder = folder();
    let at = |name: &str, content: &[u8]| file(folder.path(), name, content);
    says(&["run", "plan-review"], &["needs material", "--material FILE"]);
    says(&["run", "ideation"], &["needs a topic", "--topic TEXT"]);
    says(&["run", "ideation", "--topic", "  "], &["needs a topic"]);
    says(
        &["run", "plan-review", "--material", "nowhere.md"],
        &["--material nowhere.md: cannot read nowhere.md", "check the path"],
    );
    let here = folder.path().to_string_lossy().into_owned();
    says(&["run", "plan-review", "--material", &here], &["cannot read", "check the path"]);
    let nul = at("nul.md", b"a plan\0");
    says(&["run", "plan-review", "--material", &nul], &["nul.md is not text: it holds a NUL character at byte 6"]);
    let latin = at("latin.md", b"caf\xe9");
    says(&["run", "plan-review", "--material", &latin], &["latin.md is not text: it is not UTF-8 at byte 3"]);
    let large = at("large.md", &vec![b'a'; (4 << 20) + 1]);
    says(
        &["run", "plan-review", "--material", &large],
        &["large.md brings the material above 4194304 bytes", "max_material"],
    );
    let half = at("half.md", &vec![b'a'; 3 << 20]);
    let both = ["run", "plan-review", "--material", &half, "--material", &half];
    says(&both, &["above 4194304 bytes"]);
    let small = at("small.md", b"eleven bytes");
    says(&["run", "plan-review", "--material", &small, "--set", "max_material=11"], &["above 11 bytes"]);
}

#[test]
fn files_have_to_be_there() {
    says(&["run", "nowhere.toml"], &["cannot read nowhere.toml", "check the path"]);
    says(&["show", "nowhere.jsonl"], &["cannot read nowhere.jsonl"]);
    says(&["verify", "nowhere.jsonl"], &["cannot read nowhere.jsonl"]);
    says(&["show", "src"], &["src has no record.jsonl"]);
    says(&["show", "Cargo.toml"], &["Cargo.toml: line 1: not an event of a record"]);
}

#[test]
fn agents_have_to_be_known() {
    review_says(&["--model", "gpt-5"], &["--model gpt-5: unknown agent \"gpt-5\"", "checklist:LIST", "rehearsal"]);
    review_says(&["--agent", "PlanExpert=rehersal"], &["--agent PlanExpert=rehersal", "did you mean \"rehearsal\"?"]);
    review_says(&["--agent", "PlanExpert=rehearsal:x"], &["rehearsal, with nothing behind it"]);
    review_says(
        &["--agent", "PlanExpert=checklist:plan"],
        &["there is no checklist \"plan\"", "plan-review", "ends with .toml"],
    );
    review_says(&["--agent", "PlanExpert=checklist:plan-review/rsk"], &["has no domain \"rsk\"", "risk"]);
    review_says(&["--agent", "PlanExpert=checklist:no.toml"], &["cannot read no.toml"]);
}

#[test]
fn nobody_is_asked_without_a_terminal() {
    review_says(&["--model", "ask"], &["--model ask needs a terminal", "--model openai:MODEL"]);
}

#[cfg(feature = "http")]
#[test]
fn addresses_and_keys_have_to_be_usable() {
    review_says(&["--model", "openai@htp:/x:m"], &["--model openai@htp:/x:m"]);
    review_says(&["--model", "openai@ftp://x/v1:m"], &["only http and https"]);
    review_says(&["--model", "openai:m", "--set", "base_url=not a url"], &["malformed base URL", "it looks like"]);
    review_says(&["--model", "openai:m"], &["openai needs a key", "QUORATE_OPENAI_KEY"]);
    review_says(&["--model", "openai:"], &["names no model"]);
    review_says(&["--set", "base_url=not a url"], &["--set base_url=not a url: malformed base URL"]);
    review_says(
        &["--set", "key_file=nowhere.key"],
        &["--set key_file=nowhere.key: key file nowhere.key cannot be read"],
    );
    let folder = folder();
    let key = file(folder.path(), "key", "two words");
    let set = format!("key_file={key}");
    review_says(&["--model", "openai:m", "--set", &set], &["holds a character that no key has"]);
    let args = ["run", "plan-review", "--material", PLAN, "--model", "openai:m"];
    let output = quorate().args(args).env("OPENAI_API_KEY", "se cret").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("environment variable OPENAI_API_KEY holds a character"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("cret"), "{}", stderr(&output));
}

#[test]
fn usage_is_checked() {
    for args in [&["run"][..], &["tally"], &["frobnicate"], &["run", "ideation", "--bogus"], &["list", "everything"]] {
        refused(args);
    }
    for args in [["--set", "threshold"], ["--set", "=1"], ["--agent", "PlanExpert"], ["--lang", "fr"]] {
        let args = review(&args);
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }
    says(&["tally", "--rule", "majorty", "a"], &["unknown decision rule", "did you mean \"majority\"?"]);
    says(&["tally", "--rule", "ratio", "--set", "threshold=0", "for"], &["a whole number from 1 to 100"]);
    says(&["tally", "--rule", "ratio", "maybe"], &["ballot 1: \"maybe\" is not allowed"]);
    says(&["tally", "--rule", "ratio", "for x3", "maybe"], &["ballot 2: \"maybe\" is not allowed"]);
    says(
        &["tally", "--rule", "borda", "a > b", "a = b > c"],
        &["ballot 2: ", "ranks two options alike; put one before"],
    );
    says(&["tally", "--rule", "borda", "a > b > a"], &["ballot 1: ", "names an option twice"]);
    says(&["tally", "--rule", "approval", "{a, b"], &["ballot 1: ", "has no `}` at its end"]);
    says(&["tally", "--rule", "cumulative", "a: 1, a: 2"], &["ballot 1: ", "names an option twice"]);
    says(&["tally", "--rule", "plurality", "a x2000000"], &["2000000 seats; at most 1000000"]);
    says(&["tally", "--rule", "borda", "a > b", "a＝b＞c"], &["ballot 2: ", "ranks two options alike"]);
    says(&["tally", "--rule", "stance", "--option", "a", "agree"], &["the rule stance counts no options"]);
    let listed = ["tally", "--rule", "plurality", "--option", "Pizza", "--option", "Sushi"];
    says(
        &[&listed[..], &["pizza", "Pizzza"]].concat(),
        &["ballot 2: \"Pizzza\" is not allowed", "\"Pizza\", \"Sushi\""],
    );
    says(&["man", "rum"], &["no verb is called \"rum\"", "run, init"]);
}

/// A flag that is misspelled is no ballot; one that begins like a flag stands behind `--`.
#[test]
fn flags_that_are_unknown_are_no_ballots() {
    for flags in [&["--ruel", "x"][..], &["-x"], &["--langue=ja"], &["-5"], &["a", "--json"]] {
        let output = run(&[&["tally", "--rule", "majority"], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", stdout(&output));
        assert!(stderr(&output).contains("unexpected argument"), "{flags:?}: {}", stderr(&output));
    }
    let output = run(&["tally", "--rule", "majority", "--", "-x", "-x", "-"]);
    assert!(
        stdout(&output).contains("counts   -x 2\n         3 ballots: 0 abstained, 1 missing\n"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_key_of_the_environment_does_not_go_to_another_machine_in_the_clear() {
    let mut command = quorate();
    command.args(["run", "ideation", "--topic", "T", "--model", "openai@http://192.0.2.2/v1:m", "--yes"]);
    let output = command.env("OPENAI_API_KEY", "sk-SECRETSECRET").output().expect("it runs");
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("unencrypted") && said.contains("key_file") && !said.contains("SECRETSECRET"), "{said}");
}

#[test]
fn what_people_put_into_addresses_is_not_shown() {
    for spec in ["openai@http://u:sk-SECRETSECRET@h/v1:m", "openai@http://h/v1?key=sk-SECRETSECRET:m"] {
        let output = run(&["run", "ideation", "--topic", "T", "--model", spec]);
        assert_eq!(output.status.code(), Some(2));
        assert!(!stderr(&output).contains("SECRETSECRET"), "{}", stderr(&output));
    }
}

#[test]
fn control_characters_of_arguments_are_not_sent_to_the_terminal() {
    for args in [["fr\u{1b}]0;x\u{7}ob", "x"], ["list", "x\u{1b}]0;x\u{7}\u{202e}"]] {
        let said = stderr(&run(&args));
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{said:?}");
    }
}

#[test]
fn pipes_and_devices_are_no_files() {
    for args in [["verify", "/dev/zero"], ["run", "/dev/zero"], ["show", "/dev/zero"]] {
        assert_eq!(run(&args).status.code(), Some(2), "{args:?}");
    }
}
