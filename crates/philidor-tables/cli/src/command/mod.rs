//! What is done with endgame tables: `generate.rs` solves them, `probe.rs` asks those of others, `check.rs` verifies
//! them, `show.rs` draws a position with what they know.

mod check;
mod generate;
mod probe;
mod show;

use std::process::ExitCode;

use philidor_program::terminal::output::Output;

use crate::args::{Args, Command};

pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Generate(args) => generate::run(args, output),
        Command::Probe(args) => probe::run(args, output),
        Command::Check(args) => check::run(args, output),
        Command::Show(args) => show::run(args, output),
    }
}
