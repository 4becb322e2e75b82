//! What a seat of a discussion file can set beside its name, each with a sample line and what it does.

use quorate_strategies::brief::Text;

use super::settings::{Setting, setting};

/// Settings of a seat.
pub(super) const SEAT: &[Setting] = &[
    setting(
        "turn_seconds = 300",
        Text::all(
            "its own time for an answer; \"none\" waits as long as it takes",
            "该席位每次作答的时限（秒）；\"none\" 表示不限",
            "この席の回答の制限時間（秒）。\"none\" で無制限",
        ),
    ),
    setting("weight = 2", Text::all("of its vote", "表决权重", "票の重み")),
    setting("vote = false", Text::all("it speaks but does not count", "只发言，不计票", "発言するが数えない")),
    setting("voice = false", Text::all("it counts but does not speak", "只计票，不发言", "数えるが発言しない")),
    setting("soul = \"…\"", Text::all("what it cares about most", "它最看重什么", "最も大切にすること")),
    setting("values = [\"…\"]", Text::all("what it holds to", "它的原则", "よりどころ")),
    setting("memory = \"…\"", Text::all("what it remembers from before", "它此前的记忆", "以前からの記憶")),
    setting("capabilities = [\"…\"]", Text::all("what it can do", "它能做什么", "できること")),
    setting(
        "joins = \"when invited\"",
        Text::all(
            "it waits on the bench until the strategy invites it",
            "候补，直到策略邀请它加入",
            "戦略に招かれるまで控えで待つ",
        ),
    ),
];
