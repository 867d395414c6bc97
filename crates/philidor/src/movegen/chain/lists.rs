//! Writing the pseudo-legal moves of a board into a list.
//!
//! ```text
//! all but pawns       each square of the walk: empty, a quiet move; an enemy piece, a capture
//! a pawn              its captures by `next_direction`: an enemy piece, or the en-passant square
//!                     its pushes by `next_position`, to the first piece in the way
//! castling            by the squares between king and rook, outside the chains
//! ```
//!
//! A promotion is tactical whether it captures or not. The capture lists of a later version of this generator lost en
//! passant, and under-promotions in one direction: here one function writes every pawn move to the last rank, and one
//! walk yields all pawn captures, en passant included.

use super::ChainBoard;
use super::walks::pawn_captures;
use crate::position::CastlingPath;
use crate::types::{Bitboard, CastlingSide, Color, Move, MoveList, MoveType, PieceType, Square};

impl ChainBoard {
    /// Writes the moves of the requested kinds, replacing the contents of the list.
    #[inline(always)]
    pub(super) fn write<const TACTICAL: bool, const QUIET: bool>(&self, list: &mut MoveList) {
        list.clear();
        let us = self.side_to_move;
        let shared = Move::blank(self.castling_rights, self.en_passant.map(Square::file));
        for from in Square::ALL {
            if self.colors[from.index()] != Some(us) {
                continue;
            }
            let stem = shared.with_origin(from);
            match self.pieces[from.index()] {
                Some(PieceType::Pawn) => {
                    let stem = stem.with_played(PieceType::Pawn);
                    self.write_pawn::<TACTICAL, QUIET>(us, from, stem, list);
                }
                Some(piece_type) => {
                    let stem = stem.with_type(MoveType::Normal).with_played(piece_type);
                    self.write_piece::<TACTICAL, QUIET>(piece_type, from, stem, list);
                }
                None => {}
            }
        }
        if QUIET {
            self.write_castlings(us, shared, list);
        }
    }

    #[inline(always)]
    fn write_piece<const TACTICAL: bool, const QUIET: bool>(
        &self,
        piece_type: PieceType,
        from: Square,
        stem: Move,
        list: &mut MoveList,
    ) {
        for (at, color) in self.reach(piece_type, from) {
            match color {
                None if QUIET => append(list, stem.with_destination(at)),
                Some(color) if TACTICAL && color != self.side_to_move => {
                    append(list, self.capturing(stem, at));
                }
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn write_pawn<const TACTICAL: bool, const QUIET: bool>(
        &self,
        us: Color,
        from: Square,
        stem: Move,
        list: &mut MoveList,
    ) {
        if TACTICAL {
            for at in pawn_captures(us, from) {
                if self.colors[at.index()] == Some(!us) {
                    append_pawn_move(list, self.capturing(stem, at), at);
                } else if self.en_passant == Some(at) {
                    append(list, stem.with_destination(at).with_capture(PieceType::Pawn as u32));
                }
            }
        }
        for at in self.pawn_pushes(us, from) {
            let wanted = if Bitboard::LAST_RANKS.contains(at) { TACTICAL } else { QUIET };
            if wanted {
                append_pawn_move(list, stem.with_destination(at), at);
            }
        }
    }

    /// A word with its destination and the piece captured there.
    #[inline(always)]
    fn capturing(&self, stem: Move, at: Square) -> Move {
        let mv = stem.with_destination(at);
        match self.pieces[at.index()] {
            Some(captured) => mv.with_capture(captured as u32),
            None => mv,
        }
    }

    /// Writes the castlings that have a right, a free path, and no attacked square where the king passes. Whether its
    /// destination is attacked once the rook has left is checked when the move is played.
    #[inline]
    fn write_castlings(&self, us: Color, shared: Move, list: &mut MoveList) {
        let king = self.kings[us.index()];
        for side in CastlingSide::ALL {
            if !self.castling_rights.has(us, side) {
                continue;
            }
            let path = CastlingPath::new(us, side, king, self.castling_rooks.square(us, side));
            if path.must_be_empty().into_iter().all(|at| self.colors[at.index()].is_none())
                && !path.must_be_safe().into_iter().any(|at| self.is_attacked(at, !us))
            {
                let stem = shared.with_type(MoveType::Castling).with_origin(king);
                append(list, stem.with_destination(side.king_destination(us)));
            }
        }
    }
}

/// Appends a pawn's capture or push, or its four promotions on the last rank. The word has no type yet.
#[inline(always)]
fn append_pawn_move(list: &mut MoveList, mv: Move, at: Square) {
    if Bitboard::LAST_RANKS.contains(at) {
        for code in 0..4 {
            append(list, mv.with_type(MoveType::Promotion).with_aux_data(code));
        }
    } else {
        append(list, mv.with_type(MoveType::Normal));
    }
}

/// Appends a move, if it fits. The moves of a position always do: see [`MoveList`].
#[inline(always)]
fn append(list: &mut MoveList, mv: Move) {
    let _ = list.push(mv);
}
