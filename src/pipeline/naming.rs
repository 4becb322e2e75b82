//! Whether a template names what is there: every name it is written with, and every case it may be filled in.

use std::{collections::HashSet, sync::Arc};

use minijinja::{Error, ErrorKind};

use super::{
    error::{Spot, TemplateError},
    graph::hint,
    probe::Miss,
    scope::{Case, Lack, Scope},
    shape::Shape,
    spot,
    template::{FUNCTIONS, syntax},
    values::{Values, in_templates},
};

/// What a template is written with and does not set itself: `inputs.plan`, `stages.review.text`.
pub(super) struct Names<'a> {
    source: &'a str,
    /// In the order in which they stand in it.
    all: Vec<(Spot, String)>,
}

impl<'a> Names<'a> {
    pub(super) fn new(source: &'a str, names: HashSet<String>) -> Self {
        let mut all: Vec<_> = names.into_iter().map(|name| (spot::named(source, &name), name)).collect();
        all.sort_by(|(a, left), (b, right)| a.bytes.start.cmp(&b.bytes.start).then_with(|| left.cmp(right)));
        Self { source, all }
    }

    /// The stages it names, as it writes them.
    fn stages(&self) -> impl Iterator<Item = (&Spot, &str)> {
        self.all.iter().filter_map(|(spot, name)| {
            let stage = name.strip_prefix("stages.")?;
            Some((spot, stage.split_once('.').map_or(stage, |(stage, _)| stage)))
        })
    }
}

/// Looks at every name, then fills it in for every case.
pub(super) fn check(
    names: &Names<'_>,
    scope: &Scope,
    fill: impl Fn(&Values) -> Result<(), Error>,
) -> Result<(), TemplateError> {
    names.all.iter().try_for_each(|(spot, name)| known(spot, name, scope))?;
    let mut judged = true;
    for (case, values, misses) in scope.cases() {
        let filled = fill(&values);
        if let Some(miss) = misses.first() {
            return Err(unknown_field(spot::field(names.source, &miss.field), miss));
        }
        let Err(error) = filled else { continue };
        match error.kind() {
            ErrorKind::UnknownFilter
            | ErrorKind::UnknownTest
            | ErrorKind::UnknownFunction
            | ErrorKind::TemplateNotFound
            | ErrorKind::BadInclude => return Err(syntax(names.source, &error)),
            // Stand-ins need not fit together; what fails with all of them there tells nothing.
            _ if case.is_empty() => judged = false,
            ErrorKind::UndefinedError if judged => {
                if let Some(error) = may_be_missing(names, case, scope) {
                    return Err(error);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn may_be_missing(names: &Names<'_>, case: &Case, scope: &Scope) -> Option<TemplateError> {
    let (spot, name) = names.stages().find(|(_, name)| case.contains_key(*name))?;
    let named = scope.stages.get(name)?;
    let path = format!("stages.{name}");
    let (what, ask, why) = match case.get(name)? {
        Lack::Result => (path.clone(), path, named.why),
        Lack::Entries => {
            (format!("an entry of {path}.items"), "entry".to_owned(), "this stage runs also when items fail")
        }
    };
    let stage = Arc::clone(&named.stage);
    Some(TemplateError::MayBeMissing { spot: spot.clone(), stage, what: what.into(), ask: ask.into(), why: why.into() })
}

fn known(spot: &Spot, name: &str, scope: &Scope) -> Result<(), TemplateError> {
    let mut parts = name.split('.');
    match (parts.next().unwrap_or_default(), parts.next()) {
        ("inputs", None) => Ok(()),
        ("inputs", Some(input)) if scope.inputs.contains_key(input) => Ok(()),
        ("inputs", Some(input)) => Err(TemplateError::Unknown {
            spot: spot.clone(),
            name: format!("inputs.{input}").into(),
            hint: hint(input, scope.inputs.keys().map(|name| &**name)),
        }),
        ("stages", None) => {
            let hint = "name the stage whose result is used, as in stages.NAME".into();
            Err(TemplateError::Unknown { spot: spot.clone(), name: name.into(), hint })
        }
        ("stages", Some(stage)) => match stage_shape(spot, stage, scope)? {
            Some(shape) => fields(spot, shape, &format!("stages.{stage}"), parts),
            None => Ok(()),
        },
        ("item", field) if scope.is_over_a_list() => {
            fields(spot, &scope.item_shape(), "item", field.into_iter().chain(parts))
        }
        ("index", _) if scope.is_over_a_list() => Ok(()),
        (word, _) if FUNCTIONS.contains(word) => Ok(()),
        (word, _) => {
            Err(TemplateError::Unknown { spot: spot.clone(), name: word.into(), hint: word_hint(word, scope) })
        }
    }
}

fn word_hint(word: &str, scope: &Scope) -> Arc<str> {
    if word == "item" || word == "index" {
        return "only a stage with `each` has one, and not in `each` or `when` itself".into();
    }
    if scope.stages.contains_key(word) {
        return format!("write stages.{word}").into();
    }
    if scope.inputs.contains_key(word) {
        return format!("write inputs.{word}").into();
    }
    let words: &[&str] =
        if scope.is_over_a_list() { &["inputs", "stages", "item", "index"] } else { &["inputs", "stages"] };
    hint(word, words.iter().copied())
}

/// The form of the result of a stage that may be named.
fn stage_shape<'a>(spot: &Spot, name: &str, scope: &'a Scope) -> Result<Option<&'a Shape>, TemplateError> {
    let Some(named) = scope.stages.get(name) else {
        let begins = format!("{name}_");
        let hyphen = scope.stages.keys().find(|known| known.starts_with(&begins));
        let hint = match hyphen {
            Some(known) => format!("a hyphen is written as an underscore here: stages.{known}").into(),
            None => hint(name, scope.stages.keys().map(|known| &**known)),
        };
        return Err(TemplateError::UnknownStage { spot: spot.clone(), name: name.into(), hint });
    };
    match &named.shape {
        Some(shape) => Ok(Some(shape)),
        None if *in_templates(&scope.stage) == *name => Err(TemplateError::Unknown {
            spot: spot.clone(),
            name: format!("stages.{name}").into(),
            hint: "a stage has no result before it has ended".into(),
        }),
        None => Err(TemplateError::NotNeeded { spot: spot.clone(), stage: Arc::clone(&named.stage) }),
    }
}

fn fields<'a>(
    spot: &Spot,
    mut shape: &Shape,
    path: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), TemplateError> {
    let mut of = path.to_owned();
    for name in names {
        let Some(next) = shape.field(name) else {
            let known = match shape {
                Shape::Fields(fields) => fields.keys().map(Arc::clone).collect(),
                _ => Vec::new(),
            };
            return Err(unknown_field(spot.clone(), Miss { of: of.into(), field: name.into(), known }));
        };
        shape = next;
        of = format!("{of}.{name}");
    }
    Ok(())
}

fn unknown_field(spot: Spot, miss: Miss) -> TemplateError {
    let hint = match miss.known.is_empty() {
        true => "it has none at all".into(),
        false => hint(&miss.field, miss.known.iter().map(|name| &**name)),
    };
    TemplateError::UnknownField { spot, of: miss.of, field: miss.field, hint }
}
