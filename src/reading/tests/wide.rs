//! The parsing cases in Chinese and Japanese: widths, brackets, quotation marks, denial, lists, names and numbers.

use super::{
    super::{NameError, seat},
    *,
};

#[test]
fn p01_translated_words_are_no_values_and_no_markers() {
    for text in
        ["[STANCE: 同意]", "【STANCE：賛成】", "[STANCE: 不同意]", "[STANCE: AGREE同意]", "[STANCE: AGREEします]"]
    {
        let reading = reads(text);
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::InvalidValue), "{text}");
    }
    for text in ["[立场：同意]", "【立場：賛成】", "立场：AGREE", "我同意。", "賛成です。"] {
        assert_eq!(reads(text).stance.from, Provenance::None, "{text}");
    }
}

#[test]
fn p03_brackets_and_colons_of_every_width_are_markers() {
    for text in [
        "【STANCE：AGREE】",
        "［ＳＴＡＮＣＥ：ＡＧＲＥＥ］",
        "〔ＳＴＡＮＣＥ：agree〕",
        "〖STANCE：AGREE〗",
        "〚STANCE﹕AGREE〛",
        "﹝STANCE：ＡＧＲＥＥ﹞",
        "**【STANCE：AGREE】**。",
        "我同意方案二。【STANCE：AGREE】",
        "賛成します。［STANCE：AGREE］",
        "・［STANCE：AGREE］",
        "【STANCE：　AGREE】",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.value, Stance::Agree, "{text}");
        assert!(reading.warnings.is_empty(), "{text}");
    }
    let confidence = reads("【CONFIDENCE：８０％】").confidence.unwrap();
    assert_eq!((confidence.value, confidence.from), (80, Provenance::Marker));
    assert_eq!(reads("【KIND：ＯＰＰＯＳＥ】").kind.counted(), Some(&Kind::Oppose));
}

#[test]
fn quotation_marks_of_both_languages_quote() {
    for text in [
        "「[STANCE: AGREE]」",
        "『【STANCE：AGREE】』と彼は言った。",
        "他写道“【STANCE：AGREE】”，我没有表态。",
        "“我同意，【STANCE：AGREE】”是他的原话。",
        "「賛成です。［STANCE：AGREE］」と書かれていました。",
        "「STANCE: AGREE」",
        "＞【STANCE：AGREE】",
    ] {
        assert_eq!(stance(text), Stance::Unknown, "{text}");
    }
}

#[test]
fn p05_the_last_own_marker_counts_whatever_its_width() {
    let reading = reads("起初【STANCE：DISAGREE】，看了数据之后［STANCE：AGREE］");
    assert_eq!(reading.stance.value, Stance::Agree);
    assert!(warns(&reading, WarningCode::SeveralStances));
    assert_eq!(stance("最初は［STANCE：AGREE］。考え直しました。[STANCE: DISAGREE]"), Stance::Disagree);
}

#[test]
fn a_marker_that_its_sentence_denies_is_none() {
    for text in [
        "我的立场不是[STANCE: AGREE]",
        "并非【STANCE：AGREE】",
        "[STANCE: AGREE]ではありません。",
        "［STANCE：AGREE］とは言えません",
        "[STANCE: AGREE]ではない",
    ] {
        assert_eq!(stance(text), Stance::Unknown, "{text}");
    }
    for text in
        ["[STANCE: AGREE]です。問題はありません。", "[STANCE: AGREE]\n不足はありません。", "[STANCE: AGREE] 没有意见。"]
    {
        assert_eq!(stance(text), Stance::Agree, "{text}");
    }
}

#[test]
fn p07_lists_of_choices_and_blanks_are_echoes() {
    for text in [
        "[STANCE: AGREE・DISAGREE・NEUTRAL]",
        "[STANCE: AGREE、DISAGREE、NEUTRAL]",
        "【STANCE：AGREE／DISAGREE】",
        "[STANCE: AGREE或DISAGREE]",
        "[STANCE: AGREEまたはDISAGREE]",
        "[STANCE: AGREEかDISAGREE]",
        "请以【STANCE：AGREE】或【STANCE：DISAGREE】结尾",
        "最後は［STANCE：AGREE］か［STANCE：DISAGREE］で終えてください",
        "[STANCE: AGREE]・[STANCE: DISAGREE]・[STANCE: NEUTRAL]",
        "[STANCE: AGREE]、[STANCE: DISAGREE] または [STANCE: NEUTRAL]",
        "[STANCE: ……]",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
    let room = Room::new().points(&["成本", "風險"]).options(&["甲", "乙"]);
    for text in
        ["[SCORE 成本: 数字]", "[SCORE 成本: 数値]", "[SCORE 决策点: 85]", "[SCORE 論点: 85]", "成本：{0-100}分"]
    {
        let reading = room.reads(text);
        assert!(reading.scores.iter().all(|score| score.value.is_none()), "{text}");
        assert!(warns(&reading, WarningCode::Echo), "{text}");
    }
    for text in ["[VOTE: 选项原文]", "[VOTE: 選択肢の文言]", "[VOTE: …]"] {
        let reading = room.reads(text);
        assert!(reading.ballot.is_none() && warns(&reading, WarningCode::Echo), "{text}");
    }
}

#[test]
fn p10_scores_in_the_units_of_both_languages() {
    let one = |text: &str| scores(&Room::new().points(&["可行性"]).reads(text));
    for (text, wanted) in [
        ("【SCORE　可行性：８５】", Some(8500)),
        ("[SCORE 可行性: 85分]", Some(8500)),
        ("[SCORE 可行性: 85点]", Some(8500)),
        ("评分：85.5分", Some(8550)),
        ("可行性：８５点", Some(8500)),
        ("可行性：17／20", Some(8500)),
        ("スコア：85点（良い）", Some(8500)),
        ("最终得分：85分。", Some(8500)),
        ("[SCORE 可行性: 85〜90]", None),
        ("可行性：85～90分", None),
        ("[SCORE 可行性: 八十五]", None),
        ("[SCORE 可行性: 850分]", None),
    ] {
        assert_eq!(one(text), [(1, wanted)], "{text}");
    }
    for text in ["我给可行性打85分左右", "満点10点中8点くらい", "满分10分，得8分"] {
        assert!(one(text).iter().all(|(_, score)| score.is_none()), "{text}");
    }
}

#[test]
fn p13_names_with_titles_and_labels() {
    let room = Room::seating(&["Coder", "Critic", "软件质量工程师", "田中"]);
    for (text, wanted) in [
        ("下一位发言者：Coder，因为 Critic 已经发过言", 0),
        ("次の発言者：田中さん", 3),
        ("田中様", 3),
        ("「软件质量工程师」", 2),
        ("Coderさん。", 0),
    ] {
        assert_eq!(seat(text, &room.roster), Ok(SeatId(wanted)), "{text}");
    }
    for text in ["Coder或Critic", "下一位：Coder 或 Critic", "次の発言者：田中かCoder", "Coder和Critic", "田中、Coder"]
    {
        assert!(matches!(seat(text, &room.roster), Err(NameError::Ambiguous { .. })), "{text}");
    }
    for text in ["软件工程师", "品質エンジニア", "田"] {
        assert!(matches!(seat(text, &room.roster), Err(NameError::Unknown { .. })), "{text}");
    }
    assert_eq!(room.reads("[NEXT: 田中さん]").next.unwrap().value, SeatId(3));
}

#[test]
fn p14_lines_under_other_names_do_not_vote() {
    for text in [
        "批评家：我喜欢。【STANCE：AGREE】\nEngineer：同意【STANCE：AGREE】\nScientist：不行。【STANCE：DISAGREE】",
        "批评家さん：賛成です。［STANCE：AGREE］\nScientist：反対です。［STANCE：DISAGREE］",
    ] {
        assert_eq!(stance(text), Stance::Disagree, "{text}");
    }
    for text in [
        "批评家：【STANCE：AGREE】",
        "批评家さん：［STANCE：AGREE］",
        "批评家说：[STANCE: AGREE]",
        "批评家的立场：[STANCE: AGREE]",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
        assert!(warns(&reading, WarningCode::ForeignMarker), "{text}");
    }
    assert_eq!(stance("@批评家さん、指摘どおりです。［STANCE：AGREE］"), Stance::Agree);
}

#[test]
fn t05_only_a_plain_concession_concedes() {
    for text in [
        "我不认输",
        "我认输",
        "如果数据成立，我会[CONCEDE]",
        "除非有新证据，否则不会【CONCEDE】",
        "負けを認めません",
        "データが正しければ[CONCEDE]します",
        "正しいと分かったら［CONCEDE］",
        "[CONCEDE]はしません。",
        "【CONCEDE】とは書きません",
        "「[CONCEDE]」と言わせたいのでしょう",
        "[CONCEDE]是不可能的",
        "＞ CONCEDE。",
    ] {
        assert!(!reads(text).concedes(), "{text}");
    }
    for text in [
        "CONCEDE。数据说明了问题。",
        "【CONCEDE】",
        "ＣＯＮＣＥＤＥ：あなたの勝ちです",
        "你的数据说服了我。[CONCEDE]",
        "そのデータで決まりです。［CONCEDE］",
    ] {
        assert!(reads(text).concedes(), "{text}");
    }
}

#[test]
fn u03_words_of_control_before_wide_signs() {
    for text in ["NO_REPLY。", "「NO_REPLY」", "HEARTBEAT_OK。", "NO_REPLY\u{3000}"] {
        let message = Room::new().message(text);
        assert!(message.reading.pass.is_some() && message.text().is_empty(), "{text}");
    }
    for (text, said) in [
        ("HEARTBEAT_OK——我同意【STANCE：AGREE】", "我同意【STANCE：AGREE】"),
        ("HEARTBEAT_OK。賛成です。［STANCE：AGREE］", "賛成です。［STANCE：AGREE］"),
    ] {
        let message = Room::new().message(text);
        assert_eq!(message.text(), said);
        assert_eq!(message.reading.stance.value, Stance::Agree);
        assert!(message.reading.pass.is_none());
    }
}

#[test]
fn a_pass_and_a_close_stand_alone_or_in_a_plain_sentence() {
    assert!(reads("【PASS】").pass.is_some() && reads("特にありません。\n［PASS］").pass.is_some());
    assert!(reads("没有新内容时回复[PASS]。").pass.is_none());
    assert!(reads("结论如上。【CLOSE】").closes() && reads("以上が結論です。［CLOSE］").closes());
    assert!(!reads("现在还不能【CLOSE】").closes() && !reads("まだ［CLOSE］できません。").closes());
}
