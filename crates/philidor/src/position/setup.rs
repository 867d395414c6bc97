//! Anything that can stand on a board, with its state: nothing about it is checked. `validation.rs` does that.

use super::board::Board;
use super::state::State;
use crate::types::{Bitboard, CastlingRights, CastlingRooks, Color, File, Piece, PieceType, Rank, Square};

/// Pieces, state and castling rooks in any combination, for editors, puzzles and parsers.
///
/// ```
/// use philidor::{Color, Fault, Piece, PieceType, Position, Setup, Square};
///
/// let mut setup = Setup::empty();
/// setup.board.put(Square::E1, Piece::new(Color::White, PieceType::King));
/// assert_eq!(setup.faults(), [Fault::MissingKing { color: Color::Black }]);
/// setup.board.put(Square::E8, Piece::new(Color::Black, PieceType::King));
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.legal_moves().len(), 5);
/// # Ok::<(), philidor::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces on the squares.
    pub board: Board,
    /// Castling rights, en-passant square, clocks, side to move.
    pub state: State,
    /// The home squares of the rooks that castle; those of rooks without a right have no meaning.
    pub castling_rooks: CastlingRooks,
}

impl Default for Setup {
    /// The start position of standard chess.
    fn default() -> Setup {
        let mut setup = Setup::empty();
        setup.state.castling_rights = CastlingRights::ANY;
        for (file, letter) in File::ALL.into_iter().zip("rnbqkbnr".chars()) {
            for color in Color::ALL {
                let home = Square::new(file, Rank::First.relative_to(color));
                let front = Square::new(file, Rank::Second.relative_to(color));
                if let Some(piece_type) = PieceType::from_letter(letter) {
                    setup.board.put(home, Piece::new(color, piece_type));
                }
                setup.board.put(front, Piece::new(color, PieceType::Pawn));
            }
        }
        setup
    }
}

impl Setup {
    /// No pieces, no rights, White to move, move 1.
    #[must_use]
    pub fn empty() -> Setup {
        Setup { board: Board::default(), state: State::default(), castling_rooks: CastlingRooks::default() }
    }

    /// The same setup with the homes of all rooks without a right reset to the corners, where a FEN has them, too.
    ///
    /// ```
    /// use philidor::{CastlingRooks, CastlingSide, Color, File, Setup};
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1".parse()?;
    /// let before = setup;
    /// setup.castling_rooks.set(Color::White, CastlingSide::KingSide, File::F);
    /// assert_eq!(setup.without_unused_castling_rooks(), before);
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn without_unused_castling_rooks(mut self) -> Setup {
        self.castling_rooks = self.castling_rooks.of_rights(self.state.castling_rights);
        self
    }

    /// The squares of the kings and rooks that have a castling right, in a setup without faults.
    #[inline(always)]
    pub(super) fn castling_homes(&self) -> Bitboard {
        let mut homes = Bitboard::EMPTY;
        for (_, color, side) in CastlingRights::EACH {
            if self.state.castling_rights.has(color, side) {
                homes.insert(self.board.king(color));
                homes.insert(self.castling_rooks.square(color, side));
            }
        }
        homes
    }

    /// The square of a side's only king.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.board.colored_pieces(color, PieceType::King).single()
    }
}
