//! Who is spoken to.

use super::*;

fn mentioned(text: &str) -> Vec<u16> {
    reads(text).mentions.iter().map(|read| read.value.0).collect()
}

#[test]
fn others_are_mentioned_by_their_listed_name_each_once_in_order() {
    assert_eq!(mentioned("@Engineer and @critic, again @ENGINEER."), [2, 1]);
    assert_eq!(mentioned("＠Ｃｒｉｔｉｃ、＠批评家你好"), [1, 3]);
    assert_eq!(mentioned("我同意@Critic的看法"), [1]);
    assert_eq!(mentioned("@Software_Developer, **@Critic**"), [4, 1]);
    assert_eq!(mentioned(r"@Software\_Developer and @Software Developer"), [4]);
    assert_eq!(mentioned("@\"Critic\" @[Engineer]"), [1, 2]);
}

#[test]
fn the_speaker_addresses_code_and_quotes_are_no_mentions() {
    for text in [
        "@Scientist",
        "mail me@Critic.org",
        "https://x.org/@Critic",
        "`@Critic`",
        "> @Critic",
        "Critic",
        "```\n@Critic\n```",
        "Engineer: @Critic",
    ] {
        assert!(mentioned(text).is_empty(), "{text}");
        assert!(reads(text).warnings.is_empty(), "{text}: {:?}", reads(text).warnings);
    }
}

#[test]
fn the_longest_listed_name_wins() {
    let room = Room::seating(&["Me", "Ann", "Ann Lee", "Anna"]);
    let of = |text: &str| room.reads(text).mentions.iter().map(|read| read.value.0).collect::<Vec<_>>();
    assert_eq!(of("@Ann Lee and @Ann"), [2, 1]);
    assert_eq!(of("@Anna"), [3]);
    assert_eq!(of("@ann lee's point"), [2]);
}

#[test]
fn an_unlisted_name_is_a_warning_that_holds_it() {
    for (text, name) in [
        ("@Nobody knows", "Nobody"),
        ("@Critics", "Critics"),
        ("@Critic-2 is new", "Critic-2"),
        ("@不存在，你好", "不存在"),
    ] {
        let reading = reads(text);
        assert!(reading.mentions.is_empty(), "{text}");
        assert_eq!(reading.warnings.len(), 1, "{text}");
        assert_eq!(reading.warnings[0].code, WarningCode::UnknownMention);
        assert_eq!(reading.warnings[0].about.as_deref(), Some(name));
    }
    assert!(reads("at @ 5pm, @5").warnings.is_empty());
}
