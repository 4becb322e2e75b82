//! What `doctor` and the choice of a model say, in every language; `{name}` is a hole that [`say`] fills.

use quorate_strategies::brief::{Language, Text};

/// A text with its holes filled. What fills them is never looked at for holes.
pub(in crate::command) fn say(text: &Text, language: Language, holes: &[(&str, &str)]) -> String {
    let mut said = String::new();
    let mut rest = text.get(language);
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else { break };
        said.push_str(before);
        let value = holes.iter().find(|(hole, _)| *hole == name).map(|(_, value)| *value);
        said.push_str(value.unwrap_or_default());
        rest = after;
    }
    said.push_str(rest);
    said
}

macro_rules! words {
    ($($name:ident: $en:literal, $zh:literal, $ja:literal;)+) => {
        $(pub(in crate::command) static $name: Text = Text::all($en, $zh, $ja);)+
    };
}

words! {
    NONE: "none", "没有", "ありません";
    COMMA: ", ", "、", "、";

    // What this machine offers.
    KEYS: "Keys in the environment (no value is shown or sent)",
        "环境变量中的密钥（不显示、不发送其内容）",
        "環境変数の鍵（値は表示も送信もしません）";
    KEY: "{variable}: a key for {provider}",
        "{variable}：{provider} 的密钥",
        "{variable}：{provider} の鍵";
    KEY_BLANK: "{variable} (for {provider}) is set and blank; put the key there, or unset it",
        "{variable}（{provider}）已设置但为空；请填入密钥，或取消该变量",
        "{variable}（{provider}）は設定されていますが空です。鍵を入れるか、変数を外してください";
    KEY_QUOTED: "{variable} (for {provider}) has quotation marks around its value, which would be sent along; take them away",
        "{variable}（{provider}）的值带有引号，会被一并发送；请去掉引号",
        "{variable}（{provider}）の値が引用符で囲まれており、そのまま送られます。引用符を外してください";
    KEY_ODD: "{variable} (for {provider}) holds a character that no key has, at position {position}; copy the key again",
        "{variable}（{provider}）的第 {position} 个字符不可能出现在密钥中；请重新复制密钥",
        "{variable}（{provider}）の {position} 文字目は鍵に使われない文字です。鍵をコピーし直してください";
    SERVERS: "Model servers on this machine (loopback only, {limit} ms each)",
        "本机的模型服务（仅限回环地址，每个最多 {limit} 毫秒）",
        "このマシンのモデルサーバー（ループバックのみ、各 {limit} ミリ秒まで）";
    NOT_PROBED: "not looked for, as --no-probe says", "按 --no-probe 的要求没有查找", "--no-probe により探していません";
    MODELS: "{name} at {address}, models that chat: {count}",
        "{name}（{address}）：{count} 个可对话的模型",
        "{name}（{address}）：対話できるモデル {count} 個";
    MORE_MODELS: "and as {first}: {names}", "同样可用（写法同 {first}）：{names}", "{first} と同じ書き方で：{names}";
    AND_MORE: "{names} and {count} more", "{names} 等，另有 {count} 个", "{names} ほか {count} 個";
    NO_MODELS: "{name} at {address}: it answers and has no model that chats",
        "{name}（{address}）：有应答，但没有可对话的模型",
        "{name}（{address}）：応答しますが、対話できるモデルがありません";
    PULL: "to have one: ollama pull qwen3:4b", "获取一个：ollama pull qwen3:4b", "入手するには：ollama pull qwen3:4b";
    OTHERS: "left out, as the server or their names say that they do something else, such as embeddings: {names}",
        "未列入（服务或名称表明其用途不是对话，例如向量嵌入）：{names}",
        "除外（サーバーの申告または名前から、埋め込みなど対話以外の用途と判断）：{names}";
    SOMETHING_ELSE: "{name} at {address}: something else answers there: {what}",
        "{name}（{address}）：应答的是别的程序：{what}",
        "{name}（{address}）：別のものが応答しています：{what}";
    PAGE: "a web page", "一个网页", "ウェブページ";
    REDIRECT: "a redirect, which was not followed", "一个重定向（没有跟随）", "リダイレクト（追跡していません）";
    STATUS: "HTTP {status}", "HTTP {status}", "HTTP {status}";
    STARTING: "HTTP 503, as servers say that still load their model; look again",
        "HTTP 503（仍在加载模型的服务会这样应答）；请稍后再查",
        "HTTP 503（モデルを読み込み中のサーバーの応答）。少し待ってもう一度お試しください";
    FOREIGN: "no list of models", "不是模型列表", "モデルの一覧ではありません";
    TOO_LONG: "more than 1 MiB", "超过 1 MiB", "1 MiB を超える応答";
    WANTS_KEY: "{name} at {address}: it wants a key, and none was sent",
        "{name}（{address}）：需要密钥，而这里没有发送任何密钥",
        "{name}（{address}）：鍵を求めています（鍵は送っていません）";
    LIVE: "{name} at {address}: its gateway runs; which agents it has it tells only with its token",
        "{name}（{address}）：网关正在运行；只有出示令牌才会列出智能体",
        "{name}（{address}）：ゲートウェイが動いています。エージェントの一覧はトークンがないと示されません";
    LIVE_HOW: "put its token into OPENCLAW_GATEWAY_TOKEN; `openclaw agents list` tells the agents",
        "请把令牌放入 OPENCLAW_GATEWAY_TOKEN；`openclaw agents list` 列出智能体",
        "トークンは OPENCLAW_GATEWAY_TOKEN に入れます。エージェントは `openclaw agents list` で分かります";
    SILENT: "{name} at {address}: no answer in time", "{name}（{address}）：未在时限内应答", "{name}（{address}）：時間内に応答なし";
    NOTHING: "{name} at {address}: nothing", "{name}（{address}）：没有", "{name}（{address}）：なし";
    ELSEWHERE: "{variable} names another machine, so nothing was sent there",
        "{variable} 指向另一台机器，因此没有向那里发送任何内容",
        "{variable} は別のマシンを指しているため、何も送っていません";
    UNUSABLE: "{variable} is no address that can be used here: it looks like http://127.0.0.1:8080/v1, without user, password or query",
        "{variable} 不是这里可用的地址：应形如 http://127.0.0.1:8080/v1，不含用户名、密码或查询参数",
        "{variable} はここで使えるアドレスではありません。http://127.0.0.1:8080/v1 のような形で、ユーザー名・パスワード・クエリなしで書きます";
    PROGRAMS: "Agent programs on the path (found by name, not started)",
        "PATH 中的智能体程序（仅按名称查找，未启动）",
        "PATH 上のエージェントプログラム（名前で見つけただけで、起動していません）";
    PROGRAM: "{name}: {path}", "{name}：{path}", "{name}：{path}";
    PROGRAM_HOW: "as its maker documents it, not tried here", "依其官方文档，此处未试用", "開発元の文書によるもので、ここでは試していません";
    PROGRAM_GATEWAY: "its agents answer through its gateway: `openclaw gateway run` starts it, and openclaw:AGENT names one",
        "其智能体通过网关作答：用 `openclaw gateway run` 启动网关，用 openclaw:AGENT 指定智能体",
        "エージェントはゲートウェイを通して答えます。`openclaw gateway run` で起動し、openclaw:AGENT で指定します";
    PROGRAM_NOT_HERE: "this build has no seats for programs", "此版本不支持程序席位", "このビルドにはプログラムの席がありません";
    EMPTY: "No model was found. Without one, every seat is a checklist or a rehearsal, and every output says so:",
        "没有找到模型。没有模型时，所有席位都是检查清单或排演，并且每份输出都会注明：",
        "モデルは見つかりませんでした。モデルがない場合、席はすべてチェックリストかリハーサルになり、どの出力にもそう書かれます：";
    INSTALL: "To have one on this machine, install Ollama (https://ollama.com/download), then:",
        "要在本机使用模型，请安装 Ollama（https://ollama.com/download），然后：",
        "このマシンでモデルを使うには、Ollama（https://ollama.com/download）をインストールしてから：";
    SET_KEY: "For a service, put its key into a variable such as OPENAI_API_KEY or ANTHROPIC_API_KEY, then:",
        "要使用在线服务，请把密钥放入 OPENAI_API_KEY 或 ANTHROPIC_API_KEY 等变量，然后：",
        "サービスを使うには、OPENAI_API_KEY や ANTHROPIC_API_KEY などの変数に鍵を入れてから：";
    TRY: "Whether a model answers in the form that is needed: quorate doctor {preset} --model SPEC",
        "检查模型能否按所需格式回答：quorate doctor {preset} --model SPEC",
        "モデルが必要な形式で答えるかを調べるには：quorate doctor {preset} --model SPEC";

    // The backends of a discussion.
    RESULT: "the result", "结果", "結果";
    BACKEND: "{seats}: {backend}", "{seats}：{backend}", "{seats}：{backend}";
    EMBEDDED: "ok: part of quorate, no model; there is nothing to reach",
        "正常：quorate 自带，不是模型，无需连接",
        "正常：quorate に組み込まれており、モデルではなく、接続先はありません";
    PERSON: "ok: a person, who is asked at the terminal", "正常：由人在终端回答", "正常：人が端末で答えます";
    IN_FORM: "ok: it answered in the form: stance {stance}, read from {from}; {requests} request",
        "正常：按格式作答：立场 {stance}，读自{from}；请求 {requests} 次",
        "正常：形式どおりに答えました：立場 {stance}、読み取り元は{from}。リクエスト {requests} 回";
    REPAIRED: "ok: it answered in the form when it was asked for it once more: stance {stance}, read from {from}; {requests} requests",
        "正常：再次要求后按格式作答：立场 {stance}，读自{from}；请求 {requests} 次",
        "正常：もう一度求めると形式どおりに答えました：立場 {stance}、読み取り元は{from}。リクエスト {requests} 回";
    OUT_OF_FORM: "not in the form: it answered, and no stance could be counted (read from: {from}; requests: {requests}); it began: {said}",
        "格式不符：有回答，但立场无法计入（读自：{from}；请求 {requests} 次）；回答开头：{said}",
        "形式不一致：回答はありましたが、立場を数えられません（読み取り元：{from}、リクエスト {requests} 回）。回答の冒頭：{said}";
    OUT_OF_FORM_NEXT: "such a seat's stance counts as unknown; try a larger model, or give it more room with --set max_tokens=N",
        "这样的席位立场按未知计；请换用更大的模型，或用 --set max_tokens=N 给它更多空间",
        "この席の立場は不明として数えられます。より大きなモデルにするか、--set max_tokens=N で長さに余裕を持たせてください";
    TOOK: "it took {seconds} s", "用时 {seconds} 秒", "所要時間 {seconds} 秒";
    UNREACHABLE: "unreachable: {cause}", "无法连接：{cause}", "接続できません：{cause}";
    NO_ANSWER: "no answer: {cause}", "没有回答：{cause}", "回答なし：{cause}";
    UNLISTED: "not there: its server answers and does not list this model; it lists {names}",
        "不存在：服务有应答，但未列出此模型；列出的有：{names}",
        "ありません：サーバーは応答しますが、このモデルは一覧にありません。一覧：{names}";
    LISTS_NOTHING: "not there: its server answers and lists no model",
        "不存在：服务有应答，但没有列出任何模型",
        "ありません：サーバーは応答しますが、一覧にモデルが一つもありません";
    LISTED: "not asked: its server lists the model; --ask asks it one trial question, which may cost money",
        "未询问：服务列出了该模型；--ask 会提一个试问题，可能产生费用",
        "未確認：サーバーの一覧にモデルがあります。--ask で試しの質問を一つしますが、費用がかかることがあります";
    RUNS_LOGGED_IN: "not asked: {version} runs here and says that it is logged in; --ask asks it one trial question, which may cost money",
        "未询问：{version} 可在本机运行，并称已登录；--ask 会提一个试问题，可能产生费用",
        "未確認：{version} はこのマシンで動き、ログイン済みと答えました。--ask で試しの質問を一つしますが、費用がかかることがあります";
    RUNS: "not asked: {version} runs here, and only a question would tell whether it is logged in; --ask asks one, which may cost money",
        "未询问：{version} 可在本机运行，但只有提问才能知道是否已登录；--ask 会提一个问题，可能产生费用",
        "未確認：{version} はこのマシンで動きますが、ログイン済みかどうかは質問しないと分かりません。--ask で一つ質問しますが、費用がかかることがあります";
    MET: "not asked: it is ready after {seconds} s, and says it is {who}; --ask asks it one trial question, which may cost money",
        "未询问：{seconds} 秒后就绪，自称 {who}；--ask 会提一个试问题，可能产生费用",
        "未確認：{seconds}秒で用意ができ、{who}と名乗っています。--ask で試しの質問を一つしますが、費用がかかることがあります";
    NOT_ASKED: "not asked: only a question would tell whether it is there; --ask asks one, which may cost money",
        "未询问：只有提问才能知道它是否可用；--ask 会提一个问题，可能产生费用",
        "未確認：使えるかどうかは質問しないと分かりません。--ask で一つ質問しますが、費用がかかることがあります";
    NOT_SENT: "not asked, as --no-probe says", "按 --no-probe 的要求未询问", "--no-probe により未確認です";
    STRUCTURED: "structured output", "结构化输出", "構造化出力";
    MARKER: "a marker", "标记", "マーカー";
    LABEL: "a labelled number", "带标签的数字", "ラベル付きの数値";
    GUESS: "a guess from its words", "措辞中的猜测", "文面からの推測";
    NOWHERE: "nowhere", "无", "なし";
    ASKING: "asking {backend} one trial question: at most {requests} requests and {seconds} s",
        "向 {backend} 提一个试问题：最多 {requests} 次请求、{seconds} 秒",
        "{backend} に試しの質問を一つします：最大 {requests} リクエスト、{seconds} 秒";
    ASKING_PROGRAM: "asking {backend} one trial question: at most {requests} runs of {seconds} s together; what they cost is not known",
        "向 {backend} 提一个试问题：最多运行 {requests} 次，合计 {seconds} 秒；费用未知",
        "{backend} に試しの質問を一つします：最大 {requests} 回の実行、合わせて {seconds} 秒。費用は分かりません";
    ASKING_PAID: "asking {backend} one trial question, which may cost money: at most {requests} requests, about {read} tokens read and {written} written",
        "向 {backend} 提一个试问题，可能产生费用：最多 {requests} 次请求，约读取 {read} 个、写出 {written} 个 token",
        "{backend} に試しの質問を一つします。費用がかかることがあります：最大 {requests} リクエスト、読み取り約 {read}・書き出し約 {written} トークン";

    // Before and after a run.
    FOUND_KEY: "found {variable}; to put a model on every seat: `{command}`",
        "找到 {variable}；让每个席位都用模型：`{command}`",
        "{variable} が見つかりました。すべての席にモデルを置くには：`{command}`";
    FOUND_SERVER: "found {name} at {address}; to put a model on every seat: `{command}`",
        "找到 {name}（{address}）；让每个席位都用模型：`{command}`",
        "{name}（{address}）が見つかりました。すべての席にモデルを置くには：`{command}`";
    FOUND_NO_KEY: "no model API key found", "环境变量中没有模型服务的密钥", "環境変数にモデルの鍵はありません";
    DOCTOR_LOOKS: "`quorate doctor` looks for models on this machine and says how to use them; `--model SPEC` puts one on every seat",
        "`quorate doctor` 会查找本机可用的模型并说明用法；`--model SPEC` 让每个席位都用它",
        "`quorate doctor` はこのマシンで使えるモデルを探し、使い方を示します。`--model SPEC` ですべての席に置けます";
    WHICH: "which model? a number, or a spec such as openai:MODEL or openai@URL:MODEL; nothing means none",
        "使用哪个模型？请输入编号，或 openai:MODEL、openai@URL:MODEL 这样的写法；直接回车表示不用",
        "どのモデルを使いますか。番号か、openai:MODEL、openai@URL:MODEL のような書き方で入力してください。何も入力しなければ使いません";
    CHOICE_KEY: "{provider}:MODEL, with the key in {variable}", "{provider}:MODEL，密钥在 {variable} 中", "{provider}:MODEL（鍵は {variable}）";
    WHICH_OF: "which model of {provider}? nothing means none", "使用 {provider} 的哪个模型？直接回车表示不用", "{provider} のどのモデルを使いますか。何も入力しなければ使いません";
    NO_SUCH: "there is no number {number}", "没有编号 {number}", "番号 {number} はありません";
    NOTHING_FOUND: "found no key, no model server on this machine and no agent program",
        "没有找到密钥、本机模型服务或智能体程序",
        "鍵も、このマシンのモデルサーバーも、エージェントプログラムも見つかりませんでした";
    MAY_COST: "{names} may cost money: at most {turns} turns of models, {requests} requests with all retries and repairs; `quorate check` shows tokens",
        "{names} 可能产生费用：模型最多发言 {turns} 次，含全部重试与修正最多 {requests} 次请求；`quorate check` 显示 token 数",
        "{names} は費用がかかることがあります：モデルの発言は最大 {turns} 回、再試行と修正を含めて最大 {requests} リクエスト。トークン数は `quorate check` で分かります";
    MANY_TURNS: "up to {turns} turns of models and programs are ahead",
        "接下来最多会有 {turns} 次模型或程序的发言",
        "この先、モデルやプログラムの発言が最大 {turns} 回あります";
    BEGIN: "begin? [y/N]", "开始吗？[y/N]", "始めますか。[y/N]";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_what_fills_them_stays_as_it_is() {
        let text = Text::all("{a} and {b}", "", "");
        assert_eq!(say(&text, Language::En, &[("a", "{b}"), ("b", "x")]), "{b} and x");
        assert_eq!(say(&Text::all("open { brace", "", ""), Language::En, &[]), "open { brace");
    }
}
