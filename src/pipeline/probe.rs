//! Stand-ins for results that are not there yet: a template is filled in with them, and what it asks for in vain is noted.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use minijinja::{
    Value as Seen,
    value::{Enumerator, Object, ObjectRepr},
};

use super::shape::Shape;

/// A field that was asked for and is never there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Miss {
    /// What has no such field, as a template writes it.
    pub(super) of: Arc<str>,
    pub(super) field: Arc<str>,
    /// The fields it has.
    pub(super) known: Vec<Arc<str>>,
}

/// Everything that was asked for in vain. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Misses(Arc<Mutex<Vec<Miss>>>);

impl Misses {
    pub(super) fn first(&self) -> Option<Miss> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }

    fn note(&self, miss: Miss) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(miss);
    }
}

/// Something of this form, as a template would see it.
pub(super) fn stand_in(shape: &Shape, path: &str, misses: &Misses) -> Seen {
    match shape {
        Shape::Text => Seen::from("text"),
        Shape::Number => Seen::from(1),
        Shape::Flag => Seen::from(true),
        Shape::Any | Shape::List(_) | Shape::Fields(_) => {
            Seen::from_object(Probe { shape: shape.clone(), path: path.into(), misses: misses.clone() })
        }
    }
}

/// The form of what a value stands in for; none where it is a value of its own.
pub(super) fn stands_for(value: &Seen) -> Option<&Shape> {
    value.downcast_object_ref::<Probe>().map(|probe| &probe.shape)
}

#[derive(Debug)]
struct Probe {
    shape: Shape,
    path: Arc<str>,
    misses: Misses,
}

impl Object for Probe {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        if matches!(self.shape, Shape::List(_)) { ObjectRepr::Seq } else { ObjectRepr::Map }
    }

    fn get_value(self: &Arc<Self>, key: &Seen) -> Option<Seen> {
        match &self.shape {
            Shape::Any => Some(stand_in(&Shape::Any, &self.path, &self.misses)),
            Shape::List(of) if key.is_number() => Some(stand_in(of, &format!("{}[…]", self.path), &self.misses)),
            Shape::Fields(fields) => {
                let name = key.as_str()?;
                if let Some(shape) = fields.get(name) {
                    return Some(stand_in(shape, &format!("{}.{name}", self.path), &self.misses));
                }
                let known = fields.keys().map(Arc::clone).collect();
                self.misses.note(Miss { of: Arc::clone(&self.path), field: name.into(), known });
                None
            }
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        match &self.shape {
            Shape::List(_) => Enumerator::Seq(1),
            Shape::Fields(fields) => Enumerator::Values(fields.keys().map(|name| Seen::from(&**name)).collect()),
            // Whatever it holds, going through it has to come to an end.
            _ => Enumerator::Empty,
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
