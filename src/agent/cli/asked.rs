//! One question as a tool is asked it, and the folder that it works in.

pub(super) use crate::agent::program::Folder;

/// One question, but for the prompt, which goes to standard input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    /// What a tool takes as instructions: it goes into a file, as arguments are seen by every user of the machine.
    pub(super) system: &'a str,
    pub(super) model: Option<&'a str>,
    pub(super) folder: &'a Folder,
    pub(super) thread: Thread<'a>,
}

/// Which conversation of the tool a question belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thread<'a> {
    /// One of its own, that nobody goes on with.
    Once,
    /// A new one that is gone on with.
    New,
    /// This one.
    Known(&'a str),
}
