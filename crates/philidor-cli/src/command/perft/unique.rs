//! `philidor perft --unique`: the distinct positions of each ply, in bounded memory, and the last ply in a file.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use philidor::perft::Frontier;
use philidor_host::{Size, WholeFile, interruption};
use serde::Serialize;

use crate::args::PerftArgs;
use philidor_program::counting::progress::Progress;
use philidor_program::counting::tables::available_memory;
use philidor_program::quantity::Grouped;
use philidor_program::terminal::output::Output;

/// How much memory is taken where the system does not say how much there is.
const USUAL: Size = Size(1 << 30);

/// While a ply is made, this many entries may be held for each that remains.
const ROOM_TO_MERGE: u64 = 3;

/// A ply, as it is written for a program.
#[derive(Serialize)]
struct Ply {
    ply: u32,
    positions: u64,
    paths: u128,
}

pub(super) fn run(args: &PerftArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let depth = args.depth;
    let memory =
        args.memory.unwrap_or_else(|| available_memory().map_or(USUAL, |Size(bytes)| Size(bytes / 2)));
    interruption::end_when_interrupted()?;
    // Opened before anything is counted, so that a file that cannot be written is reported first.
    let file = args.frontier.as_deref().map(WholeFile::create).transpose()?;
    let mut frontier = Frontier::new(&position);
    if !output.json {
        writeln!(output.writer, "{:>4} {:>20} {:>28}", "ply", "positions", "paths")?;
    }
    if depth == 0 {
        report(&Ply { ply: 0, positions: 1, paths: 1 }, output)?;
    }
    for ply in 1..=depth {
        let progress = Progress::spinner(&format!("ply {ply}"));
        let keep = ply < depth || file.is_some();
        let summary = if keep {
            frontier = next(&frontier, ply, memory)?;
            Ply { ply, positions: frontier.len() as u64, paths: frontier.paths() }
        } else {
            let room = memory.0.saturating_sub(bytes_of(frontier.len() as u64));
            let positions = frontier.count_next_ply(usize::try_from(room).unwrap_or(usize::MAX));
            let paths = frontier.count_next_paths();
            Ply { ply, positions, paths }
        };
        progress.clear();
        if summary.paths == u128::MAX {
            bail!("ply {ply} has more paths than 128 bits can count");
        }
        report(&summary, output)?;
    }
    if let Some(file) = file {
        write(&frontier, file)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes_of(positions: u64) -> u64 {
    positions.saturating_mul(Frontier::BYTES_PER_POSITION as u64)
}

/// The next ply, if it fits in memory beside the one before.
fn next(frontier: &Frontier, ply: u32, memory: Size) -> anyhow::Result<Frontier> {
    let room = memory.0.saturating_sub(bytes_of(frontier.len() as u64));
    let fits = |positions: u64| bytes_of(positions).saturating_mul(ROOM_TO_MERGE) <= room;
    if !fits(frontier.count_children()) {
        let positions = frontier.count_next_ply(usize::try_from(room).unwrap_or(usize::MAX));
        if !fits(positions) {
            let needed = bytes_of(positions).saturating_mul(ROOM_TO_MERGE) + bytes_of(frontier.len() as u64);
            let mebibytes = Size(needed.div_ceil(1 << 20) << 20);
            bail!(
                "ply {ply} has {} distinct positions, too many to be kept in {memory}: {mebibytes} would do",
                Grouped(positions.into())
            );
        }
    }
    Ok(frontier.next_ply())
}

fn report(ply: &Ply, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(ply)?;
    } else {
        let result = output.paint.result();
        let [positions, paths] = [ply.positions.into(), ply.paths].map(|count| Grouped(count).to_string());
        writeln!(output.writer, "{:>4} {result}{positions:>20}{result:#} {paths:>28}", ply.ply)?;
    }
    Ok(output.writer.flush()?)
}

/// Writes a frontier. The file has all of it or is not there.
fn write(frontier: &Frontier, mut file: WholeFile) -> anyhow::Result<()> {
    for (position, paths) in frontier.iter() {
        writeln!(file, "{position} ;paths {paths}")?;
    }
    Ok(file.finish()?)
}
