//! The fast path from 32 bytes to a position: for bytes without any fault, which nearly all are.
//!
//! Every rule is a number that must be zero, computed from sets that stay in registers, and there is a branch only
//! where it is nearly always predicted correctly. Bytes that fail are read again by the full check in `position.rs`,
//! which names the faults. So no error is built here, and no setup, whose copies would wait for memory.

use super::parts::{BLACK_TO_MOVE, FORMAT, NO_FILE, Parts};
use crate::attacks::Sliders;
use crate::position::{Board, Position, Setup, State, zobrist};
use crate::types::{Bitboard, CastlingRights, CastlingRooks, CastlingSide, Color, File, Rank, Square};

/// The position, if the bytes are certainly sound. `None` does not mean that they are faulty: the full check has to
/// look.
#[inline(always)]
pub(crate) fn read<A: Sliders>(sliders: A, parts: &Parts) -> Option<Position> {
    let Parts { occupied, pieces, halfmove_clock, fullmove_number, state, format } = *parts;
    let codes = u128::from_le_bytes(pieces);
    let file = state & 0x0f;
    let left = codes.checked_shr(4 * occupied.len()).unwrap_or(0);
    if format != FORMAT || state >> 5 != 0 || file > NO_FILE || occupied.len() > 32 || left != 0 {
        return None;
    }
    let places = zobrist::places(sliders, occupied, codes);
    let [one, two, four, black] = sliders.planes(occupied, [codes as u64, (codes >> 64) as u64]);
    let (kings, pawns, white) = (occupied - one - two - four, one & four, occupied - black);
    let [white_king, black_king] = [kings & white, kings & black];
    let surplus = (white_king.len() ^ 1) | (black_king.len() ^ 1);
    let crowd =
        (white.len() > 16) | (black.len() > 16) | ((pawns & white).len() > 8) | ((pawns & black).len() > 8);
    if surplus != 0 || crowd || !((one & two & four) | (pawns & Bitboard::LAST_RANKS)).is_empty() {
        return None;
    }
    let pieces = [kings, one - two - four, two - one, one & two, four - one - two, pawns];
    let board = Board::from_kinds([white, black], pieces);

    let is_black = state & BLACK_TO_MOVE != 0;
    let (us, own, enemy) = if is_black { (Color::Black, black, white) } else { (Color::White, white, black) };
    let attackers = |king: Bitboard| board.attackers(sliders, king.first_or_a1(), occupied);
    let checkers = attackers(kings & own) & enemy;
    if !(attackers(kings & enemy) & own).is_empty() || checkers.len() > 2 {
        return None;
    }

    let mut en_passant = None;
    if let Some(file) = File::from_index(usize::from(file)) {
        let at = |rank: Rank| Square::new(file, rank.relative_to(us));
        let path = Bitboard::from(at(Rank::Sixth)) | at(Rank::Seventh).into();
        let stands = (pawns & enemy).contains(at(Rank::Fifth));
        if path.intersects(occupied) || !stands || !checkers.is_empty() {
            return None; // a check may have been possible before
        }
        en_passant = Some(at(Rank::Sixth));
    }

    let (mut rights, mut rooks) = (CastlingRights::NONE, CastlingRooks::STANDARD);
    let (castling, mut homes) = (two & four, two & four);
    if !castling.is_empty() {
        for (color, set, king) in
            [(Color::White, castling & white, white_king), (Color::Black, castling & black, black_king)]
        {
            let home = Bitboard::from_rank(Rank::First.relative_to(color));
            let below = Bitboard(king.0.wrapping_sub(1));
            if !(set - home).is_empty() || (!set.is_empty() && !king.intersects(home)) {
                return None;
            }
            if !set.is_empty() {
                homes |= king;
            }
            for (side, rook) in
                [(CastlingSide::KingSide, set - below), (CastlingSide::QueenSide, set & below)]
            {
                if rook.has_several() {
                    return None;
                }
                if let Some(rook) = rook.first() {
                    rights.insert(CastlingRights::new(color, side));
                    rooks.set(color, side, rook.file());
                }
            }
        }
    }

    let state =
        State { castling_rights: rights, en_passant, halfmove_clock, fullmove_number, side_to_move: us };
    let key = zobrist::sum(&places);
    Some(Position::with_homes(Setup { board, state, castling_rooks: rooks }, homes, key))
}
