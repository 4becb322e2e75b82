//! The terminal of this process as a console: lines come from standard input, questions go to standard error.

use std::{
    io::{self, BufRead, IsTerminal as _, Read as _, Write as _},
    sync::OnceLock,
    thread,
};

use async_trait::async_trait;
use tokio::sync::{Mutex, mpsc};

use super::{Console, MOST_BYTES, Typing};
use crate::report::text;

/// Bytes of a line that are kept: so many that a longer one is too long for an answer, and no part of it is read as one.
const MOST_LINE: usize = MOST_BYTES + 1;

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
    // An input that cannot be read has ended as well.
    while let Ok(Some(line)) = next_line(&mut io::stdin().lock()) {
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

/// The next line without its end. A longer one than [`MOST_LINE`] is read to its end and stays longer than an answer.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let room = u64::try_from(MOST_LINE).unwrap_or(u64::MAX);
    if input.by_ref().take(room).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() == MOST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_never_read_in_pieces() {
        for (before, kept) in [(1 << 16, true), (MOST_LINE, false), (3 * MOST_LINE, false)] {
            let typed = format!("{}/agree\n日本\r\n\nlast", "a".repeat(before));
            let mut input = typed.as_bytes();
            let long = next_line(&mut input).unwrap().unwrap();
            assert_eq!(long.ends_with("a/agree"), kept, "{before}");
            assert_eq!(long.len() > MOST_BYTES, !kept, "{before}");
            let rest: Vec<String> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
            assert_eq!(rest, ["日本", "", "last"]);
        }
        // Where the end of what is kept falls within a character, it is still longer than an answer.
        let typed = "あ".repeat(MOST_LINE);
        assert!(next_line(&mut typed.as_bytes()).unwrap().unwrap().len() > MOST_BYTES);
    }
}
