//! Which parts of a plan are its steps, in whatever form they are written.

use std::collections::HashSet;

use super::blocks::{Block, Blocks, Kind};
use super::date_reading::Habits;
use super::facts::{self, Facts, Spot};
use super::outline::Outline;
use super::owners::Form;
use super::pieces;
use super::sections::split_head;
use super::tables::{self, Columns, RowStep};
use super::vocabulary::{Label, Role};

/// A step or a group of steps, with everything the plan says about it.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) id: Option<String>,
    /// "phase", "week" and the like.
    pub(super) word: Option<String>,
    pub(super) title: String,
    pub(super) line: u32,
    pub(super) section: usize,
    /// The list it is numbered in.
    pub(super) list: usize,
    pub(super) facts: Facts,
    /// Whether it only holds other steps.
    pub(super) group: bool,
    /// Whether an owner named above covers it.
    pub(super) covered: bool,
    /// How sure it is that this is a step: 2 by its section or facts, 1 by its number, 0 for a bare bullet.
    pub(super) rank: u8,
}

/// Finds the steps.
pub(super) fn collect(blocks: &Blocks, habits: Habits) -> Vec<Node> {
    let mut finder = Finder::new(blocks, habits);
    finder.tables();
    for section in 0..blocks.sections.len() {
        finder.section(section);
    }
    let mut nodes = finder.nodes;
    for node in &mut nodes {
        node.covered |= !node.group && finder.covered.contains(&node.section);
    }
    nodes.sort_by_key(|n| n.line);
    super::pruning::prune(nodes, blocks)
}

/// Walks through the sections of a text and collects its steps.
pub(super) struct Finder<'a> {
    pub(super) all: &'a Blocks,
    habits: Habits,
    pub(super) children: Vec<Vec<usize>>,
    /// Blocks of each section that stand under no other.
    tops: Vec<Vec<usize>>,
    outline: Outline,
    /// Sections with a table of steps, and sections whose heading names an owner for all under it.
    tabled: HashSet<usize>,
    covered: HashSet<usize>,
    pub(super) nodes: Vec<Node>,
}

impl<'a> Finder<'a> {
    fn new(all: &'a Blocks, habits: Habits) -> Self {
        let mut children = vec![Vec::new(); all.blocks.len()];
        let mut tops = vec![Vec::new(); all.sections.len()];
        for (index, block) in all.blocks.iter().enumerate() {
            match block.parent {
                Some(parent) => children[parent].push(index),
                None => tops[block.section].push(index),
            }
        }
        Self {
            all,
            habits,
            children,
            tops,
            outline: Outline::new(&all.sections),
            tabled: HashSet::new(),
            covered: HashSet::new(),
            nodes: Vec::new(),
        }
    }

    pub(super) fn block(&self, index: usize) -> &'a Block {
        &self.all.blocks[index]
    }

    pub(super) fn read(&self, index: usize, spot: Spot) -> Facts {
        let block = self.block(index);
        let text = facts::bounded(&block.text);
        // The id of a step is no date and no name.
        let skip = if spot == Spot::Title { text.len() - split_head(text).2.len() } else { 0 };
        // The words of a block are those of all of it; what is cut off needs its own, so that each lies in the text.
        if skip == 0 && text.len() == block.text.len() {
            return facts::read(text, &block.words, self.habits, spot, |at| block.line_at(at));
        }
        let rest = &text[skip..];
        facts::read(rest, &super::words::Words::new(rest), self.habits, spot, |at| block.line_at(at + skip))
    }

    fn tables(&mut self) {
        for (head, rows) in tables::all(&self.all.blocks) {
            let section = self.block(head).section;
            let role = self.all.sections[section].role;
            if matches!(role, Role::Risk | Role::Rollback | Role::Scope | Role::Questions | Role::Verification) {
                continue;
            }
            let refs: Vec<&Block> = rows.iter().map(|&r| self.block(r)).collect();
            let Some(columns) = Columns::read(self.block(head), &refs, role == Role::Steps) else {
                continue;
            };
            // Tables of people, money or aims list work only if they say by whom and by when.
            if matches!(role, Role::Info | Role::Goals) && !(columns.has_owner() && columns.has_dates()) {
                continue;
            }
            for row in refs {
                if let Some(RowStep { id, word, title, facts }) = columns.step(row, self.habits) {
                    let line = row.line();
                    self.tabled.insert(section);
                    self.nodes.push(Node {
                        id,
                        word,
                        title,
                        line,
                        section,
                        list: head,
                        facts,
                        group: false,
                        covered: false,
                        rank: 2,
                    });
                }
            }
        }
    }

    /// Whether a block says only something about the step it stands under.
    pub(super) fn is_detail(&self, index: usize) -> bool {
        let text = facts::bounded(&self.block(index).text);
        let pieces = pieces::split(text);
        if pieces.first().is_some_and(|p| p.label.is_some()) || begins_with_reference(text) {
            return true;
        }
        if self.block(index).parent.is_none() {
            return false;
        }
        let facts = self.read(index, Spot::Detail);
        let begins_with_need = facts.needs.iter().any(|n| n.what.offset < 24);
        let named = facts.owners.iter().any(|o| o.what.form == Form::Phrase && o.what.offset < 4);
        let words = self.block(index).words.len();
        (begins_with_need && words <= 12) || (named && words <= 4)
    }

    /// What sentences under the heading of a step say of it: "3月1日前完成。由王磊负责。"
    fn told(&self, index: usize) -> Facts {
        let mut facts = self.read(index, Spot::Title);
        facts.owners.retain(|o| o.what.form <= Form::Phrase);
        facts
    }

    /// Facts of a block and of everything under it that is detail of it.
    pub(super) fn whole(&self, index: usize) -> Facts {
        let mut all = self.read(index, Spot::Title);
        let mut stack: Vec<usize> = self.children[index].iter().rev().copied().collect();
        while let Some(child) = stack.pop() {
            if !self.is_aside(child) {
                all.merge(self.read(child, Spot::Detail));
            }
            stack.extend(self.children[child].iter().rev());
        }
        all
    }

    /// Whether a detail speaks of something else than doing the step ("Rollback: ...").
    fn is_aside(&self, index: usize) -> bool {
        let text = facts::bounded(&self.block(index).text);
        let head = text.split_once(':').map_or("", |(head, _)| head);
        pieces::label_of(&head.to_ascii_lowercase()) == Some(Label::Detail) && !text.contains('\n')
    }

    fn section(&mut self, index: usize) {
        let section = &self.all.sections[index];
        let tops = self.tops[index].clone();
        let is_step = |b: &usize| self.block(*b).is_item() && !self.is_detail(*b);
        let items: Vec<usize> = tops.iter().copied().filter(is_step).collect();
        let table = self.tabled.contains(&index);
        let heading = self.outline.is_step_heading(&self.all.sections, index);
        let mut own = Facts::default();
        for &block in &tops {
            match self.block(block).kind {
                Kind::Heading => {
                    let mut facts = self.read(block, Spot::Title);
                    // "Steps:" and "Phase 2 — Preparation" name no people.
                    facts.owners.retain(|o| o.what.form <= Form::Phrase || o.what.form == Form::Bracket);
                    own.merge(facts);
                }
                Kind::Paragraph | Kind::Item(_) if self.is_detail(block) && !self.is_aside(block) => {
                    own.merge(self.whole(block))
                }
                Kind::Paragraph if heading && self.block(block).words.has_wide() => own.merge(self.told(block)),
                _ => {}
            }
        }
        // Under the steps a heading with an owner or a date is a step, whatever it is called ("Sponsors").
        let above = self.all.sections[section.parent].role;
        let named = above == Role::Steps && (own.surely_owned() || !own.dues.is_empty());
        let work = section.role == Role::Steps || section.role == Role::Unknown || named;
        let titled =
            index > 0 && (heading || (work && own.surely() && section.level > 1 && !self.outline.has_children(index)));
        let covered = own.surely_owned() && section.level > 1;
        let before = self.nodes.len();
        if work || heading {
            self.items(&items, index, covered);
        }
        let made = self.nodes.len() > before || table;
        if titled {
            if own.surely_owned() {
                self.covered.insert(index);
            }
            self.heading(index, own, &items, before, made);
        } else if covered && !heading {
            self.covered.insert(index);
        }
    }

    /// Makes the heading a step, or a group of the items just found under it.
    fn heading(&mut self, index: usize, own: Facts, items: &[usize], before: usize, made: bool) {
        let section = &self.all.sections[index];
        let told = self.nodes[before..].iter().any(|n| n.facts.owned() || !n.facts.dues.is_empty());
        let phase = section.word.as_deref().is_some_and(|w| !matches!(w, "step" | "task" | "action" | "item"));
        let group = made && (told || (own.is_empty() && phase)) || (self.outline.has_children(index) && own.is_empty());
        let mut facts = own;
        if !group {
            self.nodes.truncate(before);
            for &item in items.iter().filter(|&&i| !self.is_aside(i)) {
                let mut more = self.whole(item);
                more.owners.retain(|o| o.what.form <= Form::Phrase);
                more.dues.clear();
                more.starts.clear();
                facts.merge(more);
            }
        }
        let (id, word, title) = (section.number.clone(), section.word.clone(), section.title.clone());
        let list = section.parent;
        // Headings are numbered beside each other; a list of blocks never has a section's number.
        let list = usize::MAX - list;
        self.nodes.push(Node {
            id,
            word,
            title,
            line: section.line,
            section: index,
            list,
            facts,
            group,
            covered: false,
            rank: 2,
        });
    }
}

/// "②、③ 都在夜间做": a remark on other steps.
fn begins_with_reference(text: &str) -> bool {
    let number = text.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    number && super::words::has_wide(text)
}
