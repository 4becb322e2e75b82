//! P-01, P-03, P-05 and P-07: exact words, whatever stands around them, the last of several, and no echoes.

use super::*;

#[test]
fn p01_a_disagreement_is_never_an_agreement() {
    assert_eq!(stance("[STANCE: DISAGREE]"), Stance::Disagree);
    for text in
        ["[STANCE: AGREEABLE]", "[STANCE: DISAGREED?]", "[STANCE: AGREE?]", "[STANCE: NOT AGREE]", "[STANCE: AGRE]"]
    {
        let reading = reads(text);
        assert_eq!(reading.stance.value, Stance::Unknown, "{text}");
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::InvalidValue), "{text}");
    }
    for text in ["NOT RECOMMENDED", "I disapprove", "DO NOT APPROVE", "I agree.", "AGREE"] {
        assert_eq!(reads(text).stance.value, Stance::Unknown, "{text}");
    }
}

#[test]
fn p03_markdown_around_and_inside_a_marker_does_not_matter() {
    for text in [
        "**[STANCE: AGREE]**",
        "[**STANCE**: AGREE]",
        "[STANCE: **AGREE**]",
        "### Stance\n[stance:agree].",
        "- [ Stance :  agree ]",
        "1. *[STANCE: _AGREE_]*!",
        "［ＳＴＡＮＣＥ：ＡＧＲＥＥ］",
        "【STANCE：AGREE】",
        "〔stance: Agree〕",
        r"\[STANCE: AGREE\]",
        "__[__STANCE__: AGREE.]__",
        "[[STANCE: AGREE]]",
        "| Stance | [STANCE: AGREE] |",
        "[STANCE: AGREE](#vote)",
        "[see [1]] and then [STANCE: AGREE]",
        "[STANCE:\u{a0}AGREE]",
    ] {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}

#[test]
fn a_label_without_brackets_is_no_marker() {
    for text in [
        "Stance: AGREE",
        "**STANCE: DISAGREE.**",
        "### Stance\nAGREE",
        "(STANCE: AGREE)",
        "{STANCE: AGREE}",
        "<STANCE: AGREE>",
    ] {
        assert!(counts_nothing(&reads(text)), "{text}");
    }
}

#[test]
fn p05_the_last_own_marker_counts_and_a_change_is_flagged() {
    let reading = reads("`[STANCE: AGREE]` would fit if cost were fixed. It is not. [STANCE: DISAGREE]");
    assert_eq!(reading.stance.value, Stance::Disagree);
    assert!(!warns(&reading, WarningCode::SeveralStances));
    let reading = reads("At first [STANCE: DISAGREE], after B's data [STANCE: AGREE]");
    assert_eq!(reading.stance.value, Stance::Agree);
    assert!(warns(&reading, WarningCode::SeveralStances));
    assert_eq!(stance("I say [STANCE: AGREE], not [STANCE: DISAGREE]."), Stance::Agree);
    assert_eq!(stance("This is not [STANCE: AGREE]"), Stance::Unknown);
    assert!(!warns(&reads("[STANCE: AGREE] because … so [STANCE: AGREE]"), WarningCode::SeveralStances));
    let reading =
        Room::new().points(&["Cost"]).reads("[SCORE Cost: 60]\nOn reflection the data hold.\n[SCORE Cost: 80]");
    assert_eq!(scores(&reading), [(1, Some(8000))]);
    assert!(warns(&reading, WarningCode::SeveralScores));
}

#[test]
fn p07_the_instruction_echoed_back_is_unknown() {
    for text in [
        "[STANCE: AGREE | DISAGREE | NEUTRAL]",
        "[STANCE: AGREE/DISAGREE/NEUTRAL]",
        "End with [STANCE: AGREE] or [STANCE: DISAGREE].",
        "[STANCE: AGREE], [STANCE: DISAGREE] or [STANCE: NEUTRAL]",
        "请以[STANCE: AGREE]或[STANCE: DISAGREE]结尾",
        "[STANCE: AGREE]または[STANCE: DISAGREE]",
        "**[STANCE: AGREE]** | **[STANCE: DISAGREE]**",
        "[STANCE: AGREE] / [STANCE: DISAGREE]",
        "- [STANCE: AGREE],\n[STANCE: DISAGREE] and\n[STANCE: NEUTRAL]",
        "[STANCE: ...]",
        "[STANCE: <your stance>]",
        "[STANCE: AGREE or DISAGREE]",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
    let reading =
        reads("I was asked for [STANCE: AGREE] or [STANCE: DISAGREE]. My choice is this:\n[STANCE: DISAGREE]");
    assert_eq!(reading.stance.value, Stance::Disagree);
}

#[test]
fn p07_choices_with_a_condition_or_a_request_each_are_a_list() {
    for text in [
        "End with [STANCE: AGREE] if you agree, [STANCE: DISAGREE] if you disagree.",
        "[STANCE: AGREE] if you agree; [STANCE: DISAGREE] otherwise",
        "If you agree, end with [STANCE: AGREE]; if you disagree, end with [STANCE: DISAGREE].",
        "Write [STANCE: AGREE] to agree. Write [STANCE: DISAGREE] to disagree.",
        "- [STANCE: AGREE] when you agree\n- [STANCE: DISAGREE] when you disagree\n- [STANCE: NEUTRAL] when in doubt",
        "如果同意请写 [STANCE: AGREE]，如果不同意请写 [STANCE: DISAGREE]。",
        "同意请写[STANCE: AGREE]，不同意请写[STANCE: DISAGREE]",
        "同意的话写【STANCE：AGREE】，否则写【STANCE：DISAGREE】",
        "賛成なら [STANCE: AGREE]、反対なら [STANCE: DISAGREE]",
        "賛成の場合は［STANCE：AGREE］と書き、反対の場合は［STANCE：DISAGREE］と書いてください。",
        "賛成なら [STANCE: AGREE]、反対なら [STANCE: DISAGREE]、どちらでもなければ [STANCE: NEUTRAL] で終えてください。",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
    for text in [
        "If the dates held I would be [STANCE: DISAGREE], but now [STANCE: AGREE]",
        "At first [STANCE: DISAGREE], and when B showed the data [STANCE: AGREE]",
        "起初是[STANCE: DISAGREE]，看了数据之后[STANCE: AGREE]",
        "最初は［STANCE：DISAGREE］、考え直したら［STANCE：AGREE］",
    ] {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}

#[test]
fn p07_words_of_every_language_join_choices() {
    for joiner in [
        "还是",
        "還是",
        "或是",
        "或者",
        "抑或",
        "与",
        "與",
        "及",
        "以及",
        "和",
        "あるいは",
        "又は",
        "または",
        "それとも",
        "と",
        "や",
        "か",
        "および",
        " or ",
        " and ",
        ", or ",
        " vs ",
    ] {
        for [first, second] in [["AGREE", "DISAGREE"], ["DISAGREE", "NEUTRAL"]] {
            let text = format!("[STANCE: {first}]{joiner}[STANCE: {second}]");
            let reading = reads(&text);
            assert_eq!(reading.stance.from, Provenance::None, "{text}");
            assert!(warns(&reading, WarningCode::Echo), "{text}");
        }
    }
}

#[test]
fn p05_what_is_not_joined_is_a_change_of_mind() {
    for between in ["", " ", "\n", "\n\n", "; ", "\n- ", "\n* ", " → ", ". ", "\n2. "] {
        let reading = reads(&format!("[STANCE: DISAGREE]{between}[STANCE: AGREE]"));
        assert_eq!(reading.stance.value, Stance::Agree, "{between:?}");
        assert!(warns(&reading, WarningCode::SeveralStances) && !warns(&reading, WarningCode::Echo), "{between:?}");
    }
    let room = Room::new().points(&["Cost"]).options(&["A", "B"]);
    let reading = room.reads("[SCORE Cost: 60]\n[SCORE Cost: 70]");
    assert_eq!(scores(&reading), [(1, Some(7000))]);
    assert!(warns(&reading, WarningCode::SeveralScores));
    let reading = room.reads("[VOTE: A] [VOTE: B]");
    assert_eq!(reading.ballot.as_ref().unwrap().value, quorate_strategies::reading::Ballot::Choice(1));
    assert!(warns(&reading, WarningCode::SeveralBallots));
    assert_eq!(room.reads("[CONFIDENCE: 80][CONFIDENCE: 20]").confidence.unwrap().value, 20);
}

#[test]
fn p07_the_example_alone_is_an_echo() {
    for text in [
        "[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]",
        "[STANCE: NEUTRAL]\n[CONFIDENCE: 70]",
        "**[STANCE: NEUTRAL]**.",
        "Scientist: [kind: opinion]",
    ] {
        let reading = reads(text);
        assert!(counts_nothing(&reading) && reading.confidence.is_none(), "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
    for text in [
        "Both have a point.\n[KIND: OPINION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]",
        "[STANCE: NEUTRAL]\n[CONFIDENCE: 60]",
        "[KIND: QUESTION]\n[STANCE: NEUTRAL]\n[CONFIDENCE: 70]",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.counted(), Some(&Stance::Neutral), "{text}");
        assert!(reading.confidence.is_some() && !warns(&reading, WarningCode::Echo), "{text}");
    }
}

#[test]
fn blanks_of_every_width_are_blanks_and_what_nobody_sees_is_refused() {
    for blank in ['\u{a0}', '\u{2003}', '\u{3000}', '\u{202f}', '\t'] {
        for text in [format!("[STANCE{blank}: AGREE]"), format!("[{blank}STANCE:{blank}AGREE{blank}]")] {
            let reading = reads(&text);
            assert_eq!(reading.stance.value, Stance::Agree, "{text:?}");
            assert!(reading.warnings.is_empty(), "{text:?}");
        }
        let text = format!("[SCORE{blank}Cost{blank}:{blank}80]");
        assert_eq!(scores(&Room::new().points(&["Cost"]).reads(&text)), [(1, Some(8000))], "{text:?}");
    }
    for text in
        ["[ST\u{200b}ANCE: AGREE]", "[\u{2060}STANCE: AGREE]", "[STANCE\u{200d}: AGREE]", "[STANCE \u{7}: AGREE]"]
    {
        let reading = reads(text);
        assert!(counts_nothing(&reading), "{text:?}");
        assert!(warns(&reading, WarningCode::InvalidValue), "{text:?}");
    }
}

#[test]
fn p07_a_score_template_gives_no_score() {
    let room = Room::new().points(&["决策点1", "决策点2"]);
    for text in [
        "决策点1：{0-100}分",
        "[SCORE 决策点1: 0-100]",
        "[SCORE point: 85]",
        "[SCORE 决策点1: <0-100>]",
        "[SCORE 1: ...]",
        "[SCORE 决策点1: number]",
    ] {
        let reading = room.reads(text);
        assert!(!warns(&reading, WarningCode::ProseScore), "{text}");
        assert!(reading.scores.iter().all(|score| score.value.is_none()), "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
}

#[test]
fn every_marker_of_the_grammar_is_read() {
    let room = Room::new().points(&["Cost"]).options(&["Ship", "Wait"]);
    let text = "[KIND: PROPOSAL] [CONFIDENCE: 80] [SCORE Cost: 85] [VOTE: Wait]\n[CONCEDE]\n[CLOSE]\n\
                [NEXT: Critic] [IDEA: a [nested] one] [IDEA: two] [SPAWN: pricing]\n[PASS]";
    let reading = room.reads(text);
    assert_eq!(reading.kind.counted(), Some(&Kind::Proposal));
    assert_eq!(reading.confidence.unwrap().value, 80);
    assert_eq!(scores(&reading), [(1, Some(8500))]);
    assert!(reading.ballot.is_some() && reading.concedes() && reading.closes());
    assert_eq!(reading.next.unwrap().value, SeatId(1));
    assert_eq!(reading.ideas, ["a [nested] one".into(), "two".into()] as [Arc<str>; 2]);
    assert_eq!(reading.spawn.as_deref(), Some("pricing"));
    assert_eq!(reading.pass, Some(Provenance::Marker));
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
}

#[test]
fn a_confidence_is_a_whole_number_up_to_a_hundred() {
    let value = |text: &str| reads(text).confidence.map(|read| (read.value, read.from));
    assert_eq!(value("[CONFIDENCE: 80]"), Some((80, Provenance::Marker)));
    assert_eq!(value("[confidence: 80 %]"), Some((80, Provenance::Marker)));
    for text in ["[CONFIDENCE: 101]", "[CONFIDENCE: -1]", "[CONFIDENCE: high]", "[CONFIDENCE: 80.5]"] {
        assert_eq!(value(text), None, "{text}");
        assert!(warns(&reads(text), WarningCode::InvalidValue), "{text}");
    }
    assert!(warns(&reads("[CONFIDENCE: 0.8]"), WarningCode::Scale));
}

#[test]
fn kind_and_stance_that_do_not_go_together_are_flagged() {
    let reading = reads("[KIND: CONSENSUS] [STANCE: DISAGREE]");
    assert!(warns(&reading, WarningCode::Conflict));
    assert!(!warns(&reads("[KIND: CONSENSUS] [STANCE: AGREE]"), WarningCode::Conflict));
}

#[test]
fn the_grammar_is_what_the_reader_reads() {
    let room = Room::new().points(&["point"]).options(&["option"]);
    for doc in super::super::grammar() {
        let text = doc.form.replace("seat", "Critic").replace("topic", "pricing").replace('…', "a lamp");
        let reading = room.reads(&text);
        assert!(reading.warnings.is_empty(), "{text}: {:?}", reading.warnings);
        assert_ne!(Reading { reader: super::super::READER, ..Reading::default() }, reading, "{text}");
    }
}
