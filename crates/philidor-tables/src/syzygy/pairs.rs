//! A compressed list of values, any of which can be read without unpacking the list.
//!
//! A list is written as symbols. A symbol is a value or a pair of symbols (the dictionary of Re-Pair, by Larsson and
//! Moffat), and each has a canonical Huffman code. The codes stand in blocks of one size, so that a block is found by
//! its number; how many values are in each differs, so that the number is found in two steps:
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
//! Numbers alone distinguish canonical codes. The longest codes are the smallest numbers and belong to the first
//! symbols, so a code ends at the first length whose smallest code is not above it:
//!
//! ```text
//!  length   smallest   first symbol
//!     1     1               3              1   → 3
//!     2     01              2              01  → 2
//!     3     000             0              000 → 0, 001 → 1
//! ```

use super::error::{FaultAt, TableFault};
use super::header::{BlockHead, MAX_BLOCK_BITS, Packing, TableHead, VALUE};
use super::marks::{Marks, Resume};
use super::source::View;
use super::unpacked::Unpacked;

/// The most values of a list that is unpacked by default: those of any three pieces, to which captures from four lead.
pub(crate) const MAX_UNPACKED: u64 = 1 << 15;
/// The most values of a symbol: other readers keep this number, less one, in a byte.
const MAX_VALUES: u32 = 256;
/// The bytes of blocks for which a small buffer will do.
const USUAL_BLOCK: usize = 1024;
/// The bytes of the largest blocks.
const MAX_BLOCK: usize = 1 << MAX_BLOCK_BITS;
/// How many bits are looked up at once, at least and at most: few where codes are short, since small tables stay in the
/// cache.
const LOOK_UP_BITS: std::ops::RangeInclusive<u32> = 6..=MAX_LOOK_UP_BITS;
const MAX_LOOK_UP_BITS: u32 = 11;
/// How many look-ups may follow each other before bits are read again: the last may meet a code of 32 bits, and 57 are
/// there.
const LOOK_UPS: u32 = (57 - 32) / MAX_LOOK_UP_BITS + 1;

/// A compressed list of values.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// The same value everywhere, and its byte in the file.
    Single(u16, u64),
    /// All values, and the blocks that they stand in.
    Unpacked(Box<(Unpacked, Grid)>),
    Blocks(Box<Blocks>),
}

/// What the next bits of a block begin with, in one word, since these tables are what the cache has to keep:
///
/// ```text
///  31       20 19  16 15        4 3    0
///   values      bits   symbol      bits
///   └ all codes that ┘ └ the first of  ┘    its bits are 0 if it is longer, and then the symbol is no symbol, but the
///     end within these    them              place of the shortest length that it can have
/// ```
#[derive(Clone, Copy, Debug, Default)]
struct LookUp(u32);

impl LookUp {
    /// How many values all whole codes stand for.
    fn values(self) -> u32 {
        self.0 >> 20
    }

    /// How many bits they have.
    fn bits(self) -> u32 {
        self.0 >> 16 & 15
    }

    /// The first of them.
    fn first(self) -> u16 {
        (self.0 >> 4 & 0xfff) as u16
    }

    /// Its bits; 0 if it is longer than all these.
    fn first_bits(self) -> u32 {
        self.0 & 15
    }
}

/// A symbol in one word: its halves in twelve bits each, and how many values it stands for, less one, in the highest
/// eight.
#[derive(Clone, Copy, Debug)]
struct Symbol(u32);

impl Symbol {
    fn new([left, right]: [u16; 2], values: u32) -> Symbol {
        Symbol(u32::from(left) | u32::from(right) << 12 | (values - 1) << 24)
    }

    fn halves(self) -> [u16; 2] {
        [(self.0 & 0xfff) as u16, (self.0 >> 12 & 0xfff) as u16]
    }

    /// How many values it stands for.
    fn values(self) -> u32 {
        (self.0 >> 24) + 1
    }
}

/// Where the values of a list are among its blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    block_bits: u8,
    span_bits: u8,
    blocks: u32,
    /// How many lengths of blocks there are.
    lengths: u64,
    place: Place,
}

#[derive(Debug)]
pub(crate) struct Blocks {
    grid: Grid,
    shortest: u8,
    /// The first symbol of each length of code.
    first_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
    /// The smallest code of each length, from the shortest on, moved up to the highest bit.
    smallest: Vec<u64>,
    look_ups: Vec<LookUp>,
    /// How many bits are looked up.
    look_up_bits: u32,
    /// Marks in the blocks, if the file was read when it was opened.
    marks: Option<Marks>,
}

/// Where the parts of a list are in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) index: u64,
    pub(crate) lengths: u64,
    pub(crate) blocks: u64,
}

/// Where the last value was found in a list whose values are asked for in the order of their indices: the next one is
/// often in the same block, and then the codes before it are not read again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    /// The list, by a number that its owner gives it.
    list: u8,
    block: u32,
    resume: Resume,
}

/// The bytes of an entry of the index.
pub(crate) const ENTRY: u64 = 6;

/// The sizes, in bytes, of the three parts of a list with this many values.
pub(crate) fn part_sizes(head: &TableHead, values: u64) -> [u64; 3] {
    match &head.packing {
        Packing::Single(..) => [0; 3],
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
            Packing::Single(value, at) => Pairs::Single((*value).into(), *at),
            Packing::Blocks(head) => Pairs::Blocks(Box::new(Blocks::new(head, place)?)),
        })
    }

    /// The same with all its values read, if they fit into bytes and none is damaged.
    pub(crate) fn into_unpacked(self, view: View<'_>, len: u64) -> Pairs {
        let Pairs::Blocks(blocks) = &self else { return self };
        let Some(values) = blocks.unpack(view, len) else { return self };
        Pairs::Unpacked(Box::new((Unpacked::new(&values), blocks.grid)))
    }

    /// The same with marks in its blocks, if none is damaged.
    pub(crate) fn into_marked(mut self, view: View<'_>) -> Pairs {
        if let Pairs::Blocks(blocks) = &mut self {
            let (count, bits) = (blocks.grid.blocks, 8 << blocks.grid.block_bits);
            blocks.marks = Marks::new(count, bits, |block, at, bit| blocks.skip_codes(view, block, at, bit));
        }
        self
    }

    #[cfg(test)]
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Pairs::Single(..) => "single",
            Pairs::Unpacked(_) => "unpacked",
            Pairs::Blocks(blocks) if blocks.marks.is_some() => "marked",
            Pairs::Blocks(_) => "packed",
        }
    }

    /// The value with this index, which must be one of the list.
    #[inline]
    pub(crate) fn value(&self, view: View<'_>, index: u64) -> Result<u16, FaultAt> {
        match self {
            Pairs::Single(value, _) => Ok(*value),
            Pairs::Unpacked(list) => {
                list.0.get(index).ok_or_else(|| self.fault(view, index, TableFault::Block))
            }
            Pairs::Blocks(blocks) => {
                let (block, skip) = blocks.grid.locate(view, index)?;
                blocks.value_in_block(view, block, skip)
            }
        }
    }

    /// A fault of the value with this index, at the byte of its block.
    #[cold]
    pub(crate) fn fault(&self, view: View<'_>, index: u64, fault: TableFault) -> FaultAt {
        let grid = match self {
            Pairs::Single(_, at) => return fault.at(*at),
            Pairs::Unpacked(list) => list.1,
            Pairs::Blocks(blocks) => blocks.grid,
        };
        match grid.locate(view, index) {
            Ok((block, _)) => fault.at(grid.block_at(block)),
            Err(fault) => fault,
        }
    }

    /// The same as [`value`](Pairs::value), but reads on from the cursor if that is in the same block of the list with
    /// this number.
    #[inline]
    pub(crate) fn value_after(
        &self,
        view: View<'_>,
        index: u64,
        list: u8,
        cursor: &mut Cursor,
    ) -> Result<u16, FaultAt> {
        match (self, view) {
            (Pairs::Blocks(blocks), View::Memory(_)) => blocks.value_after(view, index, list, cursor),
            _ => self.value(view, index),
        }
    }
}

impl Grid {
    fn block_at(&self, block: u32) -> u64 {
        self.place.blocks + (u64::from(block) << self.block_bits)
    }

    /// The bytes of a block and those after it: bits are read eight bytes at a time, and at least 16 follow the last
    /// block.
    fn block_len(&self) -> usize {
        (1 << self.block_bits) + 8
    }

    /// The block of a value, and how many values come before it in the block.
    #[inline]
    pub(crate) fn locate(&self, view: View<'_>, index: u64) -> Result<(u32, u32), FaultAt> {
        let span = index >> self.span_bits;
        let entry_at = self.place.index + ENTRY * span;
        let mut entry = [0; ENTRY as usize];
        let entry = view.get(entry_at, ENTRY as usize, &mut entry)?;
        let block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let within = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let from_middle = (index & ((1 << self.span_bits) - 1)) as i64 - (1 << (self.span_bits - 1));
        let count = self.lengths;
        let found = match view {
            View::Memory(_) => {
                let lengths = view.get(self.place.lengths, 2 * count as usize, &mut [])?;
                let (lengths, _) = lengths.as_chunks();
                walk(block, within + from_middle, |block| Ok(lengths.get(block as usize).copied()))?
            }
            View::Ranges(_) => {
                let mut lengths = Lengths { view, at: self.place.lengths, count, first: None, piece: [0; _] };
                walk(block, within + from_middle, |block| lengths.get(block))?
            }
        };
        found.filter(|&(block, _)| block < self.blocks).ok_or(TableFault::Block.at(entry_at))
    }
}

impl Blocks {
    /// All values, if each is in a byte and none is damaged: a list with a fault says where it is when that is asked
    /// for.
    fn unpack(&self, view: View<'_>, len: u64) -> Option<Vec<u8>> {
        let mut cursor = Cursor::default();
        let values =
            (0..len).map(|index| u8::try_from(self.value_after(view, index, 0, &mut cursor).ok()?).ok());
        values.collect()
    }

    fn value_after(&self, view: View<'_>, index: u64, list: u8, cursor: &mut Cursor) -> Result<u16, FaultAt> {
        // Found by the index each time: the answers are those of single probes, whatever a damaged file says.
        let (block, skip) = self.grid.locate(view, index)?;
        if (cursor.list, cursor.block) != (list, block) || skip < cursor.resume.values {
            *cursor = Cursor { list, block, resume: Resume::default() };
        }
        let at = self.grid.block_at(block);
        let bytes = view.get(at, self.grid.block_len(), &mut [])?;
        self.value_from(bytes, &mut cursor.resume, skip).ok_or(TableFault::BlockEnd.at(at))
    }

    fn new(head: &BlockHead, place: Place) -> Result<Blocks, FaultAt> {
        let smallest = smallest_codes(head)?;
        let mut blocks = Blocks {
            grid: Grid {
                block_bits: head.block_bits,
                span_bits: head.span_bits,
                blocks: head.blocks,
                lengths: head.lengths(),
                place,
            },
            shortest: head.shortest,
            first_symbols: head.first_symbols.clone(),
            symbols: count_values(head)?,
            look_ups: Vec::new(),
            look_up_bits: look_up_bits(&smallest, head.shortest),
            smallest,
            marks: None,
        };
        let look_up_bits = blocks.look_up_bits;
        blocks.look_ups = (0..1 << look_up_bits).map(|bits| blocks.look_up(bits)).collect();
        Ok(blocks)
    }

    /// The first code at a bit or after it, reading on in a block.
    fn skip_codes(&self, view: View<'_>, block: u32, mut at: Resume, bit: u32) -> Option<Resume> {
        let bytes = view.get(self.grid.block_at(block), self.grid.block_len(), &mut []).ok()?;
        while at.bit < bit {
            let window = window(bytes, at.bit)?;
            let look_up = *self.look_ups.get((window >> (64 - self.look_up_bits)) as usize)?;
            let (mut values, mut bits) = (look_up.values(), look_up.bits());
            if bits == 0 {
                let (symbol, length) = self.decode(window, look_up.first().into())?;
                (values, bits) = (self.symbols.get(usize::from(symbol))?.values(), length);
            }
            at = Resume { bit: at.bit + bits, values: at.values + values };
        }
        Some(at)
    }

    /// What these bits begin with.
    fn look_up(&self, bits: u64) -> LookUp {
        let window = bits << (64 - self.look_up_bits);
        let largest = window | u64::MAX >> self.look_up_bits;
        let shortest = self.smallest.iter().position(|&smallest| largest >= smallest).unwrap_or(0);
        let (mut values, mut taken, mut first) = (0, 0, (shortest as u32) << 4);
        while let Some((symbol, length)) = self.decode(window << taken, 0) {
            if taken + length > self.look_up_bits {
                break;
            }
            if taken == 0 {
                first = u32::from(symbol) << 4 | length;
            }
            taken += length;
            values += self.symbols[usize::from(symbol)].values();
        }
        LookUp(values << 20 | taken << 16 | first)
    }

    /// The symbol whose code the highest bits are, and how many bits the code has: the length at `place`, or more.
    #[inline]
    fn decode(&self, window: u64, mut place: usize) -> Option<(u16, u32)> {
        // All lengths are compared, since a branch that stops at the right one could not be predicted, and few are
        // left.
        place +=
            self.smallest.get(place..)?.iter().map(|&smallest| usize::from(window < smallest)).sum::<usize>();
        let length = u32::from(self.shortest) + place as u32;
        let beyond = (window - self.smallest[place]) >> (64 - length);
        let symbol = u64::from(self.first_symbols[place]) + beyond;
        (symbol < self.symbols.len() as u64).then_some((symbol as u16, length))
    }

    /// The value in a block, `skip` values after its first.
    #[inline]
    pub(crate) fn value_in_block(&self, view: View<'_>, block: u32, skip: u32) -> Result<u16, FaultAt> {
        let (at, len) = (self.grid.block_at(block), self.grid.block_len());
        let value = match view {
            View::Memory(_) => {
                let mut begin =
                    self.marks.as_ref().map_or(Resume::default(), |marks| marks.before(block, skip));
                self.value_from(view.get(at, len, &mut [])?, &mut begin, skip)
            }
            View::Ranges(_) => self.value_in_copy(view, at, len, skip)?,
        };
        value.ok_or(TableFault::BlockEnd.at(at))
    }

    /// The same for a block that must be copied: a function of its own, since a large buffer on the stack costs time
    /// even if it is not used.
    #[inline(never)]
    fn value_in_copy(&self, view: View<'_>, at: u64, len: usize, skip: u32) -> Result<Option<u16>, FaultAt> {
        Ok(if len <= USUAL_BLOCK + 8 {
            self.value_in(view.get(at, len, &mut [0; USUAL_BLOCK + 8])?, skip)
        } else {
            self.value_in_large_copy(view, at, len, skip)?
        })
    }

    #[inline(never)]
    fn value_in_large_copy(
        &self,
        view: View<'_>,
        at: u64,
        len: usize,
        skip: u32,
    ) -> Result<Option<u16>, FaultAt> {
        Ok(self.value_in(view.get(at, len, &mut [0; MAX_BLOCK + 8])?, skip))
    }

    /// The same in the bytes of the block and the eight after them.
    #[inline]
    fn value_in(&self, bytes: &[u8], skip: u32) -> Option<u16> {
        self.value_from(bytes, &mut Resume::default(), skip)
    }

    /// The same for a block that was read up to a code: `resume` is put on the code that has the value.
    ///
    /// The bits of some look-ups are read at once, so that a look-up waits for the one before it and nothing else.
    #[inline]
    fn value_from(&self, bytes: &[u8], resume: &mut Resume, skip: u32) -> Option<u16> {
        let mut left = skip.checked_sub(resume.values)?;
        let mut bit = resume.bit;
        loop {
            let mut window = window(bytes, bit)?;
            for _ in 0..LOOK_UPS {
                let look_up = *self.look_ups.get((window >> (64 - self.look_up_bits)) as usize)?;
                let (mut values, mut bits) = (look_up.values(), look_up.bits());
                if left < values || bits == 0 {
                    let (symbol, first_bits) = match look_up.first_bits() {
                        0 => self.decode(window, look_up.first().into())?,
                        bits => (look_up.first(), bits),
                    };
                    values = self.symbols.get(usize::from(symbol))?.values();
                    bits = first_bits;
                    if left < values {
                        // A code that begins after the block belongs to another one, wherever the reading began.
                        if (bit / 8) as usize + 8 >= bytes.len() {
                            return None;
                        }
                        *resume = Resume { bit, values: skip - left };
                        return self.unfold(symbol, left);
                    }
                }
                left -= values;
                bit += bits;
                window <<= bits;
                if bits > MAX_LOOK_UP_BITS {
                    break;
                }
            }
        }
    }

    /// The value that a symbol stands for, `skip` values after its first. Each half stands for fewer values than the
    /// whole, so this ends.
    #[inline]
    fn unfold(&self, symbol: u16, mut skip: u32) -> Option<u16> {
        let mut symbol = *self.symbols.get(usize::from(symbol))?;
        loop {
            let [left, right] = symbol.halves();
            if right == VALUE {
                return Some(left);
            }
            let first = *self.symbols.get(usize::from(left))?;
            let second = *self.symbols.get(usize::from(right))?;
            // Which half is a coin toss: both are loaded, so that there is no branch to be mispredicted.
            let is_first = skip < first.values();
            symbol = std::hint::select_unpredictable(is_first, first, second);
            skip -= std::hint::select_unpredictable(is_first, 0, first.values());
        }
    }
}

/// The 57 bits or more from this one on, moved up to the highest; `None` if this bit is not in the block.
#[inline]
fn window(bytes: &[u8], bit: u32) -> Option<u64> {
    let byte = (bit / 8) as usize;
    let eight = bytes.get(byte..byte + 8)?;
    (byte + 8 < bytes.len()).then_some(())?;
    Some(u64::from_be_bytes(eight.try_into().ok()?) << (bit % 8))
}

/// How many bits to look up so that hardly any code is longer. A code of n bits comes about once in 2^n codes, so
/// longer ones come as often as random bits are below the smallest code of n bits.
fn look_up_bits(smallest: &[u64], shortest: u8) -> u32 {
    let is_enough = |bits: &u32| {
        let place = (*bits as usize).checked_sub(shortest.into());
        place.is_some_and(|place| smallest.get(place).is_none_or(|&code| code < RARE))
    };
    LOOK_UP_BITS.into_iter().find(is_enough).unwrap_or(MAX_LOOK_UP_BITS)
}

/// One in 16 of all numbers of 64 bits.
const RARE: u64 = 1 << 60;

/// The smallest code of each length, from the shortest on, moved up to the highest bit.
fn smallest_codes(head: &BlockHead) -> Result<Vec<u64>, FaultAt> {
    let error = || TableFault::Code.at(head.codes_at);
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
        if code >= 1 << length || place > 0 && code % 2 == 1 {
            return Err(error());
        }
        code /= 2;
    }
    if firsts.last() == Some(&0) { Ok(smallest) } else { Err(error()) }
}

/// The symbols, with how many values each stands for.
///
/// Halves may have any number, so those that are still to be counted wait on a stack: each symbol at most once.
fn count_values(head: &BlockHead) -> Result<Vec<Symbol>, FaultAt> {
    let mut values: Vec<u32> = head.symbols.iter().map(|halves| u32::from(halves[1] == VALUE)).collect();
    let mut is_waiting = vec![false; values.len()];
    let mut waiting = Vec::new();
    for start in 0..values.len() {
        waiting.push(start);
        while let Some(&symbol) = waiting.last() {
            if values[symbol] > 0 {
                waiting.pop();
                continue;
            }
            let error = || TableFault::Symbol.at(head.symbols_at + 2 + 3 * symbol as u64);
            let halves = head.symbols[symbol].map(usize::from);
            if halves.iter().any(|&half| half >= values.len()) {
                return Err(error());
            }
            if let Some(&half) = halves.iter().find(|&&half| values[half] == 0) {
                if std::mem::replace(&mut is_waiting[symbol], true) && is_waiting[half] {
                    return Err(error());
                }
                waiting.push(half);
                continue;
            }
            values[symbol] = halves.iter().map(|&half| values[half]).sum();
            if values[symbol] > MAX_VALUES {
                return Err(error());
            }
        }
    }
    Ok(head.symbols.iter().zip(values).map(|(&halves, values)| Symbol::new(halves, values)).collect())
}

/// The block of the value at this distance from the beginning of a block, before it if negative, and the distance of
/// the value from the beginning of its own block; `None` if a block on the way is not there. `length` is how many
/// values a block has, less one.
#[inline]
fn walk(
    block: u32,
    mut value: i64,
    mut length: impl FnMut(u64) -> Result<Option<[u8; 2]>, FaultAt>,
) -> Result<Option<(u32, u32)>, FaultAt> {
    let mut block = u64::from(block);
    while value < 0 {
        let Some(before) = block.checked_sub(1) else { return Ok(None) };
        block = before;
        let Some(length) = length(block)? else { return Ok(None) };
        value += i64::from(u16::from_le_bytes(length)) + 1;
    }
    while let Some(length) = length(block)? {
        let length = i64::from(u16::from_le_bytes(length));
        if value <= length {
            return Ok(Some((block as u32, value as u32)));
        }
        value -= length + 1;
        block += 1;
    }
    Ok(None)
}

/// How many lengths are read at once.
const PIECE: u64 = 64;

/// The lengths of blocks, read in pieces.
struct Lengths<'a> {
    view: View<'a>,
    at: u64,
    count: u64,
    /// The first that `piece` has, if it has any.
    first: Option<u64>,
    piece: [u8; 2 * PIECE as usize],
}

impl Lengths<'_> {
    fn get(&mut self, block: u64) -> Result<Option<[u8; 2]>, FaultAt> {
        if block >= self.count {
            return Ok(None);
        }
        let first = match self.first {
            Some(first) if (first..first + PIECE).contains(&block) => first,
            _ => self.read(block)?,
        };
        let begin = 2 * (block - first) as usize;
        Ok(Some([self.piece[begin], self.piece[begin + 1]]))
    }

    /// Reads the lengths around this block's.
    fn read(&mut self, block: u64) -> Result<u64, FaultAt> {
        let first = block.saturating_sub(PIECE / 2).min(self.count.saturating_sub(PIECE));
        let len = 2 * PIECE.min(self.count - first) as usize;
        self.view.get(self.at + 2 * first, len, &mut self.piece)?;
        self.first = Some(first);
        Ok(first)
    }
}
