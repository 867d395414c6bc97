//! A scheduler and workers as real processes on this machine, and what befalls them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{SessionConfig, SessionContext};
use philidor_sql::functions::FUNCTIONS;
use philidor_sql::session;
use tempfile::TempDir;

use crate::machine::{
    KIWIPETE, START, answer, embedded, errors, faulty, frontier, philidor_sql, wait, written,
};

/// How long anything may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// The leaves of perft(6), the sum over the frontier of ply 3 at depth 3.
const PERFT_6: &str = "119060324";

/// One cluster at a time: its processes are enough for a small machine.
static ALONE: Mutex<()> = Mutex::new(());

/// A process that ends with the test.
struct Process(Child);

impl Process {
    /// Ends it as a power failure would.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn lives(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A scheduler and its workers.
struct Cluster {
    workers: Vec<Process>,
    _scheduler: Process,
    address: String,
    /// Where the logs are.
    folder: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Cluster {
    /// A cluster with so many workers.
    fn of(workers: usize) -> Cluster {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let log = folder.path().join("scheduler.log");
        let arguments = ["scheduler", "--port", "0", "--worker-timeout", "12", "--no-worker-timeout", "2"];
        let mut scheduler = Process(
            command(&arguments).stdout(Stdio::piped()).stderr(File::create(&log).unwrap()).spawn().unwrap(),
        );
        let mut line = String::new();
        BufReader::new(scheduler.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("df://").expect(&line).1.to_owned();
        let mut cluster =
            Cluster { workers: Vec::new(), _scheduler: scheduler, address, folder, _alone: alone };
        for _ in 0..workers {
            cluster.add_worker(None);
        }
        cluster
    }

    /// One more worker, which may lack a function.
    fn add_worker(&mut self, without: Option<&str>) {
        let log = self.folder.path().join(format!("worker-{}.log", self.workers.len()));
        let mut command = command(&["worker", "--scheduler", &self.address, "--tasks", "1"]);
        if let Some(missing) = without {
            command.env("FAULTY_WITHOUT", missing);
        }
        let stderr = File::create(&log).unwrap();
        self.workers.push(Process(command.stdout(Stdio::null()).stderr(stderr).spawn().unwrap()));
        let asks = || fs::read_to_string(&log).unwrap().contains("Starting poll work loop");
        self.wait_until("a worker asks for tasks", asks);
    }

    fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}\n{}", self.logs());
            sleep(Duration::from_millis(50));
        }
    }

    /// What all processes have told, the last of it.
    fn logs(&self) -> String {
        let mut text = String::new();
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let path = entry.unwrap().path();
            let log = fs::read_to_string(&path).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(30)..];
            text.push_str(&format!("--- {}\n{}\n", path.display(), last.join("\n")));
        }
        text
    }

    fn url(&self) -> String {
        format!("df://{}", self.address)
    }

    /// Asks the cluster, and gives the answer as a table, or the error.
    fn ask(&self, sql: &str) -> Result<String, String> {
        self.ask_with(session::cluster_config(), sql)
    }

    fn ask_with(&self, config: SessionConfig, sql: &str) -> Result<String, String> {
        let (url, sql) = (self.url(), sql.to_owned());
        wait(async move {
            let session = session::remote(&url, config, &crate::fixtures::functions()).await.unwrap();
            let asked = tokio::time::timeout(PATIENCE, ask(&session, &sql));
            asked.await.unwrap_or_else(|_| panic!("no answer within {PATIENCE:?}: {sql}"))
        })
    }
}

async fn ask(session: &SessionContext, sql: &str) -> Result<String, String> {
    let batches = answer(session, sql).await.map_err(|error| error.to_string())?;
    Ok(pretty_format_batches(&batches).unwrap().to_string())
}

/// A part of a cluster that knows the functions of the fixtures, too.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(faulty());
    command.arg("cluster").args(arguments).env("PHILIDOR_LOG", "info");
    command
}

/// The statement of perft(6) over a frontier, each task of which takes a while.
fn slow_sum(folder: &TempDir) -> String {
    let delayed = "sum(delay(CAST(paths AS BIGINT), 4) * perft(position, 3))";
    format!("SELECT {delayed} AS leaves FROM '{}/frontier/*.parquet'", folder.path().display())
}

#[test]
fn every_function_gives_the_same_on_a_cluster() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("positions.parquet");
    let rows = format!(
        "SELECT id, fen, from_fen(fen) AS position, 'e4 e5 Nf3' AS moves, legal_moves(fen)[1] AS move FROM \
         (VALUES (1, '{START}'), (2, '{KIWIPETE}'), (3, NULL), (4, '8/8/8/8/8/4k3/4q3/4K3 w - - 0 1')) AS t(id, fen)"
    );
    written(["query", &rows, "--output", file.to_str().unwrap()]);
    let calls = [
        "to_fen(from_fen(fen))",
        "to_fen(position)",
        "legal_moves(position)",
        "legal_move_count(position)",
        "is_check(position)",
        "is_checkmate(fen)",
        "is_stalemate(position)",
        "attackers(position, 'e2')",
        "attackers(position, 'e2', 'black')",
        "material(position)",
        "imbalance(fen)",
        "to_fen(play(position, move))",
        "to_san(position, move)",
        "to_uci(fen, move)",
        "to_fen(position_at(moves, id))",
        "to_pgn(moves)",
        "key(position)",
        "to_fen(without_clocks(position))",
        "perft(position, 3)",
        "perft(position, 3, 5)",
        "expand(position)",
        "try_legal_move_count(moves)",
        "try_to_fen(moves)",
    ];
    for function in FUNCTIONS {
        let call = format!("{}(", function.name());
        assert!(calls.iter().any(|written| written.contains(&call)), "{} is not asked for", function.name());
    }
    let sql = format!("SELECT id, {} FROM '{}' ORDER BY id", calls.join(", "), file.display());
    let here = wait({
        let sql = sql.clone();
        async move { ask(&embedded(), &sql).await }
    })
    .unwrap();
    assert!(here.contains(KIWIPETE) && here.lines().count() >= 8, "{here}");
    let cluster = Cluster::of(2);
    assert_eq!(cluster.ask(&sql), Ok(here), "{}", cluster.logs());
}

#[test]
fn the_same_statement_counts_perft_6_on_a_cluster_with_and_without_adaptive_plans() {
    let folder = frontier();
    let cluster = Cluster::of(2);
    let sql = format!(
        "SELECT sum(paths * perft(position, 3)) AS leaves FROM '{}/frontier/*.parquet'",
        folder.path().display()
    );
    for adaptive in ["true", "false"] {
        let setting = format!("ballista.planner.adaptive.enabled={adaptive}");
        let arguments = ["query", &sql, "--format", "csv", "--cluster", &cluster.url(), "--set", &setting];
        let output = philidor_sql(arguments).output().unwrap();
        assert!(output.status.success(), "{}\n{}", errors(&output), cluster.logs());
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("leaves\n{PERFT_6}\n"));
    }
}

#[test]
fn totals_above_two_to_the_64_do_not_wrap_on_a_cluster() {
    let folder = frontier();
    let cluster = Cluster::of(2);
    let sum = cluster.ask(&format!(
        "SELECT sum(paths * 18446744073709551615 * perft(position, 1)) FROM '{}/frontier/*.parquet'",
        folder.path().display()
    ));
    let expected = (u128::from(u64::MAX) * 197_281).to_string();
    assert!(sum.as_ref().is_ok_and(|sum| sum.contains(&expected)), "{sum:?}\n{}", cluster.logs());
}

#[test]
fn perft_counts_its_units_on_a_cluster() {
    let cluster = Cluster::of(2);
    let arguments =
        ["perft", "5", "--frontier", "3", "--units", "4", "--recheck", "50%", "--cluster", &cluster.url()];
    let output = philidor_sql(arguments).output().unwrap();
    assert!(output.status.success(), "{}\n{}", errors(&output), cluster.logs());
    let written = String::from_utf8(output.stdout).unwrap();
    assert_eq!(written.lines().last(), Some("4865609"));
    assert!(written.contains("counting 2 of 4 units again"), "{written}");
}

#[test]
fn a_worker_that_is_killed_in_the_middle_changes_nothing() {
    let folder = frontier();
    let mut cluster = Cluster::of(2);
    let (url, sql) = (cluster.url(), slow_sum(&folder));
    let asking = std::thread::spawn(move || {
        wait(async move {
            let session = session::remote(&url, session::cluster_config(), &crate::fixtures::functions())
                .await
                .unwrap();
            tokio::time::timeout(2 * PATIENCE, ask(&session, &sql)).await
        })
    });
    // A task of this job is on the worker when it dies: the delays alone take eleven seconds on two workers.
    sleep(Duration::from_secs(4));
    assert!(!asking.is_finished(), "the statement was too fast to be disturbed");
    cluster.workers[0].kill();
    let answered = asking.join().unwrap();
    assert!(answered.is_ok(), "no answer\n{}", cluster.logs());
    let table = answered.unwrap();
    assert!(table.as_ref().is_ok_and(|table| table.contains(PERFT_6)), "{table:?}\n{}", cluster.logs());
    assert!(cluster.workers[1].lives());
}

#[test]
fn without_any_worker_there_is_an_error_and_a_new_worker_is_welcome() {
    let folder = frontier();
    let mut cluster = Cluster::of(2);
    let (url, sql) = (cluster.url(), slow_sum(&folder));
    let asking = std::thread::spawn(move || {
        wait(async move {
            let session = session::remote(&url, session::cluster_config(), &crate::fixtures::functions())
                .await
                .unwrap();
            tokio::time::timeout(PATIENCE, ask(&session, &sql)).await
        })
    });
    sleep(Duration::from_secs(3));
    assert!(!asking.is_finished(), "the statement was too fast to be disturbed");
    for worker in &mut cluster.workers {
        worker.kill();
    }
    let answered = asking.join().unwrap();
    assert!(matches!(answered, Ok(Err(_))), "{answered:?}\n{}", cluster.logs());
    cluster.add_worker(None);
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let table = cluster.ask(&format!("SELECT sum(paths * perft(position, 3)) FROM '{file}'"));
    assert!(table.as_ref().is_ok_and(|table| table.contains(PERFT_6)), "{table:?}\n{}", cluster.logs());
}

#[test]
fn a_function_that_a_worker_lacks_is_named() {
    let folder = frontier();
    let mut cluster = Cluster::of(0);
    cluster.add_worker(Some("imbalance"));
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let error = cluster.ask(&format!("SELECT count(DISTINCT imbalance(position)) FROM '{file}'"));
    assert!(error.as_ref().is_err_and(|error| error.contains("imbalance")), "{error:?}\n{}", cluster.logs());
}

#[test]
fn a_panic_in_a_function_fails_the_statement_and_not_the_worker() {
    let folder = frontier();
    let mut cluster = Cluster::of(1);
    let file = format!("{}/frontier/*.parquet", folder.path().display());
    let error = cluster.ask(&format!("SELECT sum(explode(CAST(paths AS BIGINT))) FROM '{file}'"));
    assert!(error.as_ref().is_err_and(|error| error.contains("explode")), "{error:?}\n{}", cluster.logs());
    assert!(cluster.workers[0].lives(), "{}", cluster.logs());
    let table = cluster.ask(&format!("SELECT sum(paths) FROM '{file}'"));
    assert!(table.as_ref().is_ok_and(|table| table.contains("8902")), "{table:?}\n{}", cluster.logs());
}

#[test]
fn a_fault_in_a_row_is_named_by_the_cluster_too() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("texts.parquet");
    written(["query", "SELECT 'no position' AS fen", "--output", file.to_str().unwrap()]);
    let cluster = Cluster::of(1);
    let error = cluster.ask(&format!("SELECT to_fen(fen) FROM '{}'", file.display()));
    assert!(
        error.as_ref().is_err_and(|error| error.contains("`no position`")),
        "{error:?}\n{}",
        cluster.logs()
    );
}
