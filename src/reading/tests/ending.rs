//! T-05: `[CONCEDE]` and `[CLOSE]` are said as a sentence of their own, and only spoken of as a word of one.

use super::*;

/// Sentences that speak of a marker; `{}` stands for it.
const SPOKEN_OF: [&str; 75] = [
    "{} is not an option.",
    "{}? Never.",
    "{}, never.",
    "{}. Never!",
    "{} Never.",
    "{} I will not.",
    "{}. I refuse to give up.",
    "{} — not on these data.",
    "{} (not yet)",
    "{} is premature.",
    "{} would be premature.",
    "{}'s time has not come",
    "It is too early to {}.",
    "It is too early to {}",
    "I refuse to {}!",
    "I refuse to **{}**.",
    "Do you want a {}?",
    "Should I {}?",
    "The other side ought to {}.",
    "They should say: {}",
    "They demand: {}.",
    "If your data held, {}.",
    "I would rather not, {}",
    "Nothing you said makes me {}.",
    "You hope for my {} and wait in vain.",
    "We will {} when it is done",
    "They want me to write a {}\nwhich I will not.",
    "{} はしません。",
    "{}はしません。",
    "{} とは書きません",
    "{}を拒否します。",
    "{}は時期尚早だ。",
    "{} は時期尚早だ",
    "{}。いいえ。",
    "相手こそ{}すべきだ。",
    "相手こそ {} すべきだ。",
    "なぜ{}しなければならないのか？",
    "データが正しければ、{}。",
    "私に{}を求めるのは無理だ",
    "{} するつもりはない",
    "{}なんて論外です",
    "{} 是不可能的",
    "{}是不可能的。",
    "{} 还太早。",
    "现在{}还太早。",
    "现在 {} 还太早。",
    "我拒绝{}。",
    "我拒绝 {}。",
    "我拒绝{}",
    "对方应当{}。",
    "对方应当说：{}",
    "我为什么要{}？",
    "{}？不可能。",
    "{}。绝不。",
    "{} 我不会认输。",
    "{}，我拒绝。",
    "除非数据成立，{}。",
    "我会以 {}",
    "不会写{}的",
    "谈{}为时过早",
    "“何时{}”还没有定",
    "{}不是办法，{}也不是",
    "第一，{}不行",
    "{} Only if you show the data.",
    "{}! As if.",
    "{} Our side? Never!",
    "{}: TBD",
    "{}: absolutely out of the question",
    "{}：休想",
    "{}：お断り",
    "My opponent begs me to post {}",
    "The tag {}",
    "没有理由 {}",
    "轮不到我方写下{}",
    "そう簡単に{}するものか",
];

/// What models write to say it.
const SAID: [&str; 41] = [
    "{}",
    "**{}**",
    "- {}",
    "### {}.",
    "Fine. {}",
    "Fine! **{}**",
    "Your data settles it.\n\n{}",
    "Your data settles it. {}.",
    "Your data settles it. {} [STANCE: AGREE]",
    "[STANCE: AGREE] {}",
    "[STANCE: AGREE]\n{}\n[CONFIDENCE: 90]",
    "{} Your data settles it.",
    "{}. Your data settles it.",
    "{} I cannot answer your data.",
    "{}. No objections remain.",
    "{} — your data settles it.",
    "{} because your data settles it.",
    "{}: the cost data",
    "{} (your data settles it)",
    "You are right, {}",
    "My answer: {}",
    "Your data settles it {}",
    "Ship on Friday {}\n\n[STANCE: AGREE]",
    "I did not see that before. {}",
    "Was I wrong? Yes. {}",
    "I never had an answer to this.\n{}",
    "数据说明了问题。{}",
    "数据说明了问题 {}",
    "你说得对，{}",
    "{} 你的数据说明了问题。",
    "{}。数据说明了问题。",
    "结论：{}",
    "そのデータで決まりです。{}",
    "{} あなたのデータで決まりです。",
    "そのとおりです、{}",
    "以上です。\n\n{}\n",
    "{} 无法反驳你的成本数据。",
    "{} 反論できません。",
    "该数据特别清楚，{}",
    "相应的成本早就说明了一切，{}",
    "おっしゃる通りで、言うことはもっともです。{}",
];

const WAYS: [(&str, &str); 3] =
    [("[CONCEDE]", "[CLOSE]"), ("【CONCEDE】", "【CLOSE】"), ("［ＣＯＮＣＥＤＥ］", "［close］")];

#[test]
fn a_marker_that_is_a_word_of_a_sentence_ends_nothing_and_is_noted() {
    for text in SPOKEN_OF {
        for (concede, close) in WAYS {
            let reading = reads(&text.replace("{}", concede));
            assert!(!reading.concedes(), "{text} with {concede}");
            assert!(warns(&reading, WarningCode::Mentioned) || text.contains('“'), "{text} with {concede}");
            assert!(!reads(&text.replace("{}", close)).closes(), "{text} with {close}");
        }
    }
}

#[test]
fn a_marker_that_is_a_sentence_of_its_own_ends_what_it_ends() {
    for text in SAID {
        for (concede, close) in WAYS {
            assert!(reads(&text.replace("{}", concede)).concedes(), "{text} with {concede}");
            assert!(reads(&text.replace("{}", close)).closes(), "{text} with {close}");
        }
    }
}

#[test]
fn the_word_at_the_start_of_a_line_is_taken_back_by_what_follows_it() {
    for text in [
        "CONCEDE: not yet",
        "CONCEDE: I do not.",
        "CONCEDE: nope",
        "CONCEDE: too early",
        "CONCEDE: pending",
        "CONCEDE: 0",
        "CONCEDE: only if you show the data",
        "CONCEDE: why?",
        "**CONCEDE:** never",
        "CONCEDE: n/a",
        "CONCEDE. Never.",
        "CONCEDE. I will not.",
        "CONCEDE：不",
        "CONCEDE：还没有",
        "CONCEDE：拒绝",
        "CONCEDE：免谈",
        "CONCEDE：断る",
        "CONCEDE：为时过早",
        "CONCEDE：いいえ",
        "CONCEDE: しません",
        "CONCEDE：まだです",
        "ＣＯＮＣＥＤＥ。いいえ。",
        "CONCEDE。绝不。",
    ] {
        let reading = reads(text);
        assert!(!reading.concedes(), "{text}");
        assert!(warns(&reading, WarningCode::Mentioned), "{text}");
    }
    for text in [
        "CONCEDE. I cannot answer your cost data.",
        "CONCEDE. I accept that the data do not support us.",
        "CONCEDE: the cost data",
        "CONCEDE：成本数据",
        "CONCEDE。我无法反驳。",
        "CONCEDE。不得不承认，数据是对的。",
        "CONCEDE。そのデータで決まりです。",
    ] {
        assert!(reads(text).concedes(), "{text}");
    }
}

#[test]
fn what_denies_a_marker_with_a_value_may_stand_on_either_side() {
    let room = Room::new().options(&["Ship", "Wait"]);
    for text in [
        "{} is not my position.",
        "{} is wrong",
        "{} isn't what I mean.",
        "{} cannot be my answer.",
        "{} would be a mistake.",
        "{} does not fit.",
        "{}? No.",
        "**{}** is out of the question.",
        "I will not write {}.",
        "I cannot vote for {}",
        "I refuse to give a {}",
        "{} ではありません。",
        "{}ではありません。",
        "{} とは言えません。",
        "{} は私の立場ではない。",
        "{} は間違いだ。",
        "{} 不是我的立场。",
        "{}并非我的立场。",
        "{} 是不对的。",
        "{}？不。",
        "我不会写{}。",
        "我不能投 {}",
        "我拒绝 {}",
    ] {
        for marker in ["[STANCE: AGREE]", "[VOTE: Ship]", "[KIND: SUPPORT]", "[CONFIDENCE: 90]"] {
            let reading = room.reads(&text.replace("{}", marker));
            assert!(counts_nothing(&reading), "{text} with {marker}");
            assert!(warns(&reading, WarningCode::Mentioned), "{text} with {marker}");
        }
    }
    for text in [
        "{} is my position.",
        "{} is what the data say",
        "{} because the plan is not ready.",
        "{} Not a single risk is left.",
        "{} It is not too early.",
        "{}, no doubt",
        "There is no doubt: {}",
        "I do not see any risk. {}",
        "I do not see any risk {}",
        "{} 没有意见。",
        "{} 不过要注意成本。",
        "{} 不可能再拖了。",
        "{}です。問題はありません。",
        "{} もちろん問題ありません。",
        "{} はっきり言って問題ありません。",
        "{} はい、異論ありません。",
        "{}\nではありません、と言う理由がない。",
    ] {
        for (marker, wanted) in [("[STANCE: AGREE]", Stance::Agree), ("【STANCE：DISAGREE】", Stance::Disagree)] {
            assert_eq!(stance(&text.replace("{}", marker)), wanted, "{text}");
        }
    }
}
