//! Debate: sides alternate until one concedes; the opening side changes every round (seed 004).

use std::{borrow::Cow, sync::Arc};

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// Sides argue against each other, seat by seat; a judge, if one is seated, speaks last and once.
///
/// ```text
/// Round 1: pro → con
/// Round 2: con → pro
/// Round 3: pro → con … until a side concedes or the last round is over
/// ```
/// When every seat of a side that answered in its last turn has conceded, turns stop there; with more than two sides,
/// when one is left. A side that is silent neither concedes nor wins.
#[derive(Debug, Clone)]
pub struct Debate {
    card: Card,
}

const TASKS: &[Task] = &[
    Task::new(
        "argue",
        Text::all(
            "Defend your side. Answer the strongest point made against it, with reasons and evidence. If it cannot be \
             answered, concede: write a line that says [CONCEDE].",
            "请为你方立场辩护，用理由和证据回应对方最有力的论点。若确实无法反驳，请认输：单独一行写 [CONCEDE]。",
            "自分の側を擁護してください。最も強い反論に理由と証拠で答え、答えられないなら [CONCEDE] と一行で書いて負けを認めて\
             ください。",
        ),
    ),
    Task::new(
        "judge",
        Text::all(
            "Judge the debate: weigh the arguments of the sides against each other, not the eloquence, and vote for one \
             side.",
            "请裁决这场辩论：权衡各方论点本身而非口才，并投票给其中一方。",
            "この討論を裁いてください。弁舌ではなく論拠を比べ、一方に投票してください。",
        ),
    ),
];

impl Debate {
    /// The strategy as seed 004 has it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            card: Card {
                name: Cow::Borrowed("debate"),
                purpose: Text::all(
                    "Sides argue in turn until one concedes; a judge may decide.",
                    "正反双方轮流辩论，直到一方认输；可由裁判裁决。",
                    "両側が交互に論じ、一方が負けを認めるまで続けます。審判が決めることもできます。",
                ),
                use_when: Text::all(
                    "Opposed views have to be weighed and arguments sharpened by rebuttal.",
                    "需要权衡利弊，存在明显对立的观点。",
                    "対立する見方を比べ、反論で論拠を磨きたいとき。",
                ),
                avoid_when: Text::all(
                    "The views are not opposed, or ideas are to be collected.",
                    "观点并不对立，或目标是收集创意。",
                    "見方が対立していないとき、またはアイデアを集めたいとき。",
                ),
                seats: Text::all(
                    "Two or more sides with a seat each, and at most one judge.",
                    "至少两方，每方至少一席；最多一名裁判。",
                    "二つ以上の側に一席以上ずつ、審判は一人まで。",
                ),
                rounds: Rounds::new(1, 6),
                fits: Cow::Borrowed(&[Input::Sides, Input::Positions]),
                check: Check::Never,
                cut: Cut::Never,
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
        KnobReader::new("debate", knobs, &[])?;
        Ok(Self::new())
    }

    fn judge(roster: &Roster) -> Option<SeatId> {
        roster.with_role(&Role::Judge).next()
    }

    /// Who speaks in a round: seat by seat, one of each side in turn, beginning with another side every round.
    fn order(roster: &Roster, round: u32) -> Vec<SeatId> {
        let sides = roster.sides();
        let first = (round.saturating_sub(1) as usize) % sides.len().max(1);
        let teams: Vec<Vec<SeatId>> =
            (0..sides.len()).filter_map(|at| sides.get((first + at) % sides.len())).map(|s| team(roster, s)).collect();
        let longest = teams.iter().map(Vec::len).max().unwrap_or(0);
        (0..longest).flat_map(|at| teams.iter().filter_map(move |team| team.get(at).copied())).collect()
    }

    /// Whether a side has given up: everybody of it who answered when last asked has conceded, and somebody has.
    fn has_conceded(view: &View<'_>, side: &Arc<str>) -> bool {
        let standings = || team(view.roster(), side).into_iter().filter_map(|seat| view.standing(seat));
        let gave_up = standings().any(|standing| standing.conceded);
        gave_up && standings().filter(|standing| standing.answered_last).all(|standing| standing.conceded)
    }

    /// Whether at most one side is left to argue.
    fn conceded(view: &View<'_>) -> bool {
        let sides = view.roster().sides();
        let left = sides.iter().filter(|side| !Self::has_conceded(view, side)).count();
        left < 2
    }
}

fn team(roster: &Roster, side: &Arc<str>) -> Vec<SeatId> {
    let of_side =
        |(_, seat): &(SeatId, &Seat)| seat.voice && seat.role != Role::Judge && seat.side.as_ref() == Some(side);
    roster.iter().filter(of_side).map(|(id, _)| id).collect()
}

impl Default for Debate {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Debate {
    fn card(&self) -> &Card {
        &self.card
    }

    fn next(&self, view: &View<'_>) -> Step {
        let roster = view.roster();
        let ending = view.closing().or_else(|| Self::conceded(view).then_some(StopReason::Conceded));
        if let Some(why) = ending {
            let judged = view.last_turn().is_some_and(|turn| turn.task == "judge");
            return match Self::judge(roster) {
                Some(judge) if !judged => {
                    let sides = roster.sides().into();
                    Step::ask(Ask::new(judge, "judge").form(Form::Ballot(sides)).sees(Scope::Full))
                }
                _ => Step::Conclude { why },
            };
        }
        let waits = |seat: &SeatId| {
            let asked = view.round_turns().iter().any(|turn| turn.seat == *seat);
            let side = roster.get(*seat).and_then(|seat| seat.side.as_ref());
            !asked && !side.is_some_and(|side| Self::has_conceded(view, side))
        };
        match Self::order(roster, view.round()).into_iter().find(waits) {
            Some(seat) => Step::ask(Ask::new(seat, "argue").form(view.form())),
            None => Step::CloseRound,
        }
    }

    fn seating(&self, roster: &Roster) -> Result<(), SeatingError> {
        let strategy = || "debate".to_owned();
        at_least("debate", roster, 2)?;
        let judges = roster.with_role(&Role::Judge).count();
        if judges > 1 {
            return Err(SeatingError::Role {
                strategy: strategy(),
                role: "judge".to_owned(),
                wanted: 1,
                seated: judges,
            });
        }
        let sideless = roster.iter().find(|(_, seat)| seat.voice && seat.role != Role::Judge && seat.side.is_none());
        if let Some((_, seat)) = sideless {
            return Err(SeatingError::Sideless { strategy: strategy(), seat: seat.name.to_string() });
        }
        let sides = roster.sides().iter().filter(|side| !team(roster, side).is_empty()).count();
        if sides < 2 { Err(SeatingError::Sides { strategy: strategy(), sides }) } else { Ok(()) }
    }

    fn decision(&self, view: &View<'_>) -> Option<Decision> {
        let turn = view.turns().iter().rev().find(|turn| turn.task == "judge")?;
        let vote = turn.reading()?.ballot.as_ref()?.counted()?.first()?;
        let value = view.roster().sides().get(usize::from(vote))?.clone();
        Some(Decision { value, maker: Maker::Judge, message: Some(turn.id) })
    }
}
