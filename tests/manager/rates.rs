//! How money is counted: what costs nothing, what nobody knows, and what was settled before.

use std::sync::Arc;

use quorate::{
    Discussion, Finished, SetupError,
    agent::{Agent, AgentError, Cost, Prices, Reply, Request, Sink},
    manager::{Fork, Recorded, Unknown},
    report::{result_json, schema},
    strategies::{
        catalog::Catalog,
        event::{Budget, Event, Rate, Spend},
        prelude::*,
        seat::{Backend, Origin},
    },
};

use super::table::{Act, Log, Player, about, checked, minutes};

/// A backend of any kind, whose answers have at most 100 tokens.
#[derive(Debug, Clone)]
struct Body {
    player: Player,
    name: &'static str,
    origin: Origin,
    cost: Cost,
}

#[async_trait::async_trait]
impl Agent for Body {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.player.reply(request, sink).await
    }

    fn backend(&self) -> Backend {
        Backend { name: self.name.into(), origin: self.origin }
    }

    fn output_cap(&self) -> Option<u32> {
        (self.origin == Origin::Model).then_some(100)
    }

    fn cost(&self) -> Cost {
        self.cost
    }
}

/// An answer that took 90 tokens to read and 10 to write.
fn answer(_: &Request<'_>) -> Act {
    let reply = Reply { input_tokens: Some(90), output_tokens: Some(10), ..Reply::text("Wait. [STANCE: NEUTRAL]") };
    Act::Reply(reply)
}

fn seated(name: &'static str, origin: Origin, cost: Cost) -> (Discussion, Log) {
    let log = Log::default();
    let body = Body { player: Player::new(&log, answer), name, origin, cost };
    let discussion = about("Ship on Friday?").seat(Seat::new("Ann"), body.clone()).seat(Seat::new("Bob"), body);
    (discussion.max_rounds(2), log)
}

fn local() -> Discussion {
    seated("test@localhost:model", Origin::Model, Cost::Free).0
}

fn program() -> Discussion {
    seated("command:./bot", Origin::Program, Cost::Possible).0
}

fn service() -> Discussion {
    seated("test:model", Origin::Model, Cost::Possible).0
}

fn money(nanos: u64) -> Budget {
    Budget { nanos: Some(nanos), ..Budget::default() }
}

fn tokens(tokens: u64) -> Budget {
    Budget { tokens: Some(tokens), ..Budget::default() }
}

fn rate_of(done: &Finished) -> Rate {
    let rates = &done.state.charter().rates.of;
    assert_eq!(rates.len(), 1);
    *rates.values().next().unwrap()
}

fn spending(done: &Finished) -> serde_json::Value {
    let document = result_json(&done.source());
    let schema: serde_json::Value = serde_json::from_str(schema()).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&document), "{document:#}");
    document["spending"].clone()
}

fn listed(input: u32, output: u32) -> Prices {
    Prices::parse(&format!("[\"test:model\"]\ninput = {input}\noutput = {output}\n")).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_model_on_this_machine_costs_nothing_and_that_is_said() {
    let done = checked(local().budget(money(1)).run().await.unwrap());
    assert_eq!((rate_of(&done), done.outcome.stop), (Rate::Free, StopReason::MaxRounds));
    assert_eq!(done.state.spent(), Spend { calls: 4, tokens: 400, nanos: 0 });
    let told = minutes(&done);
    assert!(told.contains("Counted as free, as they run on this machine: test@localhost:model"), "{told}");
    assert_eq!(spending(&done)["rates"][0]["counted"], "free");
}

#[tokio::test(start_paused = true)]
async fn a_price_that_is_said_for_what_is_not_known_binds_a_model_on_this_machine_too() {
    // A thousandth of the currency for a thousand tokens.
    let each = Unknown::Price(1_000_000_000);
    let done = checked(local().budget(money(10_000_000)).unknown(each).run().await.unwrap());
    assert_eq!(rate_of(&done), Rate::Said { each: 1_000_000_000 });
    assert_eq!(done.state.spent().nanos, done.state.spent().tokens * 1_000);
    assert!(minutes(&done).contains("as was said for prices that are not known: test@localhost:model"));
    let bound = checked(local().budget(money(2_000)).unknown(each).run().await.unwrap());
    assert_eq!((bound.outcome.stop, bound.state.turns().len()), (StopReason::Budget, 0), "nothing fits into so little");
}

#[tokio::test(start_paused = true)]
async fn a_program_is_refused_where_tokens_or_money_are_limited_unless_it_is_said_that_it_is_not_counted() {
    for budget in [money(1), tokens(1)] {
        let refused = program().budget(budget).check().unwrap_err();
        assert!(matches!(&refused, SetupError::Unmetered { seat, .. } if seat == "Ann"), "{refused}");
        let told = refused.to_string();
        assert!(
            told.contains("command:./bot") && told.contains("limit calls") && told.contains("\"uncounted\""),
            "{told}"
        );
        // A price needs tokens, and nobody is told any.
        let priced = program().budget(budget).unknown(Unknown::Price(5)).check();
        assert!(matches!(priced, Err(SetupError::Unmetered { .. })));
        let done = checked(program().budget(budget).unknown(Unknown::Uncounted).run().await.unwrap());
        assert_eq!((rate_of(&done), done.outcome.stop), (Rate::Uncounted, StopReason::MaxRounds));
        assert!(minutes(&done).contains("**Not counted:** what command:./bot took"), "{}", minutes(&done));
        let spending = spending(&done);
        assert_eq!((&spending["rates"][0]["counted"], &spending["calls"]), (&"uncounted".into(), &4.into()));
    }
    let calls = Budget { calls: Some(3), ..Budget::default() };
    let done = checked(program().budget(calls).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.state.spent().calls), (StopReason::Budget, 3), "runs can always be counted");
}

#[tokio::test(start_paused = true)]
async fn what_goes_on_counts_at_the_prices_at_which_it_began() {
    let whole = checked(service().prices(listed(1, 10)).budget(money(1_000_000_000)).run().await.unwrap());
    let settled = Rate::Listed { input: 1_000_000_000, output: 10_000_000_000 };
    assert_eq!((rate_of(&whole), whole.state.spent().nanos), (settled, 4 * 190_000));
    let lines = whole.lines().unwrap();
    for dear in [None, Some(listed(100, 1_000))] {
        let half = Recorded::read(&lines[..lines.len() / 2]);
        let log = Log::default();
        let body =
            Body { player: Player::new(&log, answer), name: "test:model", origin: Origin::Model, cost: Cost::Possible };
        let again = half.discussion(&Catalog::builtin(), |_| Arc::new(body.clone())).unwrap();
        let again = dear.into_iter().fold(again, Discussion::prices);
        let done = checked(again.resume(half).run().await.unwrap());
        assert!(log.calls() > 0);
        assert_eq!((rate_of(&done), done.state.spent()), (settled, whole.state.spent()));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_settled_about_the_unknown_holds_for_what_goes_on() {
    for unknown in [Unknown::Uncounted, Unknown::Price(7)] {
        let done = checked(service().budget(money(1_000_000)).unknown(unknown).run().await.unwrap());
        let charter = done.state.charter();
        assert_eq!(charter.rates.unknown, unknown);
        let other = Body {
            player: Player::new(&Log::default(), answer),
            name: "test:another",
            origin: Origin::Model,
            cost: Cost::Possible,
        };
        let again = Discussion::settled(charter, &Catalog::builtin()).unwrap();
        assert!(again.seat(Seat::new("Ann"), other.clone()).check().is_ok());
        let mut refusing = charter.clone();
        refusing.rates.unknown = Unknown::Refuse;
        let refusing = Discussion::settled(&refusing, &Catalog::builtin()).unwrap();
        assert!(matches!(refusing.seat(Seat::new("Ann"), other).check(), Err(SetupError::Unpriced { .. })));
    }
}

#[tokio::test(start_paused = true)]
async fn a_spent_budget_is_gone_on_from_in_a_copy_and_what_is_served_takes_nothing_of_it() {
    let calls = |calls| Budget { calls: Some(calls), ..Budget::default() };
    let done = checked(service().max_rounds(5).budget(calls(3)).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.state.turns().len()), (StopReason::Budget, 3));
    let fork = Fork::of(&done.entries).unwrap();
    let (_, log) = seated("test:model", Origin::Model, Cost::Possible);
    let body =
        Body { player: Player::new(&log, answer), name: "test:model", origin: Origin::Model, cost: Cost::Possible };
    let mut charter = fork.charter().clone();
    charter.budget = calls(4);
    let table = Discussion::settled(&charter, &Catalog::builtin()).unwrap();
    let table = table.seat(Seat::new("Ann"), body.clone()).seat(Seat::new("Bob"), body);
    let (copy, served) = fork.begin(table).unwrap();
    let copy = checked(copy.run().await.unwrap());
    assert_eq!((served.so_far().served.len(), log.calls(), copy.state.turns().len()), (3, 4, 7));
    assert_eq!((copy.outcome.stop, copy.state.spent().calls), (StopReason::Budget, 4));
    let paid = copy.entries.iter().filter(|entry| matches!(entry.event, Event::Reserved { .. })).count();
    assert_eq!(paid, 4, "nothing is reserved for what is served");
}
