//! Prompts keep within a window, say what is missing, and do not grow with the discussion.

use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use quorate_strategies::{brief::Material, event::Charter};

use super::table::*;
use crate::context::{
    Budget,
    budget::{Excerpt, excerpt, tokens},
};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cho", "Dee", "Eve", "Fay"];

/// Six seats, eight rounds, 2,000 words a message.
fn long(charter: Charter) -> Table {
    let mut table = Table::new(charter, NAMES.map(Seat::new));
    for round in 1..=8 {
        for seat in 0..6 {
            let name = NAMES[usize::from(seat)];
            table.turn(
                seat,
                says(&format!("{name}-{round} begins. {}{name}-{round} ends.", "some words ".repeat(1000))),
            );
        }
        if round < 8 {
            table.next_round();
        }
    }
    table
}

// The window is enforced on our side; what matters is kept, the oldest goes first and is counted.
#[test]
fn a_small_window_is_kept_whatever_the_scope() {
    let table = long(charter("Adopt the plan?"));
    for window in [8_192, 4_096, 2_048] {
        let budget = Budget::of(Some(window));
        for scope in [Scope::Full, Scope::Since, Scope::Last(24)] {
            let system = table.system(0, budget);
            let rendered = table.rendered(&ask(0).sees(scope), budget);
            let user = rendered.text;
            assert!(rendered.tokens <= budget.prompt(), "{} of {window}", rendered.tokens);
            assert!(tokens(&system) + tokens(&user) <= budget.prompt());
            assert!(system.contains("Adopt the plan?") && system.contains("You are Ann."));
            assert!(user.contains("Say what you think of the plan") && user.contains("[STANCE: NEUTRAL]"));
            let shown = user.matches("</msg-").count();
            let known = if scope == Scope::Since { 6 } else { 48 };
            assert_eq!(shown + rendered.left_out, known);
            assert!(shown >= 1 && user.contains("Fay-8 begins.") && user.contains("Fay-8 ends."));
            assert!(rendered.left_out > 0 && !user.contains("Ann-1 begins."));
            assert!(user.contains(&format!("[{} earlier messages left out]", rendered.left_out)));
        }
    }
    // A large window holds everything that one turn needs.
    let rendered = table.rendered(&ask(0).sees(Scope::Since), Budget::of(Some(128_000)));
    assert_eq!((rendered.left_out, rendered.text.matches("</msg-").count()), (0, 6));
}

#[test]
fn a_shorter_retry_has_half_of_what_was_sent() {
    let table = long(charter("Adopt the plan?"));
    let asked = ask(0).sees(Scope::Full);
    let budget = Budget::of(None);
    let sent = table.rendered(&asked, budget).tokens;
    let shorter = budget.shorter(sent);
    assert_eq!(shorter.window(), sent / 2);
    assert!(table.rendered(&asked, shorter).tokens <= sent / 2);
    assert_eq!(Budget::of(Some(8_000)).shorter(7_000).window(), 3_500);
    assert_eq!(Budget::of(Some(8_000)).shorter(9_000).window(), 4_000);
}

#[test]
fn material_is_cut_to_the_window_and_short_documents_stay_whole() {
    let mut brief = Brief::new("Adopt the plan?");
    let document = |name: &str, text: String| Material { name: name.into(), text: text.into() };
    brief.material =
        vec![document("log.txt", "line of a log\n".repeat(20_000)), document("plan.md", "The plan.".into())];
    let table = Table::new(Charter { brief, ..charter("?") }, [Seat::new("Ann")]);
    let budget = Budget::of(Some(8_192));
    let system = table.system(0, budget);
    assert!(tokens(&system) < budget.prompt());
    assert!(system.contains("plan.md>\nThe plan.\n</doc-") && system.contains("characters left out …]"));
    assert!(system.contains("You are Ann."));
    let whole = table.system(0, Budget::of(None));
    assert!(!whole.contains("left out") && whole.matches("line of a log").count() == 20_000);
}

// One pasted log of 200 KB among short messages.
#[test]
fn a_giant_message_does_not_push_out_the_rest() {
    let mut table = Table::of(&["Ann", "Bob", "Cho"]);
    for number in 1..=30 {
        let text = match number {
            20 => format!("LOG {} END", "0123456789".repeat(20_480)),
            _ => format!("short message {number}."),
        };
        table.turn(number % 3, says(&text));
    }
    let prompt = table.user(0, Scope::Last(24));
    assert!(prompt.contains("[6 earlier messages left out]"));
    for number in (7..=30).filter(|number| *number != 20) {
        assert!(prompt.contains(&format!("short message {number}.")));
    }
    assert!(prompt.contains("LOG 0123") && prompt.contains("789 END") && prompt.len() < 30_000);
    let cut = prompt.split("[… ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a cut mark");
    let kept = prompt.lines().filter(|line| line.contains("0123456789")).map(str::len).sum::<usize>();
    assert_eq!(cut.parse::<usize>().expect("a number") + kept, "LOG  END".len() + 204_800);
}

#[test]
fn many_notes_keep_within_the_window_too() {
    let mut table = Table::of(&["Ann"]);
    for number in 1..=500 {
        table.interject(&format!("note {number}. {}", "words ".repeat(200)));
    }
    let budget = Budget::of(Some(4_096));
    let rendered = table.rendered(&ask(0), budget);
    assert!(rendered.tokens <= budget.prompt());
    assert!(rendered.text.contains("note 500.") && rendered.text.contains("older left out)"));
}

// The characters sent over a whole discussion are linear in its length, and within seven times the transcript.
#[test]
fn prompts_do_not_grow_with_the_discussion() {
    let text = "The evidence is mixed, and I would begin with two streets. ".repeat(12) + "What is your objection?";
    let names = ["agent_0", "agent_1", "agent_2"];
    let mut table = Table::new(charter("Should the city ban private cars from its centre?"), names.map(Seat::new));
    let (mut sent, mut at_half) = (0, 0);
    for round in 1..=20 {
        for seat in 0..3 {
            sent += table.system(seat, Budget::of(None)).len() + table.user(seat, Scope::Usual).len();
            table.turn(seat, says(&text));
        }
        if round == 10 {
            at_half = sent;
        }
        if round < 20 {
            table.next_round();
        }
    }
    let transcript = 60 * text.len();
    assert!(sent <= 7 * transcript, "{sent} of {transcript}");
    assert!(sent < at_half * 21 / 10);
}

#[test]
fn estimates_follow_the_script() {
    let estimates = ["", "abcd", "abcde", "привет", "合意する", "👍"].map(tokens);
    assert_eq!(estimates, [0, 1, 2, 3, 4, 2]);
}

proptest! {
    #[test]
    fn an_excerpt_fits_and_loses_nothing_uncounted(text in "(\\PC|[a-z ]{1,40}|[合意👍é]){0,60}", most in 8..200_u32) {
        match excerpt(&text, most) {
            Excerpt::Whole(whole) => prop_assert!(whole == text && tokens(whole) <= most),
            Excerpt::Cut { head, left_out, tail } => {
                prop_assert!(tokens(&text) > most);
                prop_assert!(tokens(head) + tokens(tail) <= most + 1);
                prop_assert!(text.starts_with(head) && text.ends_with(tail));
                prop_assert_eq!(head.chars().count() + left_out + tail.chars().count(), text.chars().count());
            }
        }
    }
}
