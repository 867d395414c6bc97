//! King safety: pawn shelter, pawn storm, attacks on the king's zone, and safe checks.
//!
//! The penalty grows with the square of the danger points: one attacker is nothing, four are mate.

use philidor::{Bitboard, Color, File, PieceType, Square, attacks};

use super::attack_maps::AttackMaps;
use super::steps::rank_of;
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::Trace;

/// Pawn shelter: the nearest own pawn on a file beside the king, by its rank; 0 stands for none.
const SHELTER: [i32; 8] = [-26, 16, 8, -4, -10, -14, -18, 0];

/// Pawn storm: the nearest enemy pawn on such a file, by its rank as the king's side counts; 0 stands for none.
const STORM: [i32; 8] = [-4, 0, -26, -16, -6, 0, 0, 0];

/// A safe check by queen, rook, bishop and knight.
const CHECK: [i32; 4] = [72, 88, 44, 72];

/// A square near the king that the enemy attacks and only the king, or nothing, defends.
const WEAK: i32 = 15;

/// Subtracted if the enemy has no queen.
const NO_QUEEN: i32 = 90;

const DIVISOR: i32 = 720;

#[inline(always)]
pub(super) fn value<T: Trace>(maps: &AttackMaps<'_>, color: Color, trace: &mut T) -> PhasedScore {
    let king = maps.kings[color.index()];
    let shelter = shelter(maps, color, king);
    trace.record("shelter", color, Some(king), PhasedScore::new(shelter, 0));
    let danger = danger(maps, color, king) - shelter / 2;
    let attack = if danger > 0 {
        PhasedScore::new(-danger * danger / DIVISOR, -danger / 10)
    } else {
        PhasedScore::ZERO
    };
    trace.record("king", color, Some(king), attack);
    PhasedScore::new(shelter, 0) + attack
}

/// The pawns in front of the king, on its file and the two next to it.
#[inline(always)]
fn shelter(maps: &AttackMaps<'_>, color: Color, king: Square) -> i32 {
    let (board, rank) = (maps.board, king.rank());
    let in_front = match color {
        Color::White => Bitboard(u64::MAX << (8 * rank.index())),
        Color::Black => Bitboard(u64::MAX >> (56 - 8 * rank.index())),
    };
    let own = board.colored_pieces(color, PieceType::Pawn) & in_front;
    let enemy = board.colored_pieces(!color, PieceType::Pawn) & in_front;
    // A king on the edge looks at the three files next to it, too.
    let center = king.file().index().clamp(1, 6);
    let mut sum = 0;
    for file in center - 1..=center + 1 {
        let file = Bitboard::from_file(File::ALL[file]);
        let (mine, theirs) = (nearest(own & file, color), nearest(enemy & file, color));
        sum += SHELTER[mine];
        // A storm that has run into a pawn is over.
        let is_blocked = theirs > 0 && mine + 1 == theirs;
        sum += if is_blocked { -3 } else { STORM[theirs] };
    }
    sum
}

/// The rank of the pawn that is nearest to a side's first rank, 0 without any.
#[inline(always)]
fn nearest(pawns: Bitboard, color: Color) -> usize {
    let square = match color {
        Color::White => pawns.first(),
        Color::Black => pawns.flip_ranks().first().map(Square::flip_rank),
    };
    square.map_or(0, |square| rank_of(square, color))
}

/// How much threatens the king.
#[inline(always)]
fn danger(maps: &AttackMaps<'_>, color: Color, king: Square) -> i32 {
    let (us, them) = (color.index(), (!color).index());
    let mut danger = maps.pressure[us];
    if danger == 0 {
        return 0;
    }
    let weak = maps.all[them]
        & !maps.twice[us]
        & (!maps.all[us]
            | maps.attacked_by(color, PieceType::King)
            | maps.attacked_by(color, PieceType::Queen));
    danger += WEAK * (weak & maps.zones[us]).len() as i32;
    // Where a check cannot be answered by taking the piece.
    let safe = !maps.board.colors(!color) & (!maps.all[us] | (weak & maps.twice[them]));
    let without_queen = maps.occupied - maps.board.colored_pieces(color, PieceType::Queen);
    let straight = attacks::rook(king, without_queen);
    let diagonal = attacks::bishop(king, without_queen);
    let by = |piece_type| maps.attacked_by(!color, piece_type) & safe;
    let by_queen = by(PieceType::Queen) - maps.attacked_by(color, PieceType::Queen);
    if by_queen.intersects(straight | diagonal) {
        danger += CHECK[0];
    }
    if by(PieceType::Rook).intersects(straight) {
        danger += CHECK[1];
    }
    if by(PieceType::Bishop).intersects(diagonal) {
        danger += CHECK[2];
    }
    if by(PieceType::Knight).intersects(attacks::knight(king)) {
        danger += CHECK[3];
    }
    if maps.board.colored_pieces(!color, PieceType::Queen).is_empty() {
        danger -= NO_QUEEN;
    }
    danger - 20
}
