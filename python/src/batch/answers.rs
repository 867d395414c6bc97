//! Answers for all positions of a batch: one per position, one per legal move, or the first position without one.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::Positions;
use super::held::rows_of;
use super::output;
use crate::arrays;
use crate::rows::{self, Ended, Row, room, sound};
use crate::stop;

/// How many positions are counted at once: few enough for the L1 cache.
const BLOCK: usize = 64;

impl Positions {
    /// One answer for each position, as an array.
    pub(super) fn map<'py, T: numpy::Element + Send + Default + Copy>(
        &self,
        py: Python<'py>,
        threads: usize,
        answer: impl Fn(&philidor::Position) -> T + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let held = self.held(py)?;
        let fill = |position: &_, place: &mut [T]| place.fill(answer(position));
        Ok(output::filled(py, rows_of(&held)?, None, &[], threads, fill)?.cast_into()?)
    }

    /// How many legal moves each position has. Positions are collected until a block is full, and then counted
    /// together.
    pub(super) fn counts<'py>(&self, py: Python<'py>, threads: usize) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let parts = stop::run(py, rows::are_many(rows), |stop| {
            rows::each_run(rows, threads, |run| {
                let (mut counts, mut waiting) = (room(run.len())?, room(BLOCK)?);
                let mut count = |waiting: &mut Vec<philidor::Position>| {
                    philidor::Position::legal_move_counts(waiting, |count| counts.push(count as u16));
                    waiting.clear();
                };
                rows::each_position(rows, run, stop, |_, position| {
                    waiting.push(position);
                    if waiting.len() == BLOCK {
                        count(&mut waiting);
                    }
                    Ok(())
                })?;
                count(&mut waiting);
                Ok(counts)
            })
        })?;
        arrays::joined(py, &sound(py, parts)?)
    }

    /// One value per legal move of all positions, and the offsets at which those of each position begin and end.
    pub(super) fn all_moves<'py, T: numpy::Element + Send + Copy>(
        &self,
        py: Python<'py>,
        threads: usize,
        of_move: impl Fn(&philidor::Position, philidor::Move) -> T + Send + Sync,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<T>>)> {
        let held = self.held(py)?;
        let rows = rows_of(&held)?;
        let parts = stop::run(py, rows::are_many(rows), |stop| {
            rows::each_run(rows, threads, |run| {
                let (mut ends, mut all) = (room(run.len())?, room(40 * run.len())?);
                let mut list = philidor::MoveList::new();
                rows::each_position(rows, run, stop, |_, position| {
                    position.legal_moves_into(&mut list);
                    all.try_reserve(list.len())?;
                    all.extend(list.iter().map(|&mv| of_move(&position, mv)));
                    ends.push(all.len() as i64);
                    Ok(())
                })?;
                Ok((ends, all))
            })
        })?;
        let (mut ends, all): (Vec<Vec<i64>>, Vec<Vec<T>>) = sound(py, parts)?.into_iter().unzip();
        let mut before = 0;
        for (ends, part) in ends.iter_mut().zip(&all) {
            ends.iter_mut().for_each(|end| *end += before);
            before += part.len() as i64;
        }
        ends.insert(0, vec![0]);
        Ok((arrays::joined(py, &ends)?, arrays::joined(py, &all)?))
    }

    /// One answer for each position, or the first position without one.
    pub(super) fn one_each<T: Send>(
        &self,
        py: Python<'_>,
        rows: &[Row],
        threads: usize,
        answer: impl Fn(usize, &philidor::Position) -> Option<T> + Send + Sync,
    ) -> PyResult<Result<Vec<T>, (usize, philidor::Position)>> {
        let answers = stop::run(py, rows::are_many(rows), |stop| -> Result<_, Ended> {
            let parts = rows::each_run(rows, threads, |run| {
                let (mut answers, mut without) = (room(run.len())?, None);
                rows::each_position(rows, run, stop, |row, position| {
                    match answer(row, &position) {
                        Some(answer) => answers.push(answer),
                        None => without = without.or(Some((row, position))),
                    }
                    Ok(())
                })?;
                Ok(without.map_or(Ok(answers), Err))
            })?;
            let parts: Result<Vec<Vec<T>>, _> = parts.into_iter().collect();
            parts.map_or_else(|without| Ok(Err(without)), |parts| rows::one_list(parts).map(Ok))
        })?;
        sound(py, answers)
    }
}
