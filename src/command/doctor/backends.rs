//! The backends of a discussion, on a sheet or as a document: who is there, who answers in form, and what to do.

use quorate_strategies::{
    brief::{Language, Text},
    reading::Provenance,
};
use serde_json::{Value, json};

use super::{machine::named, sheet::Sheet, words};
use crate::{
    agent::Login,
    doctor::{Asking, Examined, Found},
};

pub(super) fn sheet(examined: &[Examined], asking: Asking, language: Language) -> String {
    let mut sheet = Sheet::new(language);
    for one in examined {
        let seats: Vec<&str> = one.seats.iter().map(AsRef::as_ref).collect();
        let seats = if seats.is_empty() {
            words::RESULT.get(language).to_owned()
        } else {
            seats.join(words::COMMA.get(language))
        };
        sheet.title(&words::BACKEND, &[("seats", &seats), ("backend", &one.backend.name)]);
        found(&mut sheet, &one.found, asking);
        if let Some(took) = one.took {
            sheet.detail(&words::TOOK, &[("seconds", &format!("{:.1}", took.as_secs_f64()))]);
        }
    }
    sheet.written()
}

fn found(sheet: &mut Sheet, found: &Found, asking: Asking) {
    let language = sheet.language();
    match found {
        Found::Embedded => sheet.entry(&words::EMBEDDED, &[]),
        Found::Person => sheet.entry(&words::PERSON, &[]),
        Found::InForm { stance, from, requests } => {
            let text = if *requests > 1 { &words::REPAIRED } else { &words::IN_FORM };
            let from = provenance(*from).get(language);
            sheet.entry(text, &[("stance", stance.name()), ("from", from), ("requests", &requests.to_string())]);
        }
        Found::OutOfForm { said, from, requests } => {
            let from = provenance(*from).get(language);
            let holes = [("said", said.as_str()), ("from", from), ("requests", &requests.to_string())];
            sheet.entry(&words::OUT_OF_FORM, &holes);
            sheet.detail(&words::OUT_OF_FORM_NEXT, &[]);
        }
        Found::Unreachable { cause } => sheet.entry(&words::UNREACHABLE, &[("cause", cause)]),
        Found::NoAnswer { cause } => sheet.entry(&words::NO_ANSWER, &[("cause", cause)]),
        Found::Unlisted { known } => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let text = if known.is_empty() { &words::LISTS_NOTHING } else { &words::UNLISTED };
            sheet.entry(text, &[("names", &named(&known, language))]);
        }
        Found::Listed => sheet.entry(&words::LISTED, &[]),
        Found::Runs { version, login: Login::In } => sheet.entry(&words::RUNS_LOGGED_IN, &[("version", version)]),
        Found::Runs { version, login: Login::Untold } => sheet.entry(&words::RUNS, &[("version", version)]),
        Found::Met { who, took } => {
            sheet.entry(&words::MET, &[("who", who), ("seconds", &format!("{:.1}", took.as_secs_f64()))]);
        }
        Found::NotAsked if asking == Asking::Nothing => sheet.entry(&words::NOT_SENT, &[]),
        Found::NotAsked => sheet.entry(&words::NOT_ASKED, &[]),
    }
}

const fn provenance(from: Provenance) -> &'static Text {
    match from {
        Provenance::Structured => &words::STRUCTURED,
        Provenance::Marker => &words::MARKER,
        Provenance::Label => &words::LABEL,
        Provenance::Guess => &words::GUESS,
        Provenance::None => &words::NOWHERE,
    }
}

pub(super) fn document(examined: &[Examined]) -> Value {
    let one = |one: &Examined| {
        let mut document = state(&one.found);
        if let Some(fields) = document.as_object_mut() {
            fields.insert("backend".to_owned(), json!(one.backend.name));
            fields.insert("seats".to_owned(), json!(one.seats));
            if let Some(took) = one.took {
                fields.insert("took_ms".to_owned(), json!(u64::try_from(took.as_millis()).unwrap_or(u64::MAX)));
            }
        }
        document
    };
    examined.iter().map(one).collect()
}

fn state(found: &Found) -> Value {
    match found {
        Found::Embedded => json!({ "state": "embedded" }),
        Found::Person => json!({ "state": "person" }),
        Found::InForm { stance, from, requests } => {
            json!({ "state": "in-form", "stance": stance, "from": from, "requests": requests })
        }
        Found::OutOfForm { said, from, requests } => {
            json!({ "state": "out-of-form", "said": said, "from": from, "requests": requests })
        }
        Found::Unreachable { cause } => json!({ "state": "unreachable", "cause": cause }),
        Found::NoAnswer { cause } => json!({ "state": "no-answer", "cause": cause }),
        Found::Unlisted { known } => json!({ "state": "unlisted", "known": known }),
        Found::Listed => json!({ "state": "listed" }),
        Found::Runs { version, login } => {
            json!({ "state": "runs", "version": version, "logged_in": (*login == Login::In).then_some(true) })
        }
        Found::Met { who, took } => {
            let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            json!({ "state": "met", "who": who, "took_ms": ms })
        }
        Found::NotAsked => json!({ "state": "not-asked" }),
    }
}
