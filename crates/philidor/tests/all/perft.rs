//! The tree of legal moves has the counts that other programs find: by every path, at every CPU level, on any number of
//! threads.
//!
//! The expected numbers are in `data/`; two other programs confirmed them (`scripts/test-oracles`).

use std::borrow::Borrow;

use philidor::Position;
use philidor::cpu::Cpu;
use philidor::perft::{Perft, divide, perft, perft_plain};
use philidor_proof::some_of;

use crate::drawn;
use crate::suites;

/// Counts every tree of some suites that has at most `limit` leaves.
fn check<E: Borrow<suites::Entry>>(
    entries: impl Iterator<Item = E>,
    limit: u64,
    count: impl Fn(&Position, u32) -> u128,
) {
    let mut checked = 0;
    for entry in entries {
        let entry = entry.borrow();
        let position = entry.position();
        for (depth, expected) in entry.counts_up_to(limit) {
            assert_eq!(count(&position, depth), expected, "{}, depth {depth}", entry.name);
            checked += 1;
        }
    }
    assert!(checked > 0, "no tree is small enough");
}

/// In a quick run one of them is counted as deep as all are in a full one.
#[test]
fn the_standard_positions() {
    let entries: Vec<suites::Entry> = suites::standard().collect();
    check(entries.iter(), 20_000_000, perft);
    check(some_of(&entries, 5).iter(), 200_000_000, perft);
}

#[test]
fn every_suite() {
    check(drawn::suites(1), 20_000_000, perft);
}

#[test]
fn every_suite_by_the_plain_path() {
    check(drawn::suites(2), 300_000, perft_plain);
}

#[test]
fn every_suite_at_every_level_by_both_paths() {
    for cpu in Cpu::available() {
        let at_level = Perft::new().cpu(cpu);
        check(drawn::suites(3), 100_000, |position, depth| at_level.count(position, depth));
        check(drawn::suites(4), 5_000, |position, depth| at_level.plain().count(position, depth));
    }
}

/// A level that the CPU lacks is not an error: the portable one is used.
#[test]
fn every_level_may_be_asked_for() {
    for &cpu in Cpu::ALL {
        assert_eq!(Perft::new().cpu(cpu).count(&Position::default(), 3), 8_902, "{cpu}");
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    for entry in suites::standard() {
        let position = entry.position();
        assert_eq!((perft(&position, 0), perft_plain(&position, 0)), (1, 1));
        assert!(divide(&position, 0).is_empty());
    }
}

/// A divide has the legal moves in order, each with the perft of the position after it.
#[test]
fn a_divide_is_a_perft_in_parts() {
    for entry in suites::all() {
        let position = entry.position();
        for (depth, expected) in entry.counts_up_to(20_000) {
            let parts = divide(&position, depth);
            let sum: u128 = parts.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, expected, "{}, depth {depth}", entry.name);
            assert!(parts.iter().map(|(mv, _)| mv).eq(position.legal_moves().iter()));
            for (mv, count) in parts {
                assert_eq!(count, perft(&position.after(mv), depth - 1), "{mv}, {}", entry.name);
            }
        }
    }
}

#[test]
fn any_number_of_threads_divides_alike() {
    for entry in suites::standard() {
        let position = entry.position();
        for (perft, depth) in [(Perft::new(), 4), (Perft::new().plain(), 3)] {
            let alone = perft.divide(&position, depth);
            for threads in 0..=3 {
                assert_eq!(perft.threads(threads).divide(&position, depth), alone, "{}", entry.name);
                let sum = perft.threads(threads).count(&position, depth);
                assert_eq!(sum, u128::from(entry.counts[depth as usize - 1]), "{}", entry.name);
            }
        }
    }
}

/// The reports during counting add up, part by part, to the total.
#[test]
fn reports_add_up() {
    use std::sync::Mutex;

    for entry in suites::standard() {
        let parts = Mutex::new(Vec::new());
        let count = Perft::new().count_reporting(&entry.position(), 4, &|part| {
            parts.lock().expect("no thread panics").push(part);
        });
        let parts = parts.into_inner().expect("no thread panics");
        let leaves: u64 = parts.iter().map(|part| part.leaves).sum();
        assert_eq!((count, leaves), (u128::from(entry.counts[3]), entry.counts[3]), "{}", entry.name);
        assert!(parts.iter().all(|part| part.parts == parts.len()), "{}", entry.name);
    }
}

/// All counts of the standard positions, the numbers usually quoted, up to 27 billion leaves, at the best level; those
/// of up to four billion at every level, and those of up to 200 million by plain play. Minutes in release builds; hours
/// without optimization.
#[test]
#[ignore = "billions of leaves: for release builds"]
fn the_big_totals() {
    check(suites::standard(), u64::MAX, perft);
    for cpu in Cpu::available() {
        check(suites::standard(), 4_000_000_000, |position, depth| {
            Perft::new().cpu(cpu).count(position, depth)
        });
    }
    check(suites::standard(), 200_000_000, perft_plain);
}
