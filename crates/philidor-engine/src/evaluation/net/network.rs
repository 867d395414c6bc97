//! The weights of a network, as integers (*quantized*).

use super::layout::{HIDDEN, INPUTS, Layout, Scale};

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

/// A network with its weights: 768 inputs, 256 sums for each side, one to eight outputs.
///
/// ```
/// use philidor_engine::evaluation::Net;
/// use philidor_engine::evaluation::net::{HIDDEN, Network};
///
/// let net = Net::default();
/// let network = net.network();
/// let outputs = network.layout().buckets();
/// assert_eq!(network.weights().count(), 768 * HIDDEN + HIDDEN + outputs * (2 * HIDDEN + 1));
/// let bytes = network.to_bytes(); // what the option `EvalFile` reads
/// assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&**network));
/// ```
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
        let outputs = vec![output; layout.buckets()];
        Network { layout, scale, inputs, bias: Row([0; HIDDEN]), outputs }
    }

    /// All weights in the order of the file: inputs one after the other, their bias, outputs, their biases.
    pub fn weights(&self) -> impl Iterator<Item = i16> {
        let inputs = self.inputs.iter().flat_map(|row| row.0);
        let outputs = self.outputs.iter().flat_map(|output| output.weights.iter().flat_map(|row| row.0));
        let biases = self.outputs.iter().map(|output| output.bias);
        inputs.chain(self.bias.0).chain(outputs).chain(biases)
    }

    /// The same to be changed, but only those that a network of this width has.
    pub(super) fn weights_mut(&mut self, width: usize) -> impl Iterator<Item = &mut i16> {
        let inputs = self.inputs.iter_mut().flat_map(move |row| &mut row.0[..width]);
        let (mut rows, mut biases) = (Vec::new(), Vec::new());
        for output in &mut self.outputs {
            rows.extend(&mut output.weights);
            biases.push(&mut output.bias);
        }
        let outputs = rows.into_iter().flat_map(move |row| &mut row.0[..width]);
        inputs.chain(&mut self.bias.0[..width]).chain(outputs).chain(biases)
    }

    /// How many weights a network of this layout and width has.
    pub(super) const fn weight_count(layout: Layout, width: usize) -> usize {
        INPUTS * width + width + layout.buckets() * (2 * width + 1)
    }
}
