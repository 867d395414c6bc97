//! What a move changes on the board.
//!
//! ```text
//!                      taken                 put
//! Nf3xe5               Nf3, pe5              Ne5
//! e7xd8=Q              Pe7, rd8              Qd8
//! e5xd6 en passant     Pe5, pd5              Pd6
//! O-O                  Ke1, Rh1              Kg1, Rf1
//! null move            nothing               nothing
//! ```
//!
//! Never more than two pieces leave a square, and never more than two arrive. Whatever is a sum or a XOR over the pieces
//! on their squares follows a move by these four.

use crate::position::{Position, captured_en_passant};
use crate::types::{CastlingRooks, CastlingSide, Color, Move, MoveType, Piece, PieceType, Square};

/// The pieces that a move takes off their squares, and those that it puts on others.
///
/// ```
/// use philidor::{Position, engine::Change};
///
/// let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let change = Change::of(&position, position.parse_san("O-O").expect("legal"));
/// let words = |pieces: &[(philidor::Piece, philidor::Square)]| {
///     pieces.iter().map(|(piece, square)| format!("{piece}{square}")).collect::<Vec<_>>().join(" ")
/// };
/// assert_eq!((words(change.taken()), words(change.put())), ("Ke1 Rh1".into(), "Kg1 Rf1".into()));
/// assert_eq!(change.reversed().taken(), change.put());
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    taken: Few,
    put: Few,
}

/// At most two pieces on their squares. Unused places hold [`UNUSED`], so that equal changes compare as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Few {
    pieces: [(Piece, Square); 2],
    count: u8,
}

const UNUSED: (Piece, Square) = (Piece::new(Color::White, PieceType::Pawn), Square::A1);

impl Few {
    const NONE: Few = Few { pieces: [UNUSED; 2], count: 0 };

    #[inline(always)]
    const fn one(piece: Piece, square: Square) -> Few {
        Few { pieces: [(piece, square), UNUSED], count: 1 }
    }

    #[inline(always)]
    const fn and(self, piece: Piece, square: Square) -> Few {
        Few { pieces: [self.pieces[0], (piece, square)], count: 2 }
    }

    #[inline(always)]
    fn as_slice(&self) -> &[(Piece, Square)] {
        &self.pieces[..usize::from(self.count.min(2))]
    }
}

impl Change {
    /// No change: that of a null move.
    pub const NONE: Change = Change { taken: Few::NONE, put: Few::NONE };

    /// What a move changes in the position in which it is legal, that is, before it is played.
    #[must_use]
    #[inline(always)]
    pub fn of(position: &Position, mv: Move) -> Change {
        Change::of_move(mv, position.side_to_move(), &position.castling_rooks())
    }

    /// The same from the move alone: the word knows everything but who plays it and, in Chess960, where the rooks come
    /// from that castle. [`CastlingRooks::default`] are those of standard chess.
    #[must_use]
    #[inline(always)]
    pub fn of_move(mv: Move, us: Color, rooks: &CastlingRooks) -> Change {
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let mover = Piece::new(us, mv.played_piece());
        let taken = Few::one(mover, origin);
        let taken_too = |taken: Few| match mv.captured_piece() {
            Some(captured) => taken.and(Piece::new(!us, captured), destination),
            None => taken,
        };
        match mv.move_type() {
            MoveType::Normal if mv.is_null() => Change::NONE,
            MoveType::Normal => Change { taken: taken_too(taken), put: Few::one(mover, destination) },
            MoveType::Promotion => {
                let promoted = Piece::new(us, Move::piece_from_aux_data(mv.aux_data()));
                Change { taken: taken_too(taken), put: Few::one(promoted, destination) }
            }
            MoveType::EnPassant => {
                let victim = Piece::new(!us, PieceType::Pawn);
                Change {
                    taken: taken.and(victim, captured_en_passant(origin, destination)),
                    put: Few::one(mover, destination),
                }
            }
            MoveType::Castling => {
                let side = mv.castling_side().unwrap_or(CastlingSide::Short);
                let rook = Piece::new(us, PieceType::Rook);
                Change {
                    taken: taken.and(rook, rooks.square(us, side)),
                    put: Few::one(mover, destination).and(rook, side.rook_target(us)),
                }
            }
        }
    }

    /// The pieces that leave their squares, at most two: first the one that moves, then the captured one or the rook
    /// that castles.
    ///
    /// In Chess960 a king or rook may castle without leaving its square; it is listed here and in [`Change::put`].
    #[must_use]
    #[inline]
    pub fn taken(&self) -> &[(Piece, Square)] {
        self.taken.as_slice()
    }

    /// The pieces that arrive, at most two: the one that has moved, promoted or not, then the rook that castles.
    #[must_use]
    #[inline]
    pub fn put(&self) -> &[(Piece, Square)] {
        self.put.as_slice()
    }

    /// What taking the move back changes.
    #[must_use]
    #[inline]
    pub const fn reversed(self) -> Change {
        Change { taken: self.put, put: self.taken }
    }

    /// Whether nothing changes.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.taken.count == 0
    }
}
