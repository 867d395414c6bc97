//! A network as a file: [`Network::from_bytes`] has the format.
//!
//! Nearly all weights fit into a byte, so they are packed, and the network of this crate takes half the room. A
//! checksum shows a file that was damaged on its way.

use std::error::Error;
use std::fmt;

use philidor_host::{NO_BYTES, checksum};

use super::layout::{HIDDEN, Layout, MAX_BUCKETS, Scale};
use super::network::Network;

const MAGIC: &[u8; 8] = b"philinet";
/// Each weight has 16 bits.
const WORDS: u16 = 1;
/// Most weights have 8 bits.
const PACKED: u16 = 2;
/// The same with a checksum.
const CHECKED: u16 = 3;
const HEADER: usize = 64;
/// Where the checksum is, which is that of all other bytes; zero in older formats, like the bytes after it.
const CHECKSUM: usize = 20;

/// The byte before a weight of 16 bits, in the packed format.
const LARGE: u8 = 0x80;

/// Networks without a header have a width that this divides.
const WIDTH_STEP: usize = 32;

/// Up to this, the sum of 256 products of a clamped sum and a number of 16 bits fits into 32 bits.
const MAX_CLAMP: i16 = 255;

/// Why a file is not a network that can be used.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// It begins as a network of this crate does, but has another format.
    Format {
        /// The number of its format.
        number: u16,
    },
    /// It is damaged: its checksum is not that of its bytes, or what has to be zero in its header is not.
    Checksum,
    /// Its hidden layer has no width, or is wider than [`HIDDEN`].
    Width {
        /// The width that its header gives.
        width: u16,
    },
    /// It has no outputs, or more than [`MAX_BUCKETS`].
    Buckets {
        /// The number of its outputs.
        buckets: u8,
    },
    /// A number of its scale is not positive, or that of its inputs is above 255.
    Scale {
        /// The scale that its header gives.
        scale: Scale,
    },
    /// Its sums, or their products with weights of the outputs, could be too large for 16 bits.
    Overflow,
    /// It has a header, and fewer or more weights than the header says.
    Weights {
        /// How many weights it has.
        count: usize,
        /// How many there should be.
        expected: usize,
    },
    /// It ends in the middle of a weight.
    CutOff,
    /// It has no header, and is not as long as any network.
    Length {
        /// How many bytes it has.
        bytes: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Format { number } => {
                write!(f, "a network of format {number}; this program reads {WORDS}, {PACKED} and {CHECKED}")
            }
            NetworkError::Checksum => f.write_str("a damaged network: its checksum is wrong"),
            NetworkError::Width { width } => {
                write!(f, "a network {width} wide; this program reads 1 to {HIDDEN}")
            }
            NetworkError::Buckets { buckets } => write!(f, "{buckets} outputs, not 1 to {MAX_BUCKETS}"),
            NetworkError::Scale { scale } => {
                write!(f, "a scale of {}, {}, {}", scale.input, scale.output, scale.centipawns)
            }
            NetworkError::Overflow => f.write_str("weights so large that their sums overflow"),
            NetworkError::Weights { count, expected } => {
                write!(f, "{count} weights where its header wants {expected}")
            }
            NetworkError::CutOff => f.write_str("a network that ends in the middle of a weight"),
            NetworkError::Length { bytes } => write!(f, "{bytes} bytes are not a network"),
        }
    }
}

philidor::debug_is_the_sentence!(NetworkError);

impl Error for NetworkError {}

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// ```text
    /// bytes  0 …  7   "philinet"
    ///        8 …  9   the number of the format: 3, packed with a checksum; 2, packed; or 1
    ///       10 … 11   the width of the hidden layer, 1 to 256
    ///       12        the number of outputs (output buckets), 1 to 8
    ///       13        bit 0: mirrored horizontally
    ///       14 … 19   the scale: inputs, outputs, centipawns
    ///       20 … 27   in format 3 the checksum of all other bytes: FNV-1a of 64 bits; otherwise zero
    ///       28 … 63   zero
    ///       64 …      weights: 768 × width of the inputs, as many biases as the width, outputs × 2 × width, a bias for
    ///                 each output
    /// ```
    ///
    /// Packed, a weight from −127 to 127 is a byte; any other weight is the byte −128 and then 16 bits. In format 1
    /// every weight has 16 bits. Numbers are little-endian.
    ///
    /// A narrower network is filled up with sums that are always 0 and change nothing.
    ///
    /// After the header, format 1 is what the trainer *bullet* writes (`quantised.bin` of its simple example), with the
    /// scale of [`Scale::default`]: such a file is read, too, if 32 divides its width, whether or not it is filled up
    /// to 64 bytes. It cannot say that it is mirrored, so it is taken for one that is not.
    ///
    /// With several outputs (*output buckets*) bullet saves the output weights of one hidden neuron after the other,
    /// unless the save format transposes them: `SavedFormat::id("l1w").round().quantise::<i16>(64).transpose()`. This
    /// format has those of one output after the other, so they have to be transposed. A file without that has the same
    /// length, and nothing in it says so: it is read as noise.
    ///
    /// # Errors
    ///
    /// If they are not a network, or not one that can be used: [`NetworkError`] says why.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (layout, width, scale, weights) = if bytes.starts_with(MAGIC) && bytes.len() >= HEADER {
            let (weights, checksum) = match word(8) {
                WORDS => (words(&bytes[HEADER..]), [0; 8]),
                PACKED => (unpacked(&bytes[HEADER..]), [0; 8]),
                CHECKED => (unpacked(&bytes[HEADER..]), checksum_of(bytes)),
                number => return Err(NetworkError::Format { number }),
            };
            let (found, zeros) = bytes[CHECKSUM..HEADER].split_at(checksum.len());
            if found != checksum || zeros.iter().any(|&byte| byte != 0) {
                return Err(NetworkError::Checksum);
            }
            let width = word(10);
            if !(1..=HIDDEN).contains(&usize::from(width)) {
                return Err(NetworkError::Width { width });
            }
            let buckets = bytes[12];
            let layout = Layout::new(buckets.into()).ok_or(NetworkError::Buckets { buckets })?;
            let layout = if bytes[13] & 1 != 0 { layout.with_mirroring() } else { layout };
            let [input, output, centipawns] = [14, 16, 18].map(|at| word(at) as i16);
            (layout, width.into(), Scale { input, output, centipawns }, weights)
        } else {
            let length = bytes.len();
            let (layout, width) = headless(length).ok_or(NetworkError::Length { bytes: length })?;
            let weights = words(&bytes[..Network::weight_count(layout, width) * 2]);
            (layout, width, Scale::default(), weights)
        };
        let is_positive = [scale.input, scale.output, scale.centipawns].iter().all(|&number| number > 0);
        if !is_positive || scale.input > MAX_CLAMP {
            return Err(NetworkError::Scale { scale });
        }
        let weights = weights.ok_or(NetworkError::CutOff)?;
        let (count, expected) = (weights.len(), Network::weight_count(layout, width));
        if count != expected {
            return Err(NetworkError::Weights { count, expected });
        }
        Network::filled(layout, scale, width, &weights).ok_or(NetworkError::Overflow)
    }

    /// A network of full width, from weights in the order of the file; `None` if there are too few or too many, or they
    /// overflow.
    #[must_use]
    pub fn from_weights(layout: Layout, scale: Scale, weights: &[i16]) -> Option<Network> {
        let fits = weights.len() == Network::weight_count(layout, HIDDEN);
        if fits { Network::filled(layout, scale, HIDDEN, weights) } else { None }
    }

    /// A network from the weights of one that is this wide; `None` if they overflow.
    fn filled(layout: Layout, scale: Scale, width: usize, weights: &[i16]) -> Option<Network> {
        let mut network = Network::zero(layout, scale);
        for (place, &weight) in network.weights_mut(width).zip(weights) {
            *place = weight;
        }
        (!network.overflows()).then_some(network)
    }

    /// The bytes of a file, packed and with a checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        let mut set = |at: usize, number: u16| bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        set(8, CHECKED);
        set(10, HIDDEN as u16);
        set(12, self.layout.buckets() as u16 | u16::from(self.layout.is_mirrored()) << 8);
        let Scale { input, output, centipawns } = self.scale;
        for (at, number) in [(14, input), (16, output), (18, centipawns)] {
            set(at, number as u16);
        }
        for weight in self.weights() {
            match i8::try_from(weight) {
                Ok(small) if small != i8::MIN => bytes.push(small as u8),
                _ => {
                    bytes.push(LARGE);
                    bytes.extend(weight.to_le_bytes());
                }
            }
        }
        let checksum = checksum_of(&bytes);
        bytes[CHECKSUM..][..checksum.len()].copy_from_slice(&checksum);
        bytes
    }

    /// Whether a position could make a sum or product that does not fit into 16 bits. A square has at most one piece,
    /// so a sum is at most the bias and the largest weights of 32 squares.
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

/// The checksum of a file that is longer than a header, which leaves out its own place.
fn checksum_of(bytes: &[u8]) -> [u8; 8] {
    let (before, after) = (&bytes[..CHECKSUM], &bytes[CHECKSUM + 8..]);
    checksum(checksum(NO_BYTES, before), after).to_le_bytes()
}

/// Weights of 16 bits each; `None` if half a weight is left.
fn words(bytes: &[u8]) -> Option<Vec<i16>> {
    let (words, rest) = bytes.as_chunks::<2>();
    rest.is_empty().then(|| words.iter().map(|&word| i16::from_le_bytes(word)).collect())
}

/// Packed weights; `None` if the last one is cut off.
fn unpacked(mut bytes: &[u8]) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(bytes.len());
    while let Some((&first, mut rest)) = bytes.split_first() {
        let mut weight = i16::from(first as i8);
        if first == LARGE {
            let (&large, after) = rest.split_first_chunk()?;
            (weight, rest) = (i16::from_le_bytes(large), after);
        }
        weights.push(weight);
        bytes = rest;
    }
    Some(weights)
}

/// The layout and the width of a file without a header, by its length: no two have the same.
fn headless(bytes: usize) -> Option<(Layout, usize)> {
    let widths = (WIDTH_STEP..=HIDDEN).step_by(WIDTH_STEP);
    let sizes = widths.flat_map(|width| (1..=MAX_BUCKETS).map(move |buckets| (buckets, width)));
    let mut sizes = sizes.filter_map(|(buckets, width)| Some((Layout::new(buckets)?, width)));
    sizes.find(|&(layout, width)| {
        let length = Network::weight_count(layout, width) * 2;
        bytes == length || bytes == length.next_multiple_of(64)
    })
}
