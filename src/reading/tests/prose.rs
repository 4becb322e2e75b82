//! P-02: what words suggest is a guess, a denied word suggests nothing, and none of it counts.

use super::*;

#[test]
fn p02_a_denied_word_never_gives_its_own_kind() {
    for text in [
        "No failures found, I do not oppose this.",
        "I don't disagree.",
        "I don’t disagree.",
        "我不反对这个方案",
        "これには反対しません",
    ] {
        let reading = reads(text);
        assert_ne!(reading.kind.value, Kind::Oppose, "{text}");
        assert_eq!(reading.kind.value, Kind::Opinion, "{text}");
    }
    assert_ne!(kind("I cannot support this"), Kind::Support);
    assert_eq!(kind("No issues. Not blocking. I support it."), Kind::Support);
    assert_eq!(kind("If the costs hold, I support this."), Kind::Opinion);
}

#[test]
fn p02_the_lexicon_guesses_and_never_counts() {
    for (text, wanted) in [
        ("I fully support the second plan.", Kind::Support),
        ("I strongly disagree with that reading.", Kind::Oppose),
        ("I propose a canary release.", Kind::Proposal),
        ("To clarify: the limit is per user.", Kind::Clarify),
        ("In summary, three risks remain.", Kind::Summary),
        ("We all agree on the second plan.", Kind::Consensus),
        ("What does it cost?", Kind::Question),
        ("费用是多少？", Kind::Question),
        ("I agree on costs, but I oppose the date.", Kind::Opinion),
    ] {
        let reading = reads(text);
        assert_eq!(reading.kind.value, wanted, "{text}");
        assert_eq!(reading.kind.from, Provenance::Guess, "{text}");
        assert_eq!(reading.position(), None, "{text}");
    }
    assert_eq!(reads("The sky is blue.").kind.from, Provenance::None);
}

#[test]
fn p02_a_marker_beats_the_words() {
    let reading = reads("I oppose this. [KIND: SUPPORT]");
    assert_eq!(reading.kind.counted(), Some(&Kind::Support));
}

#[test]
fn words_in_code_and_quotes_give_no_clue() {
    assert_eq!(kind("> I oppose this.\n\nNoted."), Kind::Opinion);
    assert_eq!(kind("Critic: I oppose this."), Kind::Opinion);
}

#[test]
fn tone_gives_a_guess_of_confidence() {
    let value = |text: &str| reads(text).confidence.map(|read| (read.value, read.from));
    assert_eq!(value("Perhaps it works."), Some((60, Provenance::Guess)));
    assert_eq!(value("It will definitely work."), Some((80, Provenance::Guess)));
    assert_eq!(value("I'm not sure it works."), Some((60, Provenance::Guess)));
    assert_eq!(value("It works."), None);
    assert_eq!(value("Perhaps. [CONFIDENCE: 90]"), Some((90, Provenance::Marker)));
}
