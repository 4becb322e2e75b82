//! The words that stand in prompts outside the templates: between quoted texts and in lines about seats.

use quorate_strategies::{
    brief::Language,
    reading::{Kind, Position},
    seat::Role,
    step::StopReason,
};

/// The words of one language. A pair stands before and after something.
#[derive(Debug)]
pub(crate) struct Words {
    /// The seat that is addressed.
    pub you: &'static str,
    /// The same as an aside after its name.
    pub is_you: &'static str,
    /// Around the number of a round.
    pub round: [&'static str; 2],
    /// Around the number of the last round that a summary tells of.
    pub rounds_upto: [&'static str; 2],
    /// Who made it: a backend, or a rule.
    pub by_summarizer: &'static str,
    pub by_rule: &'static str,
    /// Around the number of a message that was a pass; the speaker stands before it.
    pub passed: [&'static str; 2],
    /// Who is not at the table.
    pub outside: &'static str,
    /// Around what a seat argues for.
    pub side: [&'static str; 2],
    pub no_vote: &'static str,
    /// Around the number of characters that a cut left out.
    pub cut: [&'static str; 2],
    /// Between the parts of a description, between names, and before what is said of somebody.
    pub comma: &'static str,
    pub and: &'static str,
    pub colon: &'static str,
    /// Before the letter of a seat whose name is hidden.
    pub seat: &'static str,
    /// In the order of [`Kind::ALL`].
    kinds: [&'static str; 8],
    /// For, against, open.
    positions: [&'static str; 3],
    roles: [&'static str; 10],
    whys: [&'static str; 15],
}

const EN: Words = Words {
    you: "you",
    is_you: " (you)",
    round: ["round ", ""],
    rounds_upto: ["up to the end of round ", ""],
    by_summarizer: "written by the summarizer",
    by_rule: "an extract by rule",
    passed: [" passed (", ")."],
    outside: "outside the table, no vote",
    side: ["side ", ""],
    no_vote: "no vote",
    cut: ["[… ", " characters left out …]"],
    comma: ", ",
    and: ", ",
    colon: ": ",
    seat: "Seat ",
    kinds: ["proposal", "opinion", "question", "support", "oppose", "clarify", "summary", "consensus"],
    positions: ["for", "against", "open"],
    roles: [
        "expert",
        "proposer",
        "reviewer",
        "critic",
        "synthesizer",
        "analyst",
        "advocate",
        "judge",
        "moderator",
        "participant",
    ],
    whys: [
        "decided",
        "conceded",
        "expert-closed",
        "moderator-closed",
        "finished",
        "max-rounds",
        "max-turns",
        "time",
        "budget",
        "max-record",
        "no-progress",
        "stalemate",
        "no-answers",
        "cancelled",
        "aborted",
    ],
};

const ZH: Words = Words {
    you: "你",
    is_you: "（你）",
    round: ["第 ", " 轮"],
    rounds_upto: ["截至第 ", " 轮结束"],
    by_summarizer: "由摘要者撰写",
    by_rule: "按规则摘录",
    passed: [" 没有补充（", "）。"],
    outside: "场外人士，无投票权",
    side: ["代表“", "”"],
    no_vote: "无投票权",
    cut: ["[……此处省略 ", " 个字符……]"],
    comma: "，",
    and: "、",
    colon: "：",
    seat: "席位 ",
    kinds: ["提案", "看法", "提问", "支持", "反对", "说明", "总结", "共识"],
    positions: ["赞成", "反对", "未定"],
    roles: ["专家", "提案人", "审阅人", "批评者", "综合者", "分析师", "使用者代言人", "裁判", "主持人", "参与者"],
    whys: [
        "已作出决定",
        "一方认输",
        "专家结束了讨论",
        "主持人结束了讨论",
        "讨论已完成",
        "轮数用完",
        "发言次数用完",
        "时间用完",
        "预算用完",
        "记录已满",
        "没有新的进展",
        "僵持不下",
        "无人作答",
        "已取消",
        "异常中止",
    ],
};

const JA: Words = Words {
    you: "あなた",
    is_you: "（あなた）",
    round: ["第 ", " ラウンド"],
    rounds_upto: ["第 ", " ラウンド終了まで"],
    by_summarizer: "要約役による",
    by_rule: "規則による抜粋",
    passed: [" は見送りました（", "）。"],
    outside: "場の外の人、投票権なし",
    side: ["「", "」の側"],
    no_vote: "投票権なし",
    cut: ["[……ここで ", " 文字を省略……]"],
    comma: "、",
    and: "、",
    colon: "：",
    seat: "席 ",
    kinds: ["提案", "意見", "質問", "支持", "反対", "説明", "要約", "合意"],
    positions: ["賛成", "反対", "未定"],
    roles: [
        "専門家",
        "提案者",
        "レビュー担当",
        "批評役",
        "まとめ役",
        "分析者",
        "利用者の代弁者",
        "審判",
        "進行役",
        "参加者",
    ],
    whys: [
        "決定に至りました",
        "一方が負けを認めました",
        "専門家が締めくくりました",
        "進行役が締めくくりました",
        "議論が出そろいました",
        "ラウンド数の上限です",
        "発言回数の上限です",
        "時間切れです",
        "予算を使い切りました",
        "記録が上限に達しました",
        "新しい進展がありません",
        "膠着しています",
        "誰も答えませんでした",
        "取り消されました",
        "異常終了です",
    ],
};

impl Words {
    /// The words of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }

    /// What a kind is called.
    pub(crate) const fn kind(&self, kind: Kind) -> &'static str {
        self.kinds[kind as usize]
    }

    /// What a position is called.
    pub(crate) const fn position(&self, position: Position) -> &'static str {
        self.positions[position as usize]
    }

    /// What a role is called; a named one keeps its name.
    pub(crate) fn role<'r>(&self, role: &'r Role) -> &'r str {
        let [expert, proposer, reviewer, critic, synthesizer, analyst, advocate, judge, moderator, participant] =
            self.roles;
        match role {
            Role::Expert => expert,
            Role::Proposer => proposer,
            Role::Reviewer => reviewer,
            Role::Critic => critic,
            Role::Synthesizer => synthesizer,
            Role::Analyst => analyst,
            Role::Advocate => advocate,
            Role::Judge => judge,
            Role::Moderator => moderator,
            Role::Participant => participant,
            Role::Named(name) => name,
        }
    }

    /// Why a discussion ends.
    pub(crate) const fn why(&self, why: StopReason) -> &'static str {
        self.whys[why as usize]
    }
}

/// What models are told a language is called.
pub(super) const fn language_name(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::Zh => "Chinese (中文)",
        Language::Ja => "Japanese (日本語)",
    }
}
