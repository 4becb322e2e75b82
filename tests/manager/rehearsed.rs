//! A rehearsal speaks the language of the discussion, says that it is one, and is read as in any other.

use quorate::{
    Discussion, Finished,
    agent::Rehearsal,
    strategies::{
        brief::Language,
        prelude::*,
        strategies::{Brainstorm, Debate, Expert, RoundRobin},
    },
};

async fn rehearse(language: Language, strategy: impl Strategy + 'static, seed: u64) -> Finished {
    let sides = ["甲案", "乙案"];
    let debate = strategy.card().name == "debate";
    let mut discussion = Discussion::new("五月に移行する").strategy(strategy).language(language).seed(seed);
    for (at, name) in ["Ann", "Bob"].into_iter().enumerate() {
        let seat = Seat::new(name).role(if at == 0 { "expert" } else { "critic" });
        discussion = discussion.seat(if debate { seat.side(sides[at]) } else { seat }, Rehearsal::new());
    }
    if debate {
        discussion = discussion.seat(Seat::new("Jo").role("judge"), Rehearsal::new());
    }
    discussion.run().await.expect("it runs")
}

/// What was read, without the words.
fn read(finished: &Finished) -> Vec<(Kind, Stance, bool, bool, bool, usize)> {
    let messages = finished.state.turns().iter().filter_map(|turn| turn.message());
    let counted = |message: &Message| {
        let reading = &message.reading;
        (
            reading.kind.counted().copied().unwrap_or_default(),
            reading.stance.value,
            reading.ballot.is_some(),
            reading.concedes(),
            reading.closes(),
            reading.ideas.len(),
        )
    };
    messages.map(counted).collect()
}

#[tokio::test(start_paused = true)]
async fn a_rehearsal_goes_the_same_way_in_every_language_and_is_labelled() {
    for seed in 1..=6 {
        for strategy in ["round-robin", "expert", "debate", "brainstorm"] {
            let run = async |language| match strategy {
                "expert" => rehearse(language, Expert::default(), seed).await,
                "debate" => rehearse(language, Debate::new(), seed).await,
                "brainstorm" => rehearse(language, Brainstorm::new(), seed).await,
                _ => rehearse(language, RoundRobin::new(), seed).await,
            };
            let english = run(Language::En).await;
            for (language, label) in [(Language::Zh, "（排演）"), (Language::Ja, "（リハーサル）")] {
                let finished = run(language).await;
                assert_eq!(read(&finished), read(&english), "{strategy} with seed {seed}");
                for message in finished.state.turns().iter().filter_map(|turn| turn.message()) {
                    assert!(message.text().starts_with(label), "{}", message.text());
                    let marks = message.text().split(['[', ']']).skip(1).step_by(2).collect::<Vec<_>>().join(" ");
                    let words = message.text().split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
                    for word in words {
                        assert!(marks.contains(word), "{word} in {}", message.text());
                    }
                    assert!(message.reading.warnings.is_empty(), "{}", message.text());
                }
            }
        }
    }
}
