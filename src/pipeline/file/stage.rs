//! What a file says of one stage: what it is, what it needs, and every text of it with its place.

use crate::{
    pipeline::{OnFailure, kind::Silent},
    preset::{Either, Place, Placed, PresetError, Section, TIME, milliseconds},
};

/// The keys of a stage, in the order of the documentation.
pub(super) const STAGE_KEYS: [&str; 22] = [
    "name",
    "needs",
    "when",
    "each",
    "retry",
    "on_failure",
    "discussion",
    "topic",
    "background",
    "material",
    "options",
    "model",
    "agents",
    "set",
    "command",
    "stdin",
    "gate",
    "shows",
    "without_answer",
    "text",
    "seconds",
    "file",
];

/// The kinds of stages, each with the keys that are only its own.
const KINDS: [(&str, &[&str]); 4] = [
    ("discussion", &["topic", "background", "material", "options", "model", "agents", "set"]),
    ("command", &["stdin", "seconds", "file"]),
    ("gate", &["shows", "without_answer", "seconds"]),
    ("text", &["file"]),
];

/// The most times that a stage is begun again.
const MOST_RETRIES: u64 = 100;
/// How long a command may take where nothing is said.
const COMMAND_MS: u64 = 600_000;
/// How long a gate waits where nothing is said.
const GATE_MS: u64 = 3_600_000;
/// Seconds of a gate; none at all where nobody is waited for.
const WAIT: std::ops::RangeInclusive<f64> = 0.0..=*TIME.end();

/// One stage as a file has it.
#[derive(Debug, Clone)]
pub(super) struct StageSettings {
    pub(super) name: Placed<String>,
    pub(super) needs: Vec<Placed<String>>,
    pub(super) when: Option<Placed<String>>,
    pub(super) each: Option<Placed<String>>,
    pub(super) retry: u32,
    pub(super) on_failure: Option<OnFailure>,
    pub(super) kind: Kind,
    /// The deliverable that its text is written to.
    pub(super) file: Option<Placed<String>>,
    pub(super) place: Place,
}

/// What a stage is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Discussion(Box<DiscussionSettings>),
    Command { words: Vec<Placed<String>>, stdin: Option<Placed<String>>, ms: u64 },
    Gate { question: Placed<String>, shows: Option<Placed<String>>, ms: u64, silent: Silent },
    Text { text: Placed<String> },
}

/// What a file says of a stage that is a discussion.
#[derive(Debug, Clone)]
pub(super) struct DiscussionSettings {
    pub(super) preset: Placed<String>,
    pub(super) topic: Option<Placed<String>>,
    pub(super) background: Option<Placed<String>>,
    pub(super) material: Vec<MaterialSettings>,
    pub(super) options: Vec<Placed<String>>,
    pub(super) model: Option<Placed<String>>,
    pub(super) agents: Vec<(String, Placed<String>)>,
    pub(super) set: Vec<(String, Placed<String>)>,
}

/// A text under review, or a list of them.
#[derive(Debug, Clone)]
pub(super) struct MaterialSettings {
    pub(super) name: Option<Placed<String>>,
    pub(super) texts: Texts,
}

/// The template of a text, or the expression of a list.
#[derive(Debug, Clone)]
pub(super) enum Texts {
    One(Placed<String>),
    List(Placed<String>),
}

impl StageSettings {
    pub(super) fn read_all(top: &Section<'_>) -> Result<Vec<Self>, PresetError> {
        top.tables("stage", "stage.", &STAGE_KEYS)?.iter().map(Self::read).collect()
    }

    fn read(stage: &Section<'_>) -> Result<Self, PresetError> {
        let name = stage.text("name")?.ok_or_else(|| stage.missing("name", NAME))?;
        if !is_name(&name.value) {
            return Err(stage.wrong("name", name.place.clone(), format!("{:?}", name.value), NAME));
        }
        let policies = [("stop", OnFailure::Stop), ("skip", OnFailure::SkipDependants), ("go-on", OnFailure::GoOn)];
        Ok(Self {
            kind: kind(stage)?,
            needs: stage.texts("needs")?,
            when: stage.text("when")?,
            each: stage.text("each")?,
            retry: retries(stage)?,
            on_failure: stage.word("on_failure", &policies)?.map(|policy| policy.value),
            file: file(stage)?,
            place: name.place.clone(),
            name,
        })
    }
}

const NAME: &str = "a name of small letters, digits and hyphens, a letter first, at most 64";

/// Names are parts of paths and of templates.
pub(super) fn is_name(name: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.len() <= 64 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(inner)
}

fn retries(stage: &Section<'_>) -> Result<u32, PresetError> {
    let given = stage.number("retry", 0..=MOST_RETRIES)?;
    Ok(given.map_or(0, |given| u32::try_from(given.value).unwrap_or(u32::MAX)))
}

/// The one kind that a stage is, with the keys that belong to it.
fn kind(stage: &Section<'_>) -> Result<Kind, PresetError> {
    const ONE: &str = "exactly one of discussion, command, gate and text";
    let given: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).filter(|kind| stage.place_of(kind).is_some()).collect();
    let kind = match given.as_slice() {
        [kind] => *kind,
        [] => return Err(stage.missing("discussion", ONE)),
        [first, second, ..] => {
            let place = stage.place_of(second).unwrap_or_else(|| stage.place.clone());
            return Err(stage.wrong(second, place, format!("… beside {first}"), ONE));
        }
    };
    for key in KINDS.iter().flat_map(|(_, keys)| keys.iter()) {
        let belongs = KINDS.iter().any(|(own, keys)| *own == kind && keys.contains(key));
        if let (false, Some(place)) = (belongs, stage.place_of(key)) {
            let owners: Vec<&str> = KINDS.iter().filter(|(_, keys)| keys.contains(key)).map(|(own, _)| *own).collect();
            let allowed = format!("a key of a stage that is a {}", owners.join(" or a "));
            return Err(stage.wrong(key, place, format!("… in a stage that is a {kind}"), &allowed));
        }
    }
    read_kind(stage, kind)
}

fn read_kind(stage: &Section<'_>, kind: &str) -> Result<Kind, PresetError> {
    let needed = || stage.missing(kind, "a text that is not blank");
    Ok(match kind {
        "command" => Kind::Command {
            words: command(stage)?,
            stdin: stage.text("stdin")?,
            ms: stage.decimal("seconds", TIME)?.map_or(COMMAND_MS, |time| milliseconds(time.value)),
        },
        "gate" => Kind::Gate {
            question: stage.text("gate")?.ok_or_else(needed)?,
            shows: stage.text("shows")?,
            ms: stage.decimal("seconds", WAIT)?.map_or(GATE_MS, |time| milliseconds(time.value)),
            silent: silent(stage)?,
        },
        "text" => Kind::Text { text: stage.text("text")?.ok_or_else(needed)? },
        _ => Kind::Discussion(Box::new(DiscussionSettings {
            preset: stage.text("discussion")?.ok_or_else(needed)?,
            topic: stage.text("topic")?,
            background: stage.text("background")?,
            material: material(stage)?,
            options: stage.texts("options")?,
            model: stage.text("model")?,
            agents: stage.knobs("agents")?,
            set: stage.knobs("set")?,
        })),
    })
}

fn command(stage: &Section<'_>) -> Result<Vec<Placed<String>>, PresetError> {
    let words = stage.texts("command")?;
    if words.is_empty() {
        let place = stage.place_of("command").unwrap_or_else(|| stage.place.clone());
        return Err(stage.wrong("command", place, "[]", "a list of words: a program and its arguments"));
    }
    Ok(words)
}

fn silent(stage: &Section<'_>) -> Result<Silent, PresetError> {
    let words = [("reject", Silent::Reject), ("approve", Silent::Approve), ("fail", Silent::Fail)];
    Ok(stage.word("without_answer", &words)?.map(|silent| silent.value).unwrap_or_default())
}

fn material(stage: &Section<'_>) -> Result<Vec<MaterialSettings>, PresetError> {
    const ONE: &str = "exactly one of text, a template, and list, an expression";
    let read = |one| match one {
        Either::Text(text) => Ok(MaterialSettings { name: None, texts: Texts::One(text) }),
        Either::Table(table) => {
            let texts = match (table.text("text")?, table.text("list")?) {
                (Some(text), None) => Texts::One(text),
                (None, Some(list)) => Texts::List(list),
                (None, None) => return Err(table.missing("text", ONE)),
                (Some(_), Some(list)) => return Err(table.wrong("list", list.place, "… beside text", ONE)),
            };
            Ok(MaterialSettings { name: table.text("name")?, texts })
        }
    };
    stage.listed("material", &["name", "text", "list"])?.into_iter().map(read).collect()
}

/// A file name of its own: no path, and none of those that the folder holds anyway.
fn file(stage: &Section<'_>) -> Result<Option<Placed<String>>, PresetError> {
    const ALLOWED: &str = "a plain file name such as \"deliverable.md\", other than index.md and index.html";
    let Some(file) = stage.text("file")? else { return Ok(None) };
    let name = file.value.as_str();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let ours = ["index.md", "index.html", "pipeline.jsonl"].iter().any(|own| own.eq_ignore_ascii_case(name));
    if ours || name.starts_with(['.', '-']) || name.ends_with('.') || name.len() > 100 || !name.bytes().all(plain) {
        return Err(stage.wrong("file", file.place.clone(), format!("{name:?}"), ALLOWED));
    }
    Ok(Some(file))
}
