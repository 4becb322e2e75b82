//! The graph in the language of Graphviz.

use std::fmt::Write as _;

use super::Labels;
use crate::report::escape::{is_unsafe, write_escaped};

pub(super) fn write(labels: &Labels<'_>) -> String {
    let argument = &labels.facts.argument;
    let mut out =
        String::from("digraph argument {\n  rankdir=BT;\n  node [shape=box, style=rounded];\n  edge [fontsize=10];\n");
    // Writing to a string cannot fail.
    for (nth, (round, nodes)) in labels.rounds().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{nth} {{\n    label={};", quoted(&[&labels.round(round)]));
        for node in nodes {
            let [head, words] = labels.node(node);
            let mark = if argument.is_unanswered(node.message) { ", color=red, penwidth=2" } else { "" };
            let _ = writeln!(out, "    m{} [label={}{mark}];", node.message.0, quoted(&[&head, &words]));
        }
        out.push_str("  }\n");
    }
    for edge in argument.edges() {
        let dashed = if edge.is_guess() { ", style=dashed" } else { "" };
        let label = quoted(&[labels.edge(edge)]);
        let _ = writeln!(out, "  m{} -> m{} [label={label}{dashed}];", edge.from.0, edge.to.0);
    }
    out.push_str("}\n");
    out
}

/// Lines as one quoted string. A backslash would begin an escape, and an ampersand a character of HTML.
fn quoted(lines: &[&str]) -> String {
    let mut out = String::from("\"");
    for (nth, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        if nth > 0 {
            out.push_str("\\n");
        }
        for c in line.chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\\""),
                '&' => out.push_str("&amp;"),
                '\n' | '\t' => out.push(' '),
                _ if is_unsafe(c) => {
                    out.push('\\');
                    // Writing to a string cannot fail.
                    let _ = write_escaped(&mut out, c);
                }
                _ => out.push(c),
            }
        }
    }
    out.push('"');
    out
}
