//! What the parameters of chess functions may be, and the types in which they arrive.
//!
//! Users have positions as FENs and as 32 bytes, in any of Arrow's types for text and bytes. The engine casts them to
//! the one type that the functions read:
//!
//! ```text
//! position   32 bytes       FixedSizeBinary(32), or BinaryView if the column does not fix the length
//!            FEN            Utf8View
//! move       its digest     UInt16, or a larger type of whole numbers, as below
//!            UCI or SAN     Utf8View
//! moves      digests        a list of such numbers, or BinaryView with two bytes each, the lower first, as `import`
//!                           packs them
//!            UCI or SAN     Utf8View, with spaces between
//! bytes                     BinaryView
//! bytes in a list           a list of BinaryView
//! number     its digits     UInt16 if that is its type, Decimal128(38, 0) if it may be larger than Int64, else Int64
//! ```
//!
//! A number is never cast to a type that cannot hold it: the engine would end the statement there, without naming the
//! function, and even for a `try_` form. The functions decide for each row whether its number is in range.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DECIMAL128_MAX_PRECISION, DataType, Field};
use philidor::binary::PackedPosition;

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A FEN or 32 bytes.
    Position,
    /// A digest, UCI or SAN.
    Move,
    /// A list of digests, or moves with spaces between.
    Moves,
    /// A word: a square, a color.
    Word,
    /// A whole number.
    Number,
    /// Bytes of a form of their own.
    Bytes,
    /// A list of such bytes.
    ByteList,
}

/// Whole numbers of 38 digits, for counts, so that no sum wraps.
pub(super) const WHOLE: DataType = DataType::Decimal128(DECIMAL128_MAX_PRECISION, 0);

pub(super) const COMPACT: DataType = DataType::FixedSizeBinary(PackedPosition::BYTES as i32);

/// The type of a list of moves.
pub(super) fn digests() -> DataType {
    list(DataType::UInt16)
}

fn list(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(item, true)))
}

/// The type of a list of words.
pub(super) fn words() -> DataType {
    list(DataType::Utf8)
}

/// The type in which whole numbers are read, which holds all those of the given type; `None` if that has other numbers,
/// too.
fn whole(given: &DataType) -> Option<DataType> {
    use DataType::{Decimal32, Decimal64, Decimal128, Int64, UInt16, UInt64};
    match given {
        UInt16 => Some(UInt16),
        UInt64 | Decimal32(_, 0) | Decimal64(_, 0) | Decimal128(_, 0) => Some(WHOLE),
        _ => given.is_integer().then_some(Int64),
    }
}

impl Kind {
    /// The type in which the functions read arguments of the given type; `None` if they cannot.
    pub(super) fn taken_as(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Binary, BinaryView, Dictionary, FixedSizeBinary, FixedSizeList, Int64, LargeBinary, LargeList,
            LargeUtf8, List, Null, Utf8, Utf8View,
        };
        if let Dictionary(_, values) = given {
            return self.taken_as(values);
        }
        let text = matches!(given, Utf8 | LargeUtf8 | Utf8View | Null);
        match (self, given) {
            (Kind::Number, Null) => Some(Int64),
            (Kind::Bytes, Null | Binary | LargeBinary | BinaryView) => Some(BinaryView),
            (Kind::ByteList, Null) => Some(list(BinaryView)),
            (Kind::ByteList, List(item) | LargeList(item) | FixedSizeList(item, _)) => {
                Kind::Bytes.taken_as(item.data_type()).map(list)
            }
            (Kind::Position | Kind::Move | Kind::Moves | Kind::Word, _) if text => Some(Utf8View),
            (Kind::Position, FixedSizeBinary(_)) => (*given == COMPACT).then_some(COMPACT),
            (Kind::Position | Kind::Moves, Binary | LargeBinary | BinaryView) => Some(BinaryView),
            (Kind::Number | Kind::Move, _) => whole(given),
            (Kind::Moves, List(item) | LargeList(item) | FixedSizeList(item, _)) => {
                if item.data_type().is_null() { Some(digests()) } else { whole(item.data_type()).map(list) }
            }
            _ => None,
        }
    }

    /// Its description, for a message about something else.
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Kind::Position => "a FEN or 32 bytes",
            Kind::Move => "a move as 16 bits, in UCI or in SAN",
            Kind::Moves => {
                "moves as 16 bits each in a list or in bytes, or in UCI or SAN separated by spaces"
            }
            Kind::Word => "a text",
            Kind::Number => "a whole number",
            Kind::Bytes => "bytes",
            Kind::ByteList => "a list of bytes",
        }
    }
}
