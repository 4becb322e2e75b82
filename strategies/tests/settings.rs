//! What is set is told again as it was set, what cannot be set is refused, and a table that cannot be played is named.

use quorate_strategies::{
    catalog::Catalog,
    event::Peers,
    prelude::*,
    seat::Roster,
    strategies::{Debate, Expert, Poll},
    strategy::{Knobs, SeatingError},
};

fn knobs(settings: &[(&str, &str)]) -> Knobs {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn a_strategy_tells_what_was_set_and_nothing_else() {
    let catalog = Catalog::builtin();
    let of = |name: &str, set: &[(&str, &str)]| catalog.strategy(name, &knobs(set)).unwrap().settings();
    for name in catalog.strategies() {
        assert_eq!(of(name, &[]), Knobs::new(), "{name}");
    }
    for set in [
        vec![("others", "together")],
        vec![("opening", "first-round")],
        vec![("others", "together"), ("opening", "first-round")],
    ] {
        assert_eq!(of("expert", &set), knobs(&set));
    }
    assert_eq!(of("expert", &[("others", "in-order"), ("opening", "every-round")]), Knobs::new());
    assert_eq!(of("brainstorm", &[("converge", "vote")]), knobs(&[("converge", "vote")]));
    assert_eq!(of("brainstorm", &[("converge", "no")]), Knobs::new());
}

#[test]
fn a_rule_tells_what_was_set_and_nothing_else() {
    let catalog = Catalog::builtin();
    let of = |name: &str, set: &[(&str, &str)]| catalog.rule(name, &knobs(set)).unwrap().settings();
    for name in catalog.rules() {
        assert_eq!(of(name, &[]), Knobs::new(), "{name}");
    }
    assert_eq!(of("stance", &[("quorum", "3")]), knobs(&[("quorum", "3")]));
    assert_eq!(of("ratio", &[("threshold", "80")]), knobs(&[("threshold", "80")]));
    assert_eq!(of("condorcet", &[("of", "cast")]), knobs(&[("of", "cast")]));
    assert_eq!(of("plurality", &[("quorum", "2")]), knobs(&[("quorum", "2")]));
}

#[test]
fn what_a_strategy_does_not_have_cannot_be_set() {
    let catalog = Catalog::builtin();
    for name in catalog.strategies() {
        assert!(catalog.strategy(name, &knobs(&[("volume", "loud")])).is_err(), "{name}");
    }
}

#[test]
fn a_poll_does_not_tell_whose_answer_is_whose() {
    assert_eq!(Poll::new().peers(), Peers::Anonymous);
    assert_eq!(Debate::new().peers(), Peers::Named);
}

fn roster(seats: impl IntoIterator<Item = Seat>) -> Roster {
    let mut roster = Roster::default();
    for seat in seats {
        roster.add(seat).unwrap();
    }
    roster
}

fn seat(name: &str) -> Seat {
    Seat::new(name)
}

#[test]
fn a_debate_needs_two_sides_and_a_side_for_everybody_but_one_judge() {
    let (ann, bob) = (|| seat("Ann").side("yes"), || seat("Bob").side("no"));
    let judge = |name: &str| seat(name).role("judge");
    let of = |seats: Vec<Seat>| Debate::new().seating(&roster(seats));
    assert_eq!(of(vec![ann(), bob()]), Ok(()));
    assert_eq!(of(vec![ann(), bob(), judge("Cy")]), Ok(()));
    assert!(matches!(of(vec![ann()]), Err(SeatingError::TooFew { least: 2, seated: 1, .. })));
    assert!(matches!(of(vec![ann(), bob(), judge("Cy"), judge("Di")]), Err(SeatingError::Role { seated: 2, .. })));
    assert!(matches!(of(vec![ann(), seat("Al").side("yes")]), Err(SeatingError::Sides { sides: 1, .. })));
    assert!(matches!(of(vec![ann(), judge("Cy")]), Err(SeatingError::Sides { sides: 1, .. })));
    let sideless = of(vec![ann(), bob(), seat("Eve")]);
    assert!(matches!(&sideless, Err(SeatingError::Sideless { seat, .. }) if seat == "Eve"), "{sideless:?}");
    let silent = Seat { voice: false, ..seat("Eve") };
    assert_eq!(of(vec![ann(), bob(), silent]), Ok(()), "who does not speak defends no side");
}

#[test]
fn an_expert_discussion_needs_exactly_one_expert() {
    let of = |seats: Vec<Seat>| Expert::default().seating(&roster(seats));
    let expert = |name: &str| seat(name).role("expert");
    assert_eq!(of(vec![expert("Ann"), seat("Bob")]), Ok(()));
    assert!(matches!(of(vec![seat("Ann"), seat("Bob")]), Err(SeatingError::Role { wanted: 1, seated: 0, .. })));
    assert!(matches!(of(vec![expert("Ann"), expert("Bob")]), Err(SeatingError::Role { seated: 2, .. })));
}
