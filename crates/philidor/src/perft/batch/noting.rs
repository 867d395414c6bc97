//! Children are noted as the generator reports sets of moves: eight targets of a set at a time.

use core::ops::ControlFlow;

use super::lines::{EAST, NORTH, landing};
use super::{Batch, CAPACITY, knight_attacks};
use crate::attacks;
use crate::cpu::Level;
use crate::cpu::lanes::{Lanes, WIDTH};
use crate::movegen::{MoveSet, MoveSink, PawnStep};
use crate::position::captured_en_passant;
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

impl<S: Side, L: Level> Batch<'_, S, L> {
    /// Makes room for so many children; a bit for each of them.
    #[inline(always)]
    fn room_for(&mut self, children: u32) -> u64 {
        if self.len + children as usize > CAPACITY {
            self.count_noted();
        }
        let bits = u64::MAX.checked_shr(CAPACITY as u32 - children).unwrap_or(0);
        bits << (self.len % CAPACITY)
    }

    #[inline(always)]
    fn all(&self, word: u64) -> L::Lanes {
        L::Lanes::all(self.level.lanes(), word)
    }

    #[inline(always)]
    fn note_piece(&mut self, piece_type: PieceType, origin: Square, targets: Bitboard) {
        let children = self.room_for(targets.len());
        match piece_type {
            PieceType::King => self.changed.king |= children,
            PieceType::Knight => self.changed.knights |= children,
            PieceType::Bishop => self.changed.diagonal |= children,
            PieceType::Rook => self.changed.straight |= children,
            PieceType::Queen => {
                self.changed.diagonal |= children;
                self.changed.straight |= children;
            }
            PieceType::Pawn => {}
        }
        let from = 1 << origin.index();
        // What the mover's king and knights attack without the man that moves.
        let others = match piece_type {
            PieceType::King => knight_attacks(self.mover.knights),
            PieceType::Knight => {
                knight_attacks(self.mover.knights & !from)
                    | attacks::king(Bitboard(self.mover.king).first_or_a1()).0
            }
            _ => 0,
        };
        let proof = self.level.lanes();
        let mut squares = L::Lanes::squares(proof, targets.0);
        let end = self.len + targets.len() as usize;
        while self.len < end {
            let target = L::Lanes::next_eight(&mut squares);
            let moved = target | self.all(from);
            self.changes.moved.write(self.len, moved);
            match piece_type {
                PieceType::King => {
                    let leaps = self.all(others) | king_attacks(proof, target);
                    self.changes.leaps.write(self.len, leaps);
                }
                PieceType::Knight => {
                    let leaps = self.all(others) | knight_attacks_eight(proof, target);
                    self.changes.leaps.write(self.len, leaps);
                    self.changes.pieces.write(self.len, moved);
                }
                _ => self.changes.pieces.write(self.len, moved),
            }
            self.len += WIDTH;
        }
        self.len = end;
    }

    #[inline(always)]
    fn note_pawns(&mut self, step: PawnStep, targets: Bitboard) {
        let children = self.room_for(targets.len());
        self.changed.pawns |= children;
        let mut capturable = 0;
        if step == PawnStep::DoublePush {
            // Beside the pawn stands one that could capture it: en passant is the plain counter's.
            let capturers = Bitboard(self.replier.pawns);
            capturable = targets.0 & (capturers.east() | capturers.west()).0;
        }
        let mut squares = L::Lanes::squares(self.level.lanes(), targets.0);
        let end = self.len + targets.len() as usize;
        while self.len < end {
            let target = L::Lanes::next_eight(&mut squares);
            self.note_eight_pawns(step, target);
            if capturable != 0 {
                let capturable = (target & self.all(capturable)).occupied_lanes();
                self.plain |= u64::from(capturable) << (self.len % CAPACITY) & children;
            }
            self.len += WIDTH;
        }
        self.len = end;
    }

    #[inline(always)]
    fn note_promotions(&mut self, step: PawnStep, targets: Bitboard, piece_type: PieceType) {
        if targets.is_empty() {
            // Nothing is written where nothing is noted: room for no child may be no room at all.
            return;
        }
        let children = self.room_for(targets.len());
        self.changed.pawns |= children;
        if piece_type == PieceType::Knight {
            self.changed.knights |= children;
        }
        if matches!(piece_type, PieceType::Queen | PieceType::Bishop) {
            self.changed.diagonal |= children;
        }
        if matches!(piece_type, PieceType::Queen | PieceType::Rook) {
            self.changed.straight |= children;
        }
        let proof = self.level.lanes();
        let target = L::Lanes::next_eight(&mut L::Lanes::squares(proof, targets.0));
        self.note_eight_pawns(step, target);
        self.changes.pieces.write(self.len, target);
        if piece_type == PieceType::Knight {
            let leaps = self.all(self.leaps) | knight_attacks_eight(proof, target);
            self.changes.leaps.write(self.len, leaps);
        }
        self.len += targets.len() as usize;
    }

    /// Notes the squares of up to eight pawns, all there can be of one step.
    #[inline(always)]
    fn note_eight_pawns(&mut self, step: PawnStep, target: L::Lanes) {
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
        self.changes.moved.write(self.len, target | target.shift(back));
    }

    #[inline(always)]
    fn note_en_passant(&mut self, origin: Square, target: Square) {
        let child = self.room_for(1);
        self.changed.pawns |= child;
        self.plain |= child;
        let captured = captured_en_passant(origin, target);
        self.changes
            .moved
            .write_one(self.len, 1 << origin.index() | 1 << target.index() | 1 << captured.index());
        self.len += 1;
    }

    #[inline(always)]
    fn note_castling(&mut self, side: CastlingSide, origin: Square) {
        let child = self.room_for(1);
        self.changed.king |= child;
        self.changed.straight |= child;
        let king = side.king_target(S::COLOR);
        let rook = self.parent.castling_rooks.square(S::COLOR, side);
        let rook_moved = 1 << rook.index() ^ 1 << side.rook_target(S::COLOR).index();
        self.changes.moved.write_one(self.len, 1 << origin.index() ^ 1 << king.index() ^ rook_moved);
        self.changes.pieces.write_one(self.len, rook_moved);
        self.changes.leaps.write_one(self.len, knight_attacks(self.mover.knights) | attacks::king(king).0);
        self.len += 1;
    }
}

/// What kings on eight boards attack.
#[inline(always)]
fn king_attacks<W: Lanes>(proof: W::Proof, kings: W) -> W {
    let east = kings.shift(EAST) & W::all(proof, landing(EAST));
    let west = kings.shift(-EAST) & W::all(proof, landing(-EAST));
    let row = kings | east | west;
    row.shift(NORTH) | row.shift(-NORTH) | east | west
}

/// What knights on eight boards attack.
#[inline(always)]
fn knight_attacks_eight<W: Lanes>(proof: W::Proof, knights: W) -> W {
    let east = knights.shift(EAST) & W::all(proof, landing(EAST));
    let west = knights.shift(-EAST) & W::all(proof, landing(-EAST));
    let far_east = east.shift(EAST) & W::all(proof, landing(EAST));
    let far_west = west.shift(-EAST) & W::all(proof, landing(-EAST));
    let (near, far) = (east | west, far_east | far_west);
    near.shift(2 * NORTH) | near.shift(-2 * NORTH) | far.shift(NORTH) | far.shift(-NORTH)
}
