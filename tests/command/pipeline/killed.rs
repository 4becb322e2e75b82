//! Runs that are killed in the middle of each stage, and gone on with by the same command.

use super::*;

/// A command that writes down that it ran, and waits as long as it is to be killed.
fn command(name: &str) -> String {
    format!(
        "[\"sh\", \"-c\", \"echo {name} >> ran; touch at-{name}; while [ -e stop-{name} ]; do sleep 0.05; done; echo {name}\"]"
    )
}

/// A command, a discussion whose second seat can be made to wait, a gate, and a text.
fn whole() -> Place {
    let place = Place::of(&format!(
        "[[stage]]\nname = \"first\"\ncommand = {}\n\
         [[stage]]\nname = \"talk\"\nneeds = [\"first\"]\ndiscussion = \"./talk.toml\"\nbackground = \"{{{{ stages.first.text }}}}\"\n\
         [[stage]]\nname = \"ask\"\nneeds = [\"talk\"]\ngate = \"Go on?\"\nseconds = 120\n\
         [[stage]]\nname = \"last\"\nneeds = [\"ask\"]\ncommand = {}\n\
         [[stage]]\nname = \"all\"\nneeds = [\"last\"]\nfile = \"all.md\"\n\
         text = \"{{{{ stages.first.text }}}}{{{{ stages.talk.stop }}}} {{{{ stages.ask.by }}}} {{{{ stages.last.text }}}}\"\n",
        command("first"),
        command("last"),
    ));
    let seat = |name: &str| {
        let answer = "echo 'Tea. [KIND: PROPOSAL] [STANCE: AGREE]'";
        let words = format!(
            "cat > /dev/null; echo {name} >> ran; touch at-{name}; while [ -e stop-{name} ]; do sleep 0.05; done; {answer}"
        );
        format!("[[seat]]\nname = \"{name}\"\nagent = [\"sh\", \"-c\", \"{words}\"]\n")
    };
    file(place.folder.path(), "talk.toml", format!("topic = \"Tea?\"\nmax_rounds = 1\n{}{}", seat("ann"), seat("bob")));
    place
}

/// How often each of them ran.
fn ran(place: &Place) -> [usize; 4] {
    let text = place.text("ran");
    ["first", "ann", "bob", "last"].map(|name| text.lines().filter(|line| *line == name).count())
}

fn asks(place: &Place) -> bool {
    place.text("out/03-ask/record.jsonl").contains("\"event\":\"gate_opened\"")
}

/// Goes on to the gate, answers it, and to the end.
fn goes_on(place: &Place) -> String {
    let running = place.begins(&[]);
    let is_over = || place.text("out/index.md").contains("all.md");
    let said = || asks(place) && place.says("approve", "ask", &[]).status.success();
    soon("the gate is answered, or was", || said() || is_over());
    let output = running.ends();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    place.text("out/all.md")
}

#[test]
fn whatever_is_killed_is_gone_on_with_and_what_has_ended_is_not_repeated() {
    for (target, expected) in
        [("first", [2, 1, 1, 1]), ("bob", [1, 1, 2, 1]), ("ask", [1, 1, 1, 1]), ("last", [1, 1, 1, 2])]
    {
        let place = whole();
        file(place.folder.path(), &format!("stop-{target}"), "");
        let running = place.begins(&[]);
        if target == "last" {
            soon("the gate is answered", || asks(&place) && place.says("approve", "ask", &[]).status.success());
        }
        match target {
            "ask" => soon("it asks", || asks(&place)),
            _ => soon(target, || place.path(&format!("at-{target}")).exists()),
        }
        running.dies();
        fs::remove_file(place.path(&format!("stop-{target}"))).expect("it goes on");
        let text = goes_on(&place);
        assert!(text.starts_with("first\n") && text.ends_with(" Pat last\n"), "{target}: {text}");
        assert_eq!(ran(&place), expected, "{target}: first, ann, bob, last");
        let verified = run(&["verify", &place.path("out/02-talk").to_string_lossy()]);
        assert_eq!(verified.status.code(), Some(0), "{target}: {}", stdout(&verified));
        let again = place.runs(&[]);
        assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
        assert_eq!(ran(&place), expected, "a run that has ended repeats nothing");
    }
}

#[test]
fn a_stage_that_was_changed_after_it_ended_is_refused_and_one_that_failed_may_be_mended() {
    let text = "[[stage]]\nname = \"done\"\ntext = \"a\"\n[[stage]]\nname = \"broken\"\nneeds = [\"done\"]\ncommand = [\"false\"]\n";
    let place = Place::of(text);
    assert_eq!(place.runs(&[]).status.code(), Some(3));
    file(place.folder.path(), "p.toml", text.replace("\"a\"", "\"b\""));
    let changed = place.runs(&[]);
    assert_eq!(changed.status.code(), Some(2), "{}", stderr(&changed));
    assert!(stderr(&changed).contains("done has changed since it was begun"), "{}", stderr(&changed));
    file(place.folder.path(), "p.toml", text.replace("\"false\"", "\"true\""));
    let mended = place.runs(&[]);
    assert_eq!(mended.status.code(), Some(0), "{}", stderr(&mended));
}
