//! One plan in many styles, sound and with each gap planted: the form must not matter.

use std::ops::RangeInclusive;

use super::gaps;
use super::style_forms::{STYLES, Step, Style, sound};

const INTRO: &str = "# Move the order database\n\nThe old cluster is out of warranty on 30 April 2026.\n\n";
const CLAIM: &str = "The new cluster will cut hosting costs by 40 %.\n\n";
const CHECK: &str = "\n## Verification\n\nRow counts match, and 20 orders are placed and refunded.\n";
const BACK: &str =
    "\n## Rollback\n\nUntil the last step the old cluster can take over again within 10 minutes; Maria decides.\n";

/// The plan in a style, with the lines of each step.
fn render(style: &Style, steps: &[Step], claim: bool, back: bool) -> (String, Vec<RangeInclusive<u32>>) {
    let mut text = format!("{INTRO}{}{}", if claim { CLAIM } else { "" }, style.before);
    let mut lines = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let from = u32::try_from(text.lines().count()).unwrap() + 1;
        text.push_str(&(style.step)(at + 1, step));
        text.push('\n');
        lines.push(from..=u32::try_from(text.lines().count()).unwrap());
    }
    text.push_str(style.after);
    text.push_str(CHECK);
    text.push_str(if back { BACK } else { "" });
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
    for style in &STYLES {
        let (text, _) = render(style, &sound(), false, true);
        assert_eq!(gaps("plan-review", &text), Vec::<String>::new(), "{}\n{text}", style.name);
    }
}

#[test]
fn a_missing_owner_is_found_in_every_style() {
    for (style, at) in STYLES.iter().flat_map(|s| [(s, 1), (s, 3), (s, 5)]) {
        let mut steps = sound();
        steps[at].who = None;
        let (text, lines) = render(style, &steps, false, true);
        assert_gap(style, &text, "step-without-owner", Some(&lines[at]));
    }
}

#[test]
fn a_circle_is_found_in_every_style() {
    for style in &STYLES {
        let mut steps = sound();
        steps[2].needs.push(5);
        let (text, lines) = render(style, &steps, false, true);
        assert_gap(style, &text, "circular-dependency", Some(&lines[2]));
    }
}

#[test]
fn a_date_before_its_prerequisite_is_found_in_every_style() {
    for style in &STYLES {
        let mut steps = sound();
        steps[3].due = "2026-03-12";
        let (text, lines) = render(style, &steps, false, true);
        assert_gap(style, &text, "date-before-prerequisite", Some(&lines[3]));
    }
}

#[test]
fn an_unknown_step_is_found_in_every_style() {
    for style in &STYLES {
        let mut steps = sound();
        steps[4].needs = vec![9];
        let (text, lines) = render(style, &steps, false, true);
        assert_gap(style, &text, "unknown-dependency", Some(&lines[4]));
    }
}

#[test]
fn a_step_that_needs_itself_is_found_in_every_style() {
    for style in &STYLES {
        let mut steps = sound();
        steps[1].needs = vec![2];
        let (text, lines) = render(style, &steps, false, true);
        assert_gap(style, &text, "dependency-on-itself", Some(&lines[1]));
    }
}

#[test]
fn a_missing_way_back_and_an_unsourced_number_are_found_in_every_style() {
    for style in &STYLES {
        let (text, _) = render(style, &sound(), false, false);
        assert_gap(style, &text, "no-rollback", None);
        let (text, _) = render(style, &sound(), true, true);
        assert_gap(style, &text, "unsourced-number", Some(&(5..=5)));
    }
}
