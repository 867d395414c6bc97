//! `philidor tables`: endgame tables. `generate.rs` solves them, `probe.rs` asks those of others.

mod generate;
mod probe;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use philidor_tables::syzygy::Tables;

use crate::args::{TablesArgs, TablesCommand};
use crate::terminal::output::Output;

/// The Syzygy tables of some folders, each of which must have some.
pub(super) fn open(folders: &[PathBuf]) -> anyhow::Result<Tables> {
    let mut tables = Tables::new();
    for folder in folders {
        let added = tables.add_folder(folder).with_context(|| folder.display().to_string())?;
        if added == 0 {
            bail!("{}: no Syzygy tables, which have names such as KQvKR.rtbw", folder.display());
        }
    }
    Ok(tables)
}

pub(super) fn run(args: &TablesArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        TablesCommand::Generate(args) => generate::run(args, output),
        TablesCommand::Probe(args) => probe::run(args, output),
    }
}
