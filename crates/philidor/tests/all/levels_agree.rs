//! One binary serves every CPU: each level that the CPU has counts the same as the portable one, by either path.
//!
//! The suites at every level are in `perft.rs`; here are random positions.

use philidor::perft::Perft;
use philidor::{Cpu, PieceType, Position, Setup, Strictness};

use crate::crowded;
use crate::games;

fn available() -> impl Iterator<Item = Cpu> {
    Cpu::available()
}

/// Every level divides as the portable one does by the plain path.
fn divides_alike(position: &Position, depth: u32) {
    let expected = Perft::new().cpu(Cpu::Portable).plain().divide(position, depth);
    for cpu in available() {
        let at_level = Perft::new().cpu(cpu);
        assert_eq!(at_level.divide(position, depth), expected, "{cpu} in {position}");
        assert_eq!(at_level.plain().divide(position, depth), expected, "{cpu}, plain, in {position}");
    }
}

#[test]
fn every_level_divides_random_games_alike() {
    for position in games::positions(11).step_by(41).take(200) {
        divides_alike(&position, 3);
    }
}

/// Hundreds of moves, a dozen queens, checks along one line from both sides: no position is too strange to count.
#[test]
fn every_level_divides_boards_that_no_game_reaches_alike() {
    for position in games::unreachable_positions(12).step_by(7).take(500) {
        divides_alike(&position, 2);
    }
    for position in games::unreachable_positions(13).step_by(97).take(50) {
        divides_alike(&position, 3);
    }
}

/// More than eight pawns that go in one direction, and pieces on every square.
#[test]
fn every_level_divides_crowded_boards_alike() {
    let many_pawns = [
        "4k3/8/8/8/PPPPPPPP/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/PPPPPPPP/8/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/4K3 w - - 0 1",
        "4k3/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/8/8/4K3 b - - 0 1",
    ];
    for fen in many_pawns {
        let setup: Setup = fen.parse().expect("a setup");
        let position = Position::from_setup(setup, Strictness::WellDefined).expect("well defined");
        let pawns = position.legal_moves().iter().filter(|mv| mv.played_piece() == PieceType::Pawn).count();
        assert!(pawns > 13, "{pawns} in {fen}");
        divides_alike(&position, 2);
    }
    for position in crowded::positions(2_022).take(2_000) {
        divides_alike(&position, 1);
    }
}

#[test]
fn the_best_level_is_the_last_available() {
    assert!(Cpu::Portable.is_available());
    assert_eq!(available().last(), Some(Cpu::best()));
    assert!(Cpu::ALL.is_sorted(), "the least demanding first");
    let best = Perft::new().count(&Position::default(), 4);
    assert_eq!(best, Perft::new().cpu(Cpu::best()).count(&Position::default(), 4));
}

#[test]
fn levels_are_read_as_they_are_written() {
    for &cpu in Cpu::ALL {
        assert_eq!(cpu.to_string().parse(), Ok(cpu));
        assert_eq!(cpu.to_string(), cpu.name());
    }
    for text in ["", "Portable", "sse2", " pext"] {
        assert!(text.parse::<Cpu>().is_err(), "{text:?}");
    }
}
