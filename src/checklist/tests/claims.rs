//! Sentences whose numbers claim a fact, and sentences whose numbers do not.

use super::{file, findings};

/// The sentences of a fixture for which `unsourced-number` is found (or not), in one frame.
fn unlike(path: &str, claimed: bool, before: &str, after: &str) -> Vec<String> {
    let says = |sentence: &&str| {
        let text = format!("# Move the shop\n\n{before}{sentence}{after}\n");
        let line = u32::try_from(text.lines().position(|l| l.contains(*sentence)).unwrap() + 1).unwrap();
        findings("plan-review", &text).iter().any(|f| f.rule == "unsourced-number" && f.line == Some(line))
    };
    file(path).lines().filter(|s| says(s) != claimed).map(str::to_owned).collect()
}

const FRAMES: [(&str, &str); 4] = [
    ("## Context\n\n", ""),
    ("## Steps\n\n1. Do the work. Owner: Ana\n   - ", ""),
    ("| Item | Note |\n|---|---|\n| Thing | ", " |"),
    ("## Why\n\n> ", ""),
];

#[test]
fn claims_without_a_source_are_found() {
    for (before, after) in FRAMES {
        assert_eq!(
            unlike("tests/fixtures/sentences/claims.txt", true, before, after),
            Vec::<String>::new(),
            "{before}"
        );
    }
}

#[test]
fn targets_limits_quantities_and_sourced_numbers_are_no_claims() {
    for (before, after) in FRAMES.into_iter().chain([("## Steps\n\n- ", ""), ("## Goals\n\n- ", "")]) {
        let wrong = unlike("tests/fixtures/sentences/no-claims.txt", false, before, after);
        assert_eq!(wrong, Vec::<String>::new(), "{before}");
    }
}

const WIDE_FRAMES: [(&str, &str, &str); 6] = [
    ("zh", "## 背景\n\n", ""),
    ("zh", "| 事项 | 说明 |\n|---|---|\n| 某事 | ", " |"),
    ("zh", "## 缘由\n\n> ", ""),
    ("ja", "## 背景\n\n", ""),
    ("ja", "| 項目 | 説明 |\n|---|---|\n| ある事 | ", " |"),
    ("ja", "## 経緯\n\n> ", ""),
];

#[test]
fn claims_in_chinese_and_japanese_are_told_from_targets() {
    for (language, before, after) in WIDE_FRAMES {
        let claims = unlike(&format!("tests/fixtures/sentences/claims.{language}.txt"), true, before, after);
        assert_eq!(claims, Vec::<String>::new(), "{before}");
        let others = unlike(&format!("tests/fixtures/sentences/no-claims.{language}.txt"), false, before, after);
        assert_eq!(others, Vec::<String>::new(), "{before}");
    }
}

#[test]
fn a_source_covers_what_it_stands_by() {
    let sourced = [
        "Costs fall by 40 %.\nSource: invoice run of March.",
        "Costs fall by 40 % ([report](https://example.com/r)).",
        "- Costs fall by 40 %\n  - Source: finance",
        "According to the audit of 2025:\n\n- costs fall by 40 %\n- 12 % of orders fail",
        "| Claim | Source |\n|---|---|\n| Costs fall by 40 % | FIN-12 |",
        "All figures are from the FinOps dashboard.\n\nCosts fall by 40 %.",
        "Costs fall by 40 %.[^1]\n\n[^1]: Finance, March.",
    ];
    for text in sourced {
        let found = findings("plan-review", text);
        assert!(!found.iter().any(|f| f.rule == "unsourced-number"), "{text}\n{found:?}");
    }
    let unsourced = [
        "Costs fall by 40 % (see the audit). Users are 3x faster.",
        "Open source tools reduce costs by 40 %.",
        "| Claim | Source |\n|---|---|\n| Costs fall by 40 % | |",
        "The new dashboard makes users 3x faster.",
    ];
    for text in unsourced {
        assert!(findings("plan-review", text).iter().any(|f| f.rule == "unsourced-number"), "{text}");
    }
}

#[test]
fn a_number_across_a_line_break_is_found_on_its_own_line() {
    let text = "# Plan\n\nThe new provider reduces\nall costs by 40 % every\nyear.\n";
    let found = findings("plan-review", text);
    assert!(found.iter().any(|f| f.rule == "unsourced-number" && f.line == Some(4)), "{found:?}");
}
