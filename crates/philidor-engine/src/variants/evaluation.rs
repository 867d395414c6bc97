//! A position of a variant, weighed by its [`Weights`].

use philidor::attacks::{self, Magic, Sliders};
use philidor::{Bitboard, Color, PieceType, Rank, Square};
use philidor_variants::{Playable, Pocket};

use super::weights::Weights;
use crate::bot::score::Score;

/// The value for the side to move.
pub(super) fn evaluate<P: Playable>(position: &P, weights: &Weights) -> i32 {
    let us = position.side_to_move();
    let value = side(position, weights, us) - side(position, weights, !us) + weights.tempo;
    Score::centipawns(value).value()
}

/// What is good for a side.
fn side<P: Playable>(position: &P, weights: &Weights, color: Color) -> i32 {
    let board = position.board();
    let (own, occupied) = (board.colors(color), board.occupied());
    let king = board.colored_pieces(color, PieceType::King).first();
    let target = board.colored_pieces(!color, PieceType::King).first();
    let zone = target.map_or(Bitboard::EMPTY, attacks::king);
    let mut value = checks(position, weights, color);
    for piece_type in PieceType::ALL {
        for square in board.colored_pieces(color, piece_type) {
            value += weights.material[piece_type.index()];
            let reached = match piece_type {
                PieceType::King => continue,
                PieceType::Queen => Magic.queen(square, occupied),
                PieceType::Rook => Magic.rook(square, occupied),
                PieceType::Bishop => Magic.bishop(square, occupied),
                PieceType::Knight => attacks::knight(square),
                PieceType::Pawn => attacks::pawn(color, square),
            };
            value += weights.siege * (reached & zone).len() as i32;
            if piece_type != PieceType::Rook {
                value += weights.center * (3 - distance_to_center(square));
            }
            if piece_type == PieceType::Pawn {
                value += weights.advance * ranks(color, square);
                continue;
            }
            value += weights.mobility * (reached - own).len() as i32;
            if let Some(target) = target {
                value += weights.proximity * (7 - distance(square, target));
            }
        }
    }
    let pocket = position.pocket(color);
    for piece_type in Pocket::KINDS {
        value += weights.pocket[piece_type.index()] * i32::from(pocket.count(piece_type));
    }
    if let Some(king) = king {
        value += weights.shelter * (attacks::king(king) & own).len() as i32;
        value +=
            weights.hill[distance_to_center(king) as usize & 3] + weights.goal * king.rank().index() as i32;
    }
    value
}

/// What the checks that a side has given are worth.
fn checks<P: Playable>(position: &P, weights: &Weights, color: Color) -> i32 {
    let worth = |number| {
        let left = usize::from(position.checks_to_win().saturating_sub(number));
        weights.checks[left.clamp(1, weights.checks.len()) - 1]
    };
    (1..=position.checks_given(color)).map(worth).sum()
}

/// The steps of a king between two squares.
pub(super) fn distance(one: Square, other: Square) -> i32 {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files.max(ranks) as i32
}

/// The steps of a king to the nearest of d4, e4, d5 and e5: 0 to 3.
fn distance_to_center(square: Square) -> i32 {
    let away = |index: usize| if index < 4 { 3 - index } else { index - 4 };
    away(square.file().index()).max(away(square.rank().index())) as i32
}

/// How many ranks a square lies beyond the first of a side.
fn ranks(color: Color, square: Square) -> i32 {
    square.rank().index().abs_diff(Rank::First.relative_to(color).index()) as i32
}

#[cfg(test)]
mod tests {
    use philidor_variants::{AnyPosition, ManyChecks, Variant, VariantPosition};

    use super::*;

    fn white(variant: Variant, fen: &str) -> i32 {
        let position = AnyPosition::from_fen(variant, fen).expect("a position");
        evaluate(&position, &Weights::of(variant))
    }

    #[test]
    fn starts_are_even_but_for_the_move() {
        for variant in Variant::ALL {
            if !matches!(variant, Variant::Horde) {
                let weights = Weights::of(variant);
                assert_eq!(evaluate(&AnyPosition::start(variant), &weights), weights.tempo, "{variant}");
            }
        }
    }

    #[test]
    fn each_variant_has_its_own_advantage() {
        let pairs = [
            (Variant::KingOfTheHill, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/3K4 w - - 0 1"),
            (Variant::RacingKings, "8/8/8/7K/8/8/k7/8 w - - 0 1", "8/8/8/8/8/7K/k7/8 w - - 0 1"),
            (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1"),
            (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
            (Variant::Antichess, "8/5pp1/8/8/8/8/6P1/8 w - - 0 1", "8/6p1/8/8/8/8/5PP1/8 w - - 0 1"),
            (Variant::Horde, "4k3/8/8/PP6/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/PP6/8 w - - 0 1"),
            (Variant::Atomic, "4k3/8/4N3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/4N3/8/4K3 w - - 0 1"),
        ];
        for (variant, better, worse) in pairs {
            assert!(white(variant, better) > white(variant, worse), "{variant}");
        }
    }

    #[test]
    fn each_check_adds() {
        let weights = Weights::of(Variant::ThreeCheck);
        let values = (0..5).map(|given| {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +{given}+0");
            let position: VariantPosition<ManyChecks<5>> = fen.parse().expect("a position");
            evaluate(&position, &weights)
        });
        let values: Vec<i32> = values.collect();
        assert!(values.is_sorted_by(|one, other| one < other), "{values:?}");
    }

    #[test]
    fn distances_are_those_of_a_king() {
        assert_eq!(distance(Square::A1, Square::H8), 7);
        assert_eq!(
            [Square::D4, Square::E5, Square::C3, Square::A1, Square::H5].map(distance_to_center),
            [0, 0, 1, 3, 3]
        );
    }
}
