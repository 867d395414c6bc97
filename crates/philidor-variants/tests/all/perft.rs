//! Counts that others have published, or that several programs agree on.

use std::collections::BTreeSet;

use philidor::Strictness;
use philidor_variants::{AnyPosition, Chess, ManyChecks, Variant, VariantPosition, divide, perft};

/// `variant | FEN | count of depth 1, 2, … | source`
const COUNTS: &str = include_str!("../../data/perft.txt");

#[test]
fn published_counts() {
    let mut counted = 0;
    let mut starts = BTreeSet::new();
    for line in COUNTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, fen, counts, _] = fields[..] else { panic!("{line}") };
        let variant: Variant = variant.parse().unwrap();
        let position = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined).unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            assert_eq!(position.perft(depth), count, "{variant} {fen} depth {depth}");
            counted += count;
        }
        if position == AnyPosition::start(variant) && counts.split(' ').count() >= 5 {
            starts.insert(variant);
        }
    }
    let others = [Variant::Chess, Variant::Giveaway, Variant::Suicide]; // counted as chess and antichess are
    let missing =
        Variant::ALL.into_iter().filter(|variant| !others.contains(variant) && !starts.contains(variant));
    assert_eq!(missing.count(), 0, "starts to depth 5: {starts:?}");
    assert!(counted > 10_000_000, "{counted}");
}

/// The defaults of the trait are the rules of chess.
#[test]
fn without_differences_it_is_chess() {
    for suite in philidor_suites::ALL {
        for line in suite.lines().filter(|line| line.contains(';')) {
            let fen = line.split(';').next().unwrap_or_default().trim();
            let Ok(position) = fen.parse::<philidor::Position>() else { continue };
            let same: VariantPosition<Chess> = position.to_string().parse().unwrap();
            assert_eq!(u128::from(perft(&same, 2)), philidor::perft::perft(&position, 2), "{fen}");
        }
    }
}

#[test]
fn a_division_adds_up() {
    let position = VariantPosition::<ManyChecks<1>>::default();
    let parts = divide(&position, 4);
    assert_eq!(parts.len(), 20);
    let sum: u64 = parts.iter().map(|(_, count)| count).sum();
    assert_eq!(sum, perft(&position, 4));
    assert!(sum < 197_281, "games end with the first check");
    assert!(divide(&position, 0).is_empty());
}

/// A division does not hide how long a line is.
#[test]
fn a_division_of_a_line_that_is_too_long_has_its_count() {
    let forced: VariantPosition<Chess> = "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1".parse().unwrap();
    for (depth, leaves) in [(65_535, 1), (65_536, u64::MAX)] {
        let counts: Vec<u64> = divide(&forced, depth).into_iter().map(|(_, count)| count).collect();
        assert_eq!((perft(&forced, depth), &counts[..]), (leaves, &[leaves][..]), "depth {depth}");
    }
}
