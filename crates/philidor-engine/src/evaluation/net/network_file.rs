//! A network as a file: [`Network::from_bytes`] has the format.

use std::error::Error;
use std::fmt;

use super::layout::{HIDDEN, Layout, MAX_BUCKETS, Scale};
use super::network::Network;

const MAGIC: &[u8; 8] = b"philinet";
const FORMAT: u16 = 1;
const HEADER: usize = 64;

/// With it, 256 products of a clamped sum and 16 bits fit into 32 bits.
const MAX_CLAMP: i16 = 255;

/// A file that is not a network that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// It begins as a network of ours does, in another format.
    Format {
        /// The number of its format.
        number: u16,
    },
    /// The width of its hidden layer is not [`HIDDEN`].
    Width {
        /// The width that its header gives.
        width: u16,
    },
    /// It has none or more than [`MAX_BUCKETS`] outputs.
    Buckets {
        /// The number of its outputs.
        buckets: u8,
    },
    /// A number of its scale is not positive, or that of its inputs is above 255.
    Scale {
        /// The scale that its header gives.
        scale: Scale,
    },
    /// Sums of it could be too large for 16 bits.
    Overflow,
    /// It is too short or too long for any network of this width.
    Length {
        /// How many bytes it has.
        bytes: usize,
        /// How many there should be, if its header says it.
        expected: Option<usize>,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Format { number } => {
                write!(f, "a network of format {number}; this program reads {FORMAT}")
            }
            NetworkError::Width { width } => write!(f, "a network {width} wide; this program reads {HIDDEN}"),
            NetworkError::Buckets { buckets } => write!(f, "{buckets} outputs, not 1 to {MAX_BUCKETS}"),
            NetworkError::Scale { scale } => {
                write!(f, "a scale of {}, {}, {}", scale.input, scale.output, scale.centipawns)
            }
            NetworkError::Overflow => f.write_str("weights so large that their sums overflow"),
            NetworkError::Length { bytes, expected: Some(expected) } => {
                write!(f, "{bytes} bytes where its header wants {expected}")
            }
            NetworkError::Length { bytes, expected: None } => write!(f, "{bytes} bytes are not a network"),
        }
    }
}

impl Error for NetworkError {}

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// ```text
    /// bytes  0 …  7   "philinet"
    ///        8 …  9   the number of this format, 1
    ///       10 … 11   the width of the hidden layer, 128
    ///       12        the number of outputs (output buckets), 1 to 8
    ///       13        bit 0: mirrored horizontally
    ///       14 … 19   the scale: inputs, outputs, centipawns
    ///       20 … 63   zero
    ///       64 …      weights of 16 bits: 768 × 128 of the inputs, 128 biases, outputs × 256, a bias for each output
    /// ```
    ///
    /// Numbers are little-endian. After the header it is what the trainer *bullet* writes (`quantised.bin` of its
    /// simple example), with the scale of [`Scale::default`]: such a file is read, too, whether or not it is filled up
    /// to 64 bytes. It cannot say that it is mirrored, so it is taken for one that is not.
    ///
    /// With several outputs (*output buckets*) bullet saves the output weights of one hidden neuron after the other,
    /// unless the save format transposes them: `SavedFormat::id("l1w").round().quantise::<i16>(64).transpose()`. Here
    /// those of one output come after the other, so they have to be transposed. A file that is not has the same length,
    /// and nothing in it says so: it is read as noise.
    ///
    /// # Errors
    ///
    /// If they are not one, or one of another width.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (layout, scale, weights) = if bytes.starts_with(MAGIC) && bytes.len() >= HEADER {
            let (format, width) = (word(8), word(10));
            if format != FORMAT {
                return Err(NetworkError::Format { number: format });
            }
            if usize::from(width) != HIDDEN {
                return Err(NetworkError::Width { width });
            }
            let buckets = bytes[12];
            if !(1..=MAX_BUCKETS).contains(&usize::from(buckets)) {
                return Err(NetworkError::Buckets { buckets });
            }
            let layout = Layout { is_mirrored: bytes[13] & 1 != 0, buckets: buckets.into() };
            let [input, output, centipawns] = [14, 16, 18].map(|at| word(at) as i16);
            (layout, Scale { input, output, centipawns }, &bytes[HEADER..])
        } else {
            let length = bytes.len();
            let layout = headless(length).ok_or(NetworkError::Length { bytes: length, expected: None })?;
            (layout, Scale::default(), &bytes[..Network::weight_count(layout) * 2])
        };
        let is_positive = [scale.input, scale.output, scale.centipawns].iter().all(|&number| number > 0);
        if !is_positive || scale.input > MAX_CLAMP {
            return Err(NetworkError::Scale { scale });
        }
        let expected = Network::weight_count(layout) * 2;
        if weights.len() != expected {
            return Err(NetworkError::Length { bytes: bytes.len(), expected: Some(HEADER + expected) });
        }
        let mut network = Network::zero(layout, scale);
        for (weight, bytes) in network.weights_mut().zip(weights.as_chunks::<2>().0) {
            *weight = i16::from_le_bytes(*bytes);
        }
        if network.overflows() { Err(NetworkError::Overflow) } else { Ok(network) }
    }

    /// A network from weights in the order of the file; `None` if there are too few or too many, or they overflow.
    #[must_use]
    pub fn from_weights(layout: Layout, scale: Scale, weights: &[i16]) -> Option<Network> {
        if !(1..=MAX_BUCKETS).contains(&layout.buckets) || weights.len() != Network::weight_count(layout) {
            return None;
        }
        let mut network = Network::zero(layout, scale);
        for (place, &weight) in network.weights_mut().zip(weights) {
            *place = weight;
        }
        (!network.overflows()).then_some(network)
    }

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        let mut set = |at: usize, number: u16| bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        set(8, FORMAT);
        set(10, HIDDEN as u16);
        set(12, self.layout.buckets as u16 | u16::from(self.layout.is_mirrored) << 8);
        let Scale { input, output, centipawns } = self.scale;
        for (at, number) in [(14, input), (16, output), (18, centipawns)] {
            set(at, number as u16);
        }
        bytes.extend(self.weights().flat_map(i16::to_le_bytes));
        bytes
    }

    /// Whether a position could make a sum or product that does not fit. Each square has at most one piece, so a sum is
    /// at most what the largest weight of each of 32 squares adds.
    fn overflows(&self) -> bool {
        let clamp = i32::from(self.scale.input);
        let product = |weight: &i16| i32::from(*weight) * clamp;
        let fits = |number: i32| i16::try_from(number).is_ok();
        let weights = self.outputs.iter().flat_map(|output| output.weights.iter().flat_map(|row| &row.0));
        if weights.into_iter().any(|weight| !fits(product(weight))) {
            return true;
        }
        (0..HIDDEN).any(|place| {
            let mut largest = [[0_i32; 64]; 2];
            for (input, row) in self.inputs.iter().enumerate() {
                let weight = i32::from(row.0[place]);
                let [least, most] = &mut largest;
                let square = input % 64;
                (least[square], most[square]) = (least[square].min(weight), most[square].max(weight));
            }
            let bias = i32::from(self.bias.0[place]);
            largest.iter_mut().any(|squares| {
                squares.sort_unstable_by_key(|weight| -weight.abs());
                !fits(bias + squares[..32].iter().sum::<i32>())
            })
        })
    }
}

/// The layout of a file without a header, by its length.
fn headless(bytes: usize) -> Option<Layout> {
    let layouts = (1..=MAX_BUCKETS).map(|buckets| Layout { is_mirrored: false, buckets });
    layouts.into_iter().find(|&layout| {
        let length = Network::weight_count(layout) * 2;
        bytes == length || bytes == length.next_multiple_of(64)
    })
}
