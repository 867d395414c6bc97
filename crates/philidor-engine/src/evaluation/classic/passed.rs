//! Passed pawns: how far they are, whether the path is free, and whose king is near.

use philidor::{Bitboard, Color, File, PieceType, Square};

use super::attack_maps::AttackMaps;
use super::steps::{ahead, distance, rank_of};
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::Trace;

/// By rank.
const PASSED: [PhasedScore; 8] = [
    PhasedScore::ZERO,
    PhasedScore::new(2, 12),
    PhasedScore::new(4, 16),
    PhasedScore::new(8, 34),
    PhasedScore::new(30, 66),
    PhasedScore::new(70, 120),
    PhasedScore::new(120, 190),
    PhasedScore::ZERO,
];

/// How much a free path and the distance of the kings matter, by rank.
const WEIGHT: [i32; 8] = [0, 0, 0, 1, 3, 6, 9, 0];

#[inline(always)]
pub(super) fn value<T: Trace>(maps: &AttackMaps<'_>, color: Color, trace: &mut T) -> PhasedScore {
    let mut sum = PhasedScore::ZERO;
    for square in maps.structure.passed & maps.board.colors(color) {
        let value = pawn(maps, color, square);
        trace.record("passed", color, Some(square), value);
        sum += value;
    }
    sum
}

#[inline(always)]
fn pawn(maps: &AttackMaps<'_>, color: Color, square: Square) -> PhasedScore {
    let (us, them) = (color.index(), (!color).index());
    let rank = rank_of(square, color);
    let mut value = PASSED[rank];
    let weight = WEIGHT[rank];
    let stop = ahead(Bitboard::from_square(square), color);
    let (Some(next), 1..) = (stop.first(), weight) else { return value };
    let (own, enemy) = (distance(maps.kings[us], next), distance(maps.kings[them], next));
    value += PhasedScore::new(0, weight * (enemy.min(5) * 5 - own.min(5) * 2));
    if maps.occupied.contains(next) {
        return value;
    }
    let path = path(square, color);
    let behind = Bitboard::from_file(square.file()) - path - Bitboard::from_square(square);
    let majors = maps.board.pieces(PieceType::Rook) | maps.board.pieces(PieceType::Queen);
    let pushers = behind & majors;
    let danger = if pushers.intersects(maps.board.colors(!color)) { path } else { path & maps.all[them] };
    let danger = danger | (path & maps.board.colors(!color));
    let free = if danger.is_empty() {
        5
    } else if !danger.contains(next) {
        3
    } else {
        0
    };
    let helped = pushers.intersects(maps.board.colors(color)) || maps.all[us].contains(next);
    value += PhasedScore::new(weight * free, weight * (free * 2 + if helped { 2 } else { 0 }));
    value
}

/// The squares ahead of a pawn on its file.
#[inline(always)]
fn path(square: Square, color: Color) -> Bitboard {
    let file = Bitboard::from_file(File::ALL[square.file().index()]);
    let beyond = match color {
        Color::White => u64::MAX.checked_shl(square.index() as u32 + 1).unwrap_or(0),
        Color::Black => (1 << square.index()) - 1,
    };
    file & Bitboard(beyond)
}
