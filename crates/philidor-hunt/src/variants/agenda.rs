//! What a suspect is asked about a variant: the edges of its rules, then positions of random games, each at depth 1 and
//! as deep as the limits allow.

use philidor::Strictness;
use philidor_variants::{AnyPosition, Variant};

use super::question::VariantQuestion;
use super::random::Games;
use crate::suite::Limits;

/// How deep a position is asked at most, unless the limits say otherwise.
const DEFAULT_DEPTH: u32 = 4;

/// `variant | FEN | what it tests`.
const EDGES: &str = include_str!("edges.txt");

/// The positions that test one rule each, with their names.
pub(super) fn edges(variant: Variant) -> Vec<(String, AnyPosition)> {
    let fields = |line: &'static str| -> Option<[&str; 3]> {
        line.split('|').map(str::trim).collect::<Vec<_>>().try_into().ok()
    };
    let own = EDGES.lines().filter_map(fields).filter(|[name, ..]| *name == variant.uci_name());
    let read = |[_, fen, name]: [&str; 3]| {
        let position = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined).ok()?;
        Some((name.to_owned(), position))
    };
    own.filter_map(read).collect()
}

/// The positions that are asked about: the edges, then as many of random games.
pub(super) fn positions(
    variant: Variant,
    games: usize,
    seed: u64,
) -> impl Iterator<Item = (String, AnyPosition)> {
    edges(variant).into_iter().chain(Games::new(variant, seed).take(games))
}

/// The questions about a position: at depth 1, and at the deepest that the limits allow.
pub(super) fn questions(position: &AnyPosition, limits: Limits) -> Vec<VariantQuestion> {
    let most = limits.leaves.unwrap_or(u64::MAX);
    let mut depth = 1;
    let (mut before, mut leaves) = (1, position.perft(1));
    // The next tree is expected to grow as this one did.
    while depth < limits.depth.unwrap_or(DEFAULT_DEPTH)
        && leaves > 0
        && leaves.saturating_mul(leaves / before + 1) <= most
    {
        depth += 1;
        (before, leaves) = (leaves, position.perft(depth));
    }
    let admitted = |&depth: &u32| depth > 1 || position.perft(1) <= most;
    let mut depths = vec![1, depth];
    depths.dedup();
    depths.into_iter().filter(admitted).map(|depth| VariantQuestion::new(*position, depth)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_edge_is_read_once_and_every_variant_has_some() {
        let lines = EDGES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut seen = HashSet::new();
        for line in lines.clone() {
            let [variant, fen, name] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            let known: Variant = variant.parse().expect(line);
            assert_eq!(known.uci_name(), variant, "{line}");
            let read = AnyPosition::from_fen_with(known, fen, Strictness::WellDefined);
            assert!(read.is_ok(), "{line}: {read:?}");
            assert!(seen.insert((variant, name)), "{line}");
        }
        let others = Variant::ALL.into_iter().filter(|&variant| variant != Variant::Chess);
        let counts: Vec<usize> = others.map(|variant| edges(variant).len()).collect();
        assert!(counts.iter().all(|&count| count >= 3), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), lines.count());
    }

    #[test]
    fn questions_stay_within_the_limits() {
        let start = AnyPosition::start(Variant::Atomic);
        let depths = |limits| -> Vec<u32> {
            questions(&start, limits).into_iter().map(|question| question.depth).collect()
        };
        assert_eq!(depths(Limits::up_to_leaves(10_000)), [1, 3]);
        assert_eq!(depths(Limits::up_to_leaves(10_000).with_depth(2)), [1, 2]);
        assert_eq!(depths(Limits::up_to_leaves(20)), [1]);
        assert!(depths(Limits::up_to_leaves(19)).is_empty());
    }
}
