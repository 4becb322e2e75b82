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

#[test]
fn snippets_have_exactly_their_gaps() {
    let wrong: Vec<String> = SNIPPETS
        .iter()
        .filter_map(|(text, wanted)| {
            let found = local(text);
            (found != *wanted).then(|| format!("--- {found:?}, wanted {wanted:?}\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What counts as a way back and what only names one.
#[test]
fn a_rollback_counts_only_if_there_is_one() {
    let has = |text: &str| !gaps("plan-review", text).contains(&"no-rollback -".to_owned());
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
