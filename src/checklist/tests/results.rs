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
fn the_same_thing_with_two_values_is_a_contradiction_in_chinese_and_japanese() {
    let pairs = [
        ("错误率：2%", "错误率：3%"),
        ("本次测得的错误率为2%。", "错误率是3%。"),
        ("平均响应时间：310毫秒", "平均响应时间：0.45秒"),
        ("登录测试：通过", "登录测试：未通过"),
        ("登录测试已通过。", "登录测试未通过。"),
        ("转化率：实验组6.8%，对照组5.9%", "| 指标 | 实验组 | 对照组 |\n|---|---|---|\n| 转化率 | 6.1% | 5.9% |"),
        ("结论：建议9月全量上线。", "不建议全量上线。"),
        ("月成本：1.2万元", "月成本：15000元"),
        ("エラー率：2%", "エラー率：3%"),
        ("今回のエラー率は2%だった。", "エラー率は3%である。"),
        ("１日平均利用者数　46.2人", "1日平均利用者数：31.5人"),
        ("ログイン試験：合格", "ログイン試験：不合格"),
        ("来月から本格導入することをお勧めします。", "現状では本格導入すべきではない。"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b).len(), 1, "{a} / {b}: {:?}", two(a, b));
    }
}

#[test]
fn what_agrees_is_no_contradiction_in_chinese_and_japanese() {
    let pairs = [
        ("错误率：2%", "错误率为2.0%。"),
        ("响应时间：0.31秒", "响应时间为310毫秒。"),
        ("错误率：2%", "目标错误率：1%"),
        ("样本量：300份", "样本量：120份"),
        ("建议增加监控。", "不建议本周上线。"),
        ("用户约3000人。", "用户3100人。"),
        ("3月5日测试。", "3月9日测试。"),
        ("エラー率：2%", "エラー率は2%だった。"),
        ("件数：120件", "件数：98件"),
        ("導入を推奨する。", "監視の追加は推奨しない。"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b), Vec::<String>::new(), "{a} / {b}");
    }
}

#[test]
fn a_result_that_is_only_a_part_did_not_succeed() {
    for said in [
        "Status: partial",
        "Status: partially done",
        "状态：部分完成",
        "状态：失败",
        "ステータス：一部完了",
        "結果：タイムアウト",
    ] {
        let found = gaps("result-synthesis", &format!("# A\n\n{said}\n\n# B\n\nStatus: done\n"));
        assert_eq!(found, ["failed-result 3"], "{said}");
    }
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
