//! Castling rights as letters: `K` and `Q`, or the file of the rook.
//!
//! ```text
//! . R . . K . R R        K is the rook on h1, G the one on g1
//! a b c d e f g h        Q and B are the rook on b1
//! ```

use crate::position::{Board, Setup};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

/// How castling rights are written.
///
/// ```
/// use philidor::{CastlingNotation, EnPassantPolicy, Position};
/// let position: Position = "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1".parse()?;
/// let written = |castling| position.to_fen(EnPassantPolicy::Always, castling).to_string();
/// assert_eq!(written(CastlingNotation::XFen), "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1"); // the outermost rook
/// assert_eq!(written(CastlingNotation::Shredder), "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingNotation {
    /// `KQkq` for the outermost rook on a side, and its file where an inner rook has the right (X-FEN). In standard
    /// chess this is the usual form.
    #[default]
    XFen,
    /// Always the file of the rook: `HAha` (Shredder-FEN).
    Shredder,
}

/// The file of the rook that `K` or `Q` means: the outermost on that side of the king, or the one in the corner if
/// there is none.
pub(super) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let rooks = board.colored_pieces(color, PieceType::Rook) & home;
    let king = (board.colored_pieces(color, PieceType::King) & home).first();
    let files = rooks.into_iter().map(Square::file);
    match side {
        CastlingSide::KingSide => {
            files.filter(|&file| king.is_none_or(|king| file > king.file())).max().unwrap_or(File::H)
        }
        CastlingSide::QueenSide => {
            files.filter(|&file| king.is_none_or(|king| file < king.file())).min().unwrap_or(File::A)
        }
    }
}

/// The side of the king on which a file lies; without a king at home, the half of the board.
pub(super) fn side_of_rook(board: &Board, color: Color, file: File) -> CastlingSide {
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let king = (board.colored_pieces(color, PieceType::King) & home).first().map_or(File::E, Square::file);
    if file >= king { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// How a right is written.
pub(super) enum Written {
    /// As the file of its rook.
    File(File),
    /// As `K` or `Q`, which stand for its rook.
    Outermost,
    /// As `K` or `Q`, which stand for another rook: no letter gives both the right and the rook.
    Lost,
}

/// How a right of a setup is written. A file is not written if its letter would be read as a right to the other side.
pub(super) fn written_as(
    setup: &Setup,
    color: Color,
    side: CastlingSide,
    notation: CastlingNotation,
) -> Written {
    let file = setup.castling_rooks.square(color, side).file();
    let is_outermost = file == outermost_rook(&setup.board, color, side);
    let is_on_side = side_of_rook(&setup.board, color, file) == side;
    match (is_on_side, is_outermost) {
        (true, false) => Written::File(file),
        (true, true) if notation == CastlingNotation::Shredder => Written::File(file),
        (_, true) => Written::Outermost,
        (false, false) => Written::Lost,
    }
}

impl Setup {
    /// The castling rights whose rooks no FEN can name: the rook's home is on the other side of the king, and an outer
    /// rook has the letter `K` or `Q`. Without a king on its home rank, the sides meet between the d-file and the
    /// e-file.
    ///
    /// Each of these rights is a [`Fault::Castling`](crate::Fault::Castling), or its king is missing. They are written
    /// as `K` or `Q`, so that the right is read back, but with another rook's home. Everything else in a setup is read
    /// back as it was written; the homes of rooks without a right are not written.
    ///
    /// ```
    /// use philidor::{CastlingRights, CastlingSide, Color, File, Setup};
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert!(setup.rights_lost_in_fen().is_empty());
    /// setup.castling_rooks.set(Color::White, CastlingSide::KingSide, File::B);
    /// assert_eq!(setup.rights_lost_in_fen(), CastlingRights::WHITE_KING_SIDE);
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    pub fn rights_lost_in_fen(&self) -> CastlingRights {
        CastlingRights::EACH.into_iter().fold(CastlingRights::NONE, |lost, (right, color, side)| {
            let is_lost = self.state.castling_rights.has(color, side)
                && matches!(written_as(self, color, side, CastlingNotation::XFen), Written::Lost);
            if is_lost { lost | right } else { lost }
        })
    }
}
