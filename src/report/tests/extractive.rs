//! The extractive result adds no words: every line of it stands in a message that it cites.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    conformance::{Cast, Room},
    engine::Engine,
    event::{Charter, Chosen},
    outcome::{Author, Statement, Synthesis},
    prelude::*,
    reading::Finding,
    seat::Roster,
    state::State,
    strategy::Knobs,
};

use super::{
    golden::{models, plan_review},
    play::{Record, Say, Table, from_events, marked, plain, reading},
};
use crate::report::extract;

fn statements(result: &Synthesis) -> Vec<&Statement> {
    let lists = [&result.key_points, &result.recommendations, &result.divergences];
    result.consensus.iter().chain([&result.conclusion]).chain(lists.into_iter().flatten()).collect()
}

/// Whether a line stands in a message that is cited: in its text, its ideas or its findings.
fn stands(record: &Record, statement: &Statement, line: &str) -> bool {
    let line = line.trim_end_matches(" […]");
    let bare = line.rsplit_once(" (line ").map_or(line, |(bare, _)| bare);
    let in_finding = |finding: &Finding| {
        finding.message.contains(bare)
            || finding.suggestion.as_ref().is_some_and(|suggestion| suggestion.contains(line))
    };
    let sides = record.state.roster().iter().filter_map(|(_, seat)| seat.side.as_ref());
    record.state.options().iter().chain(sides).any(|option| **option == *line)
        || statement.messages.iter().filter_map(|id| record.state.turn(*id)).any(|turn| {
            let reading = turn.reading().unwrap();
            turn.message().unwrap().text().contains(line)
                || reading.ideas.iter().any(|idea| idea.contains(line))
                || reading.findings.iter().any(in_finding)
        })
}

fn check(record: &Record) -> Synthesis {
    let result = extract(&record.state, &record.card);
    assert_eq!(result.author, Author::Extractive);
    for list in [&result.key_points, &result.recommendations, &result.divergences] {
        assert!(list.len() <= 12);
    }
    for statement in statements(&result) {
        assert!(statement.messages.iter().all(|id| record.state.turn(*id).unwrap().message().is_some()));
        assert!(statement.text.len() <= 2000);
        for line in statement.text.lines() {
            assert!(stands(record, statement, line), "{line:?} stands in none of {:?}", statement.messages);
        }
    }
    result
}

#[test]
fn every_line_stands_in_a_message_that_is_cited() {
    check(&models());
    check(&plan_review());
}

#[test]
fn random_discussions_of_every_strategy_extract_without_invention() {
    let catalog = Catalog::builtin();
    for seed in 0..120 {
        let names: Vec<&str> = catalog.strategies().collect();
        let name = names[seed as usize % names.len()];
        let strategy = catalog.strategy(name, &Knobs::new()).unwrap();
        let rule_name = if name == "debate" { "concession" } else { "ratio" };
        let fits = !strategy.card().fits.is_empty();
        let rule = fits.then(|| catalog.rule(rule_name, &Knobs::new()).unwrap());
        let mut roster = Roster::default();
        for (at, seat) in ["Ann", "Bob", "Cy", "Di"].iter().enumerate() {
            let role = if at == 0 && name == "expert" { "expert" } else { "participant" };
            let side = if at % 2 == 0 { "pro" } else { "con" };
            roster.add(Seat::new(*seat).role(role).side(side)).unwrap();
        }
        let chosen = |name: &str| Chosen { name: name.into(), knobs: Knobs::new() };
        let charter = Charter {
            strategy: chosen(name),
            rule: fits.then(|| chosen(rule_name)),
            brief: Brief::new("Anything?"),
            rounds: Rounds::new(1, 3),
            ..Charter::default()
        };
        let engine = Engine::new(Arc::clone(&strategy), rule, State::default());
        let events = Room::new(engine, charter, &roster, Cast::drawn(seed, 4), seed).play().unwrap();
        let record = from_events(events, strategy.card().clone());
        let result = check(&record);
        let reached = record.state.verdict().is_some_and(|verdict| verdict.reached);
        assert!(result.consensus.is_none() || reached, "seed {seed}");
        let (_, _) = (record.render(&crate::report::Minutes), crate::report::result_json(&record.source()));
    }
}

#[test]
fn an_agreed_proposal_is_the_consensus_and_names_who_agreed() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(2, 3), "Ship?").models(&["Ann", "Bob", "Cy"]);
    let record = table.play(|turn| {
        Say::Message(match (turn.round, turn.seat.0) {
            (1, 0) => marked(Kind::Proposal, Stance::Neutral, "Ship on Friday behind a flag. [KIND: PROPOSAL]"),
            (1, _) => marked(Kind::Question, Stance::Neutral, "Hm. Who is on call at the weekend? I wonder."),
            _ => marked(Kind::Consensus, Stance::Agree, "Agreed. [STANCE: AGREE]"),
        })
    });
    let result = check(&record);
    let consensus = result.consensus.unwrap();
    assert_eq!(&*consensus.text, "Ship on Friday behind a flag.");
    assert_eq!(consensus.messages.iter().map(|id| id.0).collect::<Vec<_>>(), [1, 4, 5, 6]);
    assert_eq!(&*result.key_points[0].text, "Ship on Friday behind a flag.");
    assert!(result.divergences.is_empty(), "the questions were followed by answers");
}

#[test]
fn who_went_back_on_it_is_not_among_those_who_agreed() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(2, 2), "Ship?");
    let mut table = table.models(&["Ann", "Bob", "Cy", "Di"]);
    table.charter.rule.as_mut().unwrap().knobs.insert("threshold".to_owned(), "60".to_owned());
    let record = table.play(|turn| {
        let backs_out = turn.seat.0 == 3 && turn.round == 2;
        let stance = if backs_out { Stance::Disagree } else { Stance::Agree };
        Say::Message(marked(Kind::Opinion, stance, "That is what I think of it."))
    });
    let messages = check(&record).consensus.unwrap().messages;
    assert_eq!(messages.iter().map(|id| id.0).collect::<Vec<_>>(), [5, 6, 7]);
}

#[test]
fn a_question_that_nobody_answered_is_a_divergence() {
    let table = Table::new("round-robin", None, Rounds::new(1, 1), "Ship?").models(&["Ann", "Bob"]);
    let record = table.play(|turn| match turn.seat.0 {
        0 => Say::Message(marked(Kind::Question, Stance::Neutral, "It is late. Who is on call? Nobody told me.")),
        _ => Say::Ends(Ending::Failed, "503"),
    });
    let result = check(&record);
    assert_eq!(&*result.divergences[0].text, "Who is on call?");
}

#[test]
fn code_quotations_tables_and_markers_are_no_sentences() {
    let text = "> We should stop.\n| a | b |\n```\nrm -rf /\n```\n# Plan\n* Use a queue, e.g. Kafka. It is fast! [IDEA: more] Then [STANCE: AGREE]\n～";
    let table = Table::new("brainstorm", None, Rounds::new(1, 1), "Ideas").models(&["Ann"]);
    let record = table.play(|_| {
        Say::Message(reading(plain(text), |reading| {
            reading.ideas = vec!["more".into(), "More!".into()];
        }))
    });
    let result = check(&record);
    assert_eq!(&*result.conclusion.text, "Plan\n* Use a queue, e.g. Kafka. It is fast!\nThen");
    assert_eq!(result.key_points.len(), 1, "the same idea twice is one");
    assert_eq!(result.recommendations[0].text.as_ref(), "Use a queue, e.g. Kafka. It is fast!");
    assert_eq!(result.consensus, None);
}

#[test]
fn no_sentence_ends_within_a_quotation_and_none_only_announces() {
    let texts = [
        ("“团建吃什么？（火锅！烧烤）”这个问题要先定。然后再说。", "“团建吃什么？（火锅！烧烤）”这个问题要先定。"),
        ("「はい。」と言う人が多かった結果です。次。", "「はい。」と言う人が多かった結果です。"),
        ("He said \"Wait. Not yet!\" to all of us. Then he left.", "He said \"Wait. Not yet!\" to all of us."),
        ("An open ( is no aside at all. Next one.", "An open ( is no aside at all."),
        ("ここまでの指摘：\n- 担当者がいません。決めてください。", "担当者がいません。"),
    ];
    for (text, wanted) in texts {
        let table = Table::new("round-robin", None, Rounds::new(1, 1), "Long").models(&["Ann"]);
        let record = table.play(|_| Say::Message(plain(text)));
        assert_eq!(&*check(&record).key_points[0].text, wanted);
    }
}

#[test]
fn long_messages_are_cut_at_the_end_of_a_sentence() {
    let table = Table::new("round-robin", None, Rounds::new(1, 1), "Long").models(&["Ann"]);
    let record = table.play(|_| Say::Message(plain(&"这是一个很长的句子。".repeat(500))));
    let result = check(&record);
    assert!(result.conclusion.text.ends_with("。 […]") && result.conclusion.text.len() < 1600);
}

#[test]
fn the_same_words_a_thousand_times_are_one_statement_that_names_a_few_messages() {
    let table = Table::new("round-robin", None, Rounds::new(1000, 1000), "Long").models(&["Ann"]);
    let record = table.play(|_| Say::Message(marked(Kind::Oppose, Stance::Disagree, "It is too late for that.")));
    let result = check(&record);
    assert_eq!(result.divergences.len(), 1);
    assert_eq!(result.divergences[0].messages.len(), 12);
}

#[test]
fn with_no_message_everything_is_empty() {
    let table = Table::new("round-robin", Some("ratio"), Rounds::new(1, 1), "Ship?").models(&["Ann"]);
    let record = table.play(|_| Say::Ends(Ending::Failed, "402 Payment Required"));
    let result = extract(&record.state, &record.card);
    assert!(result.conclusion.text.is_empty() && result.conclusion.messages.is_empty());
    assert!(result.key_points.is_empty() && result.consensus.is_none());
}
