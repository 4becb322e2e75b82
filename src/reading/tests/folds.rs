//! What is taken for the same: characters, names and texts, compared in the form that a reader would give them.

use crate::reading::fold::{Likeness, after_bullet, after_leads, clean, eat_name, is_word};

#[test]
fn a_word_goes_on_in_scripts_that_put_blanks_between_words() {
    for c in ['a', 'Z', '7', '_', 'é', 'ж', 'λ', 'א', 'ა', 'ａ', '７', '\u{10ff}'] {
        assert!(is_word(c), "{c}");
    }
    for c in [' ', '-', '.', '中', 'か', '\u{1100}', '한', '“', '×', '。'] {
        assert!(!is_word(c), "{c}");
    }
}

#[test]
fn a_name_is_followed_to_its_end_and_not_into_a_longer_word() {
    let same = |text: &str, name: &str| eat_name(text, name, Likeness::Same);
    assert_eq!(same("critic: no", "Critic"), Some(6));
    assert_eq!(same("Critics: no", "Critic"), None);
    assert_eq!(same("Critic__: no", "Critic"), Some(6));
    assert_eq!(same("Critic_x: no", "Critic"), None);
    assert_eq!(same("Software Developer", "Software_Developer"), Some(18));
    assert_eq!(same("Software_Developer", "Software Developer"), Some(18));
    assert_eq!(same("Software-Developer", "Software_Developer"), None);
    assert_eq!(same("Soft ware", "Soft9ware"), None, "a blank stands for an underscore alone");
    assert_eq!(same("Soft9ware", "Soft ware"), None);
    assert_eq!(same("Soft\\_ware", "Soft_ware"), Some(10));
    assert_eq!(same("批评家说", "批评家"), Some(9));
    assert_eq!(same("Cri", "Critic"), None);
    assert_eq!(same("anything", ""), None);
}

#[test]
fn what_looks_like_a_name_is_told_from_what_is_the_same() {
    let (same, looks) = (Likeness::Same, Likeness::Looks);
    for text in ["Сritic", "Cri\u{200b}tic", "Critіc"] {
        assert_eq!(eat_name(text, "Critic", same), None, "{text}");
        assert_eq!(eat_name(text, "Critic", looks), Some(text.len()), "{text}");
    }
}

#[test]
fn data_are_compared_without_what_wraps_them() {
    for text in [
        "Wait a week",
        " wait  a\tweek ",
        "**Wait a week**",
        "\"Wait a week.\"",
        "`Wait` a week!",
        "「Wait a week」。",
        "_Wait a week_",
    ] {
        assert_eq!(clean(text), "wait a week", "{text}");
    }
    assert_eq!(clean("  "), "");
    assert_eq!(clean("a\\_b"), "a_b");
    assert_eq!(clean("a.b"), "a.b");
}

#[test]
fn the_signs_before_the_words_of_a_line_are_not_among_them() {
    for line in ["KIND", "- KIND", "## KIND", "**KIND", "1. KIND", "123) **KIND", "• KIND", "12、KIND"] {
        assert_eq!(after_leads(line), "KIND", "{line}");
    }
    assert_eq!(after_leads("1234. KIND"), "1234. KIND", "a year is no number of an item");
    assert_eq!(after_leads("1 KIND"), "1 KIND");
    assert_eq!((after_bullet("-  a"), after_bullet("-a"), after_bullet("  a")), ("a", "-a", "  a"));
}
