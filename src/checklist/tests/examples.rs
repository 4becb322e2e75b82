//! The plans that ship, and the fixture plans of many authors and styles.

use super::{file, findings, gaps};

/// The migration plan in each language, with a piece of each line that has a gap.
const MIGRATIONS: [(&str, [&str; 4]); 3] = [
    (
        "checkout-migration.md",
        ["reduce payment fees by 40 %", "Depends on steps 1 and 5", "Train the support team", "2026-05-18"],
    ),
    ("checkout-migration.zh.md", ["降低40%", "依赖步骤1和步骤5", "培训客服团队", "5月18日"]),
    ("checkout-migration.ja.md", ["40%削減", "手順1と手順5に依存", "サポート部門への研修", "5月18日"]),
];

#[test]
fn every_planted_gap_is_named_with_its_line() {
    for (name, [claim, circle, unowned, early]) in MIGRATIONS {
        has_its_gaps(name, claim, circle, unowned, early);
    }
}

fn has_its_gaps(name: &str, claim: &str, circle: &str, unowned: &str, early: &str) {
    let plan = file(&format!("examples/plans/{name}"));
    let line = |text: &str| plan.lines().position(|l| l.contains(text)).unwrap() + 1;
    let mut wanted = vec![
        format!("unsourced-number {}", line(claim)),
        format!("circular-dependency {}", line(circle)),
        format!("step-without-owner {}", line(unowned)),
        format!("date-before-prerequisite {}", line(early)),
        "no-rollback -".to_owned(),
    ];
    let mut found = gaps("plan-review", &plan);
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{name}");
    let all = findings("plan-review", &plan);
    let cycle = all.iter().find(|f| f.rule == "circular-dependency").unwrap();
    assert!(cycle.message.contains("3 -> 5 -> 3"), "{}", cycle.message);
}

#[test]
fn sound_plans_have_no_gap() {
    for name in ["sound-inline", "sound-subbullets", "sound-table", "sound-table.zh", "sound-inline.ja"] {
        let plan = file(&format!("examples/plans/{name}.md"));
        assert_eq!(gaps("plan-review", &plan), Vec::<String>::new(), "{name}");
    }
}

/// Each fixture ends with `<!-- expect: rule line, ... -->`: exactly these gaps, no other.
#[test]
fn fixture_plans_have_exactly_the_gaps_they_expect() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/plans");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let plan = std::fs::read_to_string(&path).unwrap();
        let expected = plan.rsplit_once("<!-- expect:").unwrap().1.split_once("-->").unwrap().0;
        let mut wanted: Vec<String> =
            expected.split(',').map(|e| e.trim().to_owned()).filter(|e| !e.is_empty()).collect();
        let mut found = gaps("plan-review", &plan);
        wanted.sort();
        found.sort();
        if found != wanted {
            wrong.push(format!("{}\n  found  {found:?}\n  wanted {wanted:?}", path.display()));
        }
        count += 1;
    }
    assert!(count >= 50, "only {count} fixtures");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn windows_line_ends_change_nothing() {
    let plan = file("examples/plans/checkout-migration.md");
    let windows = plan.replace('\n', "\r\n");
    assert_eq!(findings("plan-review", &plan), findings("plan-review", &windows));
}
