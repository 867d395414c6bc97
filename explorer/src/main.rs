//! The program `philidor-explorer`: an index built, served, or written as files for any web server.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use philidor_explorer::arguments::{BUILD_HELP, BuildArgs, ServeArgs, StaticArgs};
use philidor_explorer::summary;
use philidor_host::{interruption, threads, threads_of_this_machine};
use philidor_program::program::{self, Arguments};
use philidor_program::terminal::output::Output;
use tokio::runtime::{Builder, Runtime};

/// How many threads wait for the disk where there are not as many as one likes.
const WAITING: usize = 4;

/// An opening explorer of your own, that answers as Lichess's does
#[derive(Debug, Parser)]
#[command(
    name = "philidor-explorer",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  philidor-explorer build games.pgn.zst -o explorer
  philidor-explorer build more.pgn -o explorer --add
  philidor-explorer serve explorer
  curl 'http://localhost:9002/lichess?play=e2e4,e7e5&speeds=blitz,rapid&ratings=1600,1800'

The server answers as https://explorer.lichess.ovh does: programs that ask that one ask this one
when their address is changed.

Exit code: 0 fine, or stopped on request, 1 a file that cannot be read or written, 2 wrong usage,
130 interrupted."
)]
struct Args {
    /// Not here: a build says one line, and a server answers in JSON
    #[arg(long, global = true, hide = true)]
    json: bool,

    /// What to do.
    #[command(subcommand)]
    command: Command,
}

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
}

/// What the program does.
#[derive(Debug, Subcommand)]
enum Command {
    /// Make an index of the positions of games
    #[command(after_help = BUILD_HELP)]
    Build(BuildArgs),
    Serve(ServeArgs),
    Static(StaticArgs),
}

fn main() -> ExitCode {
    program::run("philidor-explorer", std::env::args_os().collect(), act)
}

fn act(args: &Args, output: &mut Output<'_>) -> Result<ExitCode> {
    output.refuse_json("what a build does is not written as JSON")?;
    match &args.command {
        Command::Build(args) => {
            // Ctrl-C ends a build as a kill does, except that it removes unfinished files; the next run resumes.
            interruption::end_when_interrupted()?;
            writeln!(output.writer, "{}", summary(&args.build().run()?))?;
        }
        Command::Serve(args) => {
            let runtime = runtime()?;
            let served = runtime.block_on(args.run());
            // Searches for the games of a player may still run.
            runtime.shutdown_background();
            served?;
        }
        Command::Static(args) => writeln!(output.writer, "{}", args.run()?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A thread for each core, and some that wait for the disk: as many as the system starts.
fn runtime() -> Result<Runtime> {
    let cores = threads_of_this_machine();
    let started = threads::available(cores + WAITING);
    ensure!(started >= 2, "cannot start the two threads that a server needs");
    let mut builder = Builder::new_multi_thread();
    if started < cores + WAITING {
        let waiting = (started / 2).min(WAITING);
        builder.worker_threads((started - waiting).min(cores)).max_blocking_threads(waiting);
    }
    Ok(builder.enable_all().build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_have_no_contradictions_and_all_have_help() {
        let command = program::command::<Args>();
        command.clone().debug_assert();
        assert_eq!(program::unhelpful(&command), Vec::<String>::new());
    }
}
