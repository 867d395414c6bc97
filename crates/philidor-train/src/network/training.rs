//! Epochs: every position once, in a new order each time.

use std::num::NonZero;
use std::thread;

use philidor::Cpu;
use philidor_engine::evaluation::net::{Layout, Network};

use super::adamw::{AdamW, Step};
use super::gradient::Gradient;
use super::model::Model;
use super::target::Target;
use crate::data::TrainingPosition;
use crate::random::Random;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What its outputs mean.
    pub layout: Layout,
    /// How often every position is seen.
    pub epochs: u32,
    /// How many positions make a step.
    pub batch: usize,
    /// The learning rate of the first step and of the last; in between it falls as a cosine does.
    pub rate: (f32, f32),
    /// The share of the result in what is learned, in the first epoch and in the last.
    pub result_share: (f32, f32),
    /// The centipawns with which a side wins e : 1; see [`fit_scale`](super::fit_scale).
    pub scale: f32,
    /// The seed of first weights and orders.
    pub seed: u64,
    /// How many threads work. The network does not depend on it.
    pub threads: NonZero<usize>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            layout: Layout { is_mirrored: true, buckets: 8 },
            epochs: 20,
            batch: 16_384,
            rate: (1e-3, 1e-5),
            result_share: (0.4, 0.5),
            scale: 400.0,
            seed: 1,
            threads: NonZero::<usize>::MIN,
        }
    }
}

/// What an epoch has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Epoch {
    /// Its number, counted from 1.
    pub number: u32,
    /// The mean squared error of the positions that were learned from, while they were.
    pub loss: f64,
    /// That of the positions held out, after it; `None` without any.
    pub held_out: Option<f64>,
}

/// A batch is cut into so many shards, whatever the number of threads, so that sums of real numbers come out the same.
const SHARDS: usize = 8;

/// A network in training.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    model: Model,
    optimizer: AdamW,
    gradients: Vec<Vec<f32>>,
    epochs: u32,
    random: Random,
}

impl Training {
    /// Random weights, and nothing learned.
    #[must_use]
    pub fn new(plan: Plan) -> Training {
        let model = Model::random(plan.layout, plan.seed);
        let count = model.weights.len();
        Training {
            optimizer: AdamW::new(count),
            gradients: vec![vec![0.0; count]; SHARDS],
            epochs: 0,
            random: Random::new(plan.seed ^ 0x7368_7566_666c_6521),
            model,
            plan,
        }
    }

    /// Whether all epochs are over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.epochs >= self.plan.epochs
    }

    /// The network as it is now; `None` if its weights overflow, which they cannot within their bounds.
    #[must_use]
    pub fn network(&self) -> Option<Network> {
        self.model.to_network(self.plan.scale.round().clamp(1.0, 32_767.0) as i16)
    }

    /// The rate of a step, counted as a share of all steps.
    fn rate(&self, share: f32) -> f32 {
        let (first, last) = self.plan.rate;
        last + (first - last) * (1.0 + (std::f32::consts::PI * share).cos()) / 2.0
    }

    fn target(&self) -> Target {
        let (first, last) = self.plan.result_share;
        let share = self.epochs as f32 / (self.plan.epochs.max(2) - 1) as f32;
        Target { scale: self.plan.scale, result_share: first + (last - first) * share.min(1.0) }
    }

    /// Learns from every position once. `progress` is called with the number of positions after each batch.
    pub fn epoch(
        &mut self,
        positions: &mut [TrainingPosition],
        held_out: &[TrainingPosition],
        mut progress: impl FnMut(usize),
    ) -> Epoch {
        self.random.shuffle(positions);
        let target = self.target();
        let batch = self.plan.batch.max(SHARDS);
        let batches = positions.len().div_ceil(batch).max(1);
        let mut loss = 0.0;
        for (number, batch) in positions.chunks(batch).enumerate() {
            let done = self.epochs as f32 + number as f32 / batches as f32;
            let rate = self.rate(done / self.plan.epochs.max(1) as f32);
            loss += self.step(batch, target, rate);
            progress(batch.len());
        }
        let loss = loss / positions.len().max(1) as f64;
        // Compared between epochs, so with the share of the result that the last one has.
        let last = Target { result_share: self.plan.result_share.1, ..target };
        let held_out = (!held_out.is_empty()).then(|| self.loss(held_out, last) / held_out.len() as f64);
        self.epochs += 1;
        Epoch { number: self.epochs, loss, held_out }
    }

    fn step(&mut self, batch: &[TrainingPosition], target: Target, rate: f32) -> f64 {
        let (weights, layout) = (&self.model.weights, self.model.layout());
        let shard = batch.len().div_ceil(SHARDS).max(1);
        let mut losses = [0.0; SHARDS];
        let mut work: Vec<_> = batch.chunks(shard).zip(self.gradients.iter_mut().zip(&mut losses)).collect();
        let each = work.len().div_ceil(self.plan.threads.get()).max(1);
        thread::scope(|scope| {
            for share in work.chunks_mut(each) {
                scope.spawn(move || {
                    for (positions, (gradient, loss)) in share {
                        gradient.fill(0.0);
                        let gradient = Some(gradient.as_mut_slice());
                        **loss = Cpu::best().run(Gradient { weights, layout, target, positions, gradient });
                    }
                });
            }
        });
        let used = batch.len().div_ceil(shard);
        Cpu::best().run(Step {
            optimizer: &mut self.optimizer,
            weights: &mut self.model.weights,
            gradients: &self.gradients[..used],
            positions: batch.len(),
            rate,
        });
        losses.iter().sum()
    }

    /// The sum of the squared errors of positions.
    fn loss(&self, positions: &[TrainingPosition], target: Target) -> f64 {
        let (weights, layout) = (&self.model.weights, self.model.layout());
        let each = positions.len().div_ceil(SHARDS).max(1);
        let shards: Vec<_> = positions.chunks(each).collect();
        let threads = shards.len().div_ceil(self.plan.threads.get()).max(1);
        thread::scope(|scope| {
            let loss = |positions: &[TrainingPosition]| {
                Cpu::best().run(Gradient { weights, layout, target, positions, gradient: None })
            };
            let workers: Vec<_> = shards
                .chunks(threads)
                .map(|shards| {
                    scope.spawn(move || shards.iter().map(|positions| loss(positions)).collect::<Vec<_>>())
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).sum()
        })
    }
}
