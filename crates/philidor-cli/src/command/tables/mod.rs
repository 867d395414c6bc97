//! `philidor tables`: endgame tables. `generate.rs` solves them, `probe.rs` asks those of others, which
//! `folders.rs` opens and `check.rs` verifies.

mod check;
mod folders;
mod generate;
mod probe;

pub(super) use folders::open;

use std::process::ExitCode;

use crate::args::{TablesArgs, TablesCommand};
use crate::terminal::output::Output;

pub(super) fn run(args: &TablesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        TablesCommand::Generate(args) => generate::run(args, output),
        TablesCommand::Probe(args) => probe::run(args, output),
        TablesCommand::Check(args) => check::run(args, output),
    }
}
