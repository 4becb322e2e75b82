//! The styles in which one plan is written.

/// A step of the plan: what, who, by when, after what.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) what: &'static str,
    pub(super) who: Option<&'static str>,
    pub(super) due: &'static str,
    pub(super) needs: Vec<usize>,
}

pub(super) fn sound() -> Vec<Step> {
    let step = |what, who, due, needs: &[usize]| Step { what, who: Some(who), due, needs: needs.to_vec() };
    vec![
        step("Back up the order database", "Maria", "2026-03-02", &[]),
        step("Build the new cluster", "Jonas Weber", "2026-03-09", &[]),
        step("Copy the data of 12 shops", "Maria", "2026-03-16", &[1, 2]),
        step("Compare the row counts", "Aisha", "2026-03-18", &[3]),
        step("Switch the shops over", "Jonas Weber", "2026-03-23", &[4]),
        step("Remove the old cluster", "Aisha", "2026-04-20", &[5]),
    ]
}

/// A style: how a step is written, and what stands before and after the steps.
pub(super) struct Style {
    pub(super) name: &'static str,
    pub(super) before: &'static str,
    pub(super) step: fn(usize, &Step) -> String,
    pub(super) after: &'static str,
}

fn ids(needs: &[usize], prefix: &str) -> String {
    needs.iter().map(|n| format!("{prefix}{n}")).collect::<Vec<_>>().join(", ")
}

fn list(needs: &[usize]) -> String {
    match needs {
        [one] => format!("step {one}"),
        [first @ .., last] => format!("steps {} and {last}", ids(first, "")),
        [] => String::new(),
    }
}

/// A part of a step, where there is one.
pub(super) fn part(before: &str, value: &str, after: &str) -> String {
    if value.is_empty() { String::new() } else { format!("{before}{value}{after}") }
}

pub(super) fn who(step: &Step) -> &'static str {
    step.who.unwrap_or("")
}

pub(super) const STYLES: [Style; 14] = [
    Style {
        name: "brackets",
        before: "## Steps\n\n",
        step: |n, s| {
            let parts = [part("owner: ", who(s), ""), part("due ", s.due, ""), part("after ", &list(&s.needs), "")];
            let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
            format!("{n}. {} ({})", s.what, parts.join(", "))
        },
        after: "",
    },
    Style {
        name: "sentences",
        before: "## Plan\n\n",
        step: |n, s| {
            let needs = part(" Depends on ", &list(&s.needs), ".");
            format!("{n}. {}.{} Due: {}.{needs}", s.what, part(" Owner: ", who(s), "."), s.due)
        },
        after: "",
    },
    Style {
        name: "dashes",
        before: "## Tasks\n\n",
        step: |n, s| {
            format!(
                "{n}. **{}**{} — {}{}",
                s.what,
                part(" — ", who(s), ""),
                s.due,
                part(" — depends on ", &ids(&s.needs, ""), "")
            )
        },
        after: "",
    },
    Style {
        name: "sub-bullets",
        before: "## Steps\n\n",
        step: |n, s| {
            let needs = part("\n   - Depends on: ", &ids(&s.needs, "step "), "");
            format!("{n}. {}{}\n   - Due: {}{needs}", s.what, part("\n   - Owner: ", who(s), ""), s.due)
        },
        after: "",
    },
    Style {
        name: "bold sub-bullets with a tab",
        before: "## Implementation\n\n",
        step: |n, s| {
            let needs = part("\n\t* **Dependencies:** ", &list(&s.needs), "");
            format!(
                "{n}) **{}**{}\n\t* **Deadline:** {}{needs}\n",
                s.what,
                part("\n\t* **Responsible:** ", who(s), ""),
                s.due
            )
        },
        after: "",
    },
    Style {
        name: "lines under the step",
        before: "Steps:\n\n",
        step: |n, s| {
            let needs = part("\n   After: ", &ids(&s.needs, ""), "");
            format!("{n}. {}{}\n   By: {}{needs}", s.what, part("\n   Who: ", who(s), ""), s.due)
        },
        after: "",
    },
    Style {
        name: "headings",
        before: "## Execution\n\n",
        step: |n, s| {
            let needs = part("\n- **Depends on:** ", &list(&s.needs), "");
            format!("### Step {n}: {}\n{}\n- **Due:** {}{needs}\n", s.what, part("\n- **Owner:** ", who(s), ""), s.due)
        },
        after: "",
    },
    Style {
        name: "numbered headings",
        before: "",
        step: |n, s| {
            let needs = part("\nPrerequisites: ", &ids(&s.needs, ""), "");
            format!("## {n}. {}\n\nDeadline: {}{}{needs}\n", s.what, s.due, part("\nLead: ", who(s), ""))
        },
        after: "",
    },
    Style {
        name: "bold steps",
        before: "",
        step: |n, s| {
            let needs = part("; Depends on: ", &ids(&s.needs, "Step "), "");
            format!("**Step {n}: {}** ({}Due: {}{needs})\n", s.what, part("Owner: ", who(s), "; "), s.due)
        },
        after: "",
    },
    Style {
        name: "table",
        before: "## Work\n\n| # | Task | Owner | Due | Depends on |\n|---|------|-------|-----|------------|\n",
        step: |n, s| {
            let needs = if s.needs.is_empty() { "–".to_owned() } else { ids(&s.needs, "") };
            format!("| {n} | {} | {} | {} | {needs} |", s.what, who(s), s.due)
        },
        after: "",
    },
    Style {
        name: "table with ids and without outer bars",
        before: "ID | Activity | Responsible | Start | End | Predecessors\n---|---|---|---|---|---\n",
        step: |n, s| {
            format!("T-{n} | {} | {} | {} | {} | {}", s.what, s.who.unwrap_or("TBD"), s.due, s.due, ids(&s.needs, "T-"))
        },
        after: "",
    },
    Style {
        name: "check boxes with mentions",
        before: "## To do\n\n",
        step: |n, s| {
            let handle = s.who.map(|w| format!("@{} ", w.to_lowercase().replace(' ', "."))).unwrap_or_default();
            format!("- [ ] S{n}: {handle}{}, due {}{}", s.what, s.due, part(", needs ", &ids(&s.needs, "S"), ""))
        },
        after: "",
    },
    Style {
        name: "bullets with ids",
        before: "## Action items\n\n",
        step: |n, s| {
            format!(
                "* **A{n}** {}{}; due: {}{}",
                s.what,
                part("; owner: ", who(s), ""),
                s.due,
                part("; blocked by: ", &ids(&s.needs, "A"), "")
            )
        },
        after: "",
    },
    Style {
        name: "phases",
        before: "## Rollout\n\n",
        step: |n, s| {
            let needs = part(" Depends on ", &ids(&s.needs, "Phase "), ".");
            format!("Phase {n}: {}.{} Due {}.{needs}\n", s.what, part(" Owner: ", who(s), "."), s.due)
        },
        after: "",
    },
];
