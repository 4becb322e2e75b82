//! What a stage does: the contract of everything that can stand in one.

use std::{fmt::Debug, path::Path};

use async_trait::async_trait;
use serde_json::Value;

use super::{
    error::{CheckError, WorkError},
    scope::Scope,
    shape::Shape,
    values::{Item, Values},
};
use crate::manager::Purse;

/// Something that a stage can do: hold a discussion, run a program, ask a person, write a text.
///
/// One `Work` may perform several items of a list at the same time. Dropping the future of [`perform`](Self::perform) cancels
/// it: whatever was begun elsewhere has to end with it.
#[async_trait]
pub trait Work: Send + Sync + Debug {
    /// Looks at its settings before anything is spent; templates check themselves against the scope.
    ///
    /// # Errors
    /// [`CheckError`] names the setting and what is wrong with it.
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        let _ = scope;
        Ok(())
    }

    /// The form of its result, as far as it is known; it lets templates of other stages be checked.
    fn gives(&self) -> Shape {
        Shape::Any
    }

    /// Everything that its result depends on beside the values of templates: two with the same definition do the same.
    ///
    /// A log keeps a hash of it, so that results of another definition are never taken for its own. By default it is what
    /// `Debug` shows.
    fn definition(&self) -> Value {
        format!("{self:?}").into()
    }

    /// Does it, once. The result is one JSON value, an object as a rule, such as `{ "text": … }`.
    ///
    /// # Errors
    /// [`WorkError`] says whether another attempt may go better.
    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError>;
}

/// Whether something was there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Begin {
    /// Nothing that counts: this is the first attempt, or the one before failed.
    Afresh,
    /// This very attempt was begun and cut off; what it left behind may be gone on with.
    GoOn,
}

/// One attempt at what a stage does.
#[derive(Debug)]
#[non_exhaustive]
pub struct Task<'a> {
    /// The stage.
    pub stage: &'a str,
    /// The item of its list; none for a stage without one.
    pub item: Option<&'a Item>,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Whether this attempt was begun before.
    pub begin: Begin,
    /// What templates and conditions see.
    pub values: &'a Values,
    /// What this attempt spends from. It lies within the purse of the pipeline; what it took stands in the log.
    pub purse: Purse,
    /// A folder for this stage and item alone, where the pipeline has one: `NN-STAGE`, or `NN-STAGE/NNN` for an item. It is
    /// the same for every attempt, and it may not be there yet.
    pub folder: Option<&'a Path>,
    /// Where all randomness comes from; the same when the attempt is repeated in another process.
    pub seed: u64,
}
