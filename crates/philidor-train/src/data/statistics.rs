//! What there is in a file of training data: how much, with which results, scores and pieces.

use super::filter::Filter;
use super::record::{Record, Sample};
use super::scale::fit_scale;
use super::scored_game::ScoredPosition;
use super::{GameOutcome, TrainingPosition};

/// Positions from which the scale is fitted.
const SAMPLE: usize = 1 << 18;

/// The numbers of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Games; single positions are not counted.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Positions by the result of their game: Black won, drawn, White won.
    pub outcomes: [u64; 3],
    /// Positions in check.
    pub checks: u64,
    /// Positions by the size of their score: up to each of [`Statistics::SCORES`], and beyond.
    pub scores: [u64; 8],
    /// Positions by their number of pieces, from 1 to 32.
    pub pieces: [u64; 32],
    sample: Vec<TrainingPosition>,
    /// Positions worth learning from; the sample has one of every `step` of them.
    learnable: u64,
    step: u64,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics {
            games: 0,
            positions: 0,
            outcomes: [0; 3],
            checks: 0,
            scores: [0; 8],
            pieces: [0; 32],
            sample: Vec::new(),
            learnable: 0,
            step: 1,
        }
    }
}

impl Statistics {
    /// The upper ends of the ranges of scores, in centipawns.
    pub const SCORES: [u16; 7] = [25, 50, 100, 200, 400, 800, 1_600];

    /// Counts a record.
    pub fn count(&mut self, record: &Record) {
        match &record.sample {
            Sample::Game(game) => {
                self.games += 1;
                game.positions().for_each(|scored| self.count_position(&scored));
            }
            Sample::Position(scored) => self.count_position(scored),
        }
        for position in record.training_positions(&Filter::default(), 0.0) {
            if self.learnable.is_multiple_of(self.step) {
                self.sample.push(position);
            }
            self.learnable += 1;
            if self.sample.len() == SAMPLE {
                let mut place = 0;
                self.sample.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.step *= 2;
            }
        }
    }

    fn count_position(&mut self, &ScoredPosition { position, score, outcome }: &ScoredPosition) {
        self.positions += 1;
        self.outcomes[outcome as usize] += 1;
        self.checks += u64::from(position.is_check());
        let size = score.unsigned_abs();
        self.scores[Statistics::SCORES.iter().filter(|&&end| size > end).count()] += 1;
        let pieces = position.board().occupied().len() as usize;
        self.pieces[pieces.clamp(1, 32) - 1] += 1;
    }

    /// Positions with this result.
    #[must_use]
    pub const fn of_outcome(&self, outcome: GameOutcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Positions that the usual [`Filter`] keeps.
    #[must_use]
    pub const fn learnable(&self) -> u64 {
        self.learnable
    }

    /// The score scale K, in centipawns, as [`fit_scale`] finds it; none without a position.
    #[must_use]
    pub fn scale(&self) -> Option<f32> {
        (!self.sample.is_empty()).then(|| fit_scale(&self.sample))
    }
}
