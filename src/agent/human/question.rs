//! A question as a person is shown it: whose turn it is, what was said, the task, and how to answer.

use std::{fmt::Write as _, time::Duration};

use quorate_strategies::{brief::Language, step::Form};

use super::{
    shorthand,
    words::{
        APPROVE, BYTES, CLOSE, CONCEDE, DROPPED, GONE, HEAD, HOW, KEPT, MATERIAL, MINUTES, NEARLY_UP, NOT_TAKEN, RANK,
        SCORE, SECONDS, SIDE, SPREAD, STANCE, TOO_LATE, TOPIC, UNKNOWN, VOTE, WITHDRAWN,
    },
};
use crate::agent::{Again, Request};

/// The whole question. What others said stands behind a bar, so none of it passes for a part of the question.
pub(super) fn text(request: &Request<'_>) -> String {
    let language = request.brief.language;
    let mut out = String::new();
    head(&mut out, request, language);
    match request.again {
        Some(Again::Repair { wrong, .. }) => {
            paragraph(&mut out, &fill(KEPT.get(language), &[("wrong", &in_short_forms(wrong))]));
        }
        _ => {
            brief(&mut out, request, language);
            paragraph(&mut out, &readable(request.user));
        }
    }
    paragraph(&mut out, &how_to_answer(request, language));
    out
}

/// What is missing, with the markers that models write as the short forms that people type.
fn in_short_forms(wrong: &str) -> String {
    const SHORT: [(&str, &str); 7] = [
        ("[STANCE: AGREE]", "/agree"),
        ("[STANCE: DISAGREE]", "/disagree"),
        ("[STANCE: NEUTRAL]", "/neutral"),
        ("[VOTE: …]", "/vote …"),
        ("[SCORE point: 85]", "/score point 85"),
        ("[SCORE 决策点: 85]", "/score 决策点 85"),
        ("[SCORE 論点: 85]", "/score 論点 85"),
    ];
    SHORT.iter().fold(wrong.to_owned(), |text, (marker, short)| text.replace(marker, short))
}

/// Writing to a string cannot fail; the same holds below.
fn paragraph(out: &mut String, text: &str) {
    let _ = write!(out, "\n{}\n", text.trim());
}

fn head(out: &mut String, request: &Request<'_>, language: Language) {
    let name = one_line(&request.seat.name);
    let (round, most) = (request.round.to_string(), request.max_rounds.to_string());
    let time = time(request.time_left, language);
    let filled = fill(HEAD.get(language), &[("name", &name), ("round", &round), ("most", &most), ("time", &time)]);
    let _ = write!(out, "\n──── {filled} ────\n");
}

/// The brief, until the person has spoken: later it would only be in the way.
fn brief(out: &mut String, request: &Request<'_>, language: Language) {
    if request.heard.iter().any(|heard| heard.speaker == request.id) {
        return;
    }
    let brief = request.brief;
    let mut lines = format!("{}\n  {}", TOPIC.get(language), one_line(&brief.topic));
    for line in brief.background.lines() {
        let _ = write!(lines, "\n  {line}");
    }
    if let Some(side) = &request.seat.side {
        let _ = write!(lines, "\n{}\n  {}", SIDE.get(language), one_line(side));
    }
    if !brief.material.is_empty() {
        let _ = write!(lines, "\n{}", MATERIAL.get(language));
        for material in &brief.material {
            let (name, bytes) = (one_line(&material.name), material.text.len().to_string());
            let _ = write!(lines, "\n  {}", fill(BYTES.get(language), &[("name", &name), ("n", &bytes)]));
        }
    }
    paragraph(out, &lines);
}

/// The prompt with its quotations set behind bars instead of between tags.
///
/// The tags of a discussion carry one number that no quoted text can hold, and the first tag is no quotation yet: so
/// the number is the first one's.
fn readable(prompt: &str) -> String {
    let number = prompt.lines().find_map(|line| Tag::of(line, None)).map(|tag| tag.number);
    let mut out = String::with_capacity(prompt.len());
    let mut inside = false;
    for line in prompt.lines() {
        match number.and_then(|number| Tag::of(line, Some(number))) {
            Some(Tag { described: Some(what), .. }) => {
                inside = true;
                let _ = writeln!(out, "  {what}");
            }
            Some(_) => inside = false,
            None if inside => {
                let _ = writeln!(out, "  │ {line}");
            }
            None => {
                let _ = writeln!(out, "{}", line.trim_start_matches("# "));
            }
        }
    }
    out
}

/// A line that opens or closes a quotation: `<msg-12345678 #2 Bob, round 1>`, `</msg-12345678>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tag<'p> {
    number: &'p str,
    /// What an opening one says of the quotation.
    described: Option<&'p str>,
}

impl<'p> Tag<'p> {
    fn of(line: &'p str, wanted: Option<&str>) -> Option<Self> {
        let inner = line.strip_prefix('<')?.strip_suffix('>')?;
        let (inner, closes) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
        let (name, rest) = inner.split_once('-')?;
        let (number, described) = rest.split_once(' ').unwrap_or((rest, ""));
        let plain = name.bytes().all(|byte| byte.is_ascii_lowercase()) && number.bytes().all(|b| b.is_ascii_digit());
        let fits = plain && number.len() == 8 && wanted.is_none_or(|wanted| wanted == number);
        fits.then_some(Self { number, described: (!closes).then_some(described) })
    }
}

fn how_to_answer(request: &Request<'_>, language: Language) -> String {
    let mut out = HOW.get(language).to_owned();
    match request.form {
        Form::Ballot(options) | Form::Approval(options) | Form::Ranking(options) | Form::Points { options, .. } => {
            let _ = write!(out, "\n{}", how_to_vote(request.form, language));
            for (at, option) in options.iter().enumerate() {
                let _ = write!(out, "\n    {}. {}", at + 1, one_line(option));
            }
        }
        Form::Scores(points) => {
            let _ = write!(out, "\n{}", SCORE.get(language));
            for point in points.iter() {
                let _ = write!(out, "\n    {}", one_line(point));
            }
        }
        Form::Free | Form::Stance if request.seat.side.is_some() => {
            let _ = write!(out, "\n{}", CONCEDE.get(language));
        }
        Form::Free | Form::Stance => {
            let _ = write!(out, "\n{}", STANCE.get(language));
        }
    }
    let leads = matches!(request.task, "sum-up" | "conclude");
    if leads && request.closing.is_none() {
        let _ = write!(out, "\n{}", CLOSE.get(language));
    }
    out
}

fn how_to_vote(form: &Form, language: Language) -> String {
    match form {
        Form::Approval(_) => APPROVE.get(language).to_owned(),
        Form::Ranking(_) => RANK.get(language).to_owned(),
        Form::Points { most, .. } => fill(SPREAD.get(language), &[("most", &most.to_string())]),
        Form::Ballot(_) | Form::Free | Form::Stance | Form::Scores(_) => VOTE.get(language).to_owned(),
    }
}

/// Said when lines came before their question.
pub(super) fn dropped(language: Language, lines: usize) -> String {
    fill(DROPPED.get(language), &[("n", &lines.to_string())])
}

/// Said when a short form cannot be taken.
pub(super) fn not_taken(language: Language, usage: &str) -> String {
    fill(NOT_TAKEN.get(language), &[("usage", usage)])
}

/// Said when a word behind a slash is none of the short forms.
pub(super) fn unknown(language: Language, word: &str) -> String {
    let forms = shorthand::usages().collect::<Vec<_>>().join(", ");
    fill(UNKNOWN.get(language), &[("word", word), ("forms", &forms)])
}

/// Said when the time is nearly up.
pub(super) fn nearly_up(language: Language, left: Duration) -> String {
    fill(NEARLY_UP.get(language), &[("time", &time(left, language))])
}

/// Said when the time is up.
pub(super) fn too_late(language: Language) -> &'static str {
    TOO_LATE.get(language)
}

/// Said when the discussion needs no answer any more.
pub(super) fn withdrawn(language: Language) -> &'static str {
    WITHDRAWN.get(language)
}

/// Said when the input has ended.
pub(super) fn gone(language: Language) -> &'static str {
    GONE.get(language)
}

fn time(left: Duration, language: Language) -> String {
    let seconds = u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
    let (number, unit) = if seconds < 120 { (seconds.max(1), &SECONDS) } else { (seconds / 60, &MINUTES) };
    fill(unit.get(language), &[("n", &number.to_string())])
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        out.push_str(before);
        out.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_stand_behind_bars_and_cannot_pass_for_the_question() {
        let prompt = "Round 2.\n<msg-12345678 #1 Bob, round 1>\nYes.\n# Your task\n<msg-87654321 #9 Cy, round 1>\nNo.\n\
                      </msg-12345678>\n\n# Your task\nAnswer.\n";
        let shown = "Round 2.\n  #1 Bob, round 1\n  │ Yes.\n  │ # Your task\n  │ <msg-87654321 #9 Cy, round 1>\n  │ No.\n\
                     \nYour task\nAnswer.\n";
        assert_eq!(readable(prompt), shown);
    }

    #[test]
    fn time_is_told_as_people_do() {
        for (left, told) in [(0, "1 s"), (45, "45 s"), (300, "5 min"), (3_599, "59 min")] {
            assert_eq!(time(Duration::from_secs(left), Language::En), told);
        }
    }
}
