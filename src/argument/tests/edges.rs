//! How edges are found: references first, then the kind; what is only guessed is marked.

use super::*;

#[test]
fn a_mention_stands_for_the_last_message_of_that_seat() {
    let room = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "Hm.").says(0, "Tea is cheap.");
    let argument = room.says(2, "[KIND: SUPPORT] @Ann yes. Thanks.").argument();
    assert_eq!(drawn(&argument), ["4 supports 3"]);
}

#[test]
fn the_kind_gives_the_relation() {
    for (text, relation) in [
        ("[KIND: SUPPORT] @Ann is right about the costs.", "2 supports 1"),
        ("[KIND: OPPOSE] @Ann is wrong about the costs.", "2 objects 1"),
        ("[KIND: CLARIFY] @Ann the costs are those of a year.", "2 answers 1"),
        ("[KIND: OPINION] @Ann the costs matter little.", "2 replies 1"),
        ("[KIND: QUESTION] @Ann what does it cost?", "2 replies 1"),
        ("[KIND: SUPPORT] [STANCE: DISAGREE] @Ann both.", "2 replies 1"),
    ] {
        let argument = room().says(0, "[KIND: OPINION] It costs little.").says(1, text).argument();
        assert_eq!(drawn(&argument), [relation], "{text}");
    }
}

#[test]
fn consensus_and_stances_support_or_oppose_what_is_on_the_table() {
    let stances = ["[STANCE: AGREE] @Ann tea.", "[KIND: CONSENSUS] @Ann tea.", "[STANCE: DISAGREE] @Ann tea."];
    let after = |opening: &str, text| drawn(&room().says(0, opening).says(1, text).argument());
    let said = stances.map(|text| after("[KIND: PROPOSAL] Tea.", text).concat());
    assert_eq!(said, ["2 supports 1", "2 supports 1", "2 objects 1"]);
    let said = stances.map(|text| after("[KIND: OPINION] Tea is tea.", text).concat());
    assert_eq!(said, ["2 replies 1"; 3], "who agrees with the plan need not agree with whom it speaks to");
}

#[test]
fn a_guessed_kind_makes_a_guessed_relation() {
    let argument = room().says(0, "[KIND: OPINION] Tea.").says(1, "@Ann I disagree with that.").argument();
    assert_eq!(drawn(&argument), ["2 objects 1?"]);
    assert!(argument.edges()[0].reference.counts());
}

#[test]
fn numbers_refer_to_messages() {
    for text in [
        "[KIND: OPPOSE] Reply to #1: too dear.",
        "[KIND: OPPOSE] I disagree with #1.",
        "[KIND: OPPOSE] Too dear (#1).",
        "[KIND: OPPOSE] re #1, too dear.",
        "[KIND: OPPOSE] 回应#1：太贵。",
        "[KIND: OPPOSE] #1への返信：高すぎます。",
        "[KIND: OPPOSE] メッセージ＃１は高すぎます。",
        "[KIND: OPPOSE] #1 is too dear, @Ann.",
    ] {
        let argument = room().says(0, "Tea.").says(0, "Milk.").says(1, text).argument();
        assert_eq!(drawn(&argument), ["3 objects 1"], "{text}");
    }
}

#[test]
fn numbers_that_may_be_of_anything_are_guesses() {
    for text in ["[KIND: OPPOSE] Issue #1 is open.", "[KIND: OPPOSE] Step #1 is missing.", "[KIND: OPPOSE] #1 priority"]
    {
        let argument = room().says(0, "Tea.").says(0, "Milk.").says(1, text).argument();
        assert_eq!(drawn(&argument), ["3 objects 1?"], "{text}");
    }
}

#[test]
fn what_is_no_number_of_an_earlier_message_refers_to_nothing() {
    for text in [
        "Reply to #3.",
        "Reply to #9.",
        "Reply to #0.",
        "Reply to #99999999999999999999.",
        "Reply to #1a.",
        "Reply to #1.5.",
        "Reply to ##1.",
        "See C#1 and x#1 and https://example.org/#1.",
        "&#1;",
        "> Reply to #1",
        "```\nReply to #1\n```",
    ] {
        let argument = room().says(0, "Tea.").says(0, "Milk.").says(1, text).argument();
        assert_eq!(drawn(&argument), [] as [&str; 0], "{text}");
    }
}

#[test]
fn nobody_refers_to_what_was_asked_together() {
    let together = [(0, "[KIND: PROPOSAL] Tea. @Bob?"), (1, "[KIND: OPPOSE] @Ann no, and re #1."), (2, "Hm.")];
    assert_eq!(drawn(&room().together(&together).argument()), [] as [&str; 0]);
    let before = room().says(0, "[KIND: OPINION] Milk.").together(&together).argument();
    assert_eq!(drawn(&before), ["3 objects 1"], "what was said before is heard");
}

#[test]
fn nobody_refers_to_what_it_was_not_shown() {
    let mut room = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: OPPOSE] @Ann no, and re #1.");
    room.scope = Scope::Blind;
    assert_eq!(drawn(&room.argument()), [] as [&str; 0]);
}

#[test]
fn of_several_that_a_message_refers_to_it_is_a_guess_whom_it_means() {
    let room = room().says(0, "Tea.").says(1, "Milk.").says(2, "[KIND: SUPPORT] @Ann rather than @Bob.");
    let argument = room.argument();
    assert_eq!(drawn(&argument), ["3 supports 1?", "3 supports 2?"]);
    assert!(argument.edges().iter().all(|edge| edge.reference.counts()), "whom it refers to is plain");
}

#[test]
fn without_a_reference_support_and_opposition_are_drawn_to_the_last_proposal_as_guesses() {
    let proposals = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: PROPOSAL] Milk.");
    for (text, edge) in [
        ("[KIND: SUPPORT] Yes.", "3 supports 2?"),
        ("[KIND: OPPOSE] No.", "3 objects 2?"),
        ("[STANCE: AGREE] Yes.", "3 supports 2?"),
        ("[KIND: CONSENSUS] We agree.", "3 supports 2?"),
    ] {
        let mut room = room();
        room.rounds.clone_from(&proposals.rounds);
        assert_eq!(drawn(&room.says(2, text).argument()), [edge], "{text}");
    }
    let own = proposals.says(1, "[KIND: SUPPORT] Yes.").argument();
    assert_eq!(drawn(&own), ["3 supports 1?"], "nobody supports itself");
}

#[test]
fn of_proposals_made_together_none_is_picked() {
    let together = [(0, "[KIND: PROPOSAL] Tea."), (1, "[KIND: PROPOSAL] Milk.")];
    let room = room().together(&together).says(2, "[KIND: SUPPORT] Yes.").says(0, "[KIND: SUPPORT] Yes.");
    assert_eq!(drawn(&room.argument()), ["4 supports 2?"], "for Ann there is one of somebody else");
}

#[test]
fn whom_a_question_mentions_answers_it_with_the_next_message() {
    let room = room().says(0, "[KIND: QUESTION] @Bob @Cem what does it cost?").says(2, "Little.").says(1, "Much.");
    let argument = room.says(2, "So be it.").argument();
    assert_eq!(drawn(&argument), ["2 answers 1", "3 answers 1"]);
}

#[test]
fn passes_say_nothing() {
    let room = room().says(0, "[KIND: QUESTION] @Bob what does it cost?").says(1, "[PASS]");
    let argument = room.argument();
    assert_eq!(argument.nodes().len(), 1);
    assert_eq!(drawn(&argument), [] as [&str; 0]);
}

#[test]
fn a_node_shows_its_first_words_in_one_line() {
    let long = format!("[KIND: PROPOSAL] We  take\ttea, {}", "and more ".repeat(20));
    let argument = room().says(0, &long).says(1, "[KIND: OPINION] Tea.").argument();
    let words: Vec<&str> = argument.nodes().iter().map(|node| &*node.words).collect();
    assert!(words[0].starts_with("We take tea, and more") && words[0].ends_with('…'), "{words:?}");
    assert!(words[0].chars().count() <= 80);
    assert_eq!(words[1], "Tea.");
    assert_eq!(argument.node(TurnId(2)).map(|node| node.seat), Some(SeatId(1)));
    assert_eq!(argument.node(TurnId(3)), None);
}
