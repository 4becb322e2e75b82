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
    assert!(
        verdict.contains("reached  no")
            && verdict.contains("now 2")
            && verdict.contains("4 ballots: 0 abstained, 1 missing"),
        "{verdict}"
    );
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
        verdict.contains(
            "counts   coffee 3\n         tea 3\n         water 1\n         5 ballots: 0 abstained, 0 missing\ntie      yes\n"
        ),
        "{verdict}"
    );
    let spread =
        ["tally", "--rule", "cumulative", "--set", "points=10", "tea: 6, coffee: 4", "{coffee: 10}", "tea: 11"];
    let verdict = stdout(&run(&spread));
    assert!(
        verdict.contains(
            "winner   coffee\ncounts   coffee 14\n         tea 6\n         3 ballots: 1 abstained, 0 missing\n"
        ),
        "{verdict}"
    );
    let verdict = stdout(&run(&["tally", "--rule", "ratio", "--set", "threshold=50", "for", "against"]));
    assert!(verdict.contains("reached  yes"), "{verdict}");
    let output = quorate().args(["tally", "--rule", "stance"]).write_stdin("agree\nagree\n").output().expect("it runs");
    assert!(stdout(&output).contains("level    full"), "{}", stdout(&output));
}

/// What `tally` prints, and what it notes.
fn tallied(args: &[&str], input: &str) -> (String, String) {
    let output = quorate().arg("tally").arg("--rule").args(args).write_stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (stdout(&output), stderr(&output))
}

/// Wide signs are those of the other scripts, and mean the same.
#[test]
fn wide_signs_count_as_narrow_ones() {
    let same = [
        ("borda", "海＞山＞温泉 ｘ２\n海 > 山\n", "海 > 山 > 温泉 x2\n海 > 山\n"),
        ("approval", "山、海\n｛山，海｝\n海\n", "{山, 海}\n{山, 海}\n海\n"),
        ("approval", "tea, coffee\n", "{tea, coffee}\n"),
        ("cumulative", "火锅：３０，烧烤：70\n｛火锅: 100｝\n", "火锅: 30, 烧烤: 70\n{火锅: 100}\n"),
        ("plurality", "山\n－\n棄権\n弃权\n", "山\n-\nabstain\nabstain\n"),
        ("stance", "同意\n賛成\n反对\n中立\n不同意\n", "agree\nagree\ndisagree\nneutral\ndisagree\n"),
        ("ratio", "赞成\n賛成\n反対\n保留\n", "for\nfor\nagainst\nopen\n"),
    ];
    for (rule, wide, narrow) in same {
        assert_eq!(tallied(&[rule], wide), (tallied(&[rule], narrow).0, String::new()), "{rule}: {wide}");
    }
    // The words of a line of JSON are those of the schema.
    let line = "{\"seats\":1,\"ballots\":[\"同意\"]}\n";
    assert_eq!(lines(&["tally", "--rule", "stance", "--jsonl"], line)[0]["counts"]["unknown"], 1);
}

#[test]
fn blank_lines_and_comments_are_no_voters() {
    let (verdict, notes) = tallied(&["majority"], "\u{feff}# Friday\n\nnow\nnow\r\n   \n#\nlater\n\n");
    assert!(verdict.contains("reached  yes") && verdict.contains("3 ballots: 0 abstained, 0 missing"), "{verdict}");
    assert_eq!(notes, "");
    assert!(tallied(&["majority"], "#1\n#1\n").0.contains("winner   #1\n"), "a number is no comment");
}

#[test]
fn ballots_that_may_not_say_what_was_meant_bring_a_note_each_and_change_nothing() {
    for (rule, input, notes) in [
        (
            "approval",
            "tea > coffee\ntea > coffee\ntea\n",
            &["2 of 3 ballots counted as abstained", "ballot 1, \"tea > coffee\""][..],
        ),
        ("approval", "tea > coffee\nunknown\n-\nabstain\n", &["1 of 4 ballots counted as abstained"]),
        ("cumulative", "tea: 60, coffee: 60 x3\n", &["3 of 3 ballots", "at most 100 points in all"]),
        ("stance", "agree\nagre\n", &["1 of 2 ballots counted as unknown", "ballot 2, \"agre\""]),
        ("plurality", "Pizza\nPizzza\nSushi\n", &["\"Pizza\" – \"Pizzza\""]),
        ("plurality", "Pizza\npizza\nＳｕｓｈｉ\nSushi\n", &["\"Pizza\" – \"pizza\", \"Ｓｕｓｈｉ\" – \"Sushi\""]),
        ("borda", "3: Pizza > Sushi\n", &["\"3: Pizza\" was taken as an option of that text", "x12"]),
        ("plurality", "2x Sushi\nTea\n", &["\"2x Sushi\" was taken"]),
    ] {
        let (_, told) = tallied(&[rule], input);
        assert!(told.starts_with("note: ") && told.lines().count() == 1, "{rule}: {told}");
        assert!(notes.iter().all(|note| told.contains(note)), "{rule}: {told}");
    }
    for (rule, input) in [
        ("plurality", "Plan A\nPlan B\n10:30\n11:30\nabstain\n-\n"),
        ("approval", "{a, b}\n[]\nabstain\n"),
        ("stance", "unknown\n-\n"),
        ("borda", "a > b\nb\n"),
    ] {
        assert_eq!(tallied(&[rule], input).1, "", "{rule}");
    }
}

#[test]
fn given_options_are_shown_though_nobody_chose_them_and_meant_in_any_case_and_width() {
    let options = ["plurality", "--option", "Pizza", "--option", "Sushi, warm", "--option", "Tea"];
    let (verdict, notes) = tallied(&options, "ＰＩＺＺＡ\nsushi, warm\nPizza\n");
    let counts =
        "counts   Pizza 2\n         Sushi, warm 1\n         Tea 0\n         3 ballots: 0 abstained, 0 missing\n";
    assert!(verdict.contains(counts) && notes.is_empty(), "{verdict}{notes}");
}

#[test]
fn verdicts_and_readings_are_shown_in_every_language() {
    let (zh, note) = tallied(&["majority", "--lang", "zh"], "火锅\n火锅\n{火锅, 烧烤}\n");
    assert!(zh.starts_with("一致程度  多数一致\n达成      是\n胜出      火锅\n计数      火锅 2\n"), "{zh}");
    assert!(zh.contains("\n          共 3 张选票：弃权 1、未投票 0\n"), "{zh}");
    assert!(note.starts_with("提示：3 张选票中有 1 张计为“弃权”"), "{note}");
    let (ja, _) = tallied(&["stance", "--lang", "ja"], "賛成\n賛成\n-\n");
    assert!(ja.contains("集計          同意 2\n") && ja.contains("全 3 票：投票なし 1\n"), "{ja}");
    // What an option is called is its voters' word, in every language.
    assert!(tallied(&["plurality", "--lang", "ja"], "open\n").0.contains("集計          open 1\n"));
    let parse = |lang: &str| {
        let output =
            quorate().args(["parse", "--lang", lang]).write_stdin("[STANCE: AGREE]").output().expect("it runs");
        stdout(&output)
    };
    assert!(parse("zh").contains("表态        同意                    标记"), "{}", parse("zh"));
    assert!(parse("ja").contains("賛否        賛成"), "{}", parse("ja"));
}
