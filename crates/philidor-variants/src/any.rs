//! A position of any variant in one type, for sites and tools that learn the variant at run time.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use philidor::{
    Bitboard, Board, CastlingMode, CastlingNotation, CastlingRooks, Color, EnPassantPolicy, PieceType,
    Square, State, Strictness,
};

use crate::extra::Pocket;
use crate::fault::VariantError;
use crate::moves::VariantMove;
use crate::notation::{VariantFen, VariantMoveError, VariantMoveFault};
use crate::outcome::VariantOutcome;
use crate::playable::{Playable, handed_on};
use crate::position::{Rules, VariantPosition};
use crate::rules::{
    Antichess, Atomic, Chess, Crazyhouse, Giveaway, Horde, KingOfTheHill, RacingKings, Suicide, ThreeCheck,
};
use crate::variant::Variant;

/// Writes the enum and a macro that does the same with each of its values.
macro_rules! any_position {
    ($($name:ident),*) => {
        /// A position of any variant.
        ///
        /// Its methods are those of [`Playable`].
        ///
        /// ```
        /// use philidor_variants::{AnyPosition, Playable, Variant};
        /// let variant: Variant = "crazyhouse".parse()?;
        /// let mut position = AnyPosition::from_fen(variant, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")?;
        /// position.advance(position.parse_san(b"N@f6")?);
        /// assert_eq!(position.to_string(), "4k3/8/5N2/8/8/8/8/4K3[] b - - 1 1");
        /// assert_eq!(position.variant(), variant);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyPosition {
            $(#[doc = concat!("A position of ", stringify!($name), ".")] $name(VariantPosition<$name>),)*
        }

        $(impl From<VariantPosition<$name>> for AnyPosition {
            fn from(position: VariantPosition<$name>) -> AnyPosition {
                AnyPosition::$name(position)
            }
        })*

        /// Does the same with the position of each variant.
        macro_rules! each {
            ($value:expr, $position:ident => $result:expr) => {
                match $value { $(AnyPosition::$name($position) => $result,)* }
            };
        }

        impl AnyPosition {
            /// The start position of a variant.
            #[must_use]
            pub fn start(variant: Variant) -> AnyPosition {
                match variant { $(Variant::$name => VariantPosition::<$name>::default().into(),)* }
            }

            /// The start with a number of Chess960, if the variant has such starts.
            #[must_use]
            pub fn chess960(variant: Variant, number: u16) -> Option<AnyPosition> {
                match variant { $(Variant::$name => VariantPosition::<$name>::chess960(number).map(AnyPosition::from),)* }
            }

            /// A position of a variant from a FEN, at a strictness.
            ///
            /// # Errors
            ///
            /// As for [`VariantPosition::from_setup`], and if the text is not a FEN.
            pub fn from_fen_with(variant: Variant, text: &str, strictness: Strictness) -> Result<AnyPosition, VariantError> {
                match variant { $(Variant::$name => read::<$name>(text, strictness).map(AnyPosition::from),)* }
            }

            /// The variant.
            #[must_use]
            pub const fn variant(&self) -> Variant {
                match self { $(AnyPosition::$name(_) => Variant::$name,)* }
            }
        }
    };
}

any_position! { Chess, Antichess, Atomic, Crazyhouse, Giveaway, Horde, KingOfTheHill, RacingKings, Suicide, ThreeCheck }

impl Default for AnyPosition {
    /// The start position of chess.
    fn default() -> AnyPosition {
        AnyPosition::start(Variant::Chess)
    }
}

fn read<R: Rules>(text: &str, strictness: Strictness) -> Result<VariantPosition<R>, VariantError> {
    let VariantFen { fen, extra } = text.parse::<VariantFen<R>>()?;
    VariantPosition::from_setup(fen.setup, extra, strictness)
}

impl AnyPosition {
    /// A position of a variant from a FEN that a game can reach.
    ///
    /// # Errors
    ///
    /// As for [`VariantPosition::from_setup`], and if the text is not a FEN.
    pub fn from_fen(variant: Variant, text: &str) -> Result<AnyPosition, VariantError> {
        AnyPosition::from_fen_with(variant, text, Strictness::Reachable)
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        each!(self, position => position.is_chess960())
    }
}

impl fmt::Display for AnyPosition {
    /// As a FEN of the variant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, position => position.fmt(f))
    }
}

/// To the position of the variant.
macro_rules! of_the_variant {
    ($(fn $method:ident(&$($this:ident)+ $(, $argument:ident: $type:ty)*) -> $output:ty;)*) => {$(
        of_the_variant! { @one $method [$($this)+] [$($argument: $type),*] $output }
    )*};
    (@one $method:ident [self] [$($argument:ident: $type:ty),*] $output:ty) => {
        fn $method(&self, $($argument: $type),*) -> $output {
            each!(self, position => Playable::$method(position, $($argument),*))
        }
    };
    (@one $method:ident [mut self] [$($argument:ident: $type:ty),*] $output:ty) => {
        fn $method(&mut self, $($argument: $type),*) -> $output {
            each!(self, position => Playable::$method(position, $($argument),*))
        }
    };
}

impl Playable for AnyPosition {
    handed_on!(of_the_variant);
    of_the_variant! {
        fn variant_name(&self) -> &'static str;
        fn pocket(&self, color: Color) -> Pocket;
        fn promoted(&self) -> Bitboard;
        fn checks_given(&self, color: Color) -> u8;
        fn counts_moves(&self) -> bool;
        fn fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> String;
        fn perft(&self, depth: u32) -> u64;
    }
}
