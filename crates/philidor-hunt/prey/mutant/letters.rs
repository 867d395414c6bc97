//! The letters of the pieces, for FENs and promotions.

use crate::board::Kind;

/// The letters of the kinds; those of White's pieces are capitals.
pub(crate) const LETTERS: [(&str, Kind); 6] = [
    ("k", Kind::King),
    ("q", Kind::Queen),
    ("r", Kind::Rook),
    ("b", Kind::Bishop),
    ("n", Kind::Knight),
    ("p", Kind::Pawn),
];
