//! Round robin: every seat speaks in a fixed order, each hearing what was said before it (seed 004).

use std::borrow::Cow;

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// Every seat speaks once a round, in seat order.
///
/// ```text
/// Round 1: A → B → C
/// Round 2: A → B → C
/// Round 3: A → B (the rule is reached: the round ends where it stands)
/// ```
#[derive(Debug, Clone)]
pub struct RoundRobin {
    card: Card,
}

const TASKS: &[Task] = &[Task::new(
    "respond",
    Text::all(
        "Give your view. Respond to what others said before you, propose what is missing, and say plainly if you agree.",
        "请发表你的观点：回应他人之前的发言，补充缺少的建议；如果同意，请明确说明。",
        "あなたの見解を述べてください。先の発言に応答し、足りない提案を加え、賛成ならはっきりそう述べてください。",
    ),
)];

impl RoundRobin {
    /// The strategy as seed 004 has it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            card: Card {
                name: Cow::Borrowed("round-robin"),
                purpose: Text::all(
                    "Every seat speaks in turn, and each hears what was said before it.",
                    "每个席位按固定顺序依次发言，并能听到之前的发言。",
                    "全員が決まった順に発言し、それまでの発言を聞きます。",
                ),
                use_when: Text::all(
                    "You want every view heard and the seats are equals.",
                    "需要收集多方意见，且参与者地位平等。",
                    "対等な参加者から幅広く意見を集めたいとき。",
                ),
                avoid_when: Text::all(
                    "One seat knows far more than the others, or the views are opposed from the start.",
                    "某一席位明显更专业，或观点一开始就对立。",
                    "一人だけが詳しいとき、または初めから対立しているとき。",
                ),
                seats: Text::all("One or more that speak.", "至少一个发言席位。", "発言する席が一つ以上。"),
                rounds: Rounds::new(2, 6),
                fits: Cow::Borrowed(&[Input::Positions, Input::Stances, Input::Options]),
                check: Check::EachStep,
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
        KnobReader::new("round-robin", knobs, &[])?;
        Ok(Self::new())
    }
}

impl Default for RoundRobin {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for RoundRobin {
    fn card(&self) -> &Card {
        &self.card
    }

    fn next(&self, view: &View<'_>) -> Step {
        if let Some(why) = view.closing() {
            return Step::Conclude { why };
        }
        match view.roster().voices().nth(view.round_turns().len()) {
            Some(seat) => Step::ask(Ask::new(seat, "respond").form(view.form())),
            None => Step::CloseRound,
        }
    }
}
