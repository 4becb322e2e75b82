//! What a file or a flag says of the principal: where they are asked, how long they have, and when they are called.

use quorate::{
    agent::spec::AgentFactory,
    preset::{Overrides, Preset},
    strategies::{
        catalog::Catalog,
        event::{Charter, Gated, Watch},
    },
};

use super::*;

/// What is settled by a file with these lines, under these flags.
fn settled(lines: &str, flags: &[(&str, &str)]) -> Charter {
    let wishes = flags.iter().fold(Overrides::default(), |wishes, (key, value)| wishes.set(*key, *value));
    let preset = Preset::parse("d.toml", &format!("{lines}\n{TWO}"), ".").expect("a preset");
    let discussion = preset.discussion(&wishes, &Catalog::builtin(), &AgentFactory::builtin()).expect("a discussion");
    discussion.check().expect("it can begin").charter
}

#[test]
fn each_key_is_set_by_a_file_and_by_a_flag_over_it() {
    let none = settled("", &[]);
    assert_eq!((none.gate, none.gate_ms, none.veto_ms, none.watch), (Gated::Nowhere, 0, 0, Watch::Off));
    assert_eq!(settled("gate = \"conclude\"", &[]).gate, Gated::Conclude);
    assert_eq!(settled("gate = \"conclude\"", &[("gate", "none")]).gate, Gated::Nowhere);
    assert_eq!(settled("gate_seconds = 1.5", &[]).gate_ms, 1_500);
    assert_eq!(settled("gate_seconds = 1.5", &[("gate_seconds", "7")]).gate_ms, 7_000);
    assert_eq!(settled("veto_seconds = 604800", &[]).veto_ms, 604_800_000);
    assert_eq!(settled("", &[("veto_seconds", "0.001")]).veto_ms, 1);
    for (word, watch) in [("off", Watch::Off), ("end", Watch::End), ("ask", Watch::Ask)] {
        assert_eq!(settled(&format!("watch = {word:?}"), &[]).watch, watch);
        assert_eq!(settled("watch = \"end\"", &[("watch", word)]).watch, watch);
    }
}

#[test]
fn nonsense_is_refused_with_its_place_before_anything_begins() {
    let folder = folder();
    for (key, value, allowed) in [
        ("gate", "\"maybe\"", "\"none\", \"conclude\""),
        ("gate", "true", "\"none\", \"conclude\""),
        ("gate_seconds", "0", "a number from 0.001 to 604800"),
        ("gate_seconds", "\"soon\"", "a number from 0.001 to 604800"),
        ("veto_seconds", "-1", "a number from 0.001 to 604800"),
        ("veto_seconds", "604801", "a number from 0.001 to 604800"),
        ("watch", "\"always\"", "\"off\", \"end\", \"ask\""),
    ] {
        let path = file(folder.path(), "d.toml", format!("{key} = {value}\n{TWO}"));
        let output = run(&["check", &path]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{key} = {value}");
        assert!(
            told.contains(&format!("d.toml:1: {key} = {value} is not allowed")) && told.contains(allowed),
            "{told}"
        );
        let flag = format!("{key}={}", value.trim_matches('"'));
        let output = run(&["check", "ideation", "--set", &flag]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(told.contains(&format!("--set {flag}")) && told.contains(allowed), "{told}");
    }
}

#[test]
fn a_new_file_lists_each_key_with_what_it_does() {
    for (lang, meanings) in [
        ("en", ["silence is no consent", "time for that answer", "can be vetoed afterwards", "ask the principal"]),
        ("zh", ["不作答不算同意", "作此答复的时限", "可以否决结果的时间", "询问负责人"]),
        ("ja", ["無回答は同意ではない", "その回答の制限時間", "結果を拒否できる時間", "責任者に尋ねる"]),
    ] {
        let text = stdout(&run(&["init", "ideation", "--lang", lang, "--out", "-"]));
        for (key, meaning) in ["gate", "gate_seconds", "veto_seconds", "watch"].into_iter().zip(meanings) {
            let line = text.lines().find(|line| line.starts_with(&format!("# {key} = "))).expect(key);
            assert!(line.contains(meaning), "{lang}: {line}");
        }
    }
}
