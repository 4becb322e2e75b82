//! What minutes say of the argument: what nobody came back to, what was supported, who stands together.

/// `{messages}` are links; names are put in as Markdown.
#[derive(Debug)]
pub(in crate::report) struct ArgumentWords {
    pub(in crate::report) heading: &'static str,
    /// In the outcome, so that it is seen whatever was decided.
    pub(in crate::report) objections: &'static str,
    pub(in crate::report) questions: &'static str,
    pub(in crate::report) proposal: &'static str,
    pub(in crate::report) supported: &'static str,
    pub(in crate::report) opposed: &'static str,
    pub(in crate::report) camps: &'static str,
    /// Seats that stand nowhere.
    pub(in crate::report) nowhere: &'static str,
    pub(in crate::report) persuaded: &'static str,
    pub(in crate::report) repeated: &'static str,
    pub(in crate::report) repeats: &'static str,
    /// Behind an objection that stands.
    pub(in crate::report) answered: &'static str,
    pub(in crate::report) unanswered: &'static str,
    /// More than are listed.
    pub(in crate::report) more: &'static str,
}

pub(super) const EN: ArgumentWords = ArgumentWords {
    heading: "Argument",
    objections: "**Objections that nobody answered:** {all}",
    questions: "Questions that nobody answered: {all}",
    proposal: "Proposal {message} by {name}: {what}",
    supported: "supported in {messages}",
    opposed: "objected to in {messages}",
    camps: "Camps: {all}",
    nowhere: "undecided",
    persuaded: "{name} changed from {from} to {to} with {message}, which refers to {by} by {other}",
    repeated: "Said again in nearly the same words: {all}",
    repeats: "{message} as {of}",
    answered: "stands; {message} answers it",
    unanswered: "stands; nobody answered it",
    more: "{n} more",
};

pub(super) const ZH: ArgumentWords = ArgumentWords {
    heading: "论证",
    objections: "**无人回应的异议**：{all}",
    questions: "无人回答的问题：{all}",
    proposal: "{name} 的提案 {message}：{what}",
    supported: "支持见 {messages}",
    opposed: "反对见 {messages}",
    camps: "阵营：{all}",
    nowhere: "未定",
    persuaded: "{name} 以 {message} 从「{from}」改为「{to}」，其中提及 {other} 的 {by}",
    repeated: "措辞几乎相同的重复发言：{all}",
    repeats: "{message} 同 {of}",
    answered: "仍然保留；{message} 作了回应",
    unanswered: "仍然保留；无人回应",
    more: "另有 {n} 项",
};

pub(super) const JA: ArgumentWords = ArgumentWords {
    heading: "論証",
    objections: "**誰も応じなかった異議**：{all}",
    questions: "誰も答えなかった質問：{all}",
    proposal: "{name} の提案 {message}：{what}",
    supported: "支持は {messages}",
    opposed: "異議は {messages}",
    camps: "陣営：{all}",
    nowhere: "未定",
    persuaded: "{name} は {message} で「{from}」から「{to}」に変わり、{other} の {by} に触れています",
    repeated: "ほぼ同じ言葉の繰り返し：{all}",
    repeats: "{message}（{of} と同じ）",
    answered: "維持、{message} が応じた",
    unanswered: "維持、誰も応じていない",
    more: "ほか {n} 件",
};
