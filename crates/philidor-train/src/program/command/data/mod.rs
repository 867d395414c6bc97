//! `philidor data`: files of training data checked, counted, converted and arranged.
//!
//! `inputs.rs` reads the files, which `philidor train` does, too; `report.rs` is `check` and `stats`; `write.rs` has
//! the subcommands that write a file.

mod inputs;
mod report;
mod write;

use std::process::ExitCode;

use philidor_host::interruption;

pub(super) use self::inputs::Inputs;
use crate::args::{DataArgs, DataCommand};
use philidor_program::terminal::output::Output;

pub(super) fn run(args: &DataArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    interruption::end_when_interrupted()?;
    match &args.command {
        DataCommand::Check(files) => report::check(files, output),
        DataCommand::Stats(files) => report::stats(files, output),
        command => write::run(command, output),
    }
}
