//! These tests are built without optimization, as programs are while they are being written. There the library has one
//! level of the CPU, and a thread needs no more stack than Rust gives it.

use std::thread;

use chess::cpu::Cpu;
use chess::perft::{perft, perft_plain, statistics};
use chess::{MoveKind, Position};
use games::games;

/// Half of what Rust gives to threads, those of tests among them.
const STACK: usize = 1 << 20;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// One legal move on every ply, without an end.
const FORCED: &str = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

fn on_a_small_stack(work: fn()) {
    thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("enough stack");
}

#[test]
fn there_is_one_level() {
    assert_eq!(Cpu::available().collect::<Vec<_>>(), [Cpu::Portable]);
}

#[test]
fn moves_are_listed_and_written() {
    on_a_small_stack(|| {
        let position = position(KIWIPETE);
        assert_eq!(position.legal_moves().len(), 48);
        let parts = [MoveKind::Tactical, MoveKind::Quiet].map(|kind| position.moves(kind).len());
        assert_eq!(parts, [8, 40]);
        let is_read = |&mv: &_| position.parse_san(position.to_san(mv)) == Ok(mv);
        assert!(position.legal_moves().iter().all(is_read));
    });
}

#[test]
fn trees_are_counted() {
    on_a_small_stack(|| {
        let position = position(KIWIPETE);
        assert_eq!([perft(&position, 3), perft_plain(&position, 3)], [97_862; 2]);
        assert_eq!(statistics(&position, 3).captures, 17_102);
    });
}

#[test]
fn trees_as_deep_as_recursion_and_deeper_are_counted() {
    on_a_small_stack(|| {
        for depth in [7, 8, 9, 47, 48, 49, 500] {
            let position = position(FORCED);
            assert_eq!([perft(&position, depth), perft_plain(&position, depth)], [1; 2], "{depth}");
            assert_eq!(statistics(&position, depth).nodes, 1, "{depth}");
        }
    });
}

#[test]
fn games_are_read() {
    on_a_small_stack(|| {
        let text = b"[White \"A\"]\n\n1. e4 {a remark} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1/2-1/2\n";
        assert_eq!(
            games(text).filter(|game| game.as_ref().is_ok_and(|game| game.main_line().count() == 4)).count(),
            1
        );
    });
}
