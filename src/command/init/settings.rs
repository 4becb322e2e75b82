//! What a discussion file can set beside what a preset sets, each with a sample line and what it does.

use quorate_strategies::brief::Text;

/// One setting that can be turned on.
#[derive(Debug)]
pub(super) struct Setting {
    /// The line that turns it on.
    pub(super) line: &'static str,
    pub(super) meaning: Text,
}

impl Setting {
    pub(super) fn key(&self) -> &'static str {
        self.line.split(' ').next().unwrap_or(self.line)
    }
}

pub(super) const fn setting(line: &'static str, meaning: Text) -> Setting {
    Setting { line, meaning }
}

/// What stands at the top of the file.
pub(super) const HEAD: Text = Text::all(
    "A discussion file, made from the preset {preset}. Everything in it can be changed.\nLines that begin with # are off; take the # away to turn one on.",
    "讨论文件，由预设 {preset} 生成，其中一切都可以修改。\n以 # 开头的行不生效；去掉 # 即可启用。",
    "プリセット {preset} から作った議論ファイルです。すべて変更できます。\n# で始まる行は無効です。# を外すと有効になります。",
);

/// The sentences around the settings.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) wrote: Text,
    pub(super) check: Text,
    pub(super) run: Text,
    pub(super) settings: Text,
    pub(super) knobs: Text,
    /// Between what a knob is for and what it may be.
    pub(super) between: Text,
    /// Where the table of the knobs is turned off as well.
    pub(super) knobs_off: Text,
    pub(super) seat: Text,
}

pub(super) const WORDS: Words = Words {
    wrote: Text::all("wrote", "已写入", "書き出しました："),
    check: Text::all(
        "what it will do and may cost; nothing is asked and nothing spent",
        "查看它将做什么、可能花费多少；不会发出任何请求",
        "何をするか、最大でどれだけかかるか。何も尋ねず、費用もかかりません",
    ),
    run: Text::all("runs it and writes the minutes", "运行并写出纪要", "実行して議事録を書き出します"),
    settings: Text::all(
        "What else can be set (numbers and words shown are the defaults where there are some):",
        "还可以设置（有默认值的，所示即为默认值）：",
        "ほかに設定できること（既定値があるものは、その値を示します）：",
    ),
    between: Text::all("; ", "；", "。"),
    knobs: Text::all("Knobs of {owner}:", "{owner} 的可调参数：", "{owner} の調整項目："),
    knobs_off: Text::all(
        "Knobs of {owner} (turn on the line {header} too):",
        "{owner} 的可调参数（须同时启用 {header} 一行）：",
        "{owner} の調整項目（{header} の行も有効にしてください）：",
    ),
    seat: Text::all(
        "What else the last seat can be given (a seat of your own begins with [[seat]] and a name):",
        "最后一个席位还可以设置（自己的席位以 [[seat]] 和名称开头）：",
        "最後の席にさらに設定できること（自分の席は [[seat]] と名前で始めます）：",
    ),
};

/// Settings of the discussion.
pub(super) const TOP: &[Setting] = &[
    setting("topic = \"…\"", Text::all("what is discussed", "讨论什么", "何を議論するか")),
    setting(
        "background = \"…\"",
        Text::all("what everybody has to know", "所有人都需要知道的背景", "全員が知っておくべきこと"),
    ),
    setting(
        "material = [\"plan.md\"]",
        Text::all(
            "files under review, beside this file",
            "待审材料，路径相对于本文件",
            "検討する資料。このファイルからの相対パス",
        ),
    ),
    setting("options = [\"first\", \"second\"]", Text::all("what can be voted for", "可供表决的选项", "投票の選択肢")),
    setting(
        "points = [{ name = \"cost\", weight = 40 }, { name = \"safety\", weight = 60 }]",
        Text::all(
            "what is scored; weights are 100 in all",
            "评分的决策点；权重合计 100",
            "採点する論点。重みは合計 100",
        ),
    ),
    setting("language = \"en\"", Text::all("en, zh or ja", "en、zh 或 ja", "en、zh、ja のいずれか")),
    setting(
        "rule = \"none\"",
        Text::all(
            "seeks no decision; `quorate list rules` shows all",
            "不要求作出决定；`quorate list rules` 列出全部规则",
            "決定を求めない。`quorate list rules` に一覧",
        ),
    ),
    setting(
        "min_rounds = 1",
        Text::all(
            "rounds before an agreement may end it",
            "达成一致即可结束之前的最少轮数",
            "合意で終えてよくなるまでの最少ラウンド数",
        ),
    ),
    setting(
        "max_rounds = 3",
        Text::all("the last round, up to 10000", "最后一轮，至多 10000", "最終ラウンド、10000 まで"),
    ),
    setting(
        "turn_seconds = 120",
        Text::all("time limit of a turn", "每次发言的时限（秒）", "一回の発言の制限時間（秒）"),
    ),
    setting(
        "total_seconds = 3600",
        Text::all("time limit of the whole", "整场讨论的时限（秒）", "全体の制限時間（秒）"),
    ),
    setting("max_turns = 100000", Text::all("the most turns in all", "发言总次数上限", "発言回数の上限")),
    setting(
        "max_record = 268435456",
        Text::all("the most bytes of its record", "记录的最大字节数", "記録の最大バイト数"),
    ),
    setting(
        "gate = \"conclude\"",
        Text::all(
            "asks the principal before the end: approve, amend or reject; silence is no consent",
            "结束前须由负责人批准、修改或否决；不作答不算同意",
            "終わる前に責任者に承認・修正・却下を求める。無回答は同意ではない",
        ),
    ),
    setting(
        "gate_seconds = 120",
        Text::all("time for that answer", "作此答复的时限（秒）", "その回答の制限時間（秒）"),
    ),
    setting(
        "veto_seconds = 86400",
        Text::all(
            "how long the outcome can be vetoed afterwards",
            "结束后可以否决结果的时间（秒）",
            "終了後に結果を拒否できる時間（秒）",
        ),
    ),
    setting(
        "max_material = 4194304",
        Text::all("bytes of all material", "全部材料的字节数上限", "資料全体のバイト数の上限"),
    ),
    setting(
        "budget_calls = 200",
        Text::all(
            "the most requests to models and programs",
            "对模型和程序的请求次数上限",
            "モデルとプログラムへの要求回数の上限",
        ),
    ),
    setting(
        "budget_tokens = 1000000",
        Text::all(
            "the most tokens read and written; models need max_tokens then",
            "读写词元总数上限；此时模型须设 max_tokens",
            "読み書きするトークンの上限。そのときモデルには max_tokens が要る",
        ),
    ),
    setting(
        "budget_money = 0.50",
        Text::all(
            "the most money; models need a known price and max_tokens then",
            "金额上限；此时模型须有已知价格和 max_tokens",
            "金額の上限。そのときモデルには既知の価格と max_tokens が要る",
        ),
    ),
    setting(
        "unknown = \"refuse\"",
        Text::all(
            "a price or max_tokens that is not known, and programs: refuse, uncounted, or a price per million tokens",
            "价格或 max_tokens 未知以及程序席位：refuse（拒绝）、uncounted（不计）或每百万词元的价格",
            "価格や max_tokens が不明なとき、またプログラムの席：refuse（拒否）、uncounted（数えない）、または百万トークンの価格",
        ),
    ),
    setting(
        "prices = { \"openai:MODEL\" = { input = 1.25, output = 10 } }",
        Text::all(
            "prices per million tokens, over those that ship",
            "每百万词元的价格，优先于自带价格",
            "百万トークンの価格。付属の価格より優先",
        ),
    ),
    setting(
        "context = \"since\"",
        Text::all(
            "what a seat sees: since (its own last words), full, last:N, summary:TOKENS, blind or own",
            "席位能看到什么：since（自己上次发言之后）、full、last:N、summary:TOKENS、blind、own",
            "席に見える範囲：since（自分の前回の発言以降）、full、last:N、summary:TOKENS、blind、own",
        ),
    ),
    setting(
        "peers = \"named\"",
        Text::all("named or anonymous", "named（具名）或 anonymous（匿名）", "named（記名）または anonymous（匿名）"),
    ),
    setting(
        "watch = \"off\"",
        Text::all(
            "when two rounds bring nothing new: off, end, or ask the principal",
            "两轮没有新内容时：off（不处理）、end（结束）或 ask（询问负责人）",
            "二ラウンド新しいことが出ないとき：off（何もしない）、end（終える）、ask（責任者に尋ねる）",
        ),
    ),
    setting("seed = 7", Text::all("where all randomness comes from", "一切随机性的来源", "すべての乱数のシード")),
    setting(
        "seats = \"open\"",
        Text::all(
            "lets --agent NAME=SPEC add seats; with stand-in they take the place of those here",
            "允许 --agent NAME=SPEC 增加席位；stand-in 则用它们取代这里的席位",
            "--agent NAME=SPEC で席を増やせる。stand-in ならここの席と入れ替わる",
        ),
    ),
    setting(
        "delivers = \"improvement\"",
        Text::all(
            "handed over beside the minutes: improvement (of the material), synthesis (one text of many) or diagnosis",
            "纪要之外交付什么：improvement（改进后的材料）、synthesis（合为一份）或 diagnosis（诊断）",
            "議事録のほかに渡すもの：improvement（資料の改善版）、synthesis（一つにまとめたもの）、diagnosis（診断）",
        ),
    ),
    setting(
        "minutes = \"meetings\"",
        Text::all(
            "a folder in which every run leaves its minutes, also one that failed; or none",
            "每次运行都把纪要留在此文件夹，失败的也一样；none 表示不留",
            "失敗した実行も含め、毎回の議事録を残すフォルダ。残さないなら none",
        ),
    ),
    setting(
        "synthesizer = \"rehearsal\"",
        Text::all(
            "what writes the result; as in `quorate list agents`",
            "由谁撰写结果；见 `quorate list agents`",
            "結果をまとめるもの。`quorate list agents` を参照",
        ),
    ),
    setting(
        "summarizer = \"ollama:qwen3\"",
        Text::all(
            "what writes the rolling summary of context = \"summary:500\"; a rule does where there is none",
            "由谁撰写 context = \"summary:500\" 的滚动摘要；不设则按规则摘录",
            "context = \"summary:500\" のローリングサマリーを書くもの。なければ規則による抜粋",
        ),
    ),
    setting(
        "session = \"discussion\"",
        Text::all(
            "how long a gateway or an agent program keeps one session of its own: discussion or turn",
            "网关或智能体程序的会话保留多久：discussion（整个讨论）或 turn（每次发言）",
            "ゲートウェイやエージェントプログラムのセッションの長さ：discussion（議論全体）か turn（発言ごと）",
        ),
    ),
    setting(
        "base_url = \"http://127.0.0.1:8080/v1\"",
        Text::all(
            "where models are asked, if a spec gives no address",
            "未写地址的模型请求发往何处",
            "宛先のないモデルへの接続先",
        ),
    ),
    setting("key_file = \"key.txt\"", Text::all("the file that holds the key", "存放密钥的文件", "鍵を入れたファイル")),
    setting("temperature = 0.7", Text::all("of models, 0 to 2", "模型温度，0 到 2", "モデルの温度、0 から 2")),
    setting("max_tokens = 1000", Text::all("the longest answer", "回答的最大长度（词元）", "回答の最大長（トークン）")),
    setting(
        "window = 8192",
        Text::all("tokens that a model can read", "模型窗口（词元）", "モデルが読める長さ（トークン）"),
    ),
    setting("stream = true", Text::all("answers come piece by piece", "逐段接收回答", "回答を少しずつ受け取る")),
];
