//! A valid game state (the board representation is bitboards), and how moves change it.
//!
//! A [`Setup`] is anything that can stand on a board; a [`Position`] always has a well-defined list of moves. The
//! validation between them is in `validation.rs`, and all later code relies on it. `play.rs` plays moves and takes them
//! back, `legality.rs` tests single moves, `dead.rs` recognizes positions in which neither side can win, `key.rs` has
//! the keys.

// * `board.rs`, `state.rs`: pieces on squares, and what a position has besides them
// * `setup.rs`, `fault.rs`, `validation.rs`: anything on a board, what can be wrong with it, and the one door to
//   positions
// * `play.rs`, `legality.rs`: play and undo; single moves checked (decode, pseudo-legal, gives check)
// * `dead.rs`, `chess960.rs`, `successor.rs`: positions that neither side can win, start positions by number, the move
//   between two positions
// * `drawing.rs`, `symmetry.rs`: boards read as they are printed; boards and positions flipped and rotated
// * `key.rs`, `zobrist.rs`, `polyglot.rs`: keys, the words of pieces and rights, and the random words they are made of
mod board;
mod chess960;
mod dead;
mod drawing;
mod fault;
mod key;
mod legality;
mod play;
mod polyglot;
mod setup;
mod state;
mod successor;
mod symmetry;
mod validation;
pub(crate) mod zobrist;

pub use board::Board;
pub use drawing::ParseBoardError;
pub use fault::{CastlingFault, EnPassantFault, Fault};
pub use legality::CastlingPath;
pub use play::{IllegalMove, Undo};
pub(crate) use play::{captured_en_passant, passed_square};
pub use setup::Setup;
pub use state::State;
pub use validation::{SetupError, Strictness};

use core::hash::{Hash, Hasher};

use crate::attacks::{self, Magic, Sliders};
use crate::types::{Bitboard, CastlingRights, CastlingRooks, Color, File, Piece, PieceType, Square};

/// A chess position that is valid: one king per side, the side that has just moved not in check, and so on. Its moves
/// are well defined, whatever the [`Strictness`] with which it was made.
///
/// It is made from a [`Setup`] or a FEN, and moves change it; it stays valid as long as every move played unchecked is
/// one of its legal moves. `==` compares everything that a FEN shows, clocks included; [`key`](Position::key) is equal
/// for positions that are the same under the rule of repetition.
///
/// ```
/// use philidor::{Color, Position, Square};
///
/// let position: Position = "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.pinned(Color::White), Square::F2.into());
/// assert!(position.checkers().is_empty());
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    board: Board,
    /// The Zobrist key without en passant; see `zobrist.rs`.
    kept_key: u64,
    /// The squares of the kings and rooks that had a castling right at the start: one test decides whether a move can
    /// end a right. Constant throughout a game.
    castling_homes: Bitboard,
    state: State,
    castling_rooks: CastlingRooks,
}

impl PartialEq for Position {
    /// Whether pieces, state and the rooks of the remaining castling rights are the same. The rook homes of lost rights
    /// do not count: a game remembers them, but a FEN does not.
    fn eq(&self, other: &Position) -> bool {
        let same_rook = |(_, color, side)| {
            !self.state.castling_rights.has(color, side)
                || self.castling_rooks.square(color, side) == other.castling_rooks.square(color, side)
        };
        self.board == other.board
            && self.state == other.state
            && self.kept_key == other.kept_key
            && CastlingRights::EACH.into_iter().all(same_rook)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
        self.state.hash(hasher);
    }
}

impl Default for Position {
    /// The start position of standard chess.
    fn default() -> Position {
        let setup = Setup::default();
        Position::trusted(setup, zobrist::pieces(&setup.board))
    }
}

impl Position {
    /// A position from a setup that is known to have well-defined moves, and from the key of its pieces.
    #[inline(always)]
    pub(crate) fn trusted(setup: Setup, key_of_pieces: u64) -> Position {
        let setup = setup.without_unused_castling_rooks();
        Position::with_homes(setup, setup.castling_homes(), key_of_pieces)
    }

    /// A position from a trusted setup, whose unused castling rooks are the standard ones, from the squares of its
    /// kings and rooks that have a castling right, and from the key of its pieces.
    #[inline(always)]
    pub(crate) fn with_homes(setup: Setup, castling_homes: Bitboard, key_of_pieces: u64) -> Position {
        let Setup { board, state, castling_rooks } = setup;
        debug_assert_eq!(castling_homes, setup.castling_homes());
        debug_assert_eq!(key_of_pieces, zobrist::pieces(&board));
        let kept_key = key_of_pieces ^ zobrist::state(&state);
        Position { board, kept_key, castling_homes, state, castling_rooks }
    }

    /// The same board and state as a setup, which can be changed freely. Setups of equal positions are equal: the homes
    /// of rooks without a right are the corners.
    #[must_use]
    pub const fn to_setup(&self) -> Setup {
        let Position { board, state, castling_rooks, .. } = *self;
        Setup { board, state, castling_rooks }.without_unused_castling_rooks()
    }

    /// A position from a setup that is known to be valid, such as one reached by moves.
    pub(crate) fn reached(setup: Setup) -> Position {
        Position::trusted(setup, zobrist::pieces(&setup.board))
    }

    /// The pieces on the squares.
    #[must_use]
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Castling rights, en-passant square, clocks, side to move.
    #[must_use]
    #[inline(always)]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    /// The castling rights.
    #[must_use]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.state.castling_rights
    }

    /// The home squares of the rooks that castle.
    #[must_use]
    #[inline(always)]
    pub const fn castling_rooks(&self) -> CastlingRooks {
        self.castling_rooks
    }

    /// Whether some castling right belongs to a king off the e-file or a rook off the corners, as in Chess960.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        let away = |(_, color, side)| {
            let standard = CastlingRooks::STANDARD.square(color, side);
            self.castling_rights().has(color, side)
                && (self.king(color).file() != File::E || self.castling_rooks.square(color, side) != standard)
        };
        CastlingRights::EACH.into_iter().any(away)
    }

    /// The square that a pawn has just passed, if the last move was an advance of two squares.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The full-move number, which increases after Black's moves.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The square of `color`'s king.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The occupied squares.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The pieces of `by` that attack a square; pinned pieces attack, too.
    ///
    /// ```
    /// use philidor::{Color, Position, Square};
    /// let position = Position::default();
    /// assert_eq!(position.attackers(Square::F3, Color::White).len(), 3); // knight g1, pawns e2 and g2
    /// assert!(position.attackers(Square::F3, Color::Black).is_empty());
    /// ```
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.board.colors(by)
    }

    /// Whether a piece of `by` attacks a square.
    ///
    /// ```
    /// use philidor::{Color, Position, Square};
    /// let position = Position::default();
    /// assert!(position.is_attacked(Square::F3, Color::White) && !position.is_attacked(Square::E4, Color::Black));
    /// ```
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// The pieces of both colors that attack a square, if the occupied squares were `occupied`.
    ///
    /// Pass the board's own occupied squares for the position as it is; leave pieces out to see through them.
    ///
    /// ```
    /// use philidor::{Bitboard, Position, Square};
    /// let position = Position::default();
    /// let now = position.occupied();
    /// assert_eq!(position.attackers_to(Square::F3, now).len(), 3); // knight g1, pawns e2 and g2
    /// // Without the pawn on e2 the queen looks through to f3, too.
    /// assert!(position.attackers_to(Square::F3, now - Square::E2.into()).contains(Square::D1));
    /// ```
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(Magic, square, occupied)
    }

    /// All squares that the pieces of `color` attack, occupied or not; pinned pieces attack, too.
    #[must_use]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        self.board.attacked_by(Magic, color)
    }

    /// The squares that the piece on `square` attacks when `occupied` squares block it; none if the square is empty.
    ///
    /// ```
    /// use philidor::{Bitboard, Position, Square};
    /// let position = Position::default();
    /// assert_eq!(position.attacks_from(Square::A1, position.occupied()).len(), 2);
    /// assert_eq!(position.attacks_from(Square::A1, Bitboard::EMPTY).len(), 14);
    /// ```
    #[must_use]
    pub fn attacks_from(&self, square: Square, occupied: Bitboard) -> Bitboard {
        match self.board.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(Piece { color, piece_type }) => match piece_type {
                PieceType::King => attacks::king(square),
                PieceType::Queen => Magic.queen(square, occupied),
                PieceType::Rook => Magic.rook(square, occupied),
                PieceType::Bishop => Magic.bishop(square, occupied),
                PieceType::Knight => attacks::knight(square),
                PieceType::Pawn => attacks::pawn(color, square),
            },
        }
    }

    /// The enemy pieces that give check to the side to move.
    ///
    /// ```
    /// use philidor::{Position, Square};
    /// let position: Position = "4k3/8/8/8/7b/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers(), Square::H4.into());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let us = self.state.side_to_move;
        self.attackers(self.king(us), !us)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.board.is_check(Magic, self.state.side_to_move)
    }

    /// The pieces of `color` that must stay on the line between their king and an enemy slider.
    ///
    /// ```
    /// use philidor::{Color, Position, Square};
    /// let position: Position = "4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(Color::White), Square::G3.into());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let own = self.board.colors(color);
        let enemy = self.board.colors(!color);
        let snipers = (Magic.bishop(king, enemy) & self.board.diagonal_sliders(!color))
            | (Magic.rook(king, enemy) & self.board.straight_sliders(!color));
        snipers.into_iter().fold(Bitboard::EMPTY, |pinned, sniper| {
            let shield = attacks::between(king, sniper) & own;
            if shield.has_several() { pinned } else { pinned | shield }
        })
    }
}
