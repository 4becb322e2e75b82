//! What a line of a material is about, as far as that tells for which cause it speaks.

/// Words of which one speaks for a side that names another of the same kind: a change is told as a release, and taken
/// back.
const KINDS: [&[&str]; 2] = [
    &[
        "change",
        "deploy",
        "release",
        "upgrade",
        "rolled back",
        "rollback",
        "roll back",
        "变更",
        "改动",
        "发布",
        "部署",
        "回滚",
        "回退",
        "変更",
        "配備",
        "デプロイ",
        "リリース",
        "元に戻",
        "へ戻し",
        "ロールバック",
        "切り戻",
    ],
    &[
        "limit",
        "capacity",
        "overload",
        "max_connections",
        "too many",
        "exhausted",
        "上限",
        "达到上限",
        "负载",
        "用尽",
        "耗尽",
        "过载",
        "打满",
        "負荷",
        "枯渇",
        "使い切",
        "過負荷",
        "逼迫",
    ],
];
/// How a line says that all is well there; what is well again was not.
const WELL: [&str; 26] = [
    "normal",
    "no problem",
    "no errors",
    "unaffected",
    "unchanged",
    "no change",
    "no recent change",
    "ruled out",
    "没有变更",
    "未变更",
    "无变更",
    "正常",
    "排除",
    "没有异常",
    "无异常",
    "未见异常",
    "没有问题",
    "変更なし",
    "変更はな",
    "問題ない",
    "問題なし",
    "問題はな",
    "異常なし",
    "異常はな",
    "変わらない",
    "影響はな",
];
const WELL_AGAIN: [&str; 8] =
    ["back to normal", "normal again", "恢复正常", "正常に戻", "正常化", "abnormal", "不正常", "異常正"];

/// Whether a line says that all is well with what it names, which is no reason to blame it.
pub(super) fn is_well(line: &str) -> bool {
    let again = WELL_AGAIN.iter().fold(line.to_lowercase(), |line, words| line.replace(words, ""));
    WELL.iter().any(|words| again.contains(words))
}

/// Whether both name something of the same kind.
pub(super) fn same_kind(side: &str, line: &str) -> bool {
    let (side, line) = (side.to_lowercase(), line.to_lowercase());
    let names = |text: &str, kind: &[&str]| kind.iter().any(|word| text.contains(word));
    KINDS.iter().any(|kind| names(&side, kind) && names(&line, kind))
}
