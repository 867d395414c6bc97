//! Legal moves one after the other, found piece by piece on request.
//!
//! Each piece except a pawn is asked by itself, in the order of [`Position::moves`]; pawns are asked all at once,
//! because their moves are found by shifting whole sets. Pins and checks are looked up anew for each piece, so reading
//! the iterator to its end takes several times as long as a list. It is for callers that stop early, such as those that
//! look for one move, or for one of each piece.

use core::iter::FusedIterator;

use super::{List, MoveKind};
use crate::cpu;
use crate::position::Position;
use crate::types::{Bitboard, Move, MoveList, MoveType, PieceType};

/// The piece types in the order in which they are asked, and whether for castling alone.
const STAGES: [(PieceType, bool); 7] = [
    (PieceType::King, false),
    (PieceType::Knight, false),
    (PieceType::Bishop, false),
    (PieceType::Rook, false),
    (PieceType::Queen, false),
    (PieceType::Pawn, false),
    (PieceType::King, true),
];

/// The legal moves of a position, found lazily; made by [`Position::moves_iter`].
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    position: &'a Position,
    kind: MoveKind,
    /// The stages to come.
    stages: core::slice::Iter<'static, (PieceType, bool)>,
    /// The pieces of the current stage that are still to be asked.
    left: Bitboard,
    castles: bool,
    /// The moves of the piece that was asked last, and the next of them.
    list: MoveList,
    next: usize,
}

impl Position {
    /// The legal moves of one kind as an iterator that finds them piece by piece: the same moves as
    /// [`moves`](Position::moves), in the same order.
    ///
    /// Nothing is generated for pieces that are never reached. All moves together take several times as long as a list.
    ///
    /// ```
    /// use philidor::{MoveKind, Position};
    /// let position = Position::default();
    /// assert_eq!(position.moves_iter(MoveKind::All).next(), position.legal_moves().first().copied());
    /// let mating = |mv| position.after(mv).legal_moves().is_empty();
    /// assert_eq!(position.moves_iter(MoveKind::All).find(|&mv| mating(mv)), None);
    /// ```
    #[must_use]
    pub fn moves_iter(&self, kind: MoveKind) -> Moves<'_> {
        Moves {
            position: self,
            kind,
            stages: STAGES.iter(),
            left: Bitboard::EMPTY,
            castles: false,
            list: MoveList::new(),
            next: 0,
        }
    }
}

impl Moves<'_> {
    /// Asks the next piece, or all pawns; false if there is none left.
    fn ask_next(&mut self) -> bool {
        while self.left.is_empty() {
            let Some(&(piece_type, castles)) = self.stages.next() else { return false };
            self.left = self.position.board().colored_pieces(self.position.side_to_move(), piece_type);
            self.castles = castles;
        }
        let first = self.left.first().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let are_pawns = first.intersects(self.position.board().pieces(PieceType::Pawn));
        let movers = if are_pawns { self.left } else { first };
        self.left -= movers;
        let (position, kind, list) = (self.position, self.kind, &mut self.list);
        cpu::dispatch(List::<true> { position, kind, movers, list });
        self.next = 0;
        true
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let castles = self.castles;
            let mut rest = self.list.get(self.next..).unwrap_or_default().iter();
            let found = rest.position(|mv| (mv.move_type() == MoveType::Castling) == castles);
            if let Some(at) = found {
                let mv = self.list.get(self.next + at).copied();
                self.next += at + 1;
                return mv;
            }
            self.next = self.list.len();
            if !self.ask_next() {
                return None;
            }
        }
    }
}

impl FusedIterator for Moves<'_> {}
