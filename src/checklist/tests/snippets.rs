//! Small plans in many hands, each with the gaps it has; the whole-plan absences are tested elsewhere.

use super::gaps;

/// Gaps of a snippet without those of a plan's end matter.
fn local(text: &str) -> Vec<String> {
    let end = ["no-rollback -", "no-verification -", "no-owners -"];
    gaps("plan-review", text).into_iter().filter(|g| !end.contains(&g.as_str())).collect()
}

const SNIPPETS: [(&str, &[&str]); 47] = [
    // Owners.
    ("1. Build (owner: Ana)\n2. Ship\n3. Tell (owner: Bo)", &["step-without-owner 2"]),
    ("1. Build (owner: Ana)\n2. Ship (owner: ?)\n", &["step-without-owner 2"]),
    ("1. Build (owner: Ana)\n2. Ship (owner: to be decided)\n", &["step-without-owner 2"]),
    ("- [ ] @ana build\n- [ ] ship\n- [ ] @bo tell", &["step-without-owner 2"]),
    ("1. Ana: build\n2. Bo: ship\n3. Ana: tell", &[]),
    ("1. Ana will build the image\n2. Bo will ship it\n3. Tell everybody", &["step-without-owner 3"]),
    ("1. Build, owned by the platform team\n2. Ship, owned by Bo", &[]),
    ("1. Build (Ana, 4 March 2026)\n2. Ship (5 March 2026)\n3. Tell (Bo, 6 March 2026)", &["step-without-owner 2"]),
    ("## Phase 1: Build\nOwner: Ana\n\n1. Compile\n2. Package\n\n## Phase 2: Ship\nOwner: Bo\n\n1. Upload", &[]),
    ("Every step is owned by Ana unless another name is given.\n\n1. Build\n2. Ship (owner: Bo)", &[]),
    ("| Task | Owner |\n|---|---|\n| Build | Ana |\n| Ship | – |", &["step-without-owner 4"]),
    ("| Risk | Impact | Owner |\n|---|---|---|\n| Fire | high | |\n| Flood | high | Bo |", &[]),
    ("## Steps\n1. Build. Owner: Ana\n2. Ship. Owner: Bo\n## Contacts\n- Fire service\n- Police", &[]),
    ("## Steps\n1. Build. Owner: Ana\n   1. compile\n   2. package\n2. Ship. Owner: Bo", &[]),
    (
        "1. Preparation\n   - [ ] Back up (owner: Ana)\n   - [ ] Freeze\n2. Cutover\n   - [ ] Switch (owner: Bo)",
        &["step-without-owner 3"],
    ),
    // Dependencies.
    ("1. Build, after step 3\n2. Ship, after step 1\n3. Tell, after step 2", &["circular-dependency 1"]),
    ("1. Build\n2. Ship (depends on 1, 3 and 4)\n3. Tell (depends on 2)\n4. Rest", &["circular-dependency 2"]),
    ("1. Build\n2. Ship (does not depend on step 7)\n3. Tell (independent of step 9)", &[]),
    ("1. Build\n2. Ship after 3 days\n3. Tell after 24 hours", &[]),
    ("1. Build\n2. Ship (requires 2 approvals)\n3. Tell (needs 5 volunteers)", &[]),
    ("1. Build\n2. Ship\n3. Tell, depends on step 7", &["unknown-dependency 3"]),
    ("T-1: Build\n\nT-2: Ship. Depends on JIRA-77.\n\nT-3: Tell. Depends on T-9.", &["unknown-dependency 5"]),
    (
        "1. Build\n2. Ship, depends on steps 1-3\n3. Tell, depends on 2",
        &["circular-dependency 2", "dependency-on-itself 2"],
    ),
    ("1. Build. Must be finished before step 2.\n2. Ship. Must be finished before step 1.", &["circular-dependency 2"]),
    ("1. Build\n2. Ship. Depends on legal approval\n3. Tell. Blocked by: vendor", &[]),
    (
        "- Freeze the code\n- Deploy the build (after \"Freeze the code\")\n- Freeze the docs (after \"Freeze the docs\")",
        &["dependency-on-itself 3"],
    ),
    ("1. One\n1. Two, after step 1\n1. Three, after step 2", &[]),
    ("## Phase A\n1. Build\n2. Ship\n## Phase B\n1. Tell\n2. Rest", &[]),
    ("1. Build\n2. Ship\n2. Tell\n3. Rest", &["duplicate-step 3"]),
    ("1. Build\n2. Ship. Rollback: go back to the state after step 9.", &[]),
    ("1. Build\n2. Ship\n   - Rollback: as after step 9", &[]),
    ("## Steps\n1. Build\n2. Ship\n\n## Dependencies\n- External: the vendor's release of step 9", &[]),
    // Dates.
    ("1. Build (due 2026-03-04)\n2. Ship (due 2026-03-03, after step 1)", &["date-before-prerequisite 2"]),
    (
        "1. Build (due 4 March 2026)\n2. Ship (after step 1)\n3. Tell (due 2 March 2026, after step 2)",
        &["date-before-prerequisite 3"],
    ),
    ("1. Build (due 4.3.2026)\n2. Ship (due 03.03.2026, after step 1)", &["date-before-prerequisite 2"]),
    ("1. Build (due 03/04/2026)\n2. Ship (due 05/03/2026, after step 1)", &[]),
    ("1. Build (due 20 December)\n2. Ship (due 10 January, after step 1)", &[]),
    ("1. Build (Week 5)\n2. Ship (Week 3, after step 1)", &["date-before-prerequisite 2"]),
    (
        "1. Build (due Q2 2026)\n2. Ship (due 2026-05-04, after step 1)\n3. Tell (due 2026-03-01, after step 1)",
        &["date-before-prerequisite 3"],
    ),
    ("1. Build (due 2026-02-30)", &["impossible-date 1"]),
    ("1. Build (start: 2026-03-09, end: 2026-03-06)", &["end-before-start 1"]),
    ("1. Build (due 2026-03-04)\n2. Ship (due ASAP)", &[]),
    ("1. Build\n   - Due: 2026-03-04\n2. Ship\n   - Due: TBD", &["open-date 4"]),
    ("1. Build\n   - Due: 2026-03-04\n   - Due: 2026-03-09", &["conflicting-facts 3"]),
    // Text.
    ("1. Build\n2. Insert name here: TBD\n\n## Open questions\n- Budget: TBD", &["placeholder 2"]),
    ("```\n1. TBD\nDepends on step 7\n```\n<!-- TBD\nOwner: Ana -->\n1. Build\n2. Ship", &[]),
    ("---\nowner: TBD\n---\n1. Build\n2. Ship", &[]),
];

/// The same in Chinese and Japanese.
const WIDE_SNIPPETS: [(&str, &[&str]); 27] = [
    (
        "1. 作成　担当：佐藤　期日：3月4日\n2. 公開　担当：田中　期日：3月3日　前提：手順1",
        &["date-before-prerequisite 2"],
    ),
    ("1. 作成 担当：佐藤 期日：3/4\n2. 公開 期日：3/5\n3. 通知 担当：田中 期日：3/6", &["step-without-owner 2"]),
    ("1.   构建（负责人：张伟）\n2.   发布\n3.   通知（负责人：李娜）", &["step-without-owner 2"]),
    ("1.   Build (owner: Ana)\n2.   Ship\n3.   Tell (owner: Bo)", &["step-without-owner 2"]),
    ("1. 构建（负责人：张伟）\n2. 发布\n3. 通知（负责人：李娜）", &["step-without-owner 2"]),
    ("1. 构建，由张伟负责\n2. 发布，由李娜执行\n3. 通知全体", &["step-without-owner 3"]),
    ("1. 构建（张伟，3月4日）\n2. 发布（3月5日）\n3. 通知（李娜，3月6日）", &["step-without-owner 2"]),
    ("- [ ] @张伟 构建\n- [ ] 发布\n- [ ] @李娜 通知", &["step-without-owner 2"]),
    ("1. 作成（担当：佐藤）\n2. 公開\n3. 通知（担当：田中）", &["step-without-owner 2"]),
    ("1. 作成。担当は佐藤。\n2. 公開。田中さんが担当。\n3. 通知。", &["step-without-owner 3"]),
    ("1. 作成（佐藤、3/4）\n2. 公開（3/5）\n3. 通知（田中、3/6）", &["step-without-owner 2"]),
    ("1. 构建，步骤3完成后\n2. 发布，步骤1完成后\n3. 通知，步骤2完成后", &["circular-dependency 1"]),
    ("1. 作成（手順3の後）\n2. 公開（手順1の後）\n3. 通知（手順2の後）", &["circular-dependency 1"]),
    ("1. 构建\n2. 发布（不依赖步骤7）\n3. 通知（与步骤9无关）", &[]),
    ("1. 作成\n2. 公開（手順7には依存しない）\n3. 通知", &[]),
    ("1. 构建\n2. 如果步骤1失败，停止发布\n3. 在步骤4之前通知\n4. 收尾，依赖步骤3", &[]),
    ("1. 作成\n2. 公開、手順7に依存", &["unknown-dependency 2"]),
    ("1. 构建\n2. 发布，依赖步骤7", &["unknown-dependency 2"]),
    ("1. 构建（截止3月4日）\n2. 发布（截止3月3日，依赖步骤1）", &["date-before-prerequisite 2"]),
    ("1. 作成（3月4日まで）\n2. 公開（3月3日まで、手順1の完了後）", &["date-before-prerequisite 2"]),
    ("1. 作成（令和8年3月4日まで）\n2. 公開（2026年3月3日まで、手順1の後）", &["date-before-prerequisite 2"]),
    ("1. 构建（12月20日前）\n2. 发布（1月10日前，步骤1之后）", &[]),
    ("1. 构建（2026年3月上旬）\n2. 发布（2026年2月下旬，步骤1之后）", &["date-before-prerequisite 2"]),
    ("1. 构建（截止：2026年2月30日）", &["impossible-date 1"]),
    ("1. 作成\n   - 期日：3月4日\n2. 公開\n   - 期日：未定", &["open-date 4"]),
    ("1. 构建\n   - 截止日期：3月4日\n2. 发布\n   - 截止日期：待定", &["open-date 4"]),
    (
        "1. 数据备份，负责人：张伟，3月4日\n2. 切换，负责人：李娜，3月3日，数据备份完成后进行",
        &["date-before-prerequisite 2"],
    ),
];

#[test]
fn snippets_have_exactly_their_gaps() {
    let wrong: Vec<String> = SNIPPETS
        .iter()
        .chain(&WIDE_SNIPPETS)
        .filter_map(|(text, wanted)| {
            let found = local(text);
            (found != *wanted).then(|| format!("--- {found:?}, wanted {wanted:?}\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What counts as a way back and what only names one.
fn has_way_back(text: &str) -> bool {
    !gaps("plan-review", text).contains(&"no-rollback -".to_owned())
}

#[test]
fn a_rollback_in_chinese_or_japanese_counts_only_if_there_is_one() {
    let there = [
        "## 回滚方案\n\n用快照恢复数据库，10分钟内完成，由张伟决定。",
        "若错误率超过1%，立即回滚到上一版本。",
        "如果10分钟内未恢复则回滚。",
        "步骤1无需回滚；步骤2可用一条命令回退。",
        "没有回滚方案不得开工，方案见附件。",
        "旧系统保留一个月，必要时切回。",
        "## 切り戻し手順\n\nスナップショットから復元する。判断は佐藤。",
        "エラー率が1%を超えた場合は旧環境に切り戻す。",
        "問題が解消しない場合はロールバックする。",
        "旧サーバに戻す手順は別紙のとおり。",
    ];
    let missing = [
        "没有回滚方案。",
        "本次变更无回滚计划。",
        "回滚：无",
        "回滚方案待定。",
        "## 回滚方案\n",
        "## 回滚方案\n\n待补充",
        "## 回滚方案\n\n暂无。",
        "本次变更不可回滚。",
        "我们不考虑回退。",
        "回滚方案尚未制定。",
        "## 待定问题\n\n- 是否需要回滚？",
        "ロールバック計画はない。",
        "ロールバックは行わない。",
        "切り戻し手順：なし",
        "切り戻し手順は未作成。",
        "## ロールバック\n\n検討中",
        "この変更は切り戻しできない。",
        "ロールバックについては後日検討する。",
    ];
    let wrong: Vec<&&str> = there.iter().filter(|t| !has_way_back(&format!("1. 部署\n\n{t}"))).collect();
    assert!(wrong.is_empty(), "not seen: {wrong:#?}");
    let wrong: Vec<&&str> = missing.iter().filter(|t| has_way_back(&format!("1. 部署\n\n{t}"))).collect();
    assert!(wrong.is_empty(), "taken for one: {wrong:#?}");
}

#[test]
fn a_rollback_counts_only_if_there_is_one() {
    let has = has_way_back;
    let there = [
        "## Rollback\nRestore the snapshot.",
        "If errors rise, revert the commit.",
        "We can roll the release back within a minute.",
        "Back-out: cables back to the old switch.",
        "Do not start without a rollback plan; it is in the wiki.",
        "If checks do not pass roll back.",
        "## Rollback\n```\nhelm rollback shop\n```",
        "The old system stays; in an emergency we switch everything back.",
        "## Contingency\n- Rain: the event moves to the hall.",
        "**Plan B:** the ferry of the next day is booked.",
        "No rollback is needed for step 1; step 2 is reverted with one command.",
    ];
    let missing = [
        "There is no rollback.",
        "A rollback is not possible.",
        "Rollback: none",
        "Rollback: TBD",
        "## Rollback\n",
        "## Rollback\nTBD",
        "## Rollback plan\n\nNone planned.\n",
        "## Rollback\n\nNot needed, we are confident.",
        "We have no documented rollback plan.",
        "The change cannot be rolled back.",
        "We do not plan a rollback.",
        "## Out of scope\n- Rollback",
        "## Open questions\n- Do we need a rollback?",
        "A rollback plan will be written later.",
        "| Topic | Rollback |\n|---|---|\n| Build | |",
        "```\nhelm rollback shop\n```",
        "<!-- rollback: see wiki -->",
        "We go ahead without a fallback.",
        "Nobody has thought about a rollback yet, it is missing.",
    ];
    let step = "# Plan\n\n1. Build\n\n";
    let wrong: Vec<&&str> = there.iter().filter(|t| !has(&format!("{step}{t}"))).collect();
    assert!(wrong.is_empty(), "not seen: {wrong:#?}");
    let wrong: Vec<&&str> = missing.iter().filter(|t| has(&format!("{step}{t}"))).collect();
    assert!(wrong.is_empty(), "taken for one: {wrong:#?}");
}

#[test]
fn the_steps_without_an_owner_are_named_where_two_name_one_beside_a_date() {
    let plan = "## Steps\n\n1. Copy the data (Priya, 2 June to 6 June)\n2. Check the copy\n3. Switch over (Tom, 9 June)\n\
                4. Turn off the old system\n5. Tell everybody\n";
    let unowned: Vec<String> = gaps("plan-review", plan).into_iter().filter(|g| g.contains("owner")).collect();
    assert_eq!(unowned, ["step-without-owner 4", "step-without-owner 6", "step-without-owner 7"]);
}

#[test]
fn a_day_that_no_month_has_is_found_without_a_year() {
    for day in ["31 June", "30 February", "6月31日", "2月30日"] {
        let plan = format!("## Steps\n\n1. Copy the data (owner: Tom, due: {day})\n");
        assert!(gaps("plan-review", &plan).contains(&"impossible-date 3".to_owned()), "{day}");
    }
    let leap = "## Steps\n\n1. Copy the data (owner: Tom, due: 29 February)\n";
    assert!(!gaps("plan-review", leap).contains(&"impossible-date 3".to_owned()));
}

#[test]
fn a_section_counted_in_chinese_keeps_its_meaning() {
    for title in ["四、风险及应对", "二、风险评估", "（三）风险及应对"] {
        let plan =
            format!("# 计划\n\n## 一、步骤\n\n1. 安装（负责人：王磊）\n\n## {title}\n\n- 网络中断时改用备用线路\n");
        let steps = crate::checklist::Document::parse(&plan).steps();
        assert_eq!(steps.len(), 1, "{title}: {steps:?}");
    }
}

#[test]
fn a_way_back_that_is_not_needed_is_none() {
    let plan = "## Steps\n\n1. Copy the data (owner: Tom)\n\n## Rollback\n\nNone needed; we keep the old tables.\n";
    assert!(gaps("plan-review", plan).contains(&"no-rollback -".to_owned()));
}
