//! `verify` finds every changed byte and every changed line; `show` shows what there is.

use super::*;

/// A record of a whole discussion.
fn record(folder: &Path) -> (String, Vec<u8>) {
    let out = folder.join("out");
    let output = run(&["run", "ideation", "--topic", "Tee für zwei?", "--seed", "5", "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let path = out.join("record.jsonl");
    let bytes = fs::read(&path).expect("a record");
    (path.to_string_lossy().into_owned(), bytes)
}

/// The line of a byte, from 1.
fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1
}

#[test]
fn a_changed_byte_is_found_and_its_event_named() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    // Every part of a line: each step is prime to the length of a hash, and the ends are there too.
    let sample = (0..bytes.len()).step_by(bytes.len() / 60 + 1).chain([0, bytes.len() - 1, bytes.len() - 2]);
    for at in sample {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).expect("it is changed");
        let output = run(&["verify", &path]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "byte {at}: {told}{}", stdout(&output));
        assert!(output.stdout.is_empty(), "byte {at}");
        let line = line_of(&bytes, at);
        assert!(
            told.contains(&format!("line {line}")) || told.contains(&format!("event {line}")),
            "byte {at} in line {line}: {told}"
        );
    }
}

#[test]
fn lines_that_are_moved_removed_or_doubled_are_found() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut swapped = lines.clone();
    swapped.swap(4, 5);
    let mut removed = lines.clone();
    removed.remove(4);
    let mut doubled = lines.clone();
    doubled.insert(4, lines[4]);
    let torn = &text[..text.len() - 10];
    for changed in [swapped.concat(), removed.concat(), doubled.concat(), torn.to_owned(), String::new()] {
        fs::write(&path, changed).expect("it is changed");
        assert_eq!(run(&["verify", &path]).status.code(), Some(1));
    }
}

#[test]
fn an_end_that_was_cut_off_is_found_beside_its_result() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&path, lines[..lines.len() - 1].concat()).expect("it is cut");
    let output = run(&["verify", &folder.path().join("out").to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("events at the end were removed"), "{}", stderr(&output));
}

/// Without a result beside it, the end alone tells that something is missing.
#[test]
fn a_record_without_the_result_after_its_conclusion_is_said_to_end_early() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    assert_eq!(stderr(&run(&["show", &path])), "");
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&path, lines[..lines.len() - 1].concat()).expect("it is cut");
    for verb in ["show", "verify"] {
        let output = run(&[verb, &path]);
        assert!(stderr(&output).contains("the record ends early"), "{verb}: {}", stderr(&output));
        let ja = run(&[verb, &path, "--lang", "ja"]);
        assert!(stderr(&ja).contains("記録が途中で終わっています"), "{verb}: {}", stderr(&ja));
    }
}

/// Labels and findings follow the language that is asked for; what was said stays.
#[test]
fn records_are_shown_and_checked_in_every_language() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    for (lang, title, sound, torn) in [
        ("zh", "# 会议纪要：Tee für zwei?", "核查通过：", "错误："),
        ("ja", "# 議事録：Tee für zwei?", "検証済み：", "エラー："),
    ] {
        fs::write(&path, &bytes).expect("it is written");
        let shown = stdout(&run(&["show", &path, "--lang", lang]));
        assert!(shown.starts_with(title), "{shown}");
        let verified = run(&["verify", &path, "--lang", lang]);
        assert!(stdout(&verified).starts_with(sound), "{}{}", stdout(&verified), stderr(&verified));
        let mut changed = bytes.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        fs::write(&path, changed).expect("it is changed");
        let output = run(&["verify", &path, "--lang", lang]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with(torn), "{}", stderr(&output));
        assert!(!stderr(&output).contains("its bytes"), "{}", stderr(&output));
    }
}

#[test]
fn a_result_that_was_changed_is_found() {
    let folder = folder();
    record(folder.path());
    let out = folder.path().join("out");
    let path = out.join("result.json");
    let whole = fs::read_to_string(&path).expect("it is there");
    for changed in [whole.replacen("\"stop\"", "\"stopped\"", 1), "{".to_owned(), String::new()] {
        fs::write(&path, changed).expect("it is written");
        let output = run(&["verify", &out.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("result.json"), "{}", stderr(&output));
    }
    fs::write(&path, whole).expect("it is written");
    assert_eq!(run(&["verify", &out.to_string_lossy()]).status.code(), Some(0));
}

#[test]
fn minutes_that_were_changed_are_found() {
    let folder = folder();
    record(folder.path());
    let out = folder.path().join("out");
    let path = out.join("minutes.md");
    let whole = fs::read_to_string(&path).expect("it is there");
    for changed in [whole.replacen("Dreamer", "Drummer", 1), format!("{whole}\n"), String::new()] {
        fs::write(&path, changed).expect("it is written");
        let output = run(&["verify", &out.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("minutes.md is not what follows from the record"), "{}", stderr(&output));
    }
    fs::remove_file(&path).expect("it is removed");
    assert_eq!(run(&["verify", &out.to_string_lossy()]).status.code(), Some(0), "nobody has to keep them");
}

/// Words change from version to version; that makes no minutes bad.
#[test]
fn minutes_of_another_version_are_not_compared() {
    use std::sync::Arc;

    use quorate::strategies::{
        event::{Charter, Event},
        record::{Chain, Reader},
    };
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let (mut chain, mut older) = (Chain::default(), Vec::new());
    for entry in Reader::new(&bytes) {
        let entry = entry.expect("a whole record");
        let event = match entry.event {
            Event::Created(charter) => {
                Event::Created(Arc::new(Charter { software: "0.0.9".into(), ..Charter::clone(&charter) }))
            }
            other => other,
        };
        chain.seal(entry.at, entry.cause, &event, &mut older).expect("it is sealed");
    }
    fs::write(&path, older).expect("it is written");
    let out = folder.path().join("out");
    fs::remove_file(out.join("result.json")).expect("it was made from the other record");
    fs::write(out.join("minutes.md"), "# In other words\n").expect("it is written");
    let output = run(&["verify", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("minutes.md was written by another version (0.0.9)"), "{}", stdout(&output));
}

/// A forged event whose hashes all fit is found by replay: what follows from the events before it is another.
#[test]
fn a_decision_that_does_not_follow_is_found() {
    use quorate::strategies::{
        event::Event,
        record::{Chain, Reader},
        step::StopReason,
    };
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let mut chain = Chain::default();
    let mut forged = Vec::new();
    for entry in Reader::new(&bytes) {
        let entry = entry.expect("a whole record");
        let event = match entry.event {
            Event::Concluded { decision, note, .. } => Event::Concluded { why: StopReason::NoProgress, decision, note },
            other => other,
        };
        chain.seal(entry.at, entry.cause, &event, &mut forged).expect("it is sealed");
    }
    fs::write(&path, forged).expect("it is forged");
    let output = run(&["verify", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("follows"), "{}", stderr(&output));
}

/// The same for a reading that the reply does not bear out.
#[test]
fn a_reading_that_does_not_follow_is_found() {
    use std::sync::Arc;

    use quorate::strategies::{
        event::Event,
        reading::Kind,
        record::{Chain, Reader},
    };
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let mut chain = Chain::default();
    let mut forged = Vec::new();
    let mut first = None;
    for entry in Reader::new(&bytes) {
        let entry = entry.expect("a whole record");
        let event = match entry.event {
            Event::Answered { turn, message, receipt } if first.is_none() => {
                first = Some(entry.seq);
                let mut message = message.as_ref().clone();
                message.reading.kind.value = Kind::Clarify;
                Event::Answered { turn, message: Arc::new(message), receipt }
            }
            other => other,
        };
        chain.seal(entry.at, entry.cause, &event, &mut forged).expect("it is sealed");
    }
    fs::write(&path, forged).expect("it is forged");
    let output = run(&["verify", &path]);
    assert_eq!(output.status.code(), Some(1));
    let event = format!("event {}", first.expect("somebody answered"));
    assert!(stderr(&output).contains(&event), "{}", stderr(&output));
}

/// The same for a statement of the result that rests on what nobody said.
#[test]
fn a_citation_of_what_nobody_wrote_is_found() {
    use std::sync::Arc;

    use quorate::strategies::{
        event::Event,
        record::{Chain, Reader},
        turn::TurnId,
    };
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let mut chain = Chain::default();
    let mut forged = Vec::new();
    let mut at = None;
    for entry in Reader::new(&bytes) {
        let mut entry = entry.expect("a whole record");
        if let Event::Result(result) = &mut entry.event {
            Arc::make_mut(result).conclusion.messages.push(TurnId(999));
            at = Some(entry.seq);
        }
        chain.seal(entry.at, entry.cause, &entry.event, &mut forged).expect("it is sealed");
    }
    fs::write(&path, forged).expect("it is forged");
    let told = format!("event {}: it rests on message #999, which nobody wrote", at.expect("a result"));
    for verb in ["verify", "show"] {
        let output = run(&[verb, &path]);
        assert_eq!(output.status.code(), Some(if verb == "verify" { 1 } else { 0 }));
        assert_eq!(stderr(&output).contains(&told), verb == "verify", "{}", stderr(&output));
    }
}

#[test]
fn minutes_are_shown_from_file_or_folder_and_as_far_as_a_torn_record_goes() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let whole = run(&["show", &path]);
    assert_eq!(whole.status.code(), Some(0));
    assert_eq!(whole.stdout, fs::read(folder.path().join("out/minutes.md")).expect("minutes"));
    assert_eq!(run(&["show", &folder.path().join("out").to_string_lossy()]).stdout, whole.stdout);
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it is torn");
    let torn = run(&["show", &path]);
    assert_eq!(torn.status.code(), Some(1), "what is there is shown, and the damage is no success");
    assert!(stderr(&torn).contains("in the middle of this line; shown is what stands before it"), "{}", stderr(&torn));
    assert!(stdout(&torn).contains("Tee für zwei?"));
}

#[test]
fn the_argument_is_shown_as_a_graph() {
    let folder = folder();
    let (path, _) = record(folder.path());
    for (notation, head) in [("mermaid", "flowchart BT\n"), ("dot", "digraph argument {\n")] {
        let output = run(&["show", &path, "--graph", notation]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).starts_with(head), "{}", stdout(&output));
        assert!(stdout(&output).contains("m1 ") || stdout(&output).contains("m1["), "the first message is a node");
    }
    assert_eq!(run(&["show", &path, "--graph", "picture"]).status.code(), Some(2));
}

/// What `verify` finds, nobody who reads the record takes for whole.
#[test]
fn a_damaged_record_is_no_success_for_any_verb_that_reads_it() {
    let folder = folder();
    let (path, bytes) = record(folder.path());
    let text = String::from_utf8(bytes.clone()).expect("text");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // The last line is another, a line in the middle is gone, and the last is torn.
    let changed = [lines[..lines.len() - 1].concat(), lines[lines.len() - 1].replace("\"at\":", "\"at\":1")].concat();
    let gone = [&lines[..lines.len() - 3], &lines[lines.len() - 2..]].concat().concat();
    for (case, damaged) in [("changed", changed), ("gone", gone), ("torn", text[..text.len() - 9].to_owned())] {
        fs::write(&path, damaged).expect("it is damaged");
        let out = folder.path().join(case).to_string_lossy().into_owned();
        let verified = run(&["verify", &path]);
        assert_eq!(verified.status.code(), Some(1), "{case}");
        for args in [
            &["show", &path][..],
            &["show", &path, "--json"],
            &["rejudge", &path, "--rule", "ratio"],
            &["rejudge", &path, "--rule", "ratio", "--json"],
            &["export", &path, "--out", &out],
            &["export", &path, "--out", "-"],
        ] {
            let output = run(args);
            assert_eq!(output.status.code(), Some(1), "{case}: {args:?}: {}", stderr(&output));
            let shown = !output.stdout.is_empty() || Path::new(&out).join("minutes.md").exists();
            assert!(shown, "{case}: {args:?}: what can be shown is shown");
        }
    }
    fs::write(&path, bytes).expect("it is whole again");
    for verb in ["show", "verify"] {
        assert_eq!(run(&[verb, &path]).status.code(), Some(0), "{verb}");
    }
}
