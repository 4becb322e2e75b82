//! What our own names are called in English, which is mostly as they are written.

use quorate_strategies::{
    outcome::Maker,
    reading::{Severity, WarningCode},
    seat::Origin,
    step::StopReason,
};

use super::Names;

pub(super) const NAMES: Names = Names {
    endings: &[("timed-out", "timed out"), ("not-needed", "not needed")],
    levels: &[],
    side_levels: &[
        ("full", "all sides but one have conceded"),
        ("majority", "all sides but one have conceded or fallen silent"),
        ("partial", "some sides have conceded"),
        ("none", "no side prevails"),
    ],
    counted: &[("open", "undecided")],
    kinds: &[],
    roles: &[],
    tasks: &[],
    scopes: &[],
    peers: &[],
    provenance: &[],
    relations: &[],
    strategies: &[],
    rules: &[],
    stop,
    maker,
    origin,
    severity,
    warning,
};

const fn stop(why: StopReason) -> &'static str {
    match why {
        StopReason::Decided => "the decision rule was reached",
        StopReason::Conceded => "all sides but one have conceded",
        StopReason::ExpertClosed => "the expert closed it",
        StopReason::ModeratorClosed => "the moderator closed it",
        StopReason::Finished => "everything was said; no decision was sought",
        StopReason::MaxRounds => "the last round was over",
        StopReason::MaxTurns => "the last turn that was allowed was over",
        StopReason::Time => "the time was up",
        StopReason::Budget => "the budget was spent",
        StopReason::MaxRecord => "the record was as long as it may be",
        StopReason::NoProgress => "nothing new was said",
        StopReason::Stalemate => "positions were stable without agreement",
        StopReason::NoAnswers => "nobody answered in a round",
        StopReason::Cancelled => "somebody stopped it",
        StopReason::Aborted => "it could not go on",
    }
}

const fn maker(maker: Maker) -> &'static str {
    match maker {
        Maker::Rule => "the decision rule",
        Maker::Concession => "concession",
        Maker::Judge => "the judge",
        Maker::Expert => "the expert",
        Maker::Moderator => "the moderator",
        Maker::Principal => "the principal",
    }
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Model => "model",
        Origin::Person => "person",
        Origin::Program => "program",
        Origin::Checklist => "checklist seat: rules, no model",
        Origin::Script => "scripted seat: prepared lines, no model",
        Origin::Rehearsal => "rehearsal seat: seeded opinions, no model",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Blocking => "blocking",
    }
}

const fn warning(code: WarningCode) -> &'static str {
    match code {
        WarningCode::SeveralStances => "several stances; the last one counts",
        WarningCode::SeveralScores => "several scores of one point; the last one counts",
        WarningCode::SeveralBallots => "several ballots; the last one counts",
        WarningCode::Echo => "the instruction was repeated; nothing was read from it",
        WarningCode::ForeignMarker => "a marker in somebody else's words, not counted",
        WarningCode::Mentioned => "a marker that is denied or only spoken of, not counted",
        WarningCode::UnknownMention => "mentions somebody who is not at the table",
        WarningCode::UnknownTarget => "names an option or point that does not exist",
        WarningCode::InvalidValue => "a marker with a value that is not allowed",
        WarningCode::Scale => "a score may be on another scale than 0 to 100",
        WarningCode::Contradiction => "fields and markers contradict each other",
        WarningCode::Conflict => "kind and stance do not go together; the position is open",
        WarningCode::Incomplete => "ended before it was whole",
        WarningCode::ProseScore => "a number in prose looks like a score and is not counted",
        WarningCode::Malformed => "looked structured and could not be read as such",
        WarningCode::WindowFull => "the model's window was full; its prompt may have been cut",
        _ => "noticed",
    }
}
