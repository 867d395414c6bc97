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
//! Never more than two pieces leave a square, and never more than two arrive. So any sum or XOR over the pieces on
//! their squares is updated incrementally, with at most these four.

use crate::position::{Position, captured_en_passant};
use crate::types::{CastlingRooks, CastlingSide, Color, Move, MoveType, Piece, PieceType, Square};

/// The pieces that a move takes off their squares, and those that it puts on others.
///
/// ```
/// use philidor::{Position, search_support::Change};
///
/// let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let change = Change::new(&position, position.parse_san("O-O").expect("legal"));
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
    pub fn new(position: &Position, mv: Move) -> Change {
        Change::from_move(mv, position.side_to_move(), &position.castling_rooks())
    }

    /// The same from the move alone: the word has everything but the side that plays it and, in Chess960, where the
    /// castling rooks come from. [`CastlingRooks::default`] are those of standard chess.
    #[must_use]
    #[inline(always)]
    pub fn from_move(mv: Move, us: Color, rooks: &CastlingRooks) -> Change {
        if mv.is_null() {
            return Change::NONE;
        }
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let mover = Piece::new(us, mv.played_piece());
        let arrival = mv.promotion().map_or(mover, |promoted| Piece::new(us, promoted));
        let (taken, put) = (Few::one(mover, origin), Few::one(arrival, destination));
        if let Some(captured) = mv.captured_piece() {
            let is_en_passant = mv.move_type() == MoveType::EnPassant;
            let square = if is_en_passant { captured_en_passant(origin, destination) } else { destination };
            Change { taken: taken.and(Piece::new(!us, captured), square), put }
        } else if mv.move_type() == MoveType::Castling {
            let side = mv.castling_side().unwrap_or(CastlingSide::KingSide);
            let rook = Piece::new(us, PieceType::Rook);
            Change {
                taken: taken.and(rook, rooks.square(us, side)),
                put: put.and(rook, side.rook_destination(us)),
            }
        } else {
            Change { taken, put }
        }
    }

    /// Updates a sum over the pieces on their squares: calls `take` for each piece that leaves, then `put` for each
    /// that arrives.
    ///
    /// It does what two loops over [`Change::taken`] and [`Change::put`] do, without arrays and loops: this made a
    /// search that kept piece-square tables with loops 1.08 times as fast. In code for a level of the CPU
    /// ([`Work`](super::Work)), pass functions marked `#[inline(always)]`: a closure might not be inlined into it.
    ///
    /// ```
    /// use philidor::{Color, Piece, Position, search_support::Change};
    ///
    /// fn material(piece: Piece) -> i32 {
    ///     let worth = [0, 9, 5, 3, 3, 1][piece.piece_type.index()];
    ///     if piece.color == Color::White { worth } else { -worth }
    /// }
    /// let position: Position = "4k3/1P6/2p5/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let change = Change::new(&position, position.parse_uci("b7b8q").expect("legal"));
    /// let take = |sum, piece, _| sum - material(piece);
    /// let put = |sum, piece, _| sum + material(piece);
    /// assert_eq!(change.follow(0, take, put), 8, "a queen for a pawn");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn follow<T>(
        &self,
        sum: T,
        take: impl Fn(T, Piece, Square) -> T,
        put: impl Fn(T, Piece, Square) -> T,
    ) -> T {
        let Change { taken, put: arrived } = self;
        if taken.count == 0 {
            return sum;
        }
        let [(mover, origin), (other, other_origin)] = taken.pieces;
        let [(arrival, destination), (second, second_destination)] = arrived.pieces;
        let mut sum = take(sum, mover, origin);
        if taken.count > 1 {
            sum = take(sum, other, other_origin);
        }
        sum = put(sum, arrival, destination);
        if arrived.count > 1 {
            sum = put(sum, second, second_destination);
        }
        sum
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
