//! A denied word turns off and never into its opposite (P-02), in every language and across them.

use super::*;

fn guess(language: Language, text: &str) -> Kind {
    let mut room = Room::new();
    room.language = language;
    room.reads(text).kind.value
}

#[test]
fn a_denied_objection_is_no_objection_and_a_denied_consent_no_consent() {
    let english = (
        ["oppose", "object to", "reject", "dispute", "disagree with"],
        ["support", "agree with", "endorse", "back", "second"],
        [
            "I do not {} this.",
            "I don't {} this.",
            "I don’t {} this.",
            "I would not {} this.",
            "I cannot {} this.",
            "I will never {} this.",
            "We should not {} this.",
            "Nobody here would say I {} this.",
            "It is not true that I {} this.",
            "I do not think that we should {} this.",
            "If it were late I would {} this.",
        ],
    );
    let chinese = (
        ["反对", "质疑", "否决", "拒绝", "反驳"],
        ["同意", "支持", "赞成", "赞同", "认同"],
        [
            "我不{}这个方案。",
            "我不会{}这个方案。",
            "我并不{}这个方案。",
            "我没有{}这个方案。",
            "我并非{}这个方案。",
            "我不认为应该{}这个方案。",
            "我们不应该{}这个方案。",
            "没有必要{}这个方案。",
            "我从未{}这个方案。",
            "如果太晚，我会{}这个方案。",
            "是否{}这个方案还要再看。",
        ],
    );
    let japanese = (
        ["に反対", "に反論", "を却下", "を反対", "を拒否"],
        ["に賛成", "を支持", "に同意", "に賛同", "を評価"],
        [
            "この案{}しません。",
            "この案{}はしません。",
            "この案{}するつもりはありません。",
            "この案{}していません。",
            "この案{}しない。",
            "この案{}しなかった。",
            "この案{}するとは限らない。",
            "この案{}するとは言っていません。",
            "この案{}する理由はありません。",
            "もし遅れるならこの案{}します。",
            "この案{}するわけではありません。",
        ],
    );
    let languages = [(Language::En, english), (Language::Zh, chinese), (Language::Ja, japanese)];
    for (language, (objecting, consenting, denying)) in languages {
        for sentence in denying {
            for word in objecting {
                let text = sentence.replace("{}", word);
                let kind = guess(language, &text);
                assert!(!matches!(kind, Kind::Oppose | Kind::Support | Kind::Consensus), "{text} is read as {kind:?}");
            }
            for word in consenting {
                let text = sentence.replace("{}", word);
                let kind = guess(language, &text);
                // A refusal may be told for one: "I cannot support this".
                assert!(!matches!(kind, Kind::Support | Kind::Consensus), "{text} is read as {kind:?}");
            }
        }
    }
}

#[test]
fn a_denial_ends_with_its_sentence() {
    for end in [".", "!", "?", ";", "。", "！", "？", "；"] {
        assert_eq!(guess(Language::En, &format!("No issues{end} I support it.")), Kind::Support, "{end}");
        assert_eq!(guess(Language::Zh, &format!("没有风险{end}我支持这个方案。")), Kind::Support, "{end}");
        assert_eq!(
            guess(Language::Ja, &format!("問題があるわけではない{end}この案に賛成です。")),
            Kind::Support,
            "{end}"
        );
    }
}

#[test]
fn polite_forms_of_assent_and_refusal_are_whole_phrases() {
    for (text, wanted) in [
        ("没有异议。", Kind::Support),
        ("我没有意见。", Kind::Support),
        ("我不能同意。", Kind::Oppose),
        ("恕我不敢苟同。", Kind::Oppose),
        ("異論はありません。", Kind::Support),
        ("異議なし。", Kind::Support),
        ("賛成できません。", Kind::Oppose),
        ("賛成いたしかねます。", Kind::Oppose),
        ("No objection.", Kind::Support),
        ("I cannot support this.", Kind::Oppose),
    ] {
        for language in [Language::En, Language::Zh, Language::Ja] {
            assert_eq!(guess(language, text), wanted, "{text}");
        }
    }
}

#[test]
fn the_script_of_a_sentence_and_not_the_brief_tells_its_language() {
    for language in [Language::En, Language::Zh, Language::Ja] {
        for (text, wanted) in [
            ("我反对在一个晚上全部迁移。", Kind::Oppose),
            ("一晩ですべて移すことに反対です。", Kind::Oppose),
            ("I oppose the move.", Kind::Oppose),
            ("LGTM，我同意这个 rollout plan。", Kind::Support),
            ("この rollout plan には反対です。", Kind::Oppose),
            ("I read 方案二 twice. I support it.", Kind::Support),
            ("第一步没有问题。ただし費用の点で反対です。", Kind::Opinion),
        ] {
            assert_eq!(guess(language, text), wanted, "{text} in {language:?}");
        }
    }
    // Two signs are too few to tell; the discussion does.
    assert_eq!(guess(Language::Ja, "満場一致。"), Kind::Consensus);
}

#[test]
fn what_is_asked_is_not_said() {
    for (text, wanted) in [
        ("Do we agree on the budget?", Kind::Question),
        ("你支持这个方案吗？", Kind::Question),
        ("你是否同意这样做呢。", Kind::Question),
        ("この案に賛成ですか。", Kind::Question),
        ("合意に達しましたか？", Kind::Question),
        ("How about two stages?", Kind::Proposal),
        ("不如先试点？", Kind::Proposal),
        ("二段階にしてはどうでしょうか。", Kind::Proposal),
    ] {
        assert_eq!(guess(Language::En, text), wanted, "{text}");
    }
}
