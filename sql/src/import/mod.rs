//! `philidor-sql import`: files of games into Parquet tables.
//!
//! ```text
//! input.rs      files, packed or not
//! pool.rs       threads: chunks of files in, parts of tables out
//! chunk.rs      the games of a chunk as rows: game.rs a game, tags.rs its tags, comment.rs its clocks
//! table.rs      the columns: signature.rs those that say how a game begins and ends
//! part.rs       how tables are cut into files: files.rs writes them, positions.rs makes positions
//! ledger.rs     what is done
//! ```
//!
//! The tables are the same, byte for byte, for any number of threads and interruptions: the order of the files alone
//! gives games their numbers, and the numbers decide where tables are cut into parts.
//!
//! Games that cannot be read become rows of the table of rejects, which the error at the end of the command counts, and
//! so do parts of games that are left out, which a warning counts. A system error, such as a full disk, ends the
//! command at once; what the ledger has by then stays.

mod chunk;
mod comment;
mod files;
mod game;
mod input;
mod ledger;
mod part;
mod pool;
mod positions;
mod signature;
mod table;
mod tags;

use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Result, ensure};
use indicatif::ProgressBar;
use philidor_host::ending::threads;
use philidor_host::{Several, note, progress};
use philidor_pgn::Limits;

use self::chunk::Read;
use self::files::{Files, Written};
use self::ledger::{Ledger, Plan};
use self::part::{Cutter, Part};
use self::pool::Steward;
use crate::args::ImportArgs;

pub(crate) use self::comment::duration;
pub(crate) use self::files::study_properties;
pub(crate) use self::game::below_tags;
pub(crate) use self::input::{Input, inputs};
pub(crate) use self::positions::start;
pub(crate) use self::tags::{COLUMNS, RESULT, written};

/// Imports, or resumes an import.
pub(crate) fn run(args: &ImportArgs) -> Result<()> {
    let inputs = inputs(&args.files)?;
    let (positions, lenient) = (args.positions, args.lenient);
    let limits = if lenient { Limits::new().lenient() } else { Limits::new() };
    let plan = Plan { inputs: &inputs, positions, lenient, part_games: args.part_games.get() };
    let begun = Instant::now();
    let mut ledger = Ledger::open(&args.output, &plan)?;
    if !ledger.is_whole() {
        let (_, before) = ledger.total();
        let files = Files::new(&args.output, positions)?;
        let (part, from) = ledger.next();
        let threads = threads(args.threads).get();
        let read = Arc::new(AtomicU64::new(0));
        let cutter = Cutter::new(plan.part_games, part, from);
        let bar = progress::of_bytes(bytes(inputs.get(from.file..).unwrap_or_default()));
        let mut keeper = Keeper { cutter: Some(cutter), ledger: &mut ledger, bar: &bar, read: &read };
        let outcome = pool::run(&inputs, limits, from, threads, &files, &read, &mut keeper);
        bar.finish_and_clear();
        outcome?;
        let (_, bytes) = ledger.total();
        let seconds = begun.elapsed().as_secs_f64();
        let rate = (bytes - before) as f64 / seconds / 1e6;
        writeln!(stdout(), "{seconds:.3} s, {rate:.0} MB/s")?;
    }
    let (Written { games, positions: all, rejects, bad }, _) = ledger.total();
    let (games, rejected) = (Several(games.into(), "game"), Several(rejects.into(), "reject"));
    if positions {
        writeln!(stdout(), "{games}, {}, {rejected}", Several(all.into(), "position"))?;
    } else {
        writeln!(stdout(), "{games}, {rejected}")?;
    }
    let listed = format!("{rejected}, listed in {}", args.output.join("rejects").display());
    ensure!(bad == 0, "{listed}");
    if rejects > 0 {
        note(&format!("warning: {listed}"));
    }
    Ok(())
}

/// Puts rows into parts, and parts into the ledger.
struct Keeper<'a> {
    cutter: Option<Cutter>,
    ledger: &'a mut Ledger,
    bar: &'a ProgressBar,
    read: &'a AtomicU64,
}

impl Steward for Keeper<'_> {
    fn take(&mut self, read: &Read, full: &mut Vec<Part>) {
        let Some(cutter) = &mut self.cutter else { return };
        // A part that was finished before a kill needs nothing more.
        let ledger = &self.ledger;
        cutter.take(read, |part| full.extend(Some(part).filter(|part| !ledger.has(part.number))));
        self.bar.set_position(self.read.load(Relaxed));
        self.bar.set_message(Several(cutter.games().into(), "game").to_string());
    }

    fn end(&mut self) -> Option<Part> {
        self.cutter.take().map(Cutter::finish).filter(|last| !self.ledger.has(last.number))
    }

    fn note(&mut self, part: &Part, written: Written) -> Result<()> {
        self.ledger.note(part, written)
    }
}

/// The bytes of the files on the disk, if all lengths are known.
fn bytes(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(|input| Some(input.length).filter(|&length| length > 0)).sum()
}
