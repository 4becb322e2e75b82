//! File names made from ids, which anybody may have chosen: one safe part of a path each, no two alike.

use quorate_strategies::record::digest;

/// The longest plain name, and the longest readable part of another one, in bytes: endings fit behind it on every system.
const MOST_BYTES: usize = 120;

/// Digits of the digest that keep changed names apart.
const DIGITS: usize = 24;

/// Stands only in names that were changed, between the readable part and the digest.
const MARK: char = '~';

/// Names that some systems give to devices, whatever their ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The file name of an id, without an ending. A plain id stays as it is: small letters, digits, `-`, `_` and dots within.
/// Any other becomes readable text and a digest; capital letters too, as some systems take `Tea` and `tea` for one.
pub(super) fn file_name(id: &str) -> String {
    if is_plain(id) {
        return id.to_owned();
    }
    let mut name = String::new();
    for c in id.chars().flat_map(char::to_lowercase).map(|c| if c.is_alphanumeric() { c } else { '-' }) {
        if name.len() + c.len_utf8() > MOST_BYTES {
            break;
        }
        name.push(c);
    }
    name.push(MARK);
    name.extend(digest(&[id.as_bytes()]).chars().take(DIGITS));
    name
}

/// Whether an id is a safe file name as it stands.
pub(super) fn is_plain(id: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.');
    let ends = |byte: Option<u8>| byte.is_some_and(|byte| byte != b'.' && byte != b'-');
    id.len() <= MOST_BYTES
        && id.bytes().all(plain)
        && ends(id.bytes().next())
        && ends(id.bytes().last())
        && !is_device(id)
}

fn is_device(id: &str) -> bool {
    let stem = id.split('.').next().unwrap_or_default();
    let numbered = |name: &str| {
        stem.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    DEVICES.contains(&stem) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_ids_stay_as_they_are() {
        for id in ["1a22e8acd9f-e08-2", "tea", "plan.v2", "a_b", "console", "com", "com10"] {
            assert_eq!(file_name(id), id);
        }
    }

    /// Ids of the kind that got exporters to write elsewhere, or over each other.
    #[test]
    fn hostile_ids_become_one_part_of_a_path_each() {
        let long = "長".repeat(300);
        let ids = [
            "",
            ".",
            "..",
            "../../x",
            "..\\..\\x",
            "a/b",
            "a\\b",
            "C:\\x",
            "c:x",
            "/etc/passwd",
            "a\0b",
            "\0",
            "CON",
            "con",
            "Con.txt",
            "nul",
            "NUL",
            "lpt1",
            "com9.x",
            "tea.",
            "tea ",
            " tea",
            ".tea",
            "-rf",
            "Tea",
            "TEA",
            "tea\n",
            "t*a",
            "t?a",
            "t\"a",
            "t<a",
            "t|a",
            "~",
            "tea~0123",
            "\u{202e}aet",
            "e\u{301}",
            "\u{e9}",
            &long,
            "a-b ",
            "a b",
        ];
        let names: BTreeSet<String> = ids.iter().map(|id| file_name(id)).collect();
        assert_eq!(names.len(), ids.len(), "no two share a name");
        let folded: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(folded.len(), names.len(), "nor where letters have no case");
    }

    proptest! {
        #[test]
        fn every_id_gives_one_short_part_that_no_system_refuses(id in ".{0,400}") {
            let name = file_name(&id);
            prop_assert!(!name.is_empty() && name.len() <= 160);
            prop_assert!(name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '~')));
            prop_assert!(!name.starts_with('.') && !name.ends_with('.') && !is_device(&name));
            prop_assert_eq!(name == id, is_plain(&id));
        }
    }
}
