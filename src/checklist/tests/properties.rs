//! Whatever the text: no panic, lines within it, sorted, the same each time, and no quadratic cost.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use proptest::prelude::*;

use super::{file, findings};
use crate::checklist::{Checklist, Document, Language, review};

fn assert_sane(text: &str) {
    let lines = u32::try_from(text.split('\n').count()).unwrap();
    for name in Checklist::shipped_names() {
        let found = findings(name, text);
        assert!(found.iter().all(|f| f.line.is_none_or(|l| l >= 1 && l <= lines)), "{text:?}");
        assert!(found.windows(2).all(|w| w[0].place() <= w[1].place()), "{text:?}");
        assert!(found.iter().all(|f| !f.message.contains('{') || text.contains('{')), "{found:?}");
        assert_eq!(found, findings(name, text));
    }
    let document = Document::parse(text);
    assert!(document.steps().iter().all(|s| s.line >= 1 && s.line <= lines));
    assert!(document.hypotheses().iter().all(|h| h.line >= 1 && h.line <= lines));
    assert!(document.headings().iter().all(|h| h.line >= 1 && h.line <= lines));
}

/// Pieces that plans are made of, to be thrown together.
fn piece() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "# ",
        "## Steps\n",
        "## Rollback\n",
        "1. ",
        "2) ",
        "- ",
        "  - ",
        "\t* ",
        "[ ] ",
        "| ",
        " |",
        "|---|---|\n",
        "\n",
        "\n\n",
        "\r\n",
        "```\n",
        "<!--",
        "-->",
        "---\n",
        "> ",
        "Step 3: ",
        "Owner: ",
        "Due: ",
        "Depends on ",
        "after step ",
        "steps 1-900",
        "T-4",
        "(",
        ")",
        "[",
        "](",
        "@ana",
        "**",
        "`",
        "2026-02-30",
        "03/04/2026",
        "4 March",
        "Q2 2026",
        "Week 9",
        "12:30 ",
        "reduces costs by 40 %",
        "about $12,000 a month",
        "no rollback",
        "TBD",
        "H1: ",
        "é",
        "日本語",
        "步骤1",
        "第二步：",
        "手順3",
        "（一）",
        "一、",
        "①",
        "负责人：张伟，",
        "担当は佐藤。",
        "完成后",
        "の後に",
        "2026年3月5日",
        "3月中旬",
        "令和8年",
        "10時30分",
        "可降低40%。",
        "三成",
        "没有回滚",
        "切り戻し",
        "待定",
        "　　",
        "；",
        "／",
        "–",
        "—",
        "\u{a0}",
        "\u{feff}",
        ":",
        ";",
        ", ",
        ". ",
        "…",
        "%",
        "~",
        "1.2.3",
    ]);
    prop_oneof![4 => fixed.prop_map(str::to_owned), 1 => "[a-zA-Z0-9 ]{0,12}", 1 => "\\PC{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        assert_sane(&text);
    }

    #[test]
    fn any_mix_of_plan_pieces_is_read(pieces in prop::collection::vec(piece(), 0..60)) {
        assert_sane(&pieces.concat());
    }

    #[test]
    fn any_cut_of_a_plan_is_read(from in 0usize..2000, len in 0usize..2000) {
        let plan = file("examples/plans/checkout-migration.md");
        let cut: String = plan.chars().skip(from).take(len).collect();
        assert_sane(&cut);
    }
}

/// Texts that would show a quadratic step, each about `size` bytes long.
fn hostile(size: usize) -> Vec<String> {
    let numbered: String =
        (1..size / 40).map(|n| format!("{n}. Do it, after step {} (Ana, due 2026-03-04)\n", n + 1)).collect();
    let headings: String = (1..size / 12).map(|n| format!("## {n}. Part\n")).collect();
    let named: String = (1..size / 40).map(|n| format!("- Task {n}x (after \"Task {}x\")\n", n - 1)).collect();
    let mut texts = vec![numbered, headings, named];
    for unit in [
        "- a\n",
        "| a | b |\n",
        "word ",
        "40 % of users fail, ",
        "(",
        "[a](",
        "<!-- ",
        "```\n",
        "depends on 1 and ",
        "Owner: ",
        ". ",
        "no ",
        "roll ",
        "\n",
        "  ",
        "**",
        "> a\n",
        "10:15 ERROR x\n",
        "x is 4 %. ",
        "\u{301}",
        "2026年3月5日",
        "令和８年",
        "一、一、一、第一步\n",
        "3月5日　担当：田中、手順1を実施する。\n",
        "3. 2026年3月5日：张伟完成第3项测试。\n",
        "在步骤2之后",
        "ステップ1の後",
        "降低成本40%，",
        "| 3 | 测试 | 张伟 | 3月5日 |\n",
        "测",
        "。",
        "１",
        "（",
    ] {
        texts.push(unit.repeat(size / unit.len()));
    }
    texts.push((0..size / 400).map(|n| format!("{}- deep (owner: Ana)\n", " ".repeat((n * 2) % 380))).collect());
    texts
}

/// The processor's time of this thread: what else the machine does is not counted.
fn worked() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("it began at 0")
}

/// Not a benchmark: a quadratic step over this size would take minutes.
#[test]
fn long_hostile_texts_take_no_quadratic_time() {
    for text in hostile(20_000) {
        for name in Checklist::shipped_names() {
            let start = worked();
            let found = review(&Checklist::shipped(name).unwrap(), &text, Language::En);
            let shown: String = text.chars().take(24).collect();
            let took = worked() - start;
            assert!(took.as_secs() < 8, "{name}: {shown:?} took {took:?}, {} findings", found.len());
        }
    }
}

#[test]
fn a_step_longer_than_what_is_read_for_facts_is_read_as_far_as_that() {
    for filler in 4040..4080 {
        let text = format!(
            "# Plan\n\n1. Pack. Owner: Ana. Due: 2026-03-02.\n2. Move the desks. Owner: Bob. {} Depends on step 1.\n",
            "x ".repeat(filler / 2)
        );
        assert_sane(&text);
    }
    let many: String =
        (1..1_600).map(|step| format!("{step}. Do it. Owner: A. Depends on step {}\n", step - 1)).collect();
    assert!(!findings("plan-review", &many).is_empty());
}
