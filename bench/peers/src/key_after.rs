//! The key of shakmaty's position after a move: see the head of `shakmaty.rs`.

use ::shakmaty::{
    CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

/// The key of the child, from the key of the parent.
#[inline(always)]
pub(crate) fn key_after(
    parent: &Chess,
    key: Zobrist64,
    word: Move,
    child: &Chess,
    mode: EnPassantMode,
) -> Zobrist64 {
    if let Some(key) = parent.update_zobrist_hash(key, word, mode) {
        return key;
    }
    let us = parent.turn();
    let at = |square: Square, role: Role, color: Color| Zobrist64::zobrist_for_piece(square, role.of(color));
    let mut key = key ^ Zobrist64::zobrist_for_white_turn();
    match word {
        Move::Normal { role, from, capture, to, promotion } => {
            key ^= at(from, role, us) ^ at(to, promotion.unwrap_or(role), us);
            if let Some(captured) = capture {
                key ^= at(to, captured, !us);
            }
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            key ^= at(from, Role::Pawn, us) ^ at(to, Role::Pawn, us) ^ at(captured, Role::Pawn, !us);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            let king_to = Square::from_coords(side.king_to_file(), king.rank());
            let rook_to = Square::from_coords(side.rook_to_file(), rook.rank());
            key ^= at(king, Role::King, us) ^ at(king_to, Role::King, us);
            key ^= at(rook, Role::Rook, us) ^ at(rook_to, Role::Rook, us);
        }
        Move::Put { .. } => {} // Crazyhouse only
    }
    if parent.castles().castling_rights() != child.castles().castling_rights() {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if parent.castles().has(color, side) != child.castles().has(color, side) {
                    key ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
            }
        }
    }
    for position in [parent, child] {
        if let Some(square) = position.ep_square(mode) {
            key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
        }
    }
    key
}
