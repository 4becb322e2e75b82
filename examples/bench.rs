//! What a discussion costs beside its models: `bench W1 … W7` prints one JSON line for each workload.
//!
//! Everything that is on by default is on: the hash-chained record, the reading of every reply, the templates of the
//! prompts. The model is a stub in this process.
//!
//! `BENCH_STORE=1` keeps all discussions in a database as well, every step synced: run once without and once with it for
//! two rows of a table. W7 says both at once for the discussions of W3.

#![allow(clippy::print_stdout, clippy::panic, reason = "an example prints, and a bench that fails has to stop")]

use std::{
    fmt,
    hint::black_box,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use quorate::{
    Discussion, Finished,
    agent::{Agent, AgentError, Reply, Request, Sink},
    store::{Sqlite, Store},
    strategies::{prelude::*, strategies::RoundRobin},
};
use rustix::time::{ClockId, clock_gettime};

const WORDS: &str = "I agree with part of the previous point, yet the evidence is mixed. Cities that closed their centres \
to private cars saw cleaner air within months, but small shops reported fewer visits in the first year before trade \
recovered. The cost of better buses must be counted as well, since a ban without an alternative only moves the traffic \
to the next district. My proposal is a staged plan: begin with two streets, measure air, noise and sales every month, \
publish the numbers, and widen the zone only when the measured benefit is larger than the measured harm. I would also \
exempt disabled drivers, deliveries before ten, and emergency services. I am fairly confident in this position and ask \
the others to name their strongest objection.";
const TASK: &str =
    "Should the city ban private cars from its centre? Discuss, weigh the evidence and reach a decision.";

/// Seconds of wall time and of CPU time, all threads.
#[derive(Debug, Clone, Copy)]
struct Now {
    wall: f64,
    cpu: f64,
}

impl Now {
    fn read() -> Self {
        let seconds = |clock| {
            let time = clock_gettime(clock);
            time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
        };
        Self { wall: seconds(ClockId::Monotonic), cpu: seconds(ClockId::ProcessCPUTime) }
    }
}

/// How the stub behaves.
#[derive(Debug, Clone, Copy)]
enum Pace {
    /// Answers at once.
    Instant,
    /// Gives way to other tasks once.
    Yields,
    /// Takes this long.
    Takes(Duration),
}

#[derive(Debug, Default)]
struct Seen {
    calls: usize,
    stamps: Vec<(usize, Now)>,
    prompt_chars: Vec<usize>,
}

/// The model: a fresh text of about 120 words.
struct Stub {
    pace: Pace,
    marks: &'static [usize],
    seen: Mutex<Seen>,
}

impl fmt::Debug for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stub")
    }
}

impl Stub {
    fn new(pace: Pace, marks: &'static [usize]) -> Arc<Self> {
        Arc::new(Self { pace, marks, seen: Mutex::default() })
    }

    fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn calls(&self) -> usize {
        self.seen(|seen| seen.calls)
    }

    /// CPU microseconds a turn between two calls.
    fn cpu_us(&self, from: usize, to: usize) -> f64 {
        self.seen(|seen| {
            let at = |call| seen.stamps.iter().find(|(one, _)| *one == call).map_or(0.0, |(_, now)| now.cpu);
            (at(to) - at(from)) * 1e6 / (to - from) as f64
        })
    }
}

#[async_trait::async_trait]
impl Agent for Stub {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        match self.pace {
            Pace::Instant => {}
            Pace::Yields => tokio::task::yield_now().await,
            Pace::Takes(time) => tokio::time::sleep(time).await,
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.calls += 1;
        let call = seen.calls;
        if self.marks.contains(&call) {
            seen.stamps.push((call, Now::read()));
        }
        let chars = black_box(request.system).len() + black_box(request.user).len();
        seen.prompt_chars.push(chars);
        Ok(Reply::text(format!("[{call}] {WORDS}")))
    }
}

/// Every seat at once in each round, for the workload whose seats are independent within a round.
#[derive(Debug)]
struct Together(Card);

impl Together {
    fn new() -> Self {
        let mut card = RoundRobin::new().card().clone();
        card.name = "together".into();
        Self(card)
    }
}

impl Strategy for Together {
    fn card(&self) -> &Card {
        &self.0
    }

    fn next(&self, view: &View<'_>) -> Step {
        match view.closing() {
            Some(why) => Step::Conclude { why },
            None if view.round_turns().is_empty() => {
                Step::Ask { asks: view.roster().voices().map(|seat| Ask::new(seat, "respond")).collect() }
            }
            None => Step::CloseRound,
        }
    }
}

/// The database of this run, where one is wanted.
fn database() -> Option<&'static Sqlite> {
    static DATABASE: OnceLock<Option<(Sqlite, tempfile::TempDir)>> = OnceLock::new();
    let wanted = || std::env::var("BENCH_STORE").is_ok_and(|wish| wish == "1").then(new_database);
    DATABASE.get_or_init(wanted).as_ref().map(|(store, _)| store)
}

/// One in a folder that goes away with it.
fn new_database() -> (Sqlite, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let store = Sqlite::open(folder.path().join("q.db")).unwrap_or_else(|error| panic!("{error}"));
    (store, folder)
}

/// Kept there, if anywhere, under an id of its own.
fn kept(discussion: Discussion, store: Option<&Sqlite>) -> Discussion {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let Some(store) = store else { return discussion };
    let id = COUNT.fetch_add(1, Ordering::Relaxed).to_string();
    discussion.kept_in(store, id).unwrap_or_else(|error| panic!("{error}"))
}

async fn discuss(strategy: impl Strategy + 'static, seats: usize, rounds: u32, stub: &Arc<Stub>) -> Finished {
    let discussion = Discussion::new(TASK).strategy(strategy).min_rounds(rounds).max_rounds(rounds);
    let mut discussion = kept(discussion, database());
    for at in 0..seats {
        let seat = Seat::new(format!("agent_{at}")).personality("a careful panellist; refers to the others by name");
        discussion = discussion.seat(seat, Arc::clone(stub));
    }
    discussion.run().await.unwrap_or_else(|error| panic!("{error}"))
}

async fn round_robin(seats: usize, rounds: u32, stub: &Arc<Stub>) -> usize {
    discuss(RoundRobin::new(), seats, rounds, stub).await.state.turns().len()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::MAX, f64::min)
}

fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kb =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<f64>().ok());
    kb.map_or(0.0, |kb| (kb / 102.4).round() / 10.0)
}

async fn w1() -> String {
    for _ in 0..20 {
        round_robin(3, 5, &Stub::new(Pace::Instant, &[])).await;
    }
    let (mut wall, mut cpu, mut steady, mut ok) = (Vec::new(), Vec::new(), Vec::new(), true);
    for _ in 0..2000 {
        let stub = Stub::new(Pace::Instant, &[1, 15]);
        let before = Now::read();
        let turns = round_robin(3, 5, &stub).await;
        let after = Now::read();
        wall.push((after.wall - before.wall) * 1e6 / 15.0);
        cpu.push((after.cpu - before.cpu) * 1e6 / 15.0);
        steady.push(stub.cpu_us(1, 15));
        ok &= turns == 15 && stub.calls() == 15;
    }
    let best = least(&wall);
    format!(
        r#""ok":{ok},"n":2000,"cpu_us_per_turn":{:.3},"wall_us_per_turn":{:.3},"wall_us_per_turn_min":{best:.3},"steady_cpu_us_per_turn":{:.3}"#,
        median(cpu),
        median(wall),
        median(steady)
    )
}

async fn w2() -> String {
    round_robin(3, 3, &Stub::new(Pace::Instant, &[])).await;
    let rss = resident_mb();
    let stub = Stub::new(Pace::Instant, &[1, 101, 900, 1000]);
    let before = Now::read();
    let turns = round_robin(5, 200, &stub).await;
    let after = Now::read();
    let (first, last) = (stub.cpu_us(1, 101), stub.cpu_us(900, 1000));
    format!(
        r#""ok":{},"turns":{turns},"calls":{},"wall_s":{:.5},"cpu_s":{:.5},"rss_before_mb":{rss},"first100_cpu_us":{first:.3},"last100_cpu_us":{last:.3},"growth":{:.2}"#,
        turns == 1000 && stub.calls() == 1000,
        stub.calls(),
        after.wall - before.wall,
        after.cpu - before.cpu,
        last / first
    )
}

async fn w3() -> String {
    let count: usize = std::env::var("W3_DISCUSSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    round_robin(3, 3, &Stub::new(Pace::Yields, &[])).await;
    let rss = resident_mb();
    let before = Now::read();
    let running: Vec<_> =
        (0..count).map(|_| tokio::spawn(async { round_robin(3, 3, &Stub::new(Pace::Yields, &[])).await })).collect();
    let mut ok = true;
    for one in running {
        ok &= one.await.is_ok_and(|turns| turns == 9);
    }
    let after = Now::read();
    let (wall, cpu) = (after.wall - before.wall, after.cpu - before.cpu);
    format!(
        r#""ok":{ok},"discussions":{count},"disc_per_cpu_s":{:.1},"disc_per_wall_s":{:.1},"wall_s":{wall:.5},"cpu_s":{cpu:.5},"rss_before_mb":{rss},"concurrency":"tokio current-thread""#,
        count as f64 / cpu,
        count as f64 / wall
    )
}

async fn w4() -> String {
    let (mut wall, mut cpu, mut ok) = (Vec::new(), Vec::new(), true);
    for run in 0..8 {
        let stub = Stub::new(Pace::Takes(Duration::from_millis(50)), &[]);
        let before = Now::read();
        let turns = discuss(Together::new(), 6, 3, &stub).await.state.turns().len();
        let after = Now::read();
        if run > 0 {
            wall.push((after.wall - before.wall) * 1e3);
            cpu.push((after.cpu - before.cpu) * 1e3);
        }
        ok &= turns == 18 && stub.calls() == 18;
    }
    let best = least(&wall);
    format!(
        r#""ok":{ok},"wall_ms":{:.2},"wall_ms_min":{best:.2},"cpu_ms":{:.3},"ideal_ms":150,"mode":"one step asks all seats""#,
        median(wall),
        median(cpu)
    )
}

async fn w5() -> String {
    let stub = Stub::new(Pace::Instant, &[]);
    let turns = round_robin(3, 20, &stub).await;
    let chars = stub.seen(|seen| seen.prompt_chars.clone());
    let transcript: usize = (1..=60).map(|call| format!("[{call}] {WORDS}").len()).sum();
    let mut sum = 0;
    let cumulative: Vec<f64> = chars
        .iter()
        .map(|one| {
            sum += one;
            sum as f64
        })
        .collect();
    let points: Vec<(f64, f64)> =
        cumulative.iter().enumerate().skip(30).map(|(at, sum)| (((at + 1) as f64).ln(), sum.ln())).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / points.len() as f64;
    let (mx, my) = (mean(|point| point.0), mean(|point| point.1));
    let slope = points.iter().map(|(x, y)| (x - mx) * (y - my)).sum::<f64>()
        / points.iter().map(|(x, _)| (x - mx).powi(2)).sum::<f64>();
    format!(
        r#""ok":{},"calls":{},"prompt_chars":{sum},"prompt_msgs":{},"approx_tokens":{},"first_call_chars":{},"last_call_chars":{},"transcript_chars":{transcript},"times_transcript":{:.2},"growth_exponent":{slope:.2}"#,
        turns == 60 && chars.len() == 60,
        chars.len(),
        chars.len() * 2,
        sum / 4,
        chars.first().unwrap_or(&0),
        chars.last().unwrap_or(&0),
        sum as f64 / transcript as f64
    )
}

async fn w6() -> String {
    let stub = Stub::new(Pace::Instant, &[]);
    let before = Now::read();
    let turns = round_robin(2, 1, &stub).await;
    let after = Now::read();
    format!(r#""ok":{},"discuss_s":{:.6}"#, turns == 2 && stub.calls() == 2, after.wall - before.wall)
}

/// The discussions of the third workload, with and without a database that keeps every line before it is acted on.
async fn w7() -> String {
    let count: usize = std::env::var("W3_DISCUSSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let (store, _folder) = new_database();
    let (off, ok_off) = all_at_once(count, None).await;
    let (on, ok_on) = all_at_once(count, Some(&store)).await;
    format!(
        r#""ok":{},"discussions":{count},"off_disc_per_wall_s":{:.1},"off_disc_per_cpu_s":{:.1},"on_disc_per_wall_s":{:.1},"on_disc_per_cpu_s":{:.1},"lines":{},"commits":{},"store":"sqlite, every step synced""#,
        ok_off && ok_on,
        count as f64 / off.wall,
        count as f64 / off.cpu,
        count as f64 / on.wall,
        count as f64 / on.cpu,
        store.list().map_or(0, |all| all.iter().map(|one| one.lines).sum()),
        store.commits()
    )
}

async fn all_at_once(count: usize, store: Option<&Sqlite>) -> (Now, bool) {
    let before = Now::read();
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..count {
        let discussion = Discussion::new(TASK).strategy(RoundRobin::new()).min_rounds(3).max_rounds(3);
        let mut discussion = kept(discussion, store);
        let stub = Stub::new(Pace::Yields, &[]);
        for at in 0..3 {
            discussion = discussion.seat(Seat::new(format!("agent_{at}")), Arc::clone(&stub));
        }
        running.spawn(async { discussion.run().await.is_ok_and(|done| done.state.turns().len() == 9) });
    }
    let ok = running.join_all().await.into_iter().all(|ok| ok);
    let kept = store.is_none_or(|store| store.list().is_ok_and(|all| all.len() == count));
    let after = Now::read();
    (Now { wall: after.wall - before.wall, cpu: after.cpu - before.cpu }, ok && kept)
}

async fn run(workload: &str) -> String {
    match workload {
        "W1" => w1().await,
        "W2" => w2().await,
        "W3" => w3().await,
        "W4" => w4().await,
        "W5" => w5().await,
        "W6" => w6().await,
        "W7" => w7().await,
        other => format!(r#""ok":false,"error":"unknown workload {other}""#),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut workloads: Vec<String> = std::env::args().skip(1).collect();
    if workloads.is_empty() {
        workloads = ["W1", "W2", "W3", "W4", "W5", "W6", "W7"].map(String::from).to_vec();
    }
    for workload in workloads {
        let numbers = run(&workload).await;
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or("0");
        let (version, rss) = (env!("CARGO_PKG_VERSION"), resident_mb());
        let note = if database().is_some() {
            "record kept in sqlite, every step synced"
        } else {
            "record in memory but for W7"
        };
        println!(
            r#"{{"peer":"quorate","version":"{version}","workload":"{workload}",{numbers},"rss_mb":{rss},"load1":{load},"note":"{note}"}}"#
        );
    }
}
