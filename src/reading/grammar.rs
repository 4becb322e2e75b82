//! The one published grammar of markers.

use quorate_strategies::brief::Text;

use super::scan::Tag;

/// One marker, for readers.
#[derive(Debug, Clone, Copy)]
pub struct MarkerDoc {
    /// Which one.
    pub tag: Tag,
    /// How it is written.
    pub form: &'static str,
    /// What its value may be.
    pub values: &'static str,
    /// What it says.
    pub meaning: &'static Text,
}

/// Every marker there is, in the order in which prompts and lists show them.
#[must_use]
pub fn grammar() -> &'static [MarkerDoc] {
    &GRAMMAR
}

static GRAMMAR: [MarkerDoc; 11] = [
    doc(Tag::Stance, "[STANCE: AGREE]", "AGREE, DISAGREE or NEUTRAL", &STANCE),
    doc(
        Tag::Kind,
        "[KIND: PROPOSAL]",
        "PROPOSAL, OPINION, QUESTION, SUPPORT, OPPOSE, CLARIFY, SUMMARY or CONSENSUS",
        &KIND,
    ),
    doc(Tag::Confidence, "[CONFIDENCE: 80]", "a whole number from 0 to 100", &CONFIDENCE),
    doc(
        Tag::Score,
        "[SCORE point: 85]",
        "a point by its name or number, and 0 to 100 with up to two decimals; 85%, 17/20 and 8 out of 10 are read too",
        &SCORE,
    ),
    doc(
        Tag::Vote,
        "[VOTE: option]",
        "an option by its text, number or letter; A > B > C ranks, A, B approves; ABSTAIN is none of them",
        &VOTE,
    ),
    doc(
        Tag::Concede,
        "[CONCEDE]",
        "none; on a line of its own or at the end; a line that begins with CONCEDE and `.`, `:` or its end says the same",
        &CONCEDE,
    ),
    doc(Tag::Close, "[CLOSE]", "none; on a line of its own or at the end", &CLOSE),
    doc(Tag::Next, "[NEXT: seat]", "a seat by its name", &NEXT),
    doc(Tag::Idea, "[IDEA: …]", "any text; as many as there are ideas", &IDEA),
    doc(Tag::Spawn, "[SPAWN: topic]", "any text", &SPAWN),
    doc(Tag::Pass, "[PASS]", "none; on a line of its own", &PASS),
];

const fn doc(tag: Tag, form: &'static str, values: &'static str, meaning: &'static Text) -> MarkerDoc {
    MarkerDoc { tag, form, values, meaning }
}

static STANCE: Text = Text::all("where the speaker stands", "发言者的立场", "発言者の立場");
static KIND: Text = Text::all("what the message does", "消息类型", "メッセージの種類");
static CONFIDENCE: Text = Text::all("how sure the speaker is", "发言者的置信度", "発言者の確信度");
static SCORE: Text = Text::all("the score of a decision point", "决策点的评分", "論点の評点");
static VOTE: Text = Text::all("a vote over the options", "对选项的投票", "選択肢への投票");
static CONCEDE: Text = Text::all("the speaker gives up its side", "发言者认输", "発言者が負けを認める");
static CLOSE: Text = Text::all("who leads closes the discussion", "主导者结束讨论", "進行役が議論を閉じる");
static NEXT: Text = Text::all("who is to speak next", "下一位发言者", "次の発言者");
static IDEA: Text = Text::all("one idea", "一个想法", "一つのアイデア");
static SPAWN: Text = Text::all("a topic for a discussion of its own", "另开讨论的议题", "別に議論する議題");
static PASS: Text = Text::all("nothing to add", "没有补充", "付け加えることはない");
