//! Noting children as the generator reports sets of moves: eight targets of a set at a time.

use core::ops::ControlFlow;

use super::capacity::holds_every_set;
use super::changes::{Block, Run};
use super::{Batch, knight_attacks};
use crate::attacks;
use crate::attacks::lane_sliders::{EAST, NORTH, landing};
use crate::cpu::Level;
use crate::movegen::{MoveSet, MoveSink, PawnStep};
use crate::perft::coverage::{Mark, mark};
use crate::position::captured_en_passant;
use crate::simd::lanes::Lanes;
use crate::types::{Bitboard, CastlingSide, Color, PieceType, Side, Square};

impl<S: Side, L: Level> MoveSink for Batch<'_, S, L> {
    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<()> {
        match set {
            MoveSet::Piece { piece_type, origin, targets } => self.note_piece(piece_type, origin, targets),
            MoveSet::Pawns { step, targets } => self.note_pawns(step, targets),
            MoveSet::Promotions { step, targets } => {
                for piece_type in PieceType::PROMOTIONS {
                    self.note_promotions(step, targets, piece_type);
                }
            }
            MoveSet::EnPassant { origin, target } => self.note_en_passant(origin, target),
            MoveSet::Castling { side, origin } => self.note_castling(side, origin),
        }
        ControlFlow::Continue(())
    }
}

/// The targets of one set of moves, taken eight at a time.
struct Targets<W: Lanes> {
    squares: W::Squares,
    left: usize,
}

impl<W: Lanes> Targets<W> {
    #[inline(always)]
    fn new(proof: W::Proof, targets: Bitboard) -> Targets<W> {
        Targets { squares: W::squares(proof, targets.0), left: targets.len() as usize }
    }

    /// Whether none are left. Batches of ordinary builds take a set at once.
    #[inline(always)]
    fn are_noted(&self) -> bool {
        holds_every_set() || self.left == 0
    }
}

impl<S: Side, L: Level> Batch<'_, S, L> {
    /// Notes the next targets of a set: all of them, or as many as a small batch holds. Children noted before are
    /// counted first if there is no room.
    #[inline(always)]
    fn note_next(&mut self, targets: &mut Targets<L::Lanes>) -> Run {
        if targets.left > self.notes.noted.room() {
            mark(Mark::BatchRanOut);
            self.count_noted();
        }
        let children =
            if holds_every_set() { targets.left } else { targets.left.min(self.notes.noted.room()) };
        targets.left -= children;
        self.notes.noted.take(children)
    }

    /// Notes one child, making room if need be.
    #[inline(always)]
    fn note_one(&mut self) -> Run {
        if self.notes.noted.room() == 0 {
            mark(Mark::BatchRanOut);
            self.count_noted();
        }
        self.notes.noted.take(1)
    }

    #[inline(always)]
    fn all(&self, word: u64) -> L::Lanes {
        L::Lanes::all(self.level.lanes(), word)
    }

    #[inline(always)]
    fn note_piece(&mut self, piece_type: PieceType, origin: Square, targets: Bitboard) {
        let from = 1 << origin.index();
        // The attacks of the mover's king and knights without the moving piece.
        let others = match piece_type {
            PieceType::King => knight_attacks(self.notes.mover.knights),
            PieceType::Knight => {
                knight_attacks(self.notes.mover.knights & !from)
                    | attacks::king(Bitboard(self.notes.mover.king).first_or_a1()).0
            }
            _ => 0,
        };
        let proof = self.level.lanes();
        let mut targets = Targets::new(proof, targets);
        loop {
            let run = self.note_next(&mut targets);
            match piece_type {
                PieceType::King => self.notes.changed.king |= run.bits(),
                PieceType::Knight => self.notes.changed.knights |= run.bits(),
                _ => self.note_slider(piece_type, &run),
            }
            for block in run {
                let target = L::Lanes::next_eight(&mut targets.squares);
                let moved = target | self.all(from);
                self.notes.changes.moved.write(block, moved);
                match piece_type {
                    PieceType::King => {
                        let leaps = self.all(others) | king_attacks(proof, target);
                        self.notes.changes.leaps.write(block, leaps);
                    }
                    PieceType::Knight => {
                        let leaps = self.all(others) | knight_attacks_eight(proof, target);
                        self.notes.changes.leaps.write(block, leaps);
                        self.notes.changes.pieces.write(block, moved);
                    }
                    _ => self.notes.changes.pieces.write(block, moved),
                }
            }
            if targets.are_noted() {
                break;
            }
        }
    }

    /// Notes that sliding pieces change.
    #[inline(always)]
    fn note_slider(&mut self, piece_type: PieceType, run: &Run) {
        if matches!(piece_type, PieceType::Queen | PieceType::Bishop) {
            self.notes.changed.diagonal |= run.bits();
        }
        if matches!(piece_type, PieceType::Queen | PieceType::Rook) {
            self.notes.changed.straight |= run.bits();
        }
    }

    #[inline(always)]
    fn note_pawns(&mut self, step: PawnStep, targets: Bitboard) {
        let mut capturable = 0;
        if step == PawnStep::DoublePush {
            // A pawn that could capture it stands next to it: en passant is left to the plain counter.
            let capturers = Bitboard(self.notes.replier.pawns);
            capturable = targets.0 & (capturers.east() | capturers.west()).0;
        }
        let mut targets = Targets::new(self.level.lanes(), targets);
        loop {
            let run = self.note_next(&mut targets);
            self.notes.changed.pawns |= run.bits();
            for block in run {
                let target = L::Lanes::next_eight(&mut targets.squares);
                self.note_eight_pawns(block, step, target);
                if capturable != 0 {
                    let capturable = (target & self.all(capturable)).occupied_lanes();
                    self.notes.plain |= block.bits_of(capturable);
                }
            }
            if targets.are_noted() {
                break;
            }
        }
    }

    #[inline(always)]
    fn note_promotions(&mut self, step: PawnStep, targets: Bitboard, piece_type: PieceType) {
        if targets.is_empty() && self.notes.noted.room() == 0 {
            mark(Mark::NothingToNoteInAFullBatch);
        }
        let proof = self.level.lanes();
        let mut targets = Targets::new(proof, targets);
        loop {
            let run = self.note_next(&mut targets);
            mark(Mark::PromotionsNoted);
            self.notes.changed.pawns |= run.bits();
            match piece_type {
                PieceType::Knight => self.notes.changed.knights |= run.bits(),
                _ => self.note_slider(piece_type, &run),
            }
            for block in run {
                let target = L::Lanes::next_eight(&mut targets.squares);
                self.note_eight_pawns(block, step, target);
                self.notes.changes.pieces.write(block, target);
                if piece_type == PieceType::Knight {
                    let leaps = self.all(self.notes.leaps) | knight_attacks_eight(proof, target);
                    self.notes.changes.leaps.write(block, leaps);
                }
            }
            if targets.are_noted() {
                break;
            }
        }
    }

    /// Writes the squares of up to eight pawns.
    #[inline(always)]
    fn note_eight_pawns(&mut self, block: Block, step: PawnStep, target: L::Lanes) {
        let back = match (S::COLOR, step) {
            (Color::White, PawnStep::Push) => -8,
            (Color::White, PawnStep::DoublePush) => -16,
            (Color::White, PawnStep::CaptureWest) => -7,
            (Color::White, PawnStep::CaptureEast) => -9,
            (Color::Black, PawnStep::Push) => 8,
            (Color::Black, PawnStep::DoublePush) => 16,
            (Color::Black, PawnStep::CaptureWest) => 9,
            (Color::Black, PawnStep::CaptureEast) => 7,
        };
        self.notes.changes.moved.write(block, target | target.shift(back));
    }

    #[inline(always)]
    fn note_en_passant(&mut self, origin: Square, target: Square) {
        let run = self.note_one();
        self.notes.changed.pawns |= run.bits();
        self.notes.plain |= run.bits();
        let captured = captured_en_passant(origin, target);
        let moved = 1 << origin.index() | 1 << target.index() | 1 << captured.index();
        for block in run {
            self.notes.changes.moved.write_one(block, moved);
        }
    }

    #[inline(always)]
    fn note_castling(&mut self, side: CastlingSide, origin: Square) {
        let run = self.note_one();
        self.notes.changed.king |= run.bits();
        self.notes.changed.straight |= run.bits();
        let king = side.king_destination(S::COLOR);
        let rook = self.notes.parent.rights.rooks.square(S::COLOR, side);
        let rook_moved = 1 << rook.index() ^ 1 << side.rook_destination(S::COLOR).index();
        let leaps = knight_attacks(self.notes.mover.knights) | attacks::king(king).0;
        for block in run {
            self.notes.changes.moved.write_one(block, 1 << origin.index() ^ 1 << king.index() ^ rook_moved);
            self.notes.changes.pieces.write_one(block, rook_moved);
            self.notes.changes.leaps.write_one(block, leaps);
        }
    }
}

/// The attacks of kings on eight boards.
#[inline(always)]
fn king_attacks<W: Lanes>(proof: W::Proof, kings: W) -> W {
    let east = kings.shift(EAST) & W::all(proof, landing(EAST));
    let west = kings.shift(-EAST) & W::all(proof, landing(-EAST));
    let row = kings | east | west;
    row.shift(NORTH) | row.shift(-NORTH) | east | west
}

/// The attacks of knights on eight boards.
#[inline(always)]
fn knight_attacks_eight<W: Lanes>(proof: W::Proof, knights: W) -> W {
    let east = knights.shift(EAST) & W::all(proof, landing(EAST));
    let west = knights.shift(-EAST) & W::all(proof, landing(-EAST));
    let far_east = east.shift(EAST) & W::all(proof, landing(EAST));
    let far_west = west.shift(-EAST) & W::all(proof, landing(-EAST));
    let (near, far) = (east | west, far_east | far_west);
    near.shift(2 * NORTH) | near.shift(-2 * NORTH) | far.shift(NORTH) | far.shift(-NORTH)
}
