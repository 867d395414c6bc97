//! From sets to packed words: the bits that all moves of a position share are computed once, and each move adds its
//! squares.

use core::ops::ControlFlow;

use super::{MoveKind, MoveSet, MoveSink, PawnStep};
use crate::position::{Board, Position};
use crate::types::{Bitboard, Color, Move, MoveList, MoveType, PieceType, Square};

/// Builds the words for one position: a board to look up captured pieces, and the part of the word that all moves
/// share.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    board: &'a Board,
    us: Color,
    enemy: Bitboard,
    /// A king's en-passant move from a1 to a1: castling rights, en-passant file, nothing captured.
    shared: Move,
}

/// A receiver of the words of a set, given as squares and the function that makes a word from each.
pub(super) trait TakeWords {
    fn take(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) -> ControlFlow<()>;
}

/// A closure called with each word until it breaks.
struct Each<F>(F);

impl<F: FnMut(Move) -> ControlFlow<()>> TakeWords for Each<F> {
    #[inline(always)]
    fn take(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) -> ControlFlow<()> {
        squares.into_iter().try_for_each(|square| (self.0)(word(square)))
    }
}

impl TakeWords for MoveList {
    #[inline(always)]
    fn take(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) -> ControlFlow<()> {
        self.extend_with(squares, word);
        ControlFlow::Continue(())
    }
}

impl<'a> Words<'a> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position) -> Words<'a> {
        let us = position.side_to_move();
        let shared = Move::blank(position.castling_rights(), position.en_passant().map(Square::file));
        Words { board: position.board(), us, enemy: position.board().colors(!us), shared }
    }

    /// Calls a closure with each move of a set, captures first, until it breaks.
    #[inline(always)]
    pub(crate) fn expand(self, set: MoveSet, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.expand_into(MoveKind::All, set, &mut Each(each))
    }

    /// Makes the words of a set of moves of one kind. Where the kind is a constant, what it leaves out is not compiled.
    #[inline(always)]
    pub(super) fn expand_into(
        self,
        kind: MoveKind,
        set: MoveSet,
        taker: &mut impl TakeWords,
    ) -> ControlFlow<()> {
        let Words { us, enemy, shared, .. } = self;
        match set {
            MoveSet::Piece { piece_type, origin, targets } => {
                let stem = shared.with_type(MoveType::Normal).with_played(piece_type).with_origin(origin);
                if kind.has_tactical() {
                    taker.take(targets & enemy, |target| self.capturing(stem, target))?;
                }
                if kind.has_quiet() {
                    taker.take(targets - enemy, |target| stem.with_destination(target))?;
                }
                ControlFlow::Continue(())
            }
            MoveSet::Pawns { step, targets } => {
                let stem = shared.with_type(MoveType::Normal).with_played(PieceType::Pawn);
                taker.take(targets, |target| self.stepping(stem, step, us, target))
            }
            MoveSet::Promotions { step, targets } => {
                let stem = shared.with_type(MoveType::Promotion).with_played(PieceType::Pawn);
                for target in targets {
                    let mv = self.stepping(stem, step, us, target);
                    // The four codes are the squares a1 to d1: 0, 1, 2, 3.
                    taker.take(Bitboard(0b1111), |code| mv.with_aux_data(code as u8))?;
                }
                ControlFlow::Continue(())
            }
            MoveSet::EnPassant { origin, target } => {
                let stem = shared.with_type(MoveType::EnPassant).with_played(PieceType::Pawn);
                let stem = stem.with_origin(origin).with_capture(PieceType::Pawn as u32);
                taker.take(target.into(), |target| stem.with_destination(target))
            }
            MoveSet::Castling { side, origin } => {
                let stem = shared.with_type(MoveType::Castling).with_origin(origin);
                taker.take(side.king_destination(us).into(), |target| stem.with_destination(target))
            }
        }
    }

    /// The part that all normal moves of a piece type share.
    #[inline(always)]
    pub(super) fn normal(self, piece_type: PieceType) -> Move {
        self.shared.with_type(MoveType::Normal).with_played(piece_type)
    }

    /// The side to move.
    #[inline(always)]
    pub(super) fn us(self) -> Color {
        self.us
    }

    /// The pieces that can be captured.
    #[inline(always)]
    pub(super) fn enemy(self) -> Bitboard {
        self.enemy
    }

    /// For each bit of the captured-piece field, the squares whose piece sets it when captured, and the bit's value in
    /// the fourth byte of the word.
    #[inline(always)]
    pub(super) fn captured_bits(self) -> [(u64, u8); 3] {
        let [king, queen, rook, bishop, knight, pawn] = PieceType::ALL.map(|kind| self.board.pieces(kind));
        [
            ((king | rook | knight).0, 1 << 3),
            ((king | queen | knight | pawn).0, 2 << 3),
            ((king | queen | rook | bishop).0, 4 << 3),
        ]
    }

    /// A pawn's word, whose origin follows from its target.
    #[inline(always)]
    fn stepping(self, stem: Move, step: PawnStep, us: Color, target: Square) -> Move {
        let mv = stem.with_origin(step.origin(us, target));
        match step {
            PawnStep::Push | PawnStep::DoublePush => mv.with_destination(target),
            PawnStep::CaptureWest | PawnStep::CaptureEast => self.capturing(mv, target),
        }
    }

    /// The word of a capture: with its destination and the piece captured there.
    #[inline(always)]
    fn capturing(self, stem: Move, target: Square) -> Move {
        stem.with_destination(target).with_capture(self.board.code_at(target))
    }
}

/// A list to which each set adds few words, mostly none or one.
struct Few<'a>(&'a mut MoveList);

impl TakeWords for Few<'_> {
    #[inline(always)]
    fn take(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) -> ControlFlow<()> {
        self.0.extend_with_few(squares, word);
        ControlFlow::Continue(())
    }
}

/// The sink that writes the words of evasions into a list.
pub(super) struct EvasionWriter<'a> {
    pub(super) words: Words<'a>,
    pub(super) kind: MoveKind,
    pub(super) list: &'a mut MoveList,
}

impl MoveSink for EvasionWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.words.expand_into(self.kind, set, &mut Few(self.list))
    }
}

/// The sink that writes words into a list.
pub(crate) struct ListWriter<'a> {
    pub(crate) words: Words<'a>,
    pub(crate) kind: MoveKind,
    pub(crate) list: &'a mut MoveList,
}

impl MoveSink for ListWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.words.expand_into(self.kind, set, self.list)
    }
}

/// The same in one function for all sets: less code, and slower.
pub(super) struct SmallWriter<'a>(pub(super) ListWriter<'a>);

impl SmallWriter<'_> {
    #[inline(never)]
    fn write(&mut self, set: MoveSet) -> ControlFlow<()> {
        self.0.accept(set)
    }
}

impl MoveSink for SmallWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        if set.is_empty() { ControlFlow::Continue(()) } else { self.write(set) }
    }
}
