//! Keeps keys out of what a program prints, and out of the name that readers are shown for it.

use std::env;

/// Shorter than this a value is no secret, and hiding it would blot out whole texts.
const SHORTEST: usize = 8;
/// Characters of a program's name.
const LONGEST_NAME: usize = 120;
/// What the name of a variable or an argument that holds a secret ends with; a number may follow.
const SIGNS: [&str; 6] = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIALS"];
const HIDDEN: &str = "***";

/// A text without the keys that lie in the environment, as programs print them when they complain.
pub(super) fn hidden(text: &str) -> String {
    let secret = |(name, value): (String, String)| (holds_secret(&name) && value.len() >= SHORTEST).then_some(value);
    let variables =
        env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut secrets: Vec<String> = variables.filter_map(secret).collect();
    // The longest first, so that no part of one is left over.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.iter().fold(text.to_owned(), |text, secret| match text.contains(secret.as_str()) {
        true => text.replace(secret.as_str(), HIDDEN),
        false => text,
    })
}

fn holds_secret(name: &str) -> bool {
    let name = name.to_uppercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    SIGNS.iter().any(|sign| name.ends_with(sign))
}

/// The command line as readers are shown it: the program's file name and its arguments, without secrets.
pub(super) fn shown(words: &[String]) -> String {
    let mut name = "command:".to_owned();
    let mut secret_next = false;
    for (at, word) in words.iter().enumerate() {
        let word = if at == 0 { word.rsplit('/').next().unwrap_or(word) } else { word.as_str() };
        let (head, value) = word.split_once('=').map_or((word, None), |(head, value)| (head, Some(value)));
        if at > 0 {
            name.push(' ');
        }
        match value {
            _ if secret_next => name.push_str(HIDDEN),
            Some(_) if holds_secret(head) => name.push_str(&format!("{head}={HIDDEN}")),
            _ if looks_like_a_key(word) => name.push_str(HIDDEN),
            _ => name.push_str(word),
        }
        secret_next = value.is_none() && head.starts_with('-') && holds_secret(head);
    }
    let name = hidden(&name);
    match name.char_indices().nth(LONGEST_NAME) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or_default()),
        None => name,
    }
}

/// A long word of letters and digits that no language has.
fn looks_like_a_key(word: &str) -> bool {
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    plain && word.len() >= 24 && word.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_program_and_no_secret() {
        for (words, name) in [
            (&["/usr/bin/claude", "-p", "--model", "opus"][..], "command:claude -p --model opus"),
            (&["bot", "--api-key", "abc", "--max-tokens", "50"], "command:bot --api-key *** --max-tokens 50"),
            (&["env", "API_TOKEN=abc", "bot"], "command:env API_TOKEN=*** bot"),
            (&["env", "-u", "OPENAI_API_KEY", "bot"], "command:env -u OPENAI_API_KEY bot"),
            (&["bot", "sk-0123456789abcdefghijklmn"], "command:bot ***"),
        ] {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(shown(&words), name);
        }
    }
}
