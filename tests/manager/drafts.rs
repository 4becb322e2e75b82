//! Whole texts that a synthesiser writes beside the result: asked for once it is there, mended once, and else left to the rule.

use quorate::{
    Finished,
    agent::{Agent, AgentError, Reply, Request, Sink},
    manager::Recorded,
    report::deliverable::{Deliverable, Improvement},
    strategies::{
        event::Budget,
        outcome::{Delivers, Draft},
        prelude::*,
        seat::{Backend, Origin},
    },
};
use serde_json::json;

use super::table::{Act, Asked, Player, checked, minutes, table};

const PLAN: &str = "# Move\n\n1. Copy the data\n2. Switch over\n";
const BETTER: &str = "# Move\n\n1. Copy the data (owner: Ana)\n2. Switch over\n";

/// A writer whose requests count.
#[derive(Debug)]
struct Model(Player);

#[async_trait::async_trait]
impl Agent for Model {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.0.reply(request, sink).await
    }

    fn backend(&self) -> Backend {
        Backend { name: "test:model".into(), origin: Origin::Model }
    }
}

/// Two seats that recommend something for a plan, and a synthesiser that does one thing after the other.
async fn improved(
    budget: Budget,
    writes: impl Fn(usize, &Request<'_>) -> Act + Send + Sync + 'static,
) -> (Finished, Vec<Asked>) {
    let (discussion, log) = table(&["Ann", "Bob"], |request| {
        format!("{}: name an owner for step 1. [KIND: PROPOSAL] [STANCE: AGREE]", request.seat.name).into()
    });
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let writer =
        Player::new(&log, move |request| writes(calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1, request));
    let discussion = discussion.material("plan.md", PLAN).delivers(Delivers::Improvement).budget(budget);
    let done = checked(discussion.max_rounds(1).synthesizer(Model(writer)).run().await.unwrap());
    (done, log.of("Synthesiser"))
}

fn result() -> Act {
    json!({
        "consensus": null,
        "key_points": [{ "text": "Step 1 has no owner.", "messages": [1] }],
        "conclusion": { "text": "Name one.", "messages": [1] },
        "recommendations": [{ "text": "Name an owner for step 1.", "messages": [1, 2] }],
        "divergences": [],
    })
    .to_string()
    .into()
}

fn text(text: &str, messages: &[u32]) -> Act {
    let edit = json!({ "what": "An owner", "quote": "1. Copy the data (owner: Ana)", "messages": messages });
    json!({ "text": text, "edits": [edit] }).to_string().into()
}

fn calls(calls: u64) -> Budget {
    Budget { calls: Some(calls), ..Budget::default() }
}

fn improvement(done: &Finished) -> Improvement {
    match Deliverable::of(&done.source()) {
        Some(Deliverable::Improvement(one)) => one,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_plan_is_improved_by_the_synthesiser_and_the_record_holds_what_it_wrote() {
    let (done, asked) =
        improved(Budget::default(), |call, _| if call == 1 { result() } else { text(BETTER, &[2]) }).await;
    assert_eq!(asked.len(), 2);
    assert!(asked[1].user.contains("1. Copy the data") && asked[1].user.contains("Name an owner for step 1."));
    let one = improvement(&done);
    assert_eq!(one.text, BETTER);
    assert_eq!(one.texts[0].changes[0].reasons[0].messages, [TurnId(2)]);
    // It is a view of the record: whoever reads that has it too.
    let again = Recorded::read(&done.lines().unwrap());
    assert_eq!(Deliverable::of(&again.source()), Some(Deliverable::Improvement(one)));
    assert!(minutes(&done).contains("Places changed: 1; without a reason: 0."));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_no_plan_is_mended_once_and_then_the_rule_takes_over() {
    let mended = |call, _: &Request<'_>| match call {
        1 => result(),
        2 => text(BETTER, &[77]),
        _ => text(BETTER, &[1]),
    };
    let (done, asked) = improved(Budget::default(), mended).await;
    assert_eq!(asked[2].again, Some("repair"));
    assert!(asked[2].wrong.as_deref().unwrap().contains("names no message of this discussion"));
    assert_eq!(improvement(&done).text, BETTER);

    let (done, asked) =
        improved(Budget::default(), |call, _| if call == 1 { result() } else { "I would not.".into() }).await;
    assert_eq!(asked.len(), 3);
    let one = improvement(&done);
    assert!(one.text.starts_with(PLAN) && one.text.contains("> **Proposed** (messages 1, 2; Ann"), "{}", one.text);
    assert_eq!(one.texts[0].unwritten.as_ref().map(|why| why.asked), Some(2));
    assert!(minutes(&done).contains("was asked to write it and could not"));
}

#[tokio::test(start_paused = true)]
async fn who_cannot_write_the_result_is_not_asked_for_more_and_nothing_is_written_beyond_the_budget() {
    let (done, asked) = improved(Budget::default(), |_, _| "No.".into()).await;
    assert_eq!(asked.len(), 2);
    assert!(matches!(done.result().unwrap().drafts.as_slice(), [Draft::Unwritten(_)]));

    let (done, asked) = improved(calls(1), |call, _| if call == 1 { result() } else { text(BETTER, &[1]) }).await;
    assert_eq!(asked.len(), 1);
    let one = improvement(&done);
    assert_eq!(one.texts[0].unwritten.as_ref().map(|why| why.asked), Some(0));
    assert!(one.text.contains("> **Proposed**"));
}

#[tokio::test(start_paused = true)]
async fn a_text_that_was_asked_for_counts_in_what_was_spent() {
    let (done, _) = improved(calls(40), |call, _| if call == 1 { result() } else { text(BETTER, &[1]) }).await;
    assert_eq!(done.state.spent().calls, 2);
}
