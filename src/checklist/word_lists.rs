//! The word lists of `lists/*/words.toml`, compiled once.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
    OwnerDeeds = "owner_deeds",
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
    DenialWideBefore = "denial_wide_before",
    DenialWideAfter = "denial_wide_after",
    DenialEnds = "denial_ends",
    DenialTwice = "denial_twice",
    NeedWideLead = "need_wide_lead",
    NeedWideAfter = "need_wide_after",
    NeedWideNameAfter = "need_wide_name_after",
    NeedWideNameLead = "need_wide_name_lead",
    NeedWideBefore = "need_wide_before",
    NeedWideIgnored = "need_wide_ignored",
    NeedWideDenied = "need_wide_denied",
    NeedWideBroken = "need_wide_broken",
    NeedWidePrevious = "need_wide_previous",
    NeedWideAllPrevious = "need_wide_all_previous",
    OwnerTeamEnds = "owner_team_ends",
    OwnerTitles = "owner_titles",
    OwnerRoles = "owner_roles",
    Surnames = "surnames",
    DateWideDue = "date_wide_due",
    DateWideStart = "date_wide_start",
    DateWideLead = "date_wide_lead",
    SourceStart = "source_start",
    SourceTells = "source_tells",
    WideHurt = "wide_hurt",
    WideCounted = "wide_counted",
    WidePast = "wide_past",
    WideFlow = "wide_flow",
    WideTo = "wide_to",
    WideToAfter = "wide_to_after",
    Sequence = "sequence",
    MeasureTail = "measure_tail",
    MeasureSide = "measure_side",
    MeasureNouns = "measure_nouns",
    MeasureAdvice = "measure_advice",
    MeasureUp = "measure_up",
    MeasureDown = "measure_down",
    MeasureEvents = "measure_events",
    HypothesisReason = "hypothesis_reason",
}

/// Word lists by their keys, as one language's file has them.
type Lists = BTreeMap<String, Vec<String>>;

/// The files of all languages: material often mixes them, and their words do not collide.
const FILES: [&str; 4] = [
    include_str!("lists/en/words.toml"),
    include_str!("lists/en/claims.toml"),
    include_str!("lists/zh/words.toml"),
    include_str!("lists/ja/words.toml"),
];

fn read(file: &str) -> Lists {
    let lists = toml::from_str(file);
    debug_assert!(lists.is_ok(), "{lists:?}");
    lists.unwrap_or_default()
}

static SETS: LazyLock<Vec<Phrases>> = LazyLock::new(|| {
    let files: Vec<Lists> = FILES.iter().map(|file| read(file)).collect();
    debug_assert!(KEYS.iter().all(|key| files.iter().any(|file| file.contains_key(*key))), "a list is missing");
    debug_assert!(files.iter().flat_map(BTreeMap::keys).all(|key| KEYS.contains(&key.as_str())), "a list is not used");
    let words = |key: &&str| Phrases::new(files.iter().filter_map(|file| file.get(*key)).flatten().map(String::as_str));
    KEYS.iter().map(words).collect()
});

/// A word list by name.
pub(super) fn set(wanted: Set) -> &'static Phrases {
    static NONE: LazyLock<Phrases> = LazyLock::new(Phrases::default);
    SETS.get(wanted as usize).unwrap_or(&NONE)
}
