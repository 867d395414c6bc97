//! The `serde` traits for the values of this library, behind the feature `serde`. There is nothing here to call.
//!
//! Each value has two forms. Human-readable formats, such as JSON, get a text; binary formats get something compact:
//!
//! | type | text | compact |
//! |---|---|---|
//! | [`Position`] | FEN, as printed: the en-passant square always | the 32 bytes of [`PackedPosition`] |
//! | [`PackedPosition`] | 64 hexadecimal digits | its 32 bytes |
//! | [`Game`] | FEN of the start, `moves`, the moves in UCI, and `end` with an outcome if one was declared | the bytes of [`Game::pack`] |
//! | [`Setup`], [`Fen`] | FEN | the same |
//! | [`Board`], [`State`] | the first field of a FEN; the other five | the same |
//! | [`Square`], [`File`], [`Rank`] | `"e4"`, `"e"`, `"4"` | the index, one byte |
//! | [`Bitboard`] | `0x` and sixteen hexadecimal digits | the word |
//! | [`Color`], [`PieceType`] | `"white"`, `"knight"` | 0 or 1; 0 for a king to 5 for a pawn |
//! | [`Piece`] | the letter of a FEN, `"N"` | the piece type, and 8 more for Black |
//! | [`CastlingRights`], [`CastlingRooks`] | `"KQkq"`, `"HAha"` | the bits; four squares |
//! | [`MoveDigest`] | its number | its number |
//! | [`Move`] | the whole word, as a [`Bitboard`] | the word |
//! | [`Outcome`] | the result and the reason, `"1-0 checkmate"` | two bytes |
//! | [`GameResult`](crate::GameResult) | the marker, `"1/2-1/2"` | one byte |
//! | [`Statistics`](crate::perft::Statistics) | its fields by name | the same |
//! | other enums | a word | one byte |
//!
//! A move alone has no text that could be read back: `e1g1` castles or steps, depending on the position. So a digest is
//! its sixteen bits, which [`Position::decode`] turns into a move again; to store moves for people, write the
//! [UCI](Position::to_uci) or [SAN](Position::to_san) of each along with its position, or the whole [`Game`].
//!
//! Reading is as strict as the constructors: what is read is a valid value, or an error says what is wrong. What a form
//! leaves out is lost: moves taken back, and a form of castling that does not follow from the start (`Game`), homes of
//! rooks without a right (`Setup`). A [`Position`] that only [`Strictness::WellDefined`](crate::Strictness) accepts is
//! not read back; its [`Setup`] is.
//!
//! # Stability
//!
//! Every version reads what earlier versions wrote.
//!
//! ```
//! use philidor::{Color, Position, Square};
//! let value = (Square::E4, Color::White, Position::default());
//! let json = serde_json::to_string(&value)?;
//! assert_eq!(json, r#"["e4","white","rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]"#);
//! assert_eq!(serde_json::from_str::<(Square, Color, Position)>(&json)?, value);
//! # Ok::<(), serde_json::Error>(())
//! ```

// * `words.rs`, `records.rs`, `forms.rs`: enums; values with named fields; all other values
// * `hexadecimal.rs`: bytes that people read
mod forms;
mod hexadecimal;
#[cfg(feature = "statistics")]
mod records;
mod words;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{self, Deserializer, SeqAccess, Visitor};
use ::serde::{Deserialize, Serialize, Serializer};

#[allow(unused_imports, reason = "the names in the table above")]
use crate::{
    Bitboard, Board, CastlingRights, CastlingRooks, Color, Fen, File, Game, Move, MoveDigest, Outcome, Piece,
    PieceType, Position, Rank, Setup, Square, State, binary::PackedPosition,
};

/// The two forms of a value.
trait Form: Sized {
    /// Completes the error for an invalid text: `a square`.
    const EXPECTED: &'static str;
    /// The form in binary formats.
    type Compact: Serialize + for<'de> Deserialize<'de>;

    fn text(&self) -> impl fmt::Display;
    fn from_text(text: &str) -> Result<Self, String>;
    fn compact(&self) -> Self::Compact;
    fn from_compact(compact: Self::Compact) -> Result<Self, String>;
}

/// The error for an invalid text, if there is no more specific one.
fn refused<T: Form>(what: impl fmt::Display) -> String {
    format!("`{what}` is not {}", T::EXPECTED)
}

fn serialize<T: Form, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&value.text())
    } else {
        value.compact().serialize(serializer)
    }
}

fn deserialize<'de, T: Form, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Text(PhantomData))
    } else {
        T::from_compact(T::Compact::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Visits a text.
struct Text<T>(PhantomData<T>);

impl<T: Form> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).map_err(E::custom)
    }
}

/// Implements both `serde` traits for types with two forms.
macro_rules! through_serde {
    ($($name:ty),* $(,)?) => {$(
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serde::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $crate::serde::deserialize(deserializer)
            }
        }
    )*};
}
use through_serde;

/// Bytes as bytes, which formats may write more compactly than a sequence of numbers.
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.into()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes(bytes))
    }
}

impl Serialize for MoveDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MoveDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveDigest, D::Error> {
        u16::deserialize(deserializer).map(MoveDigest)
    }
}
