//! Headings under which a material says what is to be checked next.

/// Words of such headings, in lower case.
const NEXT: [&str; 20] = [
    "next check",
    "next step",
    "checks",
    "to check",
    "to verify",
    "what to check",
    "下一步",
    "后续检查",
    "后续排查",
    "待查",
    "待检查",
    "接下来",
    "待验证",
    "次の確認",
    "次に確認",
    "確認事項",
    "今後の確認",
    "次の手順",
    "次のステップ",
    "今後の対応",
];

/// Whether what stands under a heading is to be checked next: it is no evidence yet.
pub fn is_next(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    NEXT.iter().any(|words| heading.contains(words))
}
