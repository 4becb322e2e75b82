//! Who does a step, as Chinese and Japanese write it: "由李娜负责", "担当者は田中", "（张伟，3月5日）".

use std::sync::LazyLock;

use super::owners::{Form, Said, named};
use super::pattern::Pattern;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide, is_wide};

/// A label that a name follows without any sign: "负责人王磊", "担当佐藤".
static GLUED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:^|[ ,.;(\n])(?:主?负责人|责任人|执行人|主责人?|经办人|牵头人?|对接人|跟进人|处理人|操作人|实施人|承办人|主办人|完成人|执行|负责|",
        r"主?担当者?|責任者|実施者|作業者|実行者)([\x{3005}\x{3040}-\x{30ff}\x{3400}-\x{9fff}]{2,8}?)(?:さん|氏|様)?(?:です)?(?:[ ,.;)\n]|$)",
    ))
});

/// "3月1日までに、佐藤が…", "佐藤が3月1日までに…": who does it beside the day.
static SUBJECT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:までに|日に?)[ ,]*([\x{3005}\x{3400}-\x{9fff}]{2,6})(?:さん|氏|様)?が|",
        r"^([\x{3005}\x{3400}-\x{9fff}]{2,6})(?:さん|氏|様)?が[ ,]*[0-9]{1,2}(?:月|/[0-9])",
    ))
});

static OWNED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"由[ ]?([^ ,.;:()\[\]\n由]{1,14}?)(?:负责|执行|承担|完成|牵头|主导|操作|跟进|组织|实施|主持|值守|处理|来做|担任|带队|统筹|协调|把关|对接|汇总|提供|编制|签字|开展|录入|记录|宣布|决定)|",
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
    let person = |found: regex::Captures<'_>| {
        let name = found.get(1).or_else(|| found.get(2)).filter(|name| is_surely_name(name.as_str()))?;
        Some(Said { names: named(name.as_str()), offset: name.start(), form: Form::Phrase, label: String::new() })
    };
    let labelled = GLUED.captures_iter(text).filter_map(person);
    let acting = SUBJECT.captures_iter(text).filter_map(person);
    OWNED.captures_iter(text).filter_map(phrase).chain(labelled).chain(acting).collect()
}

/// Whether a text is a name wherever it stands: a person, or a group of people that is no subject matter as well.
pub(super) fn is_surely_name(text: &str) -> bool {
    let text = text.trim();
    let plain = text.chars().all(|c| is_wide(c) && !matches!(c, '与' | '和' | '及') || c == ' ' || c == ',');
    let length = text.chars().count();
    plain && (2..=12).contains(&length) && is_name(text) && !set(Set::OwnerTeams).is(text)
}

/// "3月1日前，王磊完成安装": the person whose deed follows a day.
pub(super) fn acting(part: &str) -> Option<&str> {
    let words = Words::new(part);
    let given = set(Set::Surnames).at(&words, 0)?;
    // "王磊3月1日前完成安装"
    let dated = |at: usize| words.word(at).starts_with(|c: char| c.is_ascii_digit()) && words.word(at + 1) == "月";
    let does = |at: &usize| set(Set::OwnerDeeds).begins(&words, *at) || dated(*at);
    let end = (given + 1..given + 3).rev().find(does)?;
    part.get(words.span(0).start..words.span(end - 1).end).filter(|name| is_surely_name(name))
}

/// Whether a text is a name, a group of people, or several of them.
pub(super) fn is_name(text: &str) -> bool {
    let text = text.trim();
    let parts =
        || text.split([',', '/', '、', '・', '&', '+', '和', '与', '及']).map(str::trim).filter(|p| !p.is_empty());
    has_wide(text) && text.chars().count() <= 24 && parts().count() > 0 && parts().all(one_name)
}

/// Whether a text beside a date is short enough for a name and nothing else that stands there.
pub(super) fn may_be_name(text: &str) -> bool {
    let letters = text.chars().all(|c| is_wide(c) || c == ' ') && !text.contains(|c| ('ぁ'..='ん').contains(&c));
    letters && (1..=6).contains(&text.chars().count()) && !set(Set::OwnerNotNames).any(&Words::new(text))
}

fn one_name(text: &str) -> bool {
    let words = Words::new(text);
    // "教頭 須田": whoever stands apart behind a role is a person.
    let apart = text.rsplit_once(' ').is_some_and(|(role, name)| {
        let role = Words::new(role);
        let short = (1..=4).contains(&name.chars().count()) && name.chars().all(is_wide);
        let named = Words::new(name);
        let other = set(Set::OwnerNotNames).is(name);
        !other && short && presents(&role, role.len()) || (!other && role.length() <= 5 && person(&named, 0))
    });
    if apart {
        return true;
    }
    // "高" alone is no name; it may well begin one.
    let others = set(Set::OwnerNotNames).find(&words);
    if others.iter().any(|hit| hit.words.len() > 1 || hit.words.len() == words.len()) {
        return false;
    }
    let ends = |wanted: Set| (0..words.len()).find(|&at| set(wanted).at(&words, at) == Some(words.len()));
    if set(Set::OwnerTeams).is(text) || ends(Set::OwnerTeamEnds).is_some_and(|at| at > 0 && words.len() <= 12) {
        return true;
    }
    let letters = text.chars().all(|c| is_wide(c) || c == ' ' || c.is_ascii_alphabetic());
    letters
        && words.len() <= 14
        && (person(&words, 0) || (1..words.len()).any(|at| presents(&words, at) && person(&words, at)))
}

/// Whether a name of a person stands from here to the end.
fn person(words: &Words, from: usize) -> bool {
    let ends = (from + 1..words.len()).find(|&at| set(Set::OwnerTitles).at(words, at) == Some(words.len()));
    let end = ends.unwrap_or(words.len());
    let surname = set(Set::Surnames).at(words, from);
    surname.is_some_and(|given| given <= end && end - given <= 3 && end - from <= 5)
}

/// Whether what ends here is a team, a role or a title, as it stands before a name: "DBA 张伟", "护士长乔燕".
fn presents(words: &Words, end: usize) -> bool {
    let ends = |wanted: Set| (0..end).any(|at| set(wanted).at(words, at) == Some(end));
    ends(Set::OwnerTeamEnds) || ends(Set::OwnerTeams) || ends(Set::OwnerTitles) || ends(Set::OwnerRoles)
}

/// "仓储组黄伟把…", "李老师编排…": a person with team or title at the beginning of a part.
pub(super) fn subject(part: &str) -> Option<&str> {
    let words = Words::new(part);
    let most = words.len().min(10);
    let titled = |from: usize| {
        let given = set(Set::Surnames).at(&words, from)?;
        (given..(given + 3).min(most)).find_map(|at| set(Set::OwnerTitles).at(&words, at))
    };
    let group =
        |at: usize| matches!(words.word(at - 1), "组" | "部" | "科" | "处" | "室" | "队" | "班" | "心" | "課" | "係");
    let team = (2..most).rfind(|&at| group(at) && presents(&words, at) && set(Set::Surnames).begins(&words, at));
    let end = match (titled(0), team) {
        (Some(end), _) => end,
        (None, Some(at)) => titled(at).unwrap_or((at + 3).min(words.len())),
        _ => return None,
    };
    part.get(words.span(0).start..words.span(end - 1).end)
}

/// Who a part ends with, apart from what is done: "連携試験　情報政策課　上野主任".
pub(super) fn trailing(part: &str) -> Option<&str> {
    let mut starts = part.trim_end().match_indices(' ').map(|(at, _)| at + 1).rev();
    if part.contains([':', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
        return None;
    }
    let (last, before) = (starts.next()?, starts.next());
    let two = before.and_then(|from| part.get(from..)).map(str::trim).filter(|name| is_name(name));
    two.or_else(|| part.get(last..).map(str::trim).filter(|name| is_name(name)))
}

/// Who a line begins with: "张伟：备份数据库", "佐藤さんがバックアップを取る".
pub(super) fn lead(line: &str) -> Option<(&str, Form)> {
    if let Some((head, _)) = line.split_once(':').filter(|(head, _)| is_name(head.trim_matches(['[', ']', ' ']))) {
        let head = head.trim_matches(['[', ']', ' ']);
        return Some((head, if is_surely_name(head) { Form::Phrase } else { Form::Lead }));
    }
    let (head, _) = line.split_once('が').filter(|(head, _)| is_name(head))?;
    Some((head, Form::Subject))
}
