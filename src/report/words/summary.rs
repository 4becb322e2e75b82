//! What minutes say of the rolling summary: who made it, and what stands where none was made.

/// `{n}` is a number of rounds or tokens; names and causes are put in as they are shown.
#[derive(Debug)]
pub(in crate::report) struct SummaryWords {
    pub(in crate::report) heading: &'static str,
    pub(in crate::report) written: &'static str,
    pub(in crate::report) extracted: &'static str,
    pub(in crate::report) kept: &'static str,
}

pub(super) const EN: SummaryWords = SummaryWords {
    heading: "Rolling summary after round {n}",
    written: "Written by {by}, about {n} tokens; it is no vote.",
    extracted: "Put together by rule, about {n} tokens. No model was asked to write this.",
    kept: "No new summary: {by} was asked ({cause}). The one before stands, and what was said since is shown as it was said.",
};

pub(super) const ZH: SummaryWords = SummaryWords {
    heading: "第 {n} 轮后的滚动摘要",
    written: "由 {by} 撰写，约 {n} 词元；不计票。",
    extracted: "按规则摘录，约 {n} 词元，未使用任何模型撰写。",
    kept: "没有新的摘要：曾请 {by} 撰写，但未得到（{cause}）。沿用此前的摘要，其后的发言照原样显示。",
};

pub(super) const JA: SummaryWords = SummaryWords {
    heading: "第{n}ラウンド後のローリングサマリー",
    written: "{by} が作成、約{n}トークン。票ではありません。",
    extracted: "規則による抜粋、約{n}トークン。作成にモデルは使用していません。",
    kept: "新しい要約はありません：{by} に作成を依頼しましたが、得られませんでした（{cause}）。前の要約を引き続き使い、その後の発言はそのまま示します。",
};
