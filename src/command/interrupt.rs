//! Ctrl-C: the first one stops the discussion, which is written down as far as it came; the second one ends the process.
//!
//! A request to end (`TERM`) and a terminal that is gone (`HUP`) count as the first one. A hangup is never the second:
//! a shell and its terminal may both send one, and the programs that were started have to end before the process does.

use std::io;

use super::exit::Exit;
use crate::manager::Control;

/// Stops the discussion at the first signal and the process at the second, for as long as it is awaited.
pub(super) async fn watch(mut signals: Signals, control: Control, by: &str) {
    signals.first().await;
    // After its end there is nothing left to stop, and the process is about to end by itself.
    let _ = control.cancel(by);
    signals.second().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}

/// Has a write beyond the largest size of files (`ulimit -f`) fail as any other write that cannot be done: the signal that comes
/// with it would end the process without a word. Programs that are started keep what is usual.
#[cfg(unix)]
pub(super) fn outlive_full_files() {
    use tokio::signal::unix::{SignalKind, signal};
    /// `SIGXFSZ`, by its number on Linux, macOS and the BSDs.
    const FILE_TOO_LARGE: i32 = 25;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    // Once somebody listens, the signal no longer ends the process; it stays so when nobody listens any more. Where it cannot
    // be had, everything is as it was.
    let _ = runtime.map(|runtime| runtime.block_on(async { signal(SignalKind::from_raw(FILE_TOO_LARGE)).map(drop) }));
}

/// Where there is no such signal, there is nothing to outlive.
#[cfg(not(unix))]
pub(super) const fn outlive_full_files() {}

/// Signals that ask the process to end.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// None where whoever started the process wants it to outlive its terminal, as `nohup` does.
    hangup: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on; called within the runtime.
    pub(super) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        // Looked up first: listening puts an end to ignoring.
        let hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())?, hangup })
    }

    pub(super) async fn first(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = hangup => {}
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    async fn second(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Whether this process was started with hangups ignored; where the system does not tell, it was not.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The lowest bit is the first signal, which is the hangup.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
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

    pub(super) async fn first(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    async fn second(&mut self) {
        self.first().await;
    }
}
