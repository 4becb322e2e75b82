//! What the command says in words of its own, one table per language, so that a language is added as data.
//!
//! A discussion is spoken of in its own language; usage errors and help are in English.

use quorate_strategies::brief::Language;

pub(super) use costs::CostWords;
#[cfg(feature = "pipeline")]
pub(super) use pipeline::PipelineWords;

pub(super) use crate::report::{Names, called, fill};
use crate::{guide::said, report::Counted};

mod again;
mod costs;
mod en;
mod inspect;
mod ja;
mod kept;
mod people;
#[cfg(feature = "pipeline")]
mod pipeline;
#[cfg(feature = "rehearse")]
pub(super) mod rehearse;
mod resume;
#[cfg(test)]
mod tests;
mod zh;

/// Everything that the command says of a discussion. `{name}` is a hole that [`fill`] fills.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) language: Language,
    /// Between the members of a list.
    pub(super) list: &'static str,
    /// A thing and what is added about it.
    pub(super) remark: &'static str,
    pub(super) note: &'static str,
    pub(super) run: RunWords,
    pub(super) found: FoundWords,
    pub(super) check: CheckWords,
    pub(super) span: SpanWords,
    pub(super) odd: OddWords,
    pub(super) progress: ProgressWords,
    pub(super) record: RecordWords,
    pub(super) sheet: SheetWords,
    pub(super) inspect: inspect::InspectWords,
    pub(super) again: again::AgainWords,
    #[cfg(feature = "rehearse")]
    pub(super) rehearse: rehearse::RehearseWords,
    pub(super) people: people::PeopleWords,
    pub(super) kept: kept::KeptWords,
    pub(super) resume: resume::ResumeWords,
}

impl Words {
    /// The table of a language.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &en::WORDS,
            Language::Zh => &zh::WORDS,
            Language::Ja => &ja::WORDS,
        }
    }

    /// What our own names are called.
    pub(super) const fn names(&self) -> &'static Names {
        Names::of(self.language)
    }

    /// A text of a card that is in English alone; as it is where there is no other here.
    pub(super) fn card<'a>(&self, text: &'a str) -> &'a str {
        said(text, self.language)
    }

    /// Members of a list, in one line.
    pub(super) fn list<S: AsRef<str>>(&self, members: impl IntoIterator<Item = S>) -> String {
        let mut out = String::new();
        for member in members {
            if !out.is_empty() {
                out.push_str(self.list);
            }
            out.push_str(member.as_ref());
        }
        out
    }

    pub(super) fn remark(&self, what: &str, remark: &str) -> String {
        fill(self.remark, &[("what", what), ("remark", remark)])
    }

    pub(super) fn note(&self, note: &str) -> String {
        fill(self.note, &[("note", note)])
    }
}

#[derive(Debug)]
pub(super) struct RunWords {
    /// Answers that mean yes, in small letters.
    pub(super) yes: &'static [&'static str],
    pub(super) not_begun: &'static str,
    pub(super) wrote: &'static str,
    pub(super) wrote_part: &'static str,
    pub(super) will_write: &'static str,
    pub(super) undecided: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) no_result: &'static str,
    pub(super) cause: &'static str,
    /// Objections that nobody came back to, where they are few.
    pub(super) unanswered: &'static str,
    /// Who cancelled it, when the process was told to end.
    pub(super) interrupt: &'static str,
    /// The material looks as if it was written in this language, and nobody chose one.
    pub(super) looks_like_this: &'static str,
}

#[derive(Debug)]
pub(super) struct FoundWords {
    pub(super) no_model: &'static str,
    pub(super) no_terminal: &'static str,
}

/// Labels stand with the blanks that align what is behind them: a terminal shows some characters two columns wide.
#[derive(Debug)]
pub(super) struct CheckWords {
    pub(super) strategy: &'static str,
    pub(super) rule: &'static str,
    pub(super) rounds: &'static str,
    pub(super) seat: &'static str,
    pub(super) turns: &'static str,
    pub(super) calls: &'static str,
    pub(super) money: &'static str,
    pub(super) tokens: &'static str,
    pub(super) time: &'static str,
    pub(super) note: &'static str,
    pub(super) ok: &'static str,
    pub(super) no_rule: &'static str,
    pub(super) range: &'static str,
    pub(super) side: &'static str,
    pub(super) weight: &'static str,
    pub(super) no_vote: &'static str,
    pub(super) no_voice: &'static str,
    pub(super) bench: &'static str,
    pub(super) seated: &'static str,
    pub(super) count: &'static str,
    pub(super) most_turns: &'static str,
    pub(super) no_calls: &'static str,
    pub(super) no_money: &'static str,
    pub(super) no_calls_but_programs: &'static str,
    pub(super) money_of_programs: &'static str,
    pub(super) programs: &'static str,
    pub(super) people: &'static str,
    pub(super) most_runs: &'static str,
    pub(super) most_waiting: &'static str,
    pub(super) most_calls: &'static str,
    pub(super) most_calls_and_result: &'static str,
    /// Behind either of them.
    pub(super) and_summaries: &'static str,
    pub(super) about_tokens: &'static str,
    pub(super) answer_limit: &'static str,
    pub(super) answer_guess: &'static str,
    pub(super) most_time: &'static str,
    pub(super) can_begin: &'static str,
    pub(super) can_begin_with: &'static str,
}

/// A time as people write it.
#[derive(Debug)]
pub(super) struct SpanWords {
    pub(super) ms: &'static str,
    pub(super) s: &'static str,
    pub(super) min: &'static str,
    pub(super) min_s: &'static str,
    pub(super) h: &'static str,
    pub(super) h_min: &'static str,
}

/// What is odd about a discussion that could begin.
#[derive(Debug)]
pub(super) struct OddWords {
    pub(super) one_vote: &'static str,
    pub(super) heavy: &'static str,
    pub(super) even: &'static str,
    pub(super) unanimity: &'static str,
    pub(super) half: &'static str,
    pub(super) one_model: &'static str,
    pub(super) programs: &'static str,
    pub(super) rehearsing: &'static str,
    pub(super) no_judge: &'static str,
    pub(super) near_role: &'static str,
    pub(super) silent_vote: &'static str,
    pub(super) bench: &'static str,
    pub(super) at_once: &'static str,
    pub(super) long_turn: &'static str,
    pub(super) slow: &'static str,
    pub(super) capped: &'static str,
}

#[derive(Debug)]
pub(super) struct ProgressWords {
    pub(super) ended: &'static str,
    pub(super) summary_written: &'static str,
    pub(super) summary_extracted: &'static str,
    pub(super) summary_kept: &'static str,
    pub(super) between: &'static str,
    pub(super) speaks: Counted,
    pub(super) line: &'static str,
    pub(super) tokens: &'static str,
}

#[derive(Debug)]
pub(super) struct RecordWords {
    pub(super) broken: &'static str,
    pub(super) open: &'static str,
    pub(super) sound: &'static str,
    pub(super) skipped: &'static str,
    pub(super) unfinished: &'static str,
    pub(super) minutes_of_another: &'static str,
}

/// Labels stand with the blanks that align what is behind them.
#[derive(Debug)]
pub(super) struct SheetWords {
    pub(super) strategies: &'static str,
    pub(super) rules: &'static str,
    pub(super) presets: &'static str,
    #[cfg_attr(not(feature = "pipeline"), expect(dead_code))]
    pub(super) pipelines: &'static str,
    #[cfg_attr(not(feature = "pipeline"), expect(dead_code))]
    pub(super) stages: &'static str,
    pub(super) agents: &'static str,
    pub(super) markers: &'static str,
    pub(super) use_when: &'static str,
    pub(super) avoid_when: &'static str,
    pub(super) seats: &'static str,
    pub(super) rounds: &'static str,
    pub(super) rule: &'static str,
    pub(super) strategy: &'static str,
    pub(super) counts: &'static str,
    pub(super) key: &'static str,
    pub(super) value: &'static str,
    pub(super) set: &'static str,
    pub(super) task: &'static str,
    pub(super) usual_rounds: &'static str,
    pub(super) each_step: &'static str,
    pub(super) round_close: &'static str,
    pub(super) at_the_end: &'static str,
    pub(super) over: &'static str,
    /// Between the things that a rule may be over.
    pub(super) or: &'static str,
    /// Between the ways in which a backend is written.
    pub(super) either: &'static str,
    pub(super) no_rule: &'static str,
    pub(super) no_decision: &'static str,
    pub(super) usual_rule: &'static str,
    pub(super) knob: &'static str,
    pub(super) named: &'static str,
}
