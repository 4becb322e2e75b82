//! Brainstorm: a fresh random order every round, many ideas, no criticism (seed 004).

use std::borrow::Cow;

use rand::{SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};

use crate::{
    catalog::{KnobError, KnobReader},
    prelude::*,
};

/// Seats speak in a random order that is drawn anew for every round from the seed of the discussion.
///
/// No decision is sought: the discussion ends with its last round.
#[derive(Debug, Clone)]
pub struct Brainstorm {
    card: Card,
}

const TASKS: &[Task] = &[Task::new(
    "ideas",
    Text::all(
        "Bring ideas: many, bold, wild ones too. Build on the ideas of others. Do not criticise any. Put each idea on a \
         line of its own, numbered, as [IDEA: …].",
        "请提出创意：多多益善，欢迎大胆甚至疯狂的想法；在他人创意上扩展，不要批评。每个创意单独一行并编号，写作 [IDEA: …]。",
        "アイデアを出してください。多く、大胆に、突飛なものも歓迎です。他の人の案を発展させ、批判はしないでください。一案一行、\
         番号を付けて [IDEA: …] と書いてください。",
    ),
)];

impl Brainstorm {
    /// The strategy as seed 004 has it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
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
                fits: Cow::Borrowed(&[]),
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
        KnobReader::new("brainstorm", knobs, &[])?;
        Ok(Self::new())
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

    fn next(&self, view: &View<'_>) -> Step {
        if let Some(why) = view.closing() {
            return Step::Conclude { why };
        }
        match Self::order(view).get(view.round_turns().len()) {
            Some(seat) => Step::ask(Ask::new(*seat, "ideas").form(view.form())),
            None => Step::CloseRound,
        }
    }
}
