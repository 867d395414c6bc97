//! Syzygy tables, written: files of what [`solve`](crate::solve) has found, for every program that reads the format.
//!
//! ```text
//! positions ──► wanted: exactly this, at most this, or anything      wanted.rs
//!      └──► placements, in the order of the index that fits best     placements.rs, orders.rs
//!               └──► symbols ──► codes ──► blocks ──► bytes          pairing.rs, codes.rs, blocks.rs, bytes.rs
//! ```
//!
//! What a reader finds by itself need not be stored: it plays every capture, and before it asks for the distance of a
//! win it tries every move of a pawn. There, and where no position is, any value will do, and the one that continues a
//! run costs nothing. Distances are stored in plies, not in moves as in most existing tables: those of wins and losses
//! are exact, those of cursed wins and blessed losses are not, since the format has no way to say so.

// * `wanted.rs`: what must be stored for a position
// * `placements.rs`: positions as squares in one word, put into the order of an index
// * `orders.rs`: the orders of pieces that a table may have, and the best of them
// * `pairing.rs`, `codes.rs`, `blocks.rs`: compression
// * `bytes.rs`: the file; `progress.rs`: how far it is
mod blocks;
mod bytes;
mod codes;
mod orders;
mod pairing;
mod placements;
mod progress;
mod wanted;

use std::sync::atomic::AtomicBool;

use philidor::{PieceType, Position};
use rayon::prelude::*;

use super::Metric;
use super::arrangement::color_of_leading_pawns;
use super::header::{BLACK_TO_MOVE, LOSS_PLIES, MAPPED, WIDE, WIN_PLIES};
use super::table::leading_file;
use crate::material::Material;
use crate::solve::{NEVER_STOP, Observer, SolveError, SolvedProbeError, SolvedTables, Table, on_threads};
use bytes::Subtable;
use placements::Placements;
use progress::Progress;
use wanted::{Wanted, wanted_distance, wanted_wdl};

/// Writes Syzygy files on all cores; their bytes are the same for any number of threads. Besides the solved tables, it
/// takes 16 bytes of memory for each position of a file, and two more for each thread.
///
/// ```
/// use philidor_tables::solve::{SolvedTables, Solver};
/// use philidor_tables::syzygy::{Metric, Tables, Writer};
///
/// let material = "KRvK".parse()?;
/// let mut solved = SolvedTables::new();
/// Solver::new().solve(&mut solved, material)?;
/// let file = Writer::new().with_threads(2).write(&solved, material, Metric::Wdl)?;
/// Tables::new().add(&material, Metric::Wdl, file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    threads: Option<usize>,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

impl Default for Writer<'_> {
    fn default() -> Self {
        Writer::new()
    }
}

impl<'a> Writer<'a> {
    /// On all cores.
    #[must_use]
    pub fn new() -> Writer<'a> {
        Writer { threads: None, stop: &NEVER_STOP, observer: &() }
    }

    /// Writes on this many threads, but on no more than four for each core, nor on more than the system starts: if it
    /// starts none, on the caller's.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Writer<'a> {
        self.threads = Some(threads);
        self
    }

    /// Stops soon after the flag is set, with [`SolveError::Stopped`].
    #[must_use]
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Writer<'a> {
        self.stop = stop;
        self
    }

    /// Reports progress to an observer: see [`Observer::start_file`].
    #[must_use]
    pub fn with_observer(mut self, observer: &'a dyn Observer) -> Writer<'a> {
        self.observer = observer;
        self
    }

    /// The Syzygy file of a material, as bytes: to be kept under the name of the material.
    ///
    /// # Errors
    ///
    /// If the material, or one that captures and promotions lead to, is not solved, or if the writer was stopped.
    pub fn write(
        &self,
        solved: &SolvedTables,
        material: Material,
        metric: Metric,
    ) -> Result<Vec<u8>, SolveError> {
        on_threads(self.threads, || self.file(solved, material.canonical(), metric))
    }

    fn file(&self, solved: &SolvedTables, material: Material, metric: Metric) -> Result<Vec<u8>, SolveError> {
        let table = solved.table(material).ok_or(SolveError::Missing { material })?;
        let files = if material.has_pawns() { 4 } else { 1 };
        let sides = if material.is_symmetric() { 1 } else { 2 };
        let half = table.places_of_both_sides();
        let per_subtable = half / (files * sides) as u64;
        let progress = Progress { stop: self.stop, observer: self.observer, per_subtable };
        self.observer.start_file(material, metric, 2 * half);
        let mut subtables: Vec<Vec<Placements>> =
            (0..sides).map(|_| (0..files).map(|_| Placements::new(&material)).collect()).collect();
        collect(solved, table, metric, &mut subtables, &progress)?;
        let packed = |(placements, side): (Vec<Placements>, u8)| {
            let subtable = |(file, placements): (usize, Placements)| match metric {
                Metric::Wdl => wdl_subtable(&placements, file, &progress),
                Metric::Dtz => distance_subtable(placements, file, side, &progress),
            };
            placements.into_par_iter().enumerate().map(subtable).collect::<Result<Vec<_>, _>>()
        };
        let sides =
            subtables.into_par_iter().zip([0, BLACK_TO_MOVE]).map(packed).collect::<Result<Vec<_>, _>>()?;
        // What was packed after a stop is not packed well.
        progress.check()?;
        Ok(match metric {
            Metric::Wdl => bytes::file(&material, metric, &sides),
            // One side is enough, the one that takes less room, since a reader plays a move of the other.
            Metric::Dtz => (sides.chunks(1).map(|side| bytes::file(&material, metric, side)))
                .min_by_key(Vec::len)
                .unwrap_or_default(),
        })
    }
}

/// The same as [`Writer::write`] on all cores.
///
/// ```
/// use philidor_tables::solve::{SolvedTables, Solver};
/// use philidor_tables::syzygy::{Metric, Tables, write};
///
/// let material = "KRvK".parse()?;
/// let mut solved = SolvedTables::new();
/// Solver::new().solve(&mut solved, material)?;
/// let mut tables = Tables::new();
/// for metric in Metric::ALL {
///     tables.add(&material, metric, write(&solved, material, metric)?)?;
/// }
/// let position = "8/8/8/8/8/4k3/4r3/K7 w - - 0 1".parse()?;
/// assert_eq!(tables.probe_dtz(&position)?.number(), -10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the material is not solved, or one that captures and promotions lead to.
pub fn write(solved: &SolvedTables, material: Material, metric: Metric) -> Result<Vec<u8>, SolveError> {
    Writer::new().write(solved, material, metric)
}

/// How many positions are looked at between two reports.
const CHUNK: usize = 1 << 14;

/// Puts all positions with what is wanted of them into their subtables, by side to move and file of the leading pawn.
fn collect(
    solved: &SolvedTables,
    table: &Table,
    metric: Metric,
    subtables: &mut [Vec<Placements>],
    progress: &Progress<'_>,
) -> Result<(), SolveError> {
    let leading = color_of_leading_pawns(&table.material());
    let value = |position: &Position| solved.probe(position);
    let wanted = |position: &Position| match metric {
        Metric::Wdl => wanted_wdl(position, value),
        Metric::Dtz => wanted_distance(position, value),
    };
    let (mut positions, mut count) = (table.positions(), 0);
    loop {
        let chunk: Vec<Position> = positions.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            // What is not a position has no place in the table.
            return progress.advance(table.places_of_both_sides().saturating_sub(count));
        }
        count += chunk.len() as u64;
        progress.advance(chunk.len() as u64)?;
        let all = chunk.par_iter().map(wanted).collect::<Result<Vec<_>, SolvedProbeError>>();
        let all = all.map_err(|error| match error {
            SolvedProbeError::Missing { material } => SolveError::Missing { material },
            SolvedProbeError::Castling { .. } => SolveError::Missing { material: table.material() },
        })?;
        for (position, wanted) in chunk.iter().zip(all) {
            if let (Some(files), true) =
                (subtables.get_mut(position.side_to_move() as usize), wanted != Wanted::Any)
            {
                let board = position.board();
                let pawns = |color| leading_file(board.colored_pieces(color, PieceType::Pawn));
                files[leading.map_or(0, pawns)].push(board, wanted);
            }
        }
    }
}

/// Small blocks, since a WDL table is probed in the middle of a search; large ones take less room.
const WDL_BLOCK_BITS: u8 = 6;
const DTZ_BLOCK_BITS: u8 = 10;

fn wdl_subtable(
    placements: &Placements,
    file: usize,
    progress: &Progress<'_>,
) -> Result<Subtable, SolveError> {
    let (order, values) = orders::best(placements, file, progress)?;
    Ok(Subtable { order, flags: 0, lists: None, packing: bytes::pack(values, WDL_BLOCK_BITS, progress.stop) })
}

/// Distances are stored as their places in a list of those that occur, the most frequent first.
fn distance_subtable(
    mut placements: Placements,
    file: usize,
    side: u8,
    progress: &Progress<'_>,
) -> Result<Subtable, SolveError> {
    let lists = placements.lists();
    let is_wide = lists.iter().any(|list| list.len() > 255 || list.iter().any(|&value| value > 255));
    let (order, values) = orders::best(&placements, file, progress)?;
    Ok(Subtable {
        order,
        flags: MAPPED | WIN_PLIES | LOSS_PLIES | side | if is_wide { WIDE } else { 0 },
        lists: Some(lists),
        packing: bytes::pack(values, DTZ_BLOCK_BITS, progress.stop),
    })
}

/// A WDL file of a symmetric material with pawns, whose values follow a rule.
#[cfg(test)]
pub(super) fn made_up(name: &str) -> Vec<u8> {
    let material: Material = name.parse().expect(name);
    let subtable = |file| {
        let (order, arrangement) = orders::accepted(&material, file).next().expect("an order");
        let values = (0..arrangement.size()).map(|index| (index / 40_000 % 5) as u16).collect();
        Subtable { order, flags: 0, lists: None, packing: bytes::pack(values, WDL_BLOCK_BITS, &NEVER_STOP) }
    };
    bytes::file(&material, Metric::Wdl, &[(0..4).map(subtable).collect()])
}
