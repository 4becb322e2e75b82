//! What is told to somebody who speaks to a discussion from another terminal.

/// `{id}` is the discussion, `{fork}` the command that starts what follows a veto, `{by}` who said it.
#[derive(Debug)]
pub(in crate::command) struct PeopleWords {
    pub(in crate::command) said: &'static str,
    pub(in crate::command) paused: &'static str,
    pub(in crate::command) resumed: &'static str,
    pub(in crate::command) cancelled: &'static str,
    pub(in crate::command) answered: &'static str,
    pub(in crate::command) approved: &'static str,
    pub(in crate::command) vetoed: &'static str,
    /// The last three are told where the discussion runs.
    pub(in crate::command) gate: &'static str,
    pub(in crate::command) held: &'static str,
    pub(in crate::command) heard: &'static str,
}

pub(super) const EN: PeopleWords = PeopleWords {
    said: "said to {id}: every seat is shown it from its next turn on; it is no vote",
    paused: "{id} is asked to pause: open turns are heard out, and its time goes on; `quorate go {id}` lets it go on",
    resumed: "{id} is asked to go on",
    cancelled: "{id} is asked to stop; its record and minutes tell how far it came",
    answered: "the answer was left for {id}",
    approved: "the outcome of {id} is approved and final",
    vetoed: "the outcome of {id} is vetoed; this goes on from what was not touched, and tells every seat why:\n{fork}",
    gate: "{question}\nfrom another terminal: `quorate approve {id}`, with --amend TEXT if need be, or `quorate reject {id} --why TEXT`",
    held: "held by {by}; `quorate go {id}` lets it go on",
    heard: "{by} said something from outside the table",
};

pub(super) const ZH: PeopleWords = PeopleWords {
    said: "已转告 {id}：各席位从下一次发言起都会看到；不计票",
    paused: "已请求暂停 {id}：进行中的发言会听完，时间照常计算；用 `quorate go {id}` 继续",
    resumed: "已请求 {id} 继续",
    cancelled: "已请求停止 {id}；记录和纪要会说明进行到哪里",
    answered: "答复已留给 {id}",
    approved: "{id} 的结果已获批准，成为最终结果",
    vetoed: "{id} 的结果已被否决；以下命令从未受影响之处继续，并把理由告知各席位：\n{fork}",
    gate: "{question}\n请在另一终端执行 `quorate approve {id}`（可加 --amend TEXT）或 `quorate reject {id} --why TEXT`",
    held: "{by} 已暂停讨论；用 `quorate go {id}` 继续",
    heard: "{by} 从席位之外插话",
};

pub(super) const JA: PeopleWords = PeopleWords {
    said: "{id} に伝えました。各席は次の発言からこれを見ます。票にはなりません",
    paused: "{id} に一時停止を求めました。進行中の発言は最後まで聞き、時間は進みます。`quorate go {id}` で再開します",
    resumed: "{id} に再開を求めました",
    cancelled: "{id} に停止を求めました。どこまで進んだかは記録と議事録にあります",
    answered: "{id} への回答を残しました",
    approved: "{id} の結果は承認され、確定しました",
    vetoed: "{id} の結果は拒否されました。次のコマンドで、影響のない所から、理由を各席に伝えて続けられます：\n{fork}",
    gate: "{question}\n別の端末で `quorate approve {id}`（必要なら --amend TEXT）または `quorate reject {id} --why TEXT` を実行してください",
    held: "{by} が一時停止しました。`quorate go {id}` で再開します",
    heard: "{by} が席の外から発言しました",
};
