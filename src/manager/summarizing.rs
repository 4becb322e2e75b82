//! Writing the rolling summary: by a summarizer where there is one, else by rule.

use quorate_strategies::{
    brief::{Language, Text},
    engine::Engine,
    event::{Spend, Summary},
    seat::{Origin, SeatId, is_hidden},
    step::Form,
    turn::Wholeness,
};

use crate::{
    agent::{Agent, Reply},
    context::{Budget, beginning, sum_up, summary_prompt, tokens},
    manager::{
        turn::Asking,
        writing::{Piece, Prompt, Work, by_agent},
    },
    reading::{Raw, Table, read},
};

/// The summary of everything up to the round that closed last, and what it took of the budget.
///
/// A summarizer that fails, or writes nothing to see, changes nothing: the summary before stands, and what was said since
/// is shown as it was said until a later round is summarised.
pub(crate) async fn write(
    asking: &Asking,
    engine: &Engine,
    summarizer: Option<&dyn Agent>,
) -> (Summary, Option<Spend>) {
    let most = engine.state().charter().summary.unwrap_or_default();
    let writes = |agent: &&dyn Agent| !matches!(agent.backend().origin, Origin::Checklist | Origin::Rehearsal);
    // Rules and rehearsals read no texts: where one would be asked the rule does it, and says so.
    let Some(agent) = summarizer.filter(writes) else {
        let text = sum_up(engine.state(), most);
        return (Summary::Extracted { tokens: tokens(&text), text: text.into() }, None);
    };
    let piece = Words { engine, most, window: agent.window() };
    let Work { written, receipt, spent } = by_agent((engine, asking), (agent, asking.till.summary_tab()), &piece).await;
    let by = agent.backend().name;
    let summary = match written {
        Ok(text) => Summary::Written { tokens: tokens(&text), text: text.into(), by, receipt: Box::new(receipt) },
        Err(why) => {
            tracing::warn!(why, "the summarizer wrote nothing that could be taken; the summary before stands");
            Summary::Kept { by, why: why.into() }
        }
    };
    (summary, spent)
}

/// A summary in so many tokens at most.
struct Words<'a> {
    engine: &'a Engine,
    most: u32,
    window: Option<u32>,
}

impl Words<'_> {
    fn language(&self) -> Language {
        self.engine.state().charter().brief.language
    }
}

impl Piece for Words<'_> {
    type Written = String;
    const WRITER: (&'static str, &'static str) = ("Summarizer", "summarizer");
    const TASK: &'static str = "summary";

    fn prompt(&self, room: usize) -> Option<Prompt> {
        // No estimate counts less than a quarter of a token for a byte.
        let room = u32::try_from(room / 4).unwrap_or(u32::MAX);
        let prompt = summary_prompt(self.engine.state(), self.most, (Budget::of(self.window), room));
        Some(Prompt { system: prompt.system, user: prompt.user, schema: None })
    }

    /// Reasoning and markers are left out, and what is too long is cut: nothing that a prompt holds may grow.
    fn take(&self, reply: &Reply, _: &dyn Agent) -> Result<String, String> {
        let (state, language) = (self.engine.state(), self.language());
        if reply.whole == Wholeness::Cut {
            return Err(CUT.get(language).replace("{most}", &self.most.to_string()));
        }
        let raw = Raw { text: &reply.text, reasoning: reply.reasoning.as_deref(), whole: reply.whole };
        let (roster, speaker, form) = (state.roster(), SeatId(u16::MAX), &Form::Free);
        let message = read(raw, &Table { roster, speaker, form, options: &[], points: &[], language });
        let words = message.words();
        let text = beginning(words.trim(), self.most).trim_end();
        let shows = |c: char| !c.is_whitespace() && !is_hidden(c);
        match message.reading.pass.is_none() && text.chars().any(shows) {
            true => Ok(text.to_owned()),
            false => Err(EMPTY.get(language).to_owned()),
        }
    }
}

const CUT: Text = Text::all(
    "the summary was cut off before its end; write a shorter one, of at most {most} tokens",
    "摘要在结束前被截断；请写得更短，最多 {most} 个词元",
    "要約が途中で切れています。最大 {most} トークンの、より短いものを書いてください",
);
const EMPTY: Text = Text::all(
    "there is no summary in the answer; write one in plain text",
    "回答中没有摘要；请用纯文本写一份",
    "回答に要約がありません。平文で書いてください",
);
