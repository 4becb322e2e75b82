//! What runs beside a process for as long as it lives: its streams, the connection over them, and its end.

use std::{
    fmt,
    process::ExitStatus,
    sync::{Arc, Mutex, PoisonError},
};

use agent_client_protocol::{
    self as protocol, Builder, Channel, Client, ConnectionTo, UntypedMessage, v1::schema::RequestPermissionRequest,
};
use tokio::{
    process::{Child, ChildStdin, ChildStdout},
    sync::oneshot,
    time::timeout,
};
use tokio_util::task::AbortOnDropHandle;

use super::{fault::TooMuch, hearing::Hearing, wire};
use crate::agent::program::{Group, LINGER};

/// How a process ended.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ended {
    exit: Option<ExitStatus>,
    pub(super) too_much: Option<TooMuch>,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exit {
            Some(exit) => write!(f, "ended ({exit})"),
            None => f.write_str("closed its standard output"),
        }
    }
}

/// The group of a process, which whoever comes first ends.
#[derive(Clone)]
pub(super) struct Leash(Arc<Mutex<Option<Group>>>);

impl Leash {
    /// Holds a child that was started as the leader of its group.
    pub(super) fn of(child: &Child) -> Self {
        Self(Arc::new(Mutex::new(Some(Group::led_by(child)))))
    }

    /// Whether nobody has ended it yet.
    pub(super) fn is_held(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(super) fn end(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Speaks with a process until it ends, closes its output or says too much; then everything in its group ends.
pub(super) async fn drive(
    mut child: Child,
    leash: Leash,
    hearing: Arc<Hearing>,
    ready: oneshot::Sender<ConnectionTo<protocol::Agent>>,
) -> Ended {
    let mut ended = Ended::default();
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else { return ended };
    let overheard = Arc::clone(&hearing);
    let beside = AbortOnDropHandle::new(tokio::spawn(async move { wire::overhear(stderr, &overheard).await }));
    {
        let talk = speak(stdin, stdout, hearing, ready);
        tokio::pin!(talk);
        tokio::select! {
            much = &mut talk => ended.too_much = much,
            exit = child.wait() => {
                ended.exit = exit.ok();
                // Something that it left behind may hold its output open.
                ended.too_much = timeout(LINGER, &mut talk).await.ok().flatten();
            }
        }
    }
    if ended.exit.is_none() && ended.too_much.is_none() {
        ended.exit = timeout(LINGER, child.wait()).await.ok().and_then(Result::ok);
    }
    leash.end();
    // What it printed last is still there to be read.
    let _ = timeout(LINGER, beside).await;
    // It has been killed, so this takes no time; nobody finds it as a zombie.
    let _ = timeout(LINGER, child.wait()).await;
    ended
}

/// Carries messages between a process and the connection until one of them ends.
async fn speak(
    stdin: ChildStdin,
    stdout: ChildStdout,
    hearing: Arc<Hearing>,
    ready: oneshot::Sender<ConnectionTo<protocol::Agent>>,
) -> Option<TooMuch> {
    let (ours, theirs) = Channel::duplex();
    let (outgoing, incoming) = ours.into_parts();
    let talk = async {
        tokio::select! {
            () = connect(theirs, Arc::clone(&hearing), ready) => {}
            () = wire::write(outgoing, stdin) => {}
        }
    };
    let listen = async {
        let read = wire::read(stdout, &hearing, |message| drop(incoming.unbounded_send(message))).await;
        // The connection ends when it has taken in all that came.
        drop(incoming);
        read
    };
    tokio::pin!(talk);
    tokio::select! {
        () = &mut talk => None,
        read = listen => match read {
            Ok(()) => {
                talk.await;
                None
            }
            Err(much) => Some(much),
        },
    }
}

/// Answers what the agent asks, hears what it tells, and hands out the connection on which it is asked. Whatever else it
/// wants of us, files and terminals among it, is answered by the protocol's "method not found".
async fn connect(channel: Channel, hearing: Arc<Hearing>, ready: oneshot::Sender<ConnectionTo<protocol::Agent>>) {
    let told = Arc::clone(&hearing);
    // The version of the protocol is ours to check: a builder for one version answers in words of its own.
    let ended = Builder::new(Client)
        .on_receive_request(
            async move |asked: RequestPermissionRequest, answer, _wire| answer.respond(hearing.refuse(&asked)),
            protocol::on_receive_request!(),
        )
        .on_receive_notification(
            async move |message: UntypedMessage, _wire| {
                told.note(message);
                Ok(())
            },
            protocol::on_receive_notification!(),
        )
        .connect_with(channel, async move |wire: ConnectionTo<protocol::Agent>| {
            // Nobody waits for it where the start was given up.
            let _ = ready.send(wire.clone());
            wire.incoming_closed().await;
            Ok(())
        })
        .await;
    if let Err(error) = ended {
        tracing::debug!(code = i32::from(error.code), "the connection with an agent ended early");
    }
}
