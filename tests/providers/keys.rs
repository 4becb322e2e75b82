//! Keys: where they are read from, and which are refused.

use std::path::Path;

use quorate::agent::http::{Key, KeyError, Provider};

fn from(value: &str) -> Result<Option<Key>, KeyError> {
    Key::from_variables(Provider::Gemini, |name| (name == "GEMINI_API_KEY").then(|| value.to_owned()))
}

#[test]
fn our_own_variable_goes_before_the_usual_one() {
    let both = |name: &str| Some(format!("key-of-{name}"));
    let ours = Key::from_variables(Provider::OpenAi, both).unwrap().unwrap();
    let only = Key::from_variables(Provider::OpenAi, |name| {
        (name == "QUORATE_OPENAI_KEY").then(|| "key-of-QUORATE_OPENAI_KEY".to_owned())
    });
    assert_eq!(ours.fingerprint(), only.unwrap().unwrap().fingerprint());
    assert!(Key::from_variables(Provider::OpenAi, |_| None).unwrap().is_none());
}

// S-01
#[test]
fn outer_blanks_are_trimmed() {
    let plain = from("k-SECRET").unwrap().unwrap();
    for text in ["k-SECRET\n", " \tk-SECRET\r\n", "\u{feff}k-SECRET"] {
        assert_eq!(from(text).unwrap().unwrap().fingerprint(), plain.fingerprint(), "{text:?}");
    }
}

// S-01
#[test]
fn bad_keys_are_errors_that_name_the_variable_and_never_the_value() {
    for text in ["k-SE\nCRET", "k-SECRET k-SECRET", "k-SECRET\u{0}x", "k-SECRETé", "k\r\nX: SECRET"] {
        let error = from(text).unwrap_err();
        let said = format!("{error} {error:?}");
        assert!(matches!(error, KeyError::BadCharacter { .. }), "{text:?}");
        assert!(said.contains("GEMINI_API_KEY") && !said.contains("SECRET"), "{said}");
    }
    for text in ["", "  ", "\n"] {
        let error = from(text).unwrap_err();
        assert!(matches!(error, KeyError::Empty(_)), "{text:?}");
        assert!(error.to_string().contains("GEMINI_API_KEY"));
    }
}

// S-01
#[test]
fn a_key_file_is_read_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let good = Key::from_file(&file("good", b"k-SECRET\n")).unwrap();
    assert_eq!(good.fingerprint(), from("k-SECRET").unwrap().unwrap().fingerprint());
    let said = |path: &Path| {
        let error = Key::from_file(path).unwrap_err();
        let said = format!("{error} {error:?}");
        assert!(said.contains(path.to_str().unwrap()) && !said.contains("SECRET"), "{said}");
        error
    };
    assert!(matches!(said(&file("empty", b" \n")), KeyError::Empty(_)));
    assert!(matches!(said(&file("binary", b"SECRET\xff\xfe")), KeyError::Unreadable { .. }));
    assert!(matches!(said(&file("two", b"SECRET\nSECRET")), KeyError::BadCharacter { .. }));
    assert!(matches!(said(&file("long", &[b'k'; 20_000])), KeyError::TooLong(_)));
    assert!(matches!(said(&folder.path().join("none")), KeyError::Unreadable { .. }));
    assert!(matches!(said(folder.path()), KeyError::Unreadable { .. }));
}

// S-01
#[test]
fn a_key_shows_itself_nowhere() {
    let key = from("k-SECRET").unwrap().unwrap();
    assert!(!format!("{key} {key:?} {:?}", Some(&key)).contains("SECRET"));
}
