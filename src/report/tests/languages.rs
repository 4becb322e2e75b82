//! Whole minutes in Chinese and Japanese, and that no word of English is left in them.

use quorate_strategies::{
    brief::{Language, Material},
    catalog::Catalog,
    event::Event,
    prelude::*,
    reading::{Finding, Read, Severity, Warning, WarningCode},
    rule::{Tally, Voice},
    seat::Origin,
    strategy::Knobs,
};

use super::{
    golden::{check, finding},
    play::{Record, Say, Table, cut, marked, plain, reading},
};
use crate::report::{
    Minutes, extract, result_json,
    sentences::sentences,
    words::{Names, Words, called},
};

/// What is said at a table, in one language.
struct Said {
    language: Language,
    topic: &'static str,
    material: &'static str,
    open: &'static str,
    oppose: &'static str,
    support: &'static str,
    sum_up: &'static str,
    conclude: &'static str,
    no_rollback: (&'static str, &'static str),
    no_owner: (&'static str, &'static str),
    no_source: &'static str,
}

const ZH: Said = Said {
    language: Language::Zh,
    topic: "评审计划“商城迁移到新数据库”",
    material: "迁移计划.md",
    open: "计划有目标、五个步骤和结束日期。接下来请看风险与工作量。",
    oppose: "没有任何步骤说明如何回滚。步骤 3 没有负责人。[STANCE: DISAGREE]",
    support: "步骤 3 没有负责人。其余部分都已就绪。",
    sum_up: "还有两处缺口：\n1、增加回滚步骤及其触发条件。\n2、为步骤 3 指定一名负责人。",
    conclude: "写好回滚步骤之后，计划即可启动。\n\n（1）写出回滚步骤。\n（2）确定步骤 3 的负责人。\n\n[STANCE: AGREE]",
    no_rollback: ("没有任何步骤说明如何回滚。", "增加回滚步骤及其触发条件。"),
    no_owner: ("步骤 3 没有负责人。", "指定一名负责人。"),
    no_source: "“快 40 %”没有注明来源。",
};

const JA: Said = Said {
    language: Language::Ja,
    topic: "計画「店舗システムの新データベース移行」の査読",
    material: "移行計画.md",
    open: "計画には目標、五つの手順、終了日があります。リスクと工数を見てください。",
    oppose: "切り戻しの手順がどこにもありません。手順3には担当者がいません。[STANCE: DISAGREE]",
    support: "手順3には担当者がいません。ほかは整っています。",
    sum_up: "不足は二点です。\n・切り戻しの手順とその条件を加える。\n・手順3の担当者を決める。",
    conclude: "切り戻しの手順を書けば、計画は着手できます。\n\n① 切り戻しの手順を書く。\n② 手順3の担当者を決める。\n\n[STANCE: AGREE]",
    no_rollback: ("切り戻しの手順がどこにもありません。", "切り戻しの手順とその条件を加える。"),
    no_owner: ("手順3には担当者がいません。", "担当者を一名決める。"),
    no_source: "「40％高速」の出典がありません。",
};

/// The plan review in Chinese.
pub(super) fn zh() -> Record {
    plan_review(&ZH)
}

/// The plan review in Japanese.
pub(super) fn ja() -> Record {
    plan_review(&JA)
}

fn plan_review(said: &'static Said) -> Record {
    let found = |rule, severity, line, (message, suggestion): (&str, &str)| {
        finding(rule, severity, line, message, Some(suggestion))
    };
    let rollback = move || found("rollback", Severity::Blocking, None, said.no_rollback);
    let owner = move || found("owner", Severity::Warning, Some(12), said.no_owner);
    let source = || finding("source", Severity::Info, Some(20), said.no_source, None);
    let seats = [("PlanExpert", "expert"), ("RiskAnalyst", "analyst"), ("EfficiencyOptimizer", "reviewer")];
    let mut table = Table::new("expert", Some("ratio"), Rounds::new(1, 2), said.topic);
    for (name, role) in seats {
        table = table.seat(Seat::new(name).role(role), Origin::Checklist, "checklist:plan-review");
    }
    table.charter.preset = Some("plan-review".into());
    table.charter.brief.language = said.language;
    table.charter.brief.material = vec![Material { name: said.material.into(), text: "".into() }];
    let with = |message, findings: Vec<Finding>| reading(message, |reading| reading.findings = findings);
    table
        .play(|turn| {
            Say::Message(match (turn.seat.0, &*turn.task) {
                (0, "open") => marked(Kind::Opinion, Stance::Neutral, said.open),
                (0, "sum-up") => marked(Kind::Summary, Stance::Neutral, said.sum_up),
                (0, _) => marked(Kind::Summary, Stance::Agree, said.conclude),
                (1, _) => with(marked(Kind::Oppose, Stance::Disagree, said.oppose), vec![rollback(), owner()]),
                _ => with(marked(Kind::Support, Stance::Agree, said.support), vec![owner(), source()]),
            })
        })
        .with_result()
}

/// Everything that can go wrong at once: failures, a change of mind, a cut, a late answer, an interjection, warnings.
fn troubled(said: &'static Said) -> Record {
    let mut table = Table::new("round-robin", Some("ratio"), Rounds::new(2, 3), said.topic);
    table.seats.push(Seat::new("Watcher").voice_only());
    let mut table = table.models(&["Ann", "Bob", "Cy"]);
    table.seats[0].voice = false;
    table.seats[1].side = Some("A".into());
    table.charter.brief.language = said.language;
    table.charter.rule.as_mut().unwrap().knobs.insert("threshold".to_owned(), "80".to_owned());
    let warnings = [
        WarningCode::SeveralStances,
        WarningCode::SeveralScores,
        WarningCode::SeveralBallots,
        WarningCode::Echo,
        WarningCode::ForeignMarker,
        WarningCode::Mentioned,
        WarningCode::UnknownMention,
        WarningCode::UnknownTarget,
        WarningCode::InvalidValue,
        WarningCode::Scale,
        WarningCode::Contradiction,
        WarningCode::Conflict,
        WarningCode::Incomplete,
        WarningCode::ProseScore,
        WarningCode::Malformed,
        WarningCode::WindowFull,
    ];
    table
        .play(|turn| match (turn.round, turn.seat.0) {
            (1, 1) => Say::Spent(marked(Kind::Proposal, Stance::Neutral, said.support), 900, 40),
            (1, 2) => Say::Message(reading(marked(Kind::Oppose, Stance::Disagree, said.oppose), |reading| {
                reading.confidence = Some(Read::new(80, Provenance::Marker));
                reading.concede = Some(Provenance::Structured);
                reading.close = Some(Provenance::Label);
            })),
            (2, 1) => Say::After(
                Event::Interjected { author: "Pat".into(), text: said.open.into() },
                Box::new(Say::Spent(marked(Kind::Consensus, Stance::Agree, said.support), 950, 20)),
            ),
            (2, 2) => Say::Message(reading(marked(Kind::Clarify, Stance::Agree, said.conclude), |reading| {
                reading.warnings =
                    warnings.iter().map(|code| Warning { code: *code, about: Some("B".into()) }).collect();
            })),
            (1, _) => Say::Message(cut(reading(plain(said.open), |reading| {
                reading.kind = Read::new(Kind::Question, Provenance::Guess);
            }))),
            (2, _) => Say::Late(said.support),
            (3, 2) => Say::Message(reading(plain(""), |reading| reading.pass = Some(Provenance::Marker))),
            (3, 1) => Say::Message(plain("\u{200b}")),
            _ => Say::Ends(Ending::Failed, "401"),
        })
        .with_result()
}

/// Runs of four Latin letters or more that are neither code nor one of these.
fn english<'a>(page: &'a str, known: &[&str]) -> Vec<&'a str> {
    let (mut words, mut fence) = (Vec::new(), None::<&str>);
    for line in page.lines() {
        match fence {
            Some(mark) => fence = Some(mark).filter(|mark| line != *mark),
            None if line.starts_with("```") => fence = line.strip_suffix("text"),
            // What stands between backticks is code.
            None => {
                let prose = line.split('`').step_by(2);
                words.extend(prose.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric())));
            }
        }
    }
    // With a digit in it, it is a hash or a version.
    words.retain(|word| word.len() >= 4 && word.bytes().all(|c| c.is_ascii_alphabetic()) && !known.contains(word));
    words
}

const NAMES: [&str; 4] = ["PlanExpert", "RiskAnalyst", "EfficiencyOptimizer", "Watcher"];
/// Ids of presets, rules, strategies and findings, as in files; a marker; and a cause that the record quotes.
const IDS: [&str; 18] = [
    "plan",
    "review",
    "checklist",
    "quorate",
    "expert",
    "ratio",
    "rollback",
    "owner",
    "source",
    "openai",
    "small",
    "round",
    "robin",
    "threshold",
    "STANCE",
    "DISAGREE",
    "answer",
    "within",
];

/// The holes of every template that has some, in the order of the table.
fn holes(words: &Words) -> Vec<Vec<String>> {
    let shown = format!("{words:?}");
    let of = |text: &str| {
        let names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name));
        // What a rule or strategy is called stands beside its name where that differs.
        let names = names.filter(|name| *name != "name" && name.bytes().all(|c| c.is_ascii_lowercase()));
        let mut holes: Vec<String> = names.map(str::to_owned).collect();
        holes.sort();
        holes
    };
    shown.split('"').skip(1).step_by(2).map(of).filter(|holes| !holes.is_empty()).collect()
}

#[test]
fn every_template_has_the_same_holes_in_every_language() {
    let english = holes(Words::of(Language::En));
    assert!(english.len() > 50, "{english:?}");
    for language in [Language::Zh, Language::Ja] {
        assert_eq!(holes(Words::of(language)), english, "{language:?}");
    }
}

#[test]
fn every_name_of_ours_is_called_something_in_every_language() {
    let catalog = Catalog::builtin();
    for names in [Names::of(Language::Zh), Names::of(Language::Ja)] {
        for name in catalog.strategies() {
            assert_ne!(called(names.strategies, name), name);
            for task in catalog.strategy(name, &Knobs::new()).unwrap().card().tasks.iter() {
                assert_ne!(called(names.tasks, &task.name), task.name);
            }
        }
        for name in catalog.rules() {
            assert_ne!(called(names.rules, name), name);
            let rule = catalog.rule(name, &Knobs::new()).unwrap();
            let voices = vec![Voice::present()];
            let verdict = rule.judge(&Tally { voices, ..Tally::default() });
            for counted in verdict.counts.keys().filter(|name| *name != "of") {
                assert_ne!(called(names.counted, counted), counted);
            }
            assert_ne!(called(names.levels, verdict.level.name()), verdict.level.name());
        }
    }
}

#[test]
fn minutes_in_chinese() {
    check("plan-review.zh.md", &plan_review(&ZH).render(&Minutes));
    check("troubled.zh.md", &troubled(&ZH).render(&Minutes));
}

#[test]
fn minutes_in_japanese() {
    check("plan-review.ja.md", &plan_review(&JA).render(&Minutes));
    check("troubled.ja.md", &troubled(&JA).render(&Minutes));
}

#[test]
fn no_english_is_left() {
    let known: Vec<&str> = NAMES.iter().chain(&IDS).copied().collect();
    for said in [&ZH, &JA] {
        for record in [plan_review(said), troubled(said)] {
            let page = record.render(&Minutes);
            assert_eq!(english(&page, &known), Vec::<&str>::new(), "{page}");
            // Shorter ones would be overlooked; these stand between words.
            for joint in [", ", "; ", ": ", " ("] {
                let prose = page.lines().find(|line| line.contains(joint) && line.starts_with("- **"));
                assert_eq!(prose, None, "{joint:?}");
            }
        }
    }
    assert_eq!(english("决定：none was made（`decided`）", &known), ["none", "made"]);
}

/// Cut off anywhere, whatever the moment is told with.
#[test]
fn no_english_is_left_wherever_a_record_ends() {
    let known: Vec<&str> = NAMES.iter().chain(&IDS).copied().collect();
    for said in [&ZH, &JA] {
        let whole = troubled(said);
        for end in 1..whole.entries.len() {
            let events = whole.entries[..end].iter().map(|entry| entry.event.clone());
            let page = super::play::from_events(events, whole.card.clone()).render(&Minutes);
            assert_eq!(english(&page, &known), Vec::<&str>::new(), "{page}");
        }
    }
}

#[test]
fn an_option_is_called_as_it_is_even_when_it_reads_like_a_name_of_ours() {
    let mut table =
        Table::new("round-robin", Some("majority"), Rounds::new(1, 1), "开源还是闭源？").models(&["Ann", "Bob"]);
    table.charter.brief.language = Language::Zh;
    table.charter.brief.options = vec!["open".into(), "none".into()];
    let record = table.play(|turn| {
        Say::Message(reading(plain("好。"), |reading| {
            reading.ballot = Some(Read::new(Ballot::Choice(turn.seat.0), Provenance::Marker));
        }))
    });
    let page = record.render(&Minutes);
    assert!(page.contains("投票：open（标记）") && page.contains("投票：none（标记）"), "{page}");
    assert!(page.contains("none 1、open 1、弃权 0、未投票 0"), "{page}");
}

#[test]
fn results_say_where_a_finding_is_in_their_language_and_keep_field_names_and_codes() {
    for (said, place, note) in [(&ZH, "（第 12 行）", "检查清单席位"), (&JA, "（12行目）", "チェックリスト席")]
    {
        let record = plan_review(said);
        let points = extract(&record.state, &record.card).key_points;
        assert!(points.iter().any(|point| point.text.ends_with(place)), "{points:?}");
        let document = result_json(&record.source());
        assert!(document["simulated"][0]["note"].as_str().unwrap().starts_with(note));
        assert_eq!(document["findings"][0]["severity"], "blocking");
        assert_eq!(document["changes"][0]["to"], "against");
        assert_eq!(document["language"], said.language.code());
    }
}

#[test]
fn items_of_a_list_are_recommendations_in_every_style() {
    for said in [&ZH, &JA] {
        let record = plan_review(said);
        let advice = extract(&record.state, &record.card).recommendations;
        let texts: Vec<&str> = advice.iter().map(|one| &*one.text).collect();
        let listed = said.conclude.lines().filter(|line| line.starts_with(['（', '①', '②']));
        for item in listed.map(|line| line.trim_start_matches(['（', '1', '2', '）', '①', '②', ' '])) {
            assert!(texts.contains(&item), "{item} in {texts:?}");
        }
    }
}

#[test]
fn sentences_end_where_no_blank_follows() {
    let cut = |text| sentences(text).collect::<Vec<_>>();
    assert_eq!(cut("本当に！？はい。「そうです。」次です"), ["本当に！？", "はい。", "「そうです。」", "次です"]);
    assert_eq!(cut("第一句。第二句！第三句？"), ["第一句。", "第二句！", "第三句？"]);
    assert_eq!(cut("版本３．５已发布．下一步"), ["版本３．５已发布．", "下一步"]);
    assert_eq!(cut("用 v1.2 吗？可以。OK. Next."), ["用 v1.2 吗？", "可以。", "OK.", "Next."]);
}

#[test]
fn a_long_text_with_one_blank_is_not_cut_down_to_what_stands_before_it() {
    let table = Table::new("round-robin", None, Rounds::new(1, 1), "长").models(&["Ann"]);
    let text = format!("在 {}", "很长的话，".repeat(200));
    let record = table.play(|_| Say::Message(marked(Kind::Proposal, Stance::Neutral, &text)));
    let points = extract(&record.state, &record.card).key_points;
    assert!(points[0].text.len() > 300, "{points:?}");
}
