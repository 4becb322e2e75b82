//! The styles in which one plan is written in Japanese.

use super::style_forms::{Step, Style, part, who};

pub(super) fn sound() -> Vec<Step> {
    let step = |what, who, due, needs: &[usize]| Step { what, who: Some(who), due, needs: needs.to_vec() };
    vec![
        step("受注データベースのバックアップ", "佐藤", "2026-03-02", &[]),
        step("新クラスターの構築", "鈴木", "2026-03-09", &[]),
        step("12店舗分のデータの複製", "佐藤", "2026-03-16", &[1, 2]),
        step("件数の照合", "高橋", "2026-03-18", &[3]),
        step("全店舗の切り替え", "鈴木", "2026-03-23", &[4]),
        step("旧クラスターの撤去", "高橋", "2026-04-20", &[5]),
    ]
}

/// 2026-03-02 as 2026年3月2日.
fn long(due: &str) -> String {
    let mut parts = due.split('-').map(|part| part.trim_start_matches('0'));
    let mut next = || parts.next().unwrap_or_default();
    format!("{}年{}月{}日", next(), next(), next())
}

fn short(due: &str) -> String {
    long(due).split_once('年').map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

fn list(needs: &[usize], between: &str) -> String {
    needs.iter().map(usize::to_string).collect::<Vec<_>>().join(between)
}

pub(super) const STYLES: [Style; 10] = [
    Style {
        name: "ja brackets",
        before: "## 実施手順\n\n",
        step: |n, s| {
            let parts = [
                part("担当：", who(s), ""),
                part("期日：", &short(s.due), ""),
                part("手順", &list(&s.needs, "・"), "の完了後"),
            ];
            let needs = if s.needs.is_empty() { 2 } else { 3 };
            let parts: Vec<String> = parts.into_iter().take(needs).filter(|p| !p.is_empty()).collect();
            format!("{n}. {}（{}）", s.what, parts.join("、"))
        },
        after: "",
    },
    Style {
        name: "ja full-width numbers and sentences",
        before: "２．作業手順\n\n",
        step: |n, s| {
            let who = part("担当は", who(s), "。");
            format!(
                "（{n}）{}。{who}期限は{}。{}",
                s.what,
                short(s.due),
                part("手順", &list(&s.needs, "と手順"), if s.needs.is_empty() { "" } else { "に依存する。" })
            )
        },
        after: "",
    },
    Style {
        name: "ja steps",
        before: "■ 手順\n\n",
        step: |n, s| {
            let needs =
                part("。ステップ", &list(&s.needs, "、"), if s.needs.is_empty() { "" } else { "が終わってから開始" });
            format!("ステップ{n}：{}／{}{}まで{needs}\n", s.what, part("担当 ", who(s), "／"), short(s.due))
        },
        after: "",
    },
    Style {
        name: "ja table",
        before: "## 作業一覧\n\n| 番号 | 作業内容 | 担当 | 期日 | 前提作業 |\n|---|---|---|---|---|\n",
        step: |n, s| {
            let needs = if s.needs.is_empty() { "なし".to_owned() } else { list(&s.needs, "、") };
            format!("| {n} | {} | {} | {} | {needs} |", s.what, who(s), short(s.due))
        },
        after: "",
    },
    Style {
        name: "ja table with the era",
        before: "## 工程表\n\n| 項番 | 作業項目 | 担当者 | 完了予定日 | 先行作業 |\n|---|---|---|---|---|\n",
        step: |n, s| {
            let needs = if s.needs.is_empty() { "—".to_owned() } else { list(&s.needs, ", ") };
            let due = long(s.due).replace("2026年", "令和8年");
            format!("| {n} | {} | {} | {due} | {needs} |", s.what, s.who.unwrap_or("未定"))
        },
        after: "",
    },
    Style {
        name: "ja sub-bullets",
        before: "## 作業\n\n",
        step: |n, s| {
            let needs = part("\n   - 依存：手順", &list(&s.needs, "、手順"), "");
            format!("{n}. **{}**{}\n   - 期限：{}{needs}", s.what, part("\n   - 担当：", who(s), ""), long(s.due))
        },
        after: "",
    },
    Style {
        name: "ja headings",
        before: "## 実施計画\n\n",
        step: |n, s| {
            let needs = part("\n- **前提**：手順", &list(&s.needs, "、手順"), "");
            format!(
                "### 手順{n}：{}\n{}\n- **期日**：{}{needs}\n",
                s.what,
                part("\n- **担当者**：", who(s), ""),
                long(s.due)
            )
        },
        after: "",
    },
    Style {
        name: "ja check boxes with mentions",
        before: "## やること\n\n",
        step: |n, s| {
            format!(
                "- [ ] ステップ{n}：{}{} {}まで{}",
                part("@", who(s), " "),
                s.what,
                s.due.replace('-', "/"),
                part("（ステップ", &list(&s.needs, "、"), if s.needs.is_empty() { "" } else { "の後）" })
            )
        },
        after: "",
    },
    Style {
        name: "ja squares",
        before: "## 段取り\n\n",
        step: |n, s| {
            format!(
                "{n}．{}　［{}］　{}　{}",
                s.what,
                who(s),
                short(s.due),
                part("※手順", &list(&s.needs, "・"), if s.needs.is_empty() { "" } else { "の完了後" })
            )
        },
        after: "",
    },
    Style {
        name: "ja phases",
        before: "## 進め方\n\n",
        step: |n, s| {
            format!(
                "フェーズ{n}：{}。{}期日：{}。{}\n",
                s.what,
                part("担当：", who(s), "。"),
                long(s.due),
                part("フェーズ", &list(&s.needs, "、"), if s.needs.is_empty() { "" } else { "に依存。" })
            )
        },
        after: "",
    },
];
