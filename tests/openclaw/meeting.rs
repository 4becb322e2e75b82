//! Whole discussions over a gateway, and the public suite for backends.

use std::time::Duration;

use quorate::agent::conformance::{Demands, check_with};

use super::{
    gateway::{Gateway, TOKEN},
    scene::claw,
};

#[tokio::test]
async fn the_backend_passes_the_public_suite() {
    let gateway = Gateway::start().await;
    let demands = Demands { limit: Duration::from_secs(5), secrets: &[TOKEN] };
    let passed = check_with(&claw(&gateway, "alice"), &demands).await.unwrap();
    assert_eq!(passed.refusals, 0);
    gateway.until(|gateway| gateway.running() == 0).await;
    assert_eq!(gateway.overlaps(), 0);
}
