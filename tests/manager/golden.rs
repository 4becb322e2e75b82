//! Whole discussions as a person reads them: the flow of each strategy, and the minutes that come of it.

use std::{env, fs, path::Path};

use quorate::{
    Discussion, Finished,
    agent::{Reply, Request, Scripted},
    strategies::{
        prelude::*,
        rules::{Approval, Plurality},
        strategies::{Brainstorm, Converge, Debate, Expert, Poll, RoundRobin},
    },
};

use super::table::{about, about_brief, checked, flow, minutes};

/// Compares with the golden file; `QUORATE_BLESS=1` writes it instead. The record's hash changes with every word of a
/// prompt, so it is left out.
pub(crate) fn golden(name: &str, finished: &Finished) {
    let found = minutes(finished).replace(&*finished.hash, "(the hash of the record)");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("QUORATE_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{} differs; QUORATE_BLESS=1 writes it. Found:\n{found}", path.display());
}

/// Seats that say what is written for them, by name, round and task.
fn play(discussion: Discussion, seats: Vec<Seat>, lines: fn(&str, u32, &str) -> &'static str) -> Discussion {
    let player = Scripted::new(move |request: &Request<'_>| {
        Ok(Reply::text(lines(&request.seat.name, request.round, request.task)))
    });
    seats.into_iter().fold(discussion, |discussion, seat| discussion.seat(seat, player.clone()))
}

fn four_days(name: &str, round: u32, _task: &str) -> &'static str {
    match (name, round) {
        ("AgentA", 1) => {
            "I propose a four-day week for the support team, for three months from May.\n\n- Two shifts, so that every \
             weekday is covered.\n- Measure the time to a first answer each week.\n\n[KIND: PROPOSAL]\n[CONFIDENCE: 70]"
        }
        ("AgentB", 1) => "How are Mondays covered, @AgentA? A third of all tickets come in then.\n\n[KIND: QUESTION]",
        ("AgentC", 1) => {
            "Two shifts leave Monday mornings with half the team. I cannot accept that.\n\n[KIND: OPPOSE]\n\
             [STANCE: DISAGREE]\n[CONFIDENCE: 80]"
        }
        ("AgentA", 2) => "Then the whole team works on Mondays, and the free day moves.\n\n[KIND: PROPOSAL]",
        ("AgentB", 2) => "That answers my question; the figures of week one will show it.\n\n[KIND: SUPPORT]",
        ("AgentC", 2) => "With Mondays covered I accept it.\n\n[KIND: CONSENSUS]\n[STANCE: AGREE]\n[CONFIDENCE: 85]",
        ("AgentA", _) => "We should start with that.\n\n[KIND: CONSENSUS]",
        _ => "Agreed: three months, all on Mondays.\n\n[KIND: CONSENSUS]\n[STANCE: AGREE]",
    }
}

#[tokio::test(start_paused = true)]
async fn round_robin_hears_everybody_in_turn_and_ends_where_agreement_stands() {
    let seats = ["AgentA", "AgentB", "AgentC"].map(Seat::new).to_vec();
    let discussion = about("Shall the support team work four days a week?").strategy(RoundRobin::new());
    let done = checked(play(discussion, seats, four_days).run().await.unwrap());
    assert_eq!(
        flow(&done),
        ["Round 1: AgentA → AgentB → AgentC", "Round 2: AgentA → AgentB → AgentC", "Round 3: AgentA → AgentB"]
    );
    assert_eq!(done.outcome.stop, StopReason::Decided);
    golden("round-robin.md", &done);
}

fn migration(name: &str, round: u32, task: &str) -> &'static str {
    match (name, round, task) {
        ("PlanExpert", 1, "open") => {
            "The plan moves orders to the new database in one night. That is right for 40 GB. Please examine what happens \
             when the copy fails, and whether the order of the steps is the shortest.\n\n[KIND: OPINION]"
        }
        ("RiskAnalyst", 1, _) => {
            "No step says how we go back. Without a rollback I oppose the plan.\n\n[KIND: OPPOSE]\n[STANCE: DISAGREE]"
        }
        ("EfficiencyOptimizer", 1, _) => {
            "- Build the indexes after the copy, not before it.\n- That saves about an hour.\n\n[KIND: PROPOSAL]"
        }
        ("PlanExpert", 1, _) => {
            "What stands: one night is enough. Corrected: the indexes come last. Open: the rollback.\n\n[KIND: SUMMARY]"
        }
        ("PlanExpert", 2, "open") => {
            "I add a step: keep the old database read-only for a week and switch back by one setting.\n\n[KIND: PROPOSAL]"
        }
        ("RiskAnalyst", 2, _) => "A switch back by one setting is enough for me.\n\n[KIND: SUPPORT]\n[STANCE: AGREE]",
        ("EfficiencyOptimizer", 2, _) => "Nothing to add.\n\n[PASS]",
        _ => {
            "Conclusion: move in one night, indexes last, the old database read-only for a week.\n\n1. Write down the \
             setting that switches back.\n2. Try it before the night.\n\n[KIND: SUMMARY]\n[STANCE: AGREE]\n[CLOSE]"
        }
    }
}

#[tokio::test(start_paused = true)]
async fn expert_opens_hears_the_others_sums_up_and_concludes() {
    let seats = [("PlanExpert", "expert"), ("RiskAnalyst", "analyst"), ("EfficiencyOptimizer", "reviewer")];
    let seats = seats.map(|(name, role)| Seat::new(name).role(role)).to_vec();
    let discussion = about("Is the plan to move the orders sound?").strategy(Expert::default());
    let done = checked(play(discussion, seats, migration).run().await.unwrap());
    let round = "PlanExpert → RiskAnalyst → EfficiencyOptimizer → PlanExpert";
    assert_eq!(flow(&done), [format!("Round 1: {round}"), format!("Round 2: {round}")]);
    assert_eq!(done.outcome.stop, StopReason::ExpertClosed);
    golden("expert.md", &done);
}

fn outage(name: &str, round: u32, _task: &str) -> &'static str {
    match (name, round) {
        ("Pro", 1) => "The deploy at 14:02 caused it: errors begin at 14:03. [CONFIDENCE: 75]",
        ("Con", 1) => {
            "The certificate ran out at 14:00, and the first errors are handshakes. The deploy is a coincidence."
        }
        ("Con", 2) => "A node without the deploy failed too. How does the deploy explain that?",
        ("Pro", 2) => "That node shares the load balancer, which got the new setting at 14:02.",
        ("Pro", _) => "The balancer's log at 14:02:10 shows the new setting and the first refused connection.",
        ("Con", _) => "CONCEDE. The log of the balancer settles it.",
        _ => {
            "Pro explains every failed node, Con does not explain the refused connections before the first handshake.\n\n\
             [VOTE: the deploy]"
        }
    }
}

fn sides() -> Vec<Seat> {
    vec![Seat::new("Pro").side("the deploy"), Seat::new("Con").side("the certificate")]
}

#[tokio::test(start_paused = true)]
async fn debate_alternates_its_opening_side_until_one_concedes() {
    let discussion = about("What caused the outage at 14:00?").strategy(Debate::new());
    let done = checked(play(discussion, sides(), outage).run().await.unwrap());
    assert_eq!(flow(&done), ["Round 1: Pro → Con", "Round 2: Con → Pro", "Round 3: Pro → Con"]);
    assert_eq!(done.outcome.stop, StopReason::Conceded);
    golden("debate.md", &done);
}

#[tokio::test(start_paused = true)]
async fn debate_with_a_judge_is_decided_by_the_judge_who_speaks_last_and_once() {
    let mut seats = sides();
    seats.push(Seat::new("Judge").role("judge").voice_only());
    let discussion = about("What caused the outage at 14:00?").strategy(Debate::new()).max_rounds(2);
    let done = checked(play(discussion, seats, outage).run().await.unwrap());
    assert_eq!(flow(&done), ["Round 1: Pro → Con", "Round 2: Con → Pro → Judge"]);
    let decision = done.outcome.decision.as_ref().unwrap();
    assert_eq!((&*decision.value, decision.maker), ("the deploy", Maker::Judge));
    golden("debate-judge.md", &done);
}

fn ideas(name: &str, round: u32, _task: &str) -> &'static str {
    match (name, round) {
        ("Ada", 1) => "1. [IDEA: Lend out tools like books]\n2. [IDEA: Open all night, lit by the visitors' bicycles]",
        ("Ben", 1) => {
            "1. [IDEA: A room where nobody may whisper]\n2. [IDEA: Readers hide notes in books for the next one]"
        }
        ("Cai", 1) => "1. [IDEA: A shelf chosen by children only]",
        ("Dee", 1) => "1. [IDEA: Put the catalogue on the buses]\n2. [IDEA: Trade a story for a coffee]",
        ("Ada", _) => "1. [IDEA: The bicycles also drive a printing press for the notes]",
        ("Ben", _) => "1. [IDEA: Tools come with the story of what they built]",
        ("Cai", _) => "1. [IDEA: Children read the bus catalogue aloud]",
        _ => "1. [IDEA: Coffee for whoever finds a hidden note]",
    }
}

#[tokio::test(start_paused = true)]
async fn brainstorm_draws_a_new_order_every_round_and_judges_nothing() {
    let seats = ["Ada", "Ben", "Cai", "Dee"].map(Seat::new).to_vec();
    let discussion = about("What could bring people into the library?").strategy(Brainstorm::new()).max_rounds(2);
    let done = checked(play(discussion, seats, ideas).run().await.unwrap());
    let flow = flow(&done);
    let names = |line: &str| line.split(": ").nth(1).unwrap().split(" → ").map(str::to_owned).collect::<Vec<_>>();
    let (first, second) = (names(&flow[0]), names(&flow[1]));
    assert_ne!(first, second, "the order is drawn anew");
    for mut order in [first, second] {
        order.sort();
        assert_eq!(order, ["Ada", "Ben", "Cai", "Dee"], "everybody speaks once a round");
    }
    assert_eq!((done.outcome.stop, &done.outcome.verdict), (StopReason::Finished, &None));
    golden("brainstorm.md", &done);
}

fn choosing(name: &str, round: u32, task: &str) -> &'static str {
    match (task, name) {
        ("converge", "Ada") => {
            "The notes cost nothing and bring people back.\n\n[VOTE: Readers hide notes in books for the next one, Trade a \
             story for a coffee]"
        }
        ("converge", "Ben") => "[VOTE: Readers hide notes in books for the next one]",
        ("converge", "Cai") => "Children bring their parents.\n\n[VOTE: A shelf chosen by children only]",
        ("converge", _) => "None of them pays for itself.\n\n[VOTE: abstain]",
        _ => ideas(name, round, task),
    }
}

#[tokio::test(start_paused = true)]
async fn brainstorm_converges_by_a_vote_that_the_rule_judges() {
    let seats = ["Ada", "Ben", "Cai", "Dee"].map(Seat::new).to_vec();
    let strategy = Brainstorm::ending(Converge::Vote);
    let discussion = about("What could bring people into the library?").strategy(strategy).rule(Approval::default());
    let done = checked(play(discussion.max_rounds(1), seats, choosing).run().await.unwrap());
    assert_eq!(done.outcome.stop, StopReason::Decided);
    golden("brainstorm-converge.md", &done);
}

fn commute(name: &str, round: u32, _task: &str) -> &'static str {
    match (name, round) {
        ("Ann", 1) => "A tram needs no parking and its line is there already.\n\n[VOTE: tram]",
        ("Bob", 1) => "Buses can start in May; rails take years.\n\n[VOTE: bus]",
        ("Cem", 1) => "I do not know the budget.\n\n[VOTE: abstain]",
        ("Ann", _) => "That rails take years is a point: the bus first.\n\n[VOTE: bus]",
        ("Bob", _) => "Nothing said against May.\n\n[VOTE: bus]",
        _ => "The line that is there already settles it for me.\n\n[VOTE: tram]",
    }
}

#[tokio::test(start_paused = true)]
async fn poll_votes_blind_and_a_tie_means_another_round() {
    let seats = ["Ann", "Bob", "Cem"].map(Seat::new).to_vec();
    let brief = Brief { options: vec!["tram".into(), "bus".into()], ..Brief::new("How do we reach the new site?") };
    let discussion = about_brief(brief).strategy(Poll::new()).rule(Plurality::default());
    let done = checked(play(discussion, seats, commute).run().await.unwrap());
    assert_eq!(flow(&done), ["Round 1: Ann → Bob → Cem", "Round 2: Ann → Bob → Cem"]);
    assert_eq!(done.outcome.decision.as_ref().unwrap().value.as_ref(), "bus");
    golden("poll.md", &done);
}

fn names(name: &str, _round: u32, task: &str) -> &'static str {
    match (task, name) {
        ("answer", "Ann") => "Short, and the domain is free.\n\n[IDEA: Harbour]",
        ("answer", "Bob") => "It says what it does.\n\n[IDEA: Ticket Desk]",
        ("answer", _) => "Ships come and go, as tickets do.\n\n[IDEA: Harbour]",
        (_, "Bob") => "Harbour is easier to say.\n\n[VOTE: Harbour]",
        (_, "Ann") => "[VOTE: 1]",
        _ => "What it does is what people look for.\n\n[VOTE: Ticket Desk]",
    }
}

#[tokio::test(start_paused = true)]
async fn poll_without_options_puts_the_answers_to_the_vote() {
    let seats = ["Ann", "Bob", "Cem"].map(Seat::new).to_vec();
    let discussion =
        about("What shall the support team's tool be called?").strategy(Poll::new()).rule(Plurality::default());
    let done = checked(play(discussion, seats, names).run().await.unwrap());
    assert_eq!(done.outcome.decision.as_ref().unwrap().value.as_ref(), "Harbour");
    golden("poll-answers.md", &done);
}
