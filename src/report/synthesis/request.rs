//! What a model is asked: the outcome as it was counted, the messages as data, and the form of the answer.

use std::fmt::Write as _;

use quorate_strategies::{
    brief::{Language, Text},
    state::State,
    strategy::Card,
    turn::{Message, Turn},
};
use serde_json::{Value, json};

use super::{SynthesisPrompt, is_agreed, words};
use crate::{
    context::{Fence, Words},
    report::extract::MOST,
};

/// Bytes of messages that are quoted when nothing is said: about 12,000 tokens.
pub(crate) const USUAL: usize = 48 * 1024;
/// Messages by number that the schema lists one by one; beyond that any number is allowed and checked later.
const LISTED: usize = 128;

/// What a model is asked to write the result from, with the usual room for messages.
#[must_use]
pub fn request(state: &State, card: &Card) -> SynthesisPrompt {
    request_within(state, card, USUAL)
}

/// The same with room for so many bytes of messages: the decision's message, each seat's last one and then the newest
/// are quoted first; the number of those left out is told.
#[must_use]
pub fn request_within(state: &State, card: &Card, bytes: usize) -> SynthesisPrompt {
    let fence = Fence::new(state.charter());
    let chosen = choose(state, bytes);
    SynthesisPrompt {
        system: system(state, &fence),
        user: user(state, card, &fence, &chosen, bytes),
        schema: schema(state, &chosen),
    }
}

fn system(state: &State, fence: &Fence) -> String {
    let language = state.charter().brief.language;
    let consensus = if is_agreed(state) { &words::AGREED } else { &words::NOT_AGREED };
    let filled = words::SYSTEM.get(language).replace("{consensus}", consensus.get(language));
    filled.replace("{number}", fence.number()).replace("{most}", &MOST.to_string())
}

fn user(state: &State, card: &Card, fence: &Fence, chosen: &[&Turn], bytes: usize) -> String {
    let language = state.charter().brief.language;
    let mut out = String::new();
    let topic = fence.line(&state.charter().brief.topic);
    line(&mut out, &fill(&words::TOPIC, language, &[("{topic}", &topic)]));
    let kind = [("{name}", card.name.as_ref()), ("{purpose}", card.purpose.get(language))];
    line(&mut out, &fill(&words::STRATEGY, language, &kind));
    outcome(&mut out, state, fence);
    let said = state.turns().iter().filter(|turn| turn.message().is_some()).count();
    let left_out = said.saturating_sub(chosen.len());
    if left_out > 0 {
        let counts = [("{left_out}", left_out.to_string()), ("{said}", said.to_string())];
        line(
            &mut out,
            &fill(&words::LEFT_OUT, language, &counts.each_ref().map(|(name, count)| (*name, count.as_str()))),
        );
    }
    out.push('\n');
    for turn in chosen {
        message(&mut out, state, fence, turn, each(bytes));
    }
    out.push('\n');
    line(&mut out, words::REPLY.get(language));
    out
}

fn outcome(out: &mut String, state: &State, fence: &Fence) {
    let language = state.charter().brief.language;
    let Some(end) = state.concluded() else { return };
    line(out, &fill(&words::ENDED, language, &[("{why}", Words::of(language).why(end.why))]));
    if let Some(verdict) = state.verdict() {
        let reached = if verdict.reached { &words::REACHED } else { &words::NOT_REACHED };
        out.push_str(&fill(reached, language, &[("{level}", words::level(verdict.level).get(language))]));
        for (name, weight) in &verdict.counts {
            // Writing to a string cannot fail; the same holds below.
            let _ = write!(out, " {} {weight};", fence.line(name));
        }
        out.push('\n');
    }
    let Some(decision) = &end.decision else { return line(out, words::NO_DECISION.get(language)) };
    let id = decision.message.map(|id| id.0.to_string());
    let place = id.map_or_else(String::new, |id| fill(&words::PLACE, language, &[("{id}", &id)]));
    let maker = words::maker(decision.maker).get(language);
    let value = fence.line(head(&decision.value, 600));
    // The value comes last: it may hold braces of its own.
    line(out, &fill(&words::DECISION, language, &[("{maker}", maker), ("{place}", &place), ("{value}", &value)]));
}

/// A text with what stands in braces filled in, in order.
fn fill(text: &Text, language: Language, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.get(language).to_owned(), |text, (name, value)| text.replacen(name, value, 1))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn message(out: &mut String, state: &State, fence: &Fence, turn: &Turn, most: usize) {
    let Some(message) = turn.message() else { return };
    let number = fence.number();
    let seat = state.roster().get(turn.seat);
    let language = state.charter().brief.language;
    let role = seat.map_or("", |seat| Words::of(language).role(&seat.role));
    let _ = write!(
        out,
        "<message-{number} number=\"{}\" round=\"{}\" speaker=\"{}\" role=\"{}\"",
        turn.id.0,
        turn.round,
        attribute(fence, state.roster().name(turn.seat)),
        attribute(fence, role),
    );
    if let Some(kind) = message.reading.kind.counted() {
        let _ = write!(out, " kind=\"{}\"", kind.name());
    }
    if let Some(stance) = message.reading.stance.counted() {
        let _ = write!(out, " stance=\"{}\"", stance.name());
    }
    let text = message.text();
    let shown = head(text, most);
    let _ = write!(out, ">\n{}\n", fence.clean(shown).trim());
    if shown.len() < text.len() {
        let bytes = (text.len() - shown.len()).to_string();
        line(out, &fill(&words::MORE, language, &[("{bytes}", &bytes)]));
    }
    let _ = writeln!(out, "</message-{number}>");
}

/// A name within a tag, which it cannot end.
fn attribute(fence: &Fence, text: &str) -> String {
    fence.line(text).replace('<', "‹").replace('>', "›").replace('"', "'")
}

/// Bytes of one message that are quoted, at most: no message takes more than a fourth of the room.
const fn each(bytes: usize) -> usize {
    if bytes / 4 < 6000 { bytes / 4 } else { 6000 }
}

fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

/// The messages that are quoted, in order.
fn choose(state: &State, bytes: usize) -> Vec<&Turn> {
    let decision = state.concluded().and_then(|end| end.decision.as_ref()).and_then(|decision| decision.message);
    let last = state.standings().iter().filter_map(|standing| standing.last_message);
    let newest = state.turns().iter().rev().map(|turn| turn.id);
    let mut wanted = vec![false; state.turns().len()];
    let mut left = bytes;
    for id in decision.into_iter().chain(last).chain(newest) {
        let Some(text) = state.turn(id).and_then(Turn::message).map(Message::text) else { continue };
        let cost = text.len().min(each(bytes)) + 120;
        if let Some(slot) = wanted.get_mut(id.index()).filter(|slot| !**slot && cost <= left) {
            *slot = true;
            left -= cost;
        }
    }
    state.turns().iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(turn, _)| turn).collect()
}

fn schema(state: &State, chosen: &[&Turn]) -> Value {
    let numbers: Vec<u32> = chosen.iter().map(|turn| turn.id.0).collect();
    let number = if numbers.is_empty() || numbers.len() > LISTED {
        json!({ "type": "integer" })
    } else {
        json!({ "type": "integer", "enum": numbers })
    };
    let statement = json!({
        "type": "object",
        "properties": { "text": { "type": "string" }, "messages": { "type": "array", "items": number } },
        "required": ["text", "messages"],
        "additionalProperties": false,
    });
    let list = json!({ "type": "array", "items": statement });
    let consensus =
        if is_agreed(state) { json!({ "anyOf": [statement, { "type": "null" }] }) } else { json!({ "type": "null" }) };
    json!({
        "type": "object",
        "properties": {
            "consensus": consensus,
            "key_points": list,
            "conclusion": statement,
            "recommendations": list,
            "divergences": list,
        },
        "required": ["consensus", "key_points", "conclusion", "recommendations", "divergences"],
        "additionalProperties": false,
    })
}
