//! Reading is linear: ten times the text, ten times the work, whatever it is made of.

use std::time::{Duration, Instant};

use super::*;

/// Texts that are dear to read in a careless way.
const HOSTILE: [&str; 51] = [
    "[S\u{200b}",
    "\u{200b}",
    "Critic: [STANCE: AGREE]\n\n[KIND: SUPPORT]\n",
    "\"[STANCE: AGREE]\"[STANCE: NEUTRAL]",
    "point 1 {0-100}[STANCE: NEUTRAL] or ",
    "[",
    "[[STANCE: ",
    "[STANCE: AGREE] ",
    "[PASS]",
    "[SCORE Cost: 1] ",
    "[NEXT: Critic]",
    "[VOTE: zzz]",
    "`",
    "`a``b```c",
    "\"a ",
    "“",
    "“a” ",
    "<think>",
    "</think>",
    "<think>a</think>",
    "@",
    "@a ",
    "@Critic ",
    "{",
    "{\"a\":",
    "{\"stance\":\"agree\"} ",
    "{'a':[1,",
    "> a\n",
    "Critic: a\n",
    "\n",
    "| Cost | 8 |\n",
    "Cost: 8\n",
    "Critic said [STANCE: AGREE] ",
    "CONCEDE.\n",
    "i not agree ",
    "we we ",
    "我不同意",
    "に賛成しません",
    "中.",
    "中か。",
    "<msg-20092848 #4 Critic, round 2>\n",
    "<msg-20092848 #4 Critic, round 2>\na\n</msg-20092848>\n",
    "STANCE: AGREE DISAGREE NEUTRAL\n[STANCE: NEUTRAL]\n",
    "[STANCE: AGREE]ではない",
    "[CONCEDE]は",
    "[CONCEDE] ",
    "Fine. [CLOSE] You ",
    "[STANCE: AGREE] if you [STANCE: DISAGREE] if ",
    "[STANCE: AGREE]なら[STANCE: NEUTRAL]",
    "Cost — 8 ",
    "主持人：a\n",
];

/// The processor's time of this thread: what else the machine does is not counted.
fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("it began at 0")
}

fn time(room: &Room, text: &str) -> Duration {
    let best = (0..3).map(|_| {
        let start = now();
        std::hint::black_box(room.message(text));
        now() - start
    });
    best.min().unwrap_or_default()
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    let room = Room::new().points(&["Cost", "Risk"]).options(&["Ship", "Wait"]);
    for piece in HOSTILE {
        let small = piece.repeat(10_000 / piece.len());
        let large = piece.repeat(100_000 / piece.len());
        // Caches are shared with whatever else runs: a careless loop fails every try, and by much.
        let is_linear = || time(&room, &large) < time(&room, &small).max(Duration::from_millis(1)) * 50;
        assert!((0..8).any(|_| is_linear()), "{piece:?} is not read in linear time");
    }
}

/// Run by hand: `cargo test --release --lib timings -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
fn timings() {
    let room = Room::new();
    let ordinary =
        "The plan moves all users in one night and names no way back. I would split it into two steps, with a check \
                    between them, and ask the owner of the billing service to confirm the dates. "
            .repeat(5);
    let text = &ordinary[..750];
    let rounds = 100_000_u32;
    for (name, text) in [("ordinary", text.to_owned()), ("marked", format!("{}\n\n[STANCE: AGREE]", &text[..730]))] {
        let start = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(room.message(std::hint::black_box(&text)));
        }
        println!("{name}: {:?} for {} bytes", start.elapsed() / rounds, text.len());
    }
    let room = Room::new().points(&["Cost", "Risk"]).options(&["Ship", "Wait"]);
    for piece in HOSTILE {
        let part = piece.repeat((1 << 20) / 10 / piece.len());
        let whole = piece.repeat((1 << 20) / piece.len());
        let (short, long) = (time(&room, &part), time(&room, &whole));
        println!(
            "{piece:?}: {long:?} per MiB, {:.1} times a tenth",
            long.as_secs_f64() / short.as_secs_f64().max(1e-9)
        );
    }
}
