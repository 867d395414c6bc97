//! The head of a file: everything before its index, parsed and compared with what the name says.
//!
//! ```text
//!   0  magic number        4 bytes
//!   4  flags               1: each side to move has a table of its own (WDL, unless the sides have the same pieces)
//!                          2: the table has pawns, and all that follows comes once for each of the files a to d
//!   5  orders              once for each file of the leading pawn:
//!        place of the leading group         low half of the byte: first side to move, high half: second
//!        place of the other color's pawns   only if both sides have pawns
//!        one byte for each piece            1 to 6 White's pawn, knight, bishop, rook, queen, king, 9 to 14 Black's
//!      padding             to an even offset
//!      tables              for each file, for each side: see `TableHead`
//!      values (DTZ)        for each file that has them, four lists: of wins, losses, cursed wins, blessed losses
//!      padding             to an even offset (DTZ)
//!      index               for each file, for each side: 6 bytes for each span of values
//!      lengths             for each file, for each side: 2 bytes for each block, how many values it has, less one
//!      blocks              for each file, for each side, from a multiple of 64 on
//!      padding             to a multiple of 64
//!      checksum            16 bytes
//! ```
//!
//! All numbers are little-endian, but for the codes in the blocks.

use super::Metric;
use super::arrangement::Order;
use super::error::{FaultAt, TableFault};
use super::source::{ByteSource, View};
use crate::material::{MAX_PIECES, Material};
use philidor::{Color, PieceType};

/// Each side to move has a table of its own.
pub(crate) const TWO_SIDED: u8 = 1;
/// The table has pawns.
pub(crate) const WITH_PAWNS: u8 = 2;

/// Of a DTZ table: it is that of Black to move.
pub(crate) const BLACK_TO_MOVE: u8 = 1;
/// Of a DTZ table: values are places in the lists of values.
pub(crate) const MAPPED: u8 = 2;
/// Of a DTZ table: wins are counted in plies, not in moves.
pub(crate) const WIN_PLIES: u8 = 4;
/// Of a DTZ table: losses are counted in plies, not in moves.
pub(crate) const LOSS_PLIES: u8 = 8;
/// Of a DTZ table: lists of values have two bytes for each.
pub(crate) const WIDE: u8 = 16;
/// All values are the same, and nothing else follows.
pub(crate) const SINGLE_VALUE: u8 = 128;

/// The second half of a pair that is not a pair but a value.
pub(crate) const VALUE: u16 = 0xfff;
/// The bytes of the checksum.
pub(crate) const CHECKSUM: u64 = 16;
/// What blocks, and the file before its checksum, are multiples of.
pub(crate) const ALIGNMENT: u64 = 64;
/// The most bits of a code.
pub(crate) const MAX_CODE: u8 = 32;
/// The largest blocks that are read: 32 KiB, as a power of two.
pub(crate) const MAX_BLOCK_BITS: u8 = 15;
/// The longest span, as a power of two.
const MAX_SPAN_BITS: u8 = 31;

/// What a table says about its compression.
///
/// ```text
///  0  flags of a DTZ table, or 128: one value for all positions, which is the next byte, and that is all
///  1  bytes of a block         as a power of two
///  2  values of a span         as a power of two
///  3  lengths beyond those of the blocks
///  4  blocks                   four bytes
///  8  longest code, shortest code
/// 10  for each length of code, from the shortest: its first symbol, two bytes
///     symbols                  two bytes, then three for each: two halves of twelve bits, each a symbol; or, if the second
///                              is 0xfff, the first is a value
///     padding                  one byte if the symbols are odd
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableHead {
    pub(crate) flags: u8,
    pub(crate) packing: Packing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// All positions have this value, which stands at this byte of the file.
    Single(u8, u64),
    Blocks(BlockHead),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BlockHead {
    pub(crate) block_bits: u8,
    pub(crate) span_bits: u8,
    pub(crate) blocks: u32,
    pub(crate) spare_lengths: u8,
    pub(crate) shortest: u8,
    /// The first symbol of each length of code.
    pub(crate) first_symbols: Vec<u16>,
    pub(crate) symbols: Vec<[u16; 2]>,
    /// Where the codes stand in the file, and the symbols: for errors.
    pub(crate) codes_at: u64,
    pub(crate) symbols_at: u64,
}

impl BlockHead {
    /// How many lengths of blocks there are: as many as blocks, and some beyond.
    pub(crate) fn lengths(&self) -> u64 {
        u64::from(self.blocks) + u64::from(self.spare_lengths)
    }
}

/// One of the tables of a file: for a file of the leading pawn, and a side to move.
#[derive(Clone, Debug)]
pub(crate) struct Subtable {
    pub(crate) order: Order,
    pub(crate) order_at: u64,
    pub(crate) head: TableHead,
    /// The lists of values of wins, losses, cursed wins and blessed losses.
    pub(crate) values: Option<[Vec<u16>; 4]>,
}

/// The head of a file.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// For each file of the leading pawn, for each side to move.
    pub(crate) subtables: Vec<Subtable>,
    pub(crate) sides: usize,
    /// Where the index begins.
    pub(crate) index_at: u64,
    /// The length of the file.
    pub(crate) len: u64,
}

impl Header {
    /// Reads the head of the file with this name.
    pub(crate) fn read(
        source: &dyn ByteSource,
        material: &Material,
        metric: Metric,
    ) -> Result<Header, FaultAt> {
        let len = source.len().map_err(|error| TableFault::Read(error).at(0))?;
        if len % ALIGNMENT != CHECKSUM {
            return Err(TableFault::Length.at(len));
        }
        let mut cursor = Cursor { view: View::new(source), bytes: Vec::new(), at: 0, end: len - CHECKSUM };
        if cursor.take(4)? != metric.magic() {
            return Err(TableFault::Magic.at(0));
        }
        let flags = cursor.byte()?;
        let is_two_sided = !material.is_symmetric();
        if (flags & TWO_SIDED != 0) != is_two_sided || (flags & WITH_PAWNS != 0) != material.has_pawns() {
            return Err(TableFault::Layout.at(4));
        }
        let sides = if metric == Metric::Wdl && is_two_sided { 2 } else { 1 };
        let files = if material.has_pawns() { 4 } else { 1 };
        let mut subtables = Vec::new();
        for _ in 0..files {
            let order_at = cursor.at;
            let orders = cursor.orders(material)?;
            subtables.extend(orders.into_iter().take(sides).map(|order| {
                let head = TableHead { flags: 0, packing: Packing::Single(0, 0) };
                Subtable { order, order_at, head, values: None }
            }));
        }
        cursor.align(2)?;
        for subtable in &mut subtables {
            subtable.head = cursor.table_head(metric)?;
        }
        if metric == Metric::Dtz {
            for subtable in &mut subtables {
                subtable.values = cursor.values(subtable.head.flags)?;
            }
            cursor.align(2)?;
        }
        Ok(Header { subtables, sides, index_at: cursor.at, len })
    }
}

/// How many bytes of a head are read at once.
const PIECE: u64 = 16 * 1024;

/// The part of the head that has been read, and how far it has been parsed.
struct Cursor<'a> {
    view: View<'a>,
    bytes: Vec<u8>,
    at: u64,
    end: u64,
}

impl Cursor<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], FaultAt> {
        let end = self.at + count as u64;
        if end > self.end {
            return Err(TableFault::Truncated.at(self.end));
        }
        let has = self.bytes.len() as u64;
        if end > has {
            let more = end.next_multiple_of(PIECE).min(self.end);
            let mut piece = vec![0; (more - has) as usize];
            let len = piece.len();
            self.bytes.extend_from_slice(self.view.get(has, len, &mut piece)?);
        }
        let taken = &self.bytes[self.at as usize..end as usize];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, FaultAt> {
        Ok(self.take(1)?[0])
    }

    fn word(&mut self) -> Result<u16, FaultAt> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn align(&mut self, to: u64) -> Result<(), FaultAt> {
        let padding = self.at.next_multiple_of(to) - self.at;
        self.take(padding as usize).map(drop)
    }

    /// The orders of both sides to move, which share their bytes.
    fn orders(&mut self, material: &Material) -> Result<[Order; 2], FaultAt> {
        let both_have_pawns = Color::ALL.iter().all(|&color| material.count(color, PieceType::Pawn) > 0);
        let half = |byte: u8, side: usize| if side == 0 { byte & 15 } else { byte >> 4 };
        let leading = self.byte()?;
        let other = if both_have_pawns { Some(self.byte()?) } else { None };
        let pieces = self.take(material.pieces())?;
        Ok([0, 1].map(|side| {
            let mut codes = [0; MAX_PIECES];
            for (code, &byte) in codes.iter_mut().zip(pieces) {
                *code = half(byte, side);
            }
            Order { leading: half(leading, side), other_pawns: other.map(|byte| half(byte, side)), codes }
        }))
    }

    fn table_head(&mut self, metric: Metric) -> Result<TableHead, FaultAt> {
        let flags = self.byte()?;
        if flags & SINGLE_VALUE != 0 {
            // Fathom and python-chess take the value of a DTZ table for 0, whatever the byte says.
            let (at, value) = (self.at, self.byte()?);
            let packing = Packing::Single(if metric == Metric::Wdl { value } else { 0 }, at);
            return Ok(TableHead { flags, packing });
        }
        let at = self.at;
        let (block_bits, span_bits, spare_lengths) = (self.byte()?, self.byte()?, self.byte()?);
        if block_bits > MAX_BLOCK_BITS || !(1..=MAX_SPAN_BITS).contains(&span_bits) {
            return Err(TableFault::BlockSize.at(at));
        }
        let [low, high] = [self.word()?, self.word()?].map(u32::from);
        let codes_at = self.at;
        let (longest, shortest) = (self.byte()?, self.byte()?);
        if shortest == 0 || longest > MAX_CODE || shortest > longest {
            return Err(TableFault::Code.at(codes_at));
        }
        let first_symbols = (shortest..=longest).map(|_| self.word()).collect::<Result<_, _>>()?;
        let symbols_at = self.at;
        let count = usize::from(self.word()?);
        if count == 0 || count > usize::from(VALUE) {
            return Err(TableFault::Symbol.at(symbols_at));
        }
        let symbols = (self.take(3 * count)?.chunks_exact(3))
            .map(|bytes| {
                let [first, middle, last] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
                [first | (middle & 15) << 8, middle >> 4 | last << 4]
            })
            .collect();
        self.take(count & 1)?;
        let packing = Packing::Blocks(BlockHead {
            block_bits,
            span_bits,
            blocks: low | high << 16,
            spare_lengths,
            shortest,
            first_symbols,
            symbols,
            codes_at,
            symbols_at,
        });
        Ok(TableHead { flags, packing })
    }

    /// The lists of values of a DTZ table, if it has them.
    fn values(&mut self, flags: u8) -> Result<Option<[Vec<u16>; 4]>, FaultAt> {
        if flags & MAPPED == 0 {
            return Ok(None);
        }
        let is_wide = flags & WIDE != 0;
        if is_wide {
            self.align(2)?;
        }
        let mut lists = [const { Vec::new() }; 4];
        for list in &mut lists {
            if is_wide {
                let len = 2 * usize::from(self.word()?);
                list.extend(
                    self.take(len)?.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])),
                );
            } else {
                let len = usize::from(self.byte()?);
                list.extend(self.take(len)?.iter().map(|&byte| u16::from(byte)));
            }
        }
        Ok(Some(lists))
    }
}
