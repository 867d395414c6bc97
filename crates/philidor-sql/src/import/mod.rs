//! `philidor-sql import`: files of games made into Parquet tables.
//!
//! ```text
//! input.rs      files, packed or not
//! pool.rs       threads: chunks of files in, parts of tables out
//! chunk.rs      the games of a chunk as rows; game.rs one game, tags.rs its tags, comment.rs its clocks
//! table.rs      the columns
//! part.rs       where tables are cut into files; files.rs how those are written, positions.rs what is in some
//! ledger.rs     what is done
//! ```
//!
//! The tables are the same, byte for byte, on however many threads they are made and however often that was
//! interrupted: games have their numbers from the order of the files alone, and parts of tables are cut by these.
//!
//! Games that cannot be read are rows of the table of rejects, and the error that ends the command counts just these.
//! An error of the system, as of a full disk, ends the command at once; what is in the ledger by then stays.

mod chunk;
mod comment;
mod files;
mod game;
mod input;
mod ledger;
mod part;
mod pool;
mod positions;
mod table;
mod tags;

use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Result, ensure};
use indicatif::ProgressBar;
use philidor_files::ending::threads;
use philidor_files::progress;

use self::chunk::Read;
use self::files::{Files, Written};
use self::input::Input;
use self::ledger::{Ledger, Plan};
use self::part::{Cutter, Part};
use self::pool::Steward;
use crate::args::ImportArgs;

pub(crate) use self::comment::duration;
pub(crate) use self::game::below_tags;
pub(crate) use self::positions::{decoded, digests, start};
pub(crate) use self::tags::{COLUMNS, RESULT, written};

/// Imports, or goes on importing.
pub(crate) fn run(args: &ImportArgs) -> Result<()> {
    let inputs = input::inputs(&args.files)?;
    let plan = Plan { inputs: &inputs, positions: args.positions, part_games: args.part_games.get() };
    let begun = Instant::now();
    let mut ledger = Ledger::open(&args.output, &plan)?;
    if !ledger.is_whole() {
        let (_, before) = ledger.total();
        let files = Files::new(&args.output, args.positions)?;
        let (part, from) = ledger.next();
        let threads = threads(args.threads).get();
        let read = Arc::new(AtomicU64::new(0));
        let cutter = Cutter::new(plan.part_games, part, from);
        let bar = progress::of_bytes(bytes(inputs.get(from.file..).unwrap_or_default()));
        let mut keeper = Keeper { cutter: Some(cutter), ledger: &mut ledger, bar: &bar, read: &read };
        let outcome = pool::run(&inputs, from, threads, &files, &read, &mut keeper);
        bar.finish_and_clear();
        outcome?;
        let (_, bytes) = ledger.total();
        let seconds = begun.elapsed().as_secs_f64();
        let rate = (bytes - before) as f64 / seconds / 1e6;
        writeln!(stdout(), "{seconds:.3} s, {rate:.0} MB/s")?;
    }
    let (Written { games, positions, rejects }, _) = ledger.total();
    if args.positions {
        writeln!(stdout(), "{games} games, {positions} positions, {rejects} rejects")?;
    } else {
        writeln!(stdout(), "{games} games, {rejects} rejects")?;
    }
    ensure!(rejects == 0, "{rejects} rejects, told in {}", args.output.join("rejects").display());
    Ok(())
}

/// Puts rows into parts, parts into the ledger.
struct Keeper<'a> {
    cutter: Option<Cutter>,
    ledger: &'a mut Ledger,
    bar: &'a ProgressBar,
    read: &'a AtomicU64,
}

impl Steward for Keeper<'_> {
    fn take(&mut self, read: &Read, full: &mut Vec<Part>) {
        let Some(cutter) = &mut self.cutter else { return };
        // Of a part that was done before a kill there is nothing left to do.
        let ledger = &self.ledger;
        cutter.take(read, |part| full.extend(Some(part).filter(|part| !ledger.has(part.number))));
        self.bar.set_position(self.read.load(Relaxed));
        self.bar.set_message(format!("{} games", cutter.games()));
    }

    fn end(&mut self) -> Option<Part> {
        self.cutter.take().map(Cutter::finish).filter(|last| !self.ledger.has(last.number))
    }

    fn note(&mut self, part: &Part, written: Written) -> Result<()> {
        self.ledger.note(part, written)
    }
}

/// How many bytes files have on the disk, if that is known of all.
fn bytes(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(|input| Some(input.length).filter(|&length| length > 0)).sum()
}
