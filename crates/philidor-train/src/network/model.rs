//! The weights as real numbers, and as the integers that a network plays with.

use philidor_engine::evaluation::net::{HIDDEN, Layout, Network, Scale};

use philidor_engine::Random;

/// How many inputs there are.
pub(super) const INPUTS: usize = 768;

/// No weight may be larger: with the scale of networks its integer, times a clamped sum, fits into 16 bits.
pub(super) const MAX_WEIGHT: f32 = 1.98;

/// The weights, in the order of the file of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    layout: Layout,
    pub(super) weights: Vec<f32>,
}

/// Where the parts of the weights begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts;

impl Parts {
    pub(super) const BIAS: usize = INPUTS * HIDDEN;
    pub(super) const OUTPUTS: usize = Parts::BIAS + HIDDEN;

    /// Where the biases of the outputs begin.
    pub(super) const fn output_biases(layout: Layout) -> usize {
        Parts::OUTPUTS + layout.buckets() * 2 * HIDDEN
    }

    pub(super) const fn count(layout: Layout) -> usize {
        Parts::output_biases(layout) + layout.buckets()
    }
}

impl Model {
    /// Random weights, small enough that a position's sums are about as large as what they are clamped to.
    #[must_use]
    pub fn random(layout: Layout, seed: u64) -> Model {
        let mut random = Random::new(seed);
        let mut weights = vec![0.0; Parts::count(layout)];
        let bound = (1.0 / INPUTS as f32).sqrt();
        weights[..Parts::OUTPUTS].fill_with(|| random.within(bound));
        let bound = (1.0 / (2 * HIDDEN) as f32).sqrt();
        weights[Parts::OUTPUTS..Parts::output_biases(layout)].fill_with(|| random.within(bound));
        Model { layout, weights }
    }

    /// The weights of a network, as real numbers. An output of 1 becomes worth this many centipawns, whatever it was
    /// worth before.
    ///
    /// Sums whose weights are all 0, as in the unused part of a narrower network, could learn nothing. Their inputs get
    /// random weights; their outputs stay 0, so that positions are worth what they were.
    #[must_use]
    pub fn from_network(network: &Network, centipawns: f32, seed: u64) -> Model {
        let (layout, scale) = (network.layout(), network.scale());
        let worth = f32::from(scale.centipawns) / centipawns;
        let weights = network.weights().zip(units(layout, scale)).enumerate().map(|(at, (weight, unit))| {
            let weight = f32::from(weight) / unit;
            let of_output = at >= Parts::OUTPUTS;
            (if of_output { weight * worth } else { weight }).clamp(-MAX_WEIGHT, MAX_WEIGHT)
        });
        let mut weights: Vec<f32> = weights.collect();
        let random = Model::random(layout, seed);
        for place in (0..HIDDEN).filter(|&place| is_unused(&weights, layout, place)).collect::<Vec<_>>() {
            for at in (place..Parts::OUTPUTS).step_by(HIDDEN) {
                weights[at] = random.weights[at];
            }
        }
        Model { layout, weights }
    }

    /// What its outputs mean.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The network with these weights, rounded; an output of 1 is worth this many centipawns. `None` if a weight is
    /// infinite or NaN, or sums could overflow.
    #[must_use]
    pub fn to_network(&self, centipawns: i16) -> Option<Network> {
        if !self.weights.iter().all(|weight| weight.is_finite()) {
            return None;
        }
        let scale = Scale { centipawns, ..Scale::default() };
        let rounded = self.weights.iter().zip(units(self.layout, scale));
        let rounded = rounded.map(|(weight, unit)| (weight * unit).round() as i16);
        Network::from_weights(self.layout, scale, &rounded.collect::<Vec<_>>())
    }
}

/// Whether all weights of a sum are 0.
fn is_unused(weights: &[f32], layout: Layout, place: usize) -> bool {
    // Rows of the inputs, of the bias and of the outputs follow one another, all of the same width.
    weights[place..Parts::output_biases(layout)].iter().step_by(HIDDEN).all(|&weight| weight == 0.0)
}

/// The integer that stands for a weight of 1, for each weight in its place.
fn units(layout: Layout, scale: Scale) -> impl Iterator<Item = f32> {
    let (input, output) = (f32::from(scale.input), f32::from(scale.output));
    let biases = Parts::output_biases(layout);
    (0..Parts::count(layout)).map(move |at| match at {
        at if at < Parts::OUTPUTS => input,
        at if at < biases => output,
        _ => input * output,
    })
}
