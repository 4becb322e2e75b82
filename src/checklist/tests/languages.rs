//! Chinese and Japanese: fixtures of other hands, and messages that are wholly in the reader's language.

use std::path::{Path, PathBuf};

use super::{file, gaps};
use crate::checklist::{Checklist, File, Finding, Language, Severity, review, review_files};

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn listed(text: &str) -> Vec<String> {
    let expected = text.rsplit_once("<!-- expect:").unwrap().1.split_once("-->").unwrap().0;
    let mut wanted: Vec<String> = expected.split(',').map(|e| e.trim().to_owned()).filter(|e| !e.is_empty()).collect();
    wanted.sort();
    wanted
}

/// Each ends with `<!-- expect: rule line, ... -->`, exactly these gaps; `missed` names what its author planted besides.
#[test]
fn fixtures_have_exactly_the_gaps_they_expect() {
    let folders = [
        ("plans-zh", "plan-review", 14),
        ("plans-ja", "plan-review", 14),
        ("incidents-zh", "diagnosis", 3),
        ("incidents-ja", "diagnosis", 3),
    ];
    for (name, list, count) in folders {
        let paths = folder(name);
        assert_eq!(paths.len(), count, "{name}");
        for path in paths {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut found = gaps(list, &text);
            found.sort();
            assert_eq!(found, listed(&text), "{}", path.display());
        }
    }
}

fn reviewed(set: &Path) -> Vec<Finding> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(set).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let texts: Vec<(String, String)> =
        paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect();
    let files: Vec<File<'_>> = texts.iter().map(|(name, text)| File { name, text }).collect();
    review_files(&Checklist::shipped("result-synthesis").unwrap(), &files, Language::Zh)
}

/// Beside each folder of results stands what is found in it as `rule file:line`, and after `missed` what is not.
#[test]
fn sets_of_results_have_exactly_the_gaps_they_expect() {
    let sets = ["results-zh", "results-ja"].into_iter().flat_map(folder).filter(|path| path.is_dir());
    let mut count = 0;
    for set in sets {
        let expected = std::fs::read_to_string(set.with_extension("expect")).unwrap();
        let wanted: Vec<&str> = expected.lines().filter(|line| !line.starts_with("missed ")).collect();
        let place = |f: &Finding| f.message.split('：').next().unwrap().to_owned();
        let line = |f: &Finding| f.line.map_or_else(|| "-".to_owned(), |line| format!("{}:{line}", place(f)));
        let serious = reviewed(&set).into_iter().filter(|f| f.severity >= Severity::Warning);
        let mut found: Vec<String> = serious.map(|f| format!("{} {}", f.rule, line(&f))).collect();
        found.sort();
        assert_eq!(found, wanted, "{}", set.display());
        count += 1;
    }
    assert_eq!(count, 8);
}

/// What a text holds of places to be filled, in order of the alphabet.
fn places(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|p| p.0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Latin words that stand in every language.
const LATIN: [&str; 2] = ["Markdown", "B"];

fn foreign(text: &str) -> Vec<&str> {
    let mut bare: Vec<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).collect();
    let named = places(text);
    bare.retain(|word| !named.contains(word) && !LATIN.contains(word));
    bare
}

#[test]
fn every_rule_says_the_same_in_every_language() {
    for name in Checklist::shipped_names() {
        for rule in Checklist::shipped(name).unwrap().rules {
            for language in [Language::Zh, Language::Ja] {
                let (message, suggestion) = (rule.message(language), rule.suggestion(language).unwrap());
                assert_eq!(places(message), places(rule.message(Language::En)), "{name} {}", rule.id);
                assert_eq!(foreign(message), Vec::<&str>::new(), "{name} {} {message}", rule.id);
                assert_eq!(foreign(suggestion), Vec::<&str>::new(), "{name} {} {suggestion}", rule.id);
            }
        }
    }
}

#[test]
fn a_finding_speaks_the_language_of_its_reader_whatever_the_material_is_in() {
    let plan = file("examples/plans/checkout-migration.md");
    let list = Checklist::shipped("plan-review").unwrap();
    let say = |language, rule: &str| {
        review(&list, &plan, language).into_iter().find(|f| f.rule == rule).map(|f| f.message).unwrap()
    };
    assert_eq!(
        say(Language::Zh, "circular-dependency"),
        "循环依赖：3 → 5 → 3（第 28 行、第 35 行）。这些步骤永远无法开始。"
    );
    assert_eq!(
        say(Language::Ja, "step-without-owner"),
        "手順 4（「Train the support team on the new refund screens」）に担当者がいません。"
    );
    assert_eq!(
        say(Language::En, "date-before-prerequisite"),
        "Step 7 (\"Switch all traffic from the old provider to the new one\") is dated 2026-05-18, before step 6 \
         (\"Run both providers in shadow mode for 5 % of payments\") that it depends on (2026-05-20, line 38)."
    );
    let count = |language| review(&list, &plan, language).len();
    assert_eq!((count(Language::Zh), count(Language::Ja)), (count(Language::En), count(Language::En)));
}

#[test]
fn a_quoted_piece_is_shown_as_its_author_wrote_it() {
    let plan = "1. 备份、归档（含日志），然后通知：全员\n2. 发布（负责人：张伟）\n3. 通知（负责人：李娜）\n";
    let found = review(&Checklist::shipped("plan-review").unwrap(), plan, Language::Zh);
    let unowned = found.iter().find(|f| f.rule == "step-without-owner").unwrap();
    assert_eq!(unowned.message, "步骤 1（“备份、归档”）没有负责人。");
}

#[test]
fn several_files_are_named_with_their_lines() {
    let files =
        [File { name: "a.md", text: "# 甲\n\n错误率：2%\n" }, File { name: "b.md", text: "# 乙\n错误率：3%\n" }];
    let list = Checklist::shipped("result-synthesis").unwrap();
    let say = |language| {
        let found = review_files(&list, &files, language);
        found.into_iter().find(|f| f.rule == "contradiction").map(|f| (f.line, f.message)).unwrap()
    };
    assert_eq!(
        say(Language::En),
        (Some(2), "b.md: Contradiction: 错误率 is 3% here and 2% on line 3 of a.md.".to_owned())
    );
    assert_eq!(
        say(Language::Zh),
        (Some(2), "b.md：相互矛盾：关于“错误率”，此处写“3%”，a.md 第 3 行写“2%”。".to_owned())
    );
    assert_eq!(
        say(Language::Ja),
        (Some(2), "b.md：矛盾：「错误率」はここでは「3%」、a.md の 3 行目では「2%」です。".to_owned())
    );
}
