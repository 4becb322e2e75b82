//! Ctrl-C: the first one stops the discussion, which is written down as far as it came; the second one ends the process.

use std::io;

use super::exit::Exit;
use crate::manager::Control;

/// Stops the discussion at the first signal and the process at the second, for as long as it is awaited.
pub(super) async fn watch(mut signals: Signals, control: Control, by: &str) {
    signals.next().await;
    // After its end there is nothing left to stop, and the process is about to end by itself.
    let _ = control.cancel(by);
    signals.next().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}

/// Signals that ask the process to end.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on; called within the runtime.
    pub(super) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Signals that ask the process to end.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Listens from now on; called within the runtime.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
