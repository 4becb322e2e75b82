//! People and programs as text: what cannot be had is refused before anything is spent, with the next step.

use std::{fs, os::unix::fs::PermissionsExt as _, time::Duration};

use quorate::{
    agent::{Agent as _, TurnTime, spec::AgentFactory},
    preset::{Overrides, Preset},
    strategies::{catalog::Catalog, seat::Origin},
};

fn refusal(spec: &str) -> String {
    AgentFactory::builtin().named(spec).unwrap_err().to_string()
}

#[test]
fn specs_make_people_and_programs() {
    let agents = AgentFactory::builtin();
    for (spec, name, origin) in [
        ("human", "human", Origin::Person),
        ("command:cat", "command:cat", Origin::Program),
        ("command: sh -c 'echo hi'", "command:sh -c echo hi", Origin::Program),
        ("command@stderr:/bin/sh -c true", "command:sh -c true", Origin::Program),
    ] {
        let backend = agents.named(spec).unwrap().backend();
        assert_eq!((&*backend.name, backend.origin), (name, origin), "{spec}");
    }
}

#[test]
fn what_is_not_there_is_refused_with_the_nearest_name() {
    for (spec, parts) in [
        ("human:Ann", &["\"human:Ann\" is not how this agent is written"][..]),
        ("humn", &["unknown agent \"humn\"; did you mean \"human\"?"]),
        ("command:", &["no program is named; write command:PROGRAM ARGUMENTS"]),
        ("command", &["\"command\" is not how this agent is written"]),
        ("command@json:cat", &["command@stderr:PROGRAM"]),
        ("command:catt", &["there is no program \"catt\" in PATH; did you mean \"cat"]),
        ("command:cat 'x", &["a quotation mark (') is not closed"]),
        ("command:examples/incident.md", &["is no file that can be executed; chmod +x it", "command:sh "]),
        ("command:examples/incidnt.md", &["there is no program ", "did you mean \"incident.md\"?"]),
        ("command:./examples", &["is no file that can be executed"]),
    ] {
        let message = refusal(spec);
        for part in parts {
            assert!(message.contains(part), "{spec}: {message} lacks {part}");
        }
    }
}

#[test]
fn a_file_may_give_a_program_word_by_word_and_a_time_for_each_seat() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("my bot");
    fs::write(&script, "#!/bin/sh\necho Yes.\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let text = "topic = \"T\"\n[[seat]]\nname = \"Ann\"\nagent = [\"./my bot\", \"it's\"]\nturn_seconds = 2.5\n\
                [[seat]]\nname = \"Bob\"\nagent = \"human\"\nturn_seconds = \"none\"\n[[seat]]\nname = \"Cy\"\nagent = \"human\"\n";
    let preset = Preset::parse("d.toml", text, folder.path()).unwrap();
    let discussion = preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin()).unwrap();
    let plan = discussion.check().unwrap();
    let names: Vec<String> = plan.roster.iter().map(|(_, seat)| seat.backend.name.to_string()).collect();
    assert_eq!(names, ["command:my bot it's", "human", "human"]);
}

#[test]
fn a_time_of_zero_and_a_list_that_is_no_command_are_refused_at_their_line() {
    for (line, message) in [
        (
            "turn_seconds = 0",
            "d.toml:4: seat.turn_seconds = 0 is not allowed; it may be a number from 0.001 to 604800, or \"none\"",
        ),
        ("turn_seconds = \"never\"", "d.toml:4: seat.turn_seconds = \"never\" is not allowed"),
        (
            "agent = []",
            "d.toml:4: seat.agent = […] is not allowed; it may be a text that is not blank, or a list of words",
        ),
        ("agent = [1]", "d.toml:4: seat.agent = […] is not allowed"),
    ] {
        let text = format!("topic = \"T\"\n[[seat]]\nname = \"Ann\"\n{line}\n");
        let error = Preset::parse("d.toml", &text, ".").unwrap_err().to_string();
        assert!(error.starts_with(message), "{line}: {error}");
    }
}

#[test]
fn a_person_writes_no_result() {
    let text = "topic = \"T\"\nsynthesizer = \"human\"\n[[seat]]\nname = \"Ann\"\n";
    let preset = Preset::parse("d.toml", text, ".").unwrap();
    let made = |wishes: &Overrides| preset.discussion(wishes, &Catalog::builtin(), &AgentFactory::builtin());
    let error = made(&Overrides::default()).unwrap_err().to_string();
    assert_eq!(error, "d.toml:2: synthesizer = \"human\" is not allowed; it may be a model or a program");
    let everywhere = Overrides { model: Some("human".into()), ..Overrides::default() };
    assert!(format!("{:?}", made(&everywhere).unwrap().check().unwrap().roster).contains("human"));
}

#[test]
fn a_time_of_its_own_goes_before_that_of_the_discussion() {
    let usual = Duration::from_secs(120);
    let human = AgentFactory::builtin().named("human").unwrap();
    assert_eq!(human.turn_time().limit(None, usual), Some(Duration::from_secs(300)));
    assert_eq!(human.turn_time().limit(Some(Duration::from_secs(5)), usual), Some(Duration::from_secs(5)));
    assert_eq!(TurnTime::Own(usual).limit(Some(Duration::from_secs(5)), usual), Some(usual));
}
