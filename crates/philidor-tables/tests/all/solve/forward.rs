//! Every value is what the values one ply on say.

use philidor::{Color, Move, MoveType, Piece, PieceType, Position, Rank, Setup, Square, Strictness};
use philidor_proof::{samples, seed};
use philidor_tables::solve::{SolvedTables, Table};

use super::minimax::{Measure, best};
use super::{FOUR, THREE, material, solved};

/// Compares a position with one ply, by both measures, and that the sign of both is the same.
fn check(solved: &SolvedTables, position: &Position) {
    let value = solved.probe(position).expect("solved");
    for measure in [Measure::Zeroing, Measure::Mate] {
        let of = |after: &Position| measure.of(after, solved.probe(after).expect("solved"));
        assert_eq!(measure.of(position, value), best(position, measure, of), "{position} {measure:?}");
    }
    let dtz = value.dtz;
    assert_eq!(value.dtm.is_some(), dtz != 0, "{position}");
    let expected = (dtz != 0).then_some(dtz > 0).map_or(0, |is_win| {
        let sign = if is_win { 1 } else { -1 };
        sign * if dtz.abs() <= 100 { 2 } else { 1 }
    });
    assert_eq!(value.wdl.number(), expected, "{position}");
}

/// One position of a table in this many, all mirror images included; returns how many.
fn check_some(solved: &SolvedTables, table: &Table, one_in: u32) -> u64 {
    let (mut random, mut checked) = (1 + seed(0) as u32, 0);
    for position in table.positions() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if random >> 8 < (1 << 24) / one_in || one_in == 1 {
            check(solved, &turned(&position, random >> 4 & 15));
            checked += 1;
        }
    }
    checked
}

/// A position flipped and turned in one of sixteen ways, as far as pawns allow.
fn turned(position: &Position, way: u32) -> Position {
    let mut setup = position.to_setup();
    if way & 1 != 0 {
        setup = setup.flip_colors();
    }
    if way & 2 != 0 {
        setup.board = setup.board.flip_files();
    }
    if setup.board.pieces(PieceType::Pawn).is_empty() {
        if way & 4 != 0 {
            setup.board = setup.board.flip_ranks();
        }
        if way & 8 != 0 {
            setup.board = setup.board.flip_diagonal();
        }
    }
    Position::from_setup(setup, Strictness::WellDefined).expect("a position")
}

#[test]
fn three_pieces_are_what_one_ply_says() {
    let one_in = 8 / samples(8).min(8) as u32;
    let checked: u64 = THREE.tables().map(|table| check_some(&THREE, table, one_in)).sum();
    assert!(one_in == 1 && checked == 367_868 || one_in == 8 && checked > 40_000, "{checked}");
}

#[test]
fn samples_of_four_pieces_are_what_one_ply_says() {
    let (names, solved) = &*FOUR;
    for name in *names {
        let table = solved.table(material(name)).expect(name);
        assert!(check_some(solved, table, 300) > 1000, "{name}");
    }
}

#[test]
#[ignore = "minutes"]
fn one_in_twenty_of_four_pieces_is_what_one_ply_says() {
    let names: Vec<String> = philidor_tables::Material::all(4).iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let solved = solved(&names);
    let some = |name: &str| check_some(&solved, solved.table(material(name)).expect(name), 20);
    let checked: u64 = names.into_iter().map(some).sum();
    assert!((6_600_000..6_850_000).contains(&checked), "of 134,342,009: {checked}");
}

/// Each double push with a pawn beside it, kings anywhere. With four pieces the capture is never the only move: that is
/// tested in `moves.rs`.
#[test]
#[ignore = "minutes"]
fn captures_en_passant_are_what_one_ply_says() {
    let solved = solved(&["KPvKP"]);
    let mut checked = 0;
    for pawn in Square::ALL.into_iter().filter(|square| square.rank() == Rank::Fourth) {
        for beside in [pawn.offset(-1, 0), pawn.offset(1, 0)].into_iter().flatten() {
            for (white, black) in
                Square::ALL.into_iter().flat_map(|white| Square::ALL.map(|black| (white, black)))
            {
                let Some(position) = en_passant(pawn, beside, white, black) else { continue };
                check(&solved, &position);
                check(&solved, &turned(&position, 1));
                let is_en_passant = |mv: &Move| mv.move_type() == MoveType::EnPassant;
                assert!(!position.legal_moves().iter().all(is_en_passant), "{position}");
                checked += 1;
            }
        }
    }
    assert!(checked > 30_000, "{checked}");
}

/// White has advanced a pawn by two squares, and a black one stands beside it.
fn en_passant(pawn: Square, beside: Square, white: Square, black: Square) -> Option<Position> {
    let mut setup = Setup::empty();
    let pieces = [(pawn, 'P'), (beside, 'p'), (white, 'K'), (black, 'k')];
    for (square, letter) in pieces {
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.put(square, Piece::from_letter(letter)?);
    }
    setup.state.side_to_move = Color::Black;
    setup.state.en_passant = pawn.offset(0, -1);
    let position = Position::from_setup(setup, Strictness::WellDefined).ok()?;
    position.has_legal_en_passant().then_some(position)
}
