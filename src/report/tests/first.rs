//! The first round is judged afterwards, by the rule that the record names.

use quorate_strategies::{
    event::Event,
    prelude::*,
    rule::{Input, Pending, Tally, Verdict},
};

use super::golden::models;
use crate::report::first_round;

/// A rule of a user's own, in some version.
#[derive(Debug)]
struct Always(&'static str, u16);

impl DecisionRule for Always {
    fn name(&self) -> &str {
        self.0
    }

    fn version(&self) -> u16 {
        self.1
    }

    fn purpose(&self) -> &str {
        "always decided"
    }

    fn input(&self) -> Input {
        Input::Positions
    }

    fn judge(&self, _: &Tally) -> Verdict {
        Verdict { reached: true, ..Verdict::default() }
    }

    fn settled(&self, _: &Tally, _: &Pending) -> bool {
        true
    }
}

#[test]
fn the_first_round_is_judged_by_the_rule_of_the_record_and_by_no_other_version() {
    let record = models();
    let verdict = |rule: Option<&Always>| {
        let source = record.source();
        let source = match rule {
            Some(rule) => source.with_rule(rule),
            None => source,
        };
        first_round(&source).unwrap().verdict
    };
    assert_eq!(verdict(None).unwrap().count("against"), 1);
    assert!(verdict(Some(&Always("ratio", 1))).unwrap().reached);
    assert_eq!(verdict(Some(&Always("ratio", 2))), None, "the record names version 1");
    let open = record.cut_after(|event| matches!(event, Event::Answered { .. }));
    assert!(first_round(&open.source()).is_none());
}
