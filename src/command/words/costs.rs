//! What `check` says of money, one table per language.

use quorate_strategies::brief::Language;

/// The words about costs. `{name}` is a hole.
#[derive(Debug)]
pub(in crate::command) struct CostWords {
    pub(in crate::command) about: &'static str,
    pub(in crate::command) free: &'static str,
    pub(in crate::command) unpriced: &'static str,
    /// A label as those of the other lines.
    pub(in crate::command) budget: &'static str,
    pub(in crate::command) calls: &'static str,
    pub(in crate::command) tokens: &'static str,
    pub(in crate::command) money: &'static str,
    pub(in crate::command) holds: &'static str,
    pub(in crate::command) ends_early: &'static str,
    /// Whose money is counted otherwise than by a list of prices: `{names}`, and `{n}` for a million tokens.
    pub(in crate::command) local: &'static str,
    pub(in crate::command) said: &'static str,
    pub(in crate::command) uncounted: &'static str,
}

impl CostWords {
    /// The table of a language.
    pub(in crate::command) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }
}

static EN: CostWords = CostWords {
    about: "about {n} {currency} at list prices, without retries and the result",
    free: "none at list prices",
    unpriced: "price unknown: {names}",
    budget: "budget    ",
    calls: "requests: {n}",
    tokens: "tokens: {n}",
    money: "{n} {currency}",
    holds: "{what}; the worst case, without retries and the result, keeps within it",
    ends_early: "{what}; the worst case goes beyond it: the discussion would then end early, with what was said until then",
    local: "models on this machine count as free: {names}",
    said: "price not known and counted as {n} {currency} for a million tokens: {names}",
    uncounted: "not counted, so that the budget does not bind it: what {names} takes",
};

static ZH: CostWords = CostWords {
    about: "按目录价约 {n} {currency}，不含重试和成果的撰写",
    free: "按目录价为零",
    unpriced: "价格未知：{names}",
    budget: "预算      ",
    calls: "请求 {n} 次",
    tokens: "{n} 词元",
    money: "{n} {currency}",
    holds: "{what}；最坏情况（不含重试和成果的撰写）不会超出",
    ends_early: "{what}；最坏情况会超出：届时讨论提前结束，以已有发言为准",
    local: "本机模型按零价计入：{names}",
    said: "价格未知，按每百万词元 {n} {currency} 计入：{names}",
    uncounted: "不计入，预算对其不起约束：{names} 的花费",
};

static JA: CostWords = CostWords {
    about: "定価で約 {n} {currency}（再試行と成果の執筆を除く）",
    free: "定価では無料",
    unpriced: "価格は不明：{names}",
    budget: "予算        ",
    calls: "要求 {n} 回",
    tokens: "{n} トークン",
    money: "{n} {currency}",
    holds: "{what}。最悪の場合でも（再試行と成果の執筆を除き）収まる",
    ends_early: "{what}。最悪の場合は超える。そのときはそれまでの発言で早めに終わる",
    local: "このマシンのモデルは無料として計上：{names}",
    said: "価格が不明のため 100 万トークンあたり {n} {currency} で計上：{names}",
    uncounted: "計上されず、予算の対象外：{names} の使用分",
};
