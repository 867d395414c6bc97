//! How often games are won, drawn and lost from a score, by the number of pieces; and the curve that fits it.
//!
//! ```text
//! win(s) = 1 / (1 + exp((half − s) / spread))     loss(s) = win(−s)     draw = the rest
//! half, spread: straight lines by the number of pieces, between their values without pieces, with 16 and with 32
//! ```
//!
//! These six values make the counted results most likely.

use super::record::{Record, Sample};
use super::scored_game::{GameOutcome, ScoredPosition};
use crate::logistic::{minimum, sigmoid};

/// Scores beyond this are counted as this; games are decided there.
const MAX_SCORE: i32 = 1_500;

/// Centipawns that are counted together.
const STEP: i32 = 10;

/// How many steps there are.
const STEPS: usize = (2 * MAX_SCORE / STEP + 1) as usize;

/// No chance is lower: what happened once can happen.
const MIN_PROBABILITY: f64 = 1e-9;

/// Rounds over the six values; then nothing moves by a tenth of a centipawn.
const ROUNDS: u32 = 40;

/// Results by the score and the number of pieces, seen by White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinRates {
    /// For each number of pieces and each score: Black won, drawn, White won.
    counts: Vec<[u64; 3]>,
}

/// The curve that fits results.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WdlFit {
    /// The score in centipawns at which half of the games are won: without pieces, with 16 and with 32.
    pub half: [f64; 3],
    /// By how many centipawns the odds change by a factor of e: without pieces, with 16 and with 32.
    pub spread: [f64; 3],
    /// The mean cross entropy of the results, in nats.
    pub loss: f64,
}

impl WdlFit {
    /// The chances to win, draw and lose.
    #[must_use]
    pub fn chances(&self, score: f64, pieces: u32) -> [f64; 3] {
        let (half, spread) = (between(self.half, pieces), between(self.spread, pieces));
        let [win, loss] = [score, -score].map(|score| sigmoid((score - half) / spread).max(MIN_PROBABILITY));
        [win, (1.0 - win - loss).max(MIN_PROBABILITY), loss]
    }

    /// One of the six values.
    fn value(&mut self, place: usize) -> &mut f64 {
        if place < 3 { &mut self.half[place] } else { &mut self.spread[place - 3] }
    }
}

/// Interpolates linearly between the values without pieces, with 16 and with 32; more than 32 count as 32.
fn between([none, middle, all]: [f64; 3], pieces: u32) -> f64 {
    let pieces = pieces.min(32);
    let (low, high, from) = if pieces < 16 { (none, middle, 0) } else { (middle, all, 16) };
    low + (high - low) * f64::from(pieces - from) / 16.0
}

impl Default for WinRates {
    fn default() -> WinRates {
        WinRates { counts: vec![[0; 3]; 33 * STEPS] }
    }
}

impl WinRates {
    /// Counts the positions of a record, whatever is played in them.
    pub fn count_record(&mut self, record: &Record) {
        match &record.sample {
            Sample::Game(game) => game.positions().for_each(|scored| self.count(&scored)),
            Sample::Position(scored) => self.count(scored),
        }
    }

    fn count(&mut self, &ScoredPosition { position, score, outcome }: &ScoredPosition) {
        self.add(position.board().occupied().len(), score.into(), outcome);
    }

    fn add(&mut self, pieces: u32, score: i32, outcome: GameOutcome) {
        let step = (score.clamp(-MAX_SCORE, MAX_SCORE) + MAX_SCORE + STEP / 2) / STEP;
        let at = pieces.min(32) as usize * STEPS + (step as usize).min(STEPS - 1);
        self.counts[at][outcome as usize] += 1;
    }

    /// Each number of pieces and score that positions have, with how many of them were lost, drawn and won.
    fn cells(&self) -> impl Iterator<Item = (u32, i32, [u64; 3])> {
        let cells = self.counts.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]);
        cells.map(|(at, &counts)| ((at / STEPS) as u32, (at % STEPS) as i32 * STEP - MAX_SCORE, counts))
    }

    /// How many positions have a score in this range of centipawns for either side, the shares that this side won, drew
    /// and lost, and the shares that a fit predicts; `None` without positions.
    #[must_use]
    pub fn shares(&self, scores: std::ops::Range<i32>, fit: &WdlFit) -> Option<(u64, [f64; 3], [f64; 3])> {
        let (mut seen, mut predicted) = ([0_u64; 3], [0.0; 3]);
        for (pieces, score, [lost, drawn, won]) in self.cells().filter(|cell| scores.contains(&cell.1.abs()))
        {
            let counts = if score < 0 { [lost, drawn, won] } else { [won, drawn, lost] };
            let chances = fit.chances(f64::from(score.abs()), pieces);
            for place in 0..3 {
                seen[place] += counts[place];
                predicted[place] += chances[place] * (won + drawn + lost) as f64;
            }
        }
        let all: u64 = seen.iter().sum();
        (all > 0)
            .then(|| (all, seen.map(|seen| seen as f64 / all as f64), predicted.map(|sum| sum / all as f64)))
    }

    /// The curve that fits best; `None` without positions.
    #[must_use]
    pub fn fit(&self) -> Option<WdlFit> {
        let cells: Vec<_> = self.cells().collect();
        let positions: u64 = cells.iter().flat_map(|(_, _, counts)| counts).sum();
        let loss = |fit: &WdlFit| -> f64 {
            let losses = cells.iter().map(|&(pieces, score, [lost, drawn, won])| {
                let [win, draw, loss] = fit.chances(score.into(), pieces);
                won as f64 * win.ln() + drawn as f64 * draw.ln() + lost as f64 * loss.ln()
            });
            -losses.sum::<f64>()
        };
        let mut fit = WdlFit { half: [150.0; 3], spread: [100.0; 3], loss: 0.0 };
        for _ in 0..ROUNDS {
            for place in 0..6 {
                let low = if place < 3 { 0.0 } else { 5.0 };
                *fit.value(place) = minimum(low, 1_000.0, 0.1, |value| {
                    let mut moved = fit;
                    *moved.value(place) = value;
                    loss(&moved)
                });
            }
        }
        fit.loss = loss(&fit) / positions.max(1) as f64;
        (positions > 0).then_some(fit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that follow a curve are fitted by that curve.
    #[test]
    fn a_curve_is_found_again() {
        let (half, spread) = ([60.0, 90.0, 240.0], [40.0, 100.0, 70.0]);
        let known = WdlFit { half, spread, loss: 0.0 };
        let mut rates = WinRates::default();
        for pieces in [4, 10, 16, 22, 28, 32] {
            for score in (-600..=600).step_by(20) {
                let [win, draw, loss] = known.chances(score.into(), pieces);
                let at = pieces as usize * STEPS + ((score + MAX_SCORE) / STEP) as usize;
                rates.counts[at] = [loss, draw, win].map(|chance| (chance * 1e6) as u64);
            }
        }
        let fit = rates.fit().expect("positions");
        for (found, known) in fit.half.iter().chain(&fit.spread).zip(half.iter().chain(&spread)) {
            assert!((found - known).abs() < 2.0, "{fit:?}");
        }
        let (count, seen, predicted) = rates.shares(100..200, &fit).expect("positions");
        assert!(count > 0);
        assert!(seen.iter().zip(predicted).all(|(seen, predicted)| (seen - predicted).abs() < 0.01));
        assert_eq!(WinRates::default().fit(), None);
    }

    #[test]
    fn both_sides_are_counted_alike() {
        let mut rates = WinRates::default();
        for (score, outcome) in [(95, GameOutcome::WhiteWins), (-95, GameOutcome::BlackWins)] {
            rates.add(20, score, outcome);
        }
        for (score, outcome) in [(i32::MAX, GameOutcome::Draw), (i32::MIN, GameOutcome::WhiteWins)] {
            rates.add(40, score.clamp(-32_000, 32_000), outcome);
        }
        let fit = rates.fit().expect("positions");
        assert_eq!(
            rates.shares(90..110, &fit).map(|(count, seen, _)| (count, seen)),
            Some((2, [1.0, 0.0, 0.0]))
        );
        assert_eq!(
            rates.shares(1_500..1_501, &fit).map(|(count, seen, _)| (count, seen)),
            Some((2, [0.0, 0.5, 0.5]))
        );
        assert_eq!(rates.shares(200..300, &fit), None);
    }
}
