//! A numbering of moves: a list of squares with a few rules, in which a move's number is its place.
//!
//! All numberings in use name a move by its squares and its promotion, seen by White or by the side to move. They
//! differ in the order, in how castling is written, and in which promotion is implied. So each is a list, made once:
//! the list has the move of a number, and its inverse table the number of a move.

use philidor::{Color, MoveType, PieceType, Position, Rank, Square};

use crate::moves::Move;

/// Where castling goes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Castling {
    /// To the king's destination.
    King,
    /// To the rook's square.
    Rook,
    /// To the king's destination, with a number of its own: the list marks it by a promotion to `King`.
    Apart,
}

/// The side from which a numbering sees the board.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum View {
    /// As it is.
    White,
    /// Ranks mirrored if Black is to move.
    Mover,
}

/// Origin, destination, promotion.
pub(crate) type Squares = (Square, Square, Option<PieceType>);

/// A numbering of moves.
pub(crate) struct MoveCode {
    /// How many numbers it has; some may stand for no move.
    pub(crate) size: usize,
    view: View,
    castling: Castling,
    /// What a pawn promotes to on the last rank if its move names no piece.
    implied: Option<PieceType>,
    list: Vec<Option<Squares>>,
    numbers: Vec<u16>,
}

/// A number that stands for no move.
const NONE: u16 = u16::MAX;

/// The place of squares in the table.
fn place((origin, destination, promotion): Squares) -> usize {
    let piece = promotion.map_or(0, |piece| 1 + piece.index());
    (origin.index() * 64 + destination.index()) * 8 + piece
}

impl MoveCode {
    /// A numbering from its list.
    pub(crate) fn new(
        view: View,
        castling: Castling,
        implied: Option<PieceType>,
        list: impl IntoIterator<Item = Option<Squares>>,
    ) -> MoveCode {
        let list: Vec<_> = list.into_iter().collect();
        let mut numbers = vec![NONE; 64 * 64 * 8];
        for (number, squares) in list.iter().enumerate() {
            if let Some(squares) = squares {
                numbers[place(*squares)] = number as u16;
            }
        }
        MoveCode { size: list.len(), view, castling, implied, list, numbers }
    }

    /// A square as the numbering sees it, and back.
    #[inline(always)]
    fn seen(&self, turn: Color, square: Square) -> Square {
        if self.view == View::Mover && turn == Color::Black { square.flip_rank() } else { square }
    }

    /// The number of a legal move; `None` if the numbering has none for it.
    #[inline(always)]
    pub(crate) fn number(&self, position: &Position, mv: philidor::Move) -> Option<u16> {
        let turn = position.side_to_move();
        let destination = match (mv.move_type(), self.castling, mv.castling_side()) {
            (MoveType::Castling, Castling::Rook, Some(side)) => position.castling_rooks().square(turn, side),
            _ => mv.dest_square(),
        };
        let promotion = match (mv.move_type(), self.castling) {
            (MoveType::Castling, Castling::Apart) => Some(PieceType::King),
            _ => mv.promotion().filter(|&piece| Some(piece) != self.implied),
        };
        let squares = (self.seen(turn, mv.orig_square()), self.seen(turn, destination), promotion);
        Some(self.numbers[place(squares)]).filter(|&number| number != NONE)
    }

    /// The legal move with a number; `None` if there is none.
    pub(crate) fn legal_move(&self, position: &Position, number: usize) -> Option<philidor::Move> {
        let turn = position.side_to_move();
        let (origin, destination, promotion) = (*self.list.get(number)?)?;
        let (origin, destination) = (self.seen(turn, origin), self.seen(turn, destination));
        let is_pawn = position.piece_at(origin).is_some_and(|piece| piece.piece_type == PieceType::Pawn);
        let promotes = is_pawn && destination.rank() == Rank::Eighth.relative_to(turn);
        let promotion =
            promotion.filter(|&piece| piece != PieceType::King).or(self.implied.filter(|_| promotes));
        let mv = Move::between(origin, destination, promotion).in_position(position).ok()?;
        // UCI reads a king's move by two squares as castling, even where this numbering writes castling otherwise.
        (self.number(position, mv) == Some(number as u16)).then_some(mv)
    }
}
