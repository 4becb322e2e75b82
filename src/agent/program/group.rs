//! The process group that a program leads, with everything that it starts.

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::Child;

/// A group that is ended when this is dropped. It is never the one of this process.
#[derive(Debug)]
pub(in crate::agent) struct Group {
    leader: Option<Pid>,
}

impl Group {
    /// The group of a child that was started as the leader of its own, and has not been waited for.
    pub(in crate::agent) fn led_by(child: &Child) -> Self {
        Self { leader: child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)) }
    }

    /// Asks everything in it to end.
    pub(super) fn ask_to_end(&self) {
        self.send(Signal::TERM);
    }

    fn send(&self, signal: Signal) {
        // A group that has ended already needs nothing more.
        let _ = self.leader.map(|leader| kill_process_group(leader, signal));
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.send(Signal::KILL);
    }
}
