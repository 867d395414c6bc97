//! A compressed list of values, of which any one is read without unpacking the list.
//!
//! A list is written as symbols. A symbol is a value or a pair of symbols (the dictionary of Re-Pair, by Larsson and Moffat),
//! and each has a canonical Huffman code. The codes stand in blocks of one size, so that a block is found by its number;
//! how many values are in each differs, so that the number is found in two steps:
//!
//! ```text
//!            value 1,300                       spans of 1,024 values, say
//! ├───────────────┼──┬────────────┼───────────────┤
//!         ^          │    ^               ^    the middle of each span: its block, and its place in the block
//!                    │  1,536
//!                    └──── 236 before
//!
//!  lengths   … │ 190 │ 212 │ 203 │ …      back by whole blocks from the middle until the value is in one
//!  blocks      64 bytes each: codes from the highest bit on, until the block's values are there
//! ```
//!
//! Canonical codes are told apart by numbers alone. The longest codes are the smallest numbers and belong to the first
//! symbols, so a code ends at the first length whose smallest code is not above it:
//!
//! ```text
//!  length   smallest   first symbol
//!     1     1               3              1   → 3
//!     2     01              2              01  → 2
//!     3     000             0              000 → 0, 001 → 1
//! ```

use super::error::{Fault, FaultAt};
use super::header::{BlockHead, MAX_BLOCK_BITS, Packing, TableHead, VALUE};
use super::source::View;

/// The most values of a symbol: other readers keep this number, less one, in a byte.
const MAX_VALUES: u32 = 256;
/// The bytes of blocks for which a small buffer will do.
const USUAL_BLOCK: usize = 1024;
/// The bytes of the largest blocks.
const MAX_BLOCK: usize = 1 << MAX_BLOCK_BITS;
/// How many bits are looked up at once.
const LOOK_UP_BITS: u32 = 11;

/// A compressed list of values.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// The same value everywhere.
    Single(u16),
    Blocks(Box<Blocks>),
}

/// What the next bits of a block begin with.
#[derive(Clone, Copy, Debug, Default)]
struct LookUp {
    /// All codes that end within these bits: how many values they stand for, and how many bits they have.
    values: u16,
    bits: u8,
    /// The first of them: its bits, or 0 if it is longer than all these.
    first_bits: u8,
    first: u16,
}

/// A symbol: how many values it stands for, and its halves.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    halves: [u16; 2],
    values: u16,
}

#[derive(Debug)]
pub(crate) struct Blocks {
    head: BlockHead,
    symbols: Vec<Symbol>,
    /// The smallest code of each length, from the shortest on, moved up to the highest bit.
    smallest: Vec<u64>,
    look_ups: Vec<LookUp>,
    place: Place,
}

/// Where the parts of a list are in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) index: u64,
    pub(crate) lengths: u64,
    pub(crate) blocks: u64,
}

/// The bytes of an entry of the index.
pub(crate) const ENTRY: u64 = 6;

/// How many bytes a list of so many values has in its three parts.
pub(crate) fn part_sizes(head: &TableHead, values: u64) -> [u64; 3] {
    match &head.packing {
        Packing::Single(_) => [0; 3],
        Packing::Blocks(head) => [
            ENTRY * values.div_ceil(1 << head.span_bits),
            2 * head.lengths(),
            u64::from(head.blocks) << head.block_bits,
        ],
    }
}

impl Pairs {
    pub(crate) fn new(head: &TableHead, place: Place) -> Result<Pairs, FaultAt> {
        Ok(match &head.packing {
            Packing::Single(value) => Pairs::Single((*value).into()),
            Packing::Blocks(head) => Pairs::Blocks(Box::new(Blocks::new(head.clone(), place)?)),
        })
    }

    /// The value with this index, which must be one of the list.
    #[inline]
    pub(crate) fn value(&self, view: View<'_>, index: u64) -> Result<u16, FaultAt> {
        match self {
            Pairs::Single(value) => Ok(*value),
            Pairs::Blocks(blocks) => {
                let (block, skip) = blocks.locate(view, index)?;
                blocks.value_in_block(view, block, skip)
            }
        }
    }
}

impl Blocks {
    fn new(head: BlockHead, place: Place) -> Result<Blocks, FaultAt> {
        let smallest = smallest_codes(&head)?;
        let symbols = count_values(&head)?;
        let mut blocks = Blocks { head, symbols, smallest, look_ups: Vec::new(), place };
        blocks.look_ups = (0..1 << LOOK_UP_BITS).map(|bits| blocks.look_up(bits)).collect();
        Ok(blocks)
    }

    /// What these bits begin with.
    fn look_up(&self, bits: u64) -> LookUp {
        let mut look_up = LookUp::default();
        loop {
            let left = LOOK_UP_BITS - u32::from(look_up.bits);
            let window = (bits << (64 - LOOK_UP_BITS)) << look_up.bits;
            match self.decode(window) {
                Some((symbol, length)) if length <= left => {
                    if look_up.bits == 0 {
                        (look_up.first, look_up.first_bits) = (symbol, length as u8);
                    }
                    look_up.bits += length as u8;
                    look_up.values += self.symbols[usize::from(symbol)].values;
                }
                _ => return look_up,
            }
            if u32::from(look_up.bits) == LOOK_UP_BITS {
                return look_up;
            }
        }
    }

    /// The symbol that the highest bits are the code of, and how many bits that has.
    #[inline]
    fn decode(&self, window: u64) -> Option<(u16, u32)> {
        let place = self.smallest.iter().position(|&smallest| window >= smallest)?;
        let length = u32::from(self.head.shortest) + place as u32;
        let beyond = (window - self.smallest[place]) >> (64 - length);
        let symbol = u64::from(self.head.first_symbols[place]) + beyond;
        (symbol < self.symbols.len() as u64).then_some((symbol as u16, length))
    }

    /// The block of a value, and how many values come before it in the block.
    #[inline]
    pub(crate) fn locate(&self, view: View<'_>, index: u64) -> Result<(u32, u32), FaultAt> {
        let span = index >> self.head.span_bits;
        let entry_at = self.place.index + ENTRY * span;
        let mut entry = [0; ENTRY as usize];
        let entry = view.get(entry_at, ENTRY as usize, &mut entry)?;
        let block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let within = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let from_middle =
            (index & ((1 << self.head.span_bits) - 1)) as i64 - (1 << (self.head.span_bits - 1));
        let mut lengths = Lengths::new(view, self.place.lengths, self.head.lengths());
        (lengths.walk(block, within + from_middle)?)
            .filter(|&(block, _)| block < self.head.blocks)
            .ok_or(Fault::Block.at(entry_at))
    }

    /// The value in a block after so many others.
    #[inline]
    pub(crate) fn value_in_block(&self, view: View<'_>, block: u32, skip: u32) -> Result<u16, FaultAt> {
        let at = self.place.blocks + (u64::from(block) << self.head.block_bits);
        // Bits are read eight bytes at a time, and at least 16 bytes follow the last block.
        let len = (1 << self.head.block_bits) + 8;
        let value = match view {
            View::Memory(_) => self.value_in(view.get(at, len, &mut [])?, skip),
            View::Ranges(_) if len <= USUAL_BLOCK + 8 => {
                self.value_in(view.get(at, len, &mut [0; USUAL_BLOCK + 8])?, skip)
            }
            View::Ranges(_) => self.value_in(view.get(at, len, &mut [0; MAX_BLOCK + 8])?, skip),
        };
        value.ok_or(Fault::BlockEnd.at(at))
    }

    /// The value after so many others in the bytes of a block and eight more.
    #[inline]
    fn value_in(&self, bytes: &[u8], mut skip: u32) -> Option<u16> {
        let mut bit = 0;
        loop {
            let window = window(bytes, bit)?;
            let look_up = self.look_ups[(window >> (64 - LOOK_UP_BITS)) as usize];
            if skip >= u32::from(look_up.values) && look_up.bits > 0 {
                skip -= u32::from(look_up.values);
                bit += u32::from(look_up.bits);
                continue;
            }
            let (symbol, bits) = match look_up.first_bits {
                0 => self.decode(window)?,
                bits => (look_up.first, bits.into()),
            };
            let values = u32::from(self.symbols[usize::from(symbol)].values);
            if skip < values {
                return self.unfold(symbol, skip);
            }
            skip -= values;
            bit += bits;
        }
    }

    /// The value of a symbol after so many others. Each half stands for fewer values than the whole, so this ends.
    #[inline]
    fn unfold(&self, mut symbol: u16, mut skip: u32) -> Option<u16> {
        loop {
            let [left, right] = self.symbols.get(usize::from(symbol))?.halves;
            if right == VALUE {
                return Some(left);
            }
            let values = u32::from(self.symbols.get(usize::from(left))?.values);
            symbol = if skip < values { left } else { right };
            skip -= if skip < values { 0 } else { values };
        }
    }
}

/// The 57 bits or more from this one on, moved up to the highest; `None` if it is not one of the block.
#[inline]
fn window(bytes: &[u8], bit: u32) -> Option<u64> {
    let byte = (bit / 8) as usize;
    let eight = bytes.get(byte..byte + 8)?;
    (byte + 8 < bytes.len()).then_some(())?;
    Some(u64::from_be_bytes(eight.try_into().ok()?) << (bit % 8))
}

/// The smallest code of each length, from the shortest on, moved up to the highest bit.
fn smallest_codes(head: &BlockHead) -> Result<Vec<u64>, FaultAt> {
    let error = || Fault::Code.at(head.codes_at);
    let firsts = &head.first_symbols;
    let mut smallest = vec![0; firsts.len()];
    let mut code = 0;
    for place in (0..firsts.len()).rev() {
        let length = u32::from(head.shortest) + place as u32;
        smallest[place] = code << (64 - length);
        // Symbols without a code, which only pairs name, come after those with the shortest ones.
        let count =
            place.checked_sub(1).map_or(Some(0), |shorter| firsts[shorter].checked_sub(firsts[place]));
        code += u64::from(count.ok_or_else(error)?);
        if code > 1 << length || place > 0 && code % 2 == 1 {
            return Err(error());
        }
        code /= 2;
    }
    if firsts.last() == Some(&0) { Ok(smallest) } else { Err(error()) }
}

/// How many values each symbol stands for.
///
/// Halves may have any number, so those that are still to be counted wait on a stack: each symbol at most once.
fn count_values(head: &BlockHead) -> Result<Vec<Symbol>, FaultAt> {
    let mut symbols: Vec<Symbol> =
        head.symbols.iter().map(|&halves| Symbol { halves, values: u16::from(halves[1] == VALUE) }).collect();
    let mut is_waiting = vec![false; symbols.len()];
    let mut waiting = Vec::new();
    for start in 0..symbols.len() {
        waiting.push(start);
        while let Some(&symbol) = waiting.last() {
            if symbols[symbol].values > 0 {
                waiting.pop();
                continue;
            }
            let error = || Fault::Symbol.at(head.symbols_at + 2 + 3 * symbol as u64);
            let halves = symbols[symbol].halves.map(usize::from);
            if halves.iter().any(|&half| half >= symbols.len()) {
                return Err(error());
            }
            if let Some(&half) = halves.iter().find(|&&half| symbols[half].values == 0) {
                if std::mem::replace(&mut is_waiting[symbol], true) && is_waiting[half] {
                    return Err(error());
                }
                waiting.push(half);
                continue;
            }
            let values: u32 = halves.iter().map(|&half| u32::from(symbols[half].values)).sum();
            if values > MAX_VALUES {
                return Err(error());
            }
            symbols[symbol].values = values as u16;
        }
    }
    Ok(symbols)
}

/// The lengths of blocks, less one each, read in pieces if they are not in memory.
struct Lengths<'a> {
    view: View<'a>,
    at: u64,
    count: u64,
    /// The first that `piece` has, if it has any.
    first: Option<u64>,
    piece: [u8; 2 * PIECE as usize],
}

/// How many lengths are read at once.
const PIECE: u64 = 64;

impl<'a> Lengths<'a> {
    fn new(view: View<'a>, at: u64, count: u64) -> Lengths<'a> {
        Lengths { view, at, count, first: None, piece: [0; 2 * PIECE as usize] }
    }

    /// How many values a block has; `None` if it is not there.
    fn values(&mut self, block: u64) -> Result<Option<i64>, FaultAt> {
        if block >= self.count {
            return Ok(None);
        }
        let mut two = [0; 2];
        let length = match self.view {
            View::Memory(_) => self.view.get(self.at + 2 * block, 2, &mut two)?,
            View::Ranges(_) => {
                let first = match self.first {
                    Some(first) if (first..first + PIECE).contains(&block) => first,
                    _ => self.read(block)?,
                };
                let begin = 2 * (block - first) as usize;
                &self.piece[begin..begin + 2]
            }
        };
        Ok(Some(i64::from(u16::from_le_bytes([length[0], length[1]])) + 1))
    }

    /// Reads the lengths around this block's.
    fn read(&mut self, block: u64) -> Result<u64, FaultAt> {
        let first = block.saturating_sub(PIECE / 2).min(self.count.saturating_sub(PIECE));
        let len = 2 * PIECE.min(self.count - first) as usize;
        self.view.get(self.at + 2 * first, len, &mut self.piece)?;
        self.first = Some(first);
        Ok(first)
    }

    /// The block of a value that is so far from the beginning of this block, before it if negative, and how far it is from
    /// the beginning of its own.
    fn walk(&mut self, block: u32, mut value: i64) -> Result<Option<(u32, u32)>, FaultAt> {
        let mut block = u64::from(block);
        while value < 0 {
            let Some(before) = block.checked_sub(1) else { return Ok(None) };
            block = before;
            let Some(values) = self.values(block)? else { return Ok(None) };
            value += values;
        }
        loop {
            let Some(values) = self.values(block)? else { return Ok(None) };
            if value < values {
                return Ok(Some((block as u32, value as u32)));
            }
            value -= values;
            block += 1;
        }
    }
}
