//! Words as a shell takes them, for commands that are printed to be run.

/// The text as one word. Double quotes do in every shell, unless something in the text means something there.
pub(super) fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@=,+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    match text.contains(['"', '\\', '$', '`', '!', '%']) {
        false => format!("\"{text}\""),
        true => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_word_whatever_it_holds() {
        for (text, word_of_it) in [
            ("a/store-1.db", "a/store-1.db"),
            ("", "\"\""),
            ("The shop's closed.", "\"The shop's closed.\""),
            ("It's $5; `rm`", "'It'\\''s $5; `rm`'"),
        ] {
            assert_eq!(word(text), word_of_it);
        }
    }
}
