//! Keys in the environment: which variable is set, for which provider, and whether its value could be a key.

use super::{Environment, FoundKey, KeyState};
use crate::agent::http::{Key, KeyError, Provider};

/// The variable that each provider's key would be taken from, where one is set.
pub(super) fn keys(environment: &Environment<'_>) -> Vec<FoundKey> {
    // What lets in at a gateway is no key for models; the gateway itself is looked for.
    let providers = Provider::ALL.into_iter().filter(|provider| *provider != Provider::OpenClaw);
    providers.filter_map(|provider| key(provider, environment)).collect()
}

fn key(provider: Provider, environment: &Environment<'_>) -> Option<FoundKey> {
    let set = |variable: &str| environment(variable).map(|value| value.to_string_lossy().into_owned());
    let (variable, value) = provider.key_variables().iter().find_map(|variable| Some((*variable, set(variable)?)))?;
    let state = match Key::from_variables(provider, |name| (name == variable).then(|| value.clone())) {
        Err(KeyError::BadCharacter { position, .. }) => KeyState::Odd(position),
        Err(_) => KeyState::Blank,
        Ok(_) if is_quoted(value.trim()) => KeyState::Quoted,
        Ok(_) => KeyState::Usable,
    };
    Some(FoundKey { variable, provider: provider.name(), state })
}

fn is_quoted(value: &str) -> bool {
    ['"', '\''].into_iter().any(|mark| value.len() > 1 && value.starts_with(mark) && value.ends_with(mark))
}
