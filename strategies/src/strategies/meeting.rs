//! Meeting: everybody is asked at once by a mediator and hears nothing but its rolling summary (seeds 000 and 001).

use std::borrow::Cow;

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// Every seat is asked together each round, and nobody hears anybody but through the summary of the rounds before.
///
/// ```text
/// Round 1: A + B + C (topic)                      → stances → full, majority or none → summary
/// Round 2: A + B + C (summary of round 1)         → stances → …                      → summary
/// Round 3: A + B + C (summary of rounds 1 and 2)  → full or majority: the meeting ends here
/// ```
/// So a round takes one message a seat instead of one for each pair, and a prompt is about as long in round 50 as in
/// round 2.
#[derive(Debug, Clone)]
pub struct Meeting {
    card: Card,
}

/// About how many tokens the summary takes.
const SUMMARY: u32 = 500;

const TASKS: &[Task] = &[Task::new(
    "reason",
    Text::all(
        "Reason about the topic on your own, take up what the summary says of the others where there is one, and make or \
         amend a proposal if it takes one. Then take one stance on what is proposed.",
        "请独立思考议题；如有摘要，请回应其中其他人的观点；必要时提出或修改提案。然后对提案表明一个立场。",
        "議題についてご自身で考え、要約があればそこにある他の人の意見を踏まえ、必要なら提案を出すか修正してください。その\
         うえで、提案に対する立場を一つ示してください。",
    ),
)];

impl Meeting {
    /// The strategy as seeds 000 and 001 have it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            card: Card {
                name: Cow::Borrowed("meeting"),
                purpose: Text::all(
                    "A mediator asks everybody at once, round by round, and passes on nothing but a rolling summary.",
                    "由协调者每轮同时询问所有席位，彼此之间只传递滚动摘要。",
                    "調停役が毎ラウンド全員に同時に尋ね、ローリングサマリーだけを伝えます。",
                ),
                use_when: Text::all(
                    "A group has to agree, in many rounds or with many seats, at a cost that does not grow.",
                    "需要一组成员达成一致，轮次或席位较多，而每轮成本不应增长。",
                    "多くのラウンドや席があっても費用を増やさずに、グループで合意したいとき。",
                ),
                avoid_when: Text::all(
                    "Every word of the others matters to the answer.",
                    "回答取决于他人发言的每一个细节。",
                    "他の人の発言の一語一語が答えを左右するとき。",
                ),
                seats: Text::all("One or more that speak.", "至少一个发言席位。", "発言する席が一つ以上。"),
                rounds: Rounds::new(1, 5),
                fits: Cow::Borrowed(&[Input::Stances, Input::Positions, Input::Options]),
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
        KnobReader::new("meeting", knobs, &[])?;
        Ok(Self::new())
    }
}

impl Default for Meeting {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Meeting {
    fn card(&self) -> &Card {
        &self.card
    }

    fn context(&self) -> Scope {
        Scope::Summary(SUMMARY)
    }

    fn next(&self, view: &View<'_>) -> Step {
        if let Some(why) = view.closing() {
            return Step::Conclude { why };
        }
        if !view.round_turns().is_empty() {
            return Step::CloseRound;
        }
        let asks = view.roster().voices().map(|seat| Ask::new(seat, "reason").form(view.form()));
        Step::Ask { asks: asks.collect() }
    }
}
