//! What a rehearsing seat says, in every language; what stands in braces is filled in.

use quorate_strategies::brief::Text;

pub(super) static LEAD: Text = Text::all(
    "(rehearsal) From the view of {field}:",
    "（排演）从{field}的角度看：",
    "（リハーサル）{field}の立場から：",
);
pub(super) static LABEL: Text = Text::all("(rehearsal)", "（排演）", "（リハーサル）");
pub(super) static JUDGE: Text = Text::all(
    "The arguments of \"{option}\" weigh more here.",
    "“{option}”一方的论据在此更有分量。",
    "ここでは「{option}」の側の論拠がより重い。",
);
pub(super) static VOTE: Text =
    Text::all("\"{option}\" fits best.", "“{option}”最合适。", "「{option}」が最も合っています。");
pub(super) static DISAGREE: Text = Text::all(
    "\"{topic}\" is not ready; name what could go wrong first.",
    "“{topic}”还不成熟，应先说明可能出什么问题。",
    "「{topic}」はまだ熟していません。何がうまくいかない恐れがあるかを先に挙げてください。",
);
pub(super) static PROPOSE: Text = Text::all(
    "take \"{topic}\" in small steps, and check after each.",
    "“{topic}”宜分小步推进，每步之后检查一次。",
    "「{topic}」は小さな段階に分けて進め、段階ごとに確認しましょう。",
);
pub(super) static UNDECIDED: Text = Text::all(
    "there is something on both sides of \"{topic}\".",
    "“{topic}”正反两面都有道理。",
    "「{topic}」にはどちらの側にも理があります。",
);
pub(super) static AGREE: Text = Text::all(
    "what is on the table for \"{topic}\" will do.",
    "关于“{topic}”，目前的方案可行。",
    "「{topic}」については、今出ている案で足ります。",
);
pub(super) static SIDE: Text = Text::all("this side", "本方", "こちらの側");
pub(super) static CONCEDE: Text = Text::all(
    "the strongest point against \"{side}\" stands.",
    "针对“{side}”的最有力论点无法驳倒。",
    "「{side}」への最も強い反論は崩せません。",
);
pub(super) static ARGUE: Text = Text::all(
    "\"{side}\" explains what is known with the fewest assumptions.",
    "“{side}”用最少的假设解释了已知情况。",
    "「{side}」は最も少ない仮定で既知の事柄を説明します。",
);
pub(super) static NOBODY: Text =
    Text::all("nobody objects to \"{topic}\".", "无人反对“{topic}”。", "「{topic}」に反対する人はいません。");
pub(super) static DOUBT: Text = Text::all(
    "nobody else objects, and one doubt of mine stays.",
    "其他人没有异议，但我还有一点疑虑。",
    "ほかに異論はありませんが、私には一つ疑問が残ります。",
);
pub(super) static OPPOSED: Text = Text::all(
    "{open} of those heard object; that stays open.",
    "听到的发言中有 {open} 条反对，此点仍未解决。",
    "聞いた発言のうち {open} 件が反対で、その点は未解決です。",
);

/// Ways to turn a thing over that fit any topic.
pub(super) static TURNS: [Text; 8] = [
    Text::all("do the opposite of the usual", "反其道而行之", "いつもと逆のことをする"),
    Text::all("drop the most expensive part", "去掉最贵的部分", "最も費用のかかる部分をやめる"),
    Text::all("let the users build it", "让使用者自己来做", "利用者に作ってもらう"),
    Text::all("join it with something next door", "与旁边的事物结合", "隣にあるものと組み合わせる"),
    Text::all("make it ten times smaller", "缩小到十分之一", "十分の一の大きさにする"),
    Text::all("borrow how nature does it", "借鉴大自然的做法", "自然のやり方を借りる"),
    Text::all("do it in one day", "一天之内完成", "一日でやり切る"),
    Text::all("make it a game", "做成游戏", "ゲームにする"),
];
