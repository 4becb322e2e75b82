//! Why a turn brought no answer, in the language of the discussion, as far as the manager itself is the one to say.

use quorate_strategies::brief::Language;

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
    pub(crate) not_granted: &'static str,
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
}

static EN: Causes = Causes {
    too_slow: "no answer within {n} s",
    attempts: "{cause} (after {n} attempts)",
    long_wait: "{cause}; it asks to wait {n} s and {left} s are left",
    empty: "the reply holds nothing to see",
    panicked: "the backend panicked; its message is on standard error",
    stopped: "the discussion was stopped",
    time_up: "the time of the whole discussion is up",
    not_granted: "nothing here can grant it",
};

static ZH: Causes = Causes {
    too_slow: "{n} 秒内没有回答",
    attempts: "{cause}（已尝试 {n} 次）",
    long_wait: "{cause}；对方要求等待 {n} 秒，而剩余时间只有 {left} 秒",
    empty: "回答中没有任何可见内容",
    panicked: "后端程序崩溃；其信息见标准错误输出",
    stopped: "讨论被停止",
    time_up: "整个讨论的时间已到",
    not_granted: "此处无法满足该请求",
};

static JA: Causes = Causes {
    too_slow: "{n}秒以内に回答なし",
    attempts: "{cause}（{n}回試行）",
    long_wait: "{cause}。{n}秒待つよう求められたが、残りは{left}秒",
    empty: "回答に見える内容がない",
    panicked: "バックエンドが異常終了した。その内容は標準エラー出力にある",
    stopped: "議論が止められた",
    time_up: "議論全体の制限時間に到達",
    not_granted: "ここでは応じられない",
};
