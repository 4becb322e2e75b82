//! Minutes in Markdown that a person files: what came of it first, then who said what, then how it can be checked.

use std::io;

use quorate_strategies::{
    rule::Level,
    seat::{Role, SeatId},
    turn::{Ending, TurnId},
};

use super::{
    Report, Source,
    facts::Facts,
    markdown::{inline, inline_within},
    naming::Naming,
    words::{Words, fill},
};

mod argument;
mod audit;
#[cfg(feature = "pipeline")]
mod deliverable;
mod findings;
mod outcome;
mod people;
mod person;
mod principal;
mod result;
mod rounds;
mod status;
mod summary;
mod transcript;

#[cfg(feature = "html")]
pub(super) use {
    person::needed,
    result::{conceded, objections, owed_sum_up},
    status::{shortfall, stopped},
};

/// Minutes in Markdown, in the language of the discussion where there is a table of words for it.
///
/// What agents said stands in blocks that it cannot close and can be read back byte for byte; names and other foreign
/// words in the text are escaped. So every heading, table and link is the writer's own. Message 7 has the anchor `#m7`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Minutes;

impl Report for Minutes {
    fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let facts = Facts::of(source);
        let mut page = Page::new(&facts);
        status::write(&mut page);
        outcome::write(&mut page);
        rounds::write(&mut page);
        people::write(&mut page);
        result::write(&mut page);
        #[cfg(feature = "pipeline")]
        deliverable::write(&mut page);
        findings::write(&mut page);
        result::write_dissent(&mut page);
        argument::write(&mut page);
        transcript::write(&mut page);
        audit::write(&mut page);
        out.write_all(page.out.as_bytes())
    }
}

/// Minutes while they are written.
struct Page<'a> {
    facts: &'a Facts<'a>,
    words: &'static Words,
    out: String,
}

/// Names and causes are shown up to so many characters; the transcript and the record hold the rest.
const NAME: usize = 120;
const CAUSE: usize = 400;

impl<'a> Page<'a> {
    fn new(facts: &'a Facts<'a>) -> Self {
        let words = Words::of(facts.source.language());
        Self { facts, words, out: String::with_capacity(4096) }
    }

    /// A heading of this depth; what is in it is Markdown already.
    fn heading(&mut self, depth: usize, text: &str) {
        self.gap();
        self.out.extend(std::iter::repeat_n('#', depth));
        self.out.push(' ');
        self.out.push_str(text);
        self.out.push_str("\n\n");
    }

    /// A paragraph of its own.
    fn paragraph(&mut self, text: &str) {
        self.gap();
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// An item of a list.
    fn item(&mut self, text: &str) {
        self.out.push_str("- ");
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A blank line, unless there is one.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// A seat's name as Markdown.
    fn name(&self, seat: SeatId) -> String {
        inline_within(self.facts.name(seat), NAME)
    }

    fn names(&self, seats: &[SeatId]) -> String {
        self.list(seats.iter().map(|seat| self.name(*seat)))
    }

    /// Members of a list, in one line.
    fn list(&self, members: impl IntoIterator<Item = String>) -> String {
        members.into_iter().collect::<Vec<_>>().join(self.words.joints.list)
    }

    /// Parts that may hold lists, in one line.
    fn parts(&self, parts: impl IntoIterator<Item = String>) -> String {
        parts.into_iter().collect::<Vec<_>>().join(self.words.joints.parts)
    }

    fn named(&self, name: &str, value: &str) -> String {
        fill(self.words.joints.named, &[("name", name), ("value", value)])
    }

    fn remark(&self, what: &str, remark: &str) -> String {
        fill(self.words.joints.remark, &[("what", what), ("remark", remark)])
    }

    /// A text with the messages that it rests on.
    fn cited(&self, text: &str, messages: &[TurnId]) -> String {
        match messages {
            [] => text.to_owned(),
            messages => fill(self.words.joints.cited, &[("text", text), ("messages", &self.links(messages))]),
        }
    }

    /// What our own names are called.
    const fn naming(&self) -> Naming<'_> {
        Naming { facts: self.facts, words: self.words }
    }

    /// What a role is called; one of a user's own is called as it is.
    fn role(&self, role: &Role) -> String {
        match role {
            Role::Named(name) => inline_within(name, NAME),
            ours => self.naming().role(ours).to_owned(),
        }
    }

    fn counted<'n>(&self, name: &'n str) -> &'n str {
        self.naming().counted(name)
    }

    fn level(&self, level: Level) -> &'static str {
        self.naming().level(level)
    }

    fn ending(&self, how: Ending) -> &'static str {
        self.naming().ending(how)
    }

    fn origin(&self, seat: SeatId) -> &'static str {
        self.naming().origin(seat)
    }

    /// Seats, each with how its answers come about.
    fn labelled(&self, seats: impl IntoIterator<Item = SeatId>) -> String {
        self.parts(seats.into_iter().map(|seat| self.remark(&self.name(seat), self.origin(seat))))
    }

    fn links(&self, messages: &[TurnId]) -> String {
        self.list(messages.iter().map(|id| link(*id)))
    }

    fn cause(&self, cause: &str) -> String {
        if cause.trim().is_empty() { "–".to_owned() } else { inline_within(cause, CAUSE) }
    }
}

/// A link to a message.
fn link(id: TurnId) -> String {
    format!("[#{0}](#m{0})", id.0)
}
