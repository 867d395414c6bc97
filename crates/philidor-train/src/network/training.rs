//! Epochs: every position once, in a new order each time.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use philidor::cpu::Cpu;
use philidor_engine::evaluation::net::{Layout, Network};
use philidor_host::threads::for_each;

use super::adamw::{AdamW, Step};
use super::digest::Digest;
use super::gradient::Gradient;
use super::model::Model;
use super::target::Target;
use crate::data::TrainingPosition;
use philidor_engine::Random;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPlan {
    /// Its inputs and outputs; those of `start`, if there is one.
    pub layout: Layout,
    /// The network with whose weights it begins; without one they are random. A narrower one learns with all sums.
    pub start: Option<Arc<Network>>,
    /// Epochs: how often every position is seen.
    pub epochs: u32,
    /// How many positions make a step.
    pub batch: usize,
    /// The learning rate of the first step and of the last; in between it falls as a cosine does (*cosine decay*).
    pub rate: (f32, f32),
    /// The share of the result in what is learned, in the first epoch and in the last; the score has the rest. Others
    /// call it the WDL blend, or lambda.
    pub result_share: (f32, f32),
    /// The score scale K: with this many centipawns the expected score is 73 %; see [`fit_scale`](super::fit_scale).
    pub scale: f32,
    /// The seed of random first weights and of all orders.
    pub seed: u64,
    /// How many threads work. The network does not depend on it.
    pub threads: NonZero<usize>,
}

impl Default for TrainingPlan {
    fn default() -> TrainingPlan {
        TrainingPlan {
            layout: Layout::default(),
            start: None,
            epochs: 12,
            batch: 16_384,
            rate: (1e-3, 1e-5),
            result_share: (0.1, 0.15),
            scale: 400.0,
            seed: 1,
            threads: NonZero::<usize>::MIN,
        }
    }
}

impl TrainingPlan {
    /// How many positions make a step, at least one for each shard.
    fn batch(&self) -> usize {
        self.batch.max(SHARDS)
    }

    /// How many steps an epoch of this many positions has.
    pub(super) fn steps(&self, positions: usize) -> usize {
        positions.div_ceil(self.batch())
    }
}

/// The result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrainingEpoch {
    /// Its number, counted from 1.
    pub number: u32,
    /// The mean squared error of the positions that were learned from, measured meanwhile. Like that of the positions
    /// held out, it is against the targets of the last epoch, so that epochs can be compared.
    pub loss: f64,
    /// The mean squared error of the positions held out, after the epoch; `None` without any.
    pub held_out: Option<f64>,
}

/// How many shards a batch is cut into, on any number of threads, so that floating-point sums come out the same.
const SHARDS: usize = 8;

/// A network in training.
#[derive(Clone, Debug)]
pub struct Training {
    pub(super) plan: TrainingPlan,
    pub(super) model: Model,
    pub(super) optimizer: AdamW,
    gradients: Vec<Vec<f32>>,
    /// Those that are over.
    pub(super) epochs: Vec<TrainingEpoch>,
    pub(super) random: Random,
    /// What it learns from.
    pub(super) positions: Digest,
}

impl Training {
    /// Training with the first weights, before anything is learned from these positions.
    #[must_use]
    pub fn new(mut plan: TrainingPlan, positions: &[TrainingPosition]) -> Training {
        let model = match &plan.start {
            Some(network) => Model::from_network(network, plan.scale, plan.seed),
            None => Model::random(plan.layout, plan.seed),
        };
        plan.layout = model.layout();
        let count = model.weights.len();
        Training {
            optimizer: AdamW::new(count),
            gradients: vec![vec![0.0; count]; SHARDS],
            epochs: Vec::new(),
            positions: Digest::of(positions),
            random: Random::new(plan.seed ^ 0x7368_7566_666c_6521),
            model,
            plan,
        }
    }

    /// Whether all epochs are over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.done() >= self.plan.epochs
    }

    /// The epochs that are over, in their order; those before a checkpoint, too.
    #[must_use]
    pub fn epochs(&self) -> &[TrainingEpoch] {
        &self.epochs
    }

    /// How many epochs are over.
    fn done(&self) -> u32 {
        self.epochs.len() as u32
    }

    /// The network as it is now; `None` if a weight is not finite, as after absurd learning rates.
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
        let share = self.done() as f32 / (self.plan.epochs.max(2) - 1) as f32;
        Target { scale: self.plan.scale, result_share: first + (last - first) * share.min(1.0) }
    }

    /// What the last epoch learns.
    fn last_target(&self) -> Target {
        Target { scale: self.plan.scale, result_share: self.plan.result_share.1 }
    }

    /// Learns from every position once, in random order. `progress` is called with the number of positions after each
    /// batch; if it breaks, the result is `None` and only the order of the positions has changed.
    pub fn epoch(
        &mut self,
        positions: &mut [TrainingPosition],
        held_out: &[TrainingPosition],
        mut progress: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<TrainingEpoch> {
        let before = (self.model.clone(), self.optimizer.clone(), self.random.clone());
        self.random.shuffle(positions);
        let target = self.target();
        let batches = self.plan.steps(positions.len()).max(1);
        let mut loss = 0.0;
        for (number, batch) in positions.chunks(self.plan.batch()).enumerate() {
            let done = self.done() as f32 + number as f32 / batches as f32;
            let rate = self.rate(done / self.plan.epochs.max(1) as f32);
            loss += self.step(batch, target, rate);
            if progress(batch.len()).is_break() {
                (self.model, self.optimizer, self.random) = before;
                return None;
            }
        }
        let loss = loss / positions.len().max(1) as f64;
        let held_out = (!held_out.is_empty()).then(|| self.loss(held_out) / held_out.len() as f64);
        let epoch = TrainingEpoch { number: self.done() + 1, loss, held_out };
        self.epochs.push(epoch);
        Some(epoch)
    }

    fn step(&mut self, batch: &[TrainingPosition], target: Target, rate: f32) -> f64 {
        let (weights, layout, reported) = (&self.model.weights, self.model.layout(), self.last_target());
        let shard = batch.len().div_ceil(SHARDS).max(1);
        let mut losses = [0.0; SHARDS];
        let shards = batch.chunks(shard).zip(self.gradients.iter_mut().zip(&mut losses));
        for_each(self.plan.threads.get().min(SHARDS), shards, |(positions, (gradient, loss))| {
            gradient.fill(0.0);
            let gradient = Some(gradient.as_mut_slice());
            *loss = Cpu::best().run(Gradient { weights, layout, target, reported, positions, gradient });
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
    fn loss(&self, positions: &[TrainingPosition]) -> f64 {
        let (weights, layout, target) = (&self.model.weights, self.model.layout(), self.last_target());
        let shard = positions.len().div_ceil(SHARDS).max(1);
        let mut losses = [0.0; SHARDS];
        let shards = positions.chunks(shard).zip(&mut losses);
        for_each(self.plan.threads.get().min(SHARDS), shards, |(positions, loss)| {
            let (reported, gradient) = (target, None);
            *loss = Cpu::best().run(Gradient { weights, layout, target, reported, positions, gradient });
        });
        losses.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use philidor::{Color, Game, PieceType};
    use philidor_engine::Evaluator;
    use philidor_engine::evaluation::Net;
    use philidor_engine::evaluation::net::HIDDEN;
    use philidor_proof::{samples, some_of};
    use std::sync::Arc;

    use super::super::checkpoint::{CheckpointError, with_checksum};
    use super::super::inputs::Inputs;
    use super::*;
    use crate::data::GameOutcome;

    /// Positions of random games, which the side with more material wins.
    fn positions(games: usize) -> Vec<TrainingPosition> {
        let mut positions = Vec::new();
        for seed in 0..games as u64 {
            let (mut random, mut game) = (Random::new(seed), Game::new());
            while game.outcome().is_none() && game.ply() < 120 {
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]).expect("legal");
                let board = game.position().board();
                let worth = |color| {
                    let worths = [0, 900, 500, 300, 300, 100];
                    let sum = |piece: PieceType| {
                        board.colored_pieces(color, piece).len() as i32 * worths[piece as usize]
                    };
                    PieceType::ALL.into_iter().map(sum).sum::<i32>()
                };
                let score = worth(Color::White) - worth(Color::Black);
                let leader = if score > 0 { Color::White } else { Color::Black };
                let winner = (score != 0).then_some(leader);
                let outcome = GameOutcome::from_winner(winner);
                positions.push(TrainingPosition::new(game.position(), score as i16, outcome));
            }
        }
        positions
    }

    /// Half of so many games in a quick run, for tests that hold however little a network learns.
    fn few(games: usize) -> usize {
        samples(4 * games).min(games)
    }

    fn plan(threads: usize) -> TrainingPlan {
        let threads = NonZero::new(threads).expect("some");
        // The result says much here: the side with more material wins.
        let (rate, result_share) = ((1e-2, 1e-3), (0.4, 0.5));
        TrainingPlan { epochs: 4, batch: 128, rate, result_share, threads, ..TrainingPlan::default() }
    }

    fn trained(threads: usize, positions: &[TrainingPosition]) -> (Vec<TrainingEpoch>, Training) {
        let mut training = Training::new(plan(threads), positions);
        let (mut positions, held_out) = (positions.to_vec(), positions[..300].to_vec());
        let mut epochs = Vec::new();
        while !training.is_over() {
            let mut seen = 0;
            let mut count = |count| {
                seen += count;
                ControlFlow::Continue(())
            };
            epochs.push(training.epoch(&mut positions, &held_out, &mut count).expect("not broken off"));
            assert_eq!(seen, positions.len());
        }
        (epochs, training)
    }

    #[test]
    fn a_network_learns_material() {
        let (epochs, training) = trained(2, &positions(60));
        assert!(epochs.windows(2).all(|two| two[1].held_out < two[0].held_out), "{epochs:?}");
        let network = training.network().expect("within bounds");
        let mut net = Net::new(Arc::new(network));
        let mut value = |fen: &str| {
            let position: philidor::Position = fen.parse().expect("a position");
            net.reset(&position);
            net.evaluate(&position).value()
        };
        let queen_up = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let queen_down = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        assert!(queen_up > 20 && queen_down < -20, "{queen_up}, {queen_down}");
    }

    #[test]
    fn a_network_is_the_same_on_any_number_of_threads() {
        let positions = positions(few(8));
        let (epochs, training) = trained(1, &positions);
        let network = training.network().expect("within bounds");
        for &threads in some_of(&[2, 3, 16], 1) {
            let (again, other) = trained(threads, &positions);
            assert_eq!((again, other.network().as_ref()), (epochs.clone(), Some(&network)), "{threads}");
        }
    }

    #[test]
    fn a_training_that_was_cut_off_comes_to_the_same_network() {
        let positions = positions(few(6));
        let (epochs, whole) = trained(1, &positions);
        for &done in some_of(&[0, 1, 2, 3, 4], 2) {
            let mut training = Training::new(plan(1), &positions);
            let mut order = positions.clone();
            let epoch = |training: &mut Training, order: &mut [TrainingPosition]| {
                training.epoch(order, &positions[..300], |_| ControlFlow::Continue(()))
            };
            for _ in 0..done {
                epoch(&mut training, &mut order).expect("not broken off");
            }
            let checkpoint = training.checkpoint();
            // In the middle of the next epoch, of which nothing stays.
            let mut left = 2;
            training.epoch(&mut order, &[], |_| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(training.checkpoint(), checkpoint);
            let mut order = positions.clone();
            let mut training =
                Training::resume(plan(2), &mut order, &checkpoint).expect("its own checkpoint");
            assert_eq!(training.epochs(), &epochs[..done as usize], "what was lost and learned before");
            while !training.is_over() {
                epoch(&mut training, &mut order).expect("not broken off");
            }
            assert_eq!(training.epochs(), epochs);
            assert_eq!(training.model, whole.model);
            assert_eq!(training.checkpoint(), whole.checkpoint());
        }
    }

    #[test]
    fn a_training_begins_with_the_network_that_it_is_given() {
        let positions = positions(few(12));
        let (_, first) = trained(1, &positions);
        let network = Arc::new(first.network().expect("within bounds"));
        let begun = |scale| {
            // Its layout is another one, which the network's replaces.
            let layout = Layout::new(1).expect("an output");
            Training::new(
                TrainingPlan { start: Some(Arc::clone(&network)), layout, scale, ..plan(1) },
                &positions,
            )
        };
        assert_eq!(begun(400.0).network().as_ref(), Some(&*network), "the same weights, rounded again");
        // Where an output of 1 is worth half, the weights of outputs double, and positions are worth what they were.
        let other = begun(200.0).network().expect("within bounds");
        assert_eq!((other.scale().centipawns, other.layout()), (200, network.layout()));
        let (mut one, mut two) = (Net::new(Arc::clone(&network)), Net::new(Arc::new(other)));
        let mut values = std::collections::HashSet::new();
        for seed in 0..40 {
            let (mut random, mut game) = (Random::new(seed), Game::new());
            while game.outcome().is_none() && game.ply() < seed as usize + 20 {
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]).expect("legal");
            }
            let value = |net: &mut Net| {
                net.reset(game.position());
                net.evaluate(game.position()).value()
            };
            let (one, two) = (value(&mut one), value(&mut two));
            assert!((one - two).abs() <= 1, "{one} {two} in {}", game.position());
            values.insert(one);
        }
        assert!(values.len() > 20, "{values:?}");
        // It has learned, so it begins where the other one ends and not where it began.
        let mut training = begun(400.0);
        let loss = |training: &mut Training| {
            let epoch = training.epoch(&mut positions.clone(), &[], |_| ControlFlow::Continue(()));
            epoch.expect("not broken off").loss
        };
        let (again, fresh) = (loss(&mut training), loss(&mut Training::new(plan(1), &positions)));
        assert!(again < fresh, "{again} {fresh}");
        let checkpoint = training.checkpoint();
        let resumed = |plan| Training::resume(plan, &mut positions.clone(), &checkpoint);
        let own = TrainingPlan { start: Some(Arc::clone(&network)), ..plan(1) };
        assert_eq!(resumed(own).map(|training| training.checkpoint()), Ok(checkpoint.clone()));
        let error = resumed(plan(1)).expect_err("it began with random weights");
        assert!(matches!(error, CheckpointError::Differs { what: "first weights", .. }), "{error}");
    }

    /// A file of half as many sums.
    #[test]
    fn a_narrower_network_is_worth_the_same_before_it_learns_with_all_sums() {
        let (positions, half) = (positions(few(8)), HIDDEN / 2);
        let wide = trained(1, &positions).1.network().expect("within bounds");
        let is_kept =
            |at: &usize| at % HIDDEN < half || *at >= wide.weights().count() - wide.layout().buckets();
        let weights = wide.weights().enumerate().filter(|(at, _)| is_kept(at)).map(|(_, weight)| weight);
        let mut bytes = wide.to_bytes()[..64].to_vec();
        (bytes[8], bytes[10], bytes[11]) = (1, half as u8, 0);
        bytes[20..28].fill(0);
        bytes.extend(weights.flat_map(i16::to_le_bytes));
        let narrow = Arc::new(Network::from_bytes(&bytes).expect("a narrower network"));
        let mut training =
            Training::new(TrainingPlan { start: Some(Arc::clone(&narrow)), ..plan(1) }, &positions);
        let begun = Arc::new(training.network().expect("small"));
        let differing = |network: &Network| {
            let pairs = network.weights().zip(narrow.weights()).enumerate();
            let differ = pairs.filter(|(_, (one, other))| one != other).map(|(at, _)| at % HIDDEN);
            differ.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(differing(&begun), (half..HIDDEN).collect(), "all sums that are new, and no other");
        let (mut one, mut two) = (Net::new(Arc::clone(&narrow)), Net::new(begun));
        let (mut random, mut game) = (Random::new(3), Game::new());
        while game.outcome().is_none() && game.ply() < 60 {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).expect("legal");
            let value = |net: &mut Net| {
                net.reset(game.position());
                net.evaluate(game.position())
            };
            assert_eq!(value(&mut one), value(&mut two), "{}", game.position());
        }
        training.epoch(&mut positions.clone(), &[], |_| ControlFlow::Continue(())).expect("not broken off");
        let learned = training.network().expect("small");
        let outputs = learned.weights().enumerate().skip(769 * HIDDEN);
        let changed = outputs.filter(|&(at, weight)| !is_kept(&at) && weight != 0).count();
        assert!(changed > half, "{changed} weights of outputs");
    }

    #[test]
    fn a_checkpoint_of_something_else_is_refused() {
        let mut positions = positions(2);
        let training = Training::new(plan(1), &positions);
        let checkpoint = training.checkpoint();
        let mut refused = |plan: TrainingPlan, checkpoint: &[u8]| {
            Training::resume(plan, &mut positions, checkpoint).expect_err("not its own").to_string()
        };
        let other = TrainingPlan { seed: 2, ..plan(1) };
        let differs = "a checkpoint of another training: seed was 1 and is 2";
        assert_eq!(refused(other, &checkpoint), differs);
        for end in 0..checkpoint.len().min(1_000) {
            refused(plan(1), &checkpoint[..end]);
        }
        // A damaged weight would be learned from as if nothing were wrong.
        for at in [0, 40, checkpoint.len() / 2, checkpoint.len() - 1] {
            let mut flipped = checkpoint.clone();
            flipped[at] ^= 1;
            let what = if at == 0 { "it does not begin with" } else { "its checksum is wrong" };
            assert!(refused(plan(1), &flipped).contains(what), "{at}");
        }
        // These have a checksum, as if they had been written so.
        let body = &checkpoint[..checkpoint.len() - 8];
        for body in [&body[..body.len() - 1], &[body, &[0]].concat()] {
            assert!(refused(plan(1), &with_checksum(body.to_vec())).contains("bytes of numbers"));
        }
        let infinite = [&body[..body.len() - 4], &f32::INFINITY.to_le_bytes()].concat();
        assert!(refused(plan(1), &with_checksum(infinite)).contains("infinite"));
        let text = String::from_utf8_lossy(body);
        let at = text.find("steps: 0\n").expect("its steps");
        let more = [&body[..at], &b"steps: 2147483647"[..], &body[at + 8..]].concat();
        assert!(refused(plan(1), &with_checksum(more)).ends_with("2147483647 steps, not 0"));
        // As many, and the same in another order: each trains another network.
        let mut same = positions.clone();
        assert!(Training::resume(plan(1), &mut same, &checkpoint).is_ok());
        let last = positions.len() - 1;
        let mut swapped = positions.clone();
        swapped.swap(0, last);
        let mut other = positions.clone();
        other[7] = other[8];
        for mut different in [swapped, other] {
            let error = Training::resume(plan(1), &mut different, &checkpoint).expect_err("not the same");
            assert!(matches!(error, CheckpointError::Differs { what: "positions", .. }), "{error}");
        }
        positions.pop();
        let fewer = Training::resume(plan(1), &mut positions, &checkpoint).expect_err("fewer positions");
        assert!(matches!(fewer, CheckpointError::Differs { what: "positions", .. }));
    }

    /// The trainer and the engine count inputs alike: a network whose weights name their inputs sums the same.
    #[test]
    fn the_inputs_are_those_of_the_engine() {
        let plain = Layout::new(1).expect("an output");
        for layout in [plain, plain.with_mirroring()] {
            let mut model = Model::random(layout, 1);
            // The first sum of each side: one input adds 1/255, all others nothing.
            for position in positions(2) {
                let inputs = Inputs::new(&position, layout);
                assert_eq!(inputs.count as u32, position.piece_count());
                for side in [&inputs.ours, &inputs.theirs] {
                    let mut sorted = side[..inputs.count].to_vec();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert!(sorted.len() == inputs.count && sorted.iter().all(|&input| input < 768));
                }
            }
            model.weights.fill(0.0);
            for input in 0..768 {
                model.weights[input * HIDDEN + input % HIDDEN] = (input / HIDDEN + 1) as f32 / 8.0;
            }
            let outputs = 769 * HIDDEN;
            for at in 0..HIDDEN {
                model.weights[outputs + at] = (at as f32 - 120.0) / 128.0;
                model.weights[outputs + HIDDEN + at] = (80.0 - at as f32) / 128.0;
            }
            let mut net = Net::new(Arc::new(model.to_network(400).expect("small")));
            let mut values = std::collections::HashSet::new();
            let mut game = Game::new();
            let mut random = Random::new(77);
            while game.outcome().is_none() && game.ply() < 150 {
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]).expect("legal");
                let position = TrainingPosition::new(game.position(), 0, GameOutcome::Draw);
                let target = Target { scale: 400.0, result_share: 0.0 };
                let positions = std::slice::from_ref(&position);
                let weights = &model.weights;
                let squared = Cpu::best().run(Gradient {
                    weights,
                    layout,
                    target,
                    reported: target,
                    positions,
                    gradient: None,
                });
                net.reset(game.position());
                let value = net.evaluate(game.position()).value();
                let probability = 1.0 / (1.0 + (-f64::from(value) / 400.0).exp());
                let error = (squared.sqrt() - (probability - 0.5).abs()).abs();
                assert!(error < 0.02, "{value}: {squared} in {}", game.position());
                values.insert(value);
            }
            assert!(values.len() > 30, "{}", values.len());
        }
    }
}
