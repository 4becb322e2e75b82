//! Forms of owners, days and prerequisites that Chinese and Japanese plans write without labels and colons.

use super::findings;

/// The lines on which a rule finds something.
fn lines(rule: &str, plan: &str) -> Vec<u32> {
    findings("plan-review", plan).into_iter().filter(|f| f.rule == rule).filter_map(|f| f.line).collect()
}

#[test]
fn a_form_that_all_steps_share_names_owners_and_shows_who_is_missing() {
    for (form, sound, missing, line) in OWNERS {
        assert_eq!(lines("step-without-owner", sound), [0; 0], "{form}");
        assert_eq!(lines("step-without-owner", missing), [line], "{form}");
    }
}

/// Plans in which the other steps have labelled owners and the last one has none.
fn among_labelled(step: &str) -> [String; 2] {
    [
        format!(
            "## 步骤\n\n1. 采购设备（负责人：李娜，2月20日）\n2. {step}\n3. 切换（负责人：李娜，3月25日）\n4. 收尾（3月30日）\n"
        ),
        format!(
            "## 手順\n\n1. 購入する（担当：田中、2月20日）\n2. {step}\n3. 切り替える（担当：田中、3月25日）\n4. 片付ける（3月30日）\n"
        ),
    ]
}

#[test]
fn one_step_may_name_its_owner_in_another_form_than_the_rest() {
    for step in NAMED_ZH.into_iter().chain(NAMED_JA) {
        for plan in among_labelled(step) {
            assert_eq!(lines("step-without-owner", &plan), [6], "{step}");
        }
    }
}

#[test]
fn a_place_a_time_or_a_thing_is_no_owner() {
    for step in UNNAMED_ZH.into_iter().chain(UNNAMED_JA) {
        for plan in among_labelled(step) {
            assert_eq!(lines("step-without-owner", &plan), [4, 6], "{step}");
        }
    }
}

#[test]
fn sentences_under_the_heading_of_a_step_say_who_does_it() {
    for who in ["由王磊负责。3月1日前完成。", "3月1日前完成。赵敏负责。"] {
        let plan = |who| {
            format!(
                "# 计划\n\n## 第一步 采购设备\n\n负责人：李娜。\n\n## 第二步 安装\n\n{who}\n\n## 第三步 切换\n\n负责人：李娜。\n"
            )
        };
        assert_eq!(lines("step-without-owner", &plan(who)), [0; 0], "{who}");
        assert_eq!(lines("step-without-owner", &plan("3月1日前完成。")), [7]);
    }
}

/// Plans in which the first two steps are dated in full, the third in other words, and the last not at all.
fn among_dated(day: &str) -> [String; 2] {
    [
        format!(
            "## 步骤\n\n1. 采购（负责人：李娜，2月20日）\n2. 布线（负责人：李娜，2月25日）\n3. 安装（负责人：王磊，{day}）\n4. 收尾（负责人：李娜）\n"
        ),
        format!(
            "## 手順\n\n1. 購入（担当：田中、2月20日）\n2. 配線（担当：田中、2月25日）\n3. 設置（担当：佐藤、{day}）\n4. 片付け（担当：田中）\n"
        ),
    ]
}

#[test]
fn days_in_numerals_and_days_told_from_today_are_dates() {
    let days = [
        "三月一日",
        "三月十日",
        "十二月二十五日",
        "三月中旬",
        "下周三",
        "下周三前",
        "本周五前",
        "来週水曜",
        "再来週の月曜",
        "今週金曜日まで",
        "下月初",
        "月底前",
        "明天",
    ];
    for plan in days.into_iter().flat_map(among_dated) {
        assert_eq!(lines("step-without-date", &plan), [6], "{plan}");
        assert_eq!(lines("step-without-owner", &plan), [0; 0], "{plan}");
    }
    for plan in ["每周三例会", "毎週水曜の定例"].into_iter().flat_map(among_dated) {
        // Half of the steps with a date are no habit; a third one would make it one.
        assert_eq!(lines("step-without-date", &plan), [0; 0], "{plan}");
    }
}

#[test]
fn days_in_numerals_are_compared_like_any_other() {
    let plan = |first: &str, second: &str| {
        format!("## 步骤\n\n1. 采购（负责人：李娜，{first}）\n2. 安装（负责人：王磊，{second}，依赖步骤1）\n")
    };
    for (first, second) in
        [("三月二十日", "三月十日"), ("3月20日", "三月十日"), ("下周三", "本周五"), ("下下周一", "下周日")]
    {
        assert_eq!(lines("date-before-prerequisite", &plan(first, second)), [4], "{first} {second}");
        assert_eq!(lines("date-before-prerequisite", &plan(second, first)), [0; 0], "{second} {first}");
    }
    assert_eq!(lines("impossible-date", &plan("二月三十日", "三月十日")), [3]);
}

#[test]
fn a_prerequisite_may_stand_in_the_middle_of_a_line() {
    let first = [
        "赵敏负责。前提：第二步完成。3月1日前完成。",
        "3月1日前完成，前提：第二步。赵敏负责。",
        "赵敏负责。前提是第二步完成。",
        "赵敏负责。前提：第二步通过验收。",
    ];
    let second = [
        "李婷负责。须在第一步完成之后进行。3月3日前完成。",
        "李婷负责，第一步完成后开始。",
        "李婷负责。等第一步完成。",
    ];
    for (first, second) in first.into_iter().flat_map(|first| second.map(|second| (first, second))) {
        let headings = format!("## 步骤\n\n### 第一步 安装\n\n{first}\n\n### 第二步 配置\n\n{second}\n");
        let paragraphs = format!("## 步骤\n\n第一步：安装。{first}\n\n第二步：配置。{second}\n");
        let items = format!("## 步骤\n\n1. 安装。{first}\n2. 配置。{second}\n");
        let below = format!("## 步骤\n\n1. 安装\n   {first}\n2. 配置\n   {second}\n");
        for plan in [headings, paragraphs, items, below] {
            assert_eq!(lines("circular-dependency", &plan).len(), 1, "{plan}");
            assert_eq!(lines("step-without-owner", &plan), [0; 0], "{plan}");
        }
    }
}

#[test]
fn steps_with_letters_depend_on_letters() {
    for head in [
        "编号 | 任务 | 负责人 | 前提",
        "步骤 | 内容 | 负责人 | 依赖",
        "ID | 作業 | 担当 | 依存",
        "記号 | 作業 | 担当 | 前提",
        "代号 | 任务 | 负责人 | 依赖",
        "ID | Task | Owner | Depends on",
        "Step | Task | Owner | Depends on",
    ] {
        let plan = |needs: [&str; 3]| {
            let [a, b, c] = needs;
            format!(
                "## 计划\n\n| {head} |\n|---|---|---|---|\n| A | 安装 | 王磊 | {a} |\n| B | 配置 | 赵敏 | {b} |\n| C | 切换 | 王磊 | {c} |\n"
            )
        };
        assert_eq!(lines("circular-dependency", &plan(["C", "A", "A, B"])), [5], "{head}");
        assert_eq!(lines("circular-dependency", &plan(["步骤C", "A", "B"])), [5], "{head}");
        assert_eq!(lines("circular-dependency", &plan(["C完成", "A", "B完了後"])), [5], "{head}");
        assert_eq!(lines("circular-dependency", &plan(["—", "A", "A、B"])), [0; 0], "{head}");
        assert_eq!(lines("unknown-dependency", &plan(["-", "A", "B"])), [0; 0], "{head}");
    }
}

const OWNERS: [(&str, &str, &str, u32); 12] = [
    (
        "label without a colon",
        "## 步骤\n\n1. 安装网关（负责人王磊，3月1日）\n2. 配置路由（负责人赵敏，3月3日）\n3. 切换流量（负责人王磊，3月5日）\n",
        "## 步骤\n\n1. 安装网关（负责人王磊，3月1日）\n2. 配置路由（3月3日）\n3. 切换流量（负责人王磊，3月5日）\n",
        4,
    ),
    (
        "contact",
        "## 步骤\n\n1. 安装网关，对接人张三，3月1日前完成\n2. 配置路由，对接人李四，3月3日前完成\n3. 切换流量，对接人张三，3月5日前完成\n",
        "## 步骤\n\n1. 安装网关，对接人张三，3月1日前完成\n2. 配置路由，3月3日前完成\n3. 切换流量，对接人张三，3月5日前完成\n",
        4,
    ),
    (
        "brackets",
        "## 步骤\n\n1. 安装网关（王磊，3月1日）\n2. 配置路由（阿明，3月3日）\n3. 切换流量（王磊，3月5日）\n",
        "## 步骤\n\n1. 安装网关（王磊，3月1日）\n2. 配置路由（上午，3月3日）\n3. 切换流量（王磊，3月5日）\n",
        4,
    ),
    (
        "subject",
        "## 步骤\n\n1. 3月1日前，王磊完成安装\n2. 3月3日前，赵敏配置路由\n3. 3月5日前，王磊切换流量\n",
        "## 步骤\n\n1. 3月1日前，王磊完成安装\n2. 3月3日前，完成路由配置\n3. 3月5日前，王磊切换流量\n",
        4,
    ),
    (
        "lead",
        "## 步骤\n\n1. 王磊：安装网关\n2. 赵敏：配置路由\n3. 王磊：切换流量\n",
        "## 步骤\n\n1. 王磊：安装网关\n2. 配置：导入路由\n3. 王磊：切换流量\n",
        4,
    ),
    (
        "sections",
        "## 步骤\n\n### 第一步 安装网关\n\n3月1日前完成。由王磊负责。\n\n### 第二步 配置路由\n\n赵敏负责。3月3日前完成。\n\n### 第三步 切换流量\n\n3月5日前完成。由王磊负责。\n",
        "## 步骤\n\n### 第一步 安装网关\n\n3月1日前完成。由王磊负责。\n\n### 第二步 配置路由\n\n3月3日前完成。\n\n### 第三步 切换流量\n\n3月5日前完成。由王磊负责。\n",
        7,
    ),
    (
        "sections colon",
        "# 计划\n\n第一步：安装网关。由王磊负责。3月1日前完成。\n\n第二步：配置路由。赵敏负责。3月3日前完成。\n\n第三步：切换流量。由王磊负责。3月5日前完成。\n",
        "# 计划\n\n第一步：安装网关。由王磊负责。3月1日前完成。\n\n第二步：配置路由。3月3日前完成。\n\n第三步：切换流量。由王磊负责。3月5日前完成。\n",
        5,
    ),
    (
        "ja glued",
        "## 手順\n\n1. ゲートウェイを設置する（担当佐藤、3月1日）\n2. 経路を設定する（担当鈴木、3月3日）\n3. 切り替える（担当佐藤、3月5日）\n",
        "## 手順\n\n1. ゲートウェイを設置する（担当佐藤、3月1日）\n2. 経路を設定する（3月3日）\n3. 切り替える（担当佐藤、3月5日）\n",
        4,
    ),
    (
        "ja ga",
        "## 手順\n\n1. ゲートウェイを設置する。佐藤が担当。3月1日まで。\n2. 経路を設定する。鈴木が担当。3月3日まで。\n3. 切り替える。佐藤が担当し、3月5日まで。\n",
        "## 手順\n\n1. ゲートウェイを設置する。佐藤が担当。3月1日まで。\n2. 経路を設定する。3月3日まで。\n3. 切り替える。佐藤が担当し、3月5日まで。\n",
        4,
    ),
    (
        "ja brackets",
        "## 手順\n\n1. ゲートウェイを設置する（佐藤、3月1日）\n2. 経路を設定する（鈴木、3月3日）\n3. 切り替える（佐藤、3月5日）\n",
        "## 手順\n\n1. ゲートウェイを設置する（佐藤、3月1日）\n2. 経路を設定する（3月3日）\n3. 切り替える（佐藤、3月5日）\n",
        4,
    ),
    (
        "ja lead",
        "## 手順\n\n1. 佐藤：ゲートウェイを設置する\n2. 鈴木：経路を設定する\n3. 佐藤：切り替える\n",
        "## 手順\n\n1. 佐藤：ゲートウェイを設置する\n2. 経路を設定する\n3. 佐藤：切り替える\n",
        4,
    ),
    (
        "ja subject",
        "## 手順\n\n1. 3月1日までに、佐藤がゲートウェイを設置する\n2. 3月3日までに、鈴木が経路を設定する\n3. 3月5日までに、佐藤が切り替える\n",
        "## 手順\n\n1. 3月1日までに、佐藤がゲートウェイを設置する\n2. 3月3日までに、経路を設定する\n3. 3月5日までに、佐藤が切り替える\n",
        4,
    ),
];

const NAMED_ZH: [&str; 13] = [
    "安装网关（负责人王磊，3月1日）",
    "安装网关（负责人王磊）。3月1日前完成。",
    "安装网关，对接人张三，3月1日前完成",
    "安装网关（对接人张三，3月1日）",
    "安装网关（王磊，3月1日）",
    "安装网关（3月1日，王磊）",
    "3月1日前，王磊完成安装",
    "王磊：安装网关，3月1日",
    "安装网关。由王磊负责。3月1日前完成。",
    "安装网关。赵敏负责。3月1日前完成。",
    "安装网关。跟进人：赵敏。3月1日前完成。",
    "安装网关，执行赵敏，3月1日",
    "安装网关，责任人赵敏，3月1日",
];

const UNNAMED_ZH: [&str; 10] = [
    "配置路由（上午，3月1日）",
    "路由：配置默认路由，3月1日",
    "3月1日前，完成路由配置",
    "3月1日前，平台完成路由配置",
    "安装网关（机房，3月1日）",
    "安装网关。负责人待定。3月1日前完成。",
    "安装网关（负责人待定，3月1日）",
    "管理：整理文档，3月1日",
    "高峰期前，完成安装，3月1日",
    "安装网关（北京，3月1日）",
];

const NAMED_JA: [&str; 9] = [
    "設置する（担当佐藤、3月1日）",
    "設置する。担当佐藤。3月1日まで。",
    "設置する。佐藤が担当。3月1日まで。",
    "設置する（佐藤が担当、3月1日）",
    "設置する（佐藤、3月1日）",
    "設置する（3月1日、佐藤）",
    "3月1日までに、佐藤が設置する",
    "佐藤：設置する、3月1日",
    "佐藤が3月1日までに設置する",
];

const UNNAMED_JA: [&str; 4] = [
    "設置する（午前、3月1日）",
    "設置する（担当未定、3月1日）",
    "設置する（東京、3月1日）",
    "担当者名簿を更新する、3月1日",
];
