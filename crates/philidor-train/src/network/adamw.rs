//! AdamW: each weight moves against its gradient, by larger steps the steadier the gradient has been lately, and all
//! shrink a little (Ilya Loshchilov and Frank Hutter, 2019).

use philidor::search_support::{Level, Work};

use super::model::MAX_WEIGHT;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;

/// Moving averages of the gradient of each weight and of its square, and how many steps were made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: i32,
}

impl AdamW {
    pub(super) fn new(weights: usize) -> AdamW {
        AdamW { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }
}

pub(super) struct Step<'a> {
    pub(super) optimizer: &'a mut AdamW,
    pub(super) weights: &'a mut [f32],
    /// The gradients of the shards, to be added.
    pub(super) gradients: &'a [Vec<f32>],
    pub(super) positions: usize,
    pub(super) rate: f32,
}

impl Work for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, _: L) {
        let Step { optimizer, weights, gradients, positions, rate } = self;
        optimizer.steps += 1;
        let mean_rest = 1.0 - MEAN_DECAY.powi(optimizer.steps);
        let square_rest = 1.0 - SQUARE_DECAY.powi(optimizer.steps);
        let share = 1.0 / positions.max(1) as f32;
        let count = weights.len();
        let (means, squares) = (&mut optimizer.means[..count], &mut optimizer.squares[..count]);
        let mut sums = vec![0.0_f32; count];
        for gradient in gradients {
            for (sum, gradient) in sums.iter_mut().zip(gradient) {
                *sum += gradient;
            }
        }
        for at in 0..count {
            let gradient = sums[at] * share;
            means[at] = MEAN_DECAY * means[at] + (1.0 - MEAN_DECAY) * gradient;
            squares[at] = SQUARE_DECAY * squares[at] + (1.0 - SQUARE_DECAY) * gradient * gradient;
            let step = (means[at] / mean_rest) / ((squares[at] / square_rest).sqrt() + EPSILON);
            let weight = weights[at] - rate * (step + WEIGHT_DECAY * weights[at]);
            weights[at] = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}
