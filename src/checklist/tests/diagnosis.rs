//! Descriptions of something that went wrong: hypotheses, logs, times.

use super::{file, findings, gaps};
use crate::checklist::Document;

#[test]
fn the_shipped_incident_has_three_hypotheses_and_its_gaps() {
    let text = file("examples/incident.md");
    let line = |wanted: &str| u32::try_from(text.lines().position(|l| l.contains(wanted)).unwrap() + 1).unwrap();
    let listed: Vec<(u32, bool)> = Document::parse(&text).hypotheses().iter().map(|h| (h.line, h.evidence)).collect();
    let wanted = [(line("1. The smaller"), true), (line("2. The new retry"), true), (line("3. The payment"), false)];
    assert_eq!(listed, wanted);
    let wanted = [
        format!("times-out-of-order {}", line("- 10:17")),
        format!("hypothesis-without-evidence {}", line("3. The payment")),
        format!("cause-without-evidence {}", line("clearly to blame")),
    ];
    assert_eq!(gaps("diagnosis", &text), wanted);
    let logged: Vec<Option<u32>> =
        findings("diagnosis", &text).iter().filter(|f| f.rule == "log-error").map(|f| f.line).collect();
    assert_eq!(logged, [Some(line("10:21:31Z")), Some(line("10:22:02Z"))]);
}

#[test]
fn hypotheses_are_read_in_every_form() {
    let forms = [
        "## Possible causes\n- The disk is full.\n- The clock drifts.\n",
        "H1: the disk is full\n\nH2: the clock drifts\n",
        "Hypothesis 1: the disk is full.\n\nHypothesis 2: the clock drifts.\n",
        "# Theories\n\n| # | Cause |\n|---|---|\n| 1 | The disk is full |\n| 2 | The clock drifts |\n",
        "## Hypotheses\n\n### 1. The disk is full\nIt may be.\n\n### 2. The clock drifts\nThat too.\n",
        "We suspect that the disk is full.\n\nIt could be due to the clock.\n",
        "**Candidate causes**\n\n1. The disk is full\n   - it was at 97 % yesterday\n2. The clock drifts\n",
    ];
    for text in forms {
        let found = Document::parse(text).hypotheses();
        assert_eq!(found.len(), 2, "{text}\n{found:?}");
        assert!(found[0].text.to_lowercase().contains("disk"), "{found:?}");
    }
    let forms = [
        "## 可能原因\n- 磁盘满了。\n- 时钟漂移。\n",
        "假设一：磁盘满了。\n\n假设二：时钟漂移。\n",
        "三、假设\n\n1. 磁盘满了\n   - 证据：昨天使用率 97%\n2. 时钟漂移\n",
        "怀疑磁盘满了。\n\n也可能是时钟漂移。\n",
        "## 仮説\n1. 磁盘ディスクが満杯。\n2. 時計のずれ。\n",
        "仮説A：磁盘ディスクが満杯。\n- 根拠：ログ\n\n仮説B：時計のずれ。\n- 根拠：なし\n",
    ];
    for text in forms {
        let found = Document::parse(text).hypotheses();
        assert_eq!(found.len(), 2, "{text}\n{found:?}");
        assert!(found[0].text.contains("磁盘"), "{found:?}");
    }
}

#[test]
fn a_cause_is_asserted_in_chinese_and_japanese() {
    let stated = |text: &str| gaps("diagnosis", text).iter().any(|g| g.starts_with("cause-without-evidence"));
    for text in [
        "故障显然由4.2版本引起，因为它紧接着发生。",
        "根本原因是网络抖动。",
        "原因は台数不足です。",
        "明らかに4.2版が原因です。",
    ] {
        assert!(stated(text), "{text}");
    }
    let weighed = [
        "日志显示故障由4.2版本引起。",
        "假设：故障由4.2版本引起。",
        "ログから、4.2版が原因であると確認できた。",
        "4.2版が原因かもしれない。",
    ];
    for text in weighed {
        assert!(!stated(text), "{text}");
    }
}

#[test]
fn an_empty_report_lacks_everything() {
    let found = gaps("diagnosis", "Please help.\n");
    let wanted = ["no-hypotheses -", "no-recent-changes -", "no-symptoms -", "no-timeline -"];
    assert_eq!(found, wanted);
}

#[test]
fn a_cause_needs_more_than_that_one_thing_came_after_the_other() {
    let stated = |text: &str| gaps("diagnosis", text).iter().any(|g| g.starts_with("cause-without-evidence"));
    assert!(stated("The outage was caused by release 4.2, because it began right after it."));
    assert!(!stated("The outage was caused by release 4.2: a bisect shows the failing commit."));
    assert!(!stated("Hypothesis: the outage was caused by release 4.2."));
    assert!(!stated("It was not caused by release 4.2."));
}
