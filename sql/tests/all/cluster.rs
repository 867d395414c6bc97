//! A scheduler and workers as real processes on this machine.
//!
//! ```text
//! cluster.rs   starts and ends them, asks them, and reads their logs
//! answers.rs   the same answers as without a cluster, and the same errors
//! explorer.rs  an index that workers count
//! files.rs     what if they do not see the same files
//! losses.rs    what if one of them goes away
//! tables.rs    Syzygy tables on the machines of workers
//! ```

mod answers;
mod explorer;
mod files;
mod losses;
mod tables;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::machine::{errors, faulty};

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

    /// Sends what Ctrl-C sends.
    #[cfg(unix)]
    fn interrupt(&self) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }

    /// Waits until it has ended by itself.
    fn ended(mut self) -> Output {
        let begun = Instant::now();
        while self.lives() {
            assert!(begun.elapsed() < PATIENCE, "it does not end within {PATIENCE:?}");
            sleep(Duration::from_millis(20));
        }
        let mut output = Output { status: self.0.wait().unwrap(), stdout: Vec::new(), stderr: Vec::new() };
        for (pipe, text) in [
            (self.0.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn std::io::Read>), &mut output.stdout),
            (self.0.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn std::io::Read>), &mut output.stderr),
        ] {
            if let Some(mut pipe) = pipe {
                pipe.read_to_end(text).unwrap();
            }
        }
        output
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A part of a cluster, or a client of one, that also knows the functions of the fixtures.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(faulty());
    command.args(arguments).env("PHILIDOR_LOG", "info").env_remove("PHILIDOR_CLUSTER");
    command
}

/// A scheduler and its workers.
struct Cluster {
    workers: Vec<Process>,
    scheduler: Process,
    address: String,
    /// Where the logs are.
    folder: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Cluster {
    /// A cluster with this many workers.
    fn of(workers: usize) -> Cluster {
        let mut cluster = Cluster::with(&[], Path::new("."));
        for _ in 0..workers {
            cluster.add_worker();
        }
        cluster
    }

    /// A cluster without workers, whose scheduler has these arguments and works in this folder.
    fn with(arguments: &[&str], place: &Path) -> Cluster {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = TempDir::new().unwrap();
        let (scheduler, address) = scheduler(arguments, place, &folder);
        Cluster { workers: Vec::new(), scheduler, address, folder, _alone: alone }
    }

    /// Begins a new scheduler where the old one was.
    fn restart_scheduler(&mut self) {
        self.scheduler.kill();
        let port = self.address.rsplit_once(':').unwrap().1.to_owned();
        (self.scheduler, self.address) = scheduler(&["--port", &port], Path::new("."), &self.folder);
    }

    /// One more worker.
    fn add_worker(&mut self) {
        self.add(&[], &[], Path::new("."));
    }

    /// One more worker, with these arguments and this environment, which works in this folder.
    fn add(&mut self, arguments: &[&str], environment: &[(&str, &str)], place: &Path) {
        let number = self.workers.len();
        let mut command = command(&["cluster", "worker", "--scheduler", &self.address, "--tasks", "1"]);
        // A worker that is killed leaves its folder behind.
        command.env("TMPDIR", self.folder.path());
        command.args(arguments).envs(environment.iter().copied()).current_dir(place);
        let stderr = File::create(self.folder.path().join(format!("worker-{number}.log"))).unwrap();
        self.workers.push(Process(command.stdout(Stdio::null()).stderr(stderr).spawn().unwrap()));
        self.wait_until("a worker asks for tasks", |cluster| {
            cluster.logged(number, "Starting poll work loop") > 0
        });
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&Cluster) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}\n{}", self.logs());
            sleep(Duration::from_millis(20));
        }
    }

    /// How often a worker has logged something.
    fn logged(&self, worker: usize, what: &str) -> usize {
        let log = fs::read_to_string(self.folder.path().join(format!("worker-{worker}.log"))).unwrap();
        log.matches(what).count()
    }

    /// How often the scheduler has logged something.
    #[cfg(unix)]
    fn scheduled(&self, what: &str) -> usize {
        let log = fs::read_to_string(self.folder.path().join("scheduler.log")).unwrap();
        log.matches(what).count()
    }

    /// How many tasks a worker has finished, and how many it has at this moment.
    fn tasks(&self, worker: usize) -> (usize, usize) {
        let finished = self.logged(worker, "Finished task : [");
        (finished, self.logged(worker, "Received task: [").saturating_sub(finished))
    }

    /// How many tasks a worker was given that belong to the stage of its first.
    fn tasks_of_first_stage(&self, worker: usize) -> usize {
        let log = fs::read_to_string(self.folder.path().join(format!("worker-{worker}.log"))).unwrap();
        // As in `Received task: [TID job/stage.attempt/task.attempt]`.
        let given = log.lines().filter_map(|line| line.split_once("Received task: [TID ")?.1.split_once('.'));
        let stages: Vec<&str> = given.map(|(stage, _)| stage).collect();
        stages.iter().filter(|stage| **stage == stages[0]).count()
    }

    /// What all processes have logged, the last of it.
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

    /// Begins to ask the cluster, from this folder.
    fn begin_asking(&self, sql: &str, arguments: &[&str], place: &Path) -> Process {
        let mut command = command(&["query", sql, "--format", "csv", "--cluster", &self.url()]);
        command.args(arguments).current_dir(place).env("PHILIDOR_LOG", "off");
        Process(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Asks the cluster, and gives the answer as CSV, or the error.
    fn ask(&self, sql: &str) -> Result<String, String> {
        self.ask_with(sql, &[])
    }

    fn ask_with(&self, sql: &str, arguments: &[&str]) -> Result<String, String> {
        answered(self.begin_asking(sql, arguments, Path::new(".")))
    }
}

/// The answer of the client, or the error.
fn answered(asking: Process) -> Result<String, String> {
    let output = asking.ended();
    match output.status.code() {
        Some(0) => Ok(String::from_utf8(output.stdout).unwrap()),
        Some(1) => Err(errors(&output)),
        other => panic!("ended with {other:?}: {}", errors(&output)),
    }
}

/// The answer without a cluster.
fn here(sql: &str) -> String {
    let output = command(&["query", sql, "--format", "csv"]).env("PHILIDOR_LOG", "off").output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A scheduler, and its address.
fn scheduler(arguments: &[&str], place: &Path, folder: &TempDir) -> (Process, String) {
    let log = File::options().create(true).append(true).open(folder.path().join("scheduler.log")).unwrap();
    let mut command = command(&["cluster", "scheduler", "--worker-timeout", "6", "--no-worker-timeout", "1"]);
    if !arguments.contains(&"--port") {
        command.args(["--port", "0"]);
    }
    command.args(arguments).current_dir(place);
    let mut scheduler = Process(command.stdout(Stdio::piped()).stderr(log).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(scheduler.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit_once("df://").expect(&line).1.to_owned();
    (scheduler, address)
}

/// An address at which nothing listens.
fn unused_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}
