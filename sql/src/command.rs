//! Which code runs which subcommand, and how the program ends.

use std::env;
use std::io::{Write, stderr};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::ensure;
use clap::{CommandFactory as _, FromArgMatches as _};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::ScalarUDF;
use log::LevelFilter;
use philidor_host::ending::is_broken_pipe;
use philidor_host::threads::{self, NewThread};
use philidor_host::{interruption, is_input, threads_of_this_machine};
use philidor_program::program;
use tokio::runtime::{Builder, Runtime};
use tokio::signal;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::args::{Args, ClusterCommand, Command};
use crate::ending::Ending;
use crate::sentence::sentence;
use crate::{cluster, explorer, export, functions, import, log_lines, perft, query, search, study};

/// Stack size of a thread: plans are trees that the engine walks by recursion.
const STACK: usize = 16 << 20;

/// How many threads wait for the disk where there are not as many as one likes.
const WAITING: usize = 4;

/// How long a statement may take to end cleanly after Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);

/// The whole program, with these functions in SQL: reads the arguments, runs the subcommand, and returns the exit code.
///
/// `philidor-sql` itself calls it with [`functions::all`]. A program with functions of its own adds them, and its
/// scheduler and workers know them, too.
pub fn main(functions: Vec<Arc<ScalarUDF>>) -> ExitCode {
    let begun = program::begin("philidor-sql", env::args_os().collect(), Args::command());
    let (words, command) = match begun {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let matches = command.try_get_matches_from(words).and_then(|matches| Args::from_arg_matches(&matches));
    let args = match matches {
        Ok(args) => args,
        Err(error) => error.exit(),
    };
    log_lines::begin(if matches!(args.command, Command::Cluster(_)) {
        LevelFilter::Info
    } else {
        LevelFilter::Off
    });
    let program = NewThread::with_stack(STACK).start(move || wait(args, functions));
    let outcome = match program.map(thread::JoinHandle::join) {
        Ok(Ok(outcome)) => outcome,
        // A panic has already reported its reason.
        Ok(Err(_)) => return ExitCode::FAILURE,
        Err(error) => Err(error.into()),
    };
    match outcome {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        // Only the end of the program can stop a function that counts for hours.
        Ok(Ending::Interrupted) => interruption::end_program(),
        // The reader has closed the pipe, as `| head` does: it has what it wants, and there is nothing to report.
        Err(error) if is_broken_pipe(error.chain()) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written, the exit code must do.
            let _ = writeln!(stderr(), "error: {}", in_words(&error));
            if is_input(error.chain()) { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

/// Runs the subcommand, on one thread per core.
fn wait(args: Args, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let engine = engine()?;
    let outcome = match args.command {
        Command::Query(args) => impatient(engine.spawn(async move { query::run(&args, functions).await })),
        Command::Search(args) => impatient(engine.spawn(async move { search::run(&args, functions).await })),
        Command::Perft(args) => impatient(engine.spawn(async move { perft::run(&args, functions).await })),
        // These have threads of their own. Ctrl-C ends an import like a kill, and the next run resumes it.
        Command::Import(args) => import::run(&args).map(|()| Ending::Done),
        Command::Export(args) => export::run(&args).map(|()| Ending::Done),
        Command::Evaluations(args) => study::evaluations(&args).map(|()| Ending::Done),
        Command::Puzzles(args) => study::puzzles(&args).map(|()| Ending::Done),
        Command::Explorer(args) => explorer::run(&args, &functions, &engine),
        Command::Functions(args) => functions::list::run(&args),
        Command::Cluster(args) => match args.command {
            ClusterCommand::Scheduler(args) => engine.block_on(cluster::scheduler::run(&args, functions)),
            ClusterCommand::Worker(args) => engine.block_on(cluster::worker::run(&args, functions)),
        },
    };
    // Do not wait for threads that still count.
    engine.shutdown_background();
    outcome
}

/// The engine, on a thread for each core and with some for what waits for the disk: as many as the system starts. The
/// runtime would panic where it refuses one.
fn engine() -> anyhow::Result<Runtime> {
    let cores = threads_of_this_machine();
    let started = threads::available(cores + WAITING);
    ensure!(started >= 2, "cannot start the two threads that a statement needs");
    let mut builder = Builder::new_multi_thread();
    if started < cores + WAITING {
        let waiting = (started / 2).min(WAITING);
        builder.worker_threads((started - waiting).min(cores)).max_blocking_threads(waiting);
    }
    Ok(builder.enable_all().thread_stack_size(STACK).build()?)
}

/// Waits for work that ends by itself soon after Ctrl-C, but at most [`PATIENCE`]: work cannot end in the middle of a
/// call, nor while a statement is planned and the engine evaluates constants.
///
/// It waits outside the engine, whose threads may all be in such calls and miss the signal.
fn impatient(mut work: JoinHandle<anyhow::Result<Ending>>) -> anyhow::Result<Ending> {
    let signals = Builder::new_current_thread().enable_all().build()?;
    let outcome = signals.block_on(async {
        tokio::select! {
            outcome = &mut work => Some(outcome),
            Ok(()) = signal::ctrl_c() => timeout(PATIENCE, work).await.ok(),
        }
    });
    match outcome {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(error) => Err(error.into()),
        },
        None => Ok(Ending::Interrupted),
    }
}

/// An error with its causes, except those of the engine's errors, whose messages include them.
fn in_words(error: &anyhow::Error) -> String {
    let mut messages = Vec::new();
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<DataFusionError>() {
            messages.push(sentence(error));
            break;
        }
        messages.push(cause.to_string());
    }
    messages.join(": ")
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use anyhow::Context;

    #[test]
    fn the_causes_in_a_message_of_the_engine_are_not_repeated() {
        let disk = || io::Error::other("disk full");
        let ours = Err::<(), _>(disk()).context("cannot write").context("unit 3").expect_err("it failed");
        assert_eq!(in_words(&ours), "unit 3: cannot write: disk full");
        let engines = Err::<(), _>(DataFusionError::from(disk())).context("unit 3").expect_err("it failed");
        assert_eq!(in_words(&engines), "unit 3: IO error: disk full");
    }
}
