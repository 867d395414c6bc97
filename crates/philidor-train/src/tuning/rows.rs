//! The coefficients of many positions: those that are not 0, one row after the other.

use philidor::Position;
use philidor_engine::evaluation::PhasedScore;

use super::terms::LinearTerms;

/// A position: its entries end where those of the next one begin.
#[derive(Clone, Copy, Debug)]
struct Row {
    end: usize,
    constant: f32,
    /// The share of the middle game.
    middle: f32,
    /// White's score by the search, in centipawns.
    score: f32,
    /// White's share of the points.
    result: f32,
}

/// Many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    entries: Vec<(u16, [i16; 2])>,
}

/// A position as the fit sees it.
pub(super) struct Sample<'a> {
    entries: &'a [(u16, [i16; 2])],
    constant: f64,
    middle: f64,
    pub(super) score: f64,
    pub(super) result: f64,
}

impl Rows {
    pub(super) fn add<T: LinearTerms + ?Sized>(
        &mut self,
        terms: &T,
        position: &Position,
        score: i16,
        result: f32,
        parameters: usize,
    ) {
        let mut sums: Vec<(u16, [i16; 2])> = Vec::new();
        terms.coefficients(position, &mut |index, coefficient| {
            let Some(index) = u16::try_from(index).ok().filter(|&index| usize::from(index) < parameters)
            else {
                return;
            };
            sums.push((index, [coefficient.middle() as i16, coefficient.end() as i16]));
        });
        sums.sort_by_key(|&(index, _)| index);
        let begin = self.entries.len();
        for (index, [middle, end]) in sums {
            match self.entries[begin..].last_mut().filter(|(last, _)| *last == index) {
                Some((_, sum)) => *sum = [sum[0].saturating_add(middle), sum[1].saturating_add(end)],
                None => self.entries.push((index, [middle, end])),
            }
        }
        let mut kept = begin;
        for at in begin..self.entries.len() {
            if self.entries[at].1 != [0, 0] {
                self.entries[kept] = self.entries[at];
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        let phase = terms.phase(position).clamp(0, PhasedScore::FULL);
        self.rows.push(Row {
            end: kept,
            constant: terms.constant(position) as f32,
            middle: phase as f32 / PhasedScore::FULL as f32,
            score: score.into(),
            result,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn sample(&self, at: usize) -> Sample<'_> {
        let Row { end, constant, middle, score, result } = self.rows[at];
        let begin = at.checked_sub(1).map_or(0, |before| self.rows[before].end);
        Sample {
            entries: &self.entries[begin..end],
            constant: constant.into(),
            middle: middle.into(),
            score: score.into(),
            result: result.into(),
        }
    }

    pub(super) fn samples(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|at| self.sample(at))
    }
}

impl Sample<'_> {
    /// The value with these numbers, in centipawns for White.
    pub(super) fn value(&self, numbers: &[[f64; 2]]) -> f64 {
        let end = 1.0 - self.middle;
        self.entries.iter().fold(self.constant, |value, &(index, counts)| {
            let [middle_number, end_number] = numbers[usize::from(index)];
            value
                + f64::from(counts[0]) * middle_number * self.middle
                + f64::from(counts[1]) * end_number * end
        })
    }

    /// Adds how much the value grows with each number, times a factor.
    pub(super) fn slope(&self, factor: f64, slopes: &mut [[f64; 2]]) {
        for &(index, counts) in self.entries {
            let slope = &mut slopes[usize::from(index)];
            slope[0] += factor * f64::from(counts[0]) * self.middle;
            slope[1] += factor * f64::from(counts[1]) * (1.0 - self.middle);
        }
    }
}
