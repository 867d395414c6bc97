//! Enums as words, or as the index of a variant in the list below.

use alloc::string::String;
use core::fmt;

use super::{Form, refused, through_serde};
use crate::{
    CastlingMode, CastlingNotation, CastlingSide, Claim, Color, Draw, EnPassantPolicy, File, GameResult,
    MoveKind, MoveType, PieceType, Rank, Square, Win,
};

/// The variants of enums, each with its word; their order is that of the compact form, and never changes.
macro_rules! words {
    ($($name:ident, $expected:literal: $($variant:ident $word:literal),*;)*) => {
        $(
            impl Form for $name {
                const EXPECTED: &'static str = $expected;
                type Compact = u8;

                fn text(&self) -> impl fmt::Display {
                    match self { $($name::$variant => $word,)* }
                }

                fn from_text(text: &str) -> Result<$name, String> {
                    match text { $($word => Ok($name::$variant),)* _ => Err(refused::<$name>(text)) }
                }

                fn compact(&self) -> u8 {
                    const ALL: &[$name] = &[$($name::$variant),*];
                    ALL.iter().position(|variant| variant == self).unwrap_or(ALL.len()) as u8
                }

                fn from_compact(index: u8) -> Result<$name, String> {
                    const ALL: &[$name] = &[$($name::$variant),*];
                    ALL.get(usize::from(index)).copied().ok_or_else(|| refused::<$name>(index))
                }
            }
        )*
        through_serde! { $($name),* }
    };
}

words! {
    Color, "`white` or `black`": White "white", Black "black";
    CastlingSide, "`short` or `long`": KingSide "short", QueenSide "long";
    PieceType, "a piece type":
        King "king", Queen "queen", Rook "rook", Bishop "bishop", Knight "knight", Pawn "pawn";
    MoveType, "a move type":
        EnPassant "en passant", Promotion "promotion", Castling "castling", Normal "normal";
    MoveKind, "a kind of move": All "all", Tactical "tactical", Quiet "quiet", Captures "captures";
    CastlingMode, "`standard` or `chess960`": Standard "standard", Chess960 "chess960";
    CastlingNotation, "`x-fen` or `shredder`": XFen "x-fen", Shredder "shredder";
    EnPassantPolicy, "`always`, `pseudo-legal` or `legal`":
        Always "always", PseudoLegal "pseudo-legal", Legal "legal";
}

/// Ends of games: by the words that [`Outcome`](crate::Outcome) prints, or by their numbers. `Other` is
/// written as `a rule of the variant`, since a reader could not make its words again.
macro_rules! ends {
    ($($name:ident),*) => {
        $(
            impl Form for $name {
                const EXPECTED: &'static str = $name::EXPECTED;
                type Compact = u8;

                fn text(&self) -> impl fmt::Display {
                    $name::from_number(self.number()).unwrap_or(*self)
                }

                fn from_text(text: &str) -> Result<$name, String> {
                    $name::from_word(text).ok_or_else(|| refused::<$name>(text))
                }

                fn compact(&self) -> u8 {
                    self.number()
                }

                fn from_compact(index: u8) -> Result<$name, String> {
                    $name::from_number(index).ok_or_else(|| refused::<$name>(index))
                }
            }
        )*
        through_serde! { $($name),* }
    };
}

ends! { Win, Draw, Claim, GameResult }

/// Files, ranks and squares: by name, or by index.
macro_rules! places {
    ($($name:ident, $expected:literal, $read:expr;)*) => {
        $(
            impl Form for $name {
                const EXPECTED: &'static str = $expected;
                type Compact = u8;

                fn text(&self) -> impl fmt::Display {
                    *self
                }

                fn from_text(text: &str) -> Result<$name, String> {
                    let read: fn(&str) -> Option<$name> = $read;
                    read(text).ok_or_else(|| refused::<$name>(text))
                }

                fn compact(&self) -> u8 {
                    *self as u8
                }

                fn from_compact(index: u8) -> Result<$name, String> {
                    $name::from_index(usize::from(index)).ok_or_else(|| refused::<$name>(index))
                }
            }
        )*
        through_serde! { $($name),* }
    };
}

places! {
    File, "a file from a to h", |text| super::forms::only_letter(text).and_then(File::from_letter);
    Rank, "a rank from 1 to 8", |text| super::forms::only_letter(text).and_then(Rank::from_letter);
    Square, "a square from a1 to h8", |text| text.parse().ok();
}
