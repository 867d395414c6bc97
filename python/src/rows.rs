//! Rows of packed positions, worked on one after the other or on several threads.
//!
//! The rows are cut into one run for each thread, and what the runs answer is put together in order. Rows that are not
//! positions are found when they are read; the first of them becomes the error.

use std::collections::TryReserveError;
use std::ops::Range;
use std::thread;

use philidor::Position;
use philidor::binary::{PackedPosition, PackedPositionError};
use philidor_host::threads::for_each;
use philidor_pgn::PgnError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;

use crate::errors;
use crate::stop::Stop;

/// A packed position.
pub(crate) type Row = [u8; PackedPosition::BYTES];

/// Why work has ended before it was done.
pub(crate) enum Ended {
    /// A row is not a position: which, and what is wrong with it.
    Unsound(usize, PackedPositionError),
    /// A game of PGN cannot be read.
    Game(Box<PgnError>),
    /// No memory is left for what was found.
    Memory,
    /// By Ctrl-C, whose exception is raised in place of this.
    Stopped,
}

impl Ended {
    /// The same, with the row counted from the first of all: this many rows come before its block.
    pub(crate) fn further(self, rows: usize) -> Ended {
        match self {
            Ended::Unsound(row, error) => Ended::Unsound(rows + row, error),
            other => other,
        }
    }
}

impl From<TryReserveError> for Ended {
    fn from(_: TryReserveError) -> Ended {
        Ended::Memory
    }
}

/// A list with room for this many.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, Ended> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    Ok(list)
}

/// Whether work on these rows may take so long that Ctrl-C has to end it.
pub(crate) fn are_many<T>(rows: &[T]) -> bool {
    rows.len() >= 2 * BLOCK
}

/// How many positions are worked on between two checks of the stop flag.
const BLOCK: usize = 1024;

/// Where the runs of each thread begin and end.
pub(crate) fn runs(rows: usize, threads: usize) -> impl Iterator<Item = Range<usize>> {
    let length = rows.div_ceil(threads.max(1)).max(1);
    (0..rows).step_by(length).map(move |first| first..rows.min(first + length))
}

/// More threads than this are not started, however many are asked for: no machine has so many cores.
const MAX_THREADS: usize = 256;

/// How many threads a caller asked for: 0 stands for all that the machine has.
pub(crate) fn threads(asked: usize) -> usize {
    if asked == 0 { thread::available_parallelism().map_or(1, usize::from) } else { asked.min(MAX_THREADS) }
}

/// Does work on each part, on up to this many threads; the answers are in order.
fn shared<P: Send, R: Send>(threads: usize, parts: Vec<P>, work: impl Fn(P) -> R + Sync) -> Vec<R> {
    let mut answers: Vec<Option<R>> = parts.iter().map(|_| None).collect();
    for_each(threads, parts.into_iter().zip(&mut answers), |(part, answer)| *answer = Some(work(part)));
    answers.into_iter().flatten().collect()
}

/// Does work on each run of rows; the answers are in order.
pub(crate) fn each_run<T, R: Send>(
    rows: &[T],
    asked: usize,
    work: impl Fn(Range<usize>) -> Result<R, Ended> + Sync,
) -> Result<Vec<R>, Ended> {
    let threads = threads(asked).min(rows.len().div_ceil(64)).max(1);
    if threads == 1 {
        return Ok(vec![work(0..rows.len())?]);
    }
    shared(threads, runs(rows.len(), threads).collect(), work).into_iter().collect()
}

/// One answer for each of a few pieces of work, which are shared out to the threads.
pub(crate) fn each<T: Sync, R: Send>(pieces: &[T], asked: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    shared(threads(asked).min(pieces.len()), pieces.iter().collect(), work)
}

/// Calls a function with each position of a run, until it is stopped.
#[inline(always)]
pub(crate) fn each_position(
    rows: &[Row],
    run: Range<usize>,
    stop: &Stop,
    mut each: impl FnMut(usize, Position) -> Result<(), Ended>,
) -> Result<(), Ended> {
    for first in run.clone().step_by(BLOCK) {
        if stop.is_set() {
            return Err(Ended::Stopped);
        }
        let (mut number, mut fault) = (first, None);
        let packed = rows[first..run.end.min(first + BLOCK)].iter();
        PackedPosition::unpack_each(packed.map(|&row| PackedPosition::from_bytes(row)), |unpacked| {
            if fault.is_none() {
                let done = unpacked.map_err(|error| Ended::Unsound(number, error));
                fault = done.and_then(|position| each(number, position)).err();
            }
            number += 1;
        });
        fault.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// Fills a place of `width` elements for each position.
pub(crate) fn fill<T: Send>(
    rows: &[Row],
    out: &mut [T],
    width: usize,
    asked: usize,
    stop: &Stop,
    fill: impl Fn(&Position, &mut [T]) + Sync,
) -> Result<(), Ended> {
    let threads = threads(asked).min(rows.len().div_ceil(64)).max(1);
    let (mut rest, mut parts) = (out, Vec::new());
    for run in runs(rows.len(), threads) {
        let (place, after) = rest.split_at_mut(run.len() * width);
        rest = after;
        parts.push((run, place));
    }
    let work = |(run, place): (Range<usize>, &mut [T])| {
        let mut places = place.chunks_exact_mut(width);
        each_position(rows, run, stop, |_, position| {
            if let Some(place) = places.next() {
                fill(&position, place);
            }
            Ok(())
        })
    };
    if threads == 1 {
        return parts.into_iter().try_for_each(work);
    }
    shared(threads, parts, work).into_iter().collect()
}

/// The answers of all runs in one list.
pub(crate) fn one_list<T>(mut parts: Vec<Vec<T>>) -> Result<Vec<T>, Ended> {
    if parts.len() == 1 {
        return Ok(parts.pop().unwrap_or_default());
    }
    let mut all = room(parts.iter().map(Vec::len).sum())?;
    parts.into_iter().for_each(|part| all.extend(part));
    Ok(all)
}

/// The answer, or the exception that says why there is none.
pub(crate) fn sound<T>(py: Python<'_>, answer: Result<T, Ended>) -> PyResult<T> {
    answer.map_err(|ended| match ended {
        Ended::Unsound(row, error) => errors::of_packed(py, &error, Some(row)),
        Ended::Game(error) => errors::of_pgn(py, &error),
        Ended::Memory => PyMemoryError::new_err("there is no memory for what was found"),
        Ended::Stopped => PyKeyboardInterrupt::new_err(()),
    })
}
