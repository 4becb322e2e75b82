//! What a preset has to be given before it can begin.

use std::sync::Arc;

use quorate_strategies::brief::{Language, Text};

use super::{Overrides, Place, Preset, place::Placed, settings::Needs};

impl Preset {
    /// The flag of what the preset needs and is not given, if anything is missing.
    #[must_use]
    pub fn lacks(&self, overrides: &Overrides) -> Option<&'static str> {
        let settings = &self.settings;
        let needs = settings.needs.as_ref().map(|needs| needs.value);
        let topic =
            overrides.topic.as_deref().or(self.topic(Language::En)).is_some_and(|topic| !topic.trim().is_empty());
        match needs {
            Some(Needs::Material)
                if settings.material.is_empty() && overrides.material.is_empty() && overrides.texts.is_empty() =>
            {
                Some("--material FILE")
            }
            _ => (!topic).then_some("--topic TEXT"),
        }
    }

    /// The same preset with stand-ins for what it needs, for a check before that is at hand.
    #[must_use]
    pub fn without_needs(&self) -> Self {
        let mut settings = self.settings.clone();
        settings.needs = None;
        let stand_in = || {
            Placed::new(
                Text::all("(the topic)", "（议题）", "（議題）"),
                Place::File { name: Arc::clone(&self.name), line: None, span: None },
            )
        };
        settings.topic.get_or_insert_with(stand_in);
        Self { name: Arc::clone(&self.name), settings }
    }
}
