//! The structure of a material: what a reader sees before judging it.

use super::blocks::{self, Block, Blocks};
use super::date_reading::Habits;
use super::graph::{self, Graph};
use super::hypotheses;
use super::steps::{self, Node};
use super::vocabulary::Role;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its words, without number and marks.
    pub title: String,
    /// 1 to 6; 7 for headings written without marks, 0 for the name of a joined file.
    pub level: u8,
    /// Its line, from 1.
    pub line: u32,
    /// What stands under it.
    pub role: Role,
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its number or id, as written.
    pub id: Option<String>,
    /// What is to be done.
    pub title: String,
    /// Its line, from 1.
    pub line: u32,
    /// Whether it only holds other steps.
    pub group: bool,
    /// Who does it.
    pub owners: Vec<String>,
    /// From when, as written.
    pub start: Option<String>,
    /// Until when, as written.
    pub due: Option<String>,
    /// The lines of the steps it needs, in order.
    pub needs: Vec<u32>,
}

/// A possible cause, as a diagnosis lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hypothesis {
    /// The cause that is supposed.
    pub text: String,
    /// Its line, from 1.
    pub line: u32,
    /// Whether something is said for or against it.
    pub evidence: bool,
}

/// A text with its structure.
#[derive(Debug)]
pub struct Document {
    pub(super) all: Blocks,
    pub(super) nodes: Vec<Node>,
    pub(super) graph: Graph,
    pub(super) lines: u32,
}

impl Document {
    /// Reads a text. Never fails: what has no structure is paragraphs.
    pub fn parse(material: &str) -> Self {
        let all = blocks::read(material);
        let habits = Habits::learn(all.blocks.iter().map(|b| b.text.as_str()));
        let nodes = steps::collect(&all, habits);
        let graph = graph::build(&nodes);
        let lines = u32::try_from(material.split('\n').count()).unwrap_or(u32::MAX);
        Self { all, nodes, graph, lines }
    }

    /// The headings, in order.
    pub fn headings(&self) -> Vec<Heading> {
        let heading = |s: &super::sections::Section| Heading {
            title: s.title.clone(),
            level: s.level,
            line: s.line,
            role: s.role,
        };
        self.all.sections.iter().skip(1).map(heading).collect()
    }

    /// The steps, in order.
    pub fn steps(&self) -> Vec<Step> {
        let needs = self.graph.needs();
        let line = |edge: &graph::Edge| self.nodes.get(edge.to).map(|n| n.line);
        self.nodes
            .iter()
            .enumerate()
            .map(|(at, node)| Step {
                id: node.id.clone(),
                title: node.title.clone(),
                line: node.line,
                group: node.group,
                owners: node.facts.owners.iter().filter_map(|o| o.what.names.clone()).collect(),
                start: node.facts.starts.first().map(|d| d.what.text.clone()),
                due: node.facts.dues.first().map(|d| d.what.text.clone()),
                needs: needs.get(&at).map(|edges| edges.iter().filter_map(line).collect()).unwrap_or_default(),
            })
            .collect()
    }

    /// The possible causes a diagnosis names, in order.
    pub fn hypotheses(&self) -> Vec<Hypothesis> {
        hypotheses::find(&self.all)
    }

    /// How many lines the material has.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.all.blocks
    }

    pub(super) fn role(&self, block: &Block) -> Role {
        self.all.sections.get(block.section).map_or(Role::Unknown, |s| s.role)
    }
}
