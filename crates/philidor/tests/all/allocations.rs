//! Generating, playing and checking moves, and reading and writing moves, do not allocate.

use allocation_counter::measure;
use philidor::perft::perft;
use philidor::{CastlingMode, MoveKind, MoveList, Position};

/// Allocations of an operation that has run once before, so that one-time allocations do not count.
fn allocations(mut act: impl FnMut()) -> u64 {
    act();
    measure(act).count_total
}

#[test]
fn generating_and_playing_allocate_nothing() {
    let mut position: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("a position");
    let count = allocations(|| {
        let mut list = MoveList::new();
        for kind in [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures] {
            position.moves_into(kind, &mut list);
        }
        position.legal_moves_into(&mut list);
        for &mv in &list {
            let undo = position.play_unchecked(mv);
            assert!(position.has_legal_move());
            position.undo(mv, undo);
            assert_eq!(position.decode(mv.digest()), Some(mv));
        }
        assert_eq!(perft(&position, 3), 97_862);
    });
    assert_eq!(count, 0);
}

#[test]
fn moves_are_read_and_written_without_allocation() {
    let position = Position::default();
    let count = allocations(|| {
        for mv in position.legal_moves() {
            assert_eq!(position.parse_san(position.to_san(mv).as_bytes()), Ok(mv));
        }
        assert!(position.parse_uci("e2e4").is_ok());
        assert!(position.parse_san("Nd2").is_err() && position.parse_uci("e2e9").is_err());
        assert!(position.parse_san("?").is_err());
    });
    assert_eq!(count, 0);
    // Writing into a new string allocates only the string.
    let mv = position.legal_moves()[0];
    assert!(measure(|| drop(position.to_uci_in(mv, CastlingMode::Standard).to_string())).count_total > 0);
}
