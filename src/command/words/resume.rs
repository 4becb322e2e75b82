//! What is said of records that are gone on with or replayed, in every language.

#[derive(Debug)]
pub(in crate::command) struct ResumeWords {
    pub(in crate::command) goes_on: &'static str,
    pub(in crate::command) same: &'static str,
    pub(in crate::command) prompts_skipped: &'static str,
    pub(in crate::command) skipped: &'static str,
    pub(in crate::command) differs: &'static str,
    pub(in crate::command) setting: &'static str,
    pub(in crate::command) prompt: &'static str,
    /// A result or decision names a message that nobody wrote.
    pub(in crate::command) citation: &'static str,
}

pub(super) const EN: ResumeWords = ResumeWords {
    goes_on: "goes on with {id}: {n} turns were answered before and are not asked again",
    same: "same: {events} events; {steps} steps, {verdicts} verdicts, {prompts} prompts and {readings} readings are as \
           recorded{skipped}; nobody was asked",
    prompts_skipped: ", {n} prompts of an earlier version not made again",
    skipped: ", {n} replies read by another version of the reader not read again",
    differs: "differs first: {why}",
    setting: "event {seq}: {key} was {was} and would be {would}",
    prompt: "event {seq}: turn {turn} was asked with the prompt of hash {was}, and would be with {would}",
    citation: "event {seq}: it rests on message #{turn}, which nobody wrote",
};

pub(super) const ZH: ResumeWords = ResumeWords {
    goes_on: "继续讨论 {id}：此前已答复 {n} 次，不会再问",
    same: "相同：{events} 个事件；{steps} 个步骤、{verdicts} 次裁定、{prompts} 个提示和 {readings} 次读取均与记录一致{skipped}；没有提问任何人",
    prompts_skipped: "，{n} 个早期版本的提示未重新生成",
    skipped: "，{n} 个由其他版本读取的回答未重新读取",
    differs: "首个不同：{why}",
    setting: "事件 {seq}：{key} 原为 {was}，现为 {would}",
    prompt: "事件 {seq}：第 {turn} 次发言当时的提示哈希为 {was}，现为 {would}",
    citation: "事件 {seq}：所依据的消息 #{turn} 并不存在",
};

pub(super) const JA: ResumeWords = ResumeWords {
    goes_on: "{id} を続けます。これまでの {n} 回の回答はもう一度尋ねません",
    same: "同じ：イベント {events} 件。手順 {steps}、判定 {verdicts}、プロンプト {prompts}、読み取り {readings} は記録のとおりです{skipped}。誰にも尋ねていません",
    prompts_skipped: "（以前の版のプロンプト {n} 件は作り直していません）",
    skipped: "（別の版が読み取った回答 {n} 件は読み直していません）",
    differs: "最初の違い：{why}",
    setting: "イベント {seq}：{key} は {was} でしたが、{would} になります",
    prompt: "イベント {seq}：{turn} 回目の発言のプロンプトのハッシュは {was} でしたが、{would} になります",
    citation: "イベント {seq}：根拠とされるメッセージ #{turn} は存在しません",
};
