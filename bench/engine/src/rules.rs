//! What an engine asks of a board.
//!
//! Squares are numbered from a1 = 0 along the ranks to h8 = 63, piece types from pawn = 0 to king = 5, White is 0 and
//! Black 1. A *place* is the part of a move's score that is the same for all boards: [`place`]. A *digest* is what a
//! table keeps of a move, whatever the board takes for it, but 0.

use crate::{List, Value};

/// The types of a board.
pub trait Board {
    /// What is played on.
    type Position;
    /// A move as the board has it.
    type Move: Copy;
    /// A list of moves.
    type List: List<Self::Move>;
}

/// Which moves are listed; each legal move is of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Captures, en passant, and promotions.
    Tactical,
    /// All others, castling included.
    Quiet,
}

/// `origin | destination << 6 | promotion << 12`, where castling is a king's move of two squares, and a promotion the
/// type of the piece, 0 if there is none.
#[inline(always)]
pub const fn place(origin: usize, destination: usize, promotion: usize) -> u16 {
    (origin | destination << 6 | promotion << 12) as u16
}

/// A board as an engine uses it. The value itself says how: for which CPU the code is compiled, for example.
pub trait Rules<B: Board>: Copy {
    /// Does work in a function of its own; a search recurses through this.
    #[inline(always)]
    fn enter<W: Work<B>>(self, work: W) -> W::Output {
        work.run(self)
    }

    /// The key: equal if board, turn, castling rights and possible en-passant captures are.
    fn key(self, position: &B::Position) -> u64;

    /// The key after a move, from boards that know it without playing the move, so that its place in the table can be
    /// fetched ahead. It may leave en passant out.
    #[inline(always)]
    fn key_after(self, _: &B::Position, _: B::Move) -> Option<u64> {
        None
    }

    /// Whether the side to move is in check.
    fn is_check(self, position: &B::Position) -> bool;

    /// The side to move.
    fn turn(self, position: &B::Position) -> usize;

    /// Whether the side to move has more than pawns and its king.
    fn has_pieces(self, position: &B::Position) -> bool;

    /// The value of all pieces on their squares.
    fn value(self, position: &B::Position) -> Value;

    /// Writes the legal moves of a kind into an empty list.
    fn moves(self, position: &B::Position, kind: Kind, list: &mut B::List);

    /// The legal move with this digest.
    fn find(self, position: &B::Position, digest: u16) -> Option<B::Move>;

    /// What a table keeps of a move.
    fn digest(self, position: &B::Position, mv: B::Move) -> u16;

    /// The [`place`] of a move.
    fn place(self, position: &B::Position, mv: B::Move) -> u16;

    /// Whether a move is neither a capture nor a promotion.
    fn is_quiet(self, position: &B::Position, mv: B::Move) -> bool;

    /// The type of the piece that moves, and of the piece that is captured.
    fn pieces(self, position: &B::Position, mv: B::Move) -> (usize, Option<usize>);

    /// What the value is after the move.
    fn value_after(self, position: &B::Position, mv: B::Move, value: Value) -> Value;

    /// Whether captures on the destination win at least so much, after [`at_least`](crate::at_least).
    fn wins(self, position: &B::Position, mv: B::Move, threshold: i32) -> bool;

    /// Does something with the position after a move.
    fn child<T>(self, position: &mut B::Position, mv: B::Move, then: impl FnOnce(&mut B::Position) -> T)
    -> T;

    /// Does something with the position after a null move. The side to move must not be in check.
    fn passed<T>(self, position: &mut B::Position, then: impl FnOnce(&mut B::Position) -> T) -> T;
}

/// Work that is done with a board, whichever way.
pub trait Work<B: Board> {
    /// What it returns.
    type Output;

    /// Does it.
    fn run<R: Rules<B>>(self, rules: R) -> Self::Output;
}
