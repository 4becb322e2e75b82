//! Several results brought together: contradictions, failures, repeats.

use super::{file, findings, gaps};

fn joined() -> String {
    ["load-test", "monitoring-review", "user-interviews"]
        .iter()
        .map(|name| format!("--- file: {name}.md ---\n{}\n", file(&format!("examples/results/{name}.md"))))
        .collect()
}

#[test]
fn the_shipped_results_contradict_each_other_once() {
    let text = joined();
    let line = |wanted: &str| text.lines().position(|l| l.contains(wanted)).unwrap() + 1;
    let wanted = [
        format!("contradiction {}", line("| Error rate | 2.1 % |")),
        format!("unsourced-number {}", line("30 %")),
        format!("failed-result {}", line("Status: failed")),
    ];
    assert_eq!(gaps("result-synthesis", &text), wanted);
    let found = findings("result-synthesis", &text);
    let said = found.iter().find(|f| f.rule == "contradiction").unwrap();
    assert!(
        said.message.contains("2.1 %")
            && said.message.contains(&format!("0.4 % on line {}", line("Error rate: 0.4 %"))),
        "{}",
        said.message
    );
}

/// Two results as sections of one file.
fn two(a: &str, b: &str) -> Vec<String> {
    let text = format!("# Results\n\n## Agent A\n{a}\n\n## Agent B\n{b}\n");
    gaps("result-synthesis", &text).into_iter().filter(|g| g.starts_with("contradiction")).collect()
}

#[test]
fn the_same_thing_with_two_values_is_a_contradiction() {
    let pairs = [
        ("Latency: 310 ms", "Latency: 450 ms"),
        ("- **Total users:** 1,204", "- Total users = 1304"),
        ("The error rate is 2 %.", "Error rate: 3 %"),
        ("We found an error rate of 2 %.", "The error rate was 5 %."),
        ("Login test: passed", "Login test: failed"),
        ("The login test passed.", "The login test failed."),
        ("Redis is compatible: yes", "Redis is compatible: no"),
        ("The new parser is safe.", "The new parser is not safe."),
        ("Monthly cost: $12k", "Monthly cost: $15,000"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b).len(), 1, "{a} / {b}");
    }
}

#[test]
fn what_agrees_or_is_something_else_is_none() {
    let pairs = [
        ("Latency: 310 ms", "Latency: 0.31 s"),
        ("Monthly cost: $12k", "Monthly cost: $12,000"),
        ("Users: about 1,200", "Users: 1,204"),
        ("Latency (EU): 310 ms", "Latency (US): 450 ms"),
        ("p95 latency: 310 ms", "p99 latency: 450 ms"),
        ("Latency before: 310 ms", "Latency after: 120 ms"),
        ("Status: done", "Status: failed"),
        ("The login test passed.", "The logout test failed."),
        ("Duration: 4 min", "Duration: 9 min"),
        ("1. First: 4", "1. First step: 5"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b), Vec::<String>::new(), "{a} / {b}");
    }
}

#[test]
fn empty_failed_and_repeated_results_are_named() {
    let text = "# A\nThe export of all seven tables works without a warning.\n\n# B\n\n# C\nError: timed out after 60 s\n\n# D\nThe export of all seven tables works without a warning.\n";
    assert_eq!(gaps("result-synthesis", text), ["empty-result 4", "failed-result 7", "duplicate-result 9"]);
}
