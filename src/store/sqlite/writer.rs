//! The one thread that writes lines: it takes what is there from everybody, commits once, and tells all who wait.

use std::{
    collections::{BTreeMap, HashMap},
    error::Error as AnyError,
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, TransactionBehavior, ffi, params};
use tokio::sync::oneshot;

use crate::store::now_ms;

/// Jobs that go into one commit at most: a bound for memory and for the time until the first of them is told.
const MOST_JOBS: usize = 4096;

/// Why lines were not kept.
#[derive(Debug, Clone)]
pub(super) enum Failure {
    /// There is a line of this number.
    Taken,
    /// What the database says.
    Other(Arc<dyn AnyError + Send + Sync>),
}

/// What the thread is asked to do, for the discussion of a key.
#[derive(Debug)]
pub(super) enum Job {
    Line {
        key: i64,
        seq: i64,
        bytes: Box<[u8]>,
    },
    /// Takes notes up to this one away and tells when all before it is kept.
    Flush {
        key: i64,
        given: i64,
        done: oneshot::Sender<Result<(), Failure>>,
    },
    /// Gives a claim back.
    Release {
        key: i64,
    },
    /// Tells when all before it has been done.
    CatchUp {
        done: mpsc::Sender<()>,
    },
}

impl Job {
    const fn key(&self) -> Option<i64> {
        match self {
            Self::Line { key, .. } | Self::Flush { key, .. } | Self::Release { key } => Some(*key),
            Self::CatchUp { .. } => None,
        }
    }

    /// Whether there is something to write.
    const fn writes(&self) -> bool {
        !matches!(self, Self::CatchUp { .. } | Self::Flush { given: 0, .. })
    }
}

/// The thread, and the way to it.
pub(super) struct Writer {
    /// None once it is to end.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn start(connection: Arc<Mutex<Connection>>) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel();
        let commits = Arc::<AtomicU64>::default();
        let desk = Desk { connection, failed: HashMap::new(), commits: Arc::clone(&commits) };
        let thread = thread::Builder::new().name("quorate-store".to_owned()).spawn(move || desk.work(&queue))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), commits })
    }

    /// How often something was committed.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Hands a job over. A thread that has ended answers no flush, and that tells.
    pub(super) fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }

    pub(super) async fn flush(&self, key: i64, given: i64) -> Result<(), Failure> {
        let (done, told) = oneshot::channel();
        self.send(Job::Flush { key, given, done });
        let ended = || io::Error::new(io::ErrorKind::BrokenPipe, "the thread that writes has ended");
        told.await.unwrap_or_else(|_| Err(Failure::Other(Arc::new(ended()))))
    }

    /// Waits until everything that was handed over has been done.
    pub(super) fn catch_up(&self) {
        let (done, told) = mpsc::channel();
        self.send(Job::CatchUp { done });
        // An error means that there is nothing left to wait for.
        let _ = told.recv();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It ends when its queue is empty. That it panicked was told to everybody who waited.
            let _ = thread.join();
        }
    }
}

/// The thread's side.
struct Desk {
    connection: Arc<Mutex<Connection>>,
    /// Discussions whose lines can no longer be kept, as one is missing.
    failed: HashMap<i64, Failure>,
    commits: Arc<AtomicU64>,
}

impl Desk {
    fn work(mut self, queue: &mpsc::Receiver<Job>) {
        while let Ok(first) = queue.recv() {
            let mut jobs = vec![first];
            jobs.extend(queue.try_iter().take(MOST_JOBS - 1));
            self.commit(&jobs);
            for job in jobs {
                self.tell(job);
            }
        }
    }

    /// Commits all of it at once; where that fails, each discussion by itself, so that one takes down no other.
    fn commit(&mut self, jobs: &[Job]) {
        let sound = |job: &&Job| job.writes() && job.key().is_some_and(|key| self.may(key, job));
        let jobs: Vec<&Job> = jobs.iter().filter(sound).collect();
        if jobs.is_empty() || self.write(&jobs).is_ok() {
            return;
        }
        let mut apart: BTreeMap<i64, Vec<&Job>> = BTreeMap::new();
        for job in jobs {
            if let Some(key) = job.key() {
                apart.entry(key).or_default().push(job);
            }
        }
        for (key, jobs) in apart {
            // What stands before the line that cannot be kept is kept.
            let fault = jobs.iter().find_map(|job| self.write(&[*job]).err());
            let Some(error) = fault else { continue };
            self.failed.insert(key, failure(error));
            let releases: Vec<&Job> = jobs.into_iter().filter(|job| matches!(job, Job::Release { .. })).collect();
            // Where that fails too, the claim ends with this process.
            let _ = self.write(&releases);
        }
    }

    /// Lines after a missing one are not written; a claim is always given back.
    fn may(&self, key: i64, job: &Job) -> bool {
        matches!(job, Job::Release { .. }) || !self.failed.contains_key(&key)
    }

    fn write(&self, jobs: &[&Job]) -> rusqlite::Result<()> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let now = i64::try_from(now_ms()).unwrap_or(i64::MAX);
            let mut line = transaction.prepare("INSERT INTO lines (discussion, seq, bytes) VALUES (?1, ?2, ?3)")?;
            let mut changed = transaction.prepare("UPDATE discussions SET changed_ms = ?2 WHERE key = ?1")?;
            let mut notes = transaction.prepare("DELETE FROM notes WHERE discussion = ?1 AND key <= ?2")?;
            let mut release = transaction.prepare("DELETE FROM writers WHERE discussion = ?1")?;
            for job in jobs {
                match job {
                    Job::Line { key, seq, bytes } => {
                        line.execute(params![key, seq, &**bytes])?;
                        changed.execute(params![key, now])?;
                    }
                    Job::Flush { key, given, .. } => drop(notes.execute(params![key, given])?),
                    Job::Release { key } => drop(release.execute([key])?),
                    Job::CatchUp { .. } => {}
                }
            }
        }
        transaction.commit()?;
        self.commits.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn tell(&mut self, job: Job) {
        match job {
            Job::Flush { key, done, .. } => {
                let told = self.failed.get(&key).cloned().map_or(Ok(()), Err);
                // Whoever asked may have stopped waiting.
                let _ = done.send(told);
            }
            Job::Release { key } => drop(self.failed.remove(&key)),
            Job::CatchUp { done } => drop(done.send(())),
            Job::Line { .. } => {}
        }
    }
}

fn failure(error: rusqlite::Error) -> Failure {
    match error.sqlite_error().map(|error| error.extended_code) {
        Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE) => Failure::Taken,
        _ => Failure::Other(Arc::new(error)),
    }
}
