//! The presets that ship: the text of their files, which name a strategy and a rule and set their knobs.

/// Name and text of every preset, in the order of every list.
pub const PRESETS: &[(&str, &str)] = &[
    ("plan-review", include_str!("../presets/plan-review.toml")),
    ("result-synthesis", include_str!("../presets/result-synthesis.toml")),
    ("diagnosis", include_str!("../presets/diagnosis.toml")),
    ("ideation", include_str!("../presets/ideation.toml")),
    ("meeting", include_str!("../presets/meeting.toml")),
    ("poll", include_str!("../presets/poll.toml")),
];
