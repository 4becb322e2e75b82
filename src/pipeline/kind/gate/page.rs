//! Who answered what at a gate, as people file it.

use quorate_strategies::{
    brief::{Language, Text},
    event::GateAnswer,
};

use crate::report::{fill, inline, quoted_block};

static APPROVED: Text = Text::all("Approved by {by}.", "{by} 已批准。", "{by} が承認しました。");
static AMENDED: Text = Text::all("Amended by {by}:", "{by} 修改为：", "{by} が修正しました：");
static REJECTED: Text = Text::all("Rejected by {by}:", "{by} 否决，理由：", "{by} が却下しました。理由：");
static SILENT: Text = Text::all("Nobody answered in time.", "无人在时限内答复。", "時間内に誰も答えませんでした。");
static SHOWN: Text = Text::all("What was shown", "提交的内容", "示した内容");

/// The page. Everything in it that comes from elsewhere stays text.
pub(super) fn of(
    question: &str,
    about: &str,
    by: Option<&str>,
    answer: Option<&GateAnswer>,
    language: Language,
) -> String {
    let (said, text) = match answer {
        Some(GateAnswer::Approve) => (&APPROVED, None),
        Some(GateAnswer::Amend(text)) => (&AMENDED, Some(text)),
        Some(GateAnswer::Reject(why)) => (&REJECTED, Some(why)),
        _ => (&SILENT, None),
    };
    let said = fill(said.get(language), &[("by", &inline(by.unwrap_or_default()))]);
    let mut page = format!("# {}\n\n{said}\n", inline(question));
    if let Some(text) = text {
        page.push('\n');
        quoted_block(&mut page, text);
    }
    if !about.is_empty() {
        page.push_str(&format!("\n## {}\n\n", SHOWN.get(language)));
        quoted_block(&mut page, about);
    }
    page
}
