//! A question to the principal as a strategy of its own: nobody sits at the table, and the answer is the end.

use std::{borrow::Cow, sync::Arc};

use quorate_strategies::{
    brief::Text,
    catalog::{Catalog, KnobError},
    event::GateAnswer,
    outcome::{Decision, Maker},
    seat::Roster,
    state::Gate,
    step::{Step, StopReason},
    strategy::{Card, Check, Cut, Knob, Knobs, Rounds, SeatingError, Strategy},
    view::View,
};

/// The name in records.
const NAME: &str = "gate";
/// The knob that holds the question.
const QUESTION: &str = "question";

const KNOBS: &[Knob] = &[Knob {
    name: QUESTION,
    values: "a text",
    default: "",
    purpose: "what the principal is asked; the topic where it is not set",
}];

/// Asks the principal once. Yes makes the question the decision, an amendment makes itself the decision, and anything
/// else leaves none.
#[derive(Debug, Clone)]
pub(super) struct Asks {
    card: Card,
    question: Arc<str>,
}

impl Asks {
    pub(super) fn new(question: impl Into<Arc<str>>) -> Self {
        let card = Card {
            name: Cow::Borrowed(NAME),
            purpose: Text::all(
                "A person approves, amends or rejects what is put to them.",
                "由人批准、修改或否决提交给其的内容。",
                "示された内容を人が承認、修正、または却下します。",
            ),
            use_when: Text::all(
                "Nothing may go on without a person's word.",
                "没有人的同意就不能继续时。",
                "人の同意なしに先へ進めないとき。",
            ),
            avoid_when: Text::all("Nobody will be there to answer.", "届时没有人能答复时。", "答える人がいないとき。"),
            seats: Text::all("none", "无", "なし"),
            rounds: Rounds::new(1, 1),
            fits: Cow::Borrowed(&[]),
            check: Check::Never,
            cut: Cut::Never,
            tasks: Cow::Borrowed(&[]),
            knobs: KNOBS,
        };
        Self { card, question: question.into() }
    }

    fn of(knobs: &Knobs) -> Result<Self, KnobError> {
        let unknown = knobs.keys().find(|name| *name != QUESTION);
        match unknown {
            Some(name) => Err(KnobError::Unknown {
                owner: NAME.to_owned(),
                name: name.clone(),
                nearest: None,
                known: vec![QUESTION.to_owned()],
            }),
            None => Ok(Self::new(knobs.get(QUESTION).map_or("", String::as_str))),
        }
    }
}

impl Strategy for Asks {
    fn card(&self) -> &Card {
        &self.card
    }

    fn settings(&self) -> Knobs {
        Knobs::from([(QUESTION.to_owned(), self.question.to_string())])
    }

    fn next(&self, view: &View<'_>) -> Step {
        match (view.closing(), view.gate()) {
            (Some(why), _) => Step::Conclude { why },
            (None, Gate::Unasked) => Step::Gate { question: Arc::clone(&self.question) },
            (None, _) => Step::Conclude { why: StopReason::Finished },
        }
    }

    fn seating(&self, _: &Roster) -> Result<(), SeatingError> {
        Ok(())
    }

    fn decision(&self, view: &View<'_>) -> Option<Decision> {
        let value = match view.gate() {
            Gate::Answered(GateAnswer::Approve) => &self.question,
            Gate::Answered(GateAnswer::Amend(text)) => text,
            _ => return None,
        };
        Some(Decision { value: Arc::clone(value), maker: Maker::Principal, message: None })
    }
}

/// Everything that comes with Quorate and the strategy behind gates, for whoever reads the record of one.
#[must_use]
pub fn catalog() -> Catalog {
    let mut catalog = Catalog::builtin();
    catalog.add_strategy(NAME, |knobs| Ok(Arc::new(Asks::of(knobs)?)));
    catalog
}
