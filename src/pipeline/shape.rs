//! The form of a result, as far as it is known before there is one.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;

/// The form of a result, so that a template which names a field that is never there is found before anything is spent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Shape {
    /// Not known, or of more than one form.
    #[default]
    Any,
    /// A text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A list of these.
    List(Box<Shape>),
    /// These fields and no others; some may be missing.
    Fields(BTreeMap<Arc<str>, Shape>),
}

impl Shape {
    /// An object with these fields.
    ///
    /// ```
    /// use quorate::pipeline::Shape;
    ///
    /// let shape = Shape::fields([("text", Shape::Text), ("exit", Shape::Number)]);
    /// assert_eq!(shape.field("exit"), Some(&Shape::Number));
    /// assert_eq!(shape.field("code"), None);
    /// ```
    #[must_use]
    pub fn fields<K: Into<Arc<str>>>(fields: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Fields(fields.into_iter().map(|(name, shape)| (name.into(), shape)).collect())
    }

    /// A list of these.
    #[must_use]
    pub fn list(of: Self) -> Self {
        Self::List(Box::new(of))
    }

    /// The form of a field; none where there is never such a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Any => Some(&Self::Any),
            Self::Fields(fields) => fields.get(name),
            Self::Text | Self::Number | Self::Flag | Self::List(_) => None,
        }
    }

    /// The form that a JSON Schema describes: of what is `anyOf` the part that is not null, of what cannot be told `Any`.
    #[must_use]
    pub fn of_schema(schema: &Value) -> Self {
        Self::within(schema, schema, 0)
    }

    fn within(schema: &Value, root: &Value, depth: u32) -> Self {
        // A schema may refer to itself; nobody writes a template that deep.
        if depth > 16 {
            return Self::Any;
        }
        if let Some(found) = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?)) {
            return Self::within(found, root, depth + 1);
        }
        for key in ["anyOf", "oneOf"] {
            let Some(options) = schema[key].as_array() else { continue };
            let real: Vec<&Value> = options.iter().filter(|option| option["type"] != "null").collect();
            return match real[..] {
                [one] => Self::within(one, root, depth + 1),
                _ => Self::Any,
            };
        }
        let named = match &schema["type"] {
            Value::Array(types) => match types.iter().filter(|one| *one != "null").collect::<Vec<_>>()[..] {
                [one] => one.as_str(),
                _ => None,
            },
            one => one.as_str(),
        };
        match named {
            Some("string") => Self::Text,
            Some("integer" | "number") => Self::Number,
            Some("boolean") => Self::Flag,
            Some("array") if schema["items"].is_object() => Self::list(Self::within(&schema["items"], root, depth + 1)),
            Some("object") if !schema["additionalProperties"].is_object() => match schema["properties"].as_object() {
                Some(fields) => Self::fields(
                    fields.iter().map(|(name, field)| (name.as_str(), Self::within(field, root, depth + 1))),
                ),
                None => Self::Any,
            },
            _ if schema["const"].is_string() => Self::Text,
            _ if schema["enum"].as_array().is_some_and(|all| all.iter().all(Value::is_string)) => Self::Text,
            _ => Self::Any,
        }
    }
}
