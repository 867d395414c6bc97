//! What can be played: positions of one variant, and of any.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use philidor::{
    Bitboard, Board, CastlingMode, CastlingNotation, CastlingRooks, Color, EnPassantPolicy, PieceType, San,
    Square, State,
};

use crate::extra::{Extra, Pocket};
use crate::moves::VariantMove;
use crate::notation::{VariantMoveError, VariantMoveFault};
use crate::outcome::VariantOutcome;
use crate::perft::perft;
use crate::position::Rules;
use crate::position::VariantPosition;

/// A position that games and tools can use without knowing its rules: a [`VariantPosition`], or an
/// [`AnyPosition`](crate::AnyPosition). What it has in common with [`VariantPosition`] has the same names.
///
/// ```
/// use philidor_variants::{AnyPosition, Playable, Variant};
/// let position = AnyPosition::start(Variant::Horde);
/// assert_eq!(position.legal_moves().len(), 8);
/// ```
pub trait Playable: Clone + PartialEq + fmt::Debug + fmt::Display {
    /// The name of the variant, as the tag `Variant` of PGN has it.
    fn variant_name(&self) -> &'static str;

    /// The pieces on the squares.
    fn board(&self) -> &Board;

    /// Rights, en-passant square, clocks, side to move.
    fn state(&self) -> &State;

    /// The home squares of the rooks that castle.
    fn castling_rooks(&self) -> CastlingRooks;

    /// The pieces that a side can drop.
    fn pocket(&self, color: Color) -> Pocket;

    /// The squares of promoted pieces, where the variant marks them.
    fn promoted(&self) -> Bitboard;

    /// How many checks a side has given, where the variant counts them.
    fn checks_given(&self, color: Color) -> u8;

    /// Replaces the contents of a list by all legal moves.
    fn legal_moves_into(&self, list: &mut Vec<VariantMove>);

    /// Plays a move that is known to be legal, unchecked, and keeps nothing to take the move back.
    fn advance(&mut self, mv: VariantMove);

    /// The enemy pieces that give check.
    fn checkers(&self) -> Bitboard;

    /// How the game has ended by the goal of the variant.
    fn variant_end(&self) -> Option<VariantOutcome>;

    /// How the game has ended on the board.
    fn outcome(&self) -> Option<VariantOutcome>;

    /// Whether a side can no longer win.
    fn has_insufficient_material(&self, color: Color) -> bool;

    /// Whether fifty moves without capture or pawn move are a draw.
    fn counts_moves(&self) -> bool;

    /// The Zobrist key.
    fn key(&self) -> u64;

    /// Whether some castling right is of Chess960: castling is then written as the king taking its own rook.
    fn is_chess960(&self) -> bool;

    /// The move that only passes the turn; `None` in check.
    fn null_move(&self) -> Option<VariantMove>;

    /// A legal move in standard algebraic notation.
    fn to_san(&self, mv: VariantMove) -> String;

    /// A move in UCI notation, castling in the form that the position itself shows.
    fn to_uci(&self, mv: VariantMove) -> String;

    /// A move in UCI notation, castling in a given form.
    fn to_uci_in(&self, mv: VariantMove, mode: CastlingMode) -> String;

    /// The legal move that a text in standard algebraic notation stands for.
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move.
    fn parse_san(&self, text: &[u8]) -> Result<VariantMove, VariantMoveError>;

    /// The legal move that a text is, written as [`to_san`](Playable::to_san) writes it; only the mark of check or of
    /// the end may be missing.
    ///
    /// # Errors
    ///
    /// Those of [`parse_san`](Playable::parse_san), and [`VariantMoveError::Misspelled`].
    ///
    /// ```
    /// use philidor_variants::{Atomic, Playable, VariantPosition};
    /// let start = VariantPosition::<Atomic>::default();
    /// assert_eq!(start.parse_san_strictly(b"Nf3"), start.parse_san(b"Ng1-f3"));
    /// assert!(start.parse_san_strictly(b"Ng1-f3").is_err());
    /// ```
    fn parse_san_strictly(&self, text: &[u8]) -> Result<VariantMove, VariantMoveError> {
        let mv = self.parse_san(text)?;
        let san = San::new(&self.to_san(mv)).unwrap_or_default();
        san.check(text).map(|()| mv).map_err(|_| VariantMoveError::Misspelled(san))
    }

    /// The legal move that a text in UCI notation stands for.
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move.
    fn parse_uci(&self, text: &[u8]) -> Result<VariantMove, VariantMoveError>;

    /// The legal move from one square to another.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn find_move(
        &self,
        origin: Square,
        destination: Square,
        promotion: Option<PieceType>,
    ) -> Result<VariantMove, VariantMoveFault>;

    /// The position as a FEN.
    fn fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> String;

    /// How many sequences of legal moves there are.
    fn perft(&self, depth: u32) -> u64;

    /// All legal moves.
    fn legal_moves(&self) -> Vec<VariantMove> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(&mut list);
        list
    }

    /// The position after a move that is known to be legal.
    #[must_use]
    fn after(&self, mv: VariantMove) -> Self {
        let mut child = self.clone();
        child.advance(mv);
        child
    }

    /// The side to move.
    fn side_to_move(&self) -> Color {
        self.state().side_to_move
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }
}

/// The methods that positions of one variant, and of any, forward.
macro_rules! handed_on {
    ($each:ident) => {
        $each! {
            fn board(&self) -> &Board;
            fn state(&self) -> &State;
            fn castling_rooks(&self) -> CastlingRooks;
            fn legal_moves_into(&self, list: &mut Vec<VariantMove>) -> ();
            fn advance(&mut self, mv: VariantMove) -> ();
            fn checkers(&self) -> Bitboard;
            fn variant_end(&self) -> Option<VariantOutcome>;
            fn outcome(&self) -> Option<VariantOutcome>;
            fn has_insufficient_material(&self, color: Color) -> bool;
            fn key(&self) -> u64;
            fn is_chess960(&self) -> bool;
            fn null_move(&self) -> Option<VariantMove>;
            fn to_san(&self, mv: VariantMove) -> String;
            fn to_uci(&self, mv: VariantMove) -> String;
            fn to_uci_in(&self, mv: VariantMove, mode: CastlingMode) -> String;
            fn parse_san(&self, text: &[u8]) -> Result<VariantMove, VariantMoveError>;
            fn parse_uci(&self, text: &[u8]) -> Result<VariantMove, VariantMoveError>;
            fn find_move(&self, origin: Square, destination: Square, promotion: Option<PieceType>) -> Result<VariantMove, VariantMoveFault>;
        }
    };
}
pub(crate) use handed_on;

/// Forwards methods to the position's own.
macro_rules! own_methods {
    ($(fn $method:ident(&$($this:ident)+ $(, $argument:ident: $type:ty)*) -> $output:ty;)*) => {$(
        own_methods! { @one $method [$($this)+] [$($argument: $type),*] $output }
    )*};
    (@one $method:ident [self] [$($argument:ident: $type:ty),*] $output:ty) => {
        #[inline]
        fn $method(&self, $($argument: $type),*) -> $output {
            VariantPosition::$method(self, $($argument),*)
        }
    };
    (@one $method:ident [mut self] [$($argument:ident: $type:ty),*] $output:ty) => {
        #[inline]
        fn $method(&mut self, $($argument: $type),*) -> $output {
            VariantPosition::$method(self, $($argument),*)
        }
    };
}

impl<R: Rules> Playable for VariantPosition<R> {
    handed_on!(own_methods);

    fn variant_name(&self) -> &'static str {
        R::NAME
    }

    fn pocket(&self, color: Color) -> Pocket {
        self.extra().pocket(color)
    }

    fn promoted(&self) -> Bitboard {
        self.extra().promoted()
    }

    fn checks_given(&self, color: Color) -> u8 {
        self.extra().checks(color)
    }

    fn counts_moves(&self) -> bool {
        R::COUNTS_MOVES
    }

    fn fen(&self, en_passant: EnPassantPolicy, castling: CastlingNotation) -> String {
        self.to_fen(en_passant, castling).to_string()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }
}
