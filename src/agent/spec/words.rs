//! A command line as words, and back. There is no shell: nothing is expanded, and no sign but quotes and `\` is special.

use thiserror::Error;

/// Why a command line cannot be taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordsError {
    /// A quotation mark stands alone.
    #[error("a quotation mark ({mark}) is not closed in {text:?}; close it, or put a backslash before it")]
    Quote {
        /// The mark.
        mark: char,
        /// The text as given.
        text: String,
    },
    /// Nothing stands behind the last backslash.
    #[error("{text:?} ends with a backslash; double it where it is meant, or take it away")]
    Backslash {
        /// The text as given.
        text: String,
    },
}

/// The words of a command line.
///
/// Blanks separate words. `'…'` keeps everything as it is, `"…"` everything but `\"` and `\\`, and a backslash outside of
/// quotes keeps the next character.
///
/// ```
/// use quorate::agent::spec::split;
/// assert_eq!(split(r#"claude -p "be brief" a\ b '$HOME;*'"#)?, ["claude", "-p", "be brief", "a b", "$HOME;*"]);
/// # Ok::<(), quorate::agent::spec::WordsError>(())
/// ```
///
/// # Errors
/// [`WordsError`] when a quotation mark is not closed, or nothing follows a backslash.
pub fn split(text: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    let backslash = || WordsError::Backslash { text: text.to_owned() };
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or_else(|| WordsError::Quote { mark: c, text: text.to_owned() })? {
                        end if end == c => break,
                        '\\' if c == '"' => {
                            let next = chars.next().ok_or_else(backslash)?;
                            if !matches!(next, '"' | '\\') {
                                word.push('\\');
                            }
                            word.push(next);
                        }
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next().ok_or_else(backslash)?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Words as a command line that [`split`] takes apart into the same words.
#[must_use]
pub fn quoted<W: AsRef<str>>(words: &[W]) -> String {
    let plain = |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"\\".contains(c));
    let quote = |word: &str| if plain(word) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) };
    words.iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_not_closed_is_refused() {
        for text in ["a 'b", "a \"b", "a \"b\\", "a\\"] {
            assert!(split(text).is_err(), "{text}");
        }
        assert_eq!(split("  ").unwrap(), [""; 0]);
        assert_eq!(split("a '' \"\"").unwrap(), ["a", "", ""]);
    }

    proptest! {
        #[test]
        fn quoting_and_splitting_gives_the_same_words(words: Vec<String>) {
            prop_assert_eq!(split(&quoted(&words)).unwrap(), words);
        }
    }
}
