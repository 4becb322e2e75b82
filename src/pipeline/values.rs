//! What templates and conditions see while a stage runs.

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{Value as Seen, value::Serde};
use serde_json::Value;

/// One of the things that a stage runs over.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its number, from 1.
    pub index: u32,
    /// What it is.
    pub value: Value,
}

/// What templates and conditions see: `inputs`, `stages`, and within a list `item` and `index`.
///
/// ```
/// use quorate::pipeline::{Template, Values};
/// use serde_json::json;
///
/// let values = Values::new().input("plan", &json!("Ship.")).stage("risk-list", Some(&json!({ "text": "None." })));
/// let text = Template::new("{{ inputs.plan }} {{ stages.risk_list.text }}")?.fill(&values)?;
/// assert_eq!(text, "Ship. None.");
/// # Ok::<(), quorate::pipeline::TemplateError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Values {
    inputs: Arc<BTreeMap<Arc<str>, Seen>>,
    stages: BTreeMap<Arc<str>, Seen>,
    item: Option<(Seen, u32)>,
}

impl Values {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn with<'a>(inputs: impl Iterator<Item = (&'a Arc<str>, &'a Value)>) -> Self {
        let inputs = inputs.map(|(name, value)| (Arc::clone(name), seen(value))).collect();
        Self { inputs: Arc::new(inputs), ..Self::default() }
    }

    /// With an input.
    #[must_use]
    pub fn input(mut self, name: &str, value: &Value) -> Self {
        Arc::make_mut(&mut self.inputs).insert(name.into(), seen(value));
        self
    }

    /// With what a stage came to; none where it has no result.
    #[must_use]
    pub fn stage(self, name: &str, result: Option<&Value>) -> Self {
        self.seen(name, result.map_or(Seen::from(()), seen))
    }

    /// For one item of a list.
    #[must_use]
    pub fn item(mut self, item: &Item) -> Self {
        self.item = Some((seen(&item.value), item.index));
        self
    }

    pub(super) fn seen(mut self, stage: &str, seen: Seen) -> Self {
        self.stages.insert(in_templates(stage), seen);
        self
    }

    pub(super) fn seen_item(mut self, item: Seen) -> Self {
        self.item = Some((item, 1));
        self
    }

    /// What a template is filled in with.
    pub(super) fn root(&self) -> Seen {
        let mut root: BTreeMap<&str, Seen> = BTreeMap::new();
        root.insert("inputs", map(&self.inputs));
        root.insert("stages", map(&self.stages));
        if let Some((item, index)) = &self.item {
            root.insert("item", item.clone());
            root.insert("index", Seen::from(*index));
        }
        Seen::from_object(root)
    }
}

fn map(of: &BTreeMap<Arc<str>, Seen>) -> Seen {
    Seen::from_object(of.clone())
}

/// The name of a stage as templates write it: there a hyphen would be a minus.
pub(super) fn in_templates(stage: &str) -> Arc<str> {
    stage.replace('-', "_").into()
}

pub(super) fn seen(value: &Value) -> Seen {
    Seen::from(Serde(value))
}
