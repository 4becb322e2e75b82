//! The words around what a card says.

use quorate_strategies::{
    brief::{Language, Text},
    strategy::Check,
};

#[derive(Debug)]
pub(super) struct Words {
    pub(super) use_when: Text,
    pub(super) avoid_when: Text,
    pub(super) seats: Text,
    pub(super) deciding: Text,
    pub(super) rounds: Text,
    pub(super) rule: Text,
    pub(super) or: Text,
    pub(super) no_rule: Text,
    pub(super) flow: Text,
    pub(super) flow_note: Text,
    pub(super) round: Text,
    pub(super) closing: Text,
    pub(super) end: Text,
    pub(super) tasks: Text,
    pub(super) knobs: Text,
    pub(super) no_knobs: Text,
    pub(super) example: Text,
    pub(super) topic: Text,
    pub(super) run: Text,
}

pub(super) static WORDS: Words = Words {
    use_when: Text::all("When to use it", "适用场合", "使いどころ"),
    avoid_when: Text::all("When not to use it", "不适用的场合", "使わないほうがよいとき"),
    seats: Text::all("Seats", "席位", "席"),
    deciding: Text::all("Rounds and decision", "轮次与决定", "ラウンドと決定"),
    rounds: Text::all(
        "{min} to {max} rounds by default.",
        "默认 {min} 到 {max} 轮。",
        "既定では{min}から{max}ラウンド。",
    ),
    rule: Text::all("A decision rule counts {inputs}.", "决策规则统计{inputs}。", "決定ルールが{inputs}を数えます。"),
    or: Text::all(", or ", "，或", "、または"),
    no_rule: Text::all("No decision is sought.", "不要求作出决定。", "決定は求めません。"),
    flow: Text::all("Flow", "流程", "流れ"),
    flow_note: Text::all(
        "Two rounds in which nobody agrees; `+` joins those who speak at the same time.",
        "两轮，无人表示同意；`+` 连接同时发言者。",
        "誰も同意しない2ラウンドの例。`+` は同時に発言する席です。",
    ),
    round: Text::all("Round {round}", "第 {round} 轮", "第{round}ラウンド"),
    closing: Text::all("Closing", "收尾", "締めくくり"),
    end: Text::all("End: {why}", "结束：{why}", "終了：{why}"),
    tasks: Text::all("What each is asked", "各席位的任务", "それぞれへの課題"),
    knobs: Text::all("Knobs", "可调参数", "調整項目"),
    no_knobs: Text::all("It has none.", "没有可调参数。", "調整項目はありません。"),
    example: Text::all("Example", "示例", "例"),
    topic: Text::all("Do we move the office in May?", "五月搬迁办公室吗？", "五月にオフィスを移転するか"),
    run: Text::all(
        "seats without an agent rehearse; `agent = \"…\"` says what answers for one",
        "未指定 agent 的席位由排演作答；用 `agent = \"…\"` 指定作答者",
        "agent のない席はリハーサル。`agent = \"…\"` でエージェントを指定します",
    ),
};

pub(super) fn columns(language: Language) -> [&'static str; 4] {
    match language {
        Language::En => ["knob", "values", "default", "what it changes"],
        Language::Zh => ["参数", "取值", "默认", "作用"],
        Language::Ja => ["項目", "値", "既定", "変わること"],
    }
}

pub(super) const fn check(check: Check) -> &'static Text {
    match check {
        Check::EachStep => {
            const {
                &Text::all(
                    "It is asked after every step from the minimum on.",
                    "达到最少轮数后，每一步之后都会判定。",
                    "最少ラウンド以降は一歩ごとに判定します。",
                )
            }
        }
        Check::RoundClose => {
            const {
                &Text::all("It is asked when a round closes.", "每轮结束时判定。", "ラウンドが終わるたびに判定します。")
            }
        }
        Check::Never => {
            const { &Text::all("It is asked at the end only.", "仅在最后判定。", "最後にだけ判定します。") }
        }
    }
}
