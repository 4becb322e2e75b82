//! The words of the minutes, one table per language, so that a language is added as data.

use quorate_strategies::brief::Language;

mod argument;
mod en;
mod fill;
mod ja;
mod names;
mod principal;
mod spending;
mod summary;
mod zh;

pub(crate) use fill::{Counted, fill};
pub(crate) use names::{Names, Table, called};
pub(crate) use spending::SpendingWords;

/// Everything that minutes say in words of their own. `{name}` is a hole that [`fill`] fills.
#[derive(Debug)]
pub(crate) struct Words {
    pub(super) joints: Joints,
    pub(super) title: Titles,
    pub(super) heading: Headings,
    pub(super) status: StatusWords,
    pub(super) principal: principal::PrincipalWords,
    pub(super) outcome: OutcomeWords,
    pub(super) rounds: RoundWords,
    pub(super) people: PeopleWords,
    pub(super) result: ResultWords,
    pub(super) findings: FindingWords,
    pub(super) dissent: DissentWords,
    pub(super) argument: argument::ArgumentWords,
    pub(super) summary: summary::SummaryWords,
    pub(super) transcript: TranscriptWords,
    pub(super) audit: AuditWords,
    /// What our own names (of kinds, rules, endings and so on) are called.
    pub(crate) names: &'static Names,
}

impl Words {
    /// The table of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &en::WORDS,
            Language::Zh => &zh::WORDS,
            Language::Ja => &ja::WORDS,
        }
    }
}

/// What stands between words, and around them.
#[derive(Debug)]
pub(super) struct Joints {
    /// Between the members of a list.
    pub(super) list: &'static str,
    /// Between what is said of one thing.
    pub(super) data: &'static str,
    /// Between longer parts that may hold lists.
    pub(super) parts: &'static str,
    pub(super) named: &'static str,
    pub(super) remark: &'static str,
    pub(super) sentence: &'static str,
    /// Between sentences.
    pub(super) space: &'static str,
    /// A statement and the messages that it rests on.
    pub(super) cited: &'static str,
    /// An item and its text.
    pub(super) then: &'static str,
}

#[derive(Debug)]
pub(super) struct Titles {
    pub(super) complete: &'static str,
    pub(super) partial: &'static str,
    pub(super) cancelled: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) failed: &'static str,
    pub(super) no_topic: &'static str,
}

#[derive(Debug)]
pub(super) struct Headings {
    pub(super) outcome: &'static str,
    pub(super) rounds: &'static str,
    pub(super) people: &'static str,
    pub(super) result: &'static str,
    pub(super) findings: &'static str,
    pub(super) dissent: &'static str,
    pub(super) transcript: &'static str,
    pub(super) round: &'static str,
    pub(super) audit: &'static str,
    pub(super) consensus: &'static str,
    pub(super) conclusion: &'static str,
    pub(super) key_points: &'static str,
    pub(super) recommendations: &'static str,
    pub(super) divergences: &'static str,
}

#[derive(Debug)]
pub(super) struct StatusWords {
    pub(super) complete: &'static str,
    pub(super) partial: &'static str,
    pub(super) cut_short: &'static str,
    pub(super) incomplete: Counted,
    pub(super) cancelled: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) failed: &'static str,
    pub(super) answered: &'static str,
    pub(super) nobody: &'static str,
    pub(super) open: &'static str,
    pub(super) missing: &'static str,
    pub(super) missing_one: &'static str,
    pub(super) unasked: &'static str,
    pub(super) no_model: &'static str,
    pub(super) no_model_for: &'static str,
    pub(super) late: &'static str,
}

#[derive(Debug)]
pub(super) struct OutcomeWords {
    pub(super) rounds: Counted,
    pub(super) turns: Counted,
    pub(super) ended: &'static str,
    pub(super) open: &'static str,
    pub(super) note: &'static str,
    pub(super) decision: &'static str,
    pub(super) no_decision: &'static str,
    pub(super) not_sought: &'static str,
    pub(super) rests_on: &'static str,
    pub(super) agreement: &'static str,
    pub(super) reached: &'static str,
    pub(super) not_reached: &'static str,
    pub(super) far_apart: &'static str,
    pub(super) all_against: &'static str,
    pub(super) no_stand: &'static str,
    pub(super) few_stands: &'static str,
    /// Seats whose words showed no stance.
    pub(super) unread: &'static str,
    /// Beside a decision that votes of rehearsals count in.
    pub(super) rehearsed: Counted,
    /// Calls that were not waited for.
    pub(super) called_off: Counted,
    pub(super) no_vote_asked: &'static str,
    pub(super) not_judged: &'static str,
    pub(super) counts: &'static str,
    pub(super) counts_plain: &'static str,
    pub(super) counts_of: &'static str,
    /// Something that is counted under its own name, such as an option.
    pub(super) count: &'static str,
    /// Something that is counted under a name of ours, such as those against.
    pub(super) count_ours: &'static str,
    pub(super) divisor: &'static str,
    pub(super) divisor_cast: &'static str,
    pub(super) divisor_sides: &'static str,
    pub(super) winner: &'static str,
    pub(super) tie: &'static str,
    pub(super) tie_by_order: &'static str,
    pub(super) tie_of_sides: &'static str,
    pub(super) given: &'static str,
    pub(super) firsts: &'static str,
    pub(super) working: &'static str,
    pub(super) points: &'static str,
    pub(super) passed: &'static str,
    pub(super) not_passed: &'static str,
}

#[derive(Debug)]
pub(super) struct RoundWords {
    pub(super) columns: [&'static str; 3],
    pub(super) seats: [&'static str; 4],
    pub(super) level: &'static str,
    pub(super) reached: &'static str,
    pub(super) winner: &'static str,
    pub(super) counts: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    pub(super) none: &'static str,
    pub(super) unknown: &'static str,
    pub(super) no_answer: &'static str,
    pub(super) one_round: &'static str,
    pub(super) not_closed: &'static str,
    pub(super) changed: &'static str,
    pub(super) nobody_changed: &'static str,
    pub(super) took: &'static str,
    pub(super) change: &'static str,
    pub(super) after: &'static str,
}

#[derive(Debug)]
pub(super) struct PeopleWords {
    pub(super) columns: [&'static str; 11],
    pub(super) no_vote: &'static str,
    pub(super) waited: &'static str,
    pub(super) joined: &'static str,
    pub(super) ended: &'static str,
    pub(super) weight: &'static str,
}

#[derive(Debug)]
pub(super) struct ResultWords {
    pub(super) none: &'static str,
    pub(super) extractive: &'static str,
    pub(super) unwritten: &'static str,
    pub(super) synthesized: &'static str,
    pub(super) no_consensus: &'static str,
    pub(super) conceded: &'static str,
    pub(super) nothing: &'static str,
    pub(super) missing_sum_up: &'static str,
    pub(super) line: &'static str,
}

#[derive(Debug)]
pub(super) struct FindingWords {
    pub(super) file: &'static str,
    pub(super) columns: [&'static str; 7],
    pub(super) whole: &'static str,
    pub(super) none: &'static str,
    pub(super) counts: &'static str,
    pub(super) rules: &'static str,
}

#[derive(Debug)]
pub(super) struct DissentWords {
    pub(super) none: &'static str,
    pub(super) intro: &'static str,
    pub(super) item: &'static str,
    pub(super) upheld: &'static str,
    pub(super) disagrees: &'static str,
    pub(super) opposes: &'static str,
    pub(super) votes: &'static str,
    pub(super) stands: &'static str,
    pub(super) withdrawn: &'static str,
    pub(super) no_reason: &'static str,
}

#[derive(Debug)]
pub(super) struct TranscriptWords {
    pub(super) none: &'static str,
    pub(super) speaker: &'static str,
    pub(super) side: &'static str,
    pub(super) from: &'static str,
    pub(super) all_from: &'static str,
    pub(super) kind: &'static str,
    pub(super) stance: &'static str,
    pub(super) guess: &'static str,
    pub(super) unread: &'static str,
    pub(super) confidence: &'static str,
    pub(super) vote: &'static str,
    pub(super) scores: &'static str,
    pub(super) conceded: &'static str,
    pub(super) closed: &'static str,
    pub(super) passed: &'static str,
    pub(super) flags: &'static str,
    pub(super) about: &'static str,
    pub(super) cut: &'static str,
    pub(super) cut_stance: &'static str,
    pub(super) escaped: &'static str,
    pub(super) no_answer: &'static str,
    pub(super) open: &'static str,
    pub(super) late: &'static str,
    pub(super) heard_by: &'static str,
    pub(super) blind: &'static str,
    pub(super) parallel: &'static str,
    pub(super) interjection: &'static str,
}

#[derive(Debug)]
pub(super) struct AuditWords {
    pub(super) id: &'static str,
    pub(super) hash: Counted,
    pub(super) software: &'static str,
    pub(super) preset: &'static str,
    pub(super) origin: &'static str,
    pub(super) strategy: &'static str,
    pub(super) rule: &'static str,
    pub(super) no_rule: &'static str,
    pub(super) called: &'static str,
    pub(super) defaults: &'static str,
    pub(super) rounds: &'static str,
    pub(super) limits: &'static str,
    pub(super) context: &'static str,
    pub(super) newest: &'static str,
    pub(super) summary: &'static str,
    pub(super) seed: &'static str,
    pub(super) time: &'static str,
    pub(super) tokens: &'static str,
    pub(super) tokens_unknown: Counted,
    pub(super) tokens_none: &'static str,
    pub(super) material: &'static str,
    pub(super) unknown: &'static str,
}
