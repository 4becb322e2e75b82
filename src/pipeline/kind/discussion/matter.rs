//! The texts that a discussion of a pipeline is about.

use quorate_strategies::brief::Material;
use serde_json::{Value, json};

use super::{CheckError, Expression, KindError, Scope, Template, Values, WorkError, checked};

/// A text under review, or a list of them.
#[derive(Debug, Clone)]
pub enum Matter {
    /// One.
    Text {
        /// What it is called.
        name: Template,
        /// The text.
        text: Template,
    },
    /// Those of a list: texts, or objects with a `text` and a `name`. One without a name is called by this and its number.
    List {
        /// What those without a name are called.
        name: Template,
        /// The list.
        list: Expression,
    },
}

impl Matter {
    pub(super) fn check(&self, at: usize, scope: &Scope) -> Result<(), CheckError> {
        let key = |what: &str| format!("material[{at}].{what}");
        match self {
            Self::Text { name, text } => {
                checked(&key("name"), name, scope)?;
                checked(&key("text"), text, scope)
            }
            Self::List { name, list } => {
                checked(&key("name"), name, scope)?;
                list.check(scope).map_err(|error| CheckError::new(key("list"), error))
            }
        }
    }

    /// A name and a text that stand in for it.
    pub(super) fn stand_in(&self) -> (&str, &str) {
        match self {
            Self::Text { name, text } => (name.source(), text.source()),
            Self::List { name, list } => (name.source(), list.source()),
        }
    }

    pub(super) fn definition(&self) -> Value {
        match self {
            Self::Text { name, text } => json!({ "name": name.source(), "text": text.source() }),
            Self::List { name, list } => json!({ "name": name.source(), "list": list.source() }),
        }
    }

    pub(super) fn texts(&self, values: &Values, at: usize) -> Result<Vec<Material>, WorkError> {
        match self {
            Self::Text { name, text } => Ok(vec![material(name.fill(values)?, &text.fill(values)?)]),
            Self::List { name, list } => {
                let (name, key) = (name.fill(values)?, format!("material[{at}].list"));
                let Value::Array(list) = list.value(values)? else {
                    return Err(WorkError::lasting(KindError::NoList { key }));
                };
                // What an item that failed has left is nothing.
                let there = (1..).zip(&list).filter(|(_, one)| !one.is_null());
                there.map(|(n, one)| member(&name, n, one, &key)).collect()
            }
        }
    }
}

fn member(name: &str, n: usize, one: &Value, key: &str) -> Result<Material, WorkError> {
    let numbered = || format!("{name} {n}");
    match one {
        Value::String(text) => Ok(material(numbered(), text)),
        Value::Object(fields) => match (fields.get("text"), fields.get("name")) {
            (Some(Value::String(text)), Some(Value::String(name))) => Ok(material(name.clone(), text)),
            (Some(Value::String(text)), _) => Ok(material(numbered(), text)),
            _ => Err(WorkError::lasting(KindError::NoText { key: key.to_owned(), at: n })),
        },
        _ => Err(WorkError::lasting(KindError::NoText { key: key.to_owned(), at: n })),
    }
}

fn material(name: String, text: &str) -> Material {
    Material { name: name.into(), text: text.into() }
}
