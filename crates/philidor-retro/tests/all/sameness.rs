//! Positions from FENs, and whether two are the same.

use philidor::Position;
use philidor_retro::Unmove;

pub(super) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Whether two positions are the same, clocks aside.
pub(super) fn is_same(one: &Position, other: &Position) -> bool {
    one.board() == other.board()
        && one.side_to_move() == other.side_to_move()
        && one.castling_rights() == other.castling_rights()
        && one.to_setup().castling_rooks == other.to_setup().castling_rooks
        && one.en_passant() == other.en_passant()
}

/// The move of an unmove, played in the position before it.
pub(super) fn played(before: &Position, unmove: Unmove) -> Position {
    let mv = unmove.to_move(before.state());
    assert!(before.is_legal(mv), "{unmove} in {before}");
    before.after(mv)
}
