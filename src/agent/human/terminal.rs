//! The terminal of this process as a console: lines come from standard input, questions go to standard error.

use std::{
    io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _},
    sync::OnceLock,
    thread,
};

use async_trait::async_trait;
use tokio::sync::{Mutex, mpsc};

use super::{Console, Typing};
use crate::report::text;

/// Bytes of one line; a longer one comes in pieces.
const MOST_LINE: u64 = 1 << 16;

/// Lines that are read ahead of the questions.
const AHEAD: usize = 256;

/// Standard input and standard error of this process.
///
/// Lines are read by a thread of their own, which waits for the person and never for the discussion, and which the end
/// of the process ends.
#[derive(Debug, Default)]
pub struct Terminal {
    lines: OnceLock<Mutex<mpsc::Receiver<String>>>,
}

impl Terminal {
    /// The lines; reading begins when they are asked for the first time.
    fn lines(&self) -> &Mutex<mpsc::Receiver<String>> {
        self.lines.get_or_init(|| {
            let (sender, receiver) = mpsc::channel(AHEAD);
            // Without a thread the channel is closed, which reads as the end of the input.
            let _ = thread::Builder::new().name("quorate-stdin".to_owned()).spawn(move || read_all(&sender));
            Mutex::new(receiver)
        })
    }
}

/// Passes lines on until the input ends or nobody takes them.
fn read_all(lines: &mpsc::Sender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // An input that cannot be read has ended as well.
        let read = io::stdin().lock().take(MOST_LINE).read_until(b'\n', &mut bytes).unwrap_or(0);
        let line = String::from_utf8_lossy(&bytes);
        if read == 0 || lines.blocking_send(line.trim_end_matches(['\n', '\r']).to_owned()).is_err() {
            return;
        }
    }
}

#[async_trait]
impl Console for Terminal {
    fn show(&self, text: &str) {
        // When nobody can be told, there is nobody to tell that either.
        let _ = writeln!(io::stderr().lock(), "{}", text::block(text));
    }

    async fn line(&self) -> Option<String> {
        self.lines().lock().await.recv().await
    }

    fn forget(&self) -> usize {
        // A line that has been begun belongs to the time before the question as well.
        #[cfg(unix)]
        if self.typing() == Typing::Live {
            let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
        }
        // Only the question at hand reads lines, so nobody holds the lock now.
        let Ok(mut lines) = self.lines().try_lock() else { return 0 };
        std::iter::from_fn(|| lines.try_recv().ok()).count()
    }

    fn typing(&self) -> Typing {
        if io::stdin().is_terminal() { Typing::Live } else { Typing::Prepared }
    }
}
