//! From columns to rows and back, as every chess function does around its one line of chess.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, BooleanBuilder, Decimal128Array, FixedSizeBinaryArray,
    FixedSizeBinaryBuilder, Int64Array, ListArray, PrimitiveArray, PrimitiveBuilder, StringBuilder,
    StringViewArray, UInt16Array,
};
use datafusion::arrow::datatypes::{ArrowPrimitiveType, DataType, Decimal128Type, Int64Type, UInt16Type};
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::config::ConfigOptions;
use philidor::binary::PackedPosition;
use philidor::{Move, MoveDigest, Position};
use philidor_patterns::{GameFacts, Search};

use super::fault::Fault;
use crate::tables::{OpenTables, TableOptions, TablesError};

/// What happens at a row with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnFault {
    /// The statement ends with the fault.
    Stop,
    /// The row is null.
    Null,
}

/// The value of a row: `None` where an argument is null.
pub(super) type Cell<T> = std::result::Result<Option<T>, Fault>;

/// The arguments of a call.
pub(super) struct Rows<'a> {
    pub(super) name: &'a str,
    pub(super) arrays: &'a [ArrayRef],
    pub(super) count: usize,
    pub(super) on_fault: OnFault,
    /// The settings of the session.
    pub(super) settings: &'a ConfigOptions,
}

impl<'a> Rows<'a> {
    /// Calls `cell` for each row and passes the result to `take`, treating faults as the form of the function demands.
    pub(super) fn each<T>(
        &self,
        cell: impl Fn(usize) -> Cell<T>,
        mut take: impl FnMut(Option<T>) -> Result<()>,
    ) -> Result<()> {
        (0..self.count).try_for_each(|row| take(self.settled(cell(row))?))
    }

    /// The value of a row; a fault ends the statement, or becomes null.
    #[inline]
    pub(super) fn settled<T>(&self, cell: Cell<T>) -> Result<Option<T>> {
        match cell {
            Ok(value) => Ok(value),
            Err(_) if self.on_fault == OnFault::Null => Ok(None),
            Err(fault) => Err(DataFusionError::Execution(format!("{}: {fault}", self.name))),
        }
    }

    /// An array of numbers.
    pub(super) fn numbers<T: ArrowPrimitiveType>(
        &self,
        cell: impl Fn(usize) -> Cell<T::Native>,
    ) -> Result<PrimitiveArray<T>> {
        let mut builder = PrimitiveBuilder::<T>::with_capacity(self.count);
        self.each(cell, |value| {
            builder.append_option(value);
            Ok(())
        })?;
        Ok(builder.finish())
    }

    pub(super) fn truths(&self, cell: impl Fn(usize) -> Cell<bool>) -> Result<ArrayRef> {
        let mut builder = BooleanBuilder::with_capacity(self.count);
        self.each(cell, |value| {
            builder.append_option(value);
            Ok(())
        })?;
        Ok(Arc::new(builder.finish()))
    }

    pub(super) fn texts<T: AsRef<str>>(&self, cell: impl Fn(usize) -> Cell<T>) -> Result<ArrayRef> {
        let mut builder = StringBuilder::new();
        self.each(cell, |value| {
            builder.append_option(value);
            Ok(())
        })?;
        Ok(Arc::new(builder.finish()))
    }

    /// An array of compact positions.
    pub(super) fn positions_out(&self, cell: impl Fn(usize) -> Cell<PackedPosition>) -> Result<ArrayRef> {
        let mut builder = FixedSizeBinaryBuilder::with_capacity(self.count, PackedPosition::BYTES as i32);
        self.each(cell, |value| {
            match value {
                Some(packed) => builder.append_value(packed.to_bytes())?,
                None => builder.append_null(),
            }
            Ok(())
        })?;
        Ok(Arc::new(builder.finish()))
    }

    /// Whether an optional argument was given.
    pub(super) fn has(&self, index: usize) -> bool {
        index < self.arrays.len()
    }

    /// The positions of an argument.
    pub(super) fn positions(&self, index: usize) -> Result<Positions<'a>> {
        let array = self.array(index)?;
        Ok(match array.data_type() {
            DataType::FixedSizeBinary(_) => Positions::Compact(array.as_fixed_size_binary()),
            DataType::BinaryView => Positions::Bytes(array.as_binary_view()),
            DataType::Utf8View => Positions::Fen(array.as_string_view()),
            other => return self.unexpected(other),
        })
    }

    /// The moves of an argument, one per row.
    pub(super) fn moves(&self, index: usize) -> Result<Moves<'a>> {
        let array = self.array(index)?;
        Ok(match array.data_type() {
            DataType::Utf8View => Moves::Text(array.as_string_view()),
            _ => Moves::Digests(self.whole(array)?),
        })
    }

    /// The games of an argument, a list of moves per row.
    pub(super) fn games(&self, index: usize) -> Result<Games<'a>> {
        let array = self.array(index)?;
        Ok(match array.data_type() {
            DataType::List(_) => {
                let lists = array.as_list::<i32>();
                Games::Digests(lists, self.whole(lists.values())?)
            }
            DataType::BinaryView => Games::Bytes(array.as_binary_view()),
            DataType::Utf8View => Games::Text(array.as_string_view()),
            other => return self.unexpected(other),
        })
    }

    /// The words of an argument.
    pub(super) fn words(&self, index: usize) -> Result<&'a StringViewArray> {
        let array = self.array(index)?;
        match array.as_string_view_opt() {
            Some(words) => Ok(words),
            None => self.unexpected(array.data_type()),
        }
    }

    /// The bytes of an argument.
    pub(super) fn bytes(&self, index: usize) -> Result<&'a BinaryViewArray> {
        let array = self.array(index)?;
        match array.as_binary_view_opt() {
            Some(bytes) => Ok(bytes),
            None => self.unexpected(array.data_type()),
        }
    }

    /// The lists of bytes of an argument, and the bytes of all of them, one after another.
    pub(super) fn byte_lists(&self, index: usize) -> Result<(&'a ListArray, &'a BinaryViewArray)> {
        let array = self.array(index)?;
        let lists = array.as_list_opt::<i32>();
        match lists.and_then(|lists| Some((lists, lists.values().as_binary_view_opt()?))) {
            Some(lists) => Ok(lists),
            None => self.unexpected(array.data_type()),
        }
    }

    /// The whole numbers of an argument.
    pub(super) fn integers(&self, index: usize) -> Result<Integers<'a>> {
        self.whole(self.array(index)?)
    }

    /// The Syzygy tables of the session.
    pub(super) fn tables(&self) -> Result<Arc<OpenTables>> {
        let options = self.settings.extensions.get::<TableOptions>();
        let open = options.ok_or(TablesError::NotGiven).and_then(TableOptions::open);
        open.map_err(|error| DataFusionError::Execution(format!("{}: {error}", self.name)))
    }

    fn whole(&self, array: &'a ArrayRef) -> Result<Integers<'a>> {
        Ok(match array.data_type() {
            DataType::UInt16 => Integers::Short(array.as_primitive::<UInt16Type>()),
            DataType::Int64 => Integers::Common(array.as_primitive::<Int64Type>()),
            DataType::Decimal128(_, 0) => Integers::Long(array.as_primitive::<Decimal128Type>()),
            other => return self.unexpected(other),
        })
    }

    fn array(&self, index: usize) -> Result<&'a ArrayRef> {
        match self.arrays.get(index) {
            Some(array) => Ok(array),
            None => exec_err!("{}: argument {} is missing", self.name, index + 1),
        }
    }

    fn unexpected<T>(&self, given: &DataType) -> Result<T> {
        exec_err!("{}: {given} should have been cast", self.name)
    }
}

/// A column of whole numbers in any of the types in which they arrive.
#[derive(Clone, Copy)]
pub(super) enum Integers<'a> {
    Short(&'a UInt16Array),
    Common(&'a Int64Array),
    Long(&'a Decimal128Array),
}

impl Integers<'_> {
    /// The number of a row; `None` if it is null.
    pub(super) fn get(self, row: usize) -> Option<i128> {
        match self {
            Integers::Short(array) => array.is_valid(row).then(|| array.value(row).into()),
            Integers::Common(array) => array.is_valid(row).then(|| array.value(row).into()),
            Integers::Long(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }
}

/// A column of positions in any form.
pub(super) enum Positions<'a> {
    Compact(&'a FixedSizeBinaryArray),
    Bytes(&'a BinaryViewArray),
    Fen(&'a StringViewArray),
}

impl Positions<'_> {
    pub(super) fn get(&self, row: usize) -> Cell<Position> {
        self.ask(row, |position| *position)
    }

    /// Unpacks the position of a row to the end of others; adds nothing if the row is null.
    #[inline]
    pub(super) fn push(&self, row: usize, positions: &mut Vec<Position>) -> Cell<()> {
        if let Positions::Compact(array) = self
            && array.is_valid(row)
            && let Some(&bytes) = array.value_data().as_chunks().0.get(row)
            && let Ok(position) = PackedPosition::from_bytes(bytes).unpack()
        {
            positions.push(position);
            return Ok(Some(()));
        }
        self.ask(row, |position| positions.push(*position))
    }

    /// Calls `question` with the position of a row and returns the result. The position is lent, since each copy of its
    /// 120 bytes would cost as much as a simple question.
    pub(super) fn ask<T>(&self, row: usize, question: impl FnOnce(&Position) -> T) -> Cell<T> {
        let bytes = match self {
            Positions::Compact(array) if array.is_valid(row) => array.value(row),
            Positions::Bytes(array) if array.is_valid(row) => array.value(row),
            Positions::Fen(array) if array.is_valid(row) => {
                return fen(array.value(row)).map(|position| Some(question(&position)));
            }
            _ => return Ok(None),
        };
        match PackedPosition::try_from(bytes).and_then(PackedPosition::unpack) {
            Ok(position) => Ok(Some(question(&position))),
            Err(error) => Err(Fault::Bytes { bytes: bytes.to_vec(), error }),
        }
    }
}

fn fen(text: &str) -> Result<Position, Fault> {
    text.parse().map_err(|error| Fault::Fen { text: text.to_owned(), error: Box::new(error) })
}

/// A column of moves.
pub(super) enum Moves<'a> {
    Digests(Integers<'a>),
    Text(&'a StringViewArray),
}

impl Moves<'_> {
    /// The move of a row, which must be legal in the position.
    pub(super) fn get(&self, row: usize, position: &Position) -> Cell<Move> {
        match self {
            Moves::Digests(numbers) => numbers.get(row).map(|number| decode(number, position)).transpose(),
            Moves::Text(array) if array.is_valid(row) => read(array.value(row), position).map(Some),
            Moves::Text(_) => Ok(None),
        }
    }
}

/// The move with this digest in a position.
fn decode(number: i128, position: &Position) -> Result<Move, Fault> {
    let mv = u16::try_from(number).ok().and_then(|digest| position.decode(MoveDigest(digest)));
    mv.ok_or_else(|| Fault::Digest { number, fen: position.to_string() })
}

/// The move of a text in a position: UCI, or else SAN, whose error covers both.
fn read(text: &str, position: &Position) -> Result<Move, Fault> {
    position.parse_uci(text).or_else(|_| {
        let fault = |error| Fault::Move { text: text.to_owned(), fen: position.to_string(), error };
        position.parse_san(text).map_err(fault)
    })
}

/// A column of games.
pub(super) enum Games<'a> {
    /// The lists, and the numbers of all of them, one after another.
    Digests(&'a ListArray, Integers<'a>),
    Bytes(&'a BinaryViewArray),
    Text(&'a StringViewArray),
}

impl Games<'_> {
    /// The first ply at which a pattern holds in the game of a row: `Some(None)` without one, `None` for a null row.
    pub(super) fn find(
        &self,
        row: usize,
        start: &Position,
        search: &Search,
        facts: GameFacts,
    ) -> Cell<Option<u32>> {
        let found = match self {
            Games::Bytes(packed) if packed.is_valid(row) => {
                let bytes = packed.value(row);
                let (digests, rest) = bytes.as_chunks();
                if !rest.is_empty() {
                    return Err(Fault::OddBytes(bytes.len()));
                }
                let digests = digests.iter().map(|&digest| MoveDigest(u16::from_le_bytes(digest)));
                search.first(start, digests, facts)
            }
            _ => {
                let mut digests = Vec::new();
                if self.play(row, *start, usize::MAX, |_, mv| digests.push(mv.digest()))?.is_none() {
                    return Ok(None);
                }
                search.first(start, digests, facts)
            }
        };
        found.map(Some).map_err(Fault::IllegalMove)
    }

    /// Plays the game of a row from a position, up to a number of moves, and passes on each move with the position
    /// before it. Returns the last position; `None` if the row is null.
    pub(super) fn play(
        &self,
        row: usize,
        start: Position,
        most: usize,
        mut show: impl FnMut(&Position, Move),
    ) -> Cell<Position> {
        let mut position = start;
        let mut step = |position: &mut Position, mv: Move| {
            show(position, mv);
            position.play_unchecked(mv);
        };
        match self {
            Games::Digests(lists, numbers) if lists.is_valid(row) => {
                let (first, length) = (lists.value_offsets()[row] as usize, lists.value_length(row) as usize);
                for index in 0..length.min(most) {
                    let number = numbers.get(first + index).ok_or(Fault::NullMove(index + 1))?;
                    let mv = decode(number, &position)?;
                    step(&mut position, mv);
                }
            }
            Games::Bytes(packed) if packed.is_valid(row) => {
                let bytes = packed.value(row);
                let (digests, rest) = bytes.as_chunks();
                if !rest.is_empty() {
                    return Err(Fault::OddBytes(bytes.len()));
                }
                for &digest in digests.iter().take(most) {
                    let mv = decode(u16::from_le_bytes(digest).into(), &position)?;
                    step(&mut position, mv);
                }
            }
            Games::Text(texts) if texts.is_valid(row) => {
                for word in texts.value(row).split_whitespace().take(most) {
                    let mv = read(word, &position)?;
                    step(&mut position, mv);
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(position))
    }
}
