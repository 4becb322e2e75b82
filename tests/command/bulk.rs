//! `parse` and `tally`, one by one and line by line.

use serde_json::{Value, json};

use super::*;

fn lines(args: &[&str], input: &str) -> Vec<Value> {
    let output = quorate().args(args).write_stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn replies_are_read_line_by_line() {
    let input = [
        json!({ "id": 1, "text": "@Bob: fine.\n[STANCE: AGREE]\n[SCORE cost: 85.5]", "speaker": "Ann",
            "participants": ["Ann", "Bob"], "points": ["cost"], "lang": "en" }),
        json!({ "id": "two", "text": "[VOTE: now]", "speaker": "Ann", "options": ["now", "later"] }),
    ]
    .map(|line| line.to_string())
    .join("\n");
    let read = lines(&["parse", "--jsonl"], &input);
    assert_eq!(read[0]["id"], 1);
    assert_eq!(read[0]["stance"], json!({ "value": "agree", "from": "marker" }));
    assert_eq!(read[0]["mentions"][0]["value"], "Bob");
    assert_eq!(read[0]["scores"], json!([{ "point": 1, "value": 85.5, "from": "marker" }]));
    assert_eq!(read[1]["ballot"]["value"], "now");
}

#[test]
fn a_line_that_is_none_gets_its_own_error() {
    let read = lines(&["parse", "--jsonl"], "nonsense\n\n{\"id\":2,\"text\":\"[PASS]\"}\n");
    assert_eq!(read.len(), 2);
    assert!(read[0]["error"].is_string());
    assert_eq!(read[1]["id"], 2);
}

#[test]
fn a_reply_is_read_for_people() {
    let args = ["parse", "--speaker", "Ann", "--participant", "Bob", "--option", "now", "--option", "later"];
    let output =
        quorate().args(args).write_stdin("@Bob no.\n[STANCE: DISAGREE] [VOTE: later]").output().expect("it runs");
    let shown = stdout(&output);
    for row in
        ["stance      disagree                marker", "mention     Bob", "ballot      later", "position    against"]
    {
        assert!(shown.contains(row), "{shown}");
    }
}

#[test]
fn ballots_are_decided_line_by_line() {
    let input = "{\"id\":1,\"seats\":3,\"ballots\":[\"agree\",\"agree\",null]}\n{\"id\":2,\"seats\":1,\"ballots\":[\"maybe\"]}\n\
                 {\"id\":3,\"seats\":1,\"ballots\":[5]}\n";
    let verdicts = lines(&["tally", "--rule", "stance", "--jsonl"], input);
    assert_eq!(verdicts[0]["level"], "majority");
    assert_eq!(verdicts[0]["reached"], true);
    assert_eq!(verdicts[0]["counts"]["of"], 3);
    // An invalid stance is unknown and counts as neutral; what is no word at all is an error.
    assert_eq!(verdicts[1]["counts"]["unknown"], 1);
    assert!(verdicts[2]["error"].is_string());
}

#[test]
fn ballots_are_decided_for_people() {
    let verdict = stdout(&run(&["tally", "--rule", "majority", "now", "now", "later > now", "-"]));
    assert!(verdict.contains("reached  no") && verdict.contains("now 2") && verdict.contains("missing 1"), "{verdict}");
    let capital = "Memphis > Nashville > Chattanooga > Knoxville x42\nNashville > Chattanooga > Knoxville > Memphis x26\n\
                   Chattanooga > Knoxville > Nashville > Memphis x15\nKnoxville > Chattanooga > Nashville > Memphis x17\n";
    let by = |rule: &str| {
        let output = quorate().args(["tally", "--rule", rule]).write_stdin(capital).output().expect("it runs");
        stdout(&output)
    };
    for (rule, winner) in
        [("plurality", "Memphis"), ("borda", "Nashville"), ("condorcet", "Nashville"), ("instant-runoff", "Knoxville")]
    {
        assert!(by(rule).contains(&format!("winner   {winner}\n")), "{rule}: {}", by(rule));
    }
    assert!(
        by("instant-runoff").contains("working  Chattanooga 15, Knoxville 17, Memphis 42, Nashville 26, exhausted 0\n")
    );
    let verdict = stdout(&run(&["tally", "--rule", "approval", "{tea, coffee}", "{coffee} x2", "tea", "{water, tea}"]));
    assert!(
        verdict.contains("counts   abstained 0, coffee 3, missing 0, of 5, tea 3, water 1\ntie      yes\n"),
        "{verdict}"
    );
    let spread =
        ["tally", "--rule", "cumulative", "--set", "points=10", "tea: 6, coffee: 4", "{coffee: 10}", "tea: 11"];
    let verdict = stdout(&run(&spread));
    assert!(
        verdict.contains("winner   coffee\ncounts   abstained 1, coffee 14, missing 0, of 3, tea 6\n"),
        "{verdict}"
    );
    let verdict = stdout(&run(&["tally", "--rule", "ratio", "--set", "threshold=50", "for", "against"]));
    assert!(verdict.contains("reached  yes"), "{verdict}");
    let output = quorate().args(["tally", "--rule", "stance"]).write_stdin("agree\nagree\n").output().expect("it runs");
    assert!(stdout(&output).contains("level    full"), "{}", stdout(&output));
}
