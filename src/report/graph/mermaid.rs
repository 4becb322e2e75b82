//! The graph as a flowchart of Mermaid.

use std::fmt::Write as _;

use super::Labels;
use crate::report::escape::{is_unsafe, write_escaped};

pub(super) fn write(labels: &Labels<'_>) -> String {
    let argument = &labels.facts.argument;
    let mut out = String::from("flowchart BT\n");
    // Writing to a string cannot fail.
    for (nth, (round, nodes)) in labels.rounds().enumerate() {
        let _ = writeln!(out, "  subgraph r{nth}[\"{}\"]", text(&labels.round(round)));
        for node in nodes {
            let [head, words] = labels.node(node).map(|line| text(&line));
            let between = if words.is_empty() { "" } else { "<br/>" };
            let mark = if argument.is_unanswered(node.message) { ":::open" } else { "" };
            let _ = writeln!(out, "    m{}[\"{head}{between}{words}\"]{mark}", node.message.0);
        }
        out.push_str("  end\n");
    }
    for edge in argument.edges() {
        let arrow = if edge.is_guess() { "-.->" } else { "-->" };
        let _ = writeln!(out, "  m{} {arrow}|\"{}\"| m{}", edge.from.0, text(labels.edge(edge)), edge.to.0);
    }
    out.push_str("  classDef open stroke:red,stroke-width:3px\n");
    out
}

/// Text within quotation marks: all but letters, digits, blanks and commas as `#35;`.
///
/// Mermaid looks for directives, comments, styles, Markdown and formulas also within quotation marks, and stands in for `#`,
/// `;` and `&` with four signs of its own while it parses.
fn text(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    for c in line.chars() {
        let mut shown = String::new();
        match c {
            '\n' | '\t' => shown.push(' '),
            // Writing to a string cannot fail.
            _ if is_unsafe(c) => drop(write_escaped(&mut shown, c)),
            _ => shown.push(c),
        }
        for c in shown.chars() {
            match c {
                ' ' | ',' => out.push(c),
                '\u{fb02}' | '\u{b0}' | '\u{b6}' | '\u{df}' => drop(write!(out, "#{};", u32::from(c))),
                _ if c.is_ascii_alphanumeric() || !c.is_ascii() => out.push(c),
                _ => drop(write!(out, "#{};", u32::from(c))),
            }
        }
    }
    out
}
