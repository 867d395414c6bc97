//! Numbers that others have published.

use std::collections::BTreeMap;

use philidor::{Color, Position};
use philidor_tables::solve::SolvedTables;

use super::{THREE, material, solved};

/// The longest mates of a material, in half-moves, with White to move and with Black to move.
fn longest_mates(solved: &SolvedTables, name: &str) -> [u16; 2] {
    let mut longest = [0; 2];
    for position in solved.table(material(name)).expect(name).positions() {
        let side = position.side_to_move().index();
        let value = solved.probe(&position).expect("solved");
        longest[side] = longest[side].max(value.dtm.unwrap_or(0));
    }
    longest
}

/// Mate in 10, 16 and 28 moves at most.
#[test]
fn the_longest_mates_of_three_pieces_are_known() {
    assert_eq!(longest_mates(&THREE, "KQvK"), [19, 20]);
    assert_eq!(longest_mates(&THREE, "KRvK"), [31, 32]);
    assert_eq!(longest_mates(&THREE, "KPvK"), [55, 56]);
}

/// Mate in 33 moves at most.
#[test]
#[ignore = "seconds"]
fn bishop_and_knight_mate_in_33_moves() {
    assert_eq!(longest_mates(&solved(&["KBNvK"]), "KBNvK"), [65, 66]);
}

/// Mate in 35 moves at most.
#[test]
#[ignore = "seconds"]
fn a_queen_mates_against_a_rook_in_35_moves() {
    assert_eq!(longest_mates(&solved(&["KQvKR"]), "KQvKR")[0], 69);
}

/// "Chess (King-Rook vs. King)" of the UCI Machine Learning Repository (Michael Bain and Arthur van Hoff, 1994): with
/// Black to move, how many positions are mate in this many moves of White; the first number is that of draws.
#[test]
fn rook_against_king_has_the_mates_of_the_data_set() {
    let mut counts = BTreeMap::new();
    for position in THREE.table(material("KRvK")).expect("solved").positions() {
        if position.side_to_move() == Color::Black {
            let dtm = THREE.probe(&position).expect("solved").dtm;
            *counts.entry(dtm.map_or(-1, |plies| i32::from(plies / 2))).or_insert(0) += 1;
        }
    }
    let published =
        [2796, 27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), (-1..).zip(published).collect::<Vec<_>>());
}

/// Which pawn endings are won was the first question of all; a pawn on the files a to d.
#[test]
fn a_pawn_wins_62480_positions_to_move() {
    let table = THREE.table(material("KPvK")).expect("solved");
    let is_won = |position: &Position| THREE.probe(position).expect("solved").dtz > 0;
    let wins =
        table.positions().filter(|position| position.side_to_move() == Color::White && is_won(position));
    assert_eq!(wins.count(), 62_480);
}
