//! What an argument is made from beside the messages themselves.

use quorate_strategies::{rule::Input, state::State};

use super::{
    changes::{Batches, Moved, moves},
    dissent::{Dissent, dissent},
    first::input,
    source::Source,
};

/// Who was asked together, who changed its mind and who objects, each worked out once.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) state: &'a State,
    /// What the decision rule counts.
    pub(crate) input: Option<Input>,
    pub(crate) batches: Batches,
    /// Every change in what the rule counts, in order.
    pub(crate) moved: Vec<Moved>,
    /// Every objection that counts, in order.
    pub(crate) dissent: Vec<Dissent>,
}

impl<'a> Ground<'a> {
    pub(crate) fn of(source: &Source<'a>) -> Self {
        let state = source.state;
        let input = input(source);
        let batches = Batches::of(source.entries);
        Self { state, input, moved: moves(state, input, &batches), dissent: dissent(state), batches }
    }
}
