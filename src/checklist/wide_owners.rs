//! Who does a step, as Chinese and Japanese write it: "由李娜负责", "担当者は田中", "（张伟，3月5日）".

use std::sync::LazyLock;

use super::owners::{Form, Said, named};
use super::pattern::Pattern;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide, is_wide};

static OWNED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"由[ ]?([^ ,.;:()\[\]\n由]{2,14}?)(?:负责|执行|承担|完成|牵头|主导|操作|跟进|组织|实施|主持|值守|处理|来做)|",
        r"(?:^|[ ,.;(\n])(?:由)?([^ ,.;:()\n的]{2,10}?)[ ]?(?:负责|牵头|主责|主办|承办)(?:[^人方]|$)|",
        r"([^ ,.;:()\n]{1,14}?)(?:さん|氏|様)?が(?:担当|責任|主導|責任者)|",
        r"(?:担当者?|責任者|実施者|主担当|リーダー)(?:は|:|[ ])[ ]*([^ ,.;:()\n]{1,12}?)(?:さん|氏|様)?(?:で|が|です|とする|、|[ ,.;)\n]|$)|",
        r"(?:负责人|责任人|执行人|主责人|经办人|牵头人)(?:为|是|[ ])[ ]*([^ ,.;:()\n]{1,12})|",
        r"(?:[^A-Za-z0-9.@]|^)@([\x{3040}-\x{30ff}\x{3400}-\x{9fff}]{1,6}|[A-Za-z][A-Za-z0-9._-]*)",
    ))
});

/// What a text says about its owner, beside labels.
pub(super) fn said(text: &str) -> Vec<Said> {
    let phrase = |found: regex::Captures<'_>| {
        let name = (1..=6).find_map(|group| found.get(group))?;
        let bare = name.as_str().trim();
        let person = found.get(2).is_none() || is_name(bare) || bare.chars().count() <= 4;
        let said = Said { names: named(bare), offset: name.start(), form: Form::Phrase, label: String::new() };
        (person && !set(Set::OwnerNotNames).is(bare)).then_some(said)
    };
    OWNED.captures_iter(text).filter_map(phrase).collect()
}

/// Whether a text is a name, a group of people, or several of them.
pub(super) fn is_name(text: &str) -> bool {
    let text = text.trim();
    let parts = || text.split([',', '/', '、', '・', '&', '+', '和', '与', '及']).map(str::trim).filter(|p| !p.is_empty());
    has_wide(text) && text.chars().count() <= 24 && parts().count() > 0 && parts().all(one_name)
}

fn one_name(text: &str) -> bool {
    let words = Words::new(text);
    // "高" alone is no name; it may well begin one.
    let others = set(Set::OwnerNotNames).find(&words);
    if others.iter().any(|hit| hit.words.len() > 1 || hit.words.len() == words.len()) {
        return false;
    }
    let ends = |wanted: Set| (0..words.len()).find(|&at| set(wanted).at(&words, at) == Some(words.len()));
    if set(Set::OwnerTeams).is(text) || ends(Set::OwnerTeamEnds).is_some_and(|at| at > 0 && words.len() <= 12) {
        return true;
    }
    let end = ends(Set::OwnerTitles).unwrap_or(words.len());
    let begins = set(Set::Surnames).at(&words, 0).or_else(|| {
        // "DBA 张伟": a role before the name.
        let role = set(Set::OwnerTeams).at(&words, 0)?;
        set(Set::Surnames).at(&words, role).map(|_| role)
    });
    let letters = text.chars().all(|c| is_wide(c) || c == ' ' || c.is_ascii_alphabetic());
    letters && begins.is_some() && end <= begins.map_or(0, |at| at + 5) && end <= 6
}

/// Who a line begins with: "张伟：备份数据库", "佐藤さんがバックアップを取る".
pub(super) fn lead(line: &str) -> Option<(&str, Form)> {
    if let Some((head, _)) = line.split_once(':').filter(|(head, _)| is_name(head.trim_matches(['[', ']', ' ']))) {
        return Some((head.trim_matches(['[', ']', ' ']), Form::Lead));
    }
    let (head, _) = line.split_once('が').filter(|(head, _)| is_name(head))?;
    Some((head, Form::Subject))
}
