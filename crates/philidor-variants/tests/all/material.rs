//! Which material can no longer win: all of some pieces, as python-chess says (`data/material.txt`).

use std::collections::HashMap;

use philidor::{Color, GamePosition, Piece, PieceType, Setup, Square, Strictness};
use philidor_variants::{AnyPosition, Variant};

/// Pieces and pawns; D and L are bishops on dark and on light squares.
const KINDS: [char; 6] = ['P', 'N', 'D', 'L', 'R', 'Q'];

/// Where the pieces of a side stand, the first ones first.
const WHITE: [(&str, [&str; 4]); 4] = [
    ("P", ["a3", "b3", "c3", "d3"]),
    ("NRQ", ["a2", "b2", "c2", "d2"]),
    ("D", ["a1", "c1", "e1", "g1"]),
    ("L", ["b1", "d1", "f1", "h1"]),
];
const BLACK: [(&str, [&str; 4]); 4] = [
    ("P", ["a6", "b6", "c6", "d6"]),
    ("NRQ", ["a7", "b7", "c7", "d7"]),
    ("D", ["b8", "d8", "f8", "h8"]),
    ("L", ["a8", "c8", "e8", "g8"]),
];

/// All armies of this many pieces, each written in the order of [`KINDS`].
fn armies(count: usize) -> Vec<String> {
    let mut all = vec![(String::new(), 0)];
    for _ in 0..count {
        let more = all.iter().flat_map(|(army, first)| {
            (*first..KINDS.len()).map(move |kind| (format!("{army}{}", KINDS[kind]), kind))
        });
        all = more.collect();
    }
    all.into_iter().map(|(army, _)| army).collect()
}

/// Whether White can no longer win with these pieces against those.
fn is_lost(variant: Variant, white: &str, black: &str) -> bool {
    let mut setup: Setup = "8/8/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
    for (color, army, places) in [(Color::White, white, WHITE), (Color::Black, black, BLACK)] {
        let mut taken = [0; 4];
        for kind in army.chars() {
            let group = places.iter().position(|(kinds, _)| kinds.contains(kind)).unwrap();
            let square: Square = places[group].1[taken[group]].parse().unwrap();
            taken[group] += 1;
            let piece = Piece::from_letter(if "DL".contains(kind) { 'B' } else { kind }).unwrap();
            setup.board.put(square, Piece::new(color, piece.piece_type));
        }
    }
    // Kings that touch give no check in atomic.
    if variant != Variant::Antichess {
        setup.board.put(Square::E5, Piece::new(Color::Black, PieceType::King));
    }
    if variant == Variant::Atomic {
        setup.board.put(Square::E4, Piece::new(Color::White, PieceType::King));
    }
    let fen = setup.to_string();
    let position = AnyPosition::from_fen_with(variant, &fen, Strictness::WellDefined);
    position
        .unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
        .has_insufficient_material(Color::White)
}

#[test]
fn material_wins_where_python_chess_says_so() {
    let table = include_str!("../data/material.txt");
    let black: Vec<String> = (0..=4).flat_map(armies).collect();
    let (mut counts, mut variants) = ([0; 2], HashMap::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [variant, white, digits] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let white = if white == "-" { "" } else { white };
        let rules: Variant = variant.parse().unwrap();
        *variants.entry(variant).or_insert(0) += 1;
        for (black, digit) in black.iter().zip(digits.chars()) {
            // One side has something left.
            if rules == Variant::Antichess && white.is_empty() && black.is_empty() {
                continue;
            }
            let lost = is_lost(rules, white, black);
            assert_eq!(lost, digit == '1', "{variant}: {white} against {black}");
            counts[usize::from(lost)] += 1;
        }
    }
    assert_eq!(variants, HashMap::from([("horde", 84), ("atomic", 84), ("antichess", 84)]));
    assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
}

/// Any four pieces of a horde can mate, whatever they are; a third bishop on squares of one color adds nothing.
#[test]
fn four_pieces_of_a_horde_can_mate() {
    let has_three = |army: &str| army.contains("DDD") || army.contains("LLL");
    for white in armies(4).into_iter().filter(|army| !has_three(army)) {
        for black in armies(0).into_iter().chain(armies(1)) {
            assert!(!is_lost(Variant::Horde, &white, &black), "{white} against {black}");
        }
    }
}
