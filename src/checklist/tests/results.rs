//! Several results brought together: contradictions, failures, repeats.

use super::{file, findings, gaps};
use crate::checklist::{Checklist, Language, review};

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
fn changes_events_and_advice_contradict_each_other() {
    let pairs = [
        ("The check-in time fell from 4.2 to 3.1 minutes.", "The check-in time rose from 4.2 to 5.0 minutes."),
        ("No-show rate: 9% (April), 6% (May)", "No-show rate: 9% (April), 11% (May)"),
        ("We recommend rolling out the new screen.", "We recommend not rolling out the new screen."),
        ("We recommend rolling out the new screen.", "We do not recommend rolling out the new screen."),
        ("Recommendation: roll out the new screen.", "Recommendation: do not roll out the new screen."),
        ("Waiting times fell.", "Waiting times rose."),
        ("No data was lost.", "Data was lost."),
        ("平均耗时 1.8 秒。", "平均耗时 3.5 秒。"),
        ("费用：每月 3.2 万元", "费用：每月 5 万元"),
        ("短信验证码费用每月 3.2 万元。", "短信验证码费用每月 5 万元。"),
        ("月活用户 30 万。", "月活用户 52 万。"),
        ("成功率从 91% 提高到 96%。", "成功率为 88%。"),
        ("数据没有丢失。", "数据丢失了。"),
        ("満足度：平均 4.1（5点満点）", "満足度：平均 3.2（5点満点）"),
        ("新しい画面は好評だった。", "新しい画面は不評だった。"),
        ("待ち時間は短くなった。", "待ち時間は長くなった。"),
        ("平均待ち時間は 15 分から 12 分へ短くなった。", "平均待ち時間は 12 分から 15 分へ延びた。"),
        ("導入に賛成する。", "導入に反対する。"),
        ("サーバーは停止していない。", "サーバーは停止した。"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b).len(), 1, "{a} / {b}: {:?}", two(a, b));
        assert_eq!(two(a, a), Vec::<String>::new(), "{a}");
        assert_eq!(two(b, b), Vec::<String>::new(), "{b}");
    }
}

#[test]
fn changes_events_and_advice_of_different_things_do_not() {
    let pairs = [
        ("The error rate fell from 4.2 to 3.1 %.", "The check-in time rose from 4.2 to 5.0 minutes."),
        ("No-show rate: 9% (April), 6% (May)", "No-show rate: 9% (April), 11% (June)"),
        ("We recommend rolling out the new screen.", "We recommend not changing the new screen."),
        ("We recommend adding alarms to the new checkout.", "We do not recommend opening the new checkout."),
        ("Waiting times did not rise.", "Waiting times fell."),
        ("Data was lost.", "No booking was lost."),
        ("费用：每月 3 万元", "费用：每年 36 万元"),
        ("费用：目标 3 万元", "费用：实际 5 万元"),
        ("测试：3 月 1 日至 7 日", "测试：4 月 1 日至 7 日"),
        ("数据没有丢失。", "订单丢失了。"),
        ("待ち時間は短くなったと答えた人：71%", "待ち時間は長くなったと答えた人：12%"),
        ("回答者数：312名", "回答者数：298名"),
        ("サーバーは停止していない。", "サービスは停止した。"),
    ];
    for (a, b) in pairs {
        assert_eq!(two(a, b), Vec::<String>::new(), "{a} / {b}");
    }
}

#[test]
fn a_quoted_value_keeps_its_unit_and_a_name_is_not_cut() {
    let said = |language, a: &str, b: &str| {
        let text = format!("## A\n{a}\n\n## B\n{b}\n");
        let found = review(&Checklist::shipped("result-synthesis").unwrap(), &text, language);
        found.into_iter().find(|f| f.rule == "contradiction").map(|f| f.message).unwrap()
    };
    assert_eq!(
        said(Language::Zh, "平均耗时 1.8 秒。", "平均耗时约 3.5 秒。"),
        "相互矛盾：关于“平均耗时”，此处写“约 3.5 秒”，第 2 行写“1.8 秒”。"
    );
    assert!(
        said(Language::Ja, "新しい予約画面は導入すべきである。", "新しい予約画面は導入すべきではない。")
            .contains("「新しい予約画面は導入」")
    );
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

#[test]
fn a_result_that_says_how_it_was_made_is_the_source_of_its_numbers() {
    let unsourced = |method: &str| {
        let text = format!(
            "## A\n{method}\n\n- 78% of 40 receptionists prefer the new screen.\n\n## B\n- 30% of customers abandon the cart.\n"
        );
        gaps("result-synthesis", &text).into_iter().filter(|g| g.starts_with("unsourced-number")).count()
    };
    assert_eq!((unsourced("Method: paper questionnaire."), unsourced("Done in May.")), (1, 2));
}
