//! A file of a table, opened: which of its subtables a position is in, and what it says there.
//!
//! A table knows its pieces with one side as White. A position with the colors the other way round is flipped, and so
//! is one with the same pieces on both sides if Black is to move: then one side to move is enough.

use philidor::{Bitboard, Board, Color, PieceType};

use super::Metric;
use super::arrangement::Arrangement;
use super::error::{FaultAt, TableFault};
use super::header::{ALIGNMENT, BLACK_TO_MOVE, CHECKSUM, Header, LOSS_PLIES, WIN_PLIES};
use super::pairs::{Cursor, MAX_UNPACKED, Pairs, Place, part_sizes};
use super::source::{ByteSource, View};
use super::{Dtz, checksum};
use crate::material::{MIN_PIECES, Material};
use crate::value::Wdl;

/// One file: its bytes, and its subtables, for each file of the leading pawn and each side to move.
pub(crate) struct Table {
    source: Box<dyn ByteSource>,
    subtables: Vec<Subtable>,
    sides: usize,
    is_symmetric: bool,
    len: u64,
    /// The color of the leading pawns in a table that has pawns.
    pawns: Option<Color>,
}

/// What is done with a file in memory before it is probed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    /// Files of at most this many bytes are compared with their checksum.
    pub(crate) verified: u64,
    /// Lists of at most this many values are unpacked.
    pub(crate) unpacked: u64,
    /// Files of at most this many bytes get marks in their blocks.
    pub(crate) marked: u64,
    /// With the feature `mmap`, files are mapped into memory.
    pub(crate) may_map: bool,
}

impl Default for Opening {
    /// All files of three and four pieces are read when they are opened, which takes a few milliseconds.
    fn default() -> Opening {
        Opening { verified: 1 << 20, unpacked: MAX_UNPACKED, marked: 1 << 20, may_map: true }
    }
}

struct Subtable {
    arrangement: Arrangement,
    pairs: Pairs,
    flags: u8,
    values: Option<[Vec<u16>; 4]>,
}

/// Where the value of a position is: a subtable, and an index in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) subtable: u8,
    pub(crate) index: u64,
}

impl Table {
    pub(crate) fn open(
        source: Box<dyn ByteSource>,
        material: &Material,
        metric: Metric,
        opening: Opening,
    ) -> Result<Table, FaultAt> {
        if material.pieces() < MIN_PIECES {
            return Err(TableFault::Pieces.at(0));
        }
        let header = Header::read(&*source, material, metric)?;
        let arrangements = (header.subtables.iter().enumerate())
            .map(|(number, subtable)| {
                Arrangement::new(material, &subtable.order, number / header.sides)
                    .map_err(|fault| fault.at(subtable.order_at))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let places = places(&header, &arrangements)?;
        let pawns = material.has_pawns().then(|| arrangements[0].leading_color());
        if pawns.is_some_and(|color| arrangements.iter().any(|other| other.leading_color() != color)) {
            return Err(TableFault::Pieces.at(header.subtables[0].order_at));
        }
        let view = View::new(&*source);
        let subtables = (header.subtables.into_iter().zip(arrangements).zip(places))
            .map(|((subtable, arrangement), place)| {
                let mut pairs = Pairs::new(&subtable.head, place)?;
                if matches!(view, View::Memory(_)) {
                    if arrangement.size() <= opening.unpacked {
                        pairs = pairs.into_unpacked(view, arrangement.size());
                    } else if header.len <= opening.marked {
                        pairs = pairs.into_marked(view);
                    }
                }
                Ok(Subtable { arrangement, pairs, flags: subtable.head.flags, values: subtable.values })
            })
            .collect::<Result<_, _>>()?;
        let (sides, len) = (header.sides, header.len);
        // Last, since a fault that has a place says more.
        if matches!(view, View::Memory(_)) && len <= opening.verified {
            checksum::verify(view, len)?;
        }
        Ok(Table { source, subtables, sides, is_symmetric: material.is_symmetric(), len, pawns })
    }

    /// Whether the colors must be swapped, and which color is to move then.
    fn orient(&self, side_to_move: Color, is_flipped: bool) -> (bool, Color) {
        let flip = if self.is_symmetric { side_to_move == Color::Black } else { is_flipped };
        (flip, if flip { !side_to_move } else { side_to_move })
    }

    /// The place of a position in the table, if this side to move has one. `is_flipped` says that the stronger side is
    /// Black.
    #[inline]
    pub(crate) fn entry(&self, board: &Board, side_to_move: Color, is_flipped: bool) -> Entry {
        let (flip, to_move) = self.orient(side_to_move, is_flipped);
        let file = self.pawns.map_or(0, |color| {
            let color = if flip { !color } else { color };
            leading_file(board.colored_pieces(color, PieceType::Pawn))
        });
        let side = if self.sides == 2 && to_move == Color::Black { 1 } else { 0 };
        let subtable = self.sides * file + side;
        Entry { subtable: subtable as u8, index: self.subtables[subtable].arrangement.index(board, flip) }
    }

    fn value(&self, entry: Entry) -> Result<u16, FaultAt> {
        self.subtables[usize::from(entry.subtable)].pairs.value(View::new(&*self.source), entry.index)
    }

    /// What a WDL table says.
    #[inline]
    pub(crate) fn wdl(&self, entry: Entry) -> Result<Wdl, FaultAt> {
        self.as_wdl(self.value(entry)?, entry)
    }

    /// The same after another one, in the order of entries.
    #[inline]
    pub(crate) fn wdl_after(&self, entry: Entry, cursor: &mut Cursor) -> Result<Wdl, FaultAt> {
        let pairs = &self.subtables[usize::from(entry.subtable)].pairs;
        let value = pairs.value_after(View::new(&*self.source), entry.index, entry.subtable, cursor)?;
        self.as_wdl(value, entry)
    }

    #[inline]
    fn as_wdl(&self, value: u16, entry: Entry) -> Result<Wdl, FaultAt> {
        (i8::try_from(value).ok())
            .and_then(|value| Wdl::from_number(value - 2))
            .ok_or_else(|| self.fault(entry))
    }

    /// What a DTZ table says about a position that has this value; `None` if it has only the other side to move.
    pub(crate) fn dtz(
        &self,
        board: &Board,
        side_to_move: Color,
        is_flipped: bool,
        wdl: Wdl,
    ) -> Result<Option<Dtz>, FaultAt> {
        let entry = self.entry(board, side_to_move, is_flipped);
        let subtable = &self.subtables[usize::from(entry.subtable)];
        let (_, to_move) = self.orient(side_to_move, is_flipped);
        let stored = if subtable.flags & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        if !self.is_symmetric && to_move != stored {
            return Ok(None);
        }
        let value = self.value(entry)?;
        subtable.distance(value, wdl).map(Some).ok_or_else(|| self.fault(entry))
    }

    /// How the lists of values are kept.
    #[cfg(test)]
    pub(crate) fn kind_of_lists(&self) -> &'static str {
        self.subtables[0].pairs.kind()
    }

    /// The fault of a value that means nothing, or that contradicts others.
    #[cold]
    pub(crate) fn fault(&self, entry: Entry) -> FaultAt {
        let pairs = &self.subtables[usize::from(entry.subtable)].pairs;
        pairs.fault(View::new(&*self.source), entry.index, TableFault::Value)
    }

    /// Whether the checksum at the end of the file is that of its bytes.
    pub(crate) fn verify(&self) -> Result<(), FaultAt> {
        checksum::verify(View::new(&*self.source), self.len)
    }
}

impl Subtable {
    /// The distance that a value stands for; `None` if it stands for none.
    fn distance(&self, value: u16, wdl: Wdl) -> Option<Dtz> {
        let (list, in_plies, beyond) = match wdl {
            Wdl::Win => (0, WIN_PLIES, 0),
            Wdl::Loss => (1, LOSS_PLIES, 0),
            Wdl::CursedWin => (2, 0, 100),
            Wdl::BlessedLoss => (3, 0, 100),
            Wdl::Draw => return Some(Dtz::DRAW),
        };
        let value = match &self.values {
            Some(lists) => *lists[list].get(usize::from(value))?,
            None => value,
        };
        let value = i32::from(value);
        let sign = i32::from(wdl.number().signum());
        Some(if self.flags & in_plies != 0 {
            Dtz::exact(sign * (value + 1))
        } else {
            Dtz::rounded(sign * (2 * value + 1 + beyond))
        })
    }
}

/// The file of the leading pawn, from 0 to 3: the nearest to an edge.
#[inline]
pub(crate) fn leading_file(pawns: Bitboard) -> usize {
    let halves = pawns.0 | pawns.0 >> 32;
    let quarters = halves | halves >> 16;
    let files = (quarters | quarters >> 8) as u8;
    (files | files.reverse_bits()).trailing_zeros().min(3) as usize
}

/// Where the parts of all lists are: first all indexes, then all lengths, then all blocks.
fn places(header: &Header, arrangements: &[Arrangement]) -> Result<Vec<Place>, FaultAt> {
    let sizes: Vec<[u64; 3]> = (header.subtables.iter().zip(arrangements))
        .map(|(subtable, arrangement)| part_sizes(&subtable.head, arrangement.size()))
        .collect();
    let mut at = header.index_at;
    let mut next = |size: u64, alignment: u64| {
        let begin = at.next_multiple_of(alignment);
        at = begin + size;
        if at > header.len - CHECKSUM { Err(TableFault::Truncated.at(header.len)) } else { Ok(begin) }
    };
    let indexes = sizes.iter().map(|size| next(size[0], 1)).collect::<Result<Vec<_>, _>>()?;
    let lengths = sizes.iter().map(|size| next(size[1], 1)).collect::<Result<Vec<_>, _>>()?;
    let blocks = sizes.iter().map(|size| next(size[2], ALIGNMENT)).collect::<Result<Vec<_>, _>>()?;
    Ok((indexes.into_iter().zip(lengths).zip(blocks))
        .map(|((index, lengths), blocks)| Place { index, lengths, blocks })
        .collect())
}
