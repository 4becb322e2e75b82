//! A mistake in a discussion file is shown where it stands, under the message that names it.

use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};

use super::error::CommandError;
use crate::preset::{Place, PresetError, Span};

/// The longest line that is shown; what is longer says less than the message above it.
const MOST_CHARS: usize = 160;

/// The lines of the file that an error is about, with a mark under the part that is meant; empty where there are none.
pub(super) fn excerpt(error: &CommandError) -> String {
    let place = match error {
        CommandError::Preset(error) => error.place(),
        #[cfg(feature = "pipeline")]
        CommandError::PipelineFile(error) => error.place(),
        _ => None,
    };
    let Some(Place::File { name, span: Some(span), .. }) = place else { return String::new() };
    if too_long(span) {
        return String::new();
    }
    let here = Here { source: NamedSource::new(name, span.text.to_string()), range: meant(error, span) };
    // Colours would have to be let through to the terminal, and the text of a file with them.
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_context_lines(1);
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, &here) {
        // The first lines are the message, which stands above already.
        Ok(()) => drawn.lines().skip_while(|line| !line.contains('╭')).collect::<Vec<_>>().join("\n"),
        Err(fmt::Error) => String::new(),
    }
}

/// Whether a line that would be shown is longer than what is worth showing, or than what can be drawn at all.
fn too_long(span: &Span) -> bool {
    let (before, rest) = span.text.split_at_checked(span.range.start).unwrap_or((&span.text, ""));
    let (mut above, mut below) = (before.rsplit('\n'), rest.split('\n'));
    let chars = |line: Option<&str>| line.unwrap_or_default().chars().count();
    let own = chars(above.next()) + chars(below.next());
    own > MOST_CHARS || above.take(1).chain(below.take(2)).any(|line| chars(Some(line)) > MOST_CHARS)
}

/// A table is marked by its first line; what stands in it is not what is wrong.
fn meant(error: &CommandError, span: &Span) -> std::ops::Range<usize> {
    let marked = span.text.get(span.range.clone()).unwrap_or_default();
    let first = marked.lines().next().unwrap_or_default().trim_end().len();
    match error {
        CommandError::Preset(PresetError::Syntax { .. }) => span.range.clone(),
        _ => span.range.start..span.range.start + first,
    }
}

/// A part of a text, as miette wants to be told of it.
#[derive(Debug)]
struct Here {
    source: NamedSource<String>,
    range: std::ops::Range<usize>,
}

impl fmt::Display for Here {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Here {}

impl Diagnostic for Here {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), self.range.clone());
        Some(Box::new(std::iter::once(label)))
    }
}
