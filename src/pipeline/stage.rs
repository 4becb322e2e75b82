//! One stage: what it does, what it needs, when it runs, and what becomes of the others when it fails.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{template::Expression, work::Work};

/// What becomes of the others when a stage has failed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// Nothing further starts, and what runs is dropped.
    #[default]
    Stop,
    /// What requires it is skipped, everything else goes on.
    #[serde(rename = "skip")]
    SkipDependants,
    /// What needs it runs with what is there.
    GoOn,
}

/// A stage that has to end before this one is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Need {
    /// Without its result this one is skipped.
    Required(Arc<str>),
    /// This one runs whether it has a result or not; of several that are all optional one must have.
    Optional(Arc<str>),
}

impl Need {
    /// The stage that is needed.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Required(name) | Self::Optional(name) => name,
        }
    }
}

/// `"review"` is required, `"review?"` is optional.
impl From<&str> for Need {
    fn from(text: &str) -> Self {
        match text.strip_suffix('?') {
            Some(name) => Self::Optional(name.into()),
            None => Self::Required(text.into()),
        }
    }
}

impl From<String> for Need {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

/// What a stage runs over, once for each.
#[derive(Debug, Clone, PartialEq)]
pub enum Each {
    /// These.
    These(Vec<Value>),
    /// The list that this comes to; anything else fails the stage.
    Of(Expression),
}

impl From<Expression> for Each {
    fn from(list: Expression) -> Self {
        Self::Of(list)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Each {
    fn from(list: Vec<T>) -> Self {
        Self::These(list.into_iter().map(Into::into).collect())
    }
}

/// One stage of a pipeline.
#[derive(Debug, Clone)]
pub struct Stage {
    pub(super) name: Arc<str>,
    pub(super) work: Arc<dyn Work>,
    pub(super) needs: Vec<Need>,
    pub(super) when: Option<Expression>,
    pub(super) each: Option<Each>,
    pub(super) retry: u32,
    pub(super) on_failure: OnFailure,
}

impl Stage {
    /// A stage of this name: small letters, digits and hyphens, a letter first, at most 64.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, work: impl Work + 'static) -> Self {
        Self {
            name: name.into(),
            work: Arc::new(work),
            needs: Vec::new(),
            when: None,
            each: None,
            retry: 0,
            on_failure: OnFailure::default(),
        }
    }

    /// After these have ended: `"review"` must have a result, `"review?"` may.
    #[must_use]
    pub fn needs<T: Into<Need>>(mut self, needs: impl IntoIterator<Item = T>) -> Self {
        self.needs.extend(needs.into_iter().map(Into::into));
        self
    }

    /// Only where this holds; otherwise it is skipped.
    #[must_use]
    pub fn when(mut self, condition: Expression) -> Self {
        self.when = Some(condition);
        self
    }

    /// Once for each of these, at most [`MOST_ITEMS`](Self::MOST_ITEMS).
    #[must_use]
    pub fn each(mut self, list: impl Into<Each>) -> Self {
        self.each = Some(list.into());
        self
    }

    /// With so many further attempts after one that failed and may go better; none by default.
    #[must_use]
    pub const fn retry(mut self, times: u32) -> Self {
        self.retry = times;
        self
    }

    /// Where this becomes of the others when it fails.
    #[must_use]
    pub const fn on_failure(mut self, policy: OnFailure) -> Self {
        self.on_failure = policy;
        self
    }

    /// The most items that a stage runs over.
    pub const MOST_ITEMS: usize = 1000;

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The stages it needs, as they were given.
    #[must_use]
    pub fn needed(&self) -> &[Need] {
        &self.needs
    }

    /// What it does.
    #[must_use]
    pub fn work(&self) -> &dyn Work {
        self.work.as_ref()
    }

    /// What stands for it in a log: whoever changes any of this changes the stage.
    pub(super) fn definition(&self) -> Arc<str> {
        let needs: Vec<String> = self
            .needs
            .iter()
            .map(|need| match need {
                Need::Required(name) => name.to_string(),
                Need::Optional(name) => format!("{name}?"),
            })
            .collect();
        let each = self.each.as_ref().map(|each| match each {
            Each::These(list) => json!(list),
            Each::Of(list) => json!({ "of": list.source() }),
        });
        let when = self.when.as_ref().map(Expression::source);
        let text = json!([self.name, needs, when, each, self.work.definition()]).to_string();
        quorate_strategies::record::digest(&[text.as_bytes()])
    }
}
