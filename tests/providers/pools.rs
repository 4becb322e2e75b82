//! Limits shared by all seats behind one provider.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use quorate::agent::http::{Client, Settings};
use quorate::agent::pool::{Lane, Limits, Pools};
use tokio::time::timeout;

const SOON: Duration = Duration::from_millis(20);

fn limits(at_once: u32, a_minute: Option<u32>) -> Limits {
    Limits { at_once: NonZeroU32::new(at_once).unwrap(), a_minute: a_minute.and_then(NonZeroU32::new) }
}

#[tokio::test]
async fn no_more_calls_at_once_than_allowed_and_a_place_comes_back() {
    let pools = Pools::new();
    let (lane, two) = (Lane::new("openai", Some(1)), limits(2, None));
    let first = pools.enter(&lane, two).await;
    let _second = pools.enter(&lane, two).await;
    assert!(timeout(SOON, pools.enter(&lane, two)).await.is_err(), "full");
    drop(first);
    assert!(timeout(SOON, pools.enter(&lane, two)).await.is_ok());
}

#[tokio::test]
async fn lanes_do_not_share() {
    let pools = Pools::new();
    let one = limits(1, None);
    let _a = pools.enter(&Lane::new("openai", Some(1)), one).await;
    for other in
        [Lane::new("openai", Some(2)), Lane::new("openai", None), Lane::new("http://127.0.0.1:8080/v1", Some(1))]
    {
        assert!(timeout(SOON, pools.enter(&other, one)).await.is_ok(), "{other:?}");
    }
}

#[tokio::test]
async fn a_waiter_that_gives_up_leaves_the_queue() {
    let pools = Arc::new(Pools::new());
    let (lane, one) = (Lane::new("x", None), limits(1, None));
    let held = pools.enter(&lane, one).await;
    assert!(timeout(SOON, pools.enter(&lane, one)).await.is_err());
    drop(held);
    assert!(timeout(SOON, pools.enter(&lane, one)).await.is_ok());
}

#[tokio::test]
async fn calls_a_minute_are_limited_where_asked_for() {
    let pools = Pools::new();
    let lane = Lane::new("slow", None);
    let rate = limits(8, Some(2));
    for _ in 0..2 {
        assert!(timeout(SOON, pools.enter(&lane, rate)).await.is_ok());
    }
    assert!(timeout(SOON, pools.enter(&lane, rate)).await.is_err(), "the third has to wait");
    assert_eq!((Limits::LOCAL.at_once.get(), Limits::LOCAL.a_minute), (4, None));
    assert_eq!((Limits::REMOTE.at_once.get(), Limits::REMOTE.a_minute), (16, None));
}

#[test]
fn clients_of_one_server_and_key_share_a_lane() {
    let lane = |url: &str, key| {
        let spec = super::wire::OpenAi.spec(url);
        Client::connect(&spec, key, Settings::default()).unwrap()
    };
    let one = lane("http://127.0.0.1:1", super::wire::key());
    assert_eq!(one.lane(), lane("http://127.0.0.1:1", super::wire::key()).lane());
    for other in [lane("http://127.0.0.1:1", None), lane("http://127.0.0.1:2", super::wire::key())] {
        assert_ne!(one.lane(), other.lane());
    }
    assert_eq!(one.limits(), Limits::LOCAL);
    let remote = lane("https://api.test", None);
    assert_eq!(remote.limits(), Limits::REMOTE);
    assert_eq!(remote.with_limits(Limits::LOCAL).limits(), Limits::LOCAL);
}
