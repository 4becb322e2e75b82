//! What was typed for a question that was withdrawn is no answer to the next one.

use quorate_strategies::brief::{Language, Text};

use super::{Console, MOST_BYTES, Typing, shorthand};

/// How many empty lines have to come before a line answers the question at hand.
///
/// Prepared lines: every question that was withdrawn still has an answer to come, whose end is an empty line. A person
/// who types live may still be at the former question when the next one is shown, however often that has happened: one
/// empty line says that they have seen it.
#[derive(Debug, Default)]
pub(super) struct Late {
    ends: usize,
}

/// Why a question was withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Withdrawn {
    /// The time was up.
    TimeUp,
    /// The discussion needs no answer any more.
    NotNeeded,
}

impl Late {
    /// Drops what has come before a question is shown, and says how many lines these were.
    pub(super) fn forget(&self, console: &impl Console) -> usize {
        // Prepared lines belong to their questions, and are told apart by where answers end.
        if console.typing() == Typing::Live { console.forget() } else { 0 }
    }

    /// Whether the next line is no part of an answer to the question at hand.
    pub(super) fn is_waited_for(&self) -> bool {
        self.ends > 0
    }

    /// Takes a line that is no part of it.
    pub(super) fn drop_line(&mut self, line: &str) {
        if is_end(line) {
            self.ends = self.ends.saturating_sub(1);
        }
    }

    /// A question was withdrawn before its answer had ended.
    pub(super) fn withdrawn(&mut self, typing: Typing, why: Withdrawn) {
        match (typing, why) {
            (Typing::Prepared, _) => self.ends += 1,
            (Typing::Live, Withdrawn::TimeUp) => self.ends = 1,
            (Typing::Live, Withdrawn::NotNeeded) => {}
        }
    }
}

/// Whether a line ends an answer. One that is too long for an answer may have been cut, and does not.
pub(super) fn is_end(line: &str) -> bool {
    line.len() <= MOST_BYTES && shorthand::read(line) == shorthand::Typed::End
}

/// Said below a question that takes nothing yet.
pub(super) fn confirm(language: Language) -> &'static str {
    CONFIRM.get(language)
}

/// Said when it takes answers.
pub(super) fn confirmed(language: Language) -> &'static str {
    CONFIRMED.get(language)
}

static CONFIRM: Text = Text::all(
    "(The question before was not answered in time, so nothing is taken for this one yet. Once you have read it, press Enter on an empty line; then answer.)",
    "（上一个问题未及时回答，因此本题暂不接受输入。读完后请先按一次回车（空行），再作答。）",
    "（前の質問が時間切れだったため、この質問にはまだ何も受け付けません。読み終えたら、まず空行で Enter を押し、それから答えてください。）",
);
static CONFIRMED: Text =
    Text::all("(Now your answer is taken.)", "（现在可以作答了。）", "（これから入力する内容が回答になります。）");
