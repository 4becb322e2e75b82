//! The checks a rule can name, by the kind of material they read.

mod dates;
mod diagnosis;
mod order;
mod owners;
mod plan;
mod results;
mod wording;

use super::claims::Claim;
use super::document::Document;
use super::list::{Check, Rule};
use super::presence::Presence;
use super::review::Report;

/// Runs the check of a rule.
pub(super) fn apply(rule: &Rule, document: &Document, presence: &Presence<'_>) -> Vec<Report> {
    match rule.check {
        Check::Present => wording::present(rule, presence),
        Check::Forbidden => wording::forbidden(rule, document),
        Check::Together => wording::together(rule, document, presence),
        Check::Beside => wording::beside(rule, document),
        Check::EmptyMaterial => wording::empty_material(document),
        Check::EmptySection => wording::empty_section(document, presence),
        Check::UnsourcedNumber => wording::unsourced(rule, document, Claim::Fact),
        Check::UnsourcedEstimate => wording::unsourced(rule, document, Claim::Estimate),
        Check::Steps => plan::steps(document),
        Check::UnclearSteps => plan::unclear(document),
        Check::DuplicateStep => plan::duplicates(document),
        Check::ConflictingFacts => plan::conflicts(document),
        Check::StepOwner => owners::steps(document),
        Check::PlanOwner => owners::plan(document),
        Check::Bottleneck => owners::bottleneck(document),
        Check::StepDate => dates::missing(document),
        Check::OpenDate => dates::open(document),
        Check::ImpossibleDate => dates::impossible(document),
        Check::StartAfterEnd => dates::end_before_start(document),
        Check::DateOrder => dates::before_prerequisite(document),
        Check::ListOrder => dates::backwards(document),
        Check::UnknownDependency => order::unknown(document),
        Check::SelfDependency => order::to_itself(document),
        Check::Cycle => order::cycles(document),
        Check::Parallel => order::parallel(document),
        Check::NoDependencies => order::none(document),
        Check::Contradiction => results::contradictions(document),
        Check::FailedResult => results::failed(document),
        Check::FewResults => results::few(document),
        Check::DuplicateResult => results::duplicates(document),
        Check::LogError => diagnosis::log_errors(document),
        Check::TimeOrder => diagnosis::time_order(document),
        Check::NoHypotheses => diagnosis::no_hypotheses(document),
        Check::HypothesisEvidence => diagnosis::without_evidence(document),
        Check::SingleHypothesis => diagnosis::single(document),
    }
}
