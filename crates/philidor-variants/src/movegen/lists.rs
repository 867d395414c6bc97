//! Sets written out as moves, and what can be asked of them.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use philidor::search_support::{Level, Work};
use philidor::{Bitboard, Board, Color, Cpu, Move, MoveDigest, MoveSet, PawnStep, PieceType, Square};

use super::generator::{report, report_by};
use super::safety::AtLevel;
use super::sets::{VariantMoveSet, VariantMoveSink};
use crate::moves::{Stem, VariantMove};
use crate::position::Rules;
use crate::position::VariantPosition;

/// Where destination, origin and captured piece stand in a word, as drawn at [`Move`].
const DESTINATION: u64 = 1 << 2;
const ORIGIN: u64 = 1 << 8;
const CAPTURED_SHIFT: u32 = 27;
/// The code of "nothing captured".
const NOTHING: u64 = 6;

/// A sink that writes moves.
struct ListWriter<'a> {
    board: &'a Board,
    us: Color,
    stem: Stem,
    list: &'a mut Vec<VariantMove>,
}

impl ListWriter<'_> {
    #[inline(always)]
    fn victim(&self, destination: Square) -> Option<PieceType> {
        self.board.piece_type_at(destination)
    }

    /// Appends a word for each of these squares: the first one plus `per_square` times the square.
    ///
    /// Four at a time, and then those too many are taken away: hardly a branch is left to be guessed wrong.
    #[inline(always)]
    fn extend(&mut self, first: u64, per_square: u64, squares: Bitboard) {
        let end = self.list.len() + squares.len() as usize;
        let mut left = squares.0;
        while left != 0 {
            let four = [
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
                next(first, per_square, &mut left),
            ];
            self.list.extend_from_slice(&four);
        }
        self.list.truncate(end);
    }

    /// The same for captures, which are few.
    #[inline(always)]
    fn extend_capturing(&mut self, first: u64, per_square: u64, squares: Bitboard) {
        for square in squares {
            let word = first.wrapping_add(per_square * square as u64) ^ self.captured(square);
            self.list.push(VariantMove::from_word(Move::from_raw(word)));
        }
    }

    /// What a word that captures nothing is changed by if it captures the piece on a square: flipping the bits in which its
    /// code differs from that of nothing, found without a branch, since each piece is in one set.
    #[inline(always)]
    fn captured(&self, square: Square) -> u64 {
        let stands = |kind| u64::from(self.board.pieces(kind).contains(square));
        let code = stands(PieceType::Queen)
            + 2 * stands(PieceType::Rook)
            + 3 * stands(PieceType::Bishop)
            + 4 * stands(PieceType::Knight)
            + 5 * stands(PieceType::Pawn);
        (code ^ NOTHING) << CAPTURED_SHIFT
    }

    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, origin: Square, targets: Bitboard) {
        let enemy = self.board.color(!self.us);
        let first = self.stem.normal(piece_type, origin, Square::A1, None).word().raw();
        self.extend_capturing(first, DESTINATION, targets & enemy);
        self.extend(first, DESTINATION, targets - enemy);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        // The origin is as far from the target everywhere.
        let back = step.origin(self.us, Square::E4) as i64 - Square::E4 as i64;
        let first = self.stem.normal(PieceType::Pawn, Square::A1, Square::A1, None).word().raw();
        let first = first.wrapping_add_signed(back * ORIGIN as i64);
        match step {
            PawnStep::Push | PawnStep::DoublePush => self.extend(first, DESTINATION + ORIGIN, targets),
            _ => self.extend_capturing(first, DESTINATION + ORIGIN, targets),
        }
    }

    #[inline(always)]
    fn chess(&mut self, set: MoveSet) {
        let (us, stem) = (self.us, self.stem);
        match set {
            MoveSet::Piece { piece_type, origin, targets } => self.piece(piece_type, origin, targets),
            MoveSet::Pawns { step, targets } => self.pawns(step, targets),
            MoveSet::Promotions { step, targets } => {
                for to in targets {
                    for piece_type in PieceType::PROMOTIONS {
                        self.list.push(stem.promotion(piece_type, step.origin(us, to), to, self.victim(to)));
                    }
                }
            }
            MoveSet::EnPassant { origin, target } => self.list.push(stem.en_passant(origin, target)),
            MoveSet::Castling { side, origin } => {
                self.list.push(stem.castling(origin, side.king_destination(us)));
            }
        }
    }
}

/// The word of the first square that is left, which is taken away. A function and no closure, since it must become part of the
/// code for a level of the CPU.
#[inline(always)]
fn next(first: u64, per_square: u64, left: &mut u64) -> VariantMove {
    let square = u64::from(left.trailing_zeros() & 63);
    *left &= left.wrapping_sub(1);
    VariantMove::from_word(Move::from_raw(first.wrapping_add(per_square * square)))
}

impl VariantMoveSink for ListWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: VariantMoveSet) -> ControlFlow<()> {
        match set {
            VariantMoveSet::Chess(set) => self.chess(set),
            VariantMoveSet::PromotionsTo { piece_type, step, targets } => {
                for to in targets {
                    let origin = step.origin(self.us, to);
                    self.list.push(self.stem.promotion(piece_type, origin, to, self.victim(to)));
                }
            }
            VariantMoveSet::Drops { piece_type, targets } => {
                let first = self.stem.drop(piece_type, Square::A1).word().raw();
                self.extend(first, DESTINATION, targets);
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many legal moves there are, counted with the CPU's own instructions: perft asks it at every node above a leaf.
struct Count<'a, R: Rules>(&'a VariantPosition<R>);

impl<R: Rules> Work for Count<'_, R> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let mut counter = Counter(0);
        let _ = report_by(AtLevel(level), self.0, &mut counter);
        counter.0
    }
}

/// A sink that counts; no closure, as above.
struct Counter(u64);

impl VariantMoveSink for Counter {
    #[inline(always)]
    fn accept(&mut self, set: VariantMoveSet) -> ControlFlow<()> {
        self.0 += u64::from(set.len());
        ControlFlow::Continue(())
    }
}

/// Writing a list, with the CPU's own instructions.
struct List<'a, R: Rules> {
    position: &'a VariantPosition<R>,
    list: &'a mut Vec<VariantMove>,
}

impl<R: Rules> Work for List<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let List { position, list } = self;
        let (board, us, stem) = (position.board(), position.side_to_move(), position.stem());
        let _ = report_by(AtLevel(level), position, &mut ListWriter { board, us, stem, list });
    }
}

impl<R: Rules> VariantPosition<R> {
    /// All legal moves; none once the game is over.
    ///
    /// ```
    /// use philidor_variants::{Antichess, VariantPosition};
    /// let position: VariantPosition<Antichess> = "8/6p1/2p5/8/4R3/8/8/8 w - - 0 1".parse()?;
    /// assert_eq!(position.legal_moves().len(), 14);
    /// # Ok::<(), philidor_variants::VariantError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<VariantMove> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the contents of a list by all legal moves, so that its memory is used again.
    pub fn legal_moves_into(&self, list: &mut Vec<VariantMove>) {
        list.clear();
        self.append_legal_moves(list);
    }

    /// Adds all legal moves to a list.
    #[inline]
    pub(crate) fn append_legal_moves(&self, list: &mut Vec<VariantMove>) {
        if R::end(self).is_none() {
            Cpu::best().run(List { position: self, list });
        }
    }

    /// Reports all legal moves to a sink, as sets.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use philidor_variants::{Horde, VariantMoveSet, VariantPosition};
    /// let mut count = 0;
    /// let _ = VariantPosition::<Horde>::default().generate(&mut |set: VariantMoveSet| {
    ///     count += set.len();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 8);
    /// ```
    #[inline]
    pub fn generate<S: VariantMoveSink>(&self, sink: &mut S) -> ControlFlow<()> {
        if R::end(self).is_some() {
            return ControlFlow::Continue(());
        }
        report(self, sink)
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn legal_move_count(&self) -> u64 {
        if R::end(self).is_some() { 0 } else { Cpu::best().run(Count(self)) }
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let found = self.generate(&mut |set: VariantMoveSet| {
            if set.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found.is_break()
    }

    /// The legal move that sixteen bits stand for, if any.
    ///
    /// ```
    /// use philidor_variants::{Crazyhouse, VariantPosition};
    /// let position: VariantPosition<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
    /// let drop = position.parse_uci("N@f3")?;
    /// assert_eq!(position.decode(drop.digest()), Some(drop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decode(&self, digest: MoveDigest) -> Option<VariantMove> {
        self.legal_moves().into_iter().find(|mv| mv.digest() == digest)
    }

    /// Whether a move, its undo data included, is legal here. The score does not matter.
    #[must_use]
    pub fn is_legal(&self, mv: VariantMove) -> bool {
        self.decode(mv.digest()).is_some_and(|legal| legal.word().raw() as u32 == mv.word().raw() as u32)
    }
}
