//! `philidor-sql explorer`: the crate `philidor-opening-explorer` as a command.

use std::io::{Write, stdout};

use anyhow::Result;
use philidor_host::ending::threads;
use philidor_host::{Several, interruption};
use philidor_opening_explorer::{Build, Index, Limits, Server, Site, serve, summary};
use tokio::runtime::Builder;

use crate::args::{BuildArgs, ExplorerArgs, ExplorerCommand, ServeArgs, StaticArgs};

/// Builds or serves an index, or writes files of it.
pub(crate) fn run(args: &ExplorerArgs) -> Result<()> {
    match &args.command {
        ExplorerCommand::Build(args) => build(args),
        ExplorerCommand::Serve(args) => answer(args),
        ExplorerCommand::Static(args) => write_site(args),
    }
}

/// Ctrl-C ends a build like a kill, but for what is not finished; the next run resumes it.
fn build(args: &BuildArgs) -> Result<()> {
    interruption::end_when_interrupted()?;
    let mut build = Build::new(args.folders.clone(), args.output.clone());
    (build.adds, build.memory, build.max_ply) = (args.add, args.memory.0, args.max_ply);
    (build.min_games, build.threads) = (args.min_games, threads(args.threads));
    build.remark = |text| eprintln!("{text}");
    let manifest = build.run()?;
    Ok(writeln!(stdout(), "{}", summary(&manifest))?)
}

fn answer(args: &ServeArgs) -> Result<()> {
    let index = Index::open(&args.index)?;
    let masters = args.masters.as_deref().map(Index::open).transpose()?;
    let mut limits = Limits::default();
    (limits.requests, limits.searches) = (args.requests, args.searches);
    let server = Server::new(index, masters, limits).with_faults(|text| eprintln!("{text}"));
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(server, args.listen, |address| {
        // A reader that has gone does not stop the server.
        let _ = writeln!(stdout(), "explorer on http://{address}");
    }));
    // Searches for the games of a player may still run.
    runtime.shutdown_background();
    served
}

fn write_site(args: &StaticArgs) -> Result<()> {
    interruption::end_when_interrupted()?;
    let site = Site::write(&Index::open(&args.index)?, &args.output, args.min_games)?;
    let (positions, lists) =
        (Several(site.positions as u128, "position"), Several(site.lists as u128, "list"));
    Ok(writeln!(stdout(), "{positions} in {lists}")?)
}
