//! The numbers, and how they move: logistic regression by Adam (Diederik Kingma and Jimmy Ba, 2015), deterministic by
//! seed.

use philidor::Position;
use philidor_engine::evaluation::PhasedScore;

use super::rows::{Rows, Sample};
use super::terms::{LinearTerms, TermParameter};
use crate::data::GameOutcome;
use crate::logistic::{entropy, fit_scale, sigmoid};
use philidor_engine::Random;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const EPSILON: f64 = 1e-10;

/// How numbers are tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuningPlan {
    /// Epochs: how often every position is seen.
    pub epochs: u32,
    /// Positions for each step.
    pub batch: usize,
    /// By how many centipawns a number moves in the first steps; it falls to 0.
    pub rate: f64,
    /// The share of the result in what is predicted, from 0 to 1; the score has the rest. Others call it the WDL blend,
    /// or lambda.
    pub result_share: f64,
    /// The seed of the order of positions.
    pub seed: u64,
}

impl Default for TuningPlan {
    fn default() -> TuningPlan {
        TuningPlan { epochs: 20, batch: 4096, rate: 1.0, result_share: 1.0, seed: 1 }
    }
}

/// The result of an epoch. Losses are mean cross entropies, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TuningEpoch {
    /// Its number, from 1.
    pub number: u32,
    /// The loss of the positions that were learned from, at its end.
    pub loss: f64,
    /// The loss of those held out, if there are any.
    pub held_out: Option<f64>,
}

/// Numbers that are tuned, and positions to learn from.
#[derive(Clone, Debug)]
pub struct Tuning {
    plan: TuningPlan,
    parameters: Vec<TermParameter>,
    numbers: Vec<[f64; 2]>,
    means: Vec<[f64; 2]>,
    squares: Vec<[f64; 2]>,
    learned: Rows,
    held_out: Rows,
    scale: Option<f64>,
    epochs: u32,
    steps: i32,
}

impl Tuning {
    /// The numbers of an evaluation as they are, without positions.
    #[must_use]
    pub fn new<T: LinearTerms + ?Sized>(terms: &T, plan: TuningPlan) -> Tuning {
        let parameters = terms.parameters();
        let numbers =
            |parameter: &TermParameter| [parameter.value.middle(), parameter.value.end()].map(f64::from);
        let numbers: Vec<[f64; 2]> = parameters.iter().map(numbers).collect();
        let nothing = vec![[0.0; 2]; numbers.len()];
        Tuning {
            plan: TuningPlan { batch: plan.batch.max(1), ..plan },
            parameters,
            numbers,
            means: nothing.clone(),
            squares: nothing,
            learned: Rows::default(),
            held_out: Rows::default(),
            scale: None,
            epochs: 0,
            steps: 0,
        }
    }

    /// Adds a position to learn from, with White's score by a search and the result of its game.
    pub fn learn_from<T: LinearTerms + ?Sized>(
        &mut self,
        terms: &T,
        position: &Position,
        score: i16,
        outcome: GameOutcome,
    ) {
        self.learned.add(terms, position, score, share(outcome), self.parameters.len());
    }

    /// Adds a position that is held out: it shows what the numbers have learned rather than memorized.
    pub fn hold_out<T: LinearTerms + ?Sized>(
        &mut self,
        terms: &T,
        position: &Position,
        score: i16,
        outcome: GameOutcome,
    ) {
        self.held_out.add(terms, position, score, share(outcome), self.parameters.len());
    }

    /// How many positions there are to learn from, and how many are held out.
    #[must_use]
    pub fn positions(&self) -> [usize; 2] {
        [self.learned.len(), self.held_out.len()]
    }

    /// The numbers now, rounded.
    #[must_use]
    pub fn parameters(&self) -> Vec<TermParameter> {
        let round = |number: f64| number.round().clamp(-16_000.0, 16_000.0) as i32;
        let numbers = self.parameters.iter().zip(&self.numbers);
        numbers
            .map(|(old, &[middle, end])| TermParameter {
                name: old.name.clone(),
                value: PhasedScore::new(round(middle), round(end)),
            })
            .collect()
    }

    /// Whether all epochs are over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.epochs >= self.plan.epochs
    }

    /// The score scale K, from 50 to 1,600: with a value of this many centipawns the expected score is 73 %. It is the
    /// scale at which the first numbers predict the results best.
    pub fn scale(&mut self) -> f64 {
        if let Some(scale) = self.scale {
            return scale;
        }
        let values: Vec<(f64, f64)> =
            self.learned.samples().map(|sample| (sample.value(&self.numbers), sample.result)).collect();
        *self.scale.insert(fit_scale(values.iter().copied()).round())
    }

    /// The loss of the positions that are learned from, with the numbers now.
    #[must_use = "it takes a while"]
    pub fn loss(&mut self) -> f64 {
        let scale = self.scale();
        self.mean(&self.learned, scale).unwrap_or(0.0)
    }

    /// The loss of those held out, if there are any.
    #[must_use = "it takes a while"]
    pub fn held_out_loss(&mut self) -> Option<f64> {
        let scale = self.scale();
        self.mean(&self.held_out, scale)
    }

    fn mean(&self, rows: &Rows, scale: f64) -> Option<f64> {
        let loss = |sample: Sample<'_>| {
            entropy(sample.value(&self.numbers) / scale, target(&sample, scale, self.plan.result_share))
        };
        let sum: f64 = rows.samples().map(loss).sum();
        (rows.len() > 0).then(|| sum / rows.len() as f64)
    }

    /// Sees every position once, in random order.
    pub fn epoch(&mut self) -> TuningEpoch {
        let scale = self.scale();
        let mut order: Vec<usize> = (0..self.learned.len()).collect();
        Random::new(Random::seed_of(self.plan.seed, self.epochs.into())).shuffle(&mut order);
        let batches = order.len().div_ceil(self.plan.batch);
        let all = f64::from(self.plan.epochs.max(1)) * batches.max(1) as f64;
        for batch in order.chunks(self.plan.batch) {
            let mut slopes = vec![[0.0; 2]; self.numbers.len()];
            for &at in batch {
                let sample = self.learned.sample(at);
                let value = sample.value(&self.numbers) / scale;
                let surplus = sigmoid(value) - target(&sample, scale, self.plan.result_share);
                sample.slope(surplus / batch.len() as f64, &mut slopes);
            }
            let rest = (1.0 - f64::from(self.steps) / all).max(0.0);
            self.step(&slopes, self.plan.rate * rest);
        }
        self.epochs += 1;
        TuningEpoch { number: self.epochs, loss: self.loss(), held_out: self.held_out_loss() }
    }

    fn step(&mut self, slopes: &[[f64; 2]], rate: f64) {
        self.steps += 1;
        let mean_rest = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_rest = 1.0 - SQUARE_DECAY.powi(self.steps);
        let numbers = self.numbers.iter_mut().zip(&mut self.means).zip(&mut self.squares).zip(slopes);
        for (((number, mean), square), slope) in numbers {
            for phase in 0..2 {
                mean[phase] = MEAN_DECAY * mean[phase] + (1.0 - MEAN_DECAY) * slope[phase];
                square[phase] = SQUARE_DECAY * square[phase] + (1.0 - SQUARE_DECAY) * slope[phase].powi(2);
                let step = (mean[phase] / mean_rest) / ((square[phase] / square_rest).sqrt() + EPSILON);
                number[phase] -= rate * step;
            }
        }
    }
}

fn share(outcome: GameOutcome) -> f32 {
    f32::from(outcome as u8) / 2.0
}

/// What is predicted: a mixture of result and score.
fn target(sample: &Sample<'_>, scale: f64, result_share: f64) -> f64 {
    let score = sigmoid(sample.score / scale);
    score + (sample.result - score) * result_share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tuning::SquareTerms;
    use philidor_engine::Evaluator;
    use philidor_engine::evaluation::SquareTables;

    /// Random positions, won at random as their value with other numbers predicts.
    fn tuning(seed: u64) -> Tuning {
        let mut tuning = Tuning::new(
            &SquareTerms,
            TuningPlan { seed, epochs: 6, batch: 256, rate: 2.0, ..TuningPlan::default() },
        );
        let mut random = Random::new(3);
        let true_numbers: Vec<[f64; 2]> = tuning
            .numbers
            .iter()
            .enumerate()
            .map(|(at, [one, other])| {
                let more = if at == 13 { 150.0 } else { 0.0 };
                [one - more, other - more]
            })
            .collect();
        for game in 0..150 {
            let mut position = Position::default();
            for ply in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
                if ply % 4 != 3 {
                    continue;
                }
                let mut rows = Rows::default();
                rows.add(&SquareTerms, &position, 0, 0.0, tuning.numbers.len());
                let score = sigmoid(rows.sample(0).value(&true_numbers) / 200.0);
                let is_won = (random.below(1_000_000) as f64) < score * 1e6;
                let outcome = if is_won { GameOutcome::WhiteWins } else { GameOutcome::BlackWins };
                match game % 8 {
                    0 => tuning.hold_out(&SquareTerms, &position, 0, outcome),
                    _ => tuning.learn_from(&SquareTerms, &position, 0, outcome),
                }
            }
        }
        tuning
    }

    #[test]
    fn terms_add_up_to_the_evaluation() {
        let mut rows = Rows::default();
        let tuning = Tuning::new(&SquareTerms, TuningPlan::default());
        for fen in [
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "3r2k1/p4ppp/1pn5/2p5/4B3/P3P3/1P1R1PPP/6K1 b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            rows.add(&SquareTerms, &position, 0, 0.5, tuning.numbers.len());
            let value = rows.sample(rows.len() - 1).value(&tuning.numbers);
            let mut tables = SquareTables::default();
            tables.reset(&position);
            let expected = tables.evaluate(&position).relative_to(position.side_to_move()).value();
            assert!((value - f64::from(expected)).abs() < 1.0, "{fen}: {value}, not {expected}");
        }
    }

    #[test]
    fn numbers_move_to_those_that_the_results_come_from() {
        let mut tuning = tuning(1);
        let queen = |tuning: &Tuning| tuning.parameters()[13].value.middle();
        let (before, queen_before) = (tuning.held_out_loss().expect("positions"), queen(&tuning));
        while !tuning.is_over() {
            tuning.epoch();
        }
        let after = tuning.held_out_loss().expect("positions");
        assert!(after < before, "{before} to {after}");
        assert!(queen(&tuning) < queen_before - 20, "{queen_before} to {}", queen(&tuning));
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let [one, same, other] = [1, 1, 2].map(|seed| {
            let mut tuning = tuning(seed);
            let epoch = tuning.epoch();
            (tuning.numbers, epoch)
        });
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
}
