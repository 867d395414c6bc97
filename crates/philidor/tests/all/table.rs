//! Perft with a table gives the same counts as without one: on the suites, whatever the size of the table, its seed,
//! the CPU level and the number of threads, and when one table serves many depths and positions.

use philidor::Position;
use philidor::cpu::Cpu;
use philidor::perft::{Perft, Table, perft, perft_plain};
use philidor_proof::{at_least, some_of};

use crate::drawn;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Small tables, in which entries evict each other, and one in which nearly all stay.
#[test]
fn suites_are_counted_alike_in_tables_of_any_size() {
    for bytes in [0, 4_096, 1 << 16, 1 << 22] {
        let mut checked = 0;
        for entry in drawn::suites(bytes as u64) {
            let position = position(entry.fen);
            // Castling rooks differ from entry to entry, so each has a table of its own.
            let table = Table::new(bytes, 7);
            for (depth, count) in entry.counts_up_to(30_000) {
                let counted = Perft::new().table(&table).count(&position, depth);
                assert_eq!(counted, count, "{}, depth {depth}, {bytes} bytes", entry.name);
                checked += 1;
            }
        }
        assert!(checked >= at_least(1_000), "{checked}");
    }
}

/// The counts at a greater depth, with the entries that lesser depths left in the table.
#[test]
fn a_table_serves_all_depths_seeds_levels_and_threads() {
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for &seed in some_of(&[0, 1, u64::MAX], 10) {
        for &cpu in some_of(&Cpu::available().collect::<Vec<Cpu>>(), 12) {
            let table = Table::new(1 << 20, seed);
            let counts: Vec<u128> =
                (0..6).map(|depth| Perft::new().cpu(cpu).table(&table).count(&kiwipete, depth)).collect();
            assert_eq!(counts, [1, 48, 2_039, 97_862, 4_085_603, 193_690_690], "seed {seed}, {cpu}");
        }
    }
    for &threads in some_of(&[2, 3], 11) {
        let table = Table::new(1 << 20, 1);
        let count = Perft::new().threads(threads).table(&table).count(&kiwipete, 5);
        assert_eq!(count, 193_690_690, "{threads} threads");
    }
}

/// Both sides to move at the same depth: a shared table must not confuse them.
#[test]
fn the_side_to_move_is_part_of_the_key() {
    let table = Table::new(1 << 16, 3);
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"] {
        for depth in 2..6 {
            let position = position(fen);
            let count = Perft::new().table(&table).count(&position, depth);
            assert_eq!(count, perft_plain(&position, depth), "{fen}, depth {depth}");
        }
    }
}

/// Bare kings: few positions and many paths, so that counts exceed 64 bits while the tree is small.
#[test]
fn totals_grow_past_sixty_four_bits() {
    let kings = position("7k/8/8/8/8/8/8/K7 w - - 0 1");
    let table = Table::new(1 << 24, 1);
    let with = Perft::new().table(&table);
    assert_eq!(with.count(&kings, 8), perft(&kings, 8));
    let total = with.count(&kings, 26);
    assert!(total > u128::from(u64::MAX), "{total}");
    let divided: u128 = with.divide(&kings, 26).into_iter().map(|(_, count)| count).sum();
    assert_eq!(divided, total);
}

/// The same pieces and rights, and castling with another rook.
#[test]
fn the_homes_of_castling_rooks_are_part_of_the_key() {
    let table = Table::new(1 << 20, 1);
    for fen in ["4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w H - 0 1"] {
        let position: Position = fen.parse().expect("a position");
        for depth in 2..5 {
            let counted = Perft::new().table(&table).count(&position, depth);
            assert_eq!(counted, perft_plain(&position, depth), "{fen}, depth {depth}");
        }
    }
}
