//! What the parameters of chess functions may be, and in which types they arrive.
//!
//! People have positions as FENs and as 32 bytes, in any of the types that Arrow has for texts and bytes. The engine
//! casts what it is given into the one type that the functions read:
//!
//! ```text
//! position   32 bytes       FixedSizeBinary(32), or BinaryView if the column does not say how many
//!            FEN            Utf8View
//! move       its digest     UInt16
//!            UCI or SAN     Utf8View
//! moves      digests        List<UInt16>, or BinaryView with two bytes each, the lower first, as `import` packs them
//!            UCI or SAN     Utf8View, with spaces between
//! ```

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field};
use philidor::binary::PackedPosition;

/// What a parameter is.
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
}

/// The type of a compact position.
pub(super) const COMPACT: DataType = DataType::FixedSizeBinary(PackedPosition::BYTES as i32);

/// The type of a list of moves.
pub(super) fn digests() -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::UInt16, true)))
}

/// The type of a list of words.
pub(super) fn words() -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)))
}

impl Kind {
    /// The type in which the functions read what is given in another; nothing if they cannot.
    pub(super) fn taken_as(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Binary, BinaryView, Dictionary, FixedSizeBinary, FixedSizeList, Int64, LargeBinary, LargeList,
            LargeUtf8, List, Null, UInt16, Utf8, Utf8View,
        };
        if let Dictionary(_, values) = given {
            return self.taken_as(values);
        }
        let text = matches!(given, Utf8 | LargeUtf8 | Utf8View | Null);
        match (self, given) {
            (Kind::Number, _) if given.is_integer() || *given == Null => Some(Int64),
            (Kind::Position | Kind::Move | Kind::Moves | Kind::Word, _) if text => Some(Utf8View),
            (Kind::Position, FixedSizeBinary(size)) => (*given == COMPACT || *size == 0).then_some(COMPACT),
            (Kind::Position | Kind::Moves, Binary | LargeBinary | BinaryView) => Some(BinaryView),
            (Kind::Move, _) if given.is_integer() => Some(UInt16),
            (Kind::Moves, List(item) | LargeList(item) | FixedSizeList(item, _)) => {
                (item.data_type().is_integer() || *item.data_type() == Null).then(digests)
            }
            _ => None,
        }
    }

    /// What it is, for whoever gave something else.
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Kind::Position => "a FEN or 32 bytes",
            Kind::Move => "a move as 16 bits, in UCI or in SAN",
            Kind::Moves => {
                "moves as 16 bits each in a list or in bytes, or in UCI or SAN with spaces between"
            }
            Kind::Word => "a text",
            Kind::Number => "a whole number",
        }
    }
}
