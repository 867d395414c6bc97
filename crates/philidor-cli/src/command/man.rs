//! `philidor man`: the manual pages, made from the help of each subcommand.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Args, ManArgs};
use crate::terminal::output::Output;

pub(super) fn run(args: &ManArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("manual pages are not written as JSON")?;
    match &args.folder {
        Some(folder) => write_pages(folder),
        None => Ok(Man::new(pages()).render(&mut output.writer)?),
    }
}

/// The command that the pages describe. `help` is an argument like any other and has no page.
fn pages() -> clap::Command {
    Args::command().disable_help_subcommand(true)
}

/// A page for the command and one for each subcommand: `philidor.1`, `philidor-perft.1` and so on.
fn write_pages(folder: &Path) -> anyhow::Result<()> {
    let name = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot create {name}"))?;
    clap_mangen::generate_to(pages(), folder).with_context(|| format!("cannot write pages to {name}"))
}
