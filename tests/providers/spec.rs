//! Model specifications and what is wrong with some.

use quorate::agent::http::{Client, ModelSpec, Provider, Settings, SpecError};

fn parse(text: &str) -> Result<ModelSpec, SpecError> {
    text.parse()
}

#[test]
fn good_specifications_are_read_and_written_back() {
    for (text, provider, url, model) in [
        ("openai:gpt-5.4", Provider::OpenAi, "https://api.openai.com/v1", "gpt-5.4"),
        ("openai@http://127.0.0.1:8080/v1:model", Provider::OpenAi, "http://127.0.0.1:8080/v1", "model"),
        ("anthropic:claude-x-max", Provider::Anthropic, "https://api.anthropic.com", "claude-x-max"),
        ("gemini:gemini-3-pro", Provider::Gemini, "https://generativelanguage.googleapis.com", "gemini-3-pro"),
        ("ollama:qwen3:4b", Provider::Ollama, "http://localhost:11434", "qwen3:4b"),
        ("deepseek:deepseek-max", Provider::DeepSeek, "https://api.deepseek.com", "deepseek-max"),
        ("openrouter:qwen/qwen3-max", Provider::OpenRouter, "https://openrouter.ai/api/v1", "qwen/qwen3-max"),
        ("mistral:mistral-large", Provider::Mistral, "https://api.mistral.ai", "mistral-large"),
        ("llamacpp:any", Provider::LlamaCpp, "http://localhost:8080/v1", "any"),
        ("vllm:org/model", Provider::Vllm, "http://localhost:8000/v1", "org/model"),
        ("openai@http://box:8080/v1:qwen3:4b", Provider::OpenAi, "http://box:8080/v1", "qwen3:4b"),
        ("openai@http://box:8080:org/m:x", Provider::OpenAi, "http://box:8080", "org/m:x"),
        ("openai@http://box:m", Provider::OpenAi, "http://box", "m"),
        ("openai@https://[::1]:8080/v1:m", Provider::OpenAi, "https://[::1]:8080/v1", "m"),
        ("openai@http://[::1]:m", Provider::OpenAi, "http://[::1]", "m"),
        ("openai@http://box/v1:a@b", Provider::OpenAi, "http://box/v1", "a@b"),
    ] {
        let spec = parse(text).unwrap();
        assert_eq!((spec.provider(), spec.base_url(), spec.model()), (provider, url, model), "{text}");
        assert_eq!(spec.to_string(), text);
        assert_eq!(parse(&spec.to_string()).unwrap(), spec);
    }
}

#[test]
fn pasted_endings_do_not_double() {
    for (text, url) in [
        ("anthropic@https://gw.test/v1:m", "https://gw.test"),
        ("mistral@https://gw.test/v1/:m", "https://gw.test"),
        ("gemini@https://gw.test/v1beta:m", "https://gw.test"),
        ("openai@https://gw.test/v1/:m", "https://gw.test/v1"),
    ] {
        assert_eq!(parse(text).unwrap().base_url(), url, "{text}");
    }
}

#[test]
fn bad_specifications_name_the_cause_and_the_next_step() {
    for (text, parts) in [
        ("gpt-5", &["names no provider", "openai:gpt-5"][..]),
        ("", &["names no provider"]),
        (":m", &["names no provider"]),
        ("opnai:gpt-5", &["unknown provider `opnai`", "openai, anthropic, gemini, ollama", "openai@URL:model"]),
        ("openai:", &["names no model"]),
        ("openai@http://box:8080/v1", &["names no model"]),
        ("openai@http://box:8080", &["names no model"]),
        ("openai@box:8080/v1:m", &["base URL"]),
        ("openai@http://:m", &["malformed base URL"]),
        ("openai@ftp://box/v1:m", &["only http and https"]),
        ("openai@http://box/v1?key=k-SECRET:m", &["query"]),
        ("openai@http://box/v1#k-SECRET:m", &["query or fragment"]),
        ("openai@http://me:k-SECRET@box/v1:m", &["user name or password", "QUORATE_OPENAI_KEY"]),
        ("openai@http://k-SECRET@box:8080/v1:m", &["user name or password"]),
        ("openai@htp://me:k-SECRET@box/v1:m", &["only http and https"]),
    ] {
        let error = parse(text).unwrap_err();
        let said = error.to_string();
        for part in parts {
            assert!(said.contains(part), "{text}: {said}");
        }
        assert!(!format!("{said} {error:?}").contains("SECRET"), "{text}: {error:?}");
    }
}

#[test]
fn a_service_needs_a_key_and_a_gateway_may_not() {
    for provider in Provider::ALL {
        let outcome = Client::connect(&ModelSpec::new(provider, "m"), None, Settings::default());
        match provider.needs_key() {
            true => {
                let said = outcome.unwrap_err().to_string();
                assert!(provider.key_variables().iter().all(|name| said.contains(name)), "{said}");
            }
            false => assert!(outcome.is_ok(), "{provider}"),
        }
        let spec = ModelSpec::new(provider, "m").at("http://127.0.0.1:9").unwrap();
        assert!(Client::connect(&spec, None, Settings::default()).is_ok());
    }
}

#[test]
fn settings_that_cannot_be_right_are_refused_before_anything_is_sent() {
    let spec = ModelSpec::new(Provider::Ollama, "m");
    let refused = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        Client::connect(&spec, None, settings).unwrap_err().to_string()
    };
    assert!(refused(|s| s.temperature = Some(3.0)).contains("temperature is 3"));
    assert!(refused(|s| s.temperature = Some(f64::NAN)).contains("temperature"));
    assert!(refused(|s| s.max_tokens = Some(0)).contains("max_tokens"));
    assert!(refused(|s| s.window = Some(0)).contains("window"));
    assert!(refused(|s| (s.window, s.max_tokens) = (Some(100), Some(100))).contains("smaller than the window"));
}
