//! Whole prompts in Chinese and Japanese, kept as text files, and the bounds of prompts in every language.

use quorate_strategies::{
    brief::{Language, Material, Point},
    event::Peers,
    reading::{Kind, Stance},
};

use super::{
    golden::{both, compare},
    table::*,
};
use crate::context::{Budget, Style, budget::tokens, words::Words};

/// What the people of one language say.
struct Said {
    language: Language,
    topic: &'static str,
    background: &'static str,
    plan: &'static str,
    names: [&'static str; 3],
    field: [&'static str; 2],
    persona: [&'static str; 6],
    turns: [&'static str; 4],
    notes: [&'static str; 2],
    options: [&'static str; 2],
    points: [&'static str; 2],
    sides: [&'static str; 2],
}

const ZH: Said = Said {
    language: Language::Zh,
    topic: "本季度是否迁移账单服务？",
    background: "旧数据库十月停止支持。",
    plan: "# 方案\n1. 复制数据。\n2. 切换流量。\n",
    names: ["方案专家", "风险分析师", "用户代表"],
    field: ["运维", "数据丢失"],
    persona: [
        "谨慎，凡事要证据",
        "你亲眼见过迁移失败。",
        "数据一条不丢",
        "有话直说",
        "读日志",
        "上次搬迁花了三个周末。",
    ],
    turns: [
        "分两步做：先复制，一周后再切换。",
        "没有退路我不能接受。",
        "客户需要提前一周得到通知。",
        "@风险分析师：已加上退路，见第 3 步。\n[STANCE: AGREE]",
    ],
    notes: ["审计方六月到场。", "市场部已获知。"],
    options: ["甲供应商", "乙供应商"],
    points: ["成本", "上市时间"],
    sides: ["赞成限行", "反对限行"],
};

const JA: Said = Said {
    language: Language::Ja,
    topic: "請求サービスを今四半期に移行するか。",
    background: "旧データベースのサポートは十月に終わります。",
    plan: "# 計画\n1. データを複製する。\n2. 切り替える。\n",
    names: ["計画の専門家", "リスク分析者", "利用者代表"],
    field: ["運用", "データ消失"],
    persona: [
        "慎重で、証拠を求める",
        "移行の失敗を見てきた人です。",
        "データを失わない",
        "率直に言う",
        "ログを読む",
        "前回の移行には週末が三回かかりました。",
    ],
    turns: [
        "二段階にします。先に複製し、一週間後に切り替えます。",
        "戻る手段がなければ受け入れられません。",
        "顧客には一週間前の連絡が必要です。",
        "@リスク分析者 戻る手段を加えました。手順3を見てください。\n[STANCE: AGREE]",
    ],
    notes: ["監査は六月です。", "広報には伝えました。"],
    options: ["甲社", "乙社"],
    points: ["費用", "市場投入までの時間"],
    sides: ["規制に賛成", "規制に反対"],
};

impl Said {
    fn review(&self) -> Table {
        let mut charter = charter_in(self.language, self.topic);
        charter.brief.background = self.background.into();
        charter.brief.material = vec![Material { name: "plan.md".into(), text: self.plan.into() }];
        let [expert, risk, users] = self.names;
        let mut risk = Seat::new(risk).role("critic").expertise(self.field);
        let [personality, soul, first, second, capability, memory] = self.persona;
        risk.persona.personality = Some(personality.into());
        risk.persona.soul = Some(soul.into());
        risk.persona.values = vec![first.into(), second.into()];
        risk.persona.memory = Some(memory.into());
        risk.persona.capabilities = vec![capability.into()];
        let seats = [Seat::new(expert).role("expert"), risk, Seat::new(users).role("advocate").voice_only()];
        Table::new(charter, seats)
    }

    fn second_round(&self) -> String {
        let mut table = self.review();
        let [proposal, refusal, remark, answer] = self.turns;
        table.turn(0, marks(proposal, Kind::Proposal));
        table.turn(1, takes(refusal, Stance::Disagree));
        table.interject(self.notes[0]);
        table.turn(2, says(remark));
        table.next_round();
        table.turn(0, says(answer));
        table.turn(2, passes());
        table.interject(self.notes[1]);
        both(&table, &ask(1), Style::Markers)
    }

    fn stance(&self) -> String {
        both(&self.review(), &ask(1).form(Form::Stance).sees(Scope::Blind), Style::Schema)
    }

    fn vote(&self) -> String {
        let mut charter = charter_in(self.language, self.topic);
        charter.brief.options = self.options.map(Into::into).into();
        charter.peers = Peers::Anonymous;
        let form = Form::Ballot(charter.brief.options.as_slice().into());
        let mut table = Table::new(charter, self.names.map(Seat::new));
        table.turn(0, says(self.turns[2]));
        both(&table, &ask(1).form(form).heard_by(Audience::Only([0, 2].map(SeatId).into())), Style::Markers)
    }

    fn scores(&self) -> String {
        let mut charter = charter_in(self.language, self.topic);
        let [first, second] = self.points;
        charter.brief.points =
            vec![Point { name: first.into(), weight: 6_250 }, Point { name: second.into(), weight: 3_750 }];
        let form = Form::Scores(self.points.map(Into::into).into());
        both(&Table::new(charter, self.names.map(Seat::new)), &ask(1).form(form), Style::Markers)
    }

    fn side(&self) -> String {
        let [for_it, against] = self.sides;
        let [first, second, third] = self.names;
        let seats = [Seat::new(first).side(for_it), Seat::new(second).side(against), Seat::new(third).role("judge")];
        let mut table = Table::new(charter_in(self.language, self.topic), seats);
        table.turn(0, says(self.turns[2]));
        both(&table, &ask(1), Style::Markers)
    }

    fn all(&self) -> [(&'static str, String); 5] {
        [
            ("second_round", self.second_round()),
            ("stance", self.stance()),
            ("vote", self.vote()),
            ("scores", self.scores()),
            ("side", self.side()),
        ]
    }
}

#[test]
fn chinese_and_japanese_prompts() {
    for said in [&ZH, &JA] {
        for (name, prompt) in said.all() {
            compare(&format!("{}_{name}", said.language.code()), &prompt);
        }
    }
}

// Words of the markers, names of files and the code of the schema are all that stays English.
#[test]
fn no_english_is_left_over() {
    const KEPT: [&str; 22] = [
        "plan",
        "STANCE",
        "AGREE",
        "DISAGREE",
        "NEUTRAL",
        "CONFIDENCE",
        "KIND",
        "PROPOSAL",
        "OPINION",
        "QUESTION",
        "SUPPORT",
        "OPPOSE",
        "CLARIFY",
        "SUMMARY",
        "CONSENSUS",
        "PASS",
        "VOTE",
        "SCORE",
        "JSON",
        "schema",
        "Dana",
        "options",
    ];
    for said in [&ZH, &JA] {
        for (name, prompt) in said.all() {
            let mut words = prompt.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
            // The line between the two parts is the test's own.
            let own = ["changes", "from", "here", "note", "notes"];
            let left = words.find(|word| !KEPT.contains(word) && !own.contains(word));
            assert_eq!(left, None, "{}: {name}", said.language.code());
        }
    }
}

#[test]
fn english_words_are_the_codes() {
    let words = Words::of(Language::En);
    assert!(Kind::ALL.iter().all(|kind| words.kind(*kind) == kind.name()));
    for role in [
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
        "pilot",
    ] {
        assert_eq!(words.role(&Role::from(role)), role);
    }
    for why in [
        StopReason::Decided,
        StopReason::Conceded,
        StopReason::ExpertClosed,
        StopReason::ModeratorClosed,
        StopReason::Finished,
        StopReason::MaxRounds,
        StopReason::MaxTurns,
        StopReason::Time,
        StopReason::Budget,
        StopReason::MaxRecord,
        StopReason::NoProgress,
        StopReason::Stalemate,
        StopReason::NoAnswers,
        StopReason::Cancelled,
        StopReason::Aborted,
    ] {
        assert_eq!(words.why(why), why.name());
    }
    for position in [Position::For, Position::Against, Position::Open] {
        assert_eq!(words.position(position), position.name());
    }
}

// Eight rounds of six seats and a long document, in a small window: the newest stays, the oldest goes and is counted.
#[test]
fn a_small_window_is_kept_in_every_language() {
    let texts = [
        (Language::En, "some words of a long message. ", "left out"),
        (Language::Zh, "这是一条很长的发言中的一句话。", "省略"),
        (Language::Ja, "これは長い発言の中の一文です。", "省略"),
    ];
    for (language, sentence, mark) in texts {
        let mut charter = charter_in(language, "Adopt the plan?");
        charter.brief.material = vec![Material { name: "log.txt".into(), text: sentence.repeat(5_000).into() }];
        let mut table = Table::new(charter, ["Ann", "Bob", "Cho", "Dee", "Eve", "Fay"].map(Seat::new));
        for round in 1..=8 {
            for seat in 0..6 {
                table.turn(seat, says(&format!("{round}-{seat} {}", sentence.repeat(100))));
            }
            if round < 8 {
                table.next_round();
            }
        }
        table.interject(&sentence.repeat(200));
        for window in [32_768, 16_384, 8_192] {
            let budget = Budget::of(Some(window));
            let rendered = table.rendered(&ask(0).sees(Scope::Full), budget);
            assert!(rendered.tokens <= budget.prompt(), "{} of {window}", rendered.tokens);
            assert!(rendered.left_out > 0 && rendered.text.contains("8-5 ") && !rendered.text.contains("1-0 "));
            assert!(rendered.text.contains(&rendered.left_out.to_string()) && rendered.text.contains(mark));
            assert!(table.system(0, budget).contains(mark));
        }
    }
}

// The usual tokenizers take about one token for a character of Chinese or Japanese, the older ones a little more.
#[test]
fn estimates_of_chinese_and_japanese_are_a_token_a_character() {
    for said in [&ZH, &JA] {
        for text in said.turns.iter().chain(&said.notes) {
            let wide = text.chars().filter(|c| !c.is_ascii()).count() as u32;
            assert!(tokens(text) >= wide && tokens(text) <= wide + text.len() as u32 / 4 + 1, "{text}");
        }
    }
}
