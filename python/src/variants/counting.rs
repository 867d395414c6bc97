//! Perft in parts, on threads, so that counting can be stopped between them; many positions at once.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use numpy::PyArray1;
use philidor::{GamePosition, Move};
use philidor_variants::{AnyPosition, MAX_LINE};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::VariantPosition;
use crate::arrays;
use crate::rows::{self, Ended};
use crate::stop::{self, Stop};
use crate::words::Listed;

/// Trees of this depth are counted within some hundredths of a second.
const SHORT: u32 = 3;

/// The leaves of a tree, or the largest number if a line is too long; once stopped, the number means nothing. The line
/// of moves has a stack of its own, since any depth may be asked for.
fn count(position: &AnyPosition, depth: u32, stop: &Stop) -> u128 {
    match count_below(position, depth, stop) {
        1.. if depth > MAX_LINE => u128::MAX,
        leaves => leaves,
    }
}

fn count_below(position: &AnyPosition, depth: u32, stop: &Stop) -> u128 {
    if stop.is_set() {
        return 0;
    }
    if depth <= SHORT {
        return position.perft(depth).into();
    }
    let mut leaves = 0_u128;
    let mut line = vec![(*position, position.legal_moves().into_iter())];
    loop {
        let below = depth.saturating_sub(line.len() as u32);
        let Some((position, moves)) = line.last_mut() else { return leaves };
        if stop.is_set() {
            return 0;
        }
        let Some(mv) = moves.next() else {
            line.pop();
            continue;
        };
        let child = position.after(mv);
        if below <= SHORT {
            leaves = leaves.saturating_add(child.perft(below).into());
        } else if line.len() < MAX_LINE as usize {
            let moves = child.legal_moves().into_iter();
            line.push((child, moves));
        } else {
            return u128::MAX;
        }
    }
}

/// The leaves below each legal move, counted by threads that take the subtrees after two half-moves one by one.
fn divide(root: &AnyPosition, depth: u32, threads: usize, stop: &Stop) -> Result<Vec<(Move, u128)>, Ended> {
    let moves = root.legal_moves();
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut parts: Vec<(usize, AnyPosition)> =
        moves.iter().enumerate().map(|(root_move, &mv)| (root_move, root.after(mv))).collect();
    let mut below = rest;
    if let Some(two_plies) = rest.checked_sub(1).filter(|_| threads > 1) {
        below = two_plies;
        let children = |(root_move, child): (usize, AnyPosition)| {
            child.legal_moves().into_iter().map(move |mv| (root_move, child.after(mv)))
        };
        parts = parts.into_iter().flat_map(children).collect();
    }
    let next = AtomicUsize::new(0);
    let work = |_: Range<usize>| {
        let mut counts = vec![0_u128; moves.len()];
        while let Some((root_move, position)) = parts.get(next.fetch_add(1, Relaxed)) {
            let leaves = match count(position, below, stop) {
                // Counted by itself, the part may have no line that is too long.
                1.. if depth > MAX_LINE => u128::MAX,
                leaves => leaves,
            };
            counts[*root_move] = counts[*root_move].saturating_add(leaves);
        }
        Ok(counts)
    };
    let each: Vec<()> = vec![(); 64 * threads]; // a run for each thread
    let counted = rows::each_run(&each, threads, work)?;
    let sum = |root_move: usize| counted.iter().map(|counts| counts[root_move]).fold(0, u128::saturating_add);
    Ok(moves.iter().enumerate().map(|(root_move, &mv)| (mv, sum(root_move))).collect())
}

#[pymethods]
impl VariantPosition {
    /// Perft: the number of leaves ``depth`` half-moves from here. It is counted on ``threads`` threads; 0 stands for
    /// all that the machine has. Other Python threads run meanwhile; Ctrl-C ends it.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("atomic").perft(4)
    /// 197326
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u128> {
        let (position, threads) = (self.inner, rows::threads(threads));
        let leaves = stop::run(py, depth > SHORT, |stop| match threads {
            1 => Ok(count(&position, depth, stop)),
            _ if depth == 0 => Ok(1),
            _ => {
                let divided = divide(&position, depth, threads, stop)?;
                Ok(divided.into_iter().map(|(_, leaves)| leaves).fold(0, u128::saturating_add))
            }
        })?;
        rows::sound(py, leaves)
    }

    /// Perft for each legal move: the leaves below it, as a dictionary.
    ///
    /// >>> from philidor.variants import VariantPosition
    /// >>> VariantPosition("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
    /// {Move('a1b1'): 3, Move('a1a2'): 3, Move('a1b2'): 3}
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(&self, py: Python<'py>, depth: u32, threads: usize) -> PyResult<Bound<'py, PyDict>> {
        let (position, threads) = (self.inner, rows::threads(threads));
        let counts = stop::run(py, depth > SHORT, |stop| divide(&position, depth, threads, stop))?;
        let divided = PyDict::new(py);
        for (mv, count) in rows::sound(py, counts)? {
            divided.set_item(self.object(py, mv)?, count)?;
        }
        Ok(divided)
    }
}

/// One answer for each of many positions, as an array.
fn of_each<'py, T: numpy::Element + Send + Copy>(
    py: Python<'py>,
    positions: &[VariantPosition],
    threads: usize,
    is_long: bool,
    answer: impl Fn(&AnyPosition, &Stop) -> T + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let answered = stop::run(py, is_long, |stop| {
        rows::each_run(positions, threads, |run| {
            let mut answers = rows::room(run.len())?;
            answers.extend(positions[run].iter().map(|position| answer(&position.inner, stop)));
            Ok(answers)
        })
    })?;
    arrays::joined(py, &rows::sound(py, answered)?)
}

/// How many legal moves each of many positions has: ``uint16``, shape ``(N,)``.
#[pyfunction]
#[pyo3(signature = (positions, *, threads = 1))]
pub(crate) fn variant_move_counts<'py>(
    py: Python<'py>,
    positions: Listed<VariantPosition>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let is_long = rows::are_many(&positions.0);
    of_each(py, &positions.0, threads, is_long, |position, _| position.legal_moves().len() as u16)
}

/// Perft of each of many positions, the number of leaves after ``depth`` half-moves: ``uint64``, shape ``(N,)``.
#[pyfunction]
#[pyo3(signature = (positions, depth, *, threads = 1))]
pub(crate) fn variant_perfts<'py>(
    py: Python<'py>,
    positions: Listed<VariantPosition>,
    depth: u32,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let is_long = depth > SHORT || rows::are_many(&positions.0);
    of_each(py, &positions.0, threads, is_long, move |position, stop| {
        u64::try_from(count(position, depth, stop)).unwrap_or(u64::MAX)
    })
}
