//! Keeps keys out of what a program prints, and out of the name that readers are shown for it.

use std::{env, sync::LazyLock};

use regex::{Captures, Regex};

/// Shorter than this a value is no secret, and hiding it would blot out whole texts.
const SHORTEST: usize = 8;
/// Characters of a program's name.
const LONGEST_NAME: usize = 120;
/// Words that tell, within the name of a variable, an argument or a header, that it holds a secret.
const WORDS: [&str; 12] = [
    "KEY",
    "TOKEN",
    "SECRET",
    "SECRETS",
    "PASS",
    "PASSWORD",
    "PASSWD",
    "PWD",
    "PAT",
    "CREDS",
    "CREDENTIAL",
    "CREDENTIALS",
];
/// What such a word may end with where others run into it, as in `APIKEY`.
const ENDS: [&str; 2] = ["KEY", "TOKEN"];
/// What tells it anywhere.
const ANYWHERE: [&str; 6] = ["SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "PASSCODE", "CREDENTIAL"];
/// Variables that are named alike and hold a folder.
const FOLDERS: [&str; 2] = ["PWD", "OLDPWD"];
const HIDDEN: &str = "***";

/// An expression; none where it cannot be read, which the tests rule out.
type Pattern = LazyLock<Option<Regex>>;

/// `scheme://user:password@`, or a key in the place of the user.
static ADDRESS: Pattern =
    LazyLock::new(|| Regex::new(r#"([A-Za-z][A-Za-z0-9+.-]*://)([^\s/:@?#"'<>]*)(?::([^\s/"'<>]+))?@"#).ok());
/// What a header says of who asks.
static HEADER: Pattern = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[^\s"',;]+"#).ok()
});
/// The same without the name of the header.
static SCHEME: Pattern = LazyLock::new(|| Regex::new(r"(?i)\b((?:bearer|basic)\s+)([A-Za-z0-9._~+/=-]+)").ok());
/// `?name=value` in an address.
static QUERY: Pattern = LazyLock::new(|| Regex::new(r#"([?&][A-Za-z0-9_.-]+=)([^\s&"'<>#)]+)"#).ok());
/// `NAME=VALUE`, `name: value` and `--name value` within an argument, as in a script.
static NAMED: Pattern = LazyLock::new(|| {
    Regex::new(r#"([A-Za-z_][A-Za-z0-9_.-]*["']?\s*[=:]\s*|--?[A-Za-z][A-Za-z0-9_-]*\s+)("[^"]*"|'[^']*'|[^\s&"';]+)"#)
        .ok()
});

/// A text without the keys that lie in the environment, as programs print them when they complain, and without what can
/// be told as a secret by its form.
pub(in crate::agent) fn hidden(text: &str) -> String {
    let variables =
        env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    without(text, variables)
}

fn without(text: &str, variables: impl Iterator<Item = (String, String)>) -> String {
    let mut secrets: Vec<String> = variables.flat_map(|(name, value)| secrets_of(&name, value)).collect();
    // The longest first, so that no part of one is left over.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    let text = secrets.iter().fold(text.to_owned(), |text, secret| match text.contains(secret.as_str()) {
        true => text.replace(secret.as_str(), HIDDEN),
        false => text,
    });
    by_form(&text)
}

/// What is secret of a variable: its value, or the password of an address in it.
fn secrets_of(name: &str, value: String) -> Vec<String> {
    let mut secrets = Vec::new();
    if let Some(address) = ADDRESS.as_ref().and_then(|pattern| pattern.captures(&value))
        && let (Some(user), Some(password)) = (address.get(2), address.get(3))
        // A password that is the user's name protects nothing, and is a word of many texts.
        && user.as_str() != password.as_str()
    {
        secrets.push(password.as_str().to_owned());
    }
    if holds_secret(name) {
        secrets.push(value);
    }
    secrets.retain(|secret| secret.len() >= SHORTEST);
    secrets
}

/// Hides passwords and keys in addresses, and what headers say of who asks.
fn by_form(text: &str) -> String {
    let text = replaced(text, &ADDRESS, |found| {
        let (scheme, user) = (part(found, 1), part(found, 2));
        match found.get(3) {
            Some(_) => format!("{scheme}{user}:{HIDDEN}@"),
            None if looks_like_a_key(user) => format!("{scheme}{HIDDEN}@"),
            None => part(found, 0).to_owned(),
        }
    });
    let text = replaced(&text, &QUERY, named);
    let text = replaced(&text, &HEADER, |found| format!("{}{HIDDEN}", part(found, 1)));
    replaced(&text, &SCHEME, |found| {
        // "Basic research" is no key.
        let value = part(found, 2);
        let telling =
            value.len() >= SHORTEST && (value.bytes().any(|byte| byte.is_ascii_digit()) || value.ends_with('='));
        if telling { format!("{}{HIDDEN}", part(found, 1)) } else { part(found, 0).to_owned() }
    })
}

fn replaced(text: &str, pattern: &Pattern, by: impl Fn(&Captures<'_>) -> String) -> String {
    pattern.as_ref().map_or_else(|| text.to_owned(), |pattern| pattern.replace_all(text, by).into_owned())
}

fn part<'t>(found: &Captures<'t>, at: usize) -> &'t str {
    found.get(at).map_or("", |part| part.as_str())
}

/// Whether a name says so: `API_KEY_PROD`, `--api-key`, `apiKey`, `X-Auth-Token`.
fn holds_secret(name: &str) -> bool {
    if FOLDERS.contains(&name) {
        return false;
    }
    let mut parted = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        let before = name.get(..at).and_then(|before| before.chars().next_back());
        if c.is_uppercase() && before.is_some_and(char::is_lowercase) {
            parted.push('_');
        }
        parted.extend(c.to_uppercase());
    }
    ANYWHERE.iter().any(|sign| parted.contains(sign))
        || parted.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
            let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
            WORDS.contains(&word) || ENDS.iter().any(|sign| word.ends_with(sign))
        })
}

/// The command line as readers are shown it: the program's file name and its arguments, without secrets.
pub(super) fn shown(words: &[String]) -> String {
    let mut name = "command:".to_owned();
    let mut secret_next = false;
    for (at, word) in words.iter().enumerate() {
        let word = if at == 0 { word.rsplit('/').next().unwrap_or(word) } else { word.as_str() };
        if at > 0 {
            name.push(' ');
        }
        match secret_next || looks_like_a_key(word) {
            true => name.push_str(HIDDEN),
            false => name.push_str(&argument(word)),
        }
        secret_next = announces(word);
    }
    let name = hidden(&name);
    match name.char_indices().nth(LONGEST_NAME) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or_default()),
        None => name,
    }
}

/// Whether nothing in a command line would be hidden.
pub(in crate::agent) fn is_open(words: &[String]) -> bool {
    let mut secret_next = false;
    let plain = words.iter().all(|word| {
        let plain = !secret_next && !looks_like_a_key(word) && argument(word) == *word;
        secret_next = announces(word);
        plain
    });
    let line = words.join(" ");
    plain && hidden(&line) == line
}

/// Whether the next argument is a secret by this one.
fn announces(word: &str) -> bool {
    word.starts_with('-') && !word.contains(['=', ':']) && holds_secret(word)
}

/// One argument without what its names and its form tell as secret.
fn argument(word: &str) -> String {
    // The value of a whole argument has no end within it.
    if let Some(at) = word.find(['=', ':'])
        && let (Some(head), Some(sign)) = (word.get(..at), word.get(at..=at))
        && !head.contains(char::is_whitespace)
        && holds_secret(head)
    {
        return format!("{head}{sign}{HIDDEN}");
    }
    replaced(&by_form(word), &NAMED, named)
}

/// A name and its value, which is hidden where the name says that it is secret.
fn named(found: &Captures<'_>) -> String {
    match holds_secret(part(found, 1)) {
        true => format!("{}{HIDDEN}", part(found, 1)),
        false => part(found, 0).to_owned(),
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
            (
                &["env", "API_KEY_PROD=a b", "MY_PASSPHRASE=x", "bot"],
                "command:env API_KEY_PROD=*** MY_PASSPHRASE=*** bot",
            ),
            (&["env", "-u", "OPENAI_API_KEY", "bot"], "command:env -u OPENAI_API_KEY bot"),
            (&["bot", "sk-0123456789abcdefghijklmn"], "command:bot ***"),
            (&["curl", "-H", "Authorization: Bearer abc"], "command:curl -H Authorization: Bearer ***"),
            (&["curl", "-H", "X-Api-Key: abc def"], "command:curl -H X-Api-Key:***"),
            (
                &["curl", "https://u:SECRET@h/", "https://h/?key=abc&n=1"],
                "command:curl https://u:***@h/ https://h/?key=***&n=1",
            ),
            (&["sh", "-c", "TOKEN='a b' bot --password abc -v"], "command:sh -c TOKEN=***"),
            (
                &["sh", "-c", "cd x; TOKEN='a b' bot --password abc -v"],
                "command:sh -c cd x; TOKEN=*** bot --password *** -v",
            ),
        ] {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(shown(&words), name);
        }
    }

    #[test]
    fn parts_of_names_tell_secrets() {
        for name in [
            "OPENAI_API_KEY",
            "API_KEY_PROD",
            "GITHUB_PAT",
            "MY_PASSPHRASE",
            "apiKey",
            "APIKEY2",
            "DB_PASS",
            "MYSQL_PWD",
            "AWS_SECRET_ACCESS_KEY_ID",
            "--auth-token",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "clientsecret",
        ] {
            assert!(holds_secret(name), "{name}");
        }
        for name in
            ["PATH", "PWD", "OLDPWD", "--max-tokens", "KEYBOARD", "PASSENGERS", "HOME", "-p", "COMPASS", "PATTERN"]
        {
            assert!(!holds_secret(name), "{name}");
        }
    }

    #[test]
    fn what_is_printed_keeps_its_words_and_loses_its_secrets() {
        let variables = || {
            [
                ("DATABASE_URL", "postgres://ann:correct-horse@db/x"),
                ("A_URL", "postgres://postgres:postgres@db"),
                ("GITHUB_PAT", "battery-staple"),
                ("HOME", "/home/somebody"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into_iter()
        };
        for (printed, kept) in [
            ("correct-horse, battery-staple", "***, ***"),
            ("redis://:pw@h and ftp://me@h", "redis://:***@h and ftp://me@h"),
            ("https://ghp_0123456789abcdefghijklmn@github.com/x", "https://***@github.com/x"),
            ("authorization: basic dTpw", "authorization: basic ***"),
            ("sent Bearer abc123def.x", "sent Bearer ***"),
            (
                "Basic research on postgres in /home/somebody: key: value",
                "Basic research on postgres in /home/somebody: key: value",
            ),
        ] {
            assert_eq!(without(printed, variables()), kept);
        }
    }
}
