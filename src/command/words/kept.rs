//! What is said of the place where discussions are kept, in every language.

#[derive(Debug)]
pub(in crate::command) struct KeptWords {
    /// How it is shown again; `{store}` is the flag that names the store, where it is needed.
    pub(in crate::command) kept: &'static str,
    /// The same of one that broke off.
    pub(in crate::command) kept_part: &'static str,
    /// Nothing can be shown again, said at the end.
    pub(in crate::command) lost: &'static str,
    /// The usual store cannot be opened; the discussion goes on without it.
    pub(in crate::command) not_kept: &'static str,
    pub(in crate::command) nothing: &'static str,
    /// How something comes to be kept there.
    pub(in crate::command) begin: &'static str,
    /// Only the newest are listed.
    pub(in crate::command) more: &'static str,
    /// The columns: id, when, status, outcome, preset, topic.
    pub(in crate::command) columns: [&'static str; 6],
    pub(in crate::command) running: &'static str,
    pub(in crate::command) paused: &'static str,
    pub(in crate::command) waiting: &'static str,
    pub(in crate::command) unfinished: &'static str,
    pub(in crate::command) finished: &'static str,
    pub(in crate::command) approved: &'static str,
    pub(in crate::command) vetoed: &'static str,
    /// It may be vetoed until then.
    pub(in crate::command) provisional: &'static str,
    pub(in crate::command) cancelled: &'static str,
    pub(in crate::command) failed: &'static str,
    pub(in crate::command) damaged: &'static str,
}

pub(super) const EN: KeptWords = KeptWords {
    kept: "kept as {id}; to show it again: quorate show {id}{store}",
    kept_part: "kept as {id} as far as it came; to go on with it: quorate resume {id}{store}",
    lost: "not kept: {why}; it cannot be shown again by its id",
    not_kept: "this discussion is not kept: {why}; --store names another place, or :memory: for none",
    nothing: "nothing is kept here",
    begin: "`quorate run{store}` keeps what it discusses here; `quorate list presets` shows what can be run",
    more: "the newest {n} of {of}; --last lists more",
    columns: ["id", "begun (UTC)", "status", "outcome", "preset", "topic"],
    running: "running",
    paused: "paused",
    waiting: "waiting",
    unfinished: "unfinished",
    finished: "final",
    approved: "approved",
    vetoed: "vetoed",
    provisional: "provisional until {time}",
    cancelled: "cancelled",
    failed: "failed",
    damaged: "damaged",
};

pub(super) const ZH: KeptWords = KeptWords {
    kept: "已保存为 {id}；再次查看：quorate show {id}{store}",
    kept_part: "已保存为 {id}，保存到中断处；继续：quorate resume {id}{store}",
    lost: "未保存：{why}；无法再按编号查看",
    not_kept: "本次讨论不会保存：{why}；可用 --store 指定其他位置，或用 :memory: 表示不保存",
    nothing: "这里没有保存任何讨论",
    begin: "`quorate run{store}` 会把讨论保存在这里；`quorate list presets` 列出可运行的预设",
    more: "共 {of} 项，只列出最新的 {n} 项；用 --last 可列出更多",
    columns: ["编号", "开始（UTC）", "状态", "结果", "预设", "议题"],
    running: "进行中",
    paused: "已暂停",
    waiting: "等待回复",
    unfinished: "未完成",
    finished: "已结束",
    approved: "已批准",
    vetoed: "已否决",
    provisional: "{time} 前为暂定",
    cancelled: "已取消",
    failed: "失败",
    damaged: "已损坏",
};

pub(super) const JA: KeptWords = KeptWords {
    kept: "{id} として保存しました。もう一度表示するには：quorate show {id}{store}",
    kept_part: "{id} として、中断したところまで保存しました。続けるには：quorate resume {id}{store}",
    lost: "保存されていません：{why}。ID で表示し直すことはできません",
    not_kept: "この議論は保存されません：{why}。--store で別の場所を指定できます。保存しない場合は :memory: です",
    nothing: "ここに保存された議論はありません",
    begin: "`quorate run{store}` の議論はここに保存されます。実行できるものは `quorate list presets` で分かります",
    more: "全 {of} 件のうち新しい {n} 件です。--last でさらに表示できます",
    columns: ["ID", "開始（UTC）", "状態", "結果", "プリセット", "議題"],
    running: "進行中",
    paused: "一時停止",
    waiting: "返答待ち",
    unfinished: "未完了",
    finished: "終了",
    approved: "承認済み",
    vetoed: "拒否済み",
    provisional: "{time} まで暫定",
    cancelled: "取り消し",
    failed: "失敗",
    damaged: "破損",
};
