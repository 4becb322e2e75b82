//! What is told to somebody who speaks to a discussion from another terminal.

/// `{id}` is the discussion, `{store}` the flag that finds it, `{seq}` an event, `{fork}` the command that starts what
/// follows a veto, `{by}` who said it.
#[derive(Debug)]
pub(in crate::command) struct PeopleWords {
    pub(in crate::command) said: &'static str,
    /// Behind `said`, while a question is open.
    pub(in crate::command) still_asked: &'static str,
    pub(in crate::command) paused: &'static str,
    pub(in crate::command) resumed: &'static str,
    pub(in crate::command) cancelled: &'static str,
    pub(in crate::command) answered: &'static str,
    pub(in crate::command) approved: &'static str,
    pub(in crate::command) vetoed: &'static str,
    /// No process runs it.
    pub(in crate::command) left: &'static str,
    /// `{n}` seconds were waited.
    pub(in crate::command) unheard: &'static str,
    /// `{why}` is one of those that follow.
    pub(in crate::command) not_counted: &'static str,
    pub(in crate::command) answered_before: &'static str,
    pub(in crate::command) time_up: &'static str,
    pub(in crate::command) ended: &'static str,
    pub(in crate::command) only_answer: &'static str,
    pub(in crate::command) is_held: &'static str,
    pub(in crate::command) is_not_held: &'static str,
    /// Behind it, where the words are kept.
    pub(in crate::command) words_kept: &'static str,
    /// The rest is told where the discussion runs.
    pub(in crate::command) gate: &'static str,
    /// A question that no other process can answer.
    pub(in crate::command) gate_alone: &'static str,
    pub(in crate::command) held: &'static str,
    pub(in crate::command) heard: &'static str,
}

pub(super) const EN: PeopleWords = PeopleWords {
    said: "said to {id} (event {seq}): every seat is shown it from its next turn on; it is no vote",
    still_asked: "the question to you is still open, and silence ends the discussion: `quorate approve {id}{store} --amend TEXT` gives the seats guidance and lets it go on",
    paused: "{id} is held (event {seq}): open turns are heard out, and its time goes on; `quorate go {id}{store}` lets it go on",
    resumed: "{id} goes on (event {seq})",
    cancelled: "{id} is stopped (event {seq}); its record and minutes tell how far it came",
    answered: "the answer to {id} counts (event {seq})",
    approved: "the outcome of {id} is approved and final (event {seq})",
    vetoed: "the outcome of {id} is vetoed (event {seq}); this goes on from what was not touched, and tells every seat why:\n{fork}",
    left: "no process runs {id} now: this is left for the one that goes on with it, as `quorate resume {id}{store}` does",
    unheard: "this is left for {id}, and the process that runs it has not taken it up within {n} s; `quorate show {id}{store}` tells whether it counted",
    not_counted: "it does not count: {why}",
    answered_before: "{by} answered before (event {seq})",
    time_up: "the time to answer was up (event {seq})",
    ended: "{id} had ended (event {seq})",
    only_answer: "{id} is about to conclude, and only an answer can change that now: `quorate approve {id}{store} --amend TEXT` puts other words in its place, `quorate reject {id}{store} --why TEXT` leaves it undecided",
    is_held: "{id} is held already",
    is_not_held: "{id} is not held",
    words_kept: "; the words are kept as said from outside the table (event {seq})",
    gate: "{question}\nfrom another terminal: `quorate approve {id}{store}`, with --amend TEXT if need be, or `quorate reject {id}{store} --why TEXT`",
    gate_alone: "{question}\nnobody can answer from another terminal, as this discussion is kept in no store; silence is no consent",
    held: "held by {by}; `quorate go {id}{store}` lets it go on",
    heard: "{by} said something from outside the table",
};

pub(super) const ZH: PeopleWords = PeopleWords {
    said: "已转告 {id}（事件 {seq}）：各席位从下一次发言起都会看到；不计票",
    still_asked: "对你的提问仍在等待答复，不作答则讨论结束：`quorate approve {id}{store} --amend TEXT` 给各席位指引并继续",
    paused: "已暂停 {id}（事件 {seq}）：进行中的发言会听完，时间照常计算；用 `quorate go {id}{store}` 继续",
    resumed: "{id} 已继续（事件 {seq}）",
    cancelled: "已停止 {id}（事件 {seq}）；记录和纪要会说明进行到哪里",
    answered: "对 {id} 的答复已生效（事件 {seq}）",
    approved: "{id} 的结果已获批准，成为最终结果（事件 {seq}）",
    vetoed: "{id} 的结果已被否决（事件 {seq}）；以下命令从未受影响之处继续，并把理由告知各席位：\n{fork}",
    left: "目前没有进程在运行 {id}：已留给继续该讨论的进程，例如 `quorate resume {id}{store}`",
    unheard: "已留给 {id}，但运行它的进程在 {n} 秒内没有读取；用 `quorate show {id}{store}` 查看是否生效",
    not_counted: "未生效：{why}",
    answered_before: "{by} 已先作答（事件 {seq}）",
    time_up: "答复时间已过（事件 {seq}）",
    ended: "{id} 已经结束（事件 {seq}）",
    only_answer: "{id} 即将结束，此时只有答复才能改变结果：`quorate approve {id}{store} --amend TEXT` 以其他内容取代，`quorate reject {id}{store} --why TEXT` 则不作决定",
    is_held: "{id} 已处于暂停状态",
    is_not_held: "{id} 没有暂停",
    words_kept: "；内容已作为席位之外的插话保存（事件 {seq}）",
    gate: "{question}\n请在另一终端执行 `quorate approve {id}{store}`（可加 --amend TEXT）或 `quorate reject {id}{store} --why TEXT`",
    gate_alone: "{question}\n本次讨论没有保存在任何存储中，无法从其他终端答复；不作答不算同意",
    held: "{by} 已暂停讨论；用 `quorate go {id}{store}` 继续",
    heard: "{by} 从席位之外插话",
};

pub(super) const JA: PeopleWords = PeopleWords {
    said: "{id} に伝えました（イベント {seq}）。各席は次の発言からこれを見ます。票にはなりません",
    still_asked: "あなたへの問いはまだ回答待ちで、無回答なら議論は終わります。`quorate approve {id}{store} --amend TEXT` で各席に指針を示して続けます",
    paused: "{id} を一時停止しました（イベント {seq}）。進行中の発言は最後まで聞き、時間は進みます。`quorate go {id}{store}` で再開します",
    resumed: "{id} を再開しました（イベント {seq}）",
    cancelled: "{id} を停止しました（イベント {seq}）。どこまで進んだかは記録と議事録にあります",
    answered: "{id} への回答は有効です（イベント {seq}）",
    approved: "{id} の結果は承認され、確定しました（イベント {seq}）",
    vetoed: "{id} の結果は拒否されました（イベント {seq}）。次のコマンドで、影響のない所から、理由を各席に伝えて続けられます：\n{fork}",
    left: "現在 {id} を動かしているプロセスはありません。`quorate resume {id}{store}` などで続けるプロセスに残しました",
    unheard: "{id} に残しましたが、動かしているプロセスが {n} 秒以内に読み取りませんでした。有効になったかは `quorate show {id}{store}` で分かります",
    not_counted: "無効です：{why}",
    answered_before: "{by} が先に回答しました（イベント {seq}）",
    time_up: "回答の時間が過ぎました（イベント {seq}）",
    ended: "{id} は終わっていました（イベント {seq}）",
    only_answer: "{id} は終わろうとしており、変えられるのは回答だけです。`quorate approve {id}{store} --amend TEXT` で別の内容に置き換え、`quorate reject {id}{store} --why TEXT` で決定なしにします",
    is_held: "{id} はすでに一時停止中です",
    is_not_held: "{id} は一時停止していません",
    words_kept: "。内容は席の外からの発言として残ります（イベント {seq}）",
    gate: "{question}\n別の端末で `quorate approve {id}{store}`（必要なら --amend TEXT）または `quorate reject {id}{store} --why TEXT` を実行してください",
    gate_alone: "{question}\nこの議論はどこにも保存されていないため、別の端末からは回答できません。無回答は同意になりません",
    held: "{by} が一時停止しました。`quorate go {id}{store}` で再開します",
    heard: "{by} が席の外から発言しました",
};
