//! Threats: pieces that may be lost at the next move.

use philidor::{Bitboard, Color, PieceType};

use super::attack_maps::AttackMaps;
use super::steps::ahead;
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::Trace;

const BY_PAWN: PhasedScore = PhasedScore::new(58, 38);
const MINOR_BY_MINOR: PhasedScore = PhasedScore::new(20, 22);
const MAJOR_BY_MINOR: PhasedScore = PhasedScore::new(42, 34);
const MINOR_BY_ROOK: PhasedScore = PhasedScore::new(24, 22);
const QUEEN_BY_ROOK: PhasedScore = PhasedScore::new(40, 20);
const BY_KING: PhasedScore = PhasedScore::new(12, 38);
const HANGING: PhasedScore = PhasedScore::new(30, 18);
const BY_PAWN_PUSH: PhasedScore = PhasedScore::new(14, 10);

#[inline(always)]
pub(super) fn value<T: Trace>(maps: &AttackMaps<'_>, color: Color, trace: &mut T) -> PhasedScore {
    let (board, us, them) = (maps.board, color.index(), (!color).index());
    let enemy = board.colors(!color);
    let pawns = board.pieces(PieceType::Pawn);
    let minors = enemy & (board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop));
    let rooks = enemy & board.pieces(PieceType::Rook);
    let queens = enemy & board.pieces(PieceType::Queen);
    let pieces = minors | rooks | queens;
    // Well defended: by a pawn, or more often than attacked.
    let defended = maps.structure.attacks[them] | (maps.twice[them] & !maps.twice[us]);
    let weak = enemy & !defended & maps.all[us];

    let by_pawn = pieces & maps.structure.attacks[us];
    let by_minor = maps.attacked_by(color, PieceType::Knight) | maps.attacked_by(color, PieceType::Bishop);
    let by_rook = maps.attacked_by(color, PieceType::Rook);
    let by_king = maps.attacked_by(color, PieceType::King);
    let hanging = weak & (!maps.all[them] | (pieces & maps.twice[us]));

    // Pawns that could attack a piece after a safe step.
    let low = ahead(board.colored_pieces(color, PieceType::Pawn), color) & !maps.occupied;
    let safe = low & !maps.structure.attacks[them] & (maps.all[us] | !maps.all[them]);
    let pushed = philidor::attacks::pawns(color, safe) & pieces;

    let sum = BY_PAWN * count(by_pawn)
        + MINOR_BY_MINOR * count(minors & weak & by_minor)
        + MAJOR_BY_MINOR * count((rooks | queens) & by_minor)
        + MINOR_BY_ROOK * count(minors & weak & by_rook)
        + QUEEN_BY_ROOK * count(queens & by_rook)
        + BY_KING * i32::from((weak & by_king).intersects(minors | pawns))
        + HANGING * count(hanging & !by_pawn)
        + BY_PAWN_PUSH * count(pushed);
    trace.record("threats", color, None, sum);
    sum
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.len() as i32
}
