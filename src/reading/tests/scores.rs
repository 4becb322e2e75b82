//! P-03, P-10 and C-02 (d): scores as written, cut and never rounded, missing rather than guessed.

use super::*;

fn one(text: &str) -> Vec<(u16, Option<u16>)> {
    scores(&Room::new().points(&["Feasibility"]).reads(text))
}

const CASES: [(&str, Option<u16>); 24] = [
    ("85", Some(8500)),
    ("85.5", Some(8550)),
    ("85.559", Some(8555)),
    ("99.999", Some(9999)),
    ("8/10", Some(8000)),
    ("8 out of 10", Some(8000)),
    ("8.5/10", Some(8500)),
    ("8.555/10", Some(8555)),
    ("17/20", Some(8500)),
    ("2/3", Some(6666)),
    ("90/100", Some(9000)),
    ("85%", Some(8500)),
    ("８５", Some(8500)),
    ("0", Some(0)),
    ("100", Some(10_000)),
    ("850", None),
    ("100.01", None),
    ("11/10", None),
    ("8/0", None),
    ("-5", None),
    ("NaN", None),
    ("85-90", None),
    ("85–90", None),
    ("N/A", None),
];

#[test]
fn p10_scales_decimals_and_range_in_markers() {
    for (written, wanted) in CASES {
        let text = format!("Good work.\n[SCORE Feasibility: {written}]");
        assert_eq!(one(&text), [(1, wanted)], "{text}");
    }
}

#[test]
fn p10_scales_decimals_and_range_in_labels() {
    for (written, wanted) in CASES {
        for text in
            [format!("Score: {written}"), format!("**Feasibility: {written}**"), format!("- Feasibility： {written}")]
        {
            assert_eq!(one(&text), [(1, wanted)], "{text}");
        }
    }
    for text in [
        "Score: 85 to 90",
        "Score: 85 or 90",
        "Score: 85 - 90",
        "Score: 85,5",
        "Score: 85..90",
        "Score: 8~9",
        "Score: 85 ± 5",
    ] {
        assert_eq!(one(text), [(1, None)], "{text}");
    }
}

#[test]
fn p10_a_share_of_one_is_kept_and_flagged() {
    for text in ["[SCORE Feasibility: 0.85]", "Score: 0.85", "{\"scores\":{\"Feasibility\":0.85}}"] {
        let reading = Room::new().points(&["Feasibility"]).reads(text);
        assert_eq!(scores(&reading), [(1, Some(85))], "{text}");
        assert!(warns(&reading, WarningCode::Scale), "{text}");
    }
}

#[test]
fn p03_markdown_around_labelled_scores() {
    assert_eq!(one("**Score: 9**"), [(1, Some(900))]);
    assert_eq!(one("**Final score: 85 (high)**"), [(1, Some(8500))]);
    assert_eq!(one("| Feasibility | **88** |"), [(1, Some(8800))]);
    assert_eq!(one("## Score\n\n1. **Feasibility**: 85/100 - solid"), [(1, Some(8500))]);
    assert_eq!(one("Feasibility score: 85. It holds."), [(1, Some(8500))]);
    assert_eq!(one("Feasibility (40%): 85分"), [(1, Some(8500))]);
    assert_eq!(one("Score for Feasibility: 85 because it holds"), [(1, Some(8500))]);
    assert_eq!(one("评分：85分"), [(1, Some(8500))]);
    assert_eq!(one("スコア：85点"), [(1, Some(8500))]);
    let reading = Room::new().reads("Score: 85");
    assert_eq!(scores(&reading), [(1, Some(8500))]);
    assert_eq!(reading.scores[0].from, Provenance::Label);
}

#[test]
fn p10_labels_and_wholes_in_three_languages() {
    let room = Room::new().points(&["可行性"]);
    for (text, wanted) in [
        ("評価：85点", 8500),
        ("総合評価：85点", 8500),
        ("得点：85点", 8500),
        ("评价：85分", 8500),
        ("综合评分：85分", 8500),
        ("Rating: 85 points", 8500),
        ("決定ポイント1：85点", 8500),
        ("决定点1：85分", 8500),
        ("Decision point 1: 85", 8500),
        ("1. 可行性 —— 85分", 8500),
        ("1. 可行性——85分", 8500),
        ("- **可行性** – 85分。理由充分", 8500),
        ("可行性 - 85/100", 8500),
        ("可行性的评分：85分", 8500),
        ("可行性の評価：85点", 8500),
        ("スコア：8点／10点", 8000),
        ("评分：8分/10分", 8000),
        ("Score: 8 points / 10 points", 8000),
        ("Score: 8 points out of 10", 8000),
        ("スコア：8点（10点満点）", 8000),
        ("评分：8分（满分10分）", 8000),
        ("Score: 8 (out of 10)", 8000),
        ("Score: 85 (10 risks)", 8500),
    ] {
        let reading = room.reads(text);
        assert_eq!(scores(&reading), [(1, Some(wanted))], "{text}");
        assert_eq!(reading.scores[0].from, Provenance::Label, "{text}");
        assert!(reading.warnings.is_empty(), "{text}: {:?}", reading.warnings);
    }
    for text in ["得点：0.85", "評価：0.85", "评价：0.85", "可行性 —— 0.85", "Rating: 0.85"] {
        let reading = room.reads(text);
        assert_eq!(scores(&reading), [(1, Some(85))], "{text}");
        assert!(warns(&reading, WarningCode::Scale), "{text}");
    }
    let missing = ["可行性 —— 85-90分", "評価：85〜90点", "スコア：11点／10点", "评分：8分（满分0分）"];
    for text in missing {
        assert_eq!(scores(&room.reads(text)), [(1, None)], "{text}");
    }
    for text in ["可行性 -5", "可行性 — 3 weeks of work", "可行性 - see point 85", "評価：良い"] {
        assert!(scores(&room.reads(text)).is_empty(), "{text}");
    }
    let room = Room::new().points(&["評価", "Rating"]);
    assert_eq!(scores(&room.reads("評価：85点\nRating: 70")), [(1, Some(8500)), (2, Some(7000))]);
}

#[test]
fn points_are_named_by_text_or_number() {
    let room = Room::new().points(&["Feasibility", "Cost: total", "实施成本"]);
    let text = "[SCORE 1: 80]\n[score **cost: TOTAL**: 70]\n［ＳＣＯＲＥ 实施成本：６０］";
    assert_eq!(scores(&room.reads(text)), [(1, Some(8000)), (2, Some(7000)), (3, Some(6000))]);
    let text = "Point 1: 80\nCost: total: 70\n决策点3：60分";
    assert_eq!(scores(&room.reads(text)), [(1, Some(8000)), (2, Some(7000)), (3, Some(6000))]);
    assert_eq!(scores(&room.reads("Feasibility: 80, Cost: total: 70; 实施成本：60")).len(), 3);
    let text = "| Point | Weight | Score |\n|---|---|---|\n| Feasibility | 30% | 80 |\n| Cost: total | 70% | 70 |";
    assert_eq!(scores(&room.reads(text)), [(1, Some(8000)), (2, Some(7000))]);
    let reading = room.reads("[SCORE Beauty: 80]\n[SCORE: 90]\n[SCORE 4: 5]");
    assert!(reading.scores.is_empty());
    assert_eq!(reading.warnings.iter().filter(|warning| warning.code == WarningCode::UnknownTarget).count(), 3);
}

#[test]
fn a_number_in_prose_is_noted_and_not_counted() {
    let room = Room::new().points(&["Feasibility", "Cost"]);
    for text in [
        "I would give it 85 out of 100.",
        "Cost: 8**9",
        "85",
        "Feasibility is about 85 to me.",
        "Feasibility: 85 people were asked",
        "I rate cost 70",
    ] {
        let reading = room.reads(text);
        assert!(reading.scores.is_empty(), "{text}");
        assert!(warns(&reading, WarningCode::ProseScore), "{text}");
    }
    for text in ["Phase 2 has a good point.", "Point 1 scores well.", "Give {0-100} points.", "<0-100> points"] {
        let room = Room::new().points(&["Phase 2", "Cost"]);
        assert!(!warns(&room.reads(text), WarningCode::ProseScore), "{text}");
    }
    assert!(warns(&Room::new().points(&["Phase 2", "Cost"]).reads("Phase 2 is worth 85."), WarningCode::ProseScore));
    assert!(!warns(&room.reads("It takes 3 weeks."), WarningCode::ProseScore));
    assert!(!warns(&reads("I would give it 85 out of 100."), WarningCode::ProseScore));
}

#[test]
fn others_scores_are_not_the_judges_own() {
    let room = Room::new().points(&["Feasibility"]);
    for text in [
        "Critic: [SCORE Feasibility: 90]",
        "Critic: Score: 90",
        "> Feasibility: 90",
        "`Feasibility: 90`",
        "| Point | Critic |\n|---|---|\n| Feasibility | 90 |",
        "| Critic | Feasibility | 90 |",
    ] {
        assert!(counts_nothing(&room.reads(text)), "{text}");
    }
}

#[test]
fn a_better_source_wins_and_the_difference_is_noted() {
    let room = Room::new().points(&["Feasibility"]);
    let reading = room.reads("Feasibility: 70\n[SCORE Feasibility: 80]");
    assert_eq!(scores(&reading), [(1, Some(8000))]);
    assert_eq!(reading.scores[0].from, Provenance::Marker);
    assert!(warns(&reading, WarningCode::Contradiction));
    assert_eq!(one("[SCORE 1: 80]\nlater\n[SCORE 1: NaN]"), [(1, Some(8000))]);
}
