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
use crate::stem::Stem;
use philidor::{Bitboard, CastlingPath, CastlingSide, Color, Move, MoveList, MoveType, PieceType, Square};

impl ChainBoard {
    /// Writes the moves of the requested kinds, replacing the contents of the list.
    #[inline(always)]
    pub(super) fn write<const TACTICAL: bool, const QUIET: bool>(&self, list: &mut MoveList) {
        list.clear();
        let us = self.side_to_move;
        for from in Square::ALL {
            if self.colors[from.index()] != Some(us) {
                continue;
            }
            match self.pieces[from.index()] {
                Some(PieceType::Pawn) => {
                    self.write_pawn::<TACTICAL, QUIET>(us, from, list);
                }
                Some(piece_type) => {
                    self.write_piece::<TACTICAL, QUIET>(piece_type, from, list);
                }
                None => {}
            }
        }
        if QUIET {
            self.write_castlings(us, list);
        }
    }

    #[inline(always)]
    fn write_piece<const TACTICAL: bool, const QUIET: bool>(
        &self,
        piece_type: PieceType,
        from: Square,
        list: &mut MoveList,
    ) {
        let stem = self.stem(from, piece_type);
        for (at, color) in self.reach(piece_type, from) {
            match color {
                None if QUIET => append(list, stem.to(MoveType::Normal, at, None, 0)),
                Some(color) if TACTICAL && color != self.side_to_move => {
                    append(list, stem.to(MoveType::Normal, at, self.pieces[at.index()], 0));
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
        list: &mut MoveList,
    ) {
        let stem = self.stem(from, PieceType::Pawn);
        if TACTICAL {
            for at in pawn_captures(us, from) {
                if self.colors[at.index()] == Some(!us) {
                    append_pawn_move(list, stem, at, self.pieces[at.index()]);
                } else if self.en_passant == Some(at) {
                    append(list, stem.to(MoveType::EnPassant, at, Some(PieceType::Pawn), 0));
                }
            }
        }
        for at in self.pawn_pushes(us, from) {
            let wanted = if Bitboard::LAST_RANKS.contains(at) { TACTICAL } else { QUIET };
            if wanted {
                append_pawn_move(list, stem, at, None);
            }
        }
    }

    #[inline(always)]
    fn stem(&self, origin: Square, played: PieceType) -> Stem {
        let en_passant_file = self.en_passant.map(Square::file);
        Stem { origin, played, castling_rights: self.castling_rights, en_passant_file }
    }

    /// Writes the castlings that have a right, a free path, and no attacked square where the king passes. Whether its
    /// destination is attacked once the rook has left is checked when the move is played.
    #[inline]
    fn write_castlings(&self, us: Color, list: &mut MoveList) {
        let king = self.kings[us.index()];
        for side in CastlingSide::ALL {
            if !self.castling_rights.has(us, side) {
                continue;
            }
            let path = CastlingPath::new(us, side, king, self.castling_rooks.square(us, side));
            if path.must_be_empty().into_iter().all(|at| self.colors[at.index()].is_none())
                && !path.must_be_safe().into_iter().any(|at| self.is_attacked(at, !us))
            {
                let stem = self.stem(king, PieceType::King);
                append(list, stem.to(MoveType::Castling, side.king_destination(us), None, 0));
            }
        }
    }
}

/// Appends a pawn's capture or push, or its four promotions on the last rank.
#[inline(always)]
fn append_pawn_move(list: &mut MoveList, stem: Stem, at: Square, captured: Option<PieceType>) {
    if Bitboard::LAST_RANKS.contains(at) {
        for code in 0..4 {
            append(list, stem.to(MoveType::Promotion, at, captured, code));
        }
    } else {
        append(list, stem.to(MoveType::Normal, at, captured, 0));
    }
}

/// Appends a move, if it fits. The moves of a position always do: see [`MoveList`].
#[inline(always)]
fn append(list: &mut MoveList, mv: Move) {
    let _ = list.push(mv);
}
