//! A manager of many discussions: by id, at once, and within the limits that they share.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use quorate::{
    Manager, RunError, SetupError,
    agent::pool::{Lane, Limits},
    manager::{Status, Taken},
    strategies::{catalog::Catalog, prelude::*},
};

use super::table::{Act, Log, Player, about, checked};

fn manager(log: &Log) -> Manager {
    Manager::with_agent(Player::new(log, |_| Act::from("Yes. [STANCE: AGREE]").after(100)))
}

#[tokio::test(start_paused = true)]
async fn create_add_run_and_result_as_the_seed_has_them() {
    let log = Log::default();
    let manager = manager(&log);
    let discussion = about("Is the plan sound?").strategy_named(&Catalog::builtin(), "expert", Knobs::new()).unwrap();
    let id = manager.create(discussion.max_rounds(5)).unwrap();
    assert_eq!(manager.status(&id), Some(Status::Created));
    manager.add_agent(&id, "ExpertAgent", "expert", ["domain_knowledge"]).unwrap();
    manager.add_agent(&id, "CriticAgent", "critic", ["risks"]).unwrap();
    let completed = manager.run(&id).await.unwrap();
    assert_eq!(manager.status(&id), Some(Status::Final));
    assert!(completed.result().is_some());
    assert_eq!(completed.state.roster().name(SeatId(1)), "CriticAgent");
    assert!(log.of("ExpertAgent")[0].system.contains("domain_knowledge"));
    checked((*completed).clone());
    assert!(Arc::ptr_eq(&manager.finished(&id).unwrap(), &completed));
    assert!(Arc::ptr_eq(&manager.remove(&id).unwrap(), &completed));
    assert_eq!(manager.status(&id), None);
}

#[tokio::test(start_paused = true)]
async fn what_does_not_fit_the_life_of_a_discussion_is_refused_with_its_id() {
    let log = Log::default();
    let manager = manager(&log);
    let unknown = |error: SetupError| matches!(error, SetupError::UnknownDiscussion { id } if id == "none");
    assert!(unknown(manager.add_agent("none", "Ann", "expert", [""; 0]).unwrap_err()));
    let RunError::Setup(error) = manager.run("none").await.unwrap_err() else { panic!("not a setup error") };
    assert!(unknown(error));
    assert!(
        manager.control("none").is_none() && manager.finished("none").is_none() && manager.remove("none").is_none()
    );

    let id = manager.create(about("Tabs?").id("tabs")).unwrap();
    let taken = manager.create(about("Tabs again?").id("tabs")).unwrap_err();
    assert!(matches!(&taken, SetupError::TakenId { id } if id == "tabs"), "{taken}");
    manager.add_agent(&id, "Ann", "critic", ["style"]).unwrap();
    assert!(manager.control(&id).is_none() && manager.finished(&id).is_none(), "it does not run yet");

    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(manager.status(&id), Some(Status::Running));
        assert!(manager.remove(&id).is_none(), "a running discussion stays");
        let begun = manager.add_agent(&id, "Bob", "critic", ["style"]).unwrap_err();
        assert!(matches!(begun, SetupError::Begun { .. }), "{begun}");
        assert!(matches!(manager.run(&id).await, Err(RunError::Setup(SetupError::Begun { .. }))));
        assert!(matches!(manager.create(about("?").id("tabs")), Err(SetupError::TakenId { .. })));
        manager.control(&id).unwrap().cancel("Pat")
    };
    let (done, taken) = tokio::join!(manager.run(&id), meanwhile);
    assert_eq!((done.unwrap().outcome.stop, taken), (StopReason::Cancelled, Taken::Yes));
    assert_eq!(manager.status(&id), Some(Status::Cancelled));
    assert!(manager.control(&id).is_none());
    assert!(matches!(manager.run(&id).await, Err(RunError::Setup(SetupError::Begun { .. }))));
}

#[tokio::test(start_paused = true)]
async fn a_discussion_that_cannot_begin_has_failed_and_one_that_is_dropped_is_cancelled() {
    let log = Log::default();
    let manager = manager(&log);
    let id = manager.create(about("Nobody sits here.")).unwrap();
    assert!(matches!(manager.run(&id).await, Err(RunError::Setup(SetupError::Seating(_)))));
    assert_eq!(manager.status(&id), Some(Status::Failed));
    assert!(manager.remove(&id).is_none() && manager.status(&id).is_none());

    let id = manager.create(about("Tabs?")).unwrap();
    manager.add_agent(&id, "Ann", "critic", ["style"]).unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(50), manager.run(&id)).await.is_err());
    assert_eq!((manager.status(&id), log.running()), (Some(Status::Cancelled), 0));
    assert!(manager.remove(&id).is_none() && manager.status(&id).is_none(), "it can be forgotten");
}

#[tokio::test(start_paused = true)]
async fn two_hundred_discussions_run_at_once_on_one_manager() {
    let log = Log::default();
    let manager = Arc::new(manager(&log));
    let start = tokio::time::Instant::now();
    let runs: Vec<_> = (0..200_u64)
        .map(|at| {
            let id = manager.create(about("Tabs?").id(format!("d{at}")).seed(at).max_rounds(2)).unwrap();
            for name in ["Ann", "Bob", "Cy"] {
                manager.add_agent(&id, name, "critic", ["style"]).unwrap();
            }
            let manager = Arc::clone(&manager);
            tokio::spawn(async move { manager.run(&id).await })
        })
        .collect();
    for (at, run) in runs.into_iter().enumerate() {
        let done = run.await.unwrap().unwrap();
        assert_eq!((&*done.state.charter().id, done.outcome.stop), (format!("d{at}").as_str(), StopReason::Decided));
        checked((*done).clone());
    }
    assert!(start.elapsed() < Duration::from_millis(620), "none waits for another: {:?}", start.elapsed());
    assert_eq!((log.calls(), log.most_at_once(), log.running()), (1_200, 200, 0));
}

#[tokio::test(start_paused = true)]
async fn discussions_share_the_limit_of_a_provider_and_waiting_there_is_not_their_time() {
    let log = Log::default();
    let limits = Limits { at_once: NonZeroU32::new(3).unwrap(), a_minute: None };
    let player = Player {
        lane: Some((Lane::new("http://localhost", None), limits)),
        ..Player::new(&log, |request| match request.task {
            "synthesis" => Act::from("{}").after(100),
            _ => Act::from("Yes. [STANCE: AGREE]").after(100),
        })
    };
    let manager = Manager::with_agent(player.clone());
    let ids: Vec<_> = (0..20)
        .map(|at| {
            let discussion = about("Tabs?").id(format!("d{at}")).max_rounds(1).turn_ms(150);
            let id = manager.create(discussion.synthesizer(player.clone())).unwrap();
            manager.add_agent(&id, "Ann", "critic", ["style"]).unwrap();
            id
        })
        .collect();
    let runs = futures_util::future::join_all(ids.iter().map(|id| manager.run(id))).await;
    for done in runs {
        assert_eq!(done.unwrap().outcome.stop, StopReason::Decided, "no turn lost its time in the queue");
    }
    assert_eq!(log.most_at_once(), 3);
    assert!(log.calls() >= 20);
}
