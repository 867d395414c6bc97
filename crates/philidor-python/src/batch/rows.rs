//! Rows of packed positions, worked on one after the other or on several threads.
//!
//! The rows are cut into one run for each thread, and what the runs answer is put together in order. Rows that are not
//! positions are found when they are read; the first of them is the answer then.

use std::ops::Range;
use std::thread;

use philidor::Position;
use philidor::binary::{PackedPosition, PackedPositionError};
use pyo3::prelude::*;

use crate::errors;

/// A packed position.
pub(crate) type Row = [u8; PackedPosition::BYTES];

/// A row that is not a position.
pub(crate) struct Unsound {
    /// Its number.
    pub(crate) row: usize,
    /// What is wrong with it.
    pub(crate) error: PackedPositionError,
}

/// Where the runs of each thread begin and end.
fn runs(rows: usize, threads: usize) -> impl Iterator<Item = Range<usize>> {
    let length = rows.div_ceil(threads.max(1)).max(1);
    (0..rows).step_by(length).map(move |first| first..rows.min(first + length))
}

/// More threads than this are not started, however many are asked for: a machine that refuses one would end the work.
const MOST_THREADS: usize = 256;

/// How many threads a caller asked for: 0 stands for all that the machine has.
pub(crate) fn threads(asked: usize) -> usize {
    if asked == 0 { thread::available_parallelism().map_or(1, usize::from) } else { asked.min(MOST_THREADS) }
}

/// Does work on each run of rows; the answers are in order.
pub(crate) fn each_run<T, R: Send>(
    rows: &[T],
    asked: usize,
    work: impl Fn(Range<usize>) -> Result<R, Unsound> + Sync,
) -> Result<Vec<R>, Unsound> {
    let threads = threads(asked).min(rows.len().div_ceil(64)).max(1);
    if threads == 1 {
        return Ok(vec![work(0..rows.len())?]);
    }
    let work = &work;
    thread::scope(|scope| {
        let handles: Vec<_> = runs(rows.len(), threads).map(|run| scope.spawn(move || work(run))).collect();
        handles.into_iter().map(joined).collect()
    })
}

/// What a thread answered; its panic goes on here.
fn joined<R>(handle: thread::ScopedJoinHandle<'_, R>) -> R {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// One answer for each of a few pieces of work, which are shared out to the threads.
pub(super) fn each<T: Sync, R: Send>(pieces: &[T], asked: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads(asked).min(pieces.len());
    if threads <= 1 {
        return pieces.iter().map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let start = |run: Range<usize>| scope.spawn(move || pieces[run].iter().map(work).collect());
        let handles: Vec<thread::ScopedJoinHandle<'_, Vec<R>>> =
            runs(pieces.len(), threads).map(start).collect();
        let joined = handles.into_iter().map(joined);
        joined.flatten().collect()
    })
}

/// Calls a function with each position of a run.
#[inline(always)]
pub(crate) fn each_position(
    rows: &[Row],
    run: Range<usize>,
    mut each: impl FnMut(usize, Position),
) -> Result<(), Unsound> {
    let mut number = run.start;
    let mut fault = None;
    PackedPosition::unpack_each(rows[run].iter().map(|&row| PackedPosition::from_bytes(row)), |unpacked| {
        match unpacked {
            Ok(position) if fault.is_none() => each(number, position),
            Err(error) if fault.is_none() => fault = Some(Unsound { row: number, error }),
            _ => {}
        }
        number += 1;
    });
    fault.map_or(Ok(()), Err)
}

/// One answer for each position.
pub(crate) fn map<T: Send>(
    rows: &[Row],
    threads: usize,
    answer: impl Fn(&Position) -> T + Sync,
) -> Result<Vec<T>, Unsound> {
    let parts = each_run(rows, threads, |run| {
        let mut answers = Vec::with_capacity(run.len());
        each_position(rows, run, |_, position| answers.push(answer(&position)))?;
        Ok(answers)
    })?;
    Ok(one_list(parts))
}

/// Fills a place of `width` elements for each position.
pub(crate) fn fill<T: Send>(
    rows: &[Row],
    out: &mut [T],
    width: usize,
    asked: usize,
    fill: impl Fn(&Position, &mut [T]) + Sync,
) -> Result<(), Unsound> {
    let threads = threads(asked).min(rows.len().div_ceil(64)).max(1);
    let (mut rest, mut parts) = (out, Vec::new());
    for run in runs(rows.len(), threads) {
        let (place, after) = rest.split_at_mut(run.len() * width);
        rest = after;
        parts.push((run, place));
    }
    let work = |(run, place): (Range<usize>, &mut [T])| {
        let mut places = place.chunks_exact_mut(width);
        each_position(rows, run, |_, position| {
            if let Some(place) = places.next() {
                fill(&position, place);
            }
        })
    };
    if threads == 1 {
        return parts.into_iter().try_for_each(work);
    }
    let work = &work;
    thread::scope(|scope| {
        let handles: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || work(part))).collect();
        let mut ends = handles.into_iter().map(joined);
        ends.try_for_each(|end| end)
    })
}

/// The answers of all runs in one list.
pub(crate) fn one_list<T>(mut parts: Vec<Vec<T>>) -> Vec<T> {
    match parts.len() {
        1 => parts.pop().unwrap_or_default(),
        _ => parts.into_iter().flatten().collect(),
    }
}

/// What was answered, or `PackedError` for the row that is not a position.
pub(crate) fn sound<T>(py: Python<'_>, answer: Result<T, Unsound>) -> PyResult<T> {
    answer.map_err(|Unsound { row, error }| errors::of_packed(py, &error, Some(row)))
}
