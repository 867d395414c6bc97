//! Which code answers which subcommand, and how the program ends.

use std::io::{self, ErrorKind, Write, stderr};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::thread;

use clap::Parser;
use datafusion::logical_expr::ScalarUDF;
use log::LevelFilter;

use crate::args::{Args, ClusterCommand, Command};
use crate::{cluster, export, functions, import, log_lines, perft, query};

/// The exit code of a program that Ctrl-C ended, as shells know it: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Plans are trees, and the engine walks them by recursion: what a thread's stack takes.
const STACK: usize = 16 << 20;

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All is done.
    Done,
    /// Ctrl-C came first.
    Interrupted,
}

/// The whole program, with these functions in SQL: reads the arguments, answers, and says how it went.
///
/// `philidor-sql` itself calls it with [`functions::all`]; a program with functions of its own adds them, and has a
/// scheduler and workers that know them, too.
#[must_use]
pub fn main(functions: Vec<Arc<ScalarUDF>>) -> ExitCode {
    let args = Args::parse();
    log_lines::begin(if matches!(args.command, Command::Cluster(_)) {
        LevelFilter::Info
    } else {
        LevelFilter::Off
    });
    let program = thread::Builder::new().stack_size(STACK).spawn(move || wait(args, functions));
    let outcome = match program.map(thread::JoinHandle::join) {
        Ok(Ok(outcome)) => outcome,
        // It has told why.
        Ok(Err(_)) => return ExitCode::FAILURE,
        Err(error) => Err(error.into()),
    };
    match outcome {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        // A function that counts for hours cannot be stopped but with the program.
        Ok(Ending::Interrupted) => exit(INTERRUPTED.into()),
        // Nobody reads on, as after `| head`: the work is done, and there is nothing to complain about.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even that cannot be written, the exit code must do.
            let _ = writeln!(stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Answers on this thread and as many others as there are cores.
fn wait(args: Args, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build()?;
    let outcome = runtime.block_on(run(args, functions));
    // What still counts on other threads is not waited for.
    runtime.shutdown_background();
    outcome
}

async fn run(args: Args, functions: Vec<Arc<ScalarUDF>>) -> anyhow::Result<Ending> {
    match &args.command {
        Command::Query(args) => query::run(args, functions).await,
        // Nothing else runs meanwhile: these have threads of their own, and Ctrl-C ends them like a kill.
        Command::Import(args) => import::run(args).map(|()| Ending::Done),
        Command::Export(args) => export::run(args).map(|()| Ending::Done),
        Command::Perft(args) => perft::run(args, functions).await,
        Command::Functions(args) => functions::list::run(args),
        Command::Cluster(args) => match &args.command {
            ClusterCommand::Scheduler(args) => cluster::scheduler::run(args, functions).await,
            ClusterCommand::Worker(args) => cluster::worker::run(args, functions).await,
        },
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}
