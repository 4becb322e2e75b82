//! Budgets: no request starts that may take more than is left, and what was spent is told.

use std::sync::Arc;

use quorate::{
    Discussion, Finished, SetupError,
    agent::{Agent, AgentError, Prices, Reply, Request, Retry, Sink, Trouble, money, spec::AgentFactory},
    manager::{Purse, Unknown},
    preset::{Overrides, Preset},
    report::{result_json, schema},
    strategies::{
        catalog::Catalog,
        event::{Budget, Event, Limit, Spend},
        outcome::Author,
        prelude::*,
        seat::{Backend, Origin},
        state::State,
        strategies::Poll,
    },
};

use super::table::{Act, Log, Player, about, checked, minutes};

/// A model of a name, whose answers have a cap.
#[derive(Debug, Clone)]
pub(super) struct Model {
    player: Player,
    name: &'static str,
    cap: Option<u32>,
}

#[async_trait::async_trait]
impl Agent for Model {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.player.reply(request, sink).await
    }

    fn backend(&self) -> Backend {
        Backend { name: self.name.into(), origin: Origin::Model }
    }

    fn output_cap(&self) -> Option<u32> {
        self.cap
    }
}

/// One unit of money for a million tokens read, ten for a million written.
pub(super) fn prices() -> Prices {
    Prices::parse("[\"test:model\"]\ninput = 1\noutput = 10\n").unwrap()
}

pub(super) fn model(log: &Log, act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static) -> Model {
    Model { player: Player::new(log, act), name: "test:model", cap: Some(100) }
}

/// What a synthesiser writes.
const WRITTEN: &str = r#"{"consensus": null, "key_points": [{"text": "The audit is open.", "messages": [1]}], "conclusion": {"text": "Wait.", "messages": [1]}, "recommendations": [], "divergences": []}"#;

/// An answer that took so many tokens.
pub(super) fn took(text: &str, input: u64, output: u64) -> Act {
    Act::Reply(Reply { input_tokens: Some(input), output_tokens: Some(output), ..Reply::text(text) })
}

pub(super) fn seated(
    names: &[&'static str],
    act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static,
) -> (Discussion, Log) {
    let log = Log::default();
    let model = model(&log, act);
    let seats = names.iter().map(|name| Seat::new(*name));
    let discussion = seats.fold(about("Ship on Friday?"), |discussion, seat| discussion.seat(seat, model.clone()));
    (discussion.prices(prices()), log)
}

pub(super) fn calls(calls: u64) -> Budget {
    Budget { calls: Some(calls), ..Budget::default() }
}

fn reserved(done: &Finished) -> Vec<Spend> {
    let spends = done.entries.iter().filter_map(|entry| match &entry.event {
        Event::Reserved { spend, .. } => Some(*spend),
        _ => None,
    });
    spends.collect()
}

fn spending(done: &Finished) -> serde_json::Value {
    let document = result_json(&done.source());
    let schema: serde_json::Value = serde_json::from_str(schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&document), "{document:#}");
    document["spending"].clone()
}

#[tokio::test(start_paused = true)]
async fn a_budget_that_is_used_up_ends_the_discussion_with_what_was_said() {
    let (discussion, log) = seated(&["Ann", "Bob", "Cyd"], |_| took("We should wait for the audit.", 50, 10));
    let done = checked(discussion.budget(calls(5)).max_rounds(10).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls(), done.state.turns().len()), (StopReason::Budget, 5, 5));
    assert_eq!(done.result().unwrap().author, Author::Extractive);
    assert_eq!(done.state.spent(), Spend { calls: 5, tokens: 300, nanos: 5 * 150_000 });
    let told = minutes(&done);
    assert!(
        told.contains("Spent: requests: 5, tokens: 300, 0.00075 USD") && told.contains("Budget: requests: 5"),
        "{told}"
    );
    assert_eq!(spending(&done)["money"], "0.00075");
}

#[tokio::test(start_paused = true)]
async fn of_seats_that_are_asked_at_once_those_that_do_not_fit_are_never_asked() {
    let (discussion, log) = seated(&["Ann", "Bob", "Cyd"], |_| "Wait. [VOTE: no]".into());
    let done = checked(discussion.strategy(Poll::new()).budget(calls(2)).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Budget, 2));
    assert_eq!((log.of("Cyd").len(), done.state.turns().len()), (0, 2));
    let limits = done.entries.iter().filter(|one| one.event == Event::LimitReached { limit: Limit::Budget });
    assert_eq!(limits.count(), 1);
    assert!(done.outcome.participation.iter().any(|one| one.asked == 0), "and the outcome names who was not asked");
}

#[tokio::test(start_paused = true)]
async fn whatever_the_budget_nothing_is_overspent_and_it_ends() {
    for step in 0..60_u64 {
        let budget = Budget {
            calls: (step % 3 == 0).then_some(step / 3),
            tokens: (step % 3 != 1).then_some(step * 1_000),
            nanos: (step % 2 == 1).then_some(step * 1_500_000),
        };
        let (discussion, log) = seated(&["Ann", "Bob"], move |request| match (request.turn.0 as u64 * 7 + step) % 5 {
            0 => Act::Fail(AgentError::passing(Trouble::Broken, "broken")),
            1 => "No usage is told. [STANCE: NEUTRAL]".into(),
            2 => "".into(),
            n => took("Perhaps. [STANCE: NEUTRAL]", n * 90, 100),
        });
        let synthesizer = model(&log, |_| took("no result", 300, 100));
        let discussion = discussion.max_rounds(4).budget(budget).synthesizer(synthesizer);
        let done = checked(discussion.run().await.unwrap());
        assert!(budget.holds(done.state.spent()), "{budget:?}: {:?}", done.state.spent());
        assert!(log.calls() as u64 <= done.state.spent().calls, "{budget:?}");
        assert!(!minutes(&done).is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn the_writing_of_the_result_is_kept_back_from_the_start() {
    let (discussion, log) = seated(&["Ann", "Bob"], |_| took("Wait for the audit.", 60, 20));
    let writer = model(&log, |_| took(WRITTEN, 900, 60));
    let done = checked(discussion.budget(calls(4)).max_rounds(9).synthesizer(writer).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Budget, 4));
    assert_eq!(log.all().last().unwrap().task, "synthesis");
    assert!(matches!(done.result().unwrap().author, Author::Synthesizer { .. }), "{:?}", done.result());
    assert_eq!(done.state.spent().calls, 4);
}

#[tokio::test(start_paused = true)]
async fn what_is_written_from_is_cut_to_what_was_kept_back() {
    let long = format!("{} [STANCE: NEUTRAL]", "Wait for the audit of the plan. ".repeat(200));
    let (discussion, log) = seated(&["Ann", "Bob"], move |_| took(&long, 3_000, 100));
    let writer = model(&log, |_| took(WRITTEN, 2_000, 60));
    let limit = Budget { tokens: Some(60_000), ..Budget::default() };
    let done = checked(discussion.budget(limit).max_rounds(30).synthesizer(writer).run().await.unwrap());
    let asked = log.all().into_iter().find(|one| one.task == "synthesis").unwrap();
    assert!((1_000..30_000).contains(&asked.user.len()), "{}", asked.user.len());
    assert!(matches!(done.result().unwrap().author, Author::Synthesizer { .. }), "{:?}", done.result());
    assert!(done.outcome.stop == StopReason::Budget && limit.holds(done.state.spent()));
}

#[tokio::test(start_paused = true)]
async fn each_attempt_is_reserved_and_one_that_does_not_fit_ends_the_turn() {
    let busy = || Act::Fail(AgentError { trouble: Trouble::Busy, message: "429".into(), retry: Retry::After(None) });
    let (discussion, log) = seated(&["Ann"], move |_| busy());
    let done = checked(discussion.budget(calls(2)).max_rounds(1).run().await.unwrap());
    assert_eq!((log.calls(), reserved(&done).len()), (2, 2), "each is in the record");
    let turn = &done.state.turns()[0];
    let why = turn.end.as_ref().unwrap().cause.as_deref().unwrap();
    assert!(turn.ending() == Some(Ending::Failed) && why.contains("the budget does not hold"), "{why}");
    assert_eq!(done.state.spent(), reserved(&done).into_iter().fold(Spend::default(), Spend::plus), "none was told");
    assert!(spending(&done)["estimated_tokens"].as_u64().unwrap() > 0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_took_more_than_was_reserved_is_counted_and_named() {
    let (discussion, log) = seated(&["Ann", "Bob"], |_| took("A long thought.", 10, 5_000_000));
    let limit = Budget { nanos: Some(40_000_000_000), ..Budget::default() };
    let done = checked(discussion.budget(limit).max_rounds(9).run().await.unwrap());
    assert_eq!((log.calls(), done.outcome.stop), (1, StopReason::Budget));
    assert_eq!(done.state.spent().nanos, 50_000_010_000);
    let told = minutes(&done);
    assert!(told.contains("**More than reserved:** Ann (#1) took") && told.contains("50.00001 USD"), "{told}");
    let spending = spending(&done);
    assert_eq!(
        (&spending["overshoots"][0]["seat"], &spending["overshoots"][0]["taken"]["tokens"]),
        (&"Ann".into(), &5_000_010.into())
    );
}

#[test]
fn money_without_a_price_or_a_most_of_tokens_is_refused_before_anything_is_spent() {
    let limit = Budget { nanos: Some(1_000), ..Budget::default() };
    let with = |name, cap| {
        let model = Model { name, cap, ..model(&Log::default(), |_| Act::Hang) };
        about("Ship?").seat(Seat::new("Ann"), model).prices(prices())
    };
    let unpriced = with("test:other", Some(9)).budget(limit).check().unwrap_err();
    assert!(matches!(&unpriced, SetupError::Unpriced { seat, .. } if seat == "Ann"), "{unpriced}");
    let ways = unpriced.to_string();
    assert!(
        ways.contains("--prices") && ways.contains("price per million") && ways.contains("\"uncounted\""),
        "{ways}"
    );
    let uncapped = with("test:model", None).budget(limit).check().unwrap_err();
    assert!(matches!(&uncapped, SetupError::Uncapped { seat, .. } if seat == "Ann"), "{uncapped}");
    let tokens = Budget { tokens: Some(9), ..Budget::default() };
    assert!(matches!(with("test:other", None).budget(tokens).check(), Err(SetupError::Uncapped { .. })));
    assert!(with("test:other", None).budget(calls(3)).check().is_ok(), "requests can always be counted");
    assert!(with("test:other", None).budget(limit).unknown(Unknown::Uncounted).check().is_ok());
    assert!(with("test:other", Some(9)).budget(limit).unknown(Unknown::Price(5)).check().is_ok());
    let shared = Purse::new(limit);
    assert!(matches!(with("test:other", Some(9)).purse(shared).check(), Err(SetupError::Unpriced { .. })));
}

#[tokio::test(start_paused = true)]
async fn discussions_that_share_a_purse_spend_from_it_together() {
    let purse = Purse::new(calls(7));
    let play = |purse: &Purse| {
        let (discussion, log) = seated(&["Ann", "Bob"], |_| took("Wait.", 5, 5).after(10));
        let discussion = discussion.max_rounds(5).purse(purse.clone());
        async move { (discussion.run().await.unwrap(), log) }
    };
    let ((one, log), (other, more)) = tokio::join!(play(&purse), play(&purse));
    assert_eq!(log.calls() + more.calls(), 7);
    assert!(one.outcome.stop == StopReason::Budget && other.outcome.stop == StopReason::Budget);
    assert_eq!((purse.spent().calls, purse.reserved()), (7, Spend::default()));
}

#[tokio::test(start_paused = true)]
async fn a_request_that_was_under_way_when_the_record_ends_counts_in_full() {
    let (discussion, _) = seated(&["Ann"], |_| took("Wait.", 5, 5));
    let done = discussion.budget(calls(9)).max_rounds(1).run().await.unwrap();
    let mut state = State::default();
    for entry in &done.entries {
        state.apply(entry.seq, &entry.event).unwrap();
        if let Event::Reserved { spend, .. } = &entry.event {
            assert!(spend.tokens > 100 && state.spent() == *spend, "the process may end here");
        }
    }
    assert_eq!(state.spent().tokens, 10);
}

#[tokio::test(start_paused = true)]
async fn without_a_budget_and_a_price_nothing_is_counted_or_told() {
    let log = Log::default();
    let unknown = Model { name: "test:unheard-of", ..model(&log, |_| "Yes.".into()) };
    let done = checked(about("Ship?").seat(Seat::new("Ann"), unknown).max_rounds(1).run().await.unwrap());
    assert!(reserved(&done).is_empty() && result_json(&done.source()).get("spending").is_none());
    assert!(!minutes(&done).contains("Spent:"));
}

fn factory() -> AgentFactory {
    let mut agents = AgentFactory::builtin();
    agents.add("test", "test:MODEL", "a model of tests", |_| Ok(Arc::new(model(&Log::default(), |_| Act::Hang))));
    agents
}

fn read(text: &str, wishes: &Overrides) -> Result<Discussion, String> {
    let text = format!("topic = \"Ship?\"\nagent = \"test:model\"\n{text}\n[[seat]]\nname = \"Ann\"\n");
    let preset = Preset::parse("a.toml", &text, ".").map_err(|error| error.to_string())?;
    preset.discussion(wishes, &Catalog::builtin(), &factory()).map_err(|error| error.to_string())
}

#[test]
fn a_file_sets_limits_and_prices_and_a_flag_stands_over_it() {
    let own = "budget_calls = 7\nbudget_money = 0.50\nprices = { \"test:model\" = { input = 0.25, output = 2 } }";
    let charter = read(own, &Overrides::default()).unwrap().check().unwrap().charter;
    assert_eq!(charter.budget, Budget { calls: Some(7), tokens: None, nanos: Some(500_000_000) });
    assert_eq!(charter.currency.as_deref(), Some("USD"));
    let wishes = Overrides::default().set("budget_money", "1.25").set("budget_tokens", "900");
    let budget = read(own, &wishes).unwrap().check().unwrap().charter.budget;
    assert_eq!(budget, Budget { calls: Some(7), tokens: Some(900), nanos: Some(1_250_000_000) });
    assert_eq!(money(1_250_000_000), "1.25");
}

#[test]
fn limits_that_cannot_be_are_refused_with_their_place() {
    for (line, why) in [
        ("budget_money = 1", "a.toml:3: Ann: the price of test:model is not known"),
        ("budget_money = -1", "a.toml:3: budget_money = -1 is not allowed"),
        ("budget_money = 1000000.01", "a.toml:3: budget_money = 1000000.01 is not allowed"),
        ("budget_calls = 1000000000001", "a.toml:3: budget_calls"),
        ("unknown = \"guess\"", "a.toml:3: unknown = \"guess\" is not allowed"),
        ("prices = { \"test:model\" = { input = 1 } }", "a.toml:3: prices = {…} is not allowed"),
        ("prices = 3", "a.toml:3: prices = 3 is not allowed"),
    ] {
        let error = read(line, &Overrides::default()).map(|_| ()).unwrap_err();
        assert!(error.starts_with(why), "{line}: {error}");
    }
    for line in [
        "budget_money = 1000000\nunknown = 2.5",
        "budget_calls = 1000000000000",
        "budget_money = 0\nunknown = \"uncounted\"",
    ] {
        assert!(read(line, &Overrides::default()).is_ok(), "{line}");
    }
}
