//! A run that nobody waits for any more: the gateway is told to stop it, and its end is waited for.

use std::time::Duration;

use futures_util::{FutureExt as _, future::FusedFuture as _};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::{frame::Answer, gate::Gate, link::Answers, outcome::Outcome};

/// What telling a gateway to stop a run may take, and waiting for its end.
const LIMIT: Duration = Duration::from_secs(10);
/// Pauses between tries to stop a run that the gateway does not know (yet).
const PAUSES: [Duration; 3] = [Duration::from_millis(100), Duration::from_millis(400), Duration::from_secs(2)];

/// Has a run stopped, and waits for its end, as long as that is worth waiting for. `asked` is a request to stop it that is
/// on its way, `answers` what the gateway tells of the run.
pub(super) async fn stopped(gate: &Gate, params: &Value, asked: Option<Answers>, answers: Option<Answers>) {
    let ended = ended(gate, answers).fuse();
    tokio::pin!(ended);
    let both = async {
        tokio::select! {
            true = &mut ended => return,
            () = told_to_stop(gate, params, asked) => {}
        }
        if !ended.is_terminated() {
            ended.await;
        }
    };
    // A gateway that does not answer for this long has its own limit for the run.
    let _ = timeout(LIMIT, both).await;
}

/// Tells the gateway until it knows what to stop, or is not to be expected to.
async fn told_to_stop(gate: &Gate, params: &Value, mut asked: Option<Answers>) {
    for pause in PAUSES {
        let asked = match asked.take() {
            Some(asked) => Some(asked),
            None => gate.link().await.ok().and_then(|link| link.ask("sessions.abort", params).ok()),
        };
        if let Some(mut asked) = asked
            && let Ok(Answer::Taken(payload)) = asked.next().await
            && payload.get("abortedRunId").is_some_and(Value::is_string)
        {
            return;
        }
        // It may be over, or not begun yet.
        sleep(pause).await;
    }
}

/// Whether its end was told; not where the connection was lost before.
async fn ended(gate: &Gate, answers: Option<Answers>) -> bool {
    let Some(mut answers) = answers else { return false };
    loop {
        match answers.next().await {
            Ok(Answer::Taken(payload)) if matches!(gate.tell.outcome(&payload), Outcome::Running) => {}
            Ok(_) => return true,
            Err(_) => return false,
        }
    }
}
