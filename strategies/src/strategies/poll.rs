//! Poll: everybody answers and votes without hearing the others; the honest baseline that every discussion is held against.

use std::{borrow::Cow, sync::Arc};

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// One blind round, then at most one revision after hearing the others, who stay anonymous.
///
/// ```text
/// with options:     Round 1: A + B + C (vote)                          Round 2: A + B + C (revise)
/// without options:  Round 1: A + B + C (answer), A + B + C (choose)    Round 2: A + B + C (revise)
/// ```
/// Where the brief lists no options, the answers of round 1 are put to the vote: the first idea that an answer marks, else
/// its first line, in seat order, exact duplicates merged, at most 30. Nobody is told whose answer is whose.
///
/// How often it asks is set by its rounds. By default round 2 is held only when round 1 decided nothing, so that a tie
/// means another round; `max_rounds = 1` leaves it at the blind vote, `min_rounds = 2` always has the revision.
#[derive(Debug, Clone)]
pub struct Poll {
    card: Card,
}

const TASKS: &[Task] = &[
    Task::new(
        "answer",
        Text::all(
            "Answer the question on your own; you will not hear the others before the vote. Give your reasons, and your \
             answer in one short line of its own, written as [IDEA: …]: the group votes over these lines.",
            "请独立回答问题；投票之前你听不到其他人的回答。请说明理由，并把你的答案用简短的一行单独写作 \
             [IDEA: …]：之后将对这些答案投票。",
            "ご自身だけで質問に答えてください。投票の前に他の人の回答は聞けません。理由を述べ、答えを短い一行にまとめて \
             [IDEA: …] と書いてください。投票はこれらの答えについて行われます。",
        ),
    ),
    Task::new(
        "choose",
        Text::all(
            "These are the answers that were given, your own among them and nobody's name beside them. Weigh them by what \
             they say and vote.",
            "以下是大家给出的答案，其中也有你的，均不署名。请只按内容权衡并投票。",
            "出された答えの一覧です。ご自身の答えも含まれ、名前は伏せてあります。内容だけで比べて投票してください。",
        ),
    ),
    Task::new(
        "vote",
        Text::all(
            "Answer the question on your own and vote; you do not hear the others. Give your reasons first.",
            "请独立判断并投票；你听不到其他人的意见。请先说明理由。",
            "ご自身だけで判断して投票してください。他の人の意見は聞けません。先に理由を述べてください。",
        ),
    ),
    Task::new(
        "revise",
        Text::all(
            "You now see how the others voted and why. Keep your vote or change it, whichever the reasons call for, and say \
             what made the difference. That others think otherwise is no reason by itself. Vote again in any case.",
            "现在你可以看到其他人的投票和理由。请根据理由维持或改变你的投票，并说明是什么起了作用。仅仅因为别人意见不同，\
             不构成改变的理由。无论如何请再投一次。",
            "他の人の投票とその理由をお見せします。理由に応じて投票を維持するか変えるかを決め、何が決め手になったかを述べてく\
             ださい。他の人と違うというだけでは理由になりません。いずれの場合も改めて投票してください。",
        ),
    ),
];

impl Poll {
    /// The strategy.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            card: Card {
                name: Cow::Borrowed("poll"),
                purpose: Text::all(
                    "Everybody votes on their own; at most one revision after seeing the others' reasons.",
                    "各自独立投票；看到他人的理由后最多修改一次。",
                    "各自が独立に投票し、他の人の理由を見たあと一度だけ見直せます。",
                ),
                use_when: Text::all(
                    "You want independent judgements, cheaply, or a baseline to hold a discussion against.",
                    "需要低成本的独立判断，或作为对照讨论效果的基线。",
                    "独立した判断を手早く得たいとき、または議論と比べる基準が欲しいとき。",
                ),
                avoid_when: Text::all(
                    "The answer has to be worked out together.",
                    "答案需要共同讨论才能得出。",
                    "一緒に考えて答えを作り上げる必要があるとき。",
                ),
                seats: Text::all(
                    "One or more that speak and vote.",
                    "至少一个能发言并投票的席位。",
                    "発言し投票する席が一つ以上。",
                ),
                rounds: Rounds::new(1, 2),
                fits: Cow::Borrowed(&[Input::Options]),
                check: Check::RoundClose,
                cut: Cut::Allowed,
                tasks: Cow::Borrowed(TASKS),
                knobs: &[],
            },
        }
    }

    /// The strategy from settings; it has no knobs.
    ///
    /// # Errors
    /// [`KnobError`] for any setting.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        KnobReader::new("poll", knobs, &[])?;
        Ok(Self::new())
    }

    /// What is voted for: the options of the brief, else the answers so far; the same however much is said later.
    fn options(view: &View<'_>) -> Arc<[Arc<str>]> {
        if !view.options().is_empty() {
            return view.options().into();
        }
        let answers =
            view.turns().iter().filter(|turn| turn.task == "answer" && turn.ending() == Some(Ending::Answered));
        options_of(answers.filter_map(answer))
    }

    /// Asks everybody who has a vote, together.
    fn vote(view: &View<'_>, task: &'static str, sees: Scope, options: &Arc<[Arc<str>]>) -> Step {
        let form = view.form().over(Arc::clone(options));
        let votes = |seat: &SeatId| view.roster().get(*seat).is_some_and(|seat| seat.vote);
        let voters = view.roster().voices().filter(votes);
        let asks: Vec<Ask> = voters.map(|seat| Ask::new(seat, task).form(form.clone()).sees(sees)).collect();
        if asks.is_empty() { Step::CloseRound } else { Step::Ask { asks } }
    }
}

/// The answer in a message: the idea that it marks, else its first line that is no marker.
fn answer(turn: &Turn) -> Option<&str> {
    let message = turn.message()?;
    let marked = message.reading.ideas.iter().map(AsRef::as_ref).find(|idea: &&str| !idea.trim().is_empty());
    let marker = |line: &str| line.starts_with('[') && line.ends_with(']');
    marked.or_else(|| message.text().lines().map(str::trim).find(|line| !line.is_empty() && !marker(line)))
}

impl Default for Poll {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Poll {
    fn card(&self) -> &Card {
        &self.card
    }

    fn options(&self) -> Options {
        Options::Said
    }

    fn peers(&self) -> Peers {
        Peers::Anonymous
    }

    fn next(&self, view: &View<'_>) -> Step {
        if let Some(why) = view.closing() {
            return Step::Conclude { why };
        }
        let options = Self::options(view);
        let asked: Option<&str> = view.round_turns().last().map(|turn| &*turn.task);
        let before = || view.turns().iter().filter(|turn| turn.round + 1 == view.round()).count();
        match asked {
            None if options.is_empty() => {
                let asks = view.roster().voices().map(|seat| Ask::new(seat, "answer").sees(Scope::Blind));
                Step::Ask { asks: asks.collect() }
            }
            None if view.round() == 1 => Self::vote(view, "vote", Scope::Blind, &options),
            None => Self::vote(view, "revise", Scope::Last(u32::try_from(before()).unwrap_or(u32::MAX)), &options),
            Some("answer") if !options.is_empty() => Self::vote(view, "choose", Scope::Own, &options),
            Some(_) => Step::CloseRound,
        }
    }
}
