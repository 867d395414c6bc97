//! From sets to words, eight at a time, at the levels that can do so.

use core::ops::ControlFlow;

use super::words::Words;
use super::{MoveKind, MoveSet, MoveSink, PawnStep};
use crate::simd::expand::{BLOCK, Expander};
use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

/// The sink that writes words into a list eight at a time.
pub(super) struct BlockWriter<'a, W: Expander> {
    words: Words<'a>,
    /// The kind of moves that is reported; a constant wherever a list is written.
    kind: MoveKind,
    list: &'a mut MoveList,
    expander: W,
    numbers: W::Bytes,
    /// What the captured piece of each square adds to the fourth byte of a word.
    captured: W::Bytes,
}

impl<'a, W: Expander> BlockWriter<'a, W> {
    #[inline(always)]
    pub(super) fn new(expander: W, words: Words<'a>, kind: MoveKind, list: &'a mut MoveList) -> Self {
        let captured = expander.sums(words.captured_bits());
        BlockWriter { words, kind, list, expander, numbers: expander.numbers(), captured }
    }

    /// Writes words that capture nothing, at most `BLOCKS` times eight: a piece does not have more.
    #[inline(always)]
    fn quiet<const BLOCKS: usize, const PAWNS: bool>(&mut self, stem: Move, targets: Bitboard) {
        let expander = self.expander;
        let stem = expander.all(stem.raw());
        let mut squares = expander.chosen(self.numbers, targets.0);
        let mut left = targets.len();
        for block in 0..BLOCKS {
            if block > 1 && left == 0 {
                return;
            }
            let mut words = expander.next(&mut squares);
            if PAWNS {
                words = expander.plus(words, expander.shifted::<6>(words));
            }
            let count = left.min(BLOCK as u32);
            self.list.extend_by_block(expander.apart(expander.plus(stem, words)), count);
            left -= count;
        }
    }

    /// Writes words that capture, at most eight: a piece has one in each direction.
    #[inline(always)]
    fn captures<const PAWNS: bool>(&mut self, stem: Move, targets: Bitboard) {
        let expander = self.expander;
        let stem = expander.all(stem.raw().wrapping_sub(Move::NOTHING_CAPTURED));
        let mut words = expander.next(&mut expander.chosen(self.numbers, targets.0));
        if PAWNS {
            words = expander.plus(words, expander.shifted::<6>(words));
        }
        let captured = expander.next(&mut expander.chosen(self.captured, targets.0));
        let words = expander.plus(words, expander.shifted::<24>(captured));
        self.list.extend_by_block(expander.apart(expander.plus(stem, words)), targets.len());
    }

    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, origin: Square, targets: Bitboard) {
        let stem = self.words.normal(piece_type).with_origin(origin);
        let enemy = self.words.enemy();
        if self.kind.has_tactical() {
            self.captures::<false>(stem, targets & enemy);
        }
        if !self.kind.has_quiet() {
            return;
        }
        match piece_type {
            PieceType::King | PieceType::Knight | PieceType::Pawn => {
                self.quiet::<1, false>(stem, targets - enemy)
            }
            PieceType::Bishop | PieceType::Rook => self.quiet::<2, false>(stem, targets - enemy),
            PieceType::Queen => self.quiet::<4, false>(stem, targets - enemy),
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        let stem = self.words.normal(PieceType::Pawn).origin_ahead(step.squares_back(self.words.us()));
        match step {
            PawnStep::Push | PawnStep::DoublePush => self.quiet::<1, true>(stem, targets),
            PawnStep::CaptureWest | PawnStep::CaptureEast => self.captures::<true>(stem, targets),
        }
    }
}

impl<W: Expander> MoveSink for BlockWriter<'_, W> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        match set {
            MoveSet::Piece { piece_type, origin, targets } => self.piece(piece_type, origin, targets),
            // Only boards that no game reaches have more than eight pawns of a side.
            MoveSet::Pawns { step, targets } if targets.len() <= BLOCK as u32 => self.pawns(step, targets),
            rare => return self.words.expand_into(self.kind, rare, self.list),
        }
        ControlFlow::Continue(())
    }
}
