//! Whether a vote that a person typed names something that can be voted for.

use quorate_strategies::{catalog::nearest, reading::WarningCode};

use super::words::{DID_YOU_MEAN, NO_OPTION};
use crate::{
    agent::Request,
    reading::{Raw, Table, read},
    report::fill,
};

/// What to say of a line with a vote for what is no option here; none where it can be read, or nothing can be voted for.
pub(super) fn objection(request: &Request<'_>, line: &str) -> Option<String> {
    let options = request.form.options().map_or(&request.brief.options[..], |options| options);
    if options.is_empty() || !line.starts_with("[VOTE:") {
        return None;
    }
    let language = request.brief.language;
    let form = request.form;
    let table = Table { roster: request.roster, speaker: request.id, form, options, points: &[], language };
    let message = read(Raw::whole(line), &table);
    let unknown = message.reading.warnings.iter().find(|warning| warning.code == WarningCode::UnknownTarget)?;
    let name = unknown.about.as_deref().unwrap_or_default();
    let near = nearest(name, options.iter().map(AsRef::as_ref));
    let listed: Vec<String> = (1..).zip(options.iter()).map(|(n, option)| format!("\n    {n}. {option}")).collect();
    Some(match near {
        Some(near) => fill(DID_YOU_MEAN.get(language), &[("name", name), ("near", &near)]),
        None => fill(NO_OPTION.get(language), &[("name", name), ("options", &listed.concat())]),
    })
}
