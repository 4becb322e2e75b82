//! What a budget does not bind is said before anything is spent and after it, and a spent one is gone on from in a copy.

use super::{
    kept::with,
    server::{Does, Server},
    *,
};

/// Two seats behind programs that never agree.
fn programs(lines: &str) -> String {
    let seat = |name: &str| {
        format!(
            "[[seat]]\nname = \"{name}\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo 'Hm. [STANCE: NEUTRAL]'\"]\n"
        )
    };
    format!("topic = \"Tea?\"\nseed = 1\nmin_rounds = 5\nmax_rounds = 5\n{lines}\n{}{}", seat("Ann"), seat("Bob"))
}

#[test]
fn a_model_on_this_machine_is_said_to_count_as_free_where_money_is_limited() {
    let folder = folder();
    let path = file(folder.path(), "d.toml", format!("budget_money = 0.01\nmax_rounds = 1\n{TWO}"));
    let server = Server::that(Does::Say("Tea. [STANCE: AGREE]"));
    for (lang, before, after) in [
        ("en", "models on this machine count as free: openai@http://127.0.0.1", "Counted as free, as they run on this"),
        ("zh", "本机模型按零价计入：openai@http://127.0.0.1", "在本机运行，按零价计入："),
        ("ja", "このマシンのモデルは無料として計上：openai@http://127.0.0.1", "このマシンで動くため無料として計上："),
    ] {
        let args = [&*path, "--model", &server.spec(), "--lang", lang];
        let checked = run(&[&["check"], &args[..]].concat());
        assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
        assert!(stdout(&checked).contains(before), "{}", stdout(&checked));
        let output = run(&[&["run", "--yes"], &args[..]].concat());
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
        assert!(stderr(&output).contains(before), "{}", stderr(&output));
        assert!(stdout(&output).contains(after), "{}", stdout(&output));
    }
    let priced = run(&["check", &path, "--model", &server.spec(), "--set", "unknown=2.5", "--set", "max_tokens=50"]);
    let told = "price not known and counted as 2.50 USD for a million tokens: openai@";
    assert!(stdout(&priced).contains(told), "{}{}", stdout(&priced), stderr(&priced));
}

#[test]
fn a_program_is_refused_by_a_budget_that_cannot_bind_it_until_that_is_said() {
    let folder = folder();
    for limit in ["budget_money = 1", "budget_tokens = 1000"] {
        let path = file(folder.path(), "d.toml", programs(limit));
        for verb in ["check", "run"] {
            let refused = run(&[verb, &path]);
            assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
            let told = stderr(&refused);
            assert!(told.contains("d.toml:5") && told.contains("nobody is told what it takes"), "{told}");
        }
        let path = file(folder.path(), "d.toml", programs(&format!("{limit}\nunknown = \"uncounted\"")));
        for (lang, told) in [
            ("en", "not counted, so that the budget does not bind it"),
            ("zh", "预算对其不起约束"),
            ("ja", "予算の対象外"),
        ] {
            let checked = run(&["check", &path, "--lang", lang]);
            assert!(stdout(&checked).contains(told), "{}{}", stdout(&checked), stderr(&checked));
        }
        let output = run(&["run", &path, "--yes", "--set", "max_rounds=1", "--set", "min_rounds=1"]);
        assert!(stderr(&output).contains("not counted, so that"), "{}", stderr(&output));
        assert!(stdout(&output).contains("**Not counted:**"), "{}", stdout(&output));
    }
}

#[test]
fn a_spent_budget_is_gone_on_from_with_the_command_that_is_named() {
    let folder = folder();
    let path = file(folder.path(), "d.toml", programs("budget_calls = 3"));
    let store = format!("{}/my store/", folder.path().display());
    let output = run(&["run", &path, "--yes", "--json", "--store", &store]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a result");
    assert_eq!(result["stop"], "budget", "{}", stderr(&output));
    let id = result["id"].as_str().expect("an id");
    let resumed = run(&["resume", id, "--store", &store]);
    let told = stderr(&resumed);
    let fork = format!("`quorate fork {id} --store \"{store}\" --at 3 --set budget_calls=N`");
    assert_eq!(resumed.status.code(), Some(2), "{told}");
    assert!(told.contains("has ended for good (budget)") && told.contains(&fork), "{told}");
    let copy = with(&store, &["fork", id, "--at", "3", "--set", "budget_calls=4", "--yes", "--json"]);
    let both: serde_json::Value = serde_json::from_slice(&copy.stdout).expect("both results");
    assert_eq!(both["served"], serde_json::json!([1, 2, 3]), "{}", stderr(&copy));
    let fork = &both["fork"];
    assert_eq!(
        (&fork["stop"], &fork["spending"]["calls"]),
        (&"budget".into(), &4.into()),
        "what is served takes nothing"
    );
}
