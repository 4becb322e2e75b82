//! A discussion is told of in its own language, on stdout, on stderr and in the minutes.

use quorate::{
    preset::Preset,
    strategies::{
        catalog::Catalog,
        strategy::{Knob, Knobs},
    },
};

use super::*;

const PLAN_ZH: &str = "\
# 仓库系统升级计划

负责人：李娜。目标：在 2026 年 6 月 30 日前把仓库系统从旧版本升级到新版本，停机不超过两小时。

1. 备份数据库（负责人：张伟，2026-06-01）。
2. 在测试环境安装新版本并验收（负责人：王芳，2026-06-10，在步骤 1 之后）。
3. 在生产环境切换（负责人：张伟，2026-06-20，在步骤 2 之后）。
";

const PLAN_JA: &str = "\
# 倉庫システム更新計画

責任者：佐藤。目的：2026年6月30日までに倉庫システムを新版へ更新し、停止時間を二時間以内に収める。

1. データベースを控える（担当：田中、2026-06-01）。
2. 検証環境に新版を入れて確認する（担当：鈴木、2026-06-10、手順1の後）。
3. 本番環境を切り替える（担当：田中、2026-06-20、手順2の後）。
";

/// What is the same in every language: names of seats, files and the product, flags with their specs, ids.
const SAME: [&str; 30] = [
    "checklist:plan-review/structure",
    "checklist:plan-review/risk",
    "checklist:plan-review/efficiency",
    "quorate run plan-review … --model ollama:MODEL",
    "--model openai@URL:MODEL",
    "--material FILE",
    "--topic TEXT",
    "threshold = 60",
    "minutes.md",
    "improved.md",
    "improved.diff",
    "report.html",
    "result.json",
    "record.jsonl",
    "plan-review",
    "quorate",
    "PlanExpert",
    "RiskAnalyst",
    "EfficiencyOptimizer",
    "Dreamer",
    "Tinkerer",
    "Outsider",
    "User",
    "expert",
    "ratio",
    "debate",
    "concession",
    "brainstorm",
    "rehearsal",
    "max_tokens",
];

/// Runs of four Latin letters or more that are neither quoted as said, nor code, nor the same in every language.
///
/// `said` holds what agents and material said: a word that stands in it is taken for a quotation.
fn english(text: &str, said: &[&str]) -> Vec<String> {
    let (mut words, mut fence) = (Vec::new(), None::<&str>);
    for line in text.lines() {
        match fence {
            Some(mark) => fence = Some(mark).filter(|mark| line != *mark),
            None if line.starts_with("```") => fence = line.strip_suffix("text"),
            // What stands between backticks is code.
            None => {
                let prose = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
                let prose = SAME.iter().fold(prose, |prose, same| prose.replace(same, " "));
                words.extend(prose.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned));
            }
        }
    }
    words.retain(|word| {
        let is_word = word.len() >= 4 && word.bytes().all(|c| c.is_ascii_alphabetic());
        is_word && !said.iter().any(|said| said.contains(word.as_str()))
    });
    words
}

/// What a plan review of this material prints and writes in this language, and the ids of the rules that spoke.
struct Review {
    told: String,
    minutes: String,
    rules: String,
}

fn review(material: &str, lang: &str) -> Review {
    let folder = folder();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let flags = ["--seed", "3", "--out", &out, "--set", "threshold=60"];
    let output = run(&[&["run", "plan-review", "--material", material, "--lang", lang][..], &flags].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).expect("it is written");
    let result: serde_json::Value = serde_json::from_str(&read("result.json")).expect("a document");
    let findings = result["findings"].as_array().expect("findings");
    let rules = findings.iter().filter_map(|one| one["rule"].as_str()).collect::<Vec<_>>().join(" ");
    let verified = run(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    let shown = run(&["show", &out]);
    assert_eq!(stdout(&shown), read("minutes.md"));
    // The folder's own name is nobody's language.
    let told = format!("{}{}{}{}", stdout(&output), stderr(&output), stdout(&verified), stderr(&shown));
    Review { told: told.replace(&*folder.path().to_string_lossy(), ""), minutes: read("minutes.md"), rules }
}

/// Holds what was printed and written against English that neither we nor an agent had to say.
///
/// `allowed` holds what may be quoted.
fn is_wholly_in(review: &Review, allowed: &[&str]) {
    for text in [&review.told, &review.minutes] {
        assert_eq!(english(text, allowed), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_review_is_told_in_its_language_whatever_the_material_is_in() {
    let folder = folder();
    let materials =
        [PLAN.to_owned(), file(folder.path(), "仓库升级.md", PLAN_ZH), file(folder.path(), "倉庫更新.md", PLAN_JA)];
    for (lang, title) in [("zh", "# 会议纪要"), ("ja", "# 議事録")] {
        for material in &materials {
            let review = review(material, lang);
            assert!(review.minutes.starts_with(title), "{}", review.minutes);
            // A plan in English is quoted as it is.
            let quoted = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(material)).expect("a plan");
            is_wholly_in(&review, &[material, &quoted, &review.rules]);
        }
    }
}

/// Names and values of what can be set, and names of seats: the same everywhere.
fn names() -> String {
    let catalog = Catalog::builtin();
    let mut names: Vec<String> = Vec::new();
    let knobs = |knobs: &[Knob]| {
        let texts = knobs.iter().flat_map(|knob| [knob.name, knob.values, knob.default]);
        texts.map(str::to_owned).collect::<Vec<_>>()
    };
    for name in catalog.strategies() {
        let strategy = catalog.strategy(name, &Knobs::new()).expect("it is built in");
        names.push(name.to_owned());
        names.extend(knobs(strategy.card().knobs));
        names.extend(strategy.card().tasks.iter().map(|task| task.name.to_string()));
    }
    for name in catalog.rules() {
        names.push(name.to_owned());
        names.extend(knobs(catalog.rule(name, &Knobs::new()).expect("it is built in").knobs()));
    }
    for name in Preset::shipped_names() {
        names.push(name.to_owned());
        names.extend(Preset::shipped(name).expect("it ships").seat_names().map(str::to_owned));
    }
    names.join(" ")
}

#[test]
fn checks_are_told_in_their_language() {
    let models = ["--model", "openai@http://127.0.0.1:9/v1:m", "--set", "max_rounds=2"];
    let two = format!("max_turns = 3\nturn_seconds = 90\nstrategy = \"debate\"\n{TWO}");
    let two = two.replace("name = \"Ann\"", "name = \"Ann\"\nside = \"A\"\nweight = 3");
    let two = two.replace("name = \"Bob\"", "name = \"Bob\"\nside = \"B\"\nvoice = true");
    let folder = folder();
    let path = file(folder.path(), "d.toml", two);
    for lang in ["zh", "ja"] {
        for args in [&["check", "plan-review"][..], &["check", "ideation"], &["check", &path]] {
            for more in [&[][..], &models] {
                if cfg!(not(feature = "http")) && !more.is_empty() {
                    continue;
                }
                let output = run(&[args, &["--lang", lang], more].concat());
                assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
                let text = stdout(&output);
                let names = names();
                let known = [&*names, "topic TEXT", "openai@http"];
                assert_eq!(english(&text, &known), Vec::<String>::new(), "{text}");
            }
        }
    }
}

#[test]
fn cards_are_listed_in_every_language() {
    for (lang, words) in [("zh", ["适用", "轮流发言", "三分之二"]), ("ja", ["使う場合", "順に発言", "三分の二"])]
    {
        for what in ["strategies", "rules", "presets", "markers"] {
            let listed = stdout(&run(&["list", what, "--lang", lang]));
            let names = names();
            // Words of markers are in capitals.
            let mut left = english(&listed, &[&names, "CONCEDE CLOSE IDEA", "point option seat topic"]);
            left.retain(|word| word.bytes().any(|c| c.is_ascii_lowercase()));
            assert_eq!(left, Vec::<String>::new(), "{listed}");
        }
        let all = stdout(&run(&["list", "--lang", lang]));
        assert!(all.contains(words[0]) && all.contains(words[2]), "{all}");
        assert!(all.contains("[STANCE: AGREE]") && all.contains("[VOTE: option]"), "{all}");
    }
    let english = stdout(&run(&["list", "strategies"]));
    assert!(english.contains("task        open: Lead this round"), "{english}");
}

#[test]
fn material_in_another_language_brings_one_hint() {
    let folder = folder();
    let zh = file(folder.path(), "a.md", PLAN_ZH);
    let ja = file(folder.path(), "b.md", PLAN_JA);
    let hints = |args: &[&str]| {
        let output = run(&[&["run", "plan-review", "--material"][..], args].concat());
        stderr(&output)
            .lines()
            .filter(|line| line.contains("the material looks"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let [hint] = &hints(&[&zh])[..] else { panic!("one hint") };
    assert!(hint.contains("the material looks Chinese: --lang zh"), "{hint}");
    let [hint] = &hints(&[&ja])[..] else { panic!("one hint") };
    assert!(hint.contains("the material looks Japanese: --lang ja"), "{hint}");
    assert!(hints(&[&zh, "--lang", "en"]).is_empty(), "whoever chose a language meant it");
    assert!(hints(&[&ja, "--lang", "zh"]).is_empty());
    assert!(hints(&[PLAN]).is_empty());
    let set = file(folder.path(), "d.toml", "base = \"plan-review\"\nlanguage = \"en\"\nmaterial = [\"a.md\"]\n");
    assert!(!stderr(&run(&["run", &set])).contains("the material looks"));
    let checked = stdout(&run(&["check", "plan-review", "--material", &zh]));
    assert!(checked.contains("--lang zh"), "{checked}");
}

#[test]
fn a_preset_says_its_texts_in_the_language_that_is_asked_for() {
    let folder = folder();
    let text = "topic.en = \"Where to?\"\ntopic.zh = \"去哪里？\"\n[[seat]]\nname = \"Ann\"\nside.en = \"the sea\"\n\
                side.ja = \"海\"\nexpertise.en = [\"boats\"]\nexpertise.ja = [\"船\"]\n[[seat]]\nname = \"Bob\"\n";
    let path = file(folder.path(), "d.toml", text);
    for (lang, topic, side) in
        [("en", "Where to?", "the sea"), ("zh", "去哪里？", "the sea"), ("ja", "Where to?", "海")]
    {
        let document = stdout(&run(&["run", &path, "--lang", lang, "--json"]));
        let document: serde_json::Value = serde_json::from_str(&document).expect("one document");
        assert_eq!((&document["topic"], &document["participants"][0]["side"]), (&topic.into(), &side.into()));
    }
    // What a file says of its own holds in every language, whatever its base says in this one.
    let own = file(folder.path(), "own.toml", "base = \"ideation\"\ntopic = \"Ein Boot\"\nlanguage = \"ja\"\n");
    assert!(stdout(&run(&["run", &own])).starts_with("# 議事録：Ein Boot"));
}

#[test]
fn usage_errors_are_in_english() {
    let output = run(&["run", "plan-review", "--lang", "zh", "--set", "treshold=3", "--material", PLAN]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: ") && stderr(&output).contains("did you mean \"threshold\"?"));
}

/// No file is named after a topic, however long it is and whatever it is made of.
#[test]
fn topics_name_no_files() {
    for topic in ["题".repeat(300), "議題：../../x\\y".to_owned(), "CON".to_owned()] {
        let folder = folder();
        let out = folder.path().join("out");
        let output = run(&["run", "ideation", "--topic", &topic, "--lang", "ja", "--out", &out.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut names: Vec<_> =
            fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
        names.sort();
        assert_eq!(names, ["minutes.md", "record.jsonl", "report.html", "result.json"]);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}

/// Files are named after what the user typed, in any script.
#[test]
fn names_of_files_may_be_in_any_script() {
    let folder = folder();
    let plan = file(folder.path(), "計画（最終）.md", PLAN_JA);
    let out = folder.path().join("议事录 2026：终稿／𠮷");
    let out = out.to_string_lossy();
    let output = run(&["run", "plan-review", "--material", &plan, "--lang", "ja", "--out", &out]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    assert!(stderr(&output).contains(&*out), "{}", stderr(&output));
    assert_eq!(run(&["verify", &out]).status.code(), Some(0));
    assert!(stdout(&run(&["show", &out])).contains("計画（最終）.md"));
}
