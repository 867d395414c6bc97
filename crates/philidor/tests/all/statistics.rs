//! Statistics agree with other programs, and with playing every move and looking at the board afterwards.

use core::ops::ControlFlow;

use philidor::cpu::Cpu;
use philidor::perft::{Perft, Statistics, statistics};
use philidor::{Move, MoveType, Position, Square};
use philidor_proof::samples;

use crate::drawn;
use crate::games;
use crate::suites;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn available() -> impl Iterator<Item = Cpu> {
    Cpu::available()
}

/// The plain way: each move is played, and the checkers are found on the resulting board.
fn oracle(position: &Position, depth: u32) -> Statistics {
    let moves = position.legal_moves();
    if depth > 1 {
        return moves.iter().map(|&mv| oracle(&position.after(mv), depth - 1)).sum();
    }
    moves.iter().map(|&mv| classify(position, mv)).sum()
}

fn classify(position: &Position, mv: Move) -> Statistics {
    let after = position.after(mv);
    let checkers = after.checkers();
    let arrival = arrival(position, mv);
    let direct = checkers.contains(arrival);
    let discovered = checkers.len() - u32::from(direct);
    let mates = after.is_check() && after.legal_moves().is_empty();
    let mut checks = [0; 4];
    match (direct, discovered) {
        (false, 0) => {}
        (true, 0) => checks[0] = 1,
        (false, 1) => checks[1] = 1,
        (true, _) => checks[2] = 1,
        (false, _) => checks[3] = 1,
    }
    let of = |counts: bool, kind: usize| if counts { checks[kind] } else { 0 };
    let mut kinds = Statistics::default();
    kinds.nodes = 1;
    kinds.captures = u64::from(mv.captured_piece().is_some());
    kinds.en_passant = u64::from(mv.move_type() == MoveType::EnPassant);
    kinds.castles = u64::from(mv.move_type() == MoveType::Castling);
    kinds.promotions = u64::from(mv.move_type() == MoveType::Promotion);
    kinds.direct_checks = of(!mates, 0);
    kinds.single_discovered_checks = of(!mates, 1);
    kinds.direct_discovered_checks = of(!mates, 2);
    kinds.double_discovered_checks = of(!mates, 3);
    kinds.direct_mates = of(mates, 0);
    kinds.single_discovered_mates = of(mates, 1);
    kinds.direct_discovered_mates = of(mates, 2);
    kinds.double_discovered_mates = of(mates, 3);
    kinds
}

/// The destination of the piece that may check directly: in castling, the rook's.
fn arrival(position: &Position, mv: Move) -> Square {
    mv.castling_side().map_or(mv.dest_square(), |side| side.rook_destination(position.side_to_move()))
}

#[test]
fn every_level_counts_alike() {
    for entry in suites::all() {
        let position = entry.position();
        for depth in 1..=2 {
            let expected = oracle(&position, depth);
            for cpu in available() {
                let counted = Perft::new().cpu(cpu).statistics(&position, depth);
                assert_eq!(counted, expected, "{cpu}, {}, depth {depth}", entry.name);
            }
        }
    }
}

#[test]
fn random_games_and_unreachable_boards_as_the_oracle_counts() {
    for position in games::positions(31).step_by(7).take(samples(2_000)) {
        assert_eq!(statistics(&position, 1), oracle(&position, 1), "{position}");
    }
    for position in games::unreachable_positions(32).step_by(3).take(samples(2_000)) {
        assert_eq!(statistics(&position, 1), oracle(&position, 1), "{position}");
    }
    for position in games::unreachable_positions(33).step_by(97).take(samples(100)) {
        assert_eq!(statistics(&position, 2), oracle(&position, 2), "{position}");
    }
}

/// The rows of the Grand Chess Tree.
#[test]
fn the_start_position() {
    let rows: [(u32, [u64; 13]); 2] = [
        (5, [4_865_609, 82_719, 258, 0, 0, 26_998, 6, 0, 0, 347, 0, 0, 0]),
        (6, [119_060_324, 2_812_008, 5_248, 0, 0, 797_896, 329, 46, 0, 10_828, 0, 0, 0]),
    ];
    for (depth, counts) in rows {
        assert_eq!(statistics(&Position::default(), depth), Statistics::from_counts(counts), "depth {depth}");
    }
}

#[test]
#[ignore = "billions of leaves: for release builds"]
fn the_start_position_seven_deep() {
    let statistics = statistics(&Position::default(), 7);
    let counts =
        [3_195_901_860, 108_329_926, 319_617, 883_453, 0, 32_648_427, 18_026, 1_628, 0, 435_767, 0, 0, 0];
    assert_eq!(statistics, Statistics::from_counts(counts));
    assert_eq!((statistics.checks(), statistics.mates()), (32_668_081, 435_767));
}

/// The rows usually quoted: nodes, captures, en passant, castles, promotions, checks with mates, mates.
#[test]
fn kiwipete() {
    let position: Position = KIWIPETE.parse().expect("a position");
    let rows: [[u64; 7]; 5] = [
        [48, 8, 0, 2, 0, 0, 0],
        [2_039, 351, 1, 91, 0, 3, 0],
        [97_862, 17_102, 45, 3_162, 0, 993, 1],
        [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 43],
        [193_690_690, 35_043_416, 73_365, 4_993_637, 8_392, 3_309_887, 30_171],
    ];
    for (depth, expected) in (1..).zip(rows) {
        let s = statistics(&position, depth);
        let (checks, mates) = (s.checks() + s.mates(), s.mates());
        let row = [s.nodes, s.captures, s.en_passant, s.castles, s.promotions, checks, mates];
        assert_eq!(row, expected, "depth {depth}");
    }
}

/// Each class of check, and a mate by it, on a small board of its own.
#[test]
fn each_class_of_check() {
    // White castles, and the rook gives check.
    let castling: Position = "5k2/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
    assert_eq!(oracle(&castling, 1), statistics(&castling, 1));
    let castles: Statistics = castling
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.move_type() == MoveType::Castling)
        .map(|mv| classify(&castling, mv))
        .sum();
    assert_eq!((castles.castles, castles.direct_checks), (1, 1));
    // The pawn on e7 becomes a queen or a rook and looks back through the square it left.
    let backwards: Position = "8/4P3/8/4k3/8/8/8/K7 w - - 0 1".parse().expect("a position");
    assert_eq!(statistics(&backwards, 1).direct_checks, 2);
    // The knight leaves the file, and also gives check from two squares.
    let knight: Position = "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1".parse().expect("a position");
    let knight = statistics(&knight, 1);
    assert_eq!((knight.single_discovered_checks, knight.direct_discovered_checks), (6, 2));
    // Taking on d6 opens the fifth rank to the rook.
    let passing: Position = "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1".parse().expect("a position");
    assert_eq!(statistics(&passing, 1).single_discovered_checks, 1);
    // Taking on e6 the pawn opens the diagonal a1-h8 by removing e5, and the d-file by leaving it.
    let both: Position = "3B3k/8/8/3Pp3/8/2B5/8/K7 w - e6 0 1".parse().expect("a position");
    assert_eq!(statistics(&both, 1), oracle(&both, 1));
    let both: Position = "3R4/8/8/3Pp3/8/2k5/8/K6B w - e6 0 1".parse().expect("a position");
    assert_eq!(statistics(&both, 1), oracle(&both, 1));
    // Taking on e6 opens the d-file to the rook and the long diagonal to the bishop, and the pawn gives no check.
    let double: Position = "3R3B/8/8/3Pp3/3k4/8/8/K7 w - e6 0 1".parse().expect("a position");
    let double = statistics(&double, 1);
    assert_eq!((double.en_passant, double.double_discovered_checks), (1, 1));
}

#[test]
fn statistics_of_depth_zero_are_one_node() {
    for position in suites::positions() {
        let mut expected = Statistics::default();
        expected.nodes = 1;
        assert_eq!(statistics(&position, 0), expected);
    }
}

#[test]
fn any_number_of_threads_counts_alike() {
    for entry in drawn::suites(35) {
        let position = entry.position();
        for depth in 0..=3 {
            let alone = Perft::new().statistics(&position, depth);
            for threads in 0..=3 {
                assert_eq!(
                    Perft::new().threads(threads).statistics(&position, depth),
                    alone,
                    "{}",
                    entry.name
                );
            }
        }
    }
}

/// The reports add up, whatever the depth.
#[test]
fn reports_add_up() {
    use std::sync::Mutex;

    for entry in suites::standard() {
        for depth in 0..=4 {
            let parts = Mutex::new(Vec::new());
            let counted = Perft::new().statistics_reporting(&entry.position(), depth, &|part| {
                parts.lock().expect("no thread panics").push(part);
                ControlFlow::Continue(())
            });
            let parts = parts.into_inner().expect("no thread panics");
            assert_eq!(parts.iter().map(|part| part.statistics).sum::<Statistics>(), counted);
            assert!(parts.iter().all(|part| part.parts == parts.len()));
        }
    }
}

#[test]
fn a_report_can_break_off() {
    let first = std::sync::Mutex::new(None);
    let counted = Perft::new().statistics_reporting(&Position::default(), 4, &|part| {
        first.lock().expect("no thread panics").get_or_insert(part.statistics);
        ControlFlow::Break(())
    });
    assert_eq!(first.into_inner().expect("no thread panics"), Some(counted));
    assert!(counted.nodes < 197_281);
}

#[test]
fn statistics_are_written_a_count_on_each_line() {
    let text = statistics(&KIWIPETE.parse().expect("a position"), 1).to_string();
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let count = |name: &str| {
        words.iter().find(|line| line[..line.len() - 1].join(" ") == name).map(|line| line[line.len() - 1])
    };
    assert_eq!(
        [count("nodes"), count("captures"), count("castles")],
        [Some("48"), Some("8"), Some("2")],
        "{text}"
    );
    assert_eq!([count("checks"), count("mates")], [Some("0"), Some("0")], "{text}");
    let checks = words.iter().position(|line| line[0] == "checks");
    assert_eq!((checks, words.len()), (Some(9), Statistics::NAMES.len() + 2), "{text}");
}
