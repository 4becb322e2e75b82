//! For every pipeline: what runs, in which order, how long it takes, and that nothing runs twice.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
};

use proptest::prelude::*;

use super::{
    Page, in_virtual_time,
    model::{self, Fate, Kind, Model},
    word,
    world::{Spec, pipeline, world},
};
use crate::pipeline::{Begin, Ended, Event, OnFailure, Outcome, Run, read};

const ANY: [OnFailure; 3] = [OnFailure::Stop, OnFailure::SkipDependants, OnFailure::GoOn];
/// Under these what runs does not depend on how fast anything is.
const TIMELESS: [OnFailure; 2] = [OnFailure::SkipDependants, OnFailure::GoOn];

fn words(run: &Run) -> Vec<&'static str> {
    run.stages.iter().map(|stage| word(&stage.ended)).collect()
}

/// Nothing begins before everything that it needs has ended; every attempt that begins ends.
fn order_is_valid(lines: &[u8], specs: &[Spec]) -> Result<(), TestCaseError> {
    let mut open: BTreeMap<(String, Option<u32>), u32> = BTreeMap::new();
    let mut ended: BTreeSet<String> = BTreeSet::new();
    let mut listed: BTreeMap<String, u32> = BTreeMap::new();
    let mut finished: BTreeMap<String, u32> = BTreeMap::new();
    for entry in read(lines).unwrap() {
        match entry.event {
            Event::Listed { stage, items } => drop(listed.insert(stage.to_string(), items)),
            Event::Started { part, attempt, .. } => {
                let at: usize = part.stage[2..].parse().unwrap();
                for (need, _) in &specs[at].needs {
                    prop_assert!(ended.contains(&format!("s-{need}")), "{} began before s-{need} ended", part.stage);
                }
                prop_assert_eq!(open.insert((part.stage.to_string(), part.item), attempt), None);
            }
            Event::Ended { part, attempt, outcome, .. } => {
                let key = (part.stage.to_string(), part.item);
                prop_assert_eq!(open.remove(&key), Some(attempt));
                if matches!(outcome, Outcome::Done { .. } | Outcome::Failed { .. }) {
                    let count = finished.entry(key.0.clone()).or_default();
                    *count += 1;
                    if listed.get(&key.0).is_none_or(|items| items == count) {
                        ended.insert(key.0);
                    }
                }
            }
            Event::Skipped { stage, .. } => drop(ended.insert(stage.to_string())),
            _ => {}
        }
    }
    prop_assert!(open.is_empty(), "still open: {open:?}");
    Ok(())
}

/// The results are those of the model, every text with what it saw, in order of declaration.
fn results_agree(run: &Run, fates: &[Fate]) -> Result<(), TestCaseError> {
    for (stage, fate) in run.stages.iter().zip(fates) {
        let (Ended::Done(result), Kind::Done(texts)) = (&stage.ended, &fate.kind) else { continue };
        let said: Vec<Option<String>> = match result.get("items") {
            Some(items) => {
                let items = items.as_array().unwrap().iter();
                items.map(|item| item["text"].as_str().map(str::to_owned)).collect()
            }
            None => vec![result["text"].as_str().map(str::to_owned)],
        };
        prop_assert_eq!(&said, texts, "{}", &stage.name);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    /// Executed set, order, results and time equal those of an independent definition, stops included.
    #[test]
    fn what_runs_equals_the_recursive_definition(specs in world(&ANY)) {
        let fates = Model::of(&specs);
        let stop = model::stops(&specs, &fates);
        prop_assume!(stop.is_none_or(|stop| !model::is_a_tie(&fates, stop)));
        let page = Page::default();
        let (pipeline, shared) = pipeline(&specs);
        let pipeline = pipeline.at_once(NonZeroUsize::new(1_000).unwrap()).journal(page.clone());
        let (run, took) = in_virtual_time(pipeline.run());
        let run = run.unwrap();

        let performed: Vec<(usize, u32, u32)> = shared.performed.lock().unwrap().iter()
            .map(|(stage, item, attempt, _)| (stage[2..].parse().unwrap(), *item, *attempt)).collect();
        let set: BTreeSet<_> = performed.iter().copied().collect();
        prop_assert_eq!(set.len(), performed.len(), "something ran twice");
        prop_assert_eq!(set, model::performed(&fates, stop));
        let expected: Vec<&str> = fates.iter().map(|fate| model::word(fate, stop)).collect();
        prop_assert_eq!(words(&run), expected);
        results_agree(&run, &fates)?;
        order_is_valid(&page.bytes(), &specs)?;
        // The critical path is all the time that it takes.
        let critical = stop.unwrap_or_else(|| fates.iter().map(|fate| fate.end).max().unwrap());
        prop_assert_eq!(took, u128::from(critical));
    }

    /// How many run at a time changes when things happen, never what.
    #[test]
    fn never_more_run_at_a_time_and_the_same_comes_out(specs in world(&TIMELESS), most in 1..5_usize) {
        let fates = Model::of(&specs);
        let page = Page::default();
        let (pipeline, shared) = pipeline(&specs);
        let pipeline = pipeline.at_once(NonZeroUsize::new(most).unwrap()).journal(page.clone());
        let (run, took) = in_virtual_time(pipeline.run());
        let run = run.unwrap();

        prop_assert!(shared.running.lock().unwrap().1 <= most);
        let work: u64 = fates.iter().flat_map(|fate| &fate.units).map(|unit| unit.end - unit.begins[0]).sum();
        prop_assert!(took <= u128::from(work), "somebody waited for nothing");
        if most == 1 {
            prop_assert_eq!(took, u128::from(work));
        }
        let expected: Vec<&str> = fates.iter().map(|fate| model::word(fate, None)).collect();
        prop_assert_eq!(words(&run), expected);
        results_agree(&run, &fates)?;
        order_is_valid(&page.bytes(), &specs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Killed behind any line, also within one, a run goes on to the same end, and what had ended is not performed again.
    #[test]
    fn a_run_that_is_killed_goes_on_where_it_was(specs in world(&TIMELESS), most in 1..5_usize, torn in 1..20_usize) {
        let most = NonZeroUsize::new(most).unwrap();
        let page = Page::default();
        let (pipeline, _) = super::world::pipeline(&specs);
        let whole = in_virtual_time(pipeline.at_once(most).journal(page.clone()).run()).0.unwrap();
        let lines = page.bytes();
        let ends: Vec<usize> = lines.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
        // Behind the last line it was not killed: it had come to its end.
        for end in [0].into_iter().chain(ends).filter(|end| *end < lines.len()) {
            let next = lines[end..].iter().position(|byte| *byte == b'\n').unwrap_or_default();
            let before = read(&lines[..end]).unwrap();
            // The store cuts a torn line off; that the log does not trust one either is held here.
            let (page, mut kept) = Page::kept(&lines[..end]);
            kept.lines.extend_from_slice(&lines[end..end + torn.min(next)]);
            let (pipeline, shared) = super::world::pipeline(&specs);
            let run = in_virtual_time(pipeline.at_once(most).resume(kept)).0.unwrap();
            prop_assert_eq!(words(&run), words(&whole), "after {} lines", before.len());
            for (now, then) in run.stages.iter().zip(&whole.stages) {
                prop_assert_eq!(&now.ended, &then.ended);
                prop_assert_eq!(now.attempts, then.attempts, "{} after {} lines", &now.name, before.len());
            }
            let (mut ended, mut begun) = (BTreeSet::new(), BTreeSet::new());
            for entry in &before {
                match &entry.event {
                    Event::Started { part, attempt, .. } => drop(begun.insert((part.clone(), *attempt))),
                    Event::Ended { part, attempt, .. } => drop(ended.insert((part.clone(), *attempt))),
                    _ => {}
                }
            }
            for (stage, item, attempt, begin) in shared.performed.lock().unwrap().iter() {
                let part = crate::pipeline::Part { stage: stage.as_str().into(), item: (*item > 0).then_some(*item) };
                let this = (part, *attempt);
                prop_assert!(!ended.contains(&this), "{this:?} was performed again");
                prop_assert_eq!(*begin == Begin::GoOn, begun.contains(&this), "{:?}", &this);
            }
            // Both processes together wrote what one would have: the same attempts, each ended once.
            let count = |bytes: &[u8]| read(bytes).unwrap().iter().filter(|entry| matches!(entry.event, Event::Ended { .. })).count();
            prop_assert_eq!(count(&page.bytes()), count(&lines));
        }
    }

    /// A run that came to its end is tried again, as often as one likes: what has a result is never performed again.
    #[test]
    fn what_has_a_result_is_never_performed_again(specs in world(&ANY), times in 1..4_usize) {
        let page = Page::default();
        let (pipeline, _) = super::world::pipeline(&specs);
        in_virtual_time(pipeline.journal(page.clone()).run()).0.unwrap();
        let mut lines = page.bytes();
        for _ in 0..times {
            let (page, kept) = Page::kept(&lines);
            let (pipeline, _) = super::world::pipeline(&specs);
            in_virtual_time(pipeline.resume(kept)).0.unwrap();
            lines = page.bytes();
        }
        let mut done = BTreeSet::new();
        for entry in read(&lines).unwrap() {
            match entry.event {
                Event::Started { part, .. } => prop_assert!(!done.contains(&part), "{part:?} was performed again"),
                Event::Ended { part, outcome: Outcome::Done { .. }, .. } => drop(done.insert(part)),
                _ => {}
            }
        }
    }
}
