//! Which pieces are too few to mate, by the rules of chess.

use philidor::{Bitboard, Board, Color, PieceType};

/// The dark squares; a1 is one.
pub(crate) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// Whether a side has too few pieces to mate by the rules of chess: see
/// [`philidor::Position::has_insufficient_material`], which this repeats for boards that are not such positions.
pub(crate) fn is_insufficient(board: &Board, color: Color) -> bool {
    let own = board.colors(color);
    let strong =
        board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Pawn);
    if own.intersects(strong) {
        return false;
    }
    let (knights, bishops) = (board.pieces(PieceType::Knight), board.pieces(PieceType::Bishop));
    if own.intersects(knights) {
        let helpers = board.colors(!color) - board.pieces(PieceType::King) - board.pieces(PieceType::Queen);
        return own.len() <= 2 && helpers.is_empty();
    }
    if own.intersects(bishops) {
        let one_color = !bishops.intersects(DARK) || bishops.is_subset_of(DARK);
        return one_color && (board.pieces(PieceType::Pawn) | knights).is_empty();
    }
    true
}
