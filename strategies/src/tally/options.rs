//! The options of one line: listed beforehand, or collected as ballots name them.

use std::{collections::HashMap, sync::Arc};

use super::{TallyError, given::Given};

/// Options are numbered in 16 bits.
pub(super) const MOST: usize = 1 << 16;
/// So many options are named in a message.
const NAMED: usize = 8;

/// Why a name stands for no option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoOption {
    /// It is not in the list.
    Unlisted,
    /// There are as many as can be numbered.
    TooMany,
}

#[derive(Debug, Default)]
pub(super) struct Options {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u16>,
    listed: bool,
}

impl Options {
    /// The options that a line lists, or none yet when it lists none.
    pub(super) fn new(given: Option<&Given>) -> Result<Self, TallyError> {
        let mut options = Self::default();
        let Some(given) = given else {
            return Ok(options);
        };
        let refused = || TallyError::Field {
            key: "options",
            found: given.quoted(),
            allowed: format!("a list of different texts, at most {MOST}"),
        };
        let Given::List(names) = given else {
            return Err(refused());
        };
        for name in names {
            let Given::Text(name) = name else {
                return Err(refused());
            };
            if options.numbers.contains_key(name.as_str()) || options.number(name).is_err() {
                return Err(refused());
            }
        }
        options.listed = true;
        Ok(options)
    }

    /// The number of an option, which is a new one when they are being collected.
    pub(super) fn number(&mut self, name: &str) -> Result<u16, NoOption> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        if self.listed {
            return Err(NoOption::Unlisted);
        }
        let number = u16::try_from(self.names.len()).map_err(|_| NoOption::TooMany)?;
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        Ok(number)
    }

    /// Whether the line itself lists this option.
    pub(super) fn lists(&self, name: &str) -> bool {
        self.listed && self.numbers.contains_key(name)
    }

    /// What a ballot may say, in words.
    pub(super) fn allowed(&self) -> String {
        let forms = "a ranking, {\"approve\": […]}, {option: points}, abstain, or null for no answer";
        if !self.listed {
            return format!("the text of an option, {forms}");
        }
        let named: Vec<String> = self.names.iter().take(NAMED).map(|name| format!("{name:?}")).collect();
        let more = self.names.len().saturating_sub(NAMED);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("one of {}{rest}, {forms}", named.join(", "))
    }

    /// All of them, in order.
    pub(super) fn into_names(self) -> Arc<[Arc<str>]> {
        self.names.into()
    }
}
