//! Why a turn brought no answer, in the language of the discussion, the words of a backend beside it.

use quorate_strategies::brief::Language;

use crate::{
    agent::{AgentError, Trouble},
    report::fill,
};

/// Causes that stand in the record. `{name}` is a hole.
#[derive(Debug)]
pub(crate) struct Causes {
    pub(crate) too_slow: &'static str,
    pub(crate) attempts: &'static str,
    pub(crate) long_wait: &'static str,
    pub(crate) empty: &'static str,
    pub(crate) panicked: &'static str,
    pub(crate) stopped: &'static str,
    pub(crate) time_up: &'static str,
    pub(crate) budget: &'static str,
    pub(crate) record_full: &'static str,
    pub(crate) too_large: &'static str,
    pub(crate) not_granted: &'static str,
    pub(crate) not_needed: &'static str,
    /// What a backend said, and before that what kind of trouble it had; none where its own words are in the language.
    told: Option<Told>,
}

/// How trouble is told in a language that backends do not speak.
#[derive(Debug)]
struct Told {
    /// `{trouble}` and the backend's own `{cause}`.
    both: &'static str,
    trouble: fn(Trouble) -> &'static str,
}

impl Causes {
    /// The causes in a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }

    /// The error with its cause in the language; a backend's own words stay beside it, as nothing else tells the details.
    pub(crate) fn told(&self, error: AgentError) -> AgentError {
        let Some(told) = &self.told else { return error };
        let message = fill(told.both, &[("trouble", (told.trouble)(error.trouble)), ("cause", &error.message)]);
        AgentError { message, ..error }
    }
}

static EN: Causes = Causes {
    too_slow: "no answer within {n} s",
    attempts: "{cause} (after {n} attempts)",
    long_wait: "{cause}; it asks to wait {n} s and {left} s are left",
    empty: "the reply holds nothing to see",
    panicked: "the backend panicked; its message is on standard error",
    stopped: "the discussion was stopped",
    time_up: "the time of the whole discussion is up",
    budget: "the budget does not hold what one more request may take",
    record_full: "the record is as long as it may be",
    too_large: "the reply has {n} bytes; {most} are taken at most",
    not_granted: "nothing here can grant it",
    not_needed: "nothing it could say would change the verdict",
    told: None,
};

static ZH: Causes = Causes {
    too_slow: "{n} 秒内没有回答",
    attempts: "{cause}（已尝试 {n} 次）",
    long_wait: "{cause}；对方要求等待 {n} 秒，而剩余时间只有 {left} 秒",
    empty: "回答中没有任何可见内容",
    panicked: "后端程序崩溃；其信息见标准错误输出",
    stopped: "讨论被停止",
    time_up: "整个讨论的时间已到",
    budget: "预算不足以承担再一次请求可能的花费",
    record_full: "记录已达到允许的大小",
    too_large: "回答有 {n} 字节，最多接受 {most} 字节",
    not_granted: "此处无法满足该请求",
    not_needed: "无论如何作答都不会改变结论",
    told: Some(Told { both: "{trouble}（原文：{cause}）", trouble: zh }),
};

static JA: Causes = Causes {
    too_slow: "{n}秒以内に回答なし",
    attempts: "{cause}（{n}回試行）",
    long_wait: "{cause}。{n}秒待つよう求められたが、残りは{left}秒",
    empty: "回答に見える内容がない",
    panicked: "バックエンドが異常終了した。その内容は標準エラー出力にある",
    stopped: "議論が止められた",
    time_up: "議論全体の制限時間に到達",
    budget: "予算が、もう一回の要求にかかりうる分に足りない",
    record_full: "記録の大きさの上限に到達",
    too_large: "回答は {n} バイトあり、受け付けるのは {most} バイトまで",
    not_granted: "ここでは応じられない",
    not_needed: "どう答えても結論は変わらない",
    told: Some(Told { both: "{trouble}（原文：{cause}）", trouble: ja }),
};

const fn zh(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Empty => "没有可见的回答",
        Trouble::Refused => "拒绝回答",
        Trouble::Unreachable => "联系不上作答者",
        Trouble::Busy => "请求过多或服务繁忙",
        Trouble::Denied => "密钥或额度不被接受",
        Trouble::NotFound => "找不到模型或程序",
        Trouble::TooLong => "内容过长",
        Trouble::BadRequest => "请求不被接受",
        Trouble::NotAnAnswer => "返回的内容不是回答",
        Trouble::Broken => "作答者出错",
        Trouble::Slow => "未在时限内作答",
    }
}

const fn ja(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Empty => "見える回答がない",
        Trouble::Refused => "回答を拒否した",
        Trouble::Unreachable => "エージェントにつながらない",
        Trouble::Busy => "要求が多すぎるか、混雑している",
        Trouble::Denied => "鍵または残高が認められない",
        Trouble::NotFound => "モデルまたはプログラムが見つからない",
        Trouble::TooLong => "内容が長すぎる",
        Trouble::BadRequest => "要求が受け付けられない",
        Trouble::NotAnAnswer => "回答でないものが返った",
        Trouble::Broken => "エージェント側で失敗した",
        Trouble::Slow => "時間内に回答がない",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_is_told_in_the_language_with_its_own_words_beside_it() {
        let error = || AgentError::lasting(Trouble::Broken, "command:x failed: exit status: 3");
        assert_eq!(Causes::of(Language::En).told(error()), error());
        let told = Causes::of(Language::Zh).told(error());
        assert_eq!(told.message, "作答者出错（原文：command:x failed: exit status: 3）");
        assert!(Causes::of(Language::Ja).told(error()).message.starts_with("エージェント側で失敗した（原文："));
    }
}
