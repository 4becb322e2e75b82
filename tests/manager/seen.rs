//! Who is shown what: rounds in turn, at once and blind, and histories that outgrow a window.

use quorate::{
    context::tokens,
    strategies::{
        prelude::*,
        strategies::{Expert, Opening, Others},
    },
};

use super::table::{Log, Player, about, checked, minutes, table};

fn word(name: &str, round: u32) -> String {
    format!("word-{}-{round}", name.to_lowercase())
}

// C-06
#[tokio::test(start_paused = true)]
async fn in_a_sequential_round_each_hears_exactly_those_before_it() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |request| word(&request.seat.name, request.round).into());
    let done = checked(discussion.context(Scope::Full).max_rounds(2).run().await.unwrap());
    let all = log.all();
    let heard: Vec<Vec<u32>> = all.iter().map(|asked| asked.heard.clone()).collect();
    assert_eq!(heard, [vec![], vec![1], vec![1, 2], vec![1, 2, 3], vec![1, 2, 3, 4], vec![1, 2, 3, 4, 5]]);
    for (at, asked) in all.iter().enumerate() {
        for turn in done.state.turns() {
            let said = turn.message().unwrap().text();
            assert_eq!(asked.user.contains(said), turn.id.index() < at, "{said} for {} in {}", asked.who, asked.round);
            assert!(!asked.system.contains(said), "the stable part holds nothing that was said");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn by_default_a_seat_is_shown_what_was_said_since_its_own_last_message() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |request| word(&request.seat.name, request.round).into());
    checked(discussion.max_rounds(3).run().await.unwrap());
    let heard: Vec<Vec<u32>> = log.of("Bob").iter().map(|asked| asked.heard.clone()).collect();
    assert_eq!(heard, [vec![1], vec![2, 3, 4], vec![5, 6, 7]]);
    assert!(log.of("Bob").windows(2).all(|pair| pair[0].system == pair[1].system), "the prefix is stable");
}

// C-06
#[tokio::test(start_paused = true)]
async fn seats_asked_together_hear_the_same_and_nothing_of_each_other_whatever_their_pace() {
    for slow in 0..3_u16 {
        let log = Log::default();
        let player = Player::new(&log, move |request| {
            let said: super::table::Act = word(&request.seat.name, request.round).into();
            if request.id.0 == slow + 1 { said.after(300) } else { said.after(u64::from(request.id.0)) }
        });
        let names = ["Exp", "Ann", "Bob", "Cy"];
        let discussion = about("Ship?").strategy(Expert::new(Others::Together, Opening::EveryRound)).max_rounds(2);
        let discussion = names.into_iter().fold(discussion, |one, name| {
            let role = if name == "Exp" { "expert" } else { "critic" };
            one.seat(Seat::new(name).role(role), player.clone())
        });
        let done = checked(discussion.context(Scope::Full).run().await.unwrap());
        for round in [1, 2] {
            let asked: Vec<_> =
                log.all().into_iter().filter(|one| (one.round, &*one.task) == (round, "supplement")).collect();
            assert_eq!(asked.len(), 3);
            let before = 5 * (round - 1) + 1;
            for one in &asked {
                assert_eq!(one.heard, (1..=before).collect::<Vec<_>>(), "{} in round {round}", one.who);
                assert!(names[1..].iter().all(|name| !one.user.contains(&word(name, round))), "{}", one.who);
            }
        }
        // Whoever was first, the sum-up hears them in seat order.
        let sum_up = log.of("Exp").into_iter().find(|asked| asked.task == "sum-up").unwrap();
        let places: Vec<_> = names.iter().map(|name| sum_up.user.find(&word(name, 1)).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(minutes(&done).contains("were asked together and answered in parallel"));
    }
}

// C-06
#[tokio::test(start_paused = true)]
async fn a_blind_turn_holds_nobodys_answer() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |request| word(&request.seat.name, request.round).into());
    checked(discussion.context(Scope::Blind).max_rounds(2).run().await.unwrap());
    for asked in log.all() {
        assert!(asked.heard.is_empty() && !asked.user.contains("word-"), "{}", asked.user);
    }
}

#[tokio::test(start_paused = true)]
async fn anonymous_peers_are_letters_for_each_other_and_names_for_readers() {
    let (discussion, log) =
        table(&["Annabel", "Bobby"], |request| format!("{}. [KIND: PROPOSAL]", request.round).into());
    let done =
        checked(discussion.peers(quorate::strategies::event::Peers::Anonymous).max_rounds(2).run().await.unwrap());
    for asked in log.all() {
        let text = format!("{}\n{}", asked.system, asked.user);
        assert!(!text.contains("Annabel") && !text.contains("Bobby"), "{text}");
    }
    assert!(log.of("Bobby")[0].user.contains("Seat A"));
    assert!(minutes(&done).contains("Annabel"));
}

//
#[tokio::test(start_paused = true)]
async fn six_seats_of_many_words_stay_within_the_window_of_the_smallest() {
    const WINDOW: u32 = 8_000;
    let log = Log::default();
    let say = |request: &quorate::agent::Request<'_>| {
        let words: Vec<String> = (0..2_000).map(|at| format!("w{}x{}x{at}", request.id.0, request.round)).collect();
        format!("{}\n[KIND: OPINION]", words.join(" ")).into()
    };
    let large = Player::new(&log, say);
    let small = Player { window: Some(WINDOW), ..large.clone() };
    let names = ["Small", "Bob", "Cy", "Dan", "Eve", "Fay"];
    let discussion = names.into_iter().fold(about("The question of the evening").max_rounds(8), |one, name| {
        let player = if name == "Small" { small.clone() } else { large.clone() };
        one.seat(Seat::new(name), player)
    });
    let done = checked(discussion.context(Scope::Full).run().await.unwrap());
    assert_eq!((done.state.turns().len(), done.outcome.stop), (48, StopReason::MaxRounds));
    assert!(done.state.turns().iter().all(quorate::strategies::turn::Turn::is_answered));
    let asked = log.of("Small");
    for one in &asked {
        let size = tokens(&one.system) + tokens(&one.user);
        assert!(size < WINDOW, "{size} tokens in round {}", one.round);
        assert!(one.system.contains("The question of the evening") && one.user.contains("# Your task"));
    }
    let last = asked.last().unwrap();
    let shown = last.user.matches("<msg-").count();
    assert!(shown >= 1 && last.user.contains("w5x7x1999"), "the newest message is there to its end");
    let left_out = 42 - shown;
    assert!(last.user.contains(&format!("[{left_out} earlier messages left out]")), "{left_out} of 42 are left out");
    assert!(log.of("Bob").last().unwrap().user.matches("<msg-").count() > shown, "others keep their own room");
}

//
#[tokio::test(start_paused = true)]
async fn the_prompt_of_a_long_discussion_stays_about_as_long() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |_| "one two three four five six ".repeat(40).into());
    checked(discussion.max_rounds(30).run().await.unwrap());
    let sizes: Vec<usize> = log.of("Cy").iter().map(|asked| asked.user.len()).collect();
    assert!(sizes[29] < sizes[2] + sizes[2] / 10, "{sizes:?}");
}
