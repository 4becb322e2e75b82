//! One plan in many styles, sound and with each gap planted: the form must not matter.

use std::ops::RangeInclusive;

use super::{
    gaps,
    style_forms::{self, Step, Style},
    style_forms_ja, style_forms_zh,
};

/// What stands around the steps in one language.
struct Tongue {
    intro: &'static str,
    claim: &'static str,
    check: &'static str,
    back: &'static str,
    sound: fn() -> Vec<Step>,
    styles: &'static [Style],
}

const TONGUES: [Tongue; 3] = [
    Tongue {
        intro: "# Move the order database\n\nThe old cluster is out of warranty on 30 April 2026.\n\n",
        claim: "The new cluster will cut hosting costs by 40 %.\n\n",
        check: "\n## Verification\n\nRow counts match, and 20 orders are placed and refunded.\n",
        back: "\n## Rollback\n\nUntil the last step the old cluster can take over again within 10 minutes; Maria decides.\n",
        sound: style_forms::sound,
        styles: &style_forms::STYLES,
    },
    Tongue {
        intro: "# 订单数据库迁移\n\n旧集群的保修期到2026年4月30日为止。\n\n",
        claim: "新集群可将托管成本降低40%。\n\n",
        check: "\n## 验证\n\n行数一致，并完成20笔下单和退款。\n",
        back: "\n## 回滚方案\n\n最后一步之前，10分钟内可以切回旧集群，由张伟决定。\n",
        sound: style_forms_zh::sound,
        styles: &style_forms_zh::STYLES,
    },
    Tongue {
        intro: "# 受注データベースの移行\n\n旧クラスターの保守は2026年4月30日に切れる。\n\n",
        claim: "新クラスターによりホスティング費用を40%削減できる。\n\n",
        check: "\n## 検証\n\n件数が一致し、20件の注文と返金が完了すること。\n",
        back: "\n## 切り戻し\n\n最後の作業までは10分以内に旧クラスターへ戻せる。判断は佐藤が行う。\n",
        sound: style_forms_ja::sound,
        styles: &style_forms_ja::STYLES,
    },
];

/// Every style with its language.
fn styles() -> impl Iterator<Item = (&'static Tongue, &'static Style)> {
    static ALL: [Tongue; 3] = TONGUES;
    ALL.iter().flat_map(|tongue| tongue.styles.iter().map(move |style| (tongue, style)))
}

/// What a rendered plan has beside its steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    WayBack,
    WayBackAndClaim,
    Neither,
}

/// The plan in a style, with the lines of each step.
fn render(tongue: &Tongue, style: &Style, steps: &[Step], with: With) -> (String, Vec<RangeInclusive<u32>>) {
    let claim = if with == With::WayBackAndClaim { tongue.claim } else { "" };
    let mut text = format!("{}{claim}{}", tongue.intro, style.before);
    let mut lines = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let from = u32::try_from(text.lines().count()).unwrap() + 1;
        text.push_str(&(style.step)(at + 1, step));
        text.push('\n');
        lines.push(from..=u32::try_from(text.lines().count()).unwrap());
    }
    text.push_str(style.after);
    text.push_str(tongue.check);
    text.push_str(if with == With::Neither { "" } else { tongue.back });
    (text, lines)
}

/// Asserts that exactly one gap is found, with the rule, on one of the lines.
fn assert_gap(style: &Style, text: &str, rule: &str, lines: Option<&RangeInclusive<u32>>) {
    let found = gaps("plan-review", text);
    let [one] = found.as_slice() else { panic!("{}: {rule}: {found:?}\n{text}", style.name) };
    let (name, line) = one.split_once(' ').unwrap();
    assert_eq!(name, rule, "{}\n{text}", style.name);
    match (lines, line.parse::<u32>()) {
        (Some(lines), Ok(line)) => assert!(lines.contains(&line), "{}: {line} not in {lines:?}\n{text}", style.name),
        (None, Err(_)) => {}
        other => panic!("{}: {rule}: {other:?}", style.name),
    }
}

#[test]
fn sound_in_every_style() {
    for (tongue, style) in styles() {
        let (text, _) = render(tongue, style, &(tongue.sound)(), With::WayBack);
        assert_eq!(gaps("plan-review", &text), Vec::<String>::new(), "{}\n{text}", style.name);
    }
}

#[test]
fn a_missing_owner_is_found_in_every_style() {
    for ((tongue, style), at) in styles().flat_map(|s| [(s, 1), (s, 3), (s, 5)]) {
        let mut steps = (tongue.sound)();
        steps[at].who = None;
        let (text, lines) = render(tongue, style, &steps, With::WayBack);
        assert_gap(style, &text, "step-without-owner", Some(&lines[at]));
    }
}

#[test]
fn a_circle_is_found_in_every_style() {
    for (tongue, style) in styles() {
        let mut steps = (tongue.sound)();
        steps[2].needs.push(5);
        let (text, lines) = render(tongue, style, &steps, With::WayBack);
        assert_gap(style, &text, "circular-dependency", Some(&lines[2]));
    }
}

#[test]
fn a_date_before_its_prerequisite_is_found_in_every_style() {
    for (tongue, style) in styles() {
        let mut steps = (tongue.sound)();
        steps[3].due = "2026-03-12";
        let (text, lines) = render(tongue, style, &steps, With::WayBack);
        assert_gap(style, &text, "date-before-prerequisite", Some(&lines[3]));
    }
}

#[test]
fn an_unknown_step_is_found_in_every_style() {
    for (tongue, style) in styles() {
        let mut steps = (tongue.sound)();
        steps[4].needs = vec![9];
        let (text, lines) = render(tongue, style, &steps, With::WayBack);
        assert_gap(style, &text, "unknown-dependency", Some(&lines[4]));
    }
}

#[test]
fn a_step_that_needs_itself_is_found_in_every_style() {
    for (tongue, style) in styles() {
        let mut steps = (tongue.sound)();
        steps[1].needs = vec![2];
        let (text, lines) = render(tongue, style, &steps, With::WayBack);
        assert_gap(style, &text, "dependency-on-itself", Some(&lines[1]));
    }
}

#[test]
fn a_missing_way_back_and_an_unsourced_number_are_found_in_every_style() {
    for (tongue, style) in styles() {
        let (text, _) = render(tongue, style, &(tongue.sound)(), With::Neither);
        assert_gap(style, &text, "no-rollback", None);
        let (text, _) = render(tongue, style, &(tongue.sound)(), With::WayBackAndClaim);
        assert_gap(style, &text, "unsourced-number", Some(&(5..=5)));
    }
}
