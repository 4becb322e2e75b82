//! Expert: one expert opens, the others supplement, the expert sums up and at the end concludes (seed 004).

use std::borrow::Cow;

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// How the others are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Others {
    /// One after the other, each hearing those before it.
    #[default]
    InOrder,
    /// All at once, none hearing another of this round.
    Together,
}

/// In which rounds the expert opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Opening {
    /// In every round.
    #[default]
    EveryRound,
    /// In the first; from then on the last sum-up is the opening.
    FirstRound,
}

/// One expert leads: opens each round, hears the others, sums up, and gives the conclusion at any end.
///
/// ```text
/// each round: Expert opens → the others supplement → Expert sums up
/// ```
/// In the last round that is allowed the sum-up is the conclusion. A sum-up that holds `[CLOSE]`, from the minimum on,
/// is the conclusion too and ends the discussion.
#[derive(Debug, Clone)]
pub struct Expert {
    card: Card,
    others: Others,
    opening: Opening,
}

const KNOBS: &[Knob] = &[
    Knob {
        name: "others",
        values: "in-order, together",
        default: "in-order",
        purpose: "whether the others speak one after the other or all at once",
    },
    Knob {
        name: "opening",
        values: "every-round, first-round",
        default: "every-round",
        purpose: "whether the expert opens every round, or the last sum-up serves as the opening from round 2 on",
    },
];

const TASKS: &[Task] = &[
    Task::new(
        "open",
        Text::all(
            "Lead this round: state your professional judgement of the matter, with reasons, and name what the others \
             should examine.",
            "请主导本轮：给出你的专业判断和理由，并指出希望其他成员审查的要点。",
            "このラウンドを導いてください。理由とともに専門的判断を述べ、他の参加者に検討してほしい点を挙げてください。",
        ),
    ),
    Task::new(
        "supplement",
        Text::all(
            "Supplement the expert from your own field: add what is missing, correct what is wrong, flag what is risky.",
            "请从你的专业角度补充专家意见：补充遗漏、纠正错误、指出风险。",
            "自分の専門から専門家の意見を補ってください。不足を加え、誤りを正し、リスクを指摘してください。",
        ),
    ),
    Task::new(
        "sum-up",
        Text::all(
            "Sum up this round: what stands, what was corrected, what is still open. If nothing more is needed, give \
             your conclusion here and end with [CLOSE].",
            "请总结本轮：哪些成立、哪些已更正、哪些仍未解决。若无需继续，请在此给出最终结论，并以 [CLOSE] 结尾。",
            "このラウンドをまとめてください。成り立つ点、訂正された点、残る点を述べ、これ以上不要なら結論を書き、最後に [CLOSE] と\
             記してください。",
        ),
    ),
    Task::new(
        "conclude",
        Text::all(
            "Give the conclusion of the discussion: your decision, the reasons that carry it, and what to do next.",
            "请给出本次讨论的最终结论：你的决定、支撑理由以及下一步行动。",
            "この討論の結論を述べてください。決定、その根拠、そして次に行うことを書いてください。",
        ),
    ),
];

impl Expert {
    /// The strategy with these ways of asking the others and of opening.
    #[must_use]
    pub const fn new(others: Others, opening: Opening) -> Self {
        Self {
            card: Card {
                name: Cow::Borrowed("expert"),
                purpose: Text::all(
                    "One expert leads and concludes; the others add, correct and flag.",
                    "由一位专家主导并给出结论，其他成员补充、纠正、提示风险。",
                    "一人の専門家が主導して結論を出し、他の参加者が補足・訂正・指摘します。",
                ),
                use_when: Text::all(
                    "There is a clear authority in the field and a good decision is wanted soon.",
                    "存在明确的领域专家，需要权威判断和决策效率。",
                    "明確な専門家がいて、権威ある判断を早く得たいとき。",
                ),
                avoid_when: Text::all(
                    "Nobody has authority over the others, or independent judgements are wanted.",
                    "没有权威者，或需要相互独立的判断。",
                    "権威者がいないとき、または独立した判断が欲しいとき。",
                ),
                seats: Text::all(
                    "Exactly one expert, and others to supplement.",
                    "恰好一位专家，以及补充意见的成员。",
                    "専門家ちょうど一人と、補足する参加者。",
                ),
                rounds: Rounds::new(2, 6),
                fits: Cow::Borrowed(&[Input::Positions, Input::Stances, Input::Options]),
                check: Check::RoundClose,
                cut: Cut::Never,
                tasks: Cow::Borrowed(TASKS),
                knobs: KNOBS,
            },
            others,
            opening,
        }
    }

    /// The strategy from settings.
    ///
    /// # Errors
    /// [`KnobError`] for a setting it does not have or allow.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        let knobs = KnobReader::new("expert", knobs, KNOBS)?;
        let others = knobs.word("others", &[("in-order", Others::InOrder), ("together", Others::Together)])?;
        let opening =
            knobs.word("opening", &[("every-round", Opening::EveryRound), ("first-round", Opening::FirstRound)])?;
        Ok(Self::new(others, opening))
    }

    fn expert(view: &View<'_>) -> Option<SeatId> {
        view.roster().with_role(&Role::Expert).next()
    }

    /// Whether the expert has to open this round.
    fn opens(&self, view: &View<'_>) -> bool {
        let summed_up = |turn: &&Turn| turn.task == "sum-up" && turn.is_answered();
        self.opening == Opening::EveryRound || view.turns().iter().rev().find(summed_up).is_none()
    }

    /// The next of the others, or all of them, if any are still to be asked in this round.
    fn supplement(&self, view: &View<'_>, expert: SeatId) -> Option<Step> {
        let asked = view.round_turns().iter().filter(|turn| turn.task == "supplement").count();
        let waiting = view.roster().voices().filter(|seat| *seat != expert).skip(asked);
        let ask = |seat| Ask::new(seat, "supplement").form(view.form());
        let asks: Vec<Ask> = match self.others {
            Others::InOrder => waiting.take(1).map(ask).collect(),
            Others::Together => waiting.map(ask).collect(),
        };
        (!asks.is_empty()).then_some(Step::Ask { asks })
    }

    /// What follows when the round has been summed up.
    fn after_sum_up(view: &View<'_>, sum_up: &Turn) -> Step {
        let closed = sum_up.reading().is_some_and(Reading::closes);
        if closed && view.round() >= view.rounds().min {
            Step::Conclude { why: StopReason::ExpertClosed }
        } else {
            Step::CloseRound
        }
    }
}

impl Default for Expert {
    fn default() -> Self {
        Self::new(Others::default(), Opening::default())
    }
}

impl Strategy for Expert {
    fn card(&self) -> &Card {
        &self.card
    }

    fn settings(&self) -> Knobs {
        let others = (self.others == Others::Together).then(|| ("others".to_owned(), "together".to_owned()));
        let opening = (self.opening == Opening::FirstRound).then(|| ("opening".to_owned(), "first-round".to_owned()));
        others.into_iter().chain(opening).collect()
    }

    fn next(&self, view: &View<'_>) -> Step {
        let round = view.round_turns();
        let Some(expert) = Self::expert(view) else { return Step::Conclude { why: StopReason::Aborted } };
        let ask = |task| Step::ask(Ask::new(expert, task).form(view.form()));
        if let Some(why) = view.closing() {
            let concluded = round.iter().any(|turn| turn.task == "conclude");
            return if concluded { Step::Conclude { why } } else { ask("conclude") };
        }
        if round.is_empty() && self.opens(view) {
            return ask("open");
        }
        if let Some(step) = self.supplement(view, expert) {
            return step;
        }
        match round.last() {
            Some(turn) if matches!(&*turn.task, "sum-up" | "conclude") => Self::after_sum_up(view, turn),
            _ if view.is_last_round() => ask("conclude"),
            _ => ask("sum-up"),
        }
    }

    fn seating(&self, roster: &Roster) -> Result<(), SeatingError> {
        at_least("expert", roster, 2)?;
        match roster.with_role(&Role::Expert).count() {
            1 => Ok(()),
            seated => {
                Err(SeatingError::Role { strategy: "expert".to_owned(), role: "expert".to_owned(), wanted: 1, seated })
            }
        }
    }

    fn decision(&self, view: &View<'_>) -> Option<Decision> {
        let concludes =
            |turn: &&Turn| matches!(&*turn.task, "conclude" | "sum-up") && turn.ending() == Some(Ending::Answered);
        let turn = view.turns().iter().rev().find(concludes)?;
        // A conclusion without a word of its own, such as nothing but markers, concludes nothing.
        let message = turn.message().filter(|message| !message.words().is_empty())?;
        Some(Decision { value: message.text().into(), maker: Maker::Expert, message: Some(turn.id) })
    }
}
