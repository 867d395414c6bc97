//! A valid position of a variant, and how moves change it.
//!
//! ```text
//! board              pieces on squares, as in chess
//! state              rights, en passant, clocks, side to move, as in chess
//! castling homes     which king and which rooks castle
//! extra              pockets, promoted pieces, checks: what the variant adds, often nothing
//! key                pieces and rights; the rest is added when the key is asked for
//! ```
//!
//! A position is copied to be taken back: an explosion takes up to nine pieces, and to note them costs more than the
//! copy.

// `play.rs`: moves played; `validation.rs`: the door from setups; `questions.rs`: checks, ends, keys.
mod play;
mod questions;
mod validation;

use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use philidor::{
    Bitboard, Board, CastlingRights, CastlingRooks, Color, Piece, PieceType, Setup, Square, State, Strictness,
};

use crate::fault::VariantError;
use crate::key;
use crate::moves::Stem;
use crate::rules::Rules;

/// A position of a variant whose moves are well defined.
///
/// It is made from a FEN or a setup, and moves change it. `==` compares everything that a FEN shows.
///
/// ```
/// use philidor_variants::{Crazyhouse, VariantPosition};
/// let start = VariantPosition::<Crazyhouse>::default();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct VariantPosition<R: Rules> {
    board: Board,
    /// The key of pieces, rights and side to move.
    kept_key: u64,
    state: State,
    castling_rooks: CastlingRooks,
    /// The kings that have castling rights; a1 for a side without.
    castling_kings: [Square; 2],
    /// All squares whose piece has a castling right or belongs to one.
    castling_homes: Bitboard,
    extra: R::Extra,
    rules: PhantomData<R>,
}

impl<R: Rules> PartialEq for VariantPosition<R> {
    fn eq(&self, other: &VariantPosition<R>) -> bool {
        self.to_setup() == other.to_setup() && self.extra == other.extra
    }
}

impl<R: Rules> Eq for VariantPosition<R> {}

impl<R: Rules> Hash for VariantPosition<R> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
        self.state.hash(hasher);
        self.extra.hash(hasher);
    }
}

impl<R: Rules> Default for VariantPosition<R> {
    /// The start position of the variant.
    fn default() -> VariantPosition<R> {
        let (setup, extra) = R::start();
        VariantPosition::trusted(setup, extra)
    }
}

/// What a position was before a move: from [`VariantPosition::play`], for [`VariantPosition::undo`].
#[derive(Clone, Copy, Debug)]
pub struct VariantUndo<R: Rules>(VariantPosition<R>);

impl<R: Rules> VariantPosition<R> {
    /// A position from a setup whose moves are known to be well defined.
    fn trusted(setup: Setup, extra: R::Extra) -> VariantPosition<R> {
        let Setup { board, state, castling_rooks } = setup.without_unused_castling_rooks();
        let castling_kings = Color::ALL.map(|color| castling_king(&setup, color).unwrap_or(Square::A1));
        let mut position = VariantPosition {
            board,
            kept_key: 0,
            state,
            castling_rooks,
            castling_kings,
            castling_homes: Bitboard::EMPTY,
            extra,
            rules: PhantomData,
        };
        position.castling_homes = position.homes();
        position.kept_key = position.key_of_all();
        position
    }

    fn homes(&self) -> Bitboard {
        let mut homes = Bitboard::EMPTY;
        for (_, color, side) in CastlingRights::EACH {
            if self.state.castling_rights.has(color, side) {
                homes.insert(self.castling_kings[color.index()]);
                homes.insert(self.castling_rooks.square(color, side));
            }
        }
        homes
    }

    /// The key of pieces, rights and side to move, from nothing.
    fn key_of_all(&self) -> u64 {
        let mut sum = key::castling(self.state.castling_rights);
        for square in self.board.occupied() {
            if let Some(Piece { color, piece_type }) = self.board.piece_at(square) {
                sum ^= key::piece(color, piece_type, square);
            }
        }
        if self.state.side_to_move == Color::Black { sum ^ key::BLACK_TO_MOVE } else { sum }
    }

    /// The start with a number of Chess960, 0 to 959, if the variant has such starts. Black's pieces alone stand as in
    /// Chess960 in horde.
    ///
    /// ```
    /// use philidor_variants::{Atomic, RacingKings, VariantPosition};
    /// assert!(VariantPosition::<Atomic>::chess960(0).is_some());
    /// assert!(VariantPosition::<RacingKings>::chess960(0).is_none());
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<VariantPosition<R>> {
        R::chess960(number).map(|(setup, extra)| VariantPosition::trusted(setup, extra))
    }

    /// A position from a setup and what the variant adds to it.
    ///
    /// # Errors
    ///
    /// All faults that count at this strictness.
    ///
    /// ```
    /// use philidor::{Setup, Strictness};
    /// use philidor_variants::{Horde, VariantPosition};
    /// let setup: Setup = "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1".parse()?;
    /// let position = VariantPosition::<Horde>::from_setup(setup, (), Strictness::Reachable)?;
    /// assert_eq!(position.legal_moves().len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(
        setup: Setup,
        extra: R::Extra,
        strictness: Strictness,
    ) -> Result<VariantPosition<R>, VariantError> {
        match validation::faults::<R>(&setup, &extra, strictness) {
            faults if faults.is_empty() => Ok(VariantPosition::trusted(setup, extra)),
            faults => Err(VariantError::Setup(faults)),
        }
    }

    /// Board and state as a setup, which can be changed freely.
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        let VariantPosition { board, state, castling_rooks, .. } = *self;
        Setup { board, state, castling_rooks }.without_unused_castling_rooks()
    }

    /// The pieces on the squares.
    #[must_use]
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Rights, en-passant square, clocks, side to move.
    #[must_use]
    #[inline(always)]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// What the variant adds.
    #[must_use]
    #[inline(always)]
    pub const fn extra(&self) -> &R::Extra {
        &self.extra
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    /// The home squares of the rooks that castle.
    #[must_use]
    pub const fn castling_rooks(&self) -> CastlingRooks {
        self.castling_rooks
    }

    /// The king of `color` that castles, if the side has a right to.
    #[inline(always)]
    pub(crate) fn castling_king(&self, color: Color) -> Square {
        self.castling_kings[color.index()]
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        CastlingRights::EACH.into_iter().any(|(_, color, side)| {
            self.state.castling_rights.has(color, side)
                && (self.castling_king(color).file() != philidor::File::E
                    || self.castling_rooks.square(color, side) != CastlingRooks::STANDARD.square(color, side))
        })
    }

    pub(crate) fn stem(&self) -> Stem {
        Stem { rights: self.state.castling_rights, file: self.state.en_passant.map(Square::file) }
    }
}

/// The king that has a side's castling rights: the one on the home rank that stands between its rooks, or beside its
/// rook. Where kings are ordinary pieces, there may be several.
pub(super) fn castling_king(setup: &Setup, color: Color) -> Option<Square> {
    use philidor::{CastlingSide, Rank};
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let kings = setup.board.colored_pieces(color, PieceType::King) & home;
    let fits = |king: &Square| {
        CastlingSide::ALL.into_iter().filter(|&side| setup.state.castling_rights.has(color, side)).all(
            |side| {
                let rook = setup.castling_rooks.square(color, side);
                match side {
                    CastlingSide::Short => rook.file() > king.file(),
                    CastlingSide::Long => rook.file() < king.file(),
                }
            },
        )
    };
    kings.into_iter().find(fits).or(kings.first())
}
