//! Names of steps in Chinese and Japanese: "步骤1", "第3步", "手順2", "ステップ4", "フェーズ1", "#2".

use std::sync::LazyLock;

use super::pattern::Pattern;
use super::words::is_wide;

/// A step named by its kind and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head<'t> {
    /// The kind in English, as other languages name it: "step", "phase", "week" and the like.
    pub(super) word: &'static str,
    pub(super) number: &'t str,
    /// Where it begins and ends.
    pub(super) start: usize,
    pub(super) end: usize,
}

static NAME: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:(步骤|手順|ステップ|作業|工程|任务|タスク|环节|事项|项目|項目|项|項|No\.?|阶段|段階|フェーズ|里程碑|マイルストーン|批次|スプリント)[ ]?#?([A-Z]{0,3}-?[0-9]{1,3}(?:\.[0-9]{1,3})*)|",
        r"第[ ]?([0-9]{1,3})[ ]?(步骤|步|工程|ステップ|作業|手順|项任务|项|項|阶段|期|段階|フェーズ|批次|批|周|週|天|日目|スプリント)|",
        r"(#)([0-9]{1,3})(?-u:\b)|\(([0-9]{1,2})\))",
    ))
});

/// Kinds that may hold other steps; every other word means a step.
fn kind(word: &str) -> &'static str {
    match word {
        "阶段" | "期" | "段階" | "フェーズ" => "phase",
        "里程碑" | "マイルストーン" => "milestone",
        "批次" | "批" => "wave",
        "スプリント" => "sprint",
        "周" | "週" => "week",
        "天" | "日目" => "day",
        _ => "step",
    }
}

/// What goes on with the sentence after a name, so that the name is no title.
const GOES_ON: [char; 20] = [
    '完', '之', '后', '後', '的', '和', '与', '及', '通', '结', '前', 'が', 'の', 'を', 'に', 'と', 'は', 'で', 'も',
    '終',
];

/// "第1、2项" and "第3～5步": numbers that share one word.
static LISTED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"第[ ]?((?:[0-9]{1,3}[ ]*(?:,|、|和|与|及|・|-|–|~|至|到|と)[ ]*第?)+[0-9]{1,3})[ ]?(步骤|步|项任务|项|項|工程|ステップ|手順|作業|阶段|期|批)",
    )
});

/// "1 のあと", "2、3 完成后", "做完 1 再做": numbers alone, where a word right beside them says that they are steps.
static BARE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:^|[/;,(|※←→\[][ ]*|[ ])([0-9]{1,2})(?:[ ]*(?:,|、|と|・|和|及び|与)[ ]*[0-9]{1,2})*[ ]*",
        r"(?:の後|のあと|の結果|が終わ|が完了|が済|の完了|完了後|完成后|完成之后|做完后|做完再|做完之后|之后|对完|做完)|",
        r"(?:做完|跑完|等)[ ]?([0-9]{1,2})(?:[ ]*(?:、|,|和)[ ]*[0-9]{1,2})*[ ]*(?:再|才|后|之后|,|;|\)|$)",
    ))
});

/// Every name in a text, in order.
pub(super) fn all(text: &str) -> Vec<Head<'_>> {
    let mut found: Vec<Head<'_>> = NAME.captures_iter(text).filter_map(|found| one(text, &found)).collect();
    for list in LISTED.captures_iter(text) {
        let (Some(numbers), Some(word)) = (list.get(1), list.get(2)) else { continue };
        let mut at = numbers.start();
        for number in numbers.as_str().split(|c: char| !c.is_ascii_digit()) {
            let here = at..at + number.len();
            at = here.end + text[here.end..].chars().next().map_or(1, char::len_utf8);
            if number.is_empty() || found.iter().any(|head| head.start < here.end && here.start < head.end) {
                continue;
            }
            found.push(Head {
                word: kind(word.as_str()),
                number: &text[here.clone()],
                start: here.start,
                end: here.end,
            });
        }
    }
    for number in BARE.captures_iter(text).filter_map(|m| m.get(1).or_else(|| m.get(2))) {
        if !found.iter().any(|head| head.start < number.end() && number.start() < head.end) {
            found.push(Head { word: "step", number: number.as_str(), start: number.start(), end: number.end() });
        }
    }
    found.sort_by_key(|head| head.start);
    found
}

fn one<'t>(text: &'t str, found: &regex::Captures<'t>) -> Option<Head<'t>> {
    let (word, number) = match (found.get(1).or_else(|| found.get(5)), found.get(3).or_else(|| found.get(7))) {
        (Some(word), _) => (word, found.get(2).or_else(|| found.get(6))?),
        (None, number) => (found.get(4).or_else(|| found.get(7))?, number?),
    };
    let whole = found.get(0)?;
    let rest = &text[whole.end()..];
    // "第3周" beside a month is a date, and "项目2026" a year.
    let counts = !rest.starts_with(|c: char| c.is_ascii_digit())
        && !text[..whole.start()].ends_with('月')
        && !counted(rest, word.as_str())
        && (found.get(7).is_none() || rest.trim_start().starts_with(AFTER_BRACKETS));
    counts.then_some(Head {
        word: kind(word.as_str()),
        number: number.as_str(),
        start: whole.start(),
        end: whole.end(),
    })
}

/// What follows "(1)" where it names a step.
const AFTER_BRACKETS: [char; 14] = [',', 'の', 'が', 'を', 'に', 'と', '・', '完', '后', '後', '之', '通', '和', '与'];

/// "任务3项", "作業2時間": a number that counts something.
fn counted(rest: &str, word: &str) -> bool {
    let loose = !word.starts_with(['步', '手', 'ス', '第', '阶', '段', 'フ', '#']);
    loose
        && rest.starts_with([
            '项', '項', '个', '個', '件', '名', '人', '時', '小', '日', '天', '分', '年', '月', '%', '台', '回', '次',
        ])
}

/// The name that a text begins with.
pub(super) fn at_start(text: &str) -> Option<Head<'_>> {
    if text.is_ascii() {
        return None;
    }
    let bare = text.trim_start_matches(['[', '「']);
    let skipped = text.len() - bare.len();
    let first = bare.chars().next().filter(|c| is_wide(*c) || *c == 'N')?;
    let head = (first != '#').then(|| all(bare).into_iter().next()).flatten().filter(|head| head.start == 0)?;
    Some(Head { start: 0, end: head.end + skipped, ..head })
}

impl Head<'_> {
    /// Whether a sign parts it from what it names, so that it is no part of a sentence.
    pub(super) fn is_delimited(&self, text: &str) -> bool {
        let rest = &text[self.end..];
        let parted = rest.trim_start_matches([']', '」']).trim_start();
        let range =
            parted.strip_prefix(['-', '–']).is_some_and(|r| r.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let signed = parted.starts_with([':', '.', '-', '—', '–', '(', '|', ')']) && !range;
        // "第一步，把…" goes on, "步骤1、2" lists.
        let told = rest.starts_with(",  ") && !rest.starts_with(",   ") && at_start(parted[1..].trim_start()).is_none();
        let numbered = text.starts_with("No");
        let goes_on = (parted.starts_with(GOES_ON) && !numbered) || (parted.starts_with(',') && !told);
        signed || told || (rest.len() > parted.len() && !parted.is_empty() && !goes_on && !range)
    }

    /// Whether it stands alone, or apart from what follows.
    pub(super) fn is_title(&self, text: &str) -> bool {
        text[self.end..].trim().is_empty() || self.is_delimited(text)
    }

    /// What stands after it and its sign.
    pub(super) fn after_delimiter<'t>(&self, text: &'t str) -> &'t str {
        text[self.end..].trim_start_matches([']', '」', ':', '.', ')', '-', '—', '–', ',', ' ', '\t'])
    }
}
