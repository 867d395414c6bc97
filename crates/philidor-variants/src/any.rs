//! A position of any variant in one type, for sites and tools that learn the variant at run time.

use alloc::string::{String, ToString};
use core::fmt;

use philidor::{
    Bitboard, CastlingNotation, Color, EnPassantPolicy, Move, MoveFault, Outcome, PieceType, PositionError,
    Setup, SetupError, Square, Strictness,
};

use crate::extra::{Checks, Extra, Pocket, Pockets};
use crate::notation::ExtendedFen;
use crate::perft::perft;
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
        /// Most of its methods are those of [`GamePosition`](philidor::GamePosition).
        ///
        /// ```
        /// use philidor::GamePosition;
        /// use philidor_variants::{AnyPosition, Variant};
        /// let variant: Variant = "crazyhouse".parse()?;
        /// let mut position = AnyPosition::from_fen(variant, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")?;
        /// position.play(position.parse_san("N@f6")?)?;
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

            /// The start with a number of Chess960, 0 to 959, if the variant has such starts.
            ///
            /// ```
            /// use philidor_variants::{AnyPosition, Variant};
            /// assert_eq!(AnyPosition::chess960(Variant::Atomic, 518), Some(AnyPosition::start(Variant::Atomic)));
            /// assert_eq!(AnyPosition::chess960(Variant::RacingKings, 518), None);
            /// ```
            #[must_use]
            pub fn chess960(variant: Variant, number: u16) -> Option<AnyPosition> {
                match variant { $(Variant::$name => VariantPosition::<$name>::chess960(number).map(AnyPosition::from),)* }
            }

            /// A position of a variant from a FEN, at a strictness.
            ///
            /// # Errors
            ///
            /// As for [`VariantPosition::from_setup`], and if the text is not a FEN.
            ///
            /// ```
            /// use philidor::Strictness;
            /// use philidor_variants::{AnyPosition, Variant};
            /// let fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1"; // a race starts with one queen
            /// assert!(AnyPosition::from_fen_with(Variant::RacingKings, fen, Strictness::Reachable).is_err());
            /// assert!(AnyPosition::from_fen_with(Variant::RacingKings, fen, Strictness::WellDefined).is_ok());
            /// ```
            pub fn from_fen_with(variant: Variant, text: &str, strictness: Strictness) -> Result<AnyPosition, PositionError> {
                match variant { $(Variant::$name => read::<$name>(text, strictness).map(AnyPosition::from),)* }
            }

            /// A position of a variant from a setup and what the variant adds to it, as a board editor has them. What
            /// the variant does not have is left out.
            ///
            /// # Errors
            ///
            /// As for [`VariantPosition::from_setup`].
            ///
            /// ```
            /// use philidor::{Color, PieceType, Strictness};
            /// use philidor_variants::{AnyPosition, Variant};
            /// let start = AnyPosition::start(Variant::Crazyhouse);
            /// let (setup, mut extra) = start.to_setup();
            /// extra.pockets.pocket_mut(Color::White).add(PieceType::Knight);
            /// let error = AnyPosition::from_setup(Variant::Crazyhouse, setup, extra, Strictness::Reachable);
            /// assert_eq!(error.unwrap_err().to_string(), "board and pockets have 33 pieces, more than 32");
            /// let without = AnyPosition::from_setup(Variant::Atomic, setup, extra, Strictness::Reachable)?;
            /// assert_eq!(without, AnyPosition::start(Variant::Atomic));
            /// # Ok::<(), philidor::PositionError>(())
            /// ```
            pub fn from_setup(
                variant: Variant,
                setup: Setup,
                extra: AnyExtra,
                strictness: Strictness,
            ) -> Result<AnyPosition, SetupError> {
                match variant {
                    $(Variant::$name => {
                        VariantPosition::<$name>::from_setup(setup, copied(&extra), strictness).map(AnyPosition::from)
                    })*
                }
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

/// What positions of any variant have besides pieces and state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AnyExtra {
    /// Pockets and promoted pieces, of crazyhouse.
    pub pockets: Pockets,
    /// The checks given, of three-check.
    pub checks: Checks,
}

impl Extra for AnyExtra {
    const HAS_POCKETS: bool = true;
    const COUNTS_CHECKS: bool = true;

    fn pocket(&self, color: Color) -> Pocket {
        self.pockets.pocket(color)
    }

    fn set_pocket(&mut self, color: Color, pocket: Pocket) {
        self.pockets.set_pocket(color, pocket);
    }

    fn promoted(&self) -> Bitboard {
        self.pockets.promoted()
    }

    fn set_promoted(&mut self, squares: Bitboard) {
        self.pockets.set_promoted(squares);
    }

    fn checks(&self, color: Color) -> u8 {
        self.checks.checks(color)
    }

    fn set_checks(&mut self, color: Color, checks: u8) {
        self.checks.set_checks(color, checks);
    }

    fn key(&self) -> u64 {
        self.pockets.key() ^ self.checks.key()
    }
}

/// A copy in another type, of as much as that type holds.
fn copied<E: Extra>(extra: &impl Extra) -> E {
    let mut copy = E::default();
    copy.set_promoted(extra.promoted());
    for color in Color::ALL {
        copy.set_pocket(color, extra.pocket(color));
        copy.set_checks(color, extra.checks(color));
    }
    copy
}

fn read<R: Rules>(text: &str, strictness: Strictness) -> Result<VariantPosition<R>, PositionError> {
    let ExtendedFen { fen, extra } = text.parse::<ExtendedFen<R>>()?;
    Ok(VariantPosition::from_setup(fen.setup, extra, strictness)?)
}

impl AnyPosition {
    /// A position of a variant from a FEN that a game can reach.
    ///
    /// # Errors
    ///
    /// As for [`VariantPosition::from_setup`], and if the text is not a FEN.
    pub fn from_fen(variant: Variant, text: &str) -> Result<AnyPosition, PositionError> {
        AnyPosition::from_fen_with(variant, text, Strictness::Reachable)
    }

    /// Board, state and what the variant adds, which can be changed freely: see [`AnyPosition::from_setup`].
    #[must_use]
    pub fn to_setup(&self) -> (Setup, AnyExtra) {
        each!(self, position => (position.to_setup(), copied(position.extra())))
    }

    /// The name of the variant, as the tag `Variant` of PGN has it.
    #[must_use]
    pub fn variant_name(&self) -> &'static str {
        fn name<R: Rules>(_: &VariantPosition<R>) -> &'static str {
            R::NAME
        }
        each!(self, position => name(position))
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        each!(self, position => position.is_chess960())
    }

    /// The pieces that a side can drop.
    #[must_use]
    pub fn pocket(&self, color: Color) -> Pocket {
        each!(self, position => position.extra().pocket(color))
    }

    /// The squares of promoted pieces, where the variant marks them.
    #[must_use]
    pub fn promoted(&self) -> Bitboard {
        each!(self, position => position.extra().promoted())
    }

    /// How many checks a side has given, where the variant counts them.
    #[must_use]
    pub fn checks_given(&self, color: Color) -> u8 {
        each!(self, position => position.extra().checks(color))
    }

    /// The enemy pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        each!(self, position => position.checkers())
    }

    /// How the game has ended by the goal of the variant.
    #[must_use]
    pub fn variant_end(&self) -> Option<Outcome> {
        each!(self, position => position.variant_end())
    }

    /// The legal move from one square to another.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn find_move(
        &self,
        origin: Square,
        destination: Square,
        promotion: Option<PieceType>,
    ) -> Result<Move, MoveFault> {
        each!(self, position => position.find_move(origin, destination, promotion))
    }

    /// The position as a FEN, with a choice of when to write the en-passant square and how to write castling rights.
    #[must_use]
    pub fn fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> String {
        each!(self, position => position.to_fen(en_passant, castling).to_string())
    }

    /// How many sequences of legal moves there are.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        each!(self, position => perft(position, depth))
    }
}

impl fmt::Display for AnyPosition {
    /// As a FEN of the variant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, position => position.fmt(f))
    }
}

#[expect(clippy::single_component_path_imports, reason = "it makes the macro known to other files")]
pub(crate) use each;
