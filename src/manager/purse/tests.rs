//! The law of purses: what is reserved and spent together stays within the budget, however it is shared.

use std::thread;

use proptest::prelude::*;

use super::*;

/// One thing that somebody does with a purse.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Reserve(Spend),
    /// The oldest hold comes back with at most what was reserved: this many percent.
    Settle(u64),
    Drop,
    Release,
    Exchange(Spend),
}

fn spend() -> impl Strategy<Value = Spend> {
    (0..3_u64, 0..400_u64, 0..900_u64).prop_map(|(calls, tokens, nanos)| Spend { calls, tokens, nanos })
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => spend().prop_map(Deed::Reserve),
        3 => (0..=100_u64).prop_map(Deed::Settle),
        1 => Just(Deed::Drop),
        1 => Just(Deed::Release),
        1 => spend().prop_map(Deed::Exchange),
    ]
}

fn budget() -> impl Strategy<Value = Budget> {
    let limit = |most: u64| prop::option::of(0..most);
    (limit(12), limit(2_000), limit(4_000)).prop_map(|(calls, tokens, nanos)| Budget { calls, tokens, nanos })
}

fn part(spend: Spend, percent: u64) -> Spend {
    let part = |amount: u64| amount * percent / 100;
    Spend { calls: spend.calls, tokens: part(spend.tokens), nanos: part(spend.nanos) }
}

fn does(purse: &Purse, holds: &mut Vec<Hold>, deed: Deed) {
    let oldest = |holds: &mut Vec<Hold>| (!holds.is_empty()).then(|| holds.remove(0));
    match deed {
        Deed::Reserve(spend) => holds.extend(purse.reserve(spend).ok()),
        Deed::Exchange(spend) => drop(holds.first_mut().map(|hold| hold.exchange(spend))),
        Deed::Settle(percent) => {
            if let Some(hold) = oldest(holds) {
                let spend = part(hold.spend(), percent);
                hold.settle(spend);
            }
        }
        Deed::Drop => drop(oldest(holds)),
        Deed::Release => {
            if let Some(hold) = oldest(holds) {
                hold.release();
            }
        }
    }
}

fn keeps(purse: &Purse) -> bool {
    purse.budget().holds(purse.spent().plus(purse.reserved()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn nothing_exceeds_a_budget_that_two_discussions_share(
        all in budget(),
        parts in [budget(), budget()],
        deeds in prop::collection::vec((any::<bool>(), deed()), 0..40),
    ) {
        let above = Purse::new(all);
        let purses = parts.map(|part| above.within(part));
        let mut holds = [Vec::new(), Vec::new()];
        for (second, deed) in deeds {
            let which = usize::from(second);
            does(&purses[which], &mut holds[which], deed);
            prop_assert!(keeps(&above) && purses.iter().all(keeps));
            let sum = purses.iter().fold(Spend::default(), |sum, purse| sum.plus(purse.spent()).plus(purse.reserved()));
            prop_assert_eq!(above.spent().plus(above.reserved()), sum, "what is within is taken from above");
        }
        drop(holds);
        prop_assert_eq!(above.reserved(), Spend::default());
        prop_assert!(keeps(&above));
    }
}

#[test]
fn threads_that_reserve_at_once_never_exceed_it() {
    for round in 0..50_u64 {
        let purse = Purse::new(Budget { calls: Some(17), tokens: Some(1_000), nanos: None });
        let one = Spend { calls: 1, tokens: 40 + round, nanos: 7 };
        let granted: usize = thread::scope(|scope| {
            let tries: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| (0..10).filter_map(|_| purse.reserve(one).ok()).map(drop).count()))
                .collect();
            tries.into_iter().map(|one| one.join().unwrap()).sum()
        });
        let fits = 17.min(1_000 / (40 + round));
        assert_eq!((granted as u64, purse.spent().calls), (fits, fits));
    }
}

#[test]
fn an_overshoot_is_counted_and_ends_further_reservations() {
    let purse = Purse::new(Budget { tokens: Some(100), ..Budget::default() });
    let tokens = |tokens| Spend { tokens, ..Spend::default() };
    purse.reserve(tokens(60)).unwrap().settle(tokens(130));
    assert_eq!(purse.spent(), tokens(130));
    let refused = purse.reserve(tokens(1)).unwrap_err();
    assert_eq!(refused.left.tokens, Some(0));
}

#[test]
fn limits_hold_one_below_at_and_one_above() {
    for (wanted, fits) in [(99, true), (100, true), (101, false)] {
        let purse = Purse::new(Budget { nanos: Some(100), ..Budget::default() });
        let wanted = Spend { nanos: wanted, ..Spend::default() };
        assert_eq!(purse.reserve(wanted).map(Hold::release).is_ok(), fits);
        assert_eq!(purse.reserved(), Spend::default());
    }
    let full = Purse::new(Budget { calls: Some(0), ..Budget::default() });
    assert!(full.reserve(Spend { calls: 1, ..Spend::default() }).is_err());
    assert!(full.reserve(Spend::default()).map(Hold::release).is_ok(), "what costs nothing always fits");
}
