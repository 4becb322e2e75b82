//! What minutes say of the principal: what was asked and answered, and what became of the outcome.

/// Names, questions and reasons are put in as Markdown.
#[derive(Debug)]
pub(in crate::report) struct PrincipalWords {
    pub(in crate::report) provisional: &'static str,
    pub(in crate::report) approved: &'static str,
    pub(in crate::report) vetoed: &'static str,
    pub(in crate::report) conclusion: &'static str,
    pub(in crate::report) asked: &'static str,
    pub(in crate::report) approve: &'static str,
    pub(in crate::report) amend: &'static str,
    pub(in crate::report) reject: &'static str,
    pub(in crate::report) silent: &'static str,
    pub(in crate::report) unanswered: &'static str,
    pub(in crate::report) nobody: &'static str,
}

pub(super) const EN: PrincipalWords = PrincipalWords {
    provisional: "**Provisional until {time}:** the principal may veto this outcome; without a veto it is final then.",
    approved: "**Approved** by {by}: the outcome is final.",
    vetoed: "**Vetoed** by {by}, from {from} on: {why}. What stands here is not accepted.",
    conclusion: "the conclusion",
    asked: "**The principal was asked:** {question} {answer}",
    approve: "{by} approved.",
    amend: "{by} amended: {text}",
    reject: "{by} rejected: {text}",
    silent: "There was no answer in time, which is no approval.",
    unanswered: "There was no answer before the end.",
    nobody: "somebody",
};

pub(super) const ZH: PrincipalWords = PrincipalWords {
    provisional: "**{time} 之前为暂定结果：**负责人可以否决；若无否决，届时成为最终结果。",
    approved: "**已批准**（{by}）：结果为最终结果。",
    vetoed: "**已否决**（{by}），自{from}起：{why}。此处结果不被接受。",
    conclusion: "结论",
    asked: "**曾询问负责人：**{question} {answer}",
    approve: "{by} 批准。",
    amend: "{by} 修改为：{text}",
    reject: "{by} 否决：{text}",
    silent: "未在时限内答复；这不算批准。",
    unanswered: "结束前没有答复。",
    nobody: "有人",
};

pub(super) const JA: PrincipalWords = PrincipalWords {
    provisional: "**{time} まで暫定：**責任者はこの結果を拒否できます。拒否がなければ、その時点で確定します。",
    approved: "**承認**（{by}）：結果は確定しました。",
    vetoed: "**拒否**（{by}）、{from}以降：{why}。この結果は受け入れられていません。",
    conclusion: "結論",
    asked: "**責任者への問い：**{question} {answer}",
    approve: "{by} が承認しました。",
    amend: "{by} が修正しました：{text}",
    reject: "{by} が却下しました：{text}",
    silent: "時間内に回答がありませんでした。承認ではありません。",
    unanswered: "終わるまでに回答がありませんでした。",
    nobody: "誰か",
};
