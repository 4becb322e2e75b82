//! Which step a reference means.

use std::collections::{HashMap, HashSet};

use super::references::Target;
use super::steps::Node;
use super::words::Words;

/// An id without its punctuation and case.
pub(super) fn key(id: &str) -> String {
    let id: String = id.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect();
    let id = id.to_ascii_lowercase();
    let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = &id[..id.len() - digits.len()];
    format!("{prefix}{}", digits.trim_start_matches('0'))
}

fn prefix(key: &str) -> &str {
    key.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

const GROUP_WORDS: [&str; 6] = ["phase", "stage", "milestone", "wave", "sprint", "week"];

/// A step that is referred to and does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) word: String,
    pub(super) id: String,
}

/// The steps of a plan, to be found by what refers to them.
pub(super) struct Index<'a> {
    nodes: &'a [Node],
    by_key: HashMap<String, Vec<usize>>,
    by_digits: HashMap<String, Vec<usize>>,
    by_title: HashMap<String, Vec<usize>>,
    prefixes: HashMap<String, usize>,
    numbered: bool,
    dotted: bool,
    /// "phase", "week" and the like, where a step is named so.
    group_words: HashSet<&'a str>,
    titles: Vec<String>,
    order: Vec<usize>,
}

impl<'a> Index<'a> {
    pub(super) fn new(nodes: &'a [Node]) -> Self {
        let mut index = Self {
            nodes,
            by_key: HashMap::new(),
            by_digits: HashMap::new(),
            by_title: HashMap::new(),
            prefixes: HashMap::new(),
            numbered: false,
            dotted: false,
            group_words: nodes.iter().filter_map(|n| n.word.as_deref()).collect(),
            titles: nodes.iter().map(|n| title_key(&n.title)).collect(),
            order: (0..nodes.len()).filter(|&n| !nodes[n].group).collect(),
        };
        for (at, node) in nodes.iter().enumerate() {
            index.by_title.entry(index.titles[at].clone()).or_default().push(at);
            let Some(id) = node.id.as_deref().map(key) else {
                continue;
            };
            let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
            *index.prefixes.entry(prefix(&id).to_owned()).or_default() += 1;
            index.numbered |= !digits.is_empty();
            index.dotted |= id.contains('.');
            index.by_digits.entry(digits).or_default().push(at);
            index.by_key.entry(id).or_default().push(at);
        }
        index
    }

    /// The steps a target means; `None` if it means something outside the plan.
    pub(super) fn resolve(&self, target: &Target, from: usize) -> Option<Result<Vec<usize>, Missing>> {
        match target {
            Target::Previous => Some(Ok(self.before(from).last().copied().into_iter().collect())),
            Target::AllPrevious => {
                let before = self.before(from);
                Some(Ok(before[before.len().saturating_sub(64)..].to_vec()))
            }
            Target::Name(name) => self.by_name(name, from),
            Target::Id { word, id } => self.by_id(word.as_deref(), id, from),
        }
    }

    /// Steps of the same list before this one.
    fn before(&self, from: usize) -> &[usize] {
        let end = self.order.partition_point(|&n| n < from);
        &self.order[..end]
    }

    fn by_id(&self, word: Option<&str>, id: &str, from: usize) -> Option<Result<Vec<usize>, Missing>> {
        let wanted = key(id);
        let missing = || Missing { word: word.unwrap_or("step").to_owned(), id: id.to_owned() };
        let group = word.filter(|w| GROUP_WORDS.contains(w));
        let fits = |&&at: &&usize| match (group, self.nodes[at].word.as_deref()) {
            (Some(wanted), own) => own == Some(wanted),
            (None, Some(own)) => !GROUP_WORDS.contains(&own),
            (None, None) => true,
        };
        let own = self.by_key.get(&wanted).map_or(&[][..], Vec::as_slice);
        let mut found: Vec<usize> = own.iter().filter(fits).copied().collect();
        let bare = wanted.starts_with(|c: char| c.is_ascii_digit());
        if found.is_empty() && bare && group.is_none() {
            found = self.by_digits.get(&wanted).map_or(&[][..], Vec::as_slice).iter().filter(fits).copied().collect();
            if found.is_empty() {
                found = own.to_vec();
            }
        }
        if let Some(best) = self.nearest(&found, from) {
            return Some(Ok(vec![best]));
        }
        if bare && !self.numbered && group.is_none() {
            // Steps without numbers are counted as they stand.
            let nth = wanted.parse::<usize>().ok().and_then(|n| self.order.get(n.checked_sub(1)?));
            return nth.map(|n| Ok(vec![*n]));
        }
        let scheme = match (bare, group) {
            (_, Some(word)) => self.group_words.contains(word),
            (true, None) => self.numbered && (!wanted.contains('.') || self.dotted),
            (false, None) => self.prefixes.get(prefix(&wanted)).is_some_and(|count| *count > 1),
        };
        scheme.then(|| Err(missing()))
    }

    /// The candidate in the same list, or the nearest one above.
    fn nearest(&self, found: &[usize], from: usize) -> Option<usize> {
        let list = self.nodes[from].list;
        let same = found.iter().copied().find(|&at| self.nodes[at].list == list);
        same.or_else(|| found.iter().copied().rfind(|&at| at < from)).or_else(|| found.first().copied())
    }

    fn by_name(&self, name: &str, from: usize) -> Option<Result<Vec<usize>, Missing>> {
        let wanted = title_key(name);
        if let Some(found) = self.by_title.get(&wanted) {
            return self.nearest(found, from).map(|at| Ok(vec![at]));
        }
        let words = wanted.split(' ').count();
        if wanted.len() < 4 || self.nodes.len() > 500 {
            return None;
        }
        let begins: Vec<usize> = (0..self.nodes.len())
            .filter(|&at| at != from)
            .filter(|&at| {
                let own = &self.titles[at];
                own.starts_with(wanted.as_str()) && (own.len() == wanted.len() || own.as_bytes()[wanted.len()] == b' ')
                    || (words > 1 && own.contains(wanted.as_str()))
            })
            .collect();
        // A name that no step has may stand for something outside the plan.
        match begins[..] {
            [one] => Some(Ok(vec![one])),
            _ => None,
        }
    }
}

fn title_key(title: &str) -> String {
    let words = Words::new(title);
    let kept: Vec<&str> =
        (0..words.len()).map(|w| words.word(w)).filter(|w| !matches!(*w, "the" | "a" | "an" | "step")).collect();
    kept.join(" ")
}
