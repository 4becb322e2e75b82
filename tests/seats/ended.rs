//! Whatever a program does, it and everything that it started have ended when its turn has; real processes, real time.

use std::time::Duration;

use quorate::{
    agent::Trouble,
    strategies::{prelude::*, strategies::RoundRobin},
};
use rustix::process::{Pid, getpgid, getpgrp};
use tokio::time::{Instant, timeout};

use super::scene::{Scene, assert_ends, number_in, shell};
use crate::manager::table::{about, checked};

/// Runs a script for a second; gives what came of it and the process that it wrote down.
async fn for_a_second(script: &str, form: Form) -> (Result<quorate::agent::Reply, quorate::agent::AgentError>, i32) {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let ended = Scene::new().form(form).time_ms(1_000).ask(&shell(folder.path(), script)).await;
    assert!(start.elapsed() < Duration::from_millis(1_900), "{:?}", start.elapsed());
    (ended, number_in(&folder.path().join("pid")).await)
}

// O-05
#[tokio::test]
async fn at_the_limit_the_program_ends_with_everything_it_started() {
    let (ended, pid) = for_a_second("sleep 300 & echo $! > pid; echo hi; wait", Form::Free).await;
    let error = ended.unwrap_err();
    assert_eq!(error.trouble, Trouble::Slow);
    assert!(
        error.message.contains("did not end within 0.90 s (its limit of 1.00 s")
            && error.message.contains("stdout: hi"),
        "{error}"
    );
    assert_ends(pid).await;
}

// O-05
#[tokio::test]
async fn one_that_ignores_the_request_to_end_and_keeps_the_pipe_open_is_ended_all_the_same() {
    let script = "(trap '' TERM; while :; do sleep 1; done) & echo $! > pid; trap '' TERM; wait";
    let (ended, pid) = for_a_second(script, Form::Free).await;
    assert_eq!(ended.unwrap_err().trouble, Trouble::Slow);
    assert_ends(pid).await;
}

// O-05
#[tokio::test]
async fn what_a_program_leaves_behind_ends_with_it_and_does_not_hold_up_its_answer() {
    let (ended, pid) = for_a_second("sleep 300 & echo $! > pid; echo 'Yes. [STANCE: AGREE]'", Form::Free).await;
    assert_eq!(ended.unwrap().text, "Yes. [STANCE: AGREE]\n");
    assert_ends(pid).await;
}

// O-04
#[tokio::test]
async fn a_complete_answer_is_kept_from_one_that_never_exits() {
    let script = "echo $$ > pid; printf 'Friday is fine.\\n[STANCE: AGREE]\\n[CONFIDENCE: 80]\\n'; sleep 300";
    for form in [Form::Free, Form::Stance] {
        let (ended, pid) = for_a_second(script, form).await;
        assert_eq!(ended.unwrap().text, "Friday is fine.\n[STANCE: AGREE]\n[CONFIDENCE: 80]\n");
        assert_ends(pid).await;
    }
}

// O-04
#[tokio::test]
async fn words_without_a_mark_or_half_a_line_are_no_complete_answer() {
    for printed in ["Friday is fine.\\n", "[KIND: PROPOSAL] Friday, unless"] {
        let script = format!("echo $$ > pid; printf '{printed}'; sleep 300");
        let (ended, _) = for_a_second(&script, Form::Free).await;
        let error = ended.unwrap_err();
        assert!(error.trouble == Trouble::Slow && error.message.contains("no complete answer"), "{error}");
    }
    // Marked, but not with what was asked for.
    let (ended, _) = for_a_second("echo $$ > pid; echo '[KIND: OPINION] Hm.'; sleep 300", Form::Stance).await;
    assert_eq!(ended.unwrap_err().trouble, Trouble::Slow);
}

// O-05
#[tokio::test]
async fn a_turn_that_is_dropped_ends_the_group_which_is_not_ours() {
    let folder = tempfile::tempdir().unwrap();
    let script = "trap '' TERM; (trap '' TERM; echo $$ > leader; sleep 300 & echo $! > pid; wait) & wait";
    let (scene, agent) = (Scene::new().time_ms(60_000), shell(folder.path(), script));
    let asked = async { scene.ask(&agent).await.map(drop) };
    let pid = async {
        let (leader, pid) =
            (number_in(&folder.path().join("leader")).await, number_in(&folder.path().join("pid")).await);
        let group = getpgid(Pid::from_raw(pid)).unwrap();
        assert_eq!(Some(group), Pid::from_raw(leader), "the program leads the group");
        assert_ne!(group, getpgrp(), "and it is not the one of this process");
        pid
    };
    let pid = tokio::select! {
        pid = pid => pid,
        ended = asked => panic!("{ended:?}"),
    };
    assert_ends(pid).await;
}

// O-05
#[tokio::test]
async fn a_stopped_discussion_leaves_no_process_behind() {
    let folder = tempfile::tempdir().unwrap();
    let agent = shell(folder.path(), "sleep 300 & echo $! > pid; wait");
    let mut discussion = about("Ship?").strategy(RoundRobin::new()).seat(Seat::new("Ann"), agent);
    let control = discussion.control();
    let stop = async {
        let pid = number_in(&folder.path().join("pid")).await;
        control.cancel("Dana");
        pid
    };
    let (done, pid) = timeout(Duration::from_secs(20), async { tokio::join!(discussion.run(), stop) }).await.unwrap();
    assert_eq!(checked(done.unwrap()).outcome.stop, StopReason::Cancelled);
    assert_ends(pid).await;
}

// O-05
#[tokio::test]
async fn a_program_has_its_limit_but_for_half_a_second_at_most_and_the_cause_says_how_long_it_ran() {
    let scene = Scene::new().time_ms(10_000);
    let folder = tempfile::tempdir().unwrap();
    let answer = shell(folder.path(), "sleep 9.2; echo 'Friday. [STANCE: AGREE]'");
    let stuck = shell(folder.path(), "sleep 300");
    let start = Instant::now();
    let ((answer, stuck), took) = {
        let stuck = async { (scene.ask(&stuck).await, start.elapsed()) };
        let (answer, (stuck, took)) = tokio::join!(scene.ask(&answer), stuck);
        ((answer, stuck), took)
    };
    assert_eq!(answer.unwrap().text, "Friday. [STANCE: AGREE]\n");
    let cause = stuck.unwrap_err().message;
    assert!(cause.contains("did not end within 9.50 s (its limit of 10.00 s without the last 0.50 s"), "{cause}");
    assert!(took >= Duration::from_millis(9_500), "{took:?}");
}

// O-03, O-05
#[tokio::test]
async fn the_limit_of_a_turn_holds_in_a_discussion_and_the_next_seat_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let slow = shell(folder.path(), "sleep 300");
    let quick = shell(folder.path(), "echo 'Friday. [KIND: PROPOSAL]'");
    let discussion = about("Ship?").strategy(RoundRobin::new()).max_rounds(1).turn_ms(800);
    let done = discussion.seat(Seat::new("Ann"), slow).seat(Seat::new("Bob"), quick).run().await.unwrap();
    let endings: Vec<_> = checked(done).state.turns().iter().map(|turn| turn.ending().unwrap()).collect();
    assert_eq!(endings, [Ending::TimedOut, Ending::Answered]);
}
