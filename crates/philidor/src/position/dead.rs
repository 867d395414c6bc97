//! Dead positions: those in which no series of legal moves can end in mate (FIDE Laws, 5.2.2).
//!
//! No fast test for all of them is known. This one is *sound*: if it says "dead", no mate is possible; if not, the
//! position may still be dead. It tries three arguments:
//!
//! ```text
//! material     too few pieces on both sides: bare kings, a single knight, bishops on one color only
//! walls        all pawns stand face to face, only kings move, and neither can reach a pawn that it could take:
//!
//!              . . . . k . . .
//!              . . . . . . . .
//!              p . p . p . p .        every file that is closed is closed for good,
//!              P p P p P p P p        and every square beyond is guarded by a pawn
//!              . P . P . P . P
//!              . . . . . . . .
//!              . . . K . . . .
//!              . . . . . . . .
//!
//! a few moves  few enough legal moves to try them all, and each leads to a dead position
//! ```

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType};

/// How many half-moves the third argument looks ahead.
const FORCED_PLIES: u32 = 3;

/// With more legal moves, the third argument looks no further.
const MAX_FORCED_MOVES: usize = 3;

/// The dark squares; a1 is one.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

impl Position {
    /// Whether a side has too few pieces to mate, whatever the other side does: a bare king; a king and a knight if the
    /// other side has only a king and queens; a king and bishops if all bishops on the board stand on squares of one
    /// color, and there are no pawns or knights.
    ///
    /// If a side runs out of time, the other side wins only if this is false for the other side.
    ///
    /// ```
    /// use philidor::{Color, Position};
    /// let position: Position = "4k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1".parse()?;
    /// assert!(position.has_insufficient_material(Color::Black));
    /// assert!(!position.has_insufficient_material(Color::White));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let board = self.board();
        let own = board.colors(color);
        let strong =
            board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Pawn);
        if own.intersects(strong) {
            return false;
        }
        let knights = board.pieces(PieceType::Knight);
        if own.intersects(knights) {
            let helpers =
                board.colors(!color) - board.pieces(PieceType::King) - board.pieces(PieceType::Queen);
            return own.len() == 2 && helpers.is_empty();
        }
        let bishops = board.pieces(PieceType::Bishop);
        if own.intersects(bishops) {
            let one_color = !bishops.intersects(DARK) || bishops.is_subset_of(DARK);
            return one_color && knights.is_empty() && board.pieces(PieceType::Pawn).is_empty();
        }
        true
    }

    /// Whether neither side has the pieces to mate, whatever the other side does.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1".parse()?;
    /// assert!(position.is_insufficient_material());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Whether it is certain that no series of legal moves ends in mate. If not, the position may still be dead.
    ///
    /// A position in which the side to move is mated is not dead; a stalemate is.
    ///
    /// ```
    /// use philidor::Position;
    /// let open: Position = "4k3/8/8/p5p1/P5P1/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(!open.is_certainly_dead()); // the kings pass between them
    /// let closed: Position = "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/3K4 w - - 0 1".parse()?;
    /// assert!(closed.is_certainly_dead());
    /// let forced: Position = "k7/1Q6/8/8/8/8/8/7K b - - 0 1".parse()?;
    /// assert!(forced.is_certainly_dead()); // the only move takes the queen
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn is_certainly_dead(&self) -> bool {
        self.is_dead_within(FORCED_PLIES)
    }

    fn is_dead_within(&self, plies: u32) -> bool {
        if self.is_insufficient_material() || self.is_walled() {
            return true;
        }
        if plies == 0 {
            return false;
        }
        let moves = self.legal_moves();
        if moves.is_empty() {
            return !self.is_check();
        }
        moves.len() <= MAX_FORCED_MOVES && moves.iter().all(|&mv| self.after(mv).is_dead_within(plies - 1))
    }

    /// Whether all pieces but the kings are pawns that block each other for good, and neither king can reach one that
    /// it could take. No move changes that; and since only kings move, there is never a check.
    fn is_walled(&self) -> bool {
        let board = self.board();
        let pawns = board.pieces(PieceType::Pawn);
        let others = board.occupied() - pawns - board.pieces(PieceType::King);
        if !others.is_empty() || self.is_check() || self.has_legal_en_passant() {
            return false;
        }
        let white = board.colored_pieces(Color::White, PieceType::Pawn);
        let black = board.colored_pieces(Color::Black, PieceType::Pawn);
        let face_to_face = white.north().is_subset_of(black) && black.south().is_subset_of(white);
        // A pawn that can take another does not stay, and neither does one that can take en passant, which was checked
        // above. Of two pawns either both can take or neither can.
        let takes = attacks::pawns(Color::White, white).intersects(black);
        face_to_face && !takes && Color::ALL.into_iter().all(|color| self.is_shut_out(color, pawns))
    }

    /// Whether a king that walks over all squares without a pawn or an attack by an enemy pawn never stands next to an
    /// enemy pawn that it could take. The other king is ignored, so this reaches at least all squares that the king can
    /// reach.
    pub(crate) fn is_shut_out(&self, color: Color, pawns: Bitboard) -> bool {
        let board = self.board();
        let enemy = board.colored_pieces(!color, PieceType::Pawn);
        let guarded = attacks::pawns(!color, enemy);
        let mut reached = Bitboard::from_square(self.king(color));
        loop {
            let steps =
                reached.into_iter().fold(Bitboard::EMPTY, |steps, square| steps | attacks::king(square));
            if (steps - guarded).intersects(enemy) {
                return false;
            }
            let more = reached | (steps - pawns - guarded);
            if more == reached {
                return true;
            }
            reached = more;
        }
    }
}
