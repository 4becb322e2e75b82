//! Odd but good answers: only a missing answer is an error.

use quorate::agent::http::{Finish, Usage};
use serde_json::{Value, json};

use super::server::Reply;
use super::wire::{Anthropic, Gemini, Ollama, OpenAi, both, message};

// V-05
#[tokio::test]
async fn unknown_parts_are_skipped_and_thinking_is_kept_apart() {
    let content = json!([{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "text", "text": "Yes"}, {"type": "new_kind", "payload": 1}, 7]);
    let done = both(OpenAi, Reply::json(200, &message(&json!({"content": content}), "stop"))).await.unwrap();
    assert_eq!((done.text.as_str(), done.reasoning.as_deref()), ("Yes", Some("Hm.")));

    let body = json!({"id": "r", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Yes"}, {"type": "new_kind", "payload": 1}]});
    let done = both(Anthropic, Reply::json(200, &body)).await.unwrap();
    assert_eq!((done.text.as_str(), done.reasoning.as_deref()), ("Yes", Some("Hm.")));

    let parts = json!([{"text": "Hm.", "thought": true}, {"text": "Yes"}, {"newKind": {}}]);
    let body = json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]});
    let done = both(Gemini, Reply::json(200, &body)).await.unwrap();
    assert_eq!((done.text.as_str(), done.reasoning.as_deref()), ("Yes", Some("Hm.")));
}

// V-05
#[tokio::test]
async fn an_odd_usage_is_unknown_and_costs_no_answer() {
    for usage in [
        None,
        Some(json!({})),
        Some(json!({"total_tokens": 5})),
        Some(json!(null)),
        Some(json!("many")),
        Some(json!({"prompt_tokens": null, "completion_tokens": -1})),
    ] {
        let mut body = message(&json!({"content": "Yes"}), "stop");
        if let Some(usage) = &usage {
            body["usage"] = usage.clone();
        }
        let done = both(OpenAi, Reply::json(200, &body)).await.unwrap();
        assert_eq!((done.text.as_str(), done.usage), ("Yes", Usage::default()), "{usage:?}");
    }
}

// V-05
#[tokio::test]
async fn missing_ids_and_unknown_fields_do_not_matter() {
    let bare = json!({"choices": [{"message": {"content": "Yes", "weight": [1]}, "novel": true}], "x_groq": {"id": 1}});
    let done = both(OpenAi, Reply::json(200, &bare)).await.unwrap();
    assert_eq!((done.text.as_str(), &done.finish), ("Yes", &Finish::Stop));
    assert_eq!(done.model, "m", "the model that was asked for, when none is told");
}

// V-05
#[tokio::test]
async fn an_unknown_finish_reason_is_kept_as_text() {
    let said = |word: &str| Finish::Other(word.to_owned());
    let done = both(OpenAi, Reply::json(200, &message(&json!({"content": "Yes"}), "eos_found"))).await.unwrap();
    assert_eq!(done.finish, said("eos_found"));
    let done = both(Anthropic, Anthropic.whole("Yes", "paused_for_lunch")).await.unwrap();
    assert_eq!(done.finish, said("paused_for_lunch"));
    let done = both(Gemini, Gemini.whole("Yes", "LUNCH")).await.unwrap();
    assert_eq!(done.finish, said("LUNCH"));
    let done = both(Ollama, Ollama.whole("Yes", "unload")).await.unwrap();
    assert_eq!(done.finish, said("unload"));
}

// V-05
#[tokio::test]
async fn plain_text_with_thoughts_beside_it_is_an_answer() {
    for field in ["reasoning_content", "reasoning"] {
        let body = message(&json!({"content": "Yes", field: "Hm."}), "stop");
        let done = both(OpenAi, Reply::json(200, &body)).await.unwrap();
        assert_eq!((done.text.as_str(), done.reasoning.as_deref()), ("Yes", Some("Hm.")), "{field}");
    }
    let null: Value = json!({"content": "Yes", "reasoning_content": null, "tool_calls": null, "refusal": null});
    let done = both(OpenAi, Reply::json(200, &message(&null, "stop"))).await.unwrap();
    assert_eq!((done.text.as_str(), done.reasoning), ("Yes", None));
}
