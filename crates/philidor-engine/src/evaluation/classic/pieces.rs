//! The pieces: their mobility, outposts, open files, the bishop pair, and bad bishops.

use philidor::{Bitboard, Color, File, PieceType, Rank, Square, attacks};

use super::attack_maps::AttackMaps;
use super::steps::{ahead, rank_of};
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::Trace;

/// Mobility by the number of squares.
const KNIGHT: [PhasedScore; 9] =
    table([-45, -25, -10, 0, 8, 14, 19, 23, 26], [-55, -32, -12, 0, 9, 15, 18, 20, 21]);
const BISHOP: [PhasedScore; 14] = table(
    [-40, -20, -4, 6, 13, 19, 24, 28, 31, 33, 35, 37, 39, 41],
    [-50, -28, -10, 2, 11, 18, 24, 28, 31, 33, 34, 36, 38, 39],
);
const ROOK: [PhasedScore; 15] = table(
    [-40, -24, -12, -7, -4, -1, 3, 7, 10, 13, 15, 17, 19, 20, 21],
    [-65, -40, -20, -4, 8, 18, 26, 33, 39, 45, 50, 54, 57, 59, 60],
);
const QUEEN: [PhasedScore; 28] = table(
    [
        -25, -18, -12, -8, -5, -2, 1, 4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20, 21, 21, 22, 22,
        22, 22, 22,
    ],
    [
        -50, -40, -30, -22, -15, -8, -2, 4, 9, 14, 18, 22, 25, 28, 31, 33, 35, 37, 39, 40, 41, 42, 43, 44,
        45, 46, 46, 46,
    ],
);

const fn table<const COUNT: usize>(middle: [i32; COUNT], end: [i32; COUNT]) -> [PhasedScore; COUNT] {
    let mut table = [PhasedScore::ZERO; COUNT];
    let mut index = 0;
    while index < COUNT {
        table[index] = PhasedScore::new(middle[index], end[index]);
        index += 1;
    }
    table
}

const BISHOP_PAIR: PhasedScore = PhasedScore::new(28, 48);
const ROOK_ON_OPEN_FILE: PhasedScore = PhasedScore::new(28, 12);
const ROOK_ON_HALF_OPEN_FILE: PhasedScore = PhasedScore::new(13, 8);
const ROOK_ON_SEVENTH: PhasedScore = PhasedScore::new(8, 20);
const KNIGHT_OUTPOST: PhasedScore = PhasedScore::new(24, 14);
const BISHOP_OUTPOST: PhasedScore = PhasedScore::new(14, 8);
/// For each own pawn on a bishop's color.
const BAD_BISHOP: PhasedScore = PhasedScore::new(-3, -5);
const MINOR_BEHIND_PAWN: PhasedScore = PhasedScore::new(6, 2);

/// The weight of an attack on a king's zone by piece type, and of each square of it.
const WEIGHT: [i32; 6] = [0, 22, 34, 28, 30, 0];
const SQUARE_WEIGHT: i32 = 9;

/// The light squares; h1 is one.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// All pieces of a side but king and pawns. Adds their attacks to the maps.
#[inline(always)]
pub(super) fn value<T: Trace>(maps: &mut AttackMaps<'_>, color: Color, trace: &mut T) -> PhasedScore {
    let board = maps.board;
    let own = board.colors(color);
    let low = Bitboard::from_rank(Rank::Second.relative_to(color))
        | Bitboard::from_rank(Rank::Third.relative_to(color));
    let pawns = board.colored_pieces(color, PieceType::Pawn);
    let blocked = pawns & (ahead(maps.occupied, !color) | low);
    let area =
        !(maps.structure.attacks[(!color).index()] | blocked | board.colored_pieces(color, PieceType::King));
    let mut sum = PhasedScore::ZERO;

    for square in own & board.pieces(PieceType::Knight) {
        let reached = attacks::knight(square);
        let mobility = KNIGHT[attack(maps, color, PieceType::Knight, reached, area).min(8)];
        trace.record("mobility", color, Some(square), mobility);
        let place = outpost(maps, color, square, KNIGHT_OUTPOST) + shielded(maps, color, square);
        trace.record("pieces", color, Some(square), place);
        sum += mobility + place;
    }
    for square in own & board.pieces(PieceType::Bishop) {
        let through = maps.occupied - board.colored_pieces(color, PieceType::Queen);
        let reached = attacks::bishop(square, through);
        let mobility = BISHOP[attack(maps, color, PieceType::Bishop, reached, area).min(13)];
        trace.record("mobility", color, Some(square), mobility);
        let same = if LIGHT.contains(square) { LIGHT } else { !LIGHT };
        let place = outpost(maps, color, square, BISHOP_OUTPOST)
            + shielded(maps, color, square)
            + BAD_BISHOP * (pawns & same).len() as i32;
        trace.record("pieces", color, Some(square), place);
        sum += mobility + place;
    }
    for square in own & board.pieces(PieceType::Rook) {
        let through =
            maps.occupied - (own & (board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook)));
        let reached = attacks::rook(square, through);
        let mobility = ROOK[attack(maps, color, PieceType::Rook, reached, area).min(14)];
        trace.record("mobility", color, Some(square), mobility);
        let place = rook(maps, color, square);
        trace.record("pieces", color, Some(square), place);
        sum += mobility + place;
    }
    for square in own & board.pieces(PieceType::Queen) {
        let reached = attacks::queen(square, maps.occupied);
        let mobility = QUEEN[attack(maps, color, PieceType::Queen, reached, area).min(27)];
        trace.record("mobility", color, Some(square), mobility);
        sum += mobility;
    }
    if (own & board.pieces(PieceType::Bishop)).has_several() {
        trace.record("pieces", color, None, BISHOP_PAIR);
        sum += BISHOP_PAIR;
    }
    sum
}

/// Adds the attacks of a piece to the maps, and their weight on the enemy's king. Returns the piece's mobility.
#[inline(always)]
fn attack(
    maps: &mut AttackMaps<'_>,
    color: Color,
    piece_type: PieceType,
    reached: Bitboard,
    area: Bitboard,
) -> usize {
    maps.add(color, piece_type, reached);
    let near = reached & maps.zones[(!color).index()];
    if !near.is_empty() {
        maps.pressure[(!color).index()] += WEIGHT[piece_type.index()] + SQUARE_WEIGHT * near.len() as i32;
    }
    (reached & area).len() as usize
}

/// A square in the enemy's half that a pawn defends and no enemy pawn can ever attack.
#[inline(always)]
fn outpost(maps: &AttackMaps<'_>, color: Color, square: Square, value: PhasedScore) -> PhasedScore {
    let is_far = (3..=5).contains(&rank_of(square, color));
    let is_safe = !maps.structure.spans[(!color).index()].contains(square);
    if is_far && is_safe && maps.structure.attacks[color.index()].contains(square) {
        value
    } else {
        PhasedScore::ZERO
    }
}

/// A pawn of either side is just ahead.
#[inline(always)]
fn shielded(maps: &AttackMaps<'_>, color: Color, square: Square) -> PhasedScore {
    let ahead = ahead(Bitboard::from_square(square), color);
    if ahead.intersects(maps.board.pieces(PieceType::Pawn)) { MINOR_BEHIND_PAWN } else { PhasedScore::ZERO }
}

#[inline(always)]
fn rook(maps: &AttackMaps<'_>, color: Color, square: Square) -> PhasedScore {
    let [own, enemy] = [color, !color].map(|color| maps.structure.half_open[color.index()].contains(square));
    let file = match (own, enemy) {
        (true, true) => ROOK_ON_OPEN_FILE,
        (true, false) => ROOK_ON_HALF_OPEN_FILE,
        _ => PhasedScore::ZERO,
    };
    let enemy_king = rank_of(maps.kings[(!color).index()], color);
    let seventh =
        if rank_of(square, color) == 6 && enemy_king >= 6 { ROOK_ON_SEVENTH } else { PhasedScore::ZERO };
    file + seventh + shut_in(maps, color, square)
}

/// A rook that its own king keeps in the corner.
#[inline(always)]
fn shut_in(maps: &AttackMaps<'_>, color: Color, square: Square) -> PhasedScore {
    let king = maps.kings[color.index()];
    let is_home = rank_of(square, color) == 0 && rank_of(king, color) == 0;
    let (king, rook) = (king.file(), square.file());
    let is_shut = (king >= File::F && rook > king) || (king <= File::C && rook < king);
    if is_home && is_shut && !maps.structure.half_open[color.index()].contains(square) {
        PhasedScore::new(-32, -8)
    } else {
        PhasedScore::ZERO
    }
}
