//! Checklist files: the ones that ship, and the messages for broken ones.

use crate::checklist::{Checklist, Language, Severity, in_domain, review};

#[test]
fn shipped_lists_parse_and_name_their_domains() {
    for name in Checklist::shipped_names() {
        let list = Checklist::shipped(name).unwrap();
        assert_eq!(list.name(), name);
        assert!(list.domains().len() >= 3, "{name}: {:?}", list.domains());
    }
    let plan = Checklist::shipped("plan-review").unwrap();
    assert_eq!(plan.domains(), ["structure", "risk", "efficiency"]);
    assert!(Checklist::shipped("horoscope").is_none());
}

fn refused(toml: &str) -> String {
    Checklist::parse("mine.toml", toml).unwrap_err().to_string()
}

const RULE: &str = "[[rules]]\nid = \"a\"\ndomain = \"d\"\nseverity = \"info\"\n";

#[test]
fn a_broken_list_names_its_file_and_rule() {
    assert_eq!(refused("name = \"x\""), "mine.toml: a checklist needs at least one [[rules]] entry");
    let unknown = refused(&format!("name = \"x\"\n{RULE}check = \"sparkle\"\n"));
    assert!(unknown.starts_with("mine.toml: not a checklist: ") && unknown.contains("sparkle"), "{unknown}");
    let extra = refused(&format!("name = \"x\"\ncolour = 1\n{RULE}check = \"cycle\"\nmessage.en = \"m\"\n"));
    assert!(extra.contains("colour"), "{extra}");
    let wordless = refused(&format!("name = \"x\"\n{RULE}check = \"present\"\nmessage.en = \"m\"\n"));
    assert!(wordless.contains("rule `a` checks for words"), "{wordless}");
    let alone = refused(&format!("name = \"x\"\n{RULE}check = \"beside\"\nmessage.en = \"m\"\nwords.en = [\"w\"]\n"));
    assert!(alone.contains("rule `a` says what must come with what"), "{alone}");
    let mute = refused(&format!("name = \"x\"\n{RULE}check = \"cycle\"\n"));
    assert!(mute.contains("rule `a` has no message"), "{mute}");
    let rule = format!("{RULE}check = \"cycle\"\nmessage.en = \"m\"\n");
    assert!(refused(&format!("name = \"x\"\n{rule}{rule}")).contains("rule `a` is defined twice"));
}

#[test]
fn a_list_of_ones_own_speaks_in_its_languages() {
    let toml = r#"
name = "style"
[[rules]]
id = "no-synergy"
check = "forbidden"
domain = "words"
severity = "blocking"
message.en = "\"{value}\" is banned"
message.ja = "「{value}」は禁止"
words.en = ["synerg*"]
words.zh = ["协同效应"]
[[rules]]
id = "greeting"
check = "present"
domain = "manners"
severity = "info"
message.en = "no greeting"
words.en = ["dear ~ team"]
"#;
    let list = Checklist::parse("mine.toml", toml).unwrap();
    let text = "Dear whole wonderful team,\n\nsynergies and 协同效应 await.\n";
    let found = review(&list, text, Language::En);
    let messages: Vec<&str> = found.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(messages, ["\"synergies\" is banned"]);
    assert_eq!((found[0].severity, found[0].line), (Severity::Blocking, Some(3)));
    let chinese = review(&list, "Dear team: 协同效应", Language::Zh);
    assert_eq!(chinese[0].message, "\"协同效应\" is banned");
    let japanese = review(&list, "synergy", Language::Ja);
    assert_eq!(japanese[0].message, "「synergy」は禁止");
    assert_eq!(in_domain(&japanese, "manners").count(), 1);
    assert_eq!(review(&list.only("manners"), "synergy", Language::En).len(), 1);
}
