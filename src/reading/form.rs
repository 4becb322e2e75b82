//! What a reply lacks of the form that was asked for, so that its speaker can be asked for it once.

use quorate_strategies::{
    brief::Text,
    reading::{Ballot, ScoreRead, Stance, WarningCode},
    step::Form,
    turn::Message,
};

use super::{Table, known::Known};

/// What is wrong with the form of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongForm {
    /// Nothing was said, or the reply ended before it was whole.
    Incomplete,
    /// A structured answer could not be read.
    Malformed,
    /// The instruction was repeated instead of followed.
    Echo,
    /// The stance is missing; the text is what stood in its place.
    Stance(Option<String>),
    /// The vote is missing; the text is what was named instead of an option.
    Ballot(Option<String>),
    /// These decision points have no score.
    Scores(Vec<String>),
    /// A number stands in the prose, and in no form that counts.
    ProseScore(String),
}

/// What a message lacks of the form that was asked for, if anything; a pass lacks nothing.
#[must_use]
pub fn wrong_form(message: &Message, table: &Table<'_>) -> Option<WrongForm> {
    let reading = &message.reading;
    let noted = |code: WarningCode| reading.warnings.iter().find(|warning| warning.code == code);
    let about = |code: WarningCode| noted(code).and_then(|warning| warning.about.as_deref()).map(str::to_owned);
    if reading.pass.is_some() {
        return None;
    }
    let lacks = match table.form {
        Form::Free => None,
        Form::Stance => {
            let given = reading.stance.counted().is_some_and(|stance| *stance != Stance::Unknown);
            (!given).then(|| WrongForm::Stance(about(WarningCode::InvalidValue)))
        }
        Form::Ballot(_) | Form::Approval(_) | Form::Ranking(_) | Form::Points { .. } => {
            let ballot = reading.ballot.as_ref().and_then(|ballot| ballot.counted());
            let given = ballot.is_some_and(|ballot| can_count(table.form, ballot));
            (!given).then(|| WrongForm::Ballot(about(WarningCode::UnknownTarget)))
        }
        Form::Scores(points) => {
            scores(message, points.iter().map(AsRef::as_ref), table, about(WarningCode::ProseScore))
        }
    };
    if noted(WarningCode::Incomplete).is_some() {
        return Some(WrongForm::Incomplete);
    }
    lacks.map(|lacks| {
        if noted(WarningCode::Malformed).is_some() {
            WrongForm::Malformed
        } else if noted(WarningCode::Echo).is_some() {
            WrongForm::Echo
        } else {
            lacks
        }
    })
}

/// Whether a vote that was read is one that this form asks for: what no rule of the form counts is asked for again.
fn can_count(form: &Form, ballot: &Ballot) -> bool {
    match (form, ballot) {
        (Form::Approval(_), Ballot::Ranking(_) | Ballot::Points(_)) => false,
        (Form::Ranking(_), Ballot::Approval(_) | Ballot::Points(_)) => ballot.first().is_some(),
        (Form::Points { .. }, Ballot::Approval(_) | Ballot::Ranking(_)) => false,
        (Form::Points { most, .. }, Ballot::Points(given)) => {
            let sum: u64 = given.iter().map(|(_, points)| u64::from(*points)).sum();
            (1..=u64::from(*most)).contains(&sum)
        }
        _ => true,
    }
}

fn scores<'p>(
    message: &Message,
    points: impl Iterator<Item = &'p str>,
    table: &Table<'_>,
    in_prose: Option<String>,
) -> Option<WrongForm> {
    let known = Known::new(table);
    let has = |name: &str| {
        let number = known.point(name);
        let counted = |score: &&ScoreRead| score.from.counts() && score.value.is_some();
        message.reading.scores.iter().filter(counted).any(|score| Some(score.point) == number)
    };
    let missing: Vec<String> = points.filter(|name| !has(name)).map(str::to_owned).collect();
    match (missing.is_empty(), in_prose) {
        (true, _) => None,
        (false, Some(number)) => Some(WrongForm::ProseScore(number)),
        (false, None) => Some(WrongForm::Scores(missing)),
    }
}

impl WrongForm {
    /// What to tell the speaker, in the language of the discussion.
    #[must_use]
    pub fn text(&self, table: &Table<'_>) -> String {
        let known = Known::new(table);
        let options = list(known.options().iter().map(AsRef::as_ref));
        let (say, about) = match self {
            Self::Incomplete => (&INCOMPLETE, String::new()),
            Self::Malformed => (&MALFORMED, String::new()),
            Self::Echo => (&ECHO, String::new()),
            Self::Stance(_) => (&STANCE, String::new()),
            Self::Ballot(_) => match table.form {
                Form::Approval(_) => (&APPROVAL, options),
                Form::Ranking(_) => (&RANKING, options),
                Form::Points { .. } => (&POINTS, options),
                _ => (&BALLOT, options),
            },
            Self::Scores(points) => (&SCORES, list(points.iter().map(String::as_str))),
            Self::ProseScore(_) => (&PROSE, list(known.points().iter().map(AsRef::as_ref))),
        };
        let say = match table.form {
            Form::Points { most, .. } => say.get(table.language).replace("{most}", &most.to_string()),
            _ => say.get(table.language).to_owned(),
        };
        say.replace("{}", &about)
    }

    /// The text that stood where something else was needed, if there was one.
    #[must_use]
    pub fn found(&self) -> Option<&str> {
        match self {
            Self::Stance(found) | Self::Ballot(found) => found.as_deref(),
            Self::ProseScore(found) => Some(found),
            Self::Incomplete | Self::Malformed | Self::Echo | Self::Scores(_) => None,
        }
    }
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(" | ")
}

static INCOMPLETE: Text = Text::all(
    "Your reply ended before it was whole. Answer again, in fewer words.",
    "你的回复没有写完。请用更短的文字重新回答。",
    "回答が途中で終わっています。もっと短く答え直してください。",
);
static MALFORMED: Text = Text::all(
    "Your reply could not be read as JSON. Send one JSON object and nothing else.",
    "你的回复无法按 JSON 读取。请只发送一个 JSON 对象。",
    "回答を JSON として読めませんでした。JSON オブジェクトを一つだけ送ってください。",
);
static ECHO: Text = Text::all(
    "You repeated the choices instead of choosing. Name exactly one.",
    "你重复了可选项，没有作出选择。请只写其中一个。",
    "選択肢を繰り返しただけで選んでいません。一つだけ書いてください。",
);
static STANCE: Text = Text::all(
    "Your reply has no stance. End with exactly one line: [STANCE: AGREE], [STANCE: DISAGREE] or [STANCE: NEUTRAL].",
    "你的回复没有立场标记。请以恰好一行结尾：[STANCE: AGREE]、[STANCE: DISAGREE] 或 [STANCE: NEUTRAL]。",
    "回答に立場の印がありません。最後に一行だけ書いてください：[STANCE: AGREE]、[STANCE: DISAGREE] または [STANCE: NEUTRAL]。",
);
static BALLOT: Text = Text::all(
    "Your reply has no vote that can be read. Write [VOTE: …] with one of: {}",
    "你的回复没有可读取的投票。请写 [VOTE: …]，选项为：{}",
    "回答に読み取れる投票がありません。[VOTE: …] を次のいずれかで書いてください：{}",
);
static APPROVAL: Text = Text::all(
    "Your reply has no vote that can be read. Write [VOTE: …] with every one of these that you accept, or their numbers, \
     between commas: {}",
    "你的回复没有可读取的投票。请写 [VOTE: …]，列出以下选项中你认可的全部（或其编号），用逗号分隔：{}",
    "回答に読み取れる投票がありません。次のうち認めるものすべて（または番号）をコンマで区切って [VOTE: …] と書いてください：{}",
);
static RANKING: Text = Text::all(
    "Your reply has no vote that can be read. Write [VOTE: …] with these, or their numbers, best first, between > signs: {}",
    "你的回复没有可读取的投票。请写 [VOTE: …]，将以下选项（或其编号）由优到劣排列，用 > 分隔：{}",
    "回答に読み取れる投票がありません。次のもの（または番号）を良い順に > で区切って [VOTE: …] と書いてください：{}",
);
static POINTS: Text = Text::all(
    "Your reply has no vote that can be read. Write [VOTE: …] with points for these, or their numbers, as name: points \
     between commas, at most {most} points in all: {}",
    "你的回复没有可读取的投票。请写 [VOTE: …]，以“选项: 分数”的形式给以下选项（或其编号）打分，用逗号分隔，总分不超过 {most}：{}",
    "回答に読み取れる投票がありません。次のもの（または番号）に「選択肢: 点数」をコンマで区切って [VOTE: …] と書いてください。\
     合計は {most} 点までです：{}",
);
static SCORES: Text = Text::all(
    "These points have no score from 0 to 100: {}. Write one line for each: [SCORE point: 85].",
    "以下决策点没有 0 到 100 的评分：{}。请每点写一行：[SCORE 决策点: 85]。",
    "次の論点に 0 から 100 の評点がありません：{}。論点ごとに一行で書いてください：[SCORE 論点: 85]。",
);
static PROSE: Text = Text::all(
    "A number in a sentence is not counted. Write one line for each of {}: [SCORE point: 85].",
    "句子中的数字不计入评分。请为以下每一项写一行：{}，形式为 [SCORE 决策点: 85]。",
    "文中の数字は数えません。次のそれぞれについて一行で書いてください：{}。形式は [SCORE 論点: 85] です。",
);

impl std::fmt::Display for WrongForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let say = match self {
            Self::Incomplete => "the reply is not whole",
            Self::Malformed => "the structured answer cannot be read",
            Self::Echo => "the instruction was repeated",
            Self::Stance(_) => "the stance is missing",
            Self::Ballot(_) => "the vote is missing",
            Self::Scores(points) => return write!(f, "no score for {}", points.join(", ")),
            Self::ProseScore(number) => return write!(f, "the number {number} stands in prose and is not counted"),
        };
        f.write_str(say)
    }
}
