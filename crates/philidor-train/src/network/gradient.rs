//! Which way the loss falls: the outputs of positions, and how each weight would change their errors.
//!
//! ```text
//! sums    = bias + Σ weights of the inputs            for each side
//! hidden  = clamp(sums, 0, 1)²
//! output  = bias + Σ hidden × weight                  p = sigmoid(output), loss = (p − target)²
//! ```
//!
//! The derivatives follow by the chain rule, backward through the same three lines. The loops are over arrays of a
//! fixed length, which the compiler turns into vector instructions, for the level of the CPU.

use philidor::search_support::{Level, Work};
use philidor_engine::evaluation::net::{HIDDEN, Layout};

use super::inputs::Inputs;
use super::model::Parts;
use super::target::{Target, sigmoid};
use crate::data::TrainingPosition;

type Sums = [f32; HIDDEN];

/// Vectors are added up in this many lanes, in the same order at every level of the CPU.
const LANES: usize = 16;

/// Adds the gradient of the loss of positions to `gradient`, and returns the loss against `reported`. Without a
/// gradient it only returns the loss.
pub(super) struct Gradient<'a> {
    pub(super) weights: &'a [f32],
    pub(super) layout: Layout,
    /// What is learned.
    pub(super) target: Target,
    /// What the loss is reported against: the share of the result in `target` changes from epoch to epoch, but their
    /// losses have to be comparable.
    pub(super) reported: Target,
    pub(super) positions: &'a [TrainingPosition],
    pub(super) gradient: Option<&'a mut [f32]>,
}

impl Work for Gradient<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> f64 {
        let Gradient { weights, layout, target, reported, positions, gradient } = self;
        // Loops, because a closure might not be compiled for the level.
        let mut loss = 0.0;
        if let Some(gradient) = gradient {
            for position in positions {
                let probability = learn(weights, layout, target, position, gradient);
                loss += squared_error(probability, reported, position);
            }
        } else {
            for position in positions {
                let probability = Forward::new(weights, layout, position).probability();
                loss += squared_error(probability, reported, position);
            }
        }
        loss
    }
}

#[inline(always)]
fn squared_error(probability: f32, target: Target, position: &TrainingPosition) -> f64 {
    let error = probability - target.of(position);
    f64::from(error * error)
}

/// A position on its way through the network.
struct Forward {
    inputs: Inputs,
    sums: [Sums; 2],
    output: f32,
}

#[inline(always)]
fn row(weights: &[f32], at: usize) -> &Sums {
    let at = at.min(weights.len() - HIDDEN);
    weights[at..].first_chunk().unwrap_or(&[0.0; HIDDEN])
}

#[inline(always)]
fn output_at(bucket: usize, side: usize) -> usize {
    Parts::OUTPUTS + (bucket * 2 + side) * HIDDEN
}

impl Forward {
    #[inline(always)]
    fn new(weights: &[f32], layout: Layout, position: &TrainingPosition) -> Forward {
        let inputs = Inputs::new(position, layout);
        let mut sums = [*row(weights, Parts::BIAS); 2];
        for (sums, numbers) in sums.iter_mut().zip([&inputs.ours, &inputs.theirs]) {
            for &input in &numbers[..inputs.count] {
                let row = row(weights, usize::from(input) * HIDDEN);
                for i in 0..HIDDEN {
                    sums[i] += row[i];
                }
            }
        }
        let mut lanes = [0.0_f32; LANES];
        for (side, sums) in sums.iter().enumerate() {
            let row = row(weights, output_at(inputs.bucket, side));
            for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(row.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    let clamped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clamped * clamped * weights[lane];
                }
            }
        }
        let output = lanes.iter().sum::<f32>() + weights[Parts::output_biases(layout) + inputs.bucket];
        Forward { inputs, sums, output }
    }

    #[inline(always)]
    fn probability(&self) -> f32 {
        sigmoid(self.output)
    }
}

/// Adds the gradient of a position, and returns the probability that the network gave it.
#[inline(always)]
fn learn(
    weights: &[f32],
    layout: Layout,
    target: Target,
    position: &TrainingPosition,
    gradient: &mut [f32],
) -> f32 {
    let forward = Forward::new(weights, layout, position);
    let probability = forward.probability();
    let error = probability - target.of(position);
    let slope = 2.0 * error * probability * (1.0 - probability);
    let Forward { inputs, sums, .. } = &forward;
    let mut slopes = [[0.0_f32; HIDDEN]; 2];
    for side in 0..2 {
        let at = output_at(inputs.bucket, side);
        let row = row(weights, at);
        let learned = &mut gradient[at..at + HIDDEN];
        for i in 0..HIDDEN {
            let sum = sums[side][i];
            let clamped = sum.clamp(0.0, 1.0);
            learned[i] += slope * clamped * clamped;
            let is_inside = if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 };
            slopes[side][i] = 2.0 * slope * row[i] * clamped * is_inside;
        }
    }
    gradient[Parts::output_biases(layout) + inputs.bucket] += slope;
    let bias = &mut gradient[Parts::BIAS..Parts::BIAS + HIDDEN];
    for i in 0..HIDDEN {
        bias[i] += slopes[0][i] + slopes[1][i];
    }
    for (slopes, inputs) in slopes.iter().zip([&inputs.ours, &inputs.theirs]) {
        for &input in &inputs[..forward.inputs.count] {
            let at = usize::from(input) * HIDDEN;
            let learned = &mut gradient[at..at + HIDDEN];
            for i in 0..HIDDEN {
                learned[i] += slopes[i];
            }
        }
    }
    probability
}

#[cfg(test)]
mod tests {
    use philidor::Position;
    use philidor::cpu::Cpu;

    use super::super::model::Model;
    use super::*;
    use crate::data::GameOutcome;
    use philidor_engine::Random;

    fn positions() -> Vec<TrainingPosition> {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/5k2/8/8/3P4/4K3/8/8 b - - 0 1",
        ];
        let outcomes = [GameOutcome::WhiteWins, GameOutcome::Draw, GameOutcome::BlackWins];
        let position = |fen: &&str| fen.parse::<Position>().expect("a position");
        let scored = fens.iter().map(position).zip([30, -250, 90, 500]).zip(outcomes.iter().cycle());
        scored.map(|((position, score), &outcome)| TrainingPosition::new(&position, score, outcome)).collect()
    }

    const TARGET: Target = Target { scale: 200.0, result_share: 0.3 };

    /// The loss at these weights, and its gradient.
    fn gradient(weights: &[f32], layout: Layout, cpu: Cpu) -> (f64, Vec<f32>) {
        let mut gradient = vec![0.0; weights.len()];
        let positions = &positions();
        let gradient_of = Some(gradient.as_mut_slice());
        let work =
            Gradient { weights, layout, target: TARGET, reported: TARGET, positions, gradient: gradient_of };
        (cpu.run(work), gradient)
    }

    /// What the gradient says against what the loss does when a weight is moved.
    #[test]
    fn the_loss_falls_as_steeply_as_the_gradient_says() {
        for layout in [Layout::new(1).expect("an output"), Layout::default()] {
            let model = Model::random(layout, 5);
            let (_, gradient) = gradient(&model.weights, layout, Cpu::best());
            let mut random = Random::new(9);
            let mut compared = 0;
            let biases = (Parts::BIAS..Parts::OUTPUTS).chain(Parts::output_biases(layout)..gradient.len());
            let some = (0..3_000).map(|_| random.below(gradient.len())).collect::<Vec<_>>();
            for at in biases.chain(some) {
                if gradient[at].abs() < 1e-4 {
                    continue;
                }
                let moved = |by: f32| {
                    let mut weights = model.weights.clone();
                    weights[at] += by;
                    let positions = &positions();
                    Cpu::best().run(Gradient {
                        weights: &weights,
                        layout,
                        target: TARGET,
                        reported: TARGET,
                        positions,
                        gradient: None,
                    })
                };
                let step = 1e-2_f32;
                let slope = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let said = f64::from(gradient[at]);
                // A sum that crosses 0 or 1 on the way bends the loss.
                assert!((slope - said).abs() < 0.1 * said.abs() + 2e-4, "weight {at}: {slope} for {said}");
                compared += 1;
            }
            assert!(compared > 200, "{compared}");
        }
    }

    #[test]
    fn every_level_finds_the_same_gradient_bit_for_bit() {
        let layout = Layout::default();
        let model = Model::random(layout, 3);
        let portable = gradient(&model.weights, layout, Cpu::Portable);
        assert!(portable.1.iter().any(|&slope| slope != 0.0));
        for &cpu in Cpu::ALL {
            assert_eq!(gradient(&model.weights, layout, cpu), portable, "{cpu}");
        }
    }
}
