//! Answers for all positions of a batch: one for each, one for each legal move, or the first position that has none.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use super::Positions;
use super::held::rows_of;
use super::rows::{self, Row, sound};
use crate::errors;

/// How many positions are counted at once: they fit into the first cache.
const BLOCK: usize = 64;

impl Positions {
    /// One answer for each position, as an array.
    pub(super) fn map<'py, T: numpy::Element + Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        answer: impl Fn(&philidor::Position) -> T + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let answers = sound(py, errors::safely(py, || rows::map(rows, threads, answer))?)?;
        Ok(answers.into_pyarray(py))
    }

    /// How many legal moves each position has. They wait until a block is full, and are counted side by side.
    pub(super) fn counts<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let parts = errors::safely(py, || {
            rows::each_run(rows, threads, |run| {
                let (mut counts, mut waiting) = (Vec::with_capacity(run.len()), Vec::with_capacity(BLOCK));
                let mut count = |waiting: &mut Vec<philidor::Position>| {
                    philidor::Position::legal_move_counts(waiting, |count| counts.push(count as u16));
                    waiting.clear();
                };
                rows::each_position(rows, run, |_, position| {
                    waiting.push(position);
                    if waiting.len() == BLOCK {
                        count(&mut waiting);
                    }
                })?;
                count(&mut waiting);
                Ok(counts)
            })
        })?;
        Ok(rows::one_list(sound(py, parts)?).into_pyarray(py))
    }

    /// Something for each legal move of all positions, and where those of each begin and end.
    pub(super) fn all_moves<'py, T: numpy::Element + Send>(
        &self,
        py: Python<'py>,
        threads: usize,
        of_move: impl Fn(&philidor::Position, philidor::Move) -> T + Send + Sync,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<T>>)> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let parts = errors::safely(py, || {
            rows::each_run(rows, threads, |run| {
                let (mut ends, mut all) = (Vec::with_capacity(run.len()), Vec::with_capacity(40 * run.len()));
                let mut list = philidor::MoveList::new();
                rows::each_position(rows, run, |_, position| {
                    position.legal_moves_into(&mut list);
                    all.extend(list.iter().map(|&mv| of_move(&position, mv)));
                    ends.push(all.len() as i64);
                })?;
                Ok((ends, all))
            })
        })?;
        let (mut offsets, mut all) = (Vec::with_capacity(rows.len() + 1), Vec::new());
        offsets.push(0);
        for (ends, part) in sound(py, parts)? {
            let before = all.len() as i64;
            offsets.extend(ends.into_iter().map(|end| before + end));
            if all.is_empty() { all = part } else { all.extend(part) }
        }
        Ok((offsets.into_pyarray(py), all.into_pyarray(py)))
    }

    /// One answer for each position, or the first position without one.
    pub(super) fn one_each<T: Send>(
        &self,
        py: Python<'_>,
        rows: &[Row],
        threads: usize,
        answer: impl Fn(usize, &philidor::Position) -> Option<T> + Send + Sync,
    ) -> PyResult<Result<Vec<T>, (usize, philidor::Position)>> {
        let parts = errors::safely(py, || {
            rows::each_run(rows, threads, |run| {
                let (mut answers, mut without) = (Vec::with_capacity(run.len()), None);
                rows::each_position(rows, run, |row, position| match answer(row, &position) {
                    Some(answer) => answers.push(answer),
                    None => without = without.or(Some((row, position))),
                })?;
                Ok(without.map_or(Ok(answers), Err))
            })
        })?;
        let parts: Result<Vec<Vec<T>>, _> = sound(py, parts)?.into_iter().collect();
        Ok(parts.map(rows::one_list))
    }
}
