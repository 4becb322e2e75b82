//! The styles in which one plan is written in Chinese.

use super::style_forms::{Step, Style, part, who};

pub(super) fn sound() -> Vec<Step> {
    let step = |what, who, due, needs: &[usize]| Step { what, who: Some(who), due, needs: needs.to_vec() };
    vec![
        step("备份订单数据库", "张伟", "2026-03-02", &[]),
        step("搭建新集群", "李娜", "2026-03-09", &[]),
        step("复制 12 家门店的数据", "张伟", "2026-03-16", &[1, 2]),
        step("核对行数", "王芳", "2026-03-18", &[3]),
        step("切换全部门店", "李娜", "2026-03-23", &[4]),
        step("拆除旧集群", "王芳", "2026-04-20", &[5]),
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

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

pub(super) const STYLES: [Style; 10] = [
    Style {
        name: "zh brackets",
        before: "## 实施步骤\n\n",
        step: |n, s| {
            let parts = [
                part("负责人：", who(s), ""),
                part("截止 ", &long(s.due), ""),
                part("依赖步骤", &list(&s.needs, "、"), ""),
            ];
            let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
            format!("{n}. {}（{}）", s.what, parts.join("，"))
        },
        after: "",
    },
    Style {
        name: "zh full-width numbers and sentences",
        before: "二、工作安排\n\n",
        step: |n, s| {
            let digit = char::from_u32(u32::from('０') + u32::try_from(n).unwrap()).unwrap();
            let who = part("由", who(s), "负责，");
            format!(
                "{digit}．{}。{who}{}前完成。{}",
                s.what,
                short(s.due),
                part("在步骤", &list(&s.needs, "和"), "完成后开始。")
            )
        },
        after: "",
    },
    Style {
        name: "zh steps in words",
        before: "## 步骤\n\n",
        step: |n, s| {
            let needs: Vec<String> = s.needs.iter().map(|n| format!("第{}步", NUMERALS[n - 1])).collect();
            let needs = part("；", &needs.join("、"), if s.needs.is_empty() { "" } else { "完成之后进行" });
            format!("第{}步：{}；{}；{}{needs}\n", NUMERALS[n - 1], s.what, part("负责人：", who(s), ""), short(s.due))
        },
        after: "",
    },
    Style {
        name: "zh table",
        before: "## 计划表\n\n| 序号 | 任务 | 负责人 | 完成时间 | 前置任务 |\n|---|---|---|---|---|\n",
        step: |n, s| {
            let needs = if s.needs.is_empty() { "无".to_owned() } else { list(&s.needs, "、") };
            format!("| {n} | {} | {} | {} | {needs} |", s.what, who(s), short(s.due))
        },
        after: "",
    },
    Style {
        name: "zh table with circles",
        before: "## 分工\n\n| # | 工作内容 | 责任人 | 日期 | 依赖 |\n|---|---|---|---|---|\n",
        step: |n, s| {
            let circle = |n: usize| char::from_u32(u32::from('①') + u32::try_from(n - 1).unwrap()).unwrap().to_string();
            let needs = s.needs.iter().map(|n| circle(*n)).collect::<Vec<_>>().join("、");
            let needs = if needs.is_empty() { "—".to_owned() } else { needs };
            format!(
                "| {} | {} | {} | {} | {needs} |",
                circle(n),
                s.what,
                s.who.unwrap_or("待定"),
                s.due.replace('-', "/")
            )
        },
        after: "",
    },
    Style {
        name: "zh sub-bullets",
        before: "## 实施\n\n",
        step: |n, s| {
            let needs = part("\n   - 依赖：", &list(&s.needs, "、"), "");
            format!("{n}. **{}**{}\n   - 截止日期：{}{needs}", s.what, part("\n   - 负责人：", who(s), ""), long(s.due))
        },
        after: "",
    },
    Style {
        name: "zh headings",
        before: "## 执行\n\n",
        step: |n, s| {
            let needs = part("\n- **前置条件**：步骤", &list(&s.needs, "、步骤"), "");
            format!(
                "### 步骤{n}：{}\n{}\n- **完成时间**：{}{needs}\n",
                s.what,
                part("\n- **负责人**：", who(s), ""),
                long(s.due)
            )
        },
        after: "",
    },
    Style {
        name: "zh check boxes with mentions",
        before: "## 待办\n\n",
        step: |n, s| {
            format!(
                "- [ ] 步骤{n}：{}{} 截止 {}{}",
                part("@", who(s), " "),
                s.what,
                short(s.due),
                part("，依赖步骤", &list(&s.needs, "、"), "")
            )
        },
        after: "",
    },
    Style {
        name: "zh dashes",
        before: "## 任务\n\n",
        step: |n, s| {
            format!(
                "{n}、{} —— {}{}{}",
                s.what,
                part("", who(s), "，"),
                short(s.due),
                part("，等步骤 ", &list(&s.needs, "、"), " 完成")
            )
        },
        after: "",
    },
    Style {
        name: "zh phases",
        before: "## 推进\n\n",
        step: |n, s| {
            format!(
                "阶段{n}：{}。{}截止：{}。{}\n",
                s.what,
                part("负责人：", who(s), "。"),
                long(s.due),
                part("依赖阶段", &list(&s.needs, "、"), "。")
            )
        },
        after: "",
    },
];
