//! What a person at the terminal is told, in each language.

use quorate_strategies::brief::Text;

pub(super) static HEAD: Text = Text::all(
    "{name}, it is your turn · round {round} of at most {most} · {time} left",
    "{name}，轮到你了 · 第 {round} 轮，最多 {most} 轮 · 剩余 {time}",
    "{name}さんの番です · 第 {round} ラウンド（最大 {most}）· 残り {time}",
);
pub(super) static SECONDS: Text = Text::all("{n} s", "{n} 秒", "{n} 秒");
pub(super) static MINUTES: Text = Text::all("{n} min", "{n} 分钟", "{n} 分");
pub(super) static TOPIC: Text = Text::all("Topic", "主题", "議題");
pub(super) static SIDE: Text = Text::all("You argue for", "你的立场", "あなたの立場");
pub(super) static MATERIAL: Text =
    Text::all("Material, for you to open", "材料（请自行打开）", "資料（各自で開いてください）");
pub(super) static BYTES: Text = Text::all("{name} ({n} bytes)", "{name}（{n} 字节）", "{name}（{n} バイト）");
pub(super) static KEPT: Text = Text::all(
    "Your answer is kept, and one thing is missing; type only that. {wrong}",
    "你的回答已保留，只缺一项；请只补充这一项。{wrong}",
    "回答は残してあります。足りないものだけを入力してください。{wrong}",
);
pub(super) static HOW: Text = Text::all(
    "How to answer: type your words, in as many lines as you like; an empty line ends the answer. An empty line alone is a pass.\nOnly lines like these count; words in a sentence do not:",
    "如何回答：输入你的发言，行数不限；空行结束。只输入空行表示放弃发言。\n只有以下形式的行才计入，句子里的词不计：",
    "答え方：何行でも入力でき、空行で終わります。空行だけなら見送りです。\n次のような行だけが数えられ、文中の言葉は数えられません：",
);
pub(super) static STANCE: Text = Text::all(
    "  /agree, /disagree or /neutral: whether you accept what is proposed, as it stands",
    "  /agree（同意）、/disagree（反对）、/neutral（中立）：是否接受当前的提议",
    "  /agree（賛成）、/disagree（反対）、/neutral（中立）：今の提案を受け入れるか",
);
pub(super) static CONCEDE: Text =
    Text::all("  /concede: you give up your side", "  /concede：你方认输", "  /concede：自分の側の負けを認める");
pub(super) static CLOSE: Text =
    Text::all("  /close: the discussion ends here", "  /close：讨论到此结束", "  /close：議論をここで終える");
pub(super) static VOTE: Text = Text::all(
    "  /vote OPTION, by its number or its words:",
    "  /vote 选项（编号或原文）：",
    "  /vote 選択肢（番号または文言）：",
);
pub(super) static APPROVE: Text = Text::all(
    "  /vote OPTION, OPTION, …: every one that you accept, by its number or its words:",
    "  /vote 选项, 选项, …：你认可的每一项（编号或原文）：",
    "  /vote 選択肢, 選択肢, …：認められるものすべて（番号または文言）：",
);
pub(super) static RANK: Text = Text::all(
    "  /vote OPTION > OPTION > …: in your order, best first, by number or words:",
    "  /vote 选项 > 选项 > …：按你的顺序，最好的在前（编号或原文）：",
    "  /vote 選択肢 > 選択肢 > …：良い順に（番号または文言）：",
);
pub(super) static SPREAD: Text = Text::all(
    "  /vote OPTION: POINTS, …: {most} points in all, by number or words of:",
    "  /vote 选项: 点数, …：合计 {most} 点（编号或原文）：",
    "  /vote 選択肢: 点数, …：合計 {most} 点（番号または文言）：",
);
pub(super) static SCORE: Text = Text::all(
    "  /score POINT NUMBER, from 0 to 100, for each of:",
    "  /score 决策点 分数（0 到 100），逐项填写：",
    "  /score 論点 評点（0 から 100）、次のそれぞれについて：",
);
pub(super) static DROPPED: Text = Text::all(
    "(Dropped, as typed before the question was shown: {n} line(s).)",
    "（已丢弃在问题显示之前输入的 {n} 行。）",
    "（質問が表示される前に入力された {n} 行は捨てました。）",
);
pub(super) static NOT_TAKEN: Text = Text::all(
    "(Not taken; it is written {usage}. Go on with your answer.)",
    "（未接受；写法是 {usage}。请继续回答。）",
    "（受け付けませんでした。書き方は {usage} です。続けてください。）",
);
pub(super) static UNKNOWN: Text = Text::all(
    "(Not taken; there is no {word}, but {forms}. Go on with your answer.)",
    "（未接受；没有 {word} 这种写法，可用的有：{forms}。请继续回答。）",
    "（受け付けませんでした。{word} という書き方はありません。使用できるもの：{forms}。続けてください。）",
);
pub(super) static DID_YOU_MEAN: Text = Text::all(
    "(Not taken; “{name}” is no option. Did you mean “{near}”? Go on with your answer.)",
    "（未接受；没有“{name}”这个选项。是否指“{near}”？请继续回答。）",
    "（受け付けませんでした。「{name}」という選択肢はありません。「{near}」のことですか。続けてください。）",
);
pub(super) static NO_OPTION: Text = Text::all(
    "(Not taken; “{name}” is no option. Go on with your answer. The options are:{options})",
    "（未接受；没有“{name}”这个选项。请继续回答。可选的有：{options}）",
    "（受け付けませんでした。「{name}」という選択肢はありません。続けてください。選択肢：{options}）",
);
pub(super) static NEARLY_UP: Text = Text::all(
    "({time} left: end your answer with an empty line.)",
    "（剩余 {time}：请用空行结束回答。）",
    "（残り {time}：空行で回答を終えてください。）",
);
pub(super) static TOO_LATE: Text = Text::all(
    "(Too late: the time is up and the question is withdrawn. What you have typed does not count.)",
    "（太迟了：时间已到，问题已撤回。已输入的内容不计。）",
    "（時間切れです。質問は取り下げられ、入力した内容は数えられません。）",
);
pub(super) static WITHDRAWN: Text = Text::all(
    "(The question is withdrawn: the discussion has ended. What you have typed does not count.)",
    "（问题已撤回：讨论已结束。已输入的内容不计。）",
    "（質問は取り下げられました。議論は終わりました。入力した内容は数えられません。）",
);
pub(super) static GONE: Text = Text::all(
    "(The input has ended: nobody is asked here any more.)",
    "（输入已结束：此后不再提问。）",
    "（入力が終わりました。以後ここでは質問しません。）",
);
