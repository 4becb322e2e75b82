//! What a checklist seat says in a debate: the lines of the material that speak for its side.

use std::{collections::BTreeSet, fmt::Write as _};

use quorate_strategies::{brief::Brief, step::Form};

use crate::agent::{
    Request,
    checklist::{
        Answer, Gives,
        kinds::{is_well, same_kind},
        known::Known,
        speech,
    },
};
use crate::checklist::{Document, is_next, is_wide};

/// Lines that one turn cites.
const CITED: usize = 5;
/// Letters from which on a word says something about a side.
const TELLING: usize = 5;

/// Cites what the material says on the seat's side; concedes when that is nothing and another side has cited something.
pub(super) fn argue(own: Known, request: &Request<'_>) -> Answer {
    let language = request.brief.language;
    let side = request.seat.side.as_deref().unwrap_or_default();
    let lines = evidence(request.brief, side);
    let side = speech::say(language, "side", &[("side", side)]);
    let of_side = |key| speech::count(language, key, lines.len(), &[("side", &side)]);
    if lines.is_empty() && request.round > 1 && others_cited(request) {
        return Answer { say: of_side("nothing-for"), kind: "opinion", gives: Gives::Concession, ..Answer::default() };
    }
    let first = request.standing.last_message.is_none();
    let mut say = match (lines.len(), first) {
        (0, _) => of_side("no-line-for"),
        (_, false) => of_side("still-for"),
        (_, true) => of_side("says-for"),
    };
    let several = request.brief.material.len() > 1;
    for cited in lines.iter().take(if first { CITED } else { 0 }) {
        let key = if several { "cited-of-file" } else { "cited" };
        let place =
            [("line", cited.line.to_string()), ("file", cited.file.to_owned()), ("text", cited.text.to_owned())];
        let cited = speech::say(language, key, &place.each_ref().map(|(hole, value)| (*hole, value.as_str())));
        let _ = write!(say, "\n- {cited}");
    }
    let known = if first { own } else { Known::default() };
    for suggestion in known.iter().filter_map(|finding| finding.suggestion.as_ref()).take(3) {
        let _ = write!(say, "\n- {}", speech::say(language, "check-next", &[("suggestion", suggestion)]));
    }
    Answer { say, kind: "opinion", known, ..Answer::default() }
}

/// Votes for the side that more lines of the material speak for; abstains when no line does, or as many for another.
pub(super) fn judge(request: &Request<'_>) -> Answer {
    let Form::Ballot(sides) = request.form else { return Answer::default() };
    let language = request.brief.language;
    let mut counted: Vec<(usize, usize)> =
        sides.iter().enumerate().map(|(at, side)| (evidence(request.brief, side).len(), at)).collect();
    counted.sort_unstable_by(|a, b| b.cmp(a));
    let best = match counted.as_slice() {
        [(most, _), (next, _), ..] if most == next => None,
        [(most, at), ..] if *most > 0 => sides.get(*at).map(|side| (side, *most)),
        _ => None,
    };
    match best {
        Some((side, lines)) => {
            let named = speech::say(language, "side", &[("side", side)]);
            let say = speech::count(language, "most-lines", lines, &[("side", &named)]);
            Answer { say, kind: "summary", vote: Some(side.clone()), ..Answer::default() }
        }
        None => {
            let say = speech::phrase(language, "no-difference").to_owned();
            Answer { say, kind: "summary", ..Answer::default() }
        }
    }
}

/// Whether somebody else at the table has cited lines; every seat of this kind writes them alike.
fn others_cited(request: &Request<'_>) -> bool {
    let language = request.brief.language;
    let fixed = |key: &str| {
        let parts = speech::phrase(language, key).split(['{', '}']).step_by(2);
        parts.map(str::trim).filter(|part| part.len() > 1).collect::<Vec<_>>()
    };
    let marks = [fixed("cited"), fixed("cited-of-file"), fixed("still-for")];
    let says = |text: &str| marks.iter().any(|parts| parts.iter().all(|part| text.contains(part)));
    let mut others = request.heard.iter().filter(|heard| heard.speaker != request.id);
    others.any(|heard| says(heard.message.text()))
}

/// What announces a reason for a side, and one against it, in every language.
const FOR: [&str; 10] =
    ["for: ", "evidence: ", "because ", "支持：", "证据：", "依据：", "因为", "根拠：", "証拠：", "なぜなら"];
const AGAINST: [&str; 6] = ["against: ", "反对：", "反证：", "反対：", "反証：", "不利："];
/// How a line begins that is a reason for what stands above it.
const REASONS: [&str; 11] =
    ["for:", "evidence", "supports", "speaks for", "支持", "证据", "依据", "有利", "根拠", "証拠", "裏付け"];
/// How a line begins that speaks against it, and how one ends that has no reason to give.
const DENIALS: [&str; 5] = ["反对", "反证", "反対", "反証", "不利"];
const NOTHING: [&str; 7] = ["无", "暂无", "没有", "なし", "無し", "特になし", "ありません"];
/// The word of a line that begins another side.
const HYPOTHESES: [&str; 4] = ["hypothesi", "假设", "假说", "仮説"];

/// A line that speaks for a side.
#[derive(Debug, Clone, Copy)]
struct Cited<'a> {
    file: &'a str,
    /// From 1.
    line: usize,
    text: &'a str,
}

/// The lines that speak for a side, with their numbers: what the material itself puts under it as a reason, and lines
/// that share at least two telling words with it or name something of its kind. The side's own words are no reason,
/// nor is another hypothesis, nor a line that says that all is well there, nor what is to be checked next.
fn evidence<'a>(brief: &'a Brief, side: &str) -> Vec<Cited<'a>> {
    // What stands behind a semicolon weighs the cause and is no part of it.
    let wanted = words(side.split(['；', ';']).next().unwrap_or(side));
    let enough = match wanted.len() {
        0 | 1 => 1,
        // Pairs of characters are told by less than words.
        many if many > 5 && !side.is_ascii() => 3,
        _ => 2,
    };
    let lowered = side.to_lowercase();
    let mut under = false;
    let mut found = Vec::new();
    let files = brief.material.iter().flat_map(|one| lines(&one.name, &one.text));
    for Numbered { cited, supposed: hypothesis } in files {
        let line = cited.text;
        let telling = words(line);
        let reasoned = under && begins_reason(line);
        let supposed =
            hypothesis || line.starts_with('#') || HYPOTHESES.iter().any(|word| bare(line).starts_with(word));
        let shared = !wanted.is_empty() && telling.intersection(&wanted).count() >= enough;
        let of_side = !supposed && !is_well(line) && (shared || same_kind(side, line));
        let speaks = !denies(line) && (reasoned || of_side);
        if line.to_lowercase().contains(&lowered) {
            under = true;
            found.extend(reason(line).map(|reason| Cited { text: reason, ..cited }));
        } else if speaks {
            found.push(cited);
        } else if hypothesis
            || line.is_empty()
            || line.starts_with('#')
            || HYPOTHESES.iter().any(|word| telling.contains(*word))
        {
            under = false;
        }
    }
    found
}

/// A line of a material that may be evidence.
struct Numbered<'a> {
    cited: Cited<'a>,
    /// Whether it states a possible cause.
    supposed: bool,
}

/// The lines of a text but those under a heading that says what is to be checked next.
fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Numbered<'a>> {
    let mut hypotheses: Vec<u32> = Document::parse(text).hypotheses().iter().map(|one| one.line).collect();
    if hypotheses.len() < 2 {
        // They are no sides then: what somebody supposes is as good as what he says.
        hypotheses.clear();
    }
    let mut next = false;
    text.lines().zip(1_u32..).filter_map(move |(line, number)| {
        let line = line.trim();
        if line.starts_with('#') {
            next = is_next(line);
        }
        let cited = Cited { file, line: number as usize, text: line };
        (!next).then(|| Numbered { cited, supposed: hypotheses.contains(&number) })
    })
}

/// Whether a line speaks against what stands above it, or says that there is no reason: "反对：…", "根拠：なし".
fn denies(line: &str) -> bool {
    let bare = bare(line);
    let (label, reason) = bare.split_once('：').or_else(|| bare.split_once(':')).unwrap_or((&bare, "…"));
    let nothing = NOTHING.contains(&reason.trim().trim_end_matches(['。', '.']));
    (nothing && begins_reason(line)) || DENIALS.iter().any(|word| label.starts_with(word))
}

fn bare(line: &str) -> String {
    line.trim_start_matches(['-', '*', '+', '・', ' ', '\u{3000}']).to_ascii_lowercase()
}

/// What stands behind "For:" in the same line, up to what stands against it.
fn reason(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let start = FOR.iter().filter_map(|word| lower.find(word)).min()?;
    let end = AGAINST.iter().filter_map(|word| lower.find(word)).find(|end| *end > start).unwrap_or(line.len());
    line.get(start..end).map(str::trim)
}

fn begins_reason(line: &str) -> bool {
    let bare = bare(line);
    REASONS.iter().any(|word| bare.starts_with(word))
}

/// Words that every side of a diagnosis has.
const COMMON: [&str; 9] = ["caus", "recent", "原因", "因是", "导致", "引起", "造成", "最近", "某个"];

/// The words of a text that say something: lower case, without endings that change with grammar. In scripts without
/// spaces each pair of characters, but katakana only as a whole word: "データ" is no part of "データベース".
fn words(text: &str) -> BTreeSet<String> {
    let mut telling = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let letters: Vec<char> = word.chars().collect();
        if word.is_ascii() || !letters.iter().any(|c| is_wide(*c)) {
            if letters.len() >= TELLING {
                telling.insert(word.to_lowercase().trim_end_matches(['s', 'd', 'e']).to_owned());
            }
            continue;
        }
        let spelt = |c: &char| ('ァ'..='ヿ').contains(c);
        let alone = |c: char| is_wide(c) && !('ぁ'..='ん').contains(&c) && !spelt(&c);
        let pairs = letters.windows(2).filter(|pair| pair.iter().all(|c| alone(*c)));
        telling.extend(pairs.map(|pair| pair.iter().collect::<String>()));
        let whole = letters.chunk_by(|a, b| spelt(a) == spelt(b)).filter(|run| run.len() > 1 && run.iter().all(spelt));
        telling.extend(whole.map(|run| run.iter().collect::<String>()));
    }
    telling.retain(|word| !COMMON.contains(&word.as_str()));
    telling
}

#[cfg(test)]
mod tests {
    use quorate_strategies::brief::Material;

    use super::*;

    fn lines(side: &str, text: &str) -> Vec<usize> {
        let material = vec![Material { name: "a.md".into(), text: text.into() }];
        let brief = Brief { material, ..Brief::new("Why?") };
        evidence(&brief, side).into_iter().map(|cited| cited.line).collect()
    }

    const MAIL: &str = "3月3日に中継サーバーの設定を変更した。\n3月3日の夜から遅延が始まった。\n\
                        設定を元に戻すと遅延は消えた。\nデータベースへの書き込みは正常。\n";

    #[test]
    fn a_word_within_another_word_is_no_reason_and_what_is_well_blames_nobody() {
        assert_eq!(lines("データが原因である", MAIL), Vec::<usize>::new());
        assert_eq!(lines("最近の変更が原因である", MAIL), [1, 3]);
        assert_eq!(lines("データが原因である", "顧客データが壊れていた。\n入力データは正常。\n"), [1]);
    }

    #[test]
    fn a_side_is_spoken_for_by_what_is_of_its_kind() {
        let text = "09:02 Deploy of 2.4.1.\n09:20 Database at max_connections (100).\n09:25 CPU load was normal.\n\
                    09:41 Rolled back to 2.4.0.\n09:48 Error rate back to normal.\n";
        assert_eq!(lines("a recent change caused it", text), [1, 4]);
        assert_eq!(lines("load or a limit caused it", text), [2]);
        let text =
            "- 10:02 发布 v5.3，支付超时改为 2 秒。\n- 10:07 数据库连接数正常。\n- 10:20 回滚到 v5.2 后失败率恢复。\n";
        assert_eq!(lines("v5.3 的超时改动导致失败", text), [1, 3]);
        assert_eq!(lines("数据库连接数用尽；监控显示连接数正常，因此排除", text), Vec::<usize>::new());
    }

    #[test]
    fn what_stands_under_another_hypothesis_or_is_still_to_be_checked_speaks_for_no_side() {
        let text = include_str!("../../../examples/incident.md");
        assert_eq!(lines("The smaller ledger pool is exhausted under normal load", text), [16, 32, 38]);
        assert_eq!(lines("The payment provider was slow", text), Vec::<usize>::new());
        assert_eq!(lines("The new retry in checkout 5.8.1 multiplies the calls to the ledger", text), [22, 30, 31, 41]);
    }

    #[test]
    fn another_hypothesis_speaks_for_no_side() {
        let text = "假设一：超时改动导致失败。\n假设二：最近的发布占满了连接。\n";
        assert_eq!(lines("超时改动导致失败。", text), Vec::<usize>::new());
    }
}
