//! Four hundred genuine forms, generated; every one is kept.

use super::*;

const AROUND: [(&str, &str); 10] = [
    ("", ""),
    ("I looked at the plan.\n\n", ""),
    ("> Critic: no [STANCE: NEUTRAL]\n\nI read that. ", "\n"),
    ("```rust\nlet x = 1;\n```\nSo: ", ""),
    ("**", "**"),
    ("- point one\n- ", ""),
    ("### Stance\n", "."),
    ("我看过方案了。", "。"),
    ("計画を読みました。\n", "\n"),
    ("<think>[STANCE: NEUTRAL]?</think>", " That is all."),
];

const WAYS: [fn(&str) -> String; 10] = [
    |word| format!("[STANCE: {word}]"),
    |word| format!("[stance:{}]", word.to_lowercase()),
    |word| format!("[ Stance : {word} ]"),
    |word| format!("[**STANCE**: {word}]"),
    |word| format!("[STANCE: **{word}**]"),
    |word| format!("［ＳＴＡＮＣＥ：{word}］"),
    |word| format!("【STANCE：{word}】"),
    |word| format!("〔STANCE: {word}〕"),
    |word| format!(r"\[STANCE: {word}\]"),
    |word| format!("[STANCE: {word}.]"),
];

#[test]
fn four_hundred_genuine_markers_are_kept() {
    let mut kept = 0;
    for (before, after) in AROUND {
        for way in WAYS {
            for (word, wanted) in [("AGREE", Stance::Agree), ("DISAGREE", Stance::Disagree)] {
                for end in ["", "\n\n@Critic, what do you say?"] {
                    let text = format!("{before}{}{after}{end}", way(word));
                    assert_eq!(stance(&text), wanted, "{text}");
                    kept += 1;
                }
            }
        }
    }
    assert_eq!(kept, 400);
}

#[test]
fn inches_and_apostrophes_are_no_quotation_marks() {
    for text in [
        "The 5\" pipe is fine. [STANCE: AGREE]",
        "It's Critic's \"word\", not mine: [STANCE: AGREE]",
        "\"Sound plan.\" [STANCE: AGREE] \"Truly.\"",
        "“Fine. [STANCE: AGREE]”",
    ] {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}
