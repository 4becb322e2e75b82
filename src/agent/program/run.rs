//! One run of a program: prompt in, output out, and an end that comes in time whatever the program does.

use std::{io, process::ExitStatus, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, ChildStdin, Command},
    time::{Instant, sleep_until, timeout},
};

use super::{Answers, group::Group};

/// The most bytes of an answer.
pub(in crate::agent) const MOST_BYTES: usize = 1 << 20;

/// The bytes that are kept of what is printed beside the answer: the last ones, as errors come at the end.
pub(in crate::agent) const MOST_BESIDE: usize = 1 << 16;

/// How long output is read after the program has exited, while something that it left behind holds the pipe open.
pub(in crate::agent) const LINGER: Duration = Duration::from_millis(500);

/// The longest time that a program has to end by itself once it was asked to.
const LONGEST_NOTICE: Duration = Duration::from_millis(500);

/// The last part of the time, which is kept for the end of the program: a tenth, at most [`LONGEST_NOTICE`].
///
/// It lies within the limit, as whoever waits for the answer goes on at the limit itself.
pub(in crate::agent) fn notice(time: Duration) -> Duration {
    (time / 10).min(LONGEST_NOTICE)
}

/// What one run is given.
#[derive(Debug)]
pub(in crate::agent) struct Trial {
    pub(in crate::agent) prompt: Vec<u8>,
    pub(in crate::agent) answers: Answers,
    /// Everything is over within this time.
    pub(in crate::agent) time: Duration,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::agent) enum How {
    Exited(ExitStatus),
    TimeUp,
    TooMuch,
}

/// A run that has ended, and everything in the program's group with it.
#[derive(Debug)]
pub(in crate::agent) struct Ended {
    pub(in crate::agent) how: How,
    pub(in crate::agent) stdout: Vec<u8>,
    pub(in crate::agent) stderr: Vec<u8>,
}

/// Which bytes of a stream are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// All, up to a limit above which the run is over.
    All,
    /// The last ones.
    Last,
}

/// Runs a command whose three streams are piped and which leads a process group.
pub(in crate::agent) async fn run(mut command: Command, trial: Trial) -> io::Result<Ended> {
    let start = Instant::now();
    let mut child = command.spawn()?;
    // Ended on every way out of here, also when the future is dropped.
    let group = Group::led_by(&child);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let [keep_out, keep_err] = match trial.answers {
        Answers::Stdout => [Keep::All, Keep::Last],
        Answers::Stderr => [Keep::Last, Keep::All],
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let how = {
        let streams = async {
            // At once: a program that prints before it has read everything must not stop both sides.
            let read = async { tokio::try_join!(keep(stdout, keep_out, &mut out), keep(stderr, keep_err, &mut err)) };
            let ((), read) = tokio::join!(feed(stdin, &trial.prompt), read);
            read.map(drop)
        };
        watch(&mut child, &group, streams, start, trial.time).await?
    };
    drop(group);
    if !matches!(how, How::Exited(_)) {
        // It has been killed, so this takes no time; whoever asked us does not find it as a zombie.
        let _ = timeout(LINGER, child.wait()).await;
    }
    Ok(Ended { how, stdout: out, stderr: err })
}

/// Waits for the exit and the end of the streams, but not beyond the end of the time.
async fn watch(
    child: &mut Child,
    group: &Group,
    streams: impl Future<Output = Result<(), TooMuch>>,
    start: Instant,
    time: Duration,
) -> io::Result<How> {
    let (end, notice) = (start + time, notice(time));
    let (term, kill) = (end - notice, end - notice / 2);
    tokio::pin!(streams);
    let (mut exited, mut asked, mut open) = (None, false, true);
    let mut linger = end;
    loop {
        let until = if asked { kill } else { term }.min(linger);
        tokio::select! {
            status = child.wait(), if exited.is_none() => {
                exited = Some(status?);
                linger = Instant::now() + LINGER;
            }
            read = &mut streams, if open => match read {
                Ok(()) => open = false,
                Err(TooMuch) => return Ok(How::TooMuch),
            },
            () = sleep_until(until) => match (exited, asked) {
                (Some(_), _) | (None, true) => break,
                (None, false) => {
                    asked = true;
                    group.ask_to_end();
                }
            },
        }
        if exited.is_some() && !open {
            break;
        }
    }
    Ok(match exited {
        Some(status) if !asked => How::Exited(status),
        _ => How::TimeUp,
    })
}

/// Writes the prompt and closes the pipe. A program may end, or close its input, before it has read everything.
async fn feed(stdin: Option<ChildStdin>, prompt: &[u8]) {
    if let Some(mut stdin) = stdin {
        let _ = stdin.write_all(prompt).await;
    }
}

/// The output is larger than an answer may be.
#[derive(Debug)]
struct TooMuch;

/// Reads a stream to its end. What was read stays in `into` when the future is dropped.
async fn keep(stream: Option<impl AsyncRead + Unpin>, keep: Keep, into: &mut Vec<u8>) -> Result<(), TooMuch> {
    let Some(mut stream) = stream else { return Ok(()) };
    // A stream that cannot be read has ended.
    while stream.read_buf(into).await.unwrap_or(0) > 0 {
        match keep {
            Keep::All if into.len() > MOST_BYTES => return Err(TooMuch),
            Keep::Last if into.len() > 2 * MOST_BESIDE => drop(into.drain(..into.len() - MOST_BESIDE)),
            Keep::All | Keep::Last => {}
        }
    }
    Ok(())
}
