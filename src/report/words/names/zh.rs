//! What our own names are called in Chinese.

use quorate_strategies::{
    outcome::Maker,
    reading::{Severity, WarningCode},
    seat::Origin,
    step::StopReason,
};

use super::Names;

pub(super) const NAMES: Names = Names {
    endings: &[
        ("answered", "已作答"),
        ("passed", "放弃发言"),
        ("failed", "失败"),
        ("timed-out", "超时"),
        ("cancelled", "已取消"),
        ("not-needed", "无需作答"),
    ],
    levels: &[("full", "完全一致"), ("majority", "多数一致"), ("partial", "部分一致"), ("none", "未达成一致")],
    side_levels: &[
        ("full", "除一方外均已认输"),
        ("majority", "除一方外均已认输或不再作答"),
        ("partial", "部分立场方已认输"),
        ("none", "没有一方胜出"),
    ],
    counted: &[
        ("for", "赞成"),
        ("against", "反对"),
        ("open", "未定"),
        ("agree", "同意"),
        ("disagree", "不同意"),
        ("neutral", "中立"),
        ("unknown", "不明"),
        ("standing", "坚持"),
        ("conceded", "认输"),
        ("silent", "未作答"),
        ("abstained", "弃权"),
        ("abstains", "弃权"),
        ("missing", "未投票"),
        ("exhausted", "选项已尽"),
        ("none", "无"),
    ],
    kinds: &[
        ("proposal", "提议"),
        ("opinion", "意见"),
        ("question", "提问"),
        ("support", "支持"),
        ("oppose", "反对"),
        ("clarify", "澄清"),
        ("summary", "总结"),
        ("consensus", "共识"),
    ],
    roles: &[
        ("expert", "专家"),
        ("proposer", "提议人"),
        ("reviewer", "审阅人"),
        ("critic", "批评者"),
        ("synthesizer", "综合者"),
        ("analyst", "分析师"),
        ("advocate", "代言人"),
        ("judge", "裁判"),
        ("moderator", "主持人"),
        ("participant", "参与者"),
    ],
    tasks: &[
        ("reason", "论述"),
        ("answer", "作答"),
        ("choose", "选择"),
        ("vote", "投票"),
        ("revise", "复议"),
        ("converge", "对创意投票"),
        ("respond", "回应"),
        ("open", "开场"),
        ("supplement", "补充"),
        ("sum-up", "小结"),
        ("conclude", "作结论"),
        ("argue", "辩论"),
        ("judge", "裁决"),
        ("ideas", "提出创意"),
    ],
    scopes: &[
        ("usual", "默认"),
        ("since", "自上次发言以来"),
        ("full", "全部发言"),
        ("blind", "互不可见"),
        ("own", "仅本人发言"),
    ],
    peers: &[("named", "具名"), ("anonymous", "匿名")],
    provenance: &[
        ("structured", "结构化输出"),
        ("marker", "标记"),
        ("label", "标注"),
        ("guess", "猜测"),
        ("none", "无"),
    ],
    relations: &[("replies", "回复"), ("supports", "支持"), ("objects", "反对"), ("answers", "回答")],
    strategies: &[
        ("poll", "独立投票"),
        ("meeting", "会议"),
        ("round-robin", "轮流发言"),
        ("expert", "专家主导"),
        ("debate", "辩论"),
        ("brainstorm", "头脑风暴"),
    ],
    rules: &[
        ("plurality", "相对多数"),
        ("approval", "认可投票"),
        ("borda", "波达计数"),
        ("instant-runoff", "排序复选"),
        ("condorcet", "孔多塞"),
        ("cumulative", "累积投票"),
        ("ratio", "赞成比例"),
        ("stance", "立场"),
        ("majority", "过半数"),
        ("supermajority", "三分之二多数"),
        ("unanimity", "全体一致"),
        ("concession", "认输"),
    ],
    stop,
    maker,
    origin,
    severity,
    warning,
};

const fn stop(why: StopReason) -> &'static str {
    match why {
        StopReason::Decided => "决策规则已满足",
        StopReason::Conceded => "除一方外均已认输",
        StopReason::ExpertClosed => "专家结束了讨论",
        StopReason::ModeratorClosed => "主持人结束了讨论",
        StopReason::Finished => "发言完毕，本次讨论不要求作出决定",
        StopReason::MaxRounds => "最后一轮已结束",
        StopReason::MaxTurns => "允许的发言次数已用完",
        StopReason::Time => "时间已到",
        StopReason::Budget => "预算已用完",
        StopReason::MaxRecord => "记录已达到允许的大小",
        StopReason::NoProgress => "没有新的内容",
        StopReason::Stalemate => "各方立场不变且未达成一致",
        StopReason::NoAnswers => "有一轮无人作答",
        StopReason::Cancelled => "讨论被人为停止",
        StopReason::Aborted => "讨论无法继续",
    }
}

const fn maker(maker: Maker) -> &'static str {
    match maker {
        Maker::Rule => "决策规则",
        Maker::Concession => "其他各方认输",
        Maker::Judge => "裁判",
        Maker::Expert => "专家",
        Maker::Moderator => "主持人",
        Maker::Principal => "议题负责人",
    }
}

const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Model => "模型",
        Origin::Person => "真人",
        Origin::Program => "程序",
        Origin::Checklist => "检查清单席位：按规则作答，不使用模型",
        Origin::Script => "脚本席位：预设台词，不使用模型",
        Origin::Rehearsal => "排演席位：由随机种子生成意见，不使用模型",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "提示",
        Severity::Warning => "警告",
        Severity::Blocking => "阻断",
    }
}

const fn warning(code: WarningCode) -> &'static str {
    match code {
        WarningCode::SeveralStances => "出现多个立场，以最后一个为准",
        WarningCode::SeveralScores => "同一决策点有多个评分，以最后一个为准",
        WarningCode::SeveralBallots => "出现多张选票，以最后一张为准",
        WarningCode::Echo => "复述了指令，未从中读取任何内容",
        WarningCode::ForeignMarker => "他人话语中的标记，不计入",
        WarningCode::Mentioned => "被否定或只是提及的标记，不计入",
        WarningCode::UnknownMention => "提到了不在席的人",
        WarningCode::UnknownTarget => "提到了不存在的选项或决策点",
        WarningCode::InvalidValue => "标记的取值不被允许",
        WarningCode::Scale => "评分可能不是 0 到 100 分制",
        WarningCode::Contradiction => "字段与标记相互矛盾",
        WarningCode::Conflict => "消息类型与立场不符，立场按未定处理",
        WarningCode::Incomplete => "内容未完即止",
        WarningCode::ProseScore => "正文中的数字疑似评分，不计入",
        WarningCode::Malformed => "看似结构化输出，但无法解析",
        WarningCode::WindowFull => "模型的上下文窗口已满，提示可能被截断",
        _ => "有一处异常",
    }
}
