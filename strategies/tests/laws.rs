//! The laws, held by every strategy and rule that ships, and the faults that the suite must find.

use std::sync::Arc;

use quorate_strategies::{catalog::Catalog, conformance, prelude::*, strategy::Knobs};

fn builtin_rules() -> Vec<Arc<dyn DecisionRule>> {
    let catalog = Catalog::builtin();
    catalog.rules().map(|name| catalog.rule(name, &Knobs::new()).unwrap()).collect()
}

#[test]
fn every_strategy_keeps_the_laws() {
    let catalog = Catalog::builtin();
    let rules = builtin_rules();
    for name in catalog.strategies() {
        let strategy = catalog.strategy(name, &Knobs::new()).unwrap();
        assert_eq!(strategy.card().name, name);
        let passed = conformance::check(&strategy, &rules, 40).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(passed.tables >= 7 && passed.steps > 1000, "{name}: {passed:?}");
    }
}

#[test]
fn every_setting_of_the_expert_keeps_the_laws() {
    let catalog = Catalog::builtin();
    for (others, opening) in [("in-order", "first-round"), ("together", "every-round"), ("together", "first-round")] {
        let knobs = [("others".to_owned(), others.to_owned()), ("opening".to_owned(), opening.to_owned())].into();
        let strategy = catalog.strategy("expert", &knobs).unwrap();
        conformance::check(&strategy, &builtin_rules(), 16).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn every_rule_keeps_the_laws() {
    for rule in builtin_rules() {
        conformance::check_rule(rule.as_ref(), 3000).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// A strategy that breaks one law, chosen by its step function.
#[derive(Debug)]
struct Faulty(Card, fn(&View<'_>) -> Step);

impl Strategy for Faulty {
    fn card(&self) -> &Card {
        &self.0
    }
    fn next(&self, view: &View<'_>) -> Step {
        (self.1)(view)
    }
}

fn fault_of(next: fn(&View<'_>) -> Step) -> String {
    let card = Catalog::builtin().strategy("round-robin", &Knobs::new()).unwrap().card().clone();
    let faulty: Arc<dyn Strategy> = Arc::new(Faulty(card, next));
    conformance::check(&faulty, &[], 20).unwrap_err().to_string()
}

#[test]
fn the_suite_finds_who_breaks_a_law() {
    assert!(fault_of(|_| Step::Await).contains("aborted"));
    assert!(fault_of(|_| Step::Ask { asks: vec![] }).contains("asked nobody"));
    assert!(fault_of(|_| Step::ask(Ask::new(SeatId(99), "respond"))).contains("seat 99"));
    assert!(fault_of(|_| Step::ask(Ask::new(SeatId(0), "sing"))).contains("sing"));
    assert!(fault_of(|_| Step::ask(Ask::new(SeatId(0), "respond"))).contains("did not end"));
    assert!(fault_of(|_| Step::Invite { wanted: "more".into() }).contains("requests"));
}

#[test]
fn the_suite_finds_hidden_state_and_hidden_randomness() {
    static CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let fault = fault_of(|view| {
        let calls = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        match view.closing() {
            Some(why) => Step::Conclude { why },
            None if calls.is_multiple_of(3) => Step::CloseRound,
            None => Step::ask(Ask::new(SeatId(0), "respond")),
        }
    });
    assert!(fault.contains("two records") || fault.contains("replay"), "{fault}");
}

#[test]
fn names_that_could_be_confused_are_refused() {
    let mut roster = Roster::default();
    roster.add(Seat::new("Ann")).unwrap();
    for name in ["Ann", "ann", "Ann ", "Ａｎｎ", " ANN"] {
        assert!(roster.add(Seat::new(name)).is_err(), "{name:?}");
    }
    for name in ["", "  ", "A\u{202e}nn", "A\nB", "A\u{200b}nn"] {
        assert!(roster.add(Seat::new(name)).is_err(), "{name:?}");
    }
    assert!(roster.add(Seat::new("项目管理")).is_ok());
}
