//! Sparse features: the numbers of the active ones, for NNUE nets, which are updated move by move.

use philidor::{Color, PieceType, Position, Square};

/// The encodings.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Features {
    /// HalfKP: our king's square, and each piece but the kings.
    HalfKp,
    /// HalfKAv2_hm: our king's square, mirrored to files e to h, and each piece.
    HalfKaHm,
}

impl Features {
    /// All encodings by name.
    pub(crate) const ALL: [(&'static str, Features); 2] =
        [("halfkp", Features::HalfKp), ("halfka_v2_hm", Features::HalfKaHm)];

    /// How many features there are.
    pub(crate) fn count(self) -> usize {
        match self {
            Features::HalfKp => 64 * 640,
            Features::HalfKaHm => 32 * 704,
        }
    }

    /// How many can be active.
    pub(crate) const MAX: usize = 32;

    /// Writes the numbers of the active features as a side sees them; the rest of the place is left as it is.
    pub(crate) fn write(self, position: &Position, side: Color, place: &mut [i32]) {
        let mut places = place.iter_mut();
        let seen = |square: Square| if side == Color::Black { square.flip_rank() } else { square };
        let board = position.board();
        let king = position.king(side);
        for square in board.occupied() {
            let Some(piece) = board.piece_at(square) else { continue };
            let theirs = usize::from(piece.color != side);
            let kind = match piece.piece_type {
                PieceType::Pawn => 0,
                PieceType::Knight => 1,
                PieceType::Bishop => 2,
                PieceType::Rook => 3,
                PieceType::Queen => 4,
                PieceType::King => 5,
            };
            let number = match self {
                Features::HalfKp if kind == 5 => continue,
                // The board is turned for Black; each piece type has one block of 64 for ours and one for theirs.
                Features::HalfKp => {
                    let turned =
                        |square: Square| if side == Color::Black { square.rotate_180() } else { square };
                    turned(king).index() * 640 + (2 * kind + theirs) * 64 + turned(square).index()
                }
                // Both kings share a block: ours is on the square that the bucket names, theirs is not.
                Features::HalfKaHm => {
                    let mirrored = seen(king).file().index() < 4;
                    let turned =
                        |square: Square| if mirrored { seen(square).flip_file() } else { seen(square) };
                    let king = turned(king);
                    let bucket = (7 - king.rank().index()) * 4 + (7 - king.file().index());
                    let block = if kind == 5 { 10 } else { 2 * kind + theirs };
                    bucket * 704 + block * 64 + turned(square).index()
                }
            };
            if let Some(place) = places.next() {
                *place = number as i32;
            }
        }
    }
}
