//! What our own names are called in Japanese.

use quorate_strategies::{
    outcome::Maker,
    reading::{Severity, WarningCode},
    seat::Origin,
    step::StopReason,
};

use super::Names;

pub(super) const NAMES: Names = Names {
    endings: &[
        ("answered", "回答"),
        ("passed", "見送り"),
        ("failed", "失敗"),
        ("timed-out", "時間切れ"),
        ("cancelled", "中止"),
        ("not-needed", "回答不要"),
    ],
    levels: &[("full", "全会一致"), ("majority", "多数の合意"), ("partial", "一部の合意"), ("none", "合意なし")],
    side_levels: &[
        ("full", "一つを除くすべての側が負けを認めた"),
        ("majority", "一つを除くすべての側が負けを認めたか、回答しなくなった"),
        ("partial", "一部の側が負けを認めた"),
        ("none", "残った側を一つに絞れない"),
    ],
    counted: &[
        ("for", "賛成"),
        ("against", "反対"),
        ("open", "保留"),
        ("agree", "同意"),
        ("disagree", "不同意"),
        ("neutral", "中立"),
        ("unknown", "不明"),
        ("standing", "主張を維持"),
        ("conceded", "負けを認めた"),
        ("silent", "回答なし"),
        ("abstained", "棄権"),
        ("abstains", "棄権"),
        ("missing", "投票なし"),
        ("exhausted", "選択肢が尽きた票"),
        ("none", "なし"),
    ],
    kinds: &[
        ("proposal", "提案"),
        ("opinion", "意見"),
        ("question", "質問"),
        ("support", "支持"),
        ("oppose", "反対"),
        ("clarify", "説明"),
        ("summary", "要約"),
        ("consensus", "合意"),
    ],
    roles: &[
        ("expert", "専門家"),
        ("proposer", "提案者"),
        ("reviewer", "レビュー担当"),
        ("critic", "批評者"),
        ("synthesizer", "統合者"),
        ("analyst", "分析者"),
        ("advocate", "代弁者"),
        ("judge", "審判"),
        ("moderator", "進行役"),
        ("participant", "参加者"),
    ],
    tasks: &[
        ("reason", "考察"),
        ("answer", "回答"),
        ("choose", "選択"),
        ("vote", "投票"),
        ("revise", "見直し"),
        ("converge", "案への投票"),
        ("respond", "応答"),
        ("open", "冒頭発言"),
        ("supplement", "補足"),
        ("sum-up", "中間まとめ"),
        ("conclude", "結論"),
        ("argue", "論戦"),
        ("judge", "裁定"),
        ("ideas", "発想"),
    ],
    scopes: &[
        ("usual", "既定"),
        ("since", "自分の前回の発言以降"),
        ("full", "全発言"),
        ("blind", "互いに見えない"),
        ("own", "自分の発言のみ"),
    ],
    peers: &[("named", "記名"), ("anonymous", "匿名")],
    provenance: &[
        ("structured", "構造化出力"),
        ("marker", "マーカー"),
        ("label", "ラベル"),
        ("guess", "推測"),
        ("none", "なし"),
    ],
    relations: &[("replies", "返信"), ("supports", "支持"), ("objects", "異議"), ("answers", "回答")],
    strategies: &[
        ("poll", "独立投票"),
        ("meeting", "会議"),
        ("round-robin", "順番発言"),
        ("expert", "専門家主導"),
        ("debate", "討論"),
        ("brainstorm", "ブレインストーミング"),
    ],
    rules: &[
        ("plurality", "相対多数"),
        ("approval", "承認投票"),
        ("borda", "ボルダ得点"),
        ("instant-runoff", "優先順位付き投票（即時決選）"),
        ("condorcet", "コンドルセ"),
        ("cumulative", "累積投票"),
        ("ratio", "賛成の割合"),
        ("stance", "態度"),
        ("majority", "過半数"),
        ("supermajority", "三分の二の多数"),
        ("unanimity", "全員一致"),
        ("concession", "負けの表明"),
    ],
    stop,
    maker,
    origin,
    severity,
    warning,
};

const fn stop(why: StopReason) -> &'static str {
    match why {
        StopReason::Decided => "決定ルールが成立",
        StopReason::Conceded => "一つを除くすべての側が負けを認めた",
        StopReason::ExpertClosed => "専門家が議論を閉じた",
        StopReason::ModeratorClosed => "進行役が議論を閉じた",
        StopReason::Finished => "発言が出そろった（決定は求めていない）",
        StopReason::MaxRounds => "最終ラウンドが終了",
        StopReason::MaxTurns => "発言回数の上限に到達",
        StopReason::Time => "制限時間に到達",
        StopReason::Budget => "予算を使い切った",
        StopReason::MaxRecord => "記録の大きさの上限に到達",
        StopReason::NoProgress => "新しい内容が出なかった",
        StopReason::Stalemate => "合意のないまま態度が変わらなかった",
        StopReason::NoAnswers => "誰も回答しないラウンドがあった",
        StopReason::Cancelled => "人が議論を止めた",
        StopReason::Aborted => "続行できなくなった",
    }
}

const fn maker(maker: Maker) -> &'static str {
    match maker {
        Maker::Rule => "決定ルール",
        Maker::Concession => "負けの表明",
        Maker::Judge => "審判",
        Maker::Expert => "専門家",
        Maker::Moderator => "進行役",
        Maker::Principal => "議題の責任者",
    }
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Model => "モデル",
        Origin::Person => "人",
        Origin::Program => "プログラム",
        Origin::Checklist => "チェックリスト席：規則のみ、モデル不使用",
        Origin::Script => "台本席：用意した台詞のみ、モデル不使用",
        Origin::Rehearsal => "リハーサル席：乱数シードによる意見、モデル不使用",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "情報",
        Severity::Warning => "警告",
        Severity::Blocking => "重大",
    }
}

const fn warning(code: WarningCode) -> &'static str {
    match code {
        WarningCode::SeveralStances => "態度が複数あり、最後のものを採用",
        WarningCode::SeveralScores => "同じ論点に評点が複数あり、最後のものを採用",
        WarningCode::SeveralBallots => "票が複数あり、最後のものを採用",
        WarningCode::Echo => "指示の復唱であり、何も読み取らない",
        WarningCode::ForeignMarker => "他者の言葉の中のマーカーであり、数えない",
        WarningCode::Mentioned => "否定されたか、文中で触れただけのマーカーであり、数えない",
        WarningCode::UnknownMention => "席にいない相手への言及",
        WarningCode::UnknownTarget => "存在しない選択肢または論点の名前",
        WarningCode::InvalidValue => "マーカーの値が許されないもの",
        WarningCode::Scale => "評点の尺度が0から100でない可能性",
        WarningCode::Contradiction => "項目とマーカーが矛盾",
        WarningCode::Conflict => "種類と態度が合わず、態度は保留扱い",
        WarningCode::Incomplete => "途中で終わっている",
        WarningCode::ProseScore => "本文中の数値は評点とみなさない",
        WarningCode::Malformed => "構造化出力らしいが解釈できない",
        WarningCode::WindowFull => "モデルのコンテキスト長の上限に達し、プロンプトが切れた可能性",
        _ => "気付いた点あり",
    }
}
