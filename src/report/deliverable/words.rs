//! What deliverables say in words of their own, in every language; `{name}` is a hole.

use quorate_strategies::{brief::Language, turn::TurnId};

use crate::report::{markdown::inline, words::fill};

/// The words of one language.
#[derive(Debug)]
pub(in crate::report) struct Words {
    /// One message, and several.
    message: &'static str,
    messages: &'static str,
    comma: &'static str,
    /// Between sentences.
    space: &'static str,
    pub(super) who: &'static str,
    pub(super) because: &'static str,
    pub(super) proposed: &'static str,
    pub(super) by_rule: &'static str,
    pub(super) by_model: &'static str,
    pub(super) whole: &'static str,
    pub(super) source: &'static str,
    pub(super) lines: [&'static str; 2],
    pub(super) sources: &'static str,
    pub(super) unused: &'static str,
    pub(super) open: &'static str,
    pub(super) nothing_open: &'static str,
    pub(super) open_item: &'static str,
    pub(super) here: &'static str,
    pub(super) unused_source: &'static str,
    pub(super) use_it: &'static str,
    pub(super) uncited: &'static str,
    pub(super) cite: &'static str,
    pub(super) unknown_number: &'static str,
    pub(super) check_number: &'static str,
    pub(in crate::report) diagnosis: &'static str,
    pub(in crate::report) cause: &'static str,
    pub(in crate::report) no_cause: &'static str,
    pub(super) made: &'static str,
    pub(in crate::report) evidence: &'static str,
    pub(in crate::report) no_evidence: &'static str,
    pub(in crate::report) next_checks: &'static str,
    pub(super) others: &'static str,
    pub(super) conceded: &'static str,
    pub(super) stands: &'static str,
    pub(in crate::report) none: &'static str,
    pub(super) no_model: &'static str,
    pub(in crate::report) improvement: &'static str,
    pub(in crate::report) improvement_files: &'static str,
    pub(in crate::report) not_written: &'static str,
    pub(in crate::report) no_change: &'static str,
    pub(in crate::report) changes: &'static str,
    pub(in crate::report) change_columns: [&'static str; 4],
    pub(in crate::report) unexplained: &'static str,
    pub(in crate::report) unfound: &'static str,
    pub(in crate::report) deliverable: &'static str,
    pub(in crate::report) deliverable_file: &'static str,
    pub(in crate::report) ready: &'static str,
    pub(in crate::report) not_ready: &'static str,
    pub(in crate::report) diagnosis_file: &'static str,
}

impl Words {
    pub(in crate::report) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }

    /// "message 7", "messages 3, 4".
    pub(super) fn messages(&self, messages: &[TurnId]) -> String {
        let numbers: Vec<String> = messages.iter().map(|id| id.0.to_string()).collect();
        let template = if numbers.len() == 1 { self.message } else { self.messages };
        fill(template, &[("n", &numbers.join(self.comma))])
    }

    /// Something in brackets behind what it belongs to.
    pub(in crate::report) fn bracketed(&self, text: &str) -> String {
        fill(self.because, &[("finding", text)])
    }

    /// The messages in brackets; nothing where there are none.
    pub(super) fn in_brackets(&self, messages: &[TurnId]) -> String {
        if messages.is_empty() { String::new() } else { self.bracketed(&self.messages(messages)) }
    }

    /// What would mend it, behind what is wrong.
    pub(super) fn then(&self, suggestion: Option<&str>) -> String {
        suggestion.map_or_else(String::new, |text| format!("{}{}", self.space, inline(text)))
    }

    /// "line 7", "lines 3–9": counted from 0, without the last.
    pub(in crate::report) fn lines(&self, lines: &std::ops::Range<usize>) -> String {
        let [one, several] = self.lines;
        let template = if lines.len() == 1 { one } else { several };
        fill(template, &[("n", &(lines.start + 1).to_string()), ("m", &lines.end.to_string())])
    }
}

static EN: Words = Words {
    message: "message {n}",
    messages: "messages {n}",
    comma: ", ",
    space: " ",
    who: "{name}, {origin}",
    because: " ({finding})",
    proposed: "**Proposed** ({messages}; {who}): {what}{why}",
    by_rule: "Put together by rule from {n} results in their order; no model wrote this. Open points: {open}, of which blocking: {blocking}.",
    by_model: "Written by {backend} from {n} results. Read against the checklist `result-synthesis` (rules, no model): open points: {open}, of which blocking: {blocking}.",
    whole: "whole",
    source: "Source: {name}, {lines}",
    lines: ["line {n}", "lines {n}–{m}"],
    sources: "Sources",
    unused: "not used",
    open: "Open points",
    nothing_open: "Nothing is open.",
    open_item: "**{severity}** ({place}): {message}{suggestion}{messages}",
    here: "**Open, {severity}**{messages}: {message}{suggestion}",
    unused_source: "The source {value} is not used.",
    use_it: "Use it, or say why it is left out.",
    uncited: "A paragraph names no source.",
    cite: "Name the result it rests on.",
    unknown_number: "\"{value}\" stands in none of the sources.",
    check_number: "Say how it was worked out, or take it out.",
    diagnosis: "Diagnosis",
    cause: "Root cause",
    no_cause: "None was found.",
    made: "Decided by: {maker}{messages}.",
    evidence: "Evidence",
    no_evidence: "No line of the material was cited for it.",
    next_checks: "Next checks",
    others: "Other hypotheses",
    conceded: "given up",
    stands: "not ruled out",
    none: "None.",
    no_model: "No model was asked: lines of the material were counted by rule. That several lines speak for a cause does not prove it.",
    improvement: "Improved text",
    improvement_files: "The improved text is in `{text}` and what was changed in `{diff}`, beside these minutes where they are kept in a folder (`--out`); `result.json` holds both.",
    not_written: "{backend} was asked to write it and could not, so it was made by rule. Last cause: {why}.",
    no_change: "Nothing was recommended, so nothing was changed.",
    changes: "Places changed: {n}; without a reason: {unexplained}.",
    change_columns: ["Place in the improved text", "What", "From", "Rests on"],
    unexplained: "**Unexplained: nobody says why.**",
    unfound: "Said to be changed, and not found: {what}",
    deliverable: "Deliverable",
    deliverable_file: "The deliverable is in `{text}`, beside these minutes where they are kept in a folder (`--out`); `result.json` holds it too. It was read against the checklist `result-synthesis`; open points: {n}.",
    ready: "Nothing that is open blocks it.",
    not_ready: "**Something that is open blocks it.**",
    diagnosis_file: "The diagnosis is also in `{text}`, beside these minutes where they are kept in a folder (`--out`), and in `result.json`.",
};

static ZH: Words = Words {
    message: "发言 {n}",
    messages: "发言 {n}",
    comma: "、",
    space: "",
    who: "{name}，{origin}",
    because: "（{finding}）",
    proposed: "**建议**（{messages}；{who}）：{what}{why}",
    by_rule: "按规则依次汇总 {n} 份结果而成，没有任何模型参与撰写。未决事项：{open} 项，其中阻断 {blocking} 项。",
    by_model: "由 {backend} 根据 {n} 份结果撰写。已按检查表 `result-synthesis`（规则，非模型）核对。未决事项：{open} 项，其中阻断 {blocking} 项。",
    whole: "全文",
    source: "来源：{name}，{lines}",
    lines: ["第 {n} 行", "第 {n}–{m} 行"],
    sources: "来源",
    unused: "未采用",
    open: "未决事项",
    nothing_open: "没有未决事项。",
    open_item: "**{severity}**（{place}）：{message}{suggestion}{messages}",
    here: "**未决，{severity}**{messages}：{message}{suggestion}",
    unused_source: "来源{value}未被采用。",
    use_it: "请采用，或说明为何略去。",
    uncited: "有一段未注明来源。",
    cite: "请注明它所依据的结果。",
    unknown_number: "“{value}”在任何来源中都找不到。",
    check_number: "请说明它是如何得出的，否则删去。",
    diagnosis: "诊断",
    cause: "根本原因",
    no_cause: "未能确定。",
    made: "作出者：{maker}{messages}。",
    evidence: "证据",
    no_evidence: "没有引用材料中的任何一行来支持它。",
    next_checks: "下一步检查",
    others: "其他假设",
    conceded: "已放弃",
    stands: "未排除",
    none: "无。",
    no_model: "没有询问任何模型：只是按规则统计了材料中的行。有若干行支持某一原因，并不等于证明了它。",
    improvement: "改进后的文本",
    improvement_files: "改进后的文本见 `{text}`，改动见 `{diff}`；纪要存于文件夹时（`--out`），二者与纪要放在一起。`result.json` 中也有。",
    not_written: "曾请 {backend} 撰写，但未能完成，因此按规则生成。最后的原因：{why}。",
    no_change: "没有任何建议，因此未作改动。",
    changes: "改动 {n} 处；没有说明理由的 {unexplained} 处。",
    change_columns: ["在改进后文本中的位置", "内容", "来自", "依据"],
    unexplained: "**未说明：没有人说明理由。**",
    unfound: "声称已改而未找到：{what}",
    deliverable: "交付物",
    deliverable_file: "交付物见 `{text}`；纪要存于文件夹时（`--out`），它与纪要放在一起。`result.json` 中也有。已按检查表 `result-synthesis` 核对；未决事项：{n} 项。",
    ready: "未决事项均不阻断交付。",
    not_ready: "**有未决事项阻断交付。**",
    diagnosis_file: "诊断另见 `{text}`（纪要存于文件夹时（`--out`），与纪要放在一起）以及 `result.json`。",
};

static JA: Words = Words {
    message: "発言 {n}",
    messages: "発言 {n}",
    comma: "、",
    space: "",
    who: "{name}、{origin}",
    because: "（{finding}）",
    proposed: "**提案**（{messages}、{who}）：{what}{why}",
    by_rule: "{n} 件の結果を順に規則でまとめたものです。モデルは書いていません。未決事項は {open} 件、うち重大 {blocking} 件。",
    by_model: "{backend} が {n} 件の結果から書いたものです。チェックリスト `result-synthesis`（規則、モデルではない）で確認しました。未決事項は {open} 件、うち重大 {blocking} 件。",
    whole: "全体",
    source: "出典：{name}、{lines}",
    lines: ["{n} 行目", "{n}–{m} 行目"],
    sources: "出典",
    unused: "未使用",
    open: "未決事項",
    nothing_open: "未決事項はありません。",
    open_item: "**{severity}**（{place}）：{message}{suggestion}{messages}",
    here: "**未決、{severity}**{messages}：{message}{suggestion}",
    unused_source: "出典 {value} が使われていません。",
    use_it: "使うか、使わない理由を書いてください。",
    uncited: "出典のない段落があります。",
    cite: "根拠となる結果を示してください。",
    unknown_number: "「{value}」はどの出典にもありません。",
    check_number: "求め方を書くか、削除してください。",
    diagnosis: "診断",
    cause: "根本原因",
    no_cause: "特定できませんでした。",
    made: "決定者：{maker}{messages}。",
    evidence: "証拠",
    no_evidence: "これを支持する資料の行は挙げられていません。",
    next_checks: "次に確認すること",
    others: "ほかの仮説",
    conceded: "取り下げ",
    stands: "排除されていない",
    none: "なし。",
    no_model: "モデルには尋ねていません。資料の行を規則で数えただけです。ある原因を支持する行が多いことは、その証明ではありません。",
    improvement: "改善した文書",
    improvement_files: "改善した文書は `{text}`、変更点は `{diff}` にあります（`--out` でフォルダーに保存した場合、議事録と同じ場所）。`result.json` にも含まれます。",
    not_written: "{backend} に依頼しましたが書けなかったため、規則で作成しました。最後の原因：{why}。",
    no_change: "提案がなかったため、変更していません。",
    changes: "変更 {n} か所、うち理由のないもの {unexplained} か所。",
    change_columns: ["改善した文書での位置", "内容", "提案者", "根拠"],
    unexplained: "**理由不明：誰も理由を述べていません。**",
    unfound: "変更したとされるが見つからないもの：{what}",
    deliverable: "納品物",
    deliverable_file: "納品物は `{text}` にあります（`--out` でフォルダーに保存した場合、議事録と同じ場所）。`result.json` にも含まれます。チェックリスト `result-synthesis` で確認し、未決事項は {n} 件です。",
    ready: "納品を妨げる未決事項はありません。",
    not_ready: "**納品を妨げる未決事項があります。**",
    diagnosis_file: "診断は `{text}`（`--out` でフォルダーに保存した場合、議事録と同じ場所）と `result.json` にもあります。",
};
