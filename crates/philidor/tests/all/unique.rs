//! Distinct positions have the counts that other programs find, and no path is lost.

use std::collections::HashMap;

use philidor::perft::{Frontier, FrontierFault, frontier, perft};
use philidor::{CastlingNotation, EnPassantPolicy, Position};

use crate::drawn;
use crate::suites;

const DISTINCT: [usize; 6] = [20, 400, 5_362, 72_078, 822_518, 9_417_681];

/// A FEN without clocks, en passant only if legal: what distinguishes positions.
fn identity(position: &Position) -> String {
    let fen = position.to_fen(EnPassantPolicy::Legal, CastlingNotation::Shredder).to_string();
    fen.rsplitn(3, ' ').last().expect("six fields").to_owned()
}

/// The plain way: every path is walked, and texts are compared.
fn oracle(position: &Position, plies: u32, found: &mut HashMap<String, u128>) {
    if plies == 0 {
        *found.entry(identity(position)).or_default() += 1;
        return;
    }
    for &mv in position.legal_moves().iter() {
        oracle(&position.after(mv), plies - 1, found);
    }
}

#[test]
fn the_start_position() {
    let mut ply = Frontier::new(&Position::default());
    for expected in &DISTINCT[..5] {
        ply = ply.next_ply();
        assert_eq!(ply.len(), *expected);
    }
    assert_eq!(ply.paths(), 4_865_609);
}

#[test]
#[ignore = "a gigabyte: for release builds"]
fn the_start_position_six_deep() {
    let fifth = frontier(&Position::default(), 5);
    assert_eq!(fifth.count_next_ply(64 << 20), DISTINCT[5] as u64);
    let sixth = fifth.next_ply();
    assert_eq!((sixth.len(), sixth.paths()), (DISTINCT[5], 119_060_324));
}

#[test]
fn every_suite_as_the_oracle_finds() {
    for entry in drawn::suites(5) {
        let position = entry.position();
        for (plies, count) in entry.counts_up_to(5_000) {
            let mut expected = HashMap::new();
            oracle(&position, plies, &mut expected);
            let frontier = frontier(&position, plies);
            let found: HashMap<String, u128> =
                frontier.iter().map(|(position, paths)| (identity(&position), paths)).collect();
            assert_eq!(found, expected, "{}, ply {plies}", entry.name);
            assert_eq!(frontier.len(), expected.len(), "{}, ply {plies}", entry.name);
            assert_eq!(frontier.paths(), count, "{}, ply {plies}", entry.name);
        }
    }
}

/// The next ply has the same number of positions, whatever the memory.
#[test]
fn passes_count_alike() {
    for entry in suites::standard() {
        let frontier = frontier(&entry.position(), 2);
        let expected = frontier.next_ply().len() as u64;
        for bytes in [usize::MAX, 1 << 20, 100_000] {
            assert_eq!(frontier.count_next_ply(bytes), expected, "{}, {bytes} bytes", entry.name);
        }
    }
}

#[test]
fn paths_times_perft_is_perft() {
    for entry in suites::standard() {
        let position = entry.position();
        for (plies, rest) in [(0, 4), (1, 3), (2, 2), (3, 1)] {
            let frontier = frontier(&position, plies);
            let sum: u128 = frontier.iter().map(|(position, paths)| paths * perft(&position, rest)).sum();
            assert_eq!(sum, perft(&position, 4), "{}, {plies} + {rest}", entry.name);
        }
    }
}

#[test]
fn frontiers_are_read_as_they_are_written() {
    for entry in suites::all() {
        let frontier = frontier(&entry.position(), 1);
        let text = frontier.to_string();
        let read: Frontier = text.parse().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        assert_eq!(read.to_string(), text, "{}", entry.name);
        let backwards: String = text.lines().rev().map(|line| format!("{line}\n")).collect();
        let read: Frontier = backwards.parse().expect("the same lines");
        assert_eq!(read.to_string(), text, "{}", entry.name);
    }
    assert!("".parse::<Frontier>().is_ok_and(|nothing| nothing.is_empty()));
}

#[test]
fn faults_are_reported_with_their_lines() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;paths 1\n";
    for (line, fault) in [
        ("", FrontierFault::NoPaths),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", FrontierFault::NoPaths),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 ;paths -1", FrontierFault::NoPaths),
        ("8/8/8/8/8/8/8/K7 w - - 0 1 ;paths 1", FrontierFault::NoPosition),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1 ;paths 1", FrontierFault::OtherSide),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1 ;paths 1", FrontierFault::OtherRooks),
    ] {
        let error = format!("{start}{line}\n").parse::<Frontier>().expect_err("a fault");
        assert_eq!((error.line, error.fault), (2, fault), "{line}");
        let words = match fault {
            FrontierFault::NoPaths => "line 2: no ` ;paths ` and a number after the FEN",
            FrontierFault::NoPosition => "line 2: not the FEN of a position",
            FrontierFault::OtherSide => "line 2: not the same side's turn as in the lines before",
            _ => "line 2: a castling rook from another square, or to another side, than before",
        };
        assert_eq!(error.to_string(), words);
    }
}

/// A game that is over has no next ply.
#[test]
fn nothing_follows_mate() {
    let mate: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    assert!(frontier(&mate, 1).is_empty() && frontier(&mate, 3).is_empty());
    // Without positions there is no side to move.
    for plies in 1..4 {
        let ended = frontier(&mate, plies);
        assert_eq!(ended.to_string().parse(), Ok(ended.clone()), "{plies} plies");
        assert_eq!(ended, ended.next_ply());
    }
    assert_eq!(frontier(&mate, 0).count_next_ply(1), 0);
}

/// ```text
/// . . K . . R . .     the rook on f1 castles short in one line
/// . . . . . R K .     and long in the other
/// ```
///
/// One home cannot serve both: each position would then have both rights.
#[test]
fn a_rook_that_castles_short_in_one_line_and_long_in_another_is_a_fault() {
    let lines = ["4k3/8/8/8/8/8/8/2K2R2 w F - 0 1 ;paths 1\n", "4k3/8/8/8/8/8/8/5RK1 w F - 0 1 ;paths 1\n"];
    for [first, second] in [[0, 1], [1, 0]] {
        let error =
            [lines[first], lines[second]].concat().parse::<Frontier>().expect_err("one rook, two sides");
        assert_eq!((error.line, error.fault), (2, FrontierFault::OtherRooks));
    }
}

/// A game drops rights, but not the homes of their rooks; a frontier of several positions must drop both.
#[test]
fn homes_of_rights_that_are_gone_do_not_count() {
    let short: Position = "4k3/8/8/8/8/8/8/2K2R2 w F - 0 1".parse().expect("a position");
    let lost = ["c1c2", "e8e7", "c2c1", "e7e8"].iter().fold(short, |position, text| {
        let mv = position.legal_moves().into_iter().find(|mv| mv.to_string() == *text).expect("legal");
        position.after(mv)
    });
    let long: Position = "4k3/8/8/8/8/8/8/5RK1 w F - 0 1".parse().expect("a position");
    let both = Frontier::from_positions([(lost, 1), (long, 1)]).expect("one right");
    let error = Frontier::from_positions([(long, 1), (short, 1)]).expect_err("two rights");
    assert_eq!((error.line, error.fault), (2, FrontierFault::OtherRooks));
    assert_eq!(both.count_children(), u64::from(lost.legal_move_count() + long.legal_move_count()));
    assert_eq!(both.to_string().parse(), Ok(both));
}

/// The homes of rooks that may castle no longer are not written, and not remembered.
#[test]
fn a_frontier_without_castling_rights_is_read_as_it_was() {
    for fen in ["1k6/8/8/8/8/8/1r6/RK5R w HA - 0 1", "1k6/8/8/8/8/8/8/RK5R w HA - 0 1"] {
        let position: Position = fen.parse().expect("a position");
        for plies in 0..4 {
            let written = frontier(&position, plies);
            assert_eq!(written.to_string().parse(), Ok(written), "{plies} plies after {fen}");
        }
    }
}
