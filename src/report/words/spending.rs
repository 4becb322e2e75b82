//! What minutes say of what was spent, one table per language.

use quorate_strategies::brief::Language;

/// The words about spending. `{name}` is a hole.
#[derive(Debug)]
pub(crate) struct SpendingWords {
    /// Between the members of a list.
    pub(crate) list: &'static str,
    pub(crate) spent: &'static str,
    pub(crate) estimated: &'static str,
    pub(crate) budget: &'static str,
    pub(crate) calls: &'static str,
    pub(crate) tokens: &'static str,
    pub(crate) money: &'static str,
    pub(crate) overshoot: &'static str,
    /// `{names}` are models on this machine.
    pub(crate) free: &'static str,
    /// `{n}` is what was said for prices that are not known.
    pub(crate) said: &'static str,
    pub(crate) uncounted: &'static str,
    /// Who took it, where no seat did.
    pub(crate) result: &'static str,
}

impl SpendingWords {
    /// The table of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }
}

static EN: SpendingWords = SpendingWords {
    list: ", ",
    spent: "Spent: {what}",
    estimated: "Not told by the provider and counted as the most that it can be: {n} tokens",
    budget: "Budget: {what}",
    calls: "requests: {n}",
    tokens: "tokens: {n}",
    money: "{n} {currency}",
    overshoot: "**More than reserved:** {who} ({turn}) took {taken}; reserved were {reserved}",
    free: "Counted as free, as they run on this machine: {names}",
    said: "Counted at {n} for a million tokens, as was said for prices that are not known: {names}",
    uncounted: "**Not counted:** what {names} took",
    result: "the writing of the result",
};

static ZH: SpendingWords = SpendingWords {
    list: "，",
    spent: "花费：{what}",
    estimated: "服务方未告知、按最大可能计入：{n} 词元",
    budget: "预算：{what}",
    calls: "请求 {n} 次",
    tokens: "{n} 词元",
    money: "{n} {currency}",
    overshoot: "**超出预留：**{who}（{turn}）实际用去 {taken}；预留为 {reserved}",
    free: "在本机运行，按零价计入：{names}",
    said: "价格未知，按设定的每百万词元 {n} 计入：{names}",
    uncounted: "**未计入：**{names} 的花费",
    result: "成果的撰写",
};

static JA: SpendingWords = SpendingWords {
    list: "、",
    spent: "使用量：{what}",
    estimated: "提供元が知らせず、ありうる最大として数えた分：{n} トークン",
    budget: "予算：{what}",
    calls: "要求 {n} 回",
    tokens: "{n} トークン",
    money: "{n} {currency}",
    overshoot: "**確保した分を超過：**{who}（{turn}）の使用は {taken}、確保は {reserved}",
    free: "このマシンで動くため無料として計上：{names}",
    said: "価格が不明のため、指定された 100 万トークンあたり {n} で計上：{names}",
    uncounted: "**計上していません：**{names} の使用分",
    result: "成果の執筆",
};
