//! What cards say in English alone (rules, knobs, agents, markers) in the other languages, for all who show them.

use quorate_strategies::brief::{Language, Text};

/// A text of a card in a language; as it is where there is no other here.
pub(crate) fn said(text: &str, language: Language) -> &str {
    CARDS.iter().find(|card| card.en == text).map_or(text, |card| card.get(language))
}

static CARDS: &[Text] = &[
    Text::all(
        "decided when all sides of a debate but one have conceded",
        "辩论各方中只剩一方没有认输时作出决定",
        "討論の各側のうち一つを除いてすべてが負けを認めたときに決まる",
    ),
    Text::all(
        "decided when more than half puts one option first",
        "超过一半将同一选项列为首选时作出决定",
        "過半数が同じ選択肢を第一希望に挙げたときに決まる",
    ),
    Text::all(
        "decided when the share of all voting weight that is for it meets the threshold",
        "赞成者占全部表决权重的比例达到阈值时作出决定",
        "賛成が議決権の重み全体に占める割合がしきい値に達したときに決まる",
    ),
    Text::all(
        "decided when at least two thirds of all voting weight agree in this round and nobody disagrees",
        "本轮至少三分之二的表决权重同意且无人不同意时作出决定",
        "このラウンドで議決権の重みの三分の二以上が同意し、不同意がないときに決まる",
    ),
    Text::all(
        "decided when at least two thirds put one option first",
        "至少三分之二将同一选项列为首选时作出决定",
        "三分の二以上が同じ選択肢を第一希望に挙げたときに決まる",
    ),
    Text::all(
        "decided when everybody puts one option first",
        "全体将同一选项列为首选时作出决定",
        "全員が同じ選択肢を第一希望に挙げたときに決まる",
    ),
    Text::all(
        "the least number of seats that must really have answered; 0 turns it off",
        "至少须有多少个席位实际作答；0 表示不限",
        "実際に回答していなければならない席の最少数。0 で無効",
    ),
    Text::all(
        "what a share is taken of: all voting weight, or only the ballots that count",
        "比例的分母：全部表决权重，或仅限有效的选票",
        "割合の分母。議決権の重み全体か、有効な票だけか",
    ),
    Text::all(
        "what a shared lead means: nothing, or that the option that stands first in the list leads",
        "并列领先如何处理：视为没有结果，或由列表中靠前的选项领先",
        "首位が並んだ場合の扱い。結果なしとするか、一覧で先にある選択肢を首位とするか",
    ),
    Text::all(
        "the percentage of all voting weight that has to be for it",
        "赞成者须占全部表决权重的百分比",
        "賛成が議決権の重み全体に占めるべき百分率",
    ),
    Text::all(
        "the percentage from which a count below the threshold is called partial",
        "低于阈值时，从哪个百分比起称为部分一致",
        "しきい値に届かない場合に、一部の合意と呼ぶ下限の百分率",
    ),
    Text::all(
        "whether the others speak one after the other or all at once",
        "其他席位是依次发言还是同时发言",
        "ほかの席が順番に発言するか、同時に発言するか",
    ),
    Text::all(
        "whether the expert opens every round, or the last sum-up serves as the opening from round 2 on",
        "专家是否每轮开场；否则从第 2 轮起以上一次小结作为开场",
        "専門家が毎ラウンド冒頭に発言するか、第2ラウンド以降は前回のまとめを冒頭発言とするか",
    ),
    Text::all("0 to 1000000", "0 至 1000000", "0から1000000"),
    Text::all("1 to 100", "1 至 100", "1から100"),
    Text::all("0 to 100", "0 至 100", "0から100"),
    Text::all("positions", "立场", "賛否"),
    Text::all("stances", "本轮表态", "態度表明"),
    Text::all("scores of decision points", "决策点评分", "論点の評点"),
    Text::all("ballots over options", "选项投票", "選択肢への投票"),
    Text::all("concessions of sides", "各方认输", "各側の負けの表明"),
    Text::all(
        "rules that read the material; no model",
        "按规则审阅材料，不使用模型",
        "規則で資料を読む。モデルは使用しない",
    ),
    Text::all(
        "seeded opinions that move by a stated rule; no model",
        "由随机种子生成、按公开规则变化的意见，不使用模型",
        "乱数シードから作り、公開の規則で動く意見。モデルは使用しない",
    ),
    Text::all("a model at ", "模型，地址为 ", "モデル。接続先は "),
    Text::all("AGREE, DISAGREE or NEUTRAL", "AGREE、DISAGREE 或 NEUTRAL", "AGREE、DISAGREE、NEUTRAL のいずれか"),
    Text::all(
        "PROPOSAL, OPINION, QUESTION, SUPPORT, OPPOSE, CLARIFY, SUMMARY or CONSENSUS",
        "PROPOSAL、OPINION、QUESTION、SUPPORT、OPPOSE、CLARIFY、SUMMARY 或 CONSENSUS",
        "PROPOSAL、OPINION、QUESTION、SUPPORT、OPPOSE、CLARIFY、SUMMARY、CONSENSUS のいずれか",
    ),
    Text::all("a whole number from 0 to 100", "0 至 100 的整数", "0から100の整数"),
    Text::all(
        "a point by its name or number, and 0 to 100 with up to two decimals; 85%, 17/20 and 8 out of 10 are read too",
        "决策点的名称或序号，以及 0 至 100、最多两位小数的分数；也能读取 85%、17/20 和 8 out of 10",
        "論点の名前または番号と、0から100（小数は2桁まで）。85%、17/20、8 out of 10 も読む",
    ),
    Text::all(
        "an option by its text, number or letter; A > B > C ranks, A, B approves; ABSTAIN is none of them",
        "选项的文字、序号或字母；A > B > C 表示排序，A, B 表示赞成多项；ABSTAIN 表示弃权",
        "選択肢の文言、番号または文字。A > B > C は順位、A, B は複数の承認、ABSTAIN は棄権",
    ),
    Text::all(
        "none; on a line of its own or at the end; a line that begins with CONCEDE and `.`, `:` or its end says the same",
        "无；须单独成行或置于末尾；以 CONCEDE 开头、其后为 `.`、`:` 或行尾的一行含义相同",
        "なし。単独の行か末尾に書く。CONCEDE で始まり `.`、`:` または行末が続く行も同じ意味",
    ),
    Text::all("none; on a line of its own or at the end", "无；须单独成行或置于末尾", "なし。単独の行か末尾に書く"),
    Text::all("a seat by its name", "席位名称", "席の名前"),
    Text::all(
        "any text; as many as there are ideas",
        "任意文字；有多少个想法就写多少个",
        "任意の文。アイデアの数だけ書ける",
    ),
    Text::all("any text", "任意文字", "任意の文"),
    Text::all("none; on a line of its own", "无；须单独成行", "なし。単独の行に書く"),
    Text::all(
        "decided when one option has more first choices than any other",
        "将某一选项列为首选者多于其他任何选项时作出决定",
        "ある選択肢の第一希望の票が他のどれより多いときに決まる",
    ),
    Text::all(
        "decided when more approve of one option than of any other",
        "认可某一选项者多于其他任何选项时作出决定",
        "ある選択肢を認める者が他のどれより多いときに決まる",
    ),
    Text::all(
        "decided when one option has the most points for its ranks",
        "某一选项按名次所得分数最高时作出决定",
        "順位による得点が最も高い選択肢があるときに決まる",
    ),
    Text::all(
        "decided when one option has more than half, the weakest being struck out until then",
        "逐轮淘汰最弱的选项，直到某一选项超过半数时作出决定",
        "最も弱い選択肢を順に外し、ある選択肢が過半数に達したときに決まる",
    ),
    Text::all(
        "decided when one option beats every other head to head",
        "某一选项在两两对决中胜过其他所有选项时作出决定",
        "一対一の比較で他のすべてに勝つ選択肢があるときに決まる",
    ),
    Text::all(
        "decided when one option has the most points, of which every seat spreads the same number",
        "各席位分配同样多的点数，某一选项得点最多时作出决定",
        "各席が同じ数の点を配分し、得点が最も多い選択肢があるときに決まる",
    ),
    Text::all(
        "how many points a seat may spread over the options",
        "每个席位可分配给各选项的点数",
        "一席が選択肢に配分できる点の数",
    ),
    Text::all("1 to 10000", "1 至 10000", "1から10000"),
    Text::all(
        "whether everybody votes over the collected ideas in the end, by a rule that counts options",
        "最后是否由所有人按统计选票的规则对收集到的创意投票",
        "最後に、集まった案へ全員が、票を数えるルールで投票するか",
    ),
    Text::all(
        "a person at this terminal; 300 s a turn by default",
        "坐在本终端前的真人；每次发言默认 300 秒",
        "この端末の前の人。発言1回につき既定で300秒",
    ),
    Text::all(
        "any program: the prompt on its stdin, the answer on its stdout (or stderr), without a shell, with this environment, in the folder of its file; say `command:claude -p` or `command:./bot.sh`",
        "任意程序：从标准输入读取提示，向标准输出（或标准错误）写出回答；不经过 shell，使用当前环境变量，在讨论文件所在目录运行；例如 `command:claude -p` 或 `command:./bot.sh`",
        "任意のプログラム。標準入力でプロンプトを受け取り、標準出力（または標準エラー）に回答を書く。シェルは介さず、現在の環境変数で、議論ファイルのあるフォルダーで動く。例：`command:claude -p`、`command:./bot.sh`",
    ),
    Text::all(
        "Claude Code, without tools, in an empty folder; its own login pays",
        "Claude Code，不提供工具，在空文件夹中运行；费用由其自身登录的账户承担",
        "Claude Code。ツールなし、空のフォルダーで動く。費用は Claude Code 自身のログインにかかる",
    ),
    Text::all(
        "Codex, without a shell and read-only, in an empty folder; its own login pays",
        "Codex，不提供 shell 且只读，在空文件夹中运行；费用由其自身登录的账户承担",
        "Codex。シェルなしの読み取り専用、空のフォルダーで動く。費用は Codex 自身のログインにかかる",
    ),
    Text::all(
        "Gemini CLI, all tools denied, in an empty folder; its own login pays",
        "Gemini CLI，禁用全部工具，在空文件夹中运行；费用由其自身登录的账户承担",
        "Gemini CLI。ツールはすべて禁止、空のフォルダーで動く。費用は Gemini CLI 自身のログインにかかる",
    ),
    Text::all(
        "OpenCode, all tools denied, in an empty folder; its own login pays",
        "OpenCode，禁用全部工具，在空文件夹中运行；费用由其自身登录的账户承担",
        "OpenCode。ツールはすべて禁止、空のフォルダーで動く。費用は OpenCode 自身のログインにかかる",
    ),
    Text::all(
        "any agent that speaks the Agent Client Protocol on its standard streams; one process a seat, given no tools and no files; say `acp:gemini --acp` or `acp:opencode acp`",
        "任何经标准输入输出使用 Agent Client Protocol 的智能体；每个席位一个进程，不提供工具和文件；例如 `acp:gemini --acp` 或 `acp:opencode acp`",
        "標準入出力で Agent Client Protocol を話す任意のエージェント。一席に一つのプロセスで、ツールもファイルも渡さない。例：`acp:gemini --acp`、`acp:opencode acp`",
    ),
    Text::all(
        "an agent of an OpenClaw gateway over its chat completions, by its id, on another machine with TLS only; the token from OPENCLAW_GATEWAY_TOKEN or `key_file`, the address from OPENCLAW_GATEWAY_URL, or ",
        "OpenClaw 网关中的智能体，按 ID 指定，经其 chat completions 接口访问；在其他机器上只能用 TLS；令牌取自 OPENCLAW_GATEWAY_TOKEN 或 `key_file`，地址取自 OPENCLAW_GATEWAY_URL，否则为 ",
        "OpenClaw ゲートウェイのエージェント。ID で指定し、chat completions で使う。別のマシンでは TLS のみ。トークンは OPENCLAW_GATEWAY_TOKEN か `key_file`、アドレスは OPENCLAW_GATEWAY_URL から取り、なければ ",
    ),
    Text::all(
        "an agent of an OpenClaw gateway on this machine, by its id; the address from OPENCLAW_GATEWAY_URL (ws://127.0.0.1:18789), the token from OPENCLAW_GATEWAY_TOKEN or `key_file`",
        "本机 OpenClaw 网关中的智能体，按 ID 指定；地址取自 OPENCLAW_GATEWAY_URL（ws://127.0.0.1:18789），令牌取自 OPENCLAW_GATEWAY_TOKEN 或 `key_file`",
        "このマシンの OpenClaw ゲートウェイのエージェント。ID で指定する。アドレスは OPENCLAW_GATEWAY_URL（ws://127.0.0.1:18789）、トークンは OPENCLAW_GATEWAY_TOKEN か `key_file` から取る",
    ),
];
