//! The word lists of `lists/words.toml`, compiled once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::language::Lists;
use super::words::Phrases;

macro_rules! sets {
    ($($name:ident = $key:literal),+ $(,)?) => {
        /// A word list.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Set { $($name),+ }
        const KEYS: &[&str] = &[$($key),+];
    };
}

sets! {
    Target = "target",
    Condition = "condition",
    Bound = "bound",
    EffectNow = "effect_now",
    EffectPast = "effect_past",
    EffectBase = "effect_base",
    EffectRunning = "effect_running",
    Modal = "modal",
    Doers = "doers",
    PassiveBase = "passive_base",
    EffectNoun = "effect_noun",
    Comparative = "comparative",
    Finite = "finite",
    PartVerb = "part_verb",
    Handled = "handled",
    Recipe = "recipe",
    Approx = "approx",
    Cost = "cost",
    RateUnit = "rate_unit",
    RateVerb = "rate_verb",
    TimeUnit = "time_unit",
    Measured = "measured",
    Source = "source",
    SourceNoun = "source_noun",
    SourceLead = "source_lead",
    NoVerb = "no_verb",
    OrLess = "or_less",
    EffectTime = "effect_time",
    MakesNoun = "makes_noun",
    RateWord = "rate_word",
    PartLead = "part_lead",
    OrderVerb = "order_verb",
    CostVerb = "cost_verb",
    ValueVerb = "value_verb",
    ValueUnit = "value_unit",
    EstimateVerb = "estimate_verb",
    DateDueBefore = "date_due_before",
    DateStartBefore = "date_start_before",
    HypothesisHeadings = "hypothesis_headings",
    HypothesisSupposed = "hypothesis_supposed",
    HypothesisEvidence = "hypothesis_evidence",
    MeasureCopula = "measure_copula",
    MeasureGood = "measure_good",
    MeasureBad = "measure_bad",
    MeasureDropped = "measure_dropped",
    MeasureVague = "measure_vague",
    OwnerNotNames = "owner_not_names",
    OwnerTeams = "owner_teams",
    LabelOwnerWords = "label_owner_words",
    LabelDueWords = "label_due_words",
    LabelStartWords = "label_start_words",
    LabelNeedsWords = "label_needs_words",
    DenialBefore = "denial_before",
    DenialBetween = "denial_between",
    DenialAfter = "denial_after",
    DenialNothing = "denial_nothing",
    NeedWeak = "need_weak",
    NeedWeakReverse = "need_weak_reverse",
    NeedStrong = "need_strong",
    NeedStrongReverse = "need_strong_reverse",
    NeedDenied = "need_denied",
    NeedBroken = "need_broken",
    NeedAfterNumber = "need_after_number",
    SourceAllFrom = "source_all_from",
    SourceColumns = "source_columns",
    FailureNames = "failure_names",
    FailureValues = "failure_values",
    FailureStarts = "failure_starts",
}

static SETS: LazyLock<Vec<Phrases>> = LazyLock::new(|| {
    let file: Result<BTreeMap<String, Lists>, _> = toml::from_str(include_str!("lists/words.toml"));
    debug_assert!(file.is_ok(), "{file:?}");
    let file = file.unwrap_or_default();
    debug_assert!(KEYS.iter().all(|key| file.contains_key(*key)), "a list is missing");
    KEYS.iter().map(|key| file.get(*key).map(|list| Phrases::new(list.all())).unwrap_or_default()).collect()
});

/// A word list by name.
pub(super) fn set(wanted: Set) -> &'static Phrases {
    static NONE: LazyLock<Phrases> = LazyLock::new(Phrases::default);
    SETS.get(wanted as usize).unwrap_or(&NONE)
}
