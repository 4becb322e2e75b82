//! What is said of pipelines, one table per language.

use quorate_strategies::brief::Language;

/// The words about pipelines. `{name}` is a hole.
#[derive(Debug)]
pub(in crate::command) struct PipelineWords {
    /// Progress: a stage and what became of it.
    pub(in crate::command) begun: &'static str,
    pub(in crate::command) goes_on: &'static str,
    pub(in crate::command) starts: &'static str,
    pub(in crate::command) together: &'static str,
    pub(in crate::command) again: &'static str,
    pub(in crate::command) ended: &'static str,
    pub(in crate::command) done: &'static str,
    pub(in crate::command) failed: &'static str,
    pub(in crate::command) cancelled: &'static str,
    pub(in crate::command) skipped: &'static str,
    pub(in crate::command) condition: &'static str,
    pub(in crate::command) empty: &'static str,
    pub(in crate::command) need: &'static str,
    pub(in crate::command) none_left: &'static str,
    pub(in crate::command) stopped: &'static str,
    pub(in crate::command) finished: &'static str,
    pub(in crate::command) stop_failed: &'static str,
    pub(in crate::command) stop_time: &'static str,
    pub(in crate::command) interrupted: &'static str,
    pub(in crate::command) wrote: &'static str,
    /// The kinds of stages.
    pub(in crate::command) discussion: &'static str,
    pub(in crate::command) command: &'static str,
    pub(in crate::command) gate: &'static str,
    pub(in crate::command) text: &'static str,
    /// The index page.
    pub(in crate::command) columns: [&'static str; 5],
    pub(in crate::command) deliverables: &'static str,
    pub(in crate::command) stages: &'static str,
    pub(in crate::command) log: &'static str,
    pub(in crate::command) no_decision: &'static str,
    pub(in crate::command) of_items: &'static str,
    pub(in crate::command) spent: &'static str,
    /// The plan that `check` prints; labels with the blanks behind them.
    pub(in crate::command) wave: &'static str,
    pub(in crate::command) stage: &'static str,
    pub(in crate::command) each: &'static str,
    pub(in crate::command) longest: &'static str,
    pub(in crate::command) per_item: &'static str,
    /// The terminal at a gate.
    pub(in crate::command) ask: &'static str,
    pub(in crate::command) not_understood: &'static str,
}

impl PipelineWords {
    /// The table of a language.
    pub(in crate::command) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }
}

const EN: PipelineWords = PipelineWords {
    begun: "{name}: {n} stages, into {path}",
    goes_on: "{name} goes on in {path}: {n} of {of} stages have ended and are not repeated",
    starts: "▶ {stage}",
    together: " (at the same time: {stages})",
    again: "↻ {stage}: attempt {n} failed and is made again: {why}",
    ended: "■ {stage}: {how}",
    done: "done",
    failed: "failed: {why}",
    cancelled: "dropped when the pipeline stopped",
    skipped: "skipped: {why}",
    condition: "its condition does not hold",
    empty: "its list is empty",
    need: "it needs {stage}, which has no result",
    none_left: "none of what it needs has a result",
    stopped: "the pipeline had stopped",
    finished: "finished",
    stop_failed: "stopped, as {stage} failed",
    stop_time: "stopped, as its time was up",
    interrupted: "interrupted; the same command with --out {path} goes on where it was",
    wrote: "wrote {path}",
    discussion: "discussion",
    command: "command",
    gate: "gate",
    text: "text",
    columns: ["stage", "kind", "how it ended", "what came of it", "files"],
    deliverables: "Deliverables",
    stages: "Stages",
    log: "Every start and end is in {path}.",
    no_decision: "no decision ({stop})",
    of_items: "{n} of {of} items done",
    spent: "Requests: {calls}; tokens: {tokens}.",
    wave: "wave {n}",
    stage: "stage     ",
    each: "for each of {list}",
    longest: "at most {longest}",
    per_item: "{stages}: counted once, and taken once for each item of the list",
    ask: "Type yes, or amend TEXT, or no REASON, and press Enter:",
    not_understood: "That is none of yes, amend TEXT and no REASON.",
};

const ZH: PipelineWords = PipelineWords {
    begun: "{name}：共 {n} 个阶段，写入 {path}",
    goes_on: "{name} 在 {path} 中继续：{of} 个阶段中 {n} 个已结束，不会重复执行",
    starts: "▶ {stage}",
    together: "（同时进行：{stages}）",
    again: "↻ {stage}：第 {n} 次尝试失败，将重试：{why}",
    ended: "■ {stage}：{how}",
    done: "完成",
    failed: "失败：{why}",
    cancelled: "随流水线停止而中止",
    skipped: "跳过：{why}",
    condition: "条件不成立",
    empty: "列表为空",
    need: "所需的 {stage} 没有结果",
    none_left: "所需的阶段均无结果",
    stopped: "流水线已停止",
    finished: "已完成",
    stop_failed: "因 {stage} 失败而停止",
    stop_time: "因时间用尽而停止",
    interrupted: "已中断；用 --out {path} 再次执行同一命令即可从中断处继续",
    wrote: "已写入 {path}",
    discussion: "讨论",
    command: "命令",
    gate: "审批",
    text: "文本",
    columns: ["阶段", "类型", "如何结束", "结果", "文件"],
    deliverables: "成果",
    stages: "阶段",
    log: "每次开始与结束都记录在 {path} 中。",
    no_decision: "没有决定（{stop}）",
    of_items: "{of} 项中完成 {n} 项",
    spent: "请求：{calls}；token：{tokens}。",
    wave: "第 {n} 批",
    stage: "阶段      ",
    each: "对 {list} 的每一项",
    longest: "最长 {longest}",
    per_item: "{stages}：此处只计一次，实际按列表的每一项各计一次",
    ask: "请输入 yes、amend 修改内容 或 no 理由，然后按回车：",
    not_understood: "无法识别；请输入 yes、amend 修改内容 或 no 理由。",
};

const JA: PipelineWords = PipelineWords {
    begun: "{name}：{n} 段階、出力先 {path}",
    goes_on: "{name} を {path} で続けます：{of} 段階のうち {n} 段階は終わっており、繰り返しません",
    starts: "▶ {stage}",
    together: "（同時に進行：{stages}）",
    again: "↻ {stage}：{n} 回目が失敗したため、やり直します：{why}",
    ended: "■ {stage}：{how}",
    done: "完了",
    failed: "失敗：{why}",
    cancelled: "パイプラインの停止とともに打ち切り",
    skipped: "省略：{why}",
    condition: "条件が成り立ちません",
    empty: "リストが空です",
    need: "必要な {stage} に結果がありません",
    none_left: "必要な段階のどれにも結果がありません",
    stopped: "パイプラインが停止していました",
    finished: "完了しました",
    stop_failed: "{stage} が失敗したため停止しました",
    stop_time: "時間切れで停止しました",
    interrupted: "中断しました。--out {path} を付けて同じコマンドを実行すると続きから再開します",
    wrote: "{path} を書きました",
    discussion: "議論",
    command: "コマンド",
    gate: "承認",
    text: "文章",
    columns: ["段階", "種類", "終わり方", "結果", "ファイル"],
    deliverables: "成果物",
    stages: "段階",
    log: "開始と終了はすべて {path} にあります。",
    no_decision: "決定なし（{stop}）",
    of_items: "{of} 件中 {n} 件完了",
    spent: "リクエスト：{calls}、トークン：{tokens}。",
    wave: "{n} 巡目",
    stage: "段階      ",
    each: "{list} の各項目",
    longest: "最大 {longest}",
    per_item: "{stages}：ここでは一度だけ数えますが、リストの項目ごとにかかります",
    ask: "yes、amend 修正内容、no 理由 のいずれかを入力して Enter を押してください：",
    not_understood: "yes、amend 修正内容、no 理由 のいずれでもありません。",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The holes of every text, in the order of the table.
    fn holes(words: &PipelineWords) -> Vec<Vec<String>> {
        let shown = format!("{words:?}");
        let of = |text: &str| {
            let parts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            let mut holes: Vec<String> = parts.map(|(name, _)| name.to_owned()).collect();
            holes.sort();
            holes
        };
        shown.split('"').skip(1).step_by(2).map(of).collect()
    }

    #[test]
    fn every_text_has_the_same_holes_in_every_language() {
        let english = holes(&EN);
        assert!(english.iter().filter(|holes| !holes.is_empty()).count() > 15, "{english:?}");
        assert_eq!(holes(&ZH), english);
        assert_eq!(holes(&JA), english);
    }
}
