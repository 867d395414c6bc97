//! The weights of a network, as integers.

use super::inputs::INPUTS;

/// The width of the hidden layer: so many sums for each side.
pub const HIDDEN: usize = 128;

/// The most outputs: one for each four pieces.
pub const MAX_BUCKETS: usize = 8;

/// What the numbers of a network mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Whether each side sees its king on the left half.
    pub is_mirrored: bool,
    /// How many outputs there are, from 1 to [`MAX_BUCKETS`]. The number of pieces chooses: with 8 of them, 2 to 5 pieces
    /// the first, 30 to 32 the last.
    pub buckets: usize,
}

impl Layout {
    /// Which output is for this many pieces, kings included.
    #[must_use]
    #[inline(always)]
    pub const fn bucket(self, pieces: u32) -> usize {
        let width = 32_usize.div_ceil(self.buckets);
        let bucket = (pieces as usize).saturating_sub(2) / width;
        if bucket < self.buckets { bucket } else { self.buckets - 1 }
    }
}

/// How the integers of a network stand for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scale {
    /// A weight of 1 of the inputs, which is also what a sum is clamped to.
    pub input: i16,
    /// A weight of 1 of the outputs.
    pub output: i16,
    /// An output of 1 in centipawns.
    pub centipawns: i16,
}

impl Default for Scale {
    /// 255, 64, 400: the numbers of the trainer bullet.
    fn default() -> Scale {
        Scale { input: 255, output: 64, centipawns: 400 }
    }
}

/// The weights from one input to all sums, or sums themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; HIDDEN]);

/// The weights from the sums to an output: our sums first, then theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) weights: [Row; 2],
    pub(super) bias: i16,
}

/// A network with its weights: 768 inputs, 128 sums for each side, one to eight outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(super) layout: Layout,
    pub(super) scale: Scale,
    pub(super) inputs: Box<[Row; INPUTS]>,
    pub(super) bias: Row,
    /// One for each bucket.
    pub(super) outputs: Vec<Output>,
}

impl Network {
    /// What its numbers mean.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How its integers stand for numbers.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// A network that finds every position even.
    pub(super) fn zero(layout: Layout, scale: Scale) -> Network {
        let rows = vec![Row([0; HIDDEN]); INPUTS].into_boxed_slice();
        let inputs = rows.try_into().unwrap_or_else(|_| unreachable!("as many as there are inputs"));
        let output = Output { weights: [Row([0; HIDDEN]); 2], bias: 0 };
        let outputs = vec![output; layout.buckets.clamp(1, MAX_BUCKETS)];
        Network { layout, scale, inputs, bias: Row([0; HIDDEN]), outputs }
    }

    /// All weights in the order of the file: inputs one after the other, their bias, outputs, their biases.
    pub(super) fn weights(&self) -> impl Iterator<Item = i16> {
        let inputs = self.inputs.iter().flat_map(|row| row.0);
        let outputs = self.outputs.iter().flat_map(|output| output.weights.iter().flat_map(|row| row.0));
        let biases = self.outputs.iter().map(|output| output.bias);
        inputs.chain(self.bias.0).chain(outputs).chain(biases)
    }

    /// The same, to be set.
    pub(super) fn weights_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let inputs = self.inputs.iter_mut().flat_map(|row| &mut row.0);
        let (mut rows, mut biases) = (Vec::new(), Vec::new());
        for output in &mut self.outputs {
            rows.extend(&mut output.weights);
            biases.push(&mut output.bias);
        }
        inputs.chain(&mut self.bias.0).chain(rows.into_iter().flat_map(|row| &mut row.0)).chain(biases)
    }

    /// How many weights a network of this layout has.
    pub(super) const fn weight_count(layout: Layout) -> usize {
        INPUTS * HIDDEN + HIDDEN + layout.buckets * (2 * HIDDEN + 1)
    }
}
