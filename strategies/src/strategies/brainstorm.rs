//! Brainstorm: a fresh random order every round, many ideas, no criticism (seed 004).

use std::{borrow::Cow, sync::Arc};

use rand::{SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// Seats speak in a random order that is drawn anew for every round from the seed of the discussion.
///
/// No decision is sought: the discussion ends with its last round. With [`Converge::Vote`] everybody then votes once over
/// the ideas, in the order in which they came, exact duplicates merged, at most 30.
#[derive(Debug, Clone)]
pub struct Brainstorm {
    card: Card,
    converge: Converge,
}

/// What follows the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Converge {
    /// Nothing: the ideas stand side by side.
    #[default]
    No,
    /// A vote over the ideas, in the form that the decision rule asks for.
    Vote,
}

const KNOBS: &[Knob] = &[Knob {
    name: "converge",
    values: "no, vote",
    default: "no",
    purpose: "whether everybody votes over the collected ideas in the end, by a rule that counts options",
}];

const TASKS: &[Task] = &[
    Task::new(
        "ideas",
        Text::all(
            "Bring ideas: many, bold, wild ones too. Build on the ideas of others. Do not criticise any. Put each idea on a \
         line of its own, numbered, as [IDEA: …].",
            "请提出创意：多多益善，欢迎大胆甚至疯狂的想法；在他人创意上扩展，不要批评。每个创意单独一行并编号，写作 [IDEA: …]。",
            "アイデアを出してください。多く、大胆に、突飛なものも歓迎です。他の人の案を発展させ、批判はしないでください。一案一行、\
         番号を付けて [IDEA: …] と書いてください。",
        ),
    ),
    Task::new(
        "converge",
        Text::all(
            "The ideas are collected. Now judge them: which would you take further? Say briefly why, and vote.",
            "创意收集完毕。现在请评判：你会继续推进哪些？请简要说明理由并投票。",
            "アイデアが出そろいました。今度は評価してください。どれを先へ進めますか。簡潔に理由を述べて投票してください。",
        ),
    ),
];

impl Brainstorm {
    /// The strategy as seed 004 has it: no decision is sought.
    #[must_use]
    pub const fn new() -> Self {
        Self::ending(Converge::No)
    }

    /// The strategy with what follows its last round.
    #[must_use]
    pub const fn ending(converge: Converge) -> Self {
        let fits: &[Input] = match converge {
            Converge::No => &[],
            Converge::Vote => &[Input::Options],
        };
        Self {
            converge,
            card: Card {
                name: Cow::Borrowed("brainstorm"),
                purpose: Text::all(
                    "Many ideas in a random order, none criticised.",
                    "随机顺序发散创意，不做批评。",
                    "順不同で多くのアイデアを出し、批判しません。",
                ),
                use_when: Text::all(
                    "Ideas are needed, the more and the bolder the better.",
                    "需要创意生成、探索和突破性想法。",
                    "多くの大胆なアイデアが必要なとき。",
                ),
                avoid_when: Text::all(
                    "Something has to be decided or checked.",
                    "需要做出决定或审核。",
                    "決定や検証が必要なとき。",
                ),
                seats: Text::all("One or more that speak.", "至少一个发言席位。", "発言する席が一つ以上。"),
                rounds: Rounds::new(1, 3),
                fits: Cow::Borrowed(fits),
                check: Check::Never,
                cut: Cut::Never,
                tasks: Cow::Borrowed(TASKS),
                knobs: KNOBS,
            },
        }
    }

    /// The strategy from settings.
    ///
    /// # Errors
    /// [`KnobError`] for a setting it does not have or allow.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        let knobs = KnobReader::new("brainstorm", knobs, KNOBS)?;
        Ok(Self::ending(knobs.word("converge", &[("no", Converge::No), ("vote", Converge::Vote)])?))
    }

    /// The vote over the ideas, asked of everybody who has one; none when there is nothing or nobody to choose.
    fn vote(view: &View<'_>) -> Option<Step> {
        let answered =
            view.turns().iter().filter(|turn| turn.task == "ideas" && turn.ending() == Some(Ending::Answered));
        let ideas = answered.filter_map(Turn::reading).flat_map(|reading| &reading.ideas);
        let ideas: Arc<[Arc<str>]> = options_of(ideas.map(AsRef::as_ref));
        let form = view.form().over(Arc::clone(&ideas));
        let votes = |seat: &SeatId| view.roster().get(*seat).is_some_and(|seat| seat.vote);
        let ask = |seat| Ask::new(seat, "converge").form(form.clone()).sees(Scope::Own);
        let asks: Vec<Ask> = view.roster().voices().filter(votes).map(ask).collect();
        (!ideas.is_empty() && !asks.is_empty()).then_some(Step::Ask { asks })
    }

    /// The order of a round: drawn from seed and round alone, so that it can be drawn again.
    fn order(view: &View<'_>) -> Vec<SeatId> {
        // ChaCha keeps its values between releases of `rand`; the round chooses the stream.
        let mut random = ChaCha8Rng::seed_from_u64(view.seed());
        random.set_stream(u64::from(view.round()));
        let mut order: Vec<SeatId> = view.roster().voices().collect();
        order.shuffle(&mut random);
        order
    }
}

impl Default for Brainstorm {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Brainstorm {
    fn card(&self) -> &Card {
        &self.card
    }

    fn settings(&self) -> Knobs {
        let converge = (self.converge == Converge::Vote).then(|| ("converge".to_owned(), "vote".to_owned()));
        converge.into_iter().collect()
    }

    fn options(&self) -> Options {
        match self.converge {
            Converge::No => Options::Brief,
            Converge::Vote => Options::Said,
        }
    }

    fn next(&self, view: &View<'_>) -> Step {
        if let Some(why) = view.closing() {
            let voted = view.last_turn().is_none_or(|turn| turn.task == "converge");
            let vote = if voted || self.converge == Converge::No { None } else { Self::vote(view) };
            return vote.unwrap_or(Step::Conclude { why });
        }
        match Self::order(view).get(view.round_turns().len()) {
            Some(seat) => Step::ask(Ask::new(*seat, "ideas")),
            None => Step::CloseRound,
        }
    }
}
