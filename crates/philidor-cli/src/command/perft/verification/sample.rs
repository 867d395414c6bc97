//! A random share of the parts of a tree.

use std::collections::HashSet;

/// A number of parts, chosen at random and sorted.
pub(super) fn choose(parts: usize, number: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix(seed);
    let mut chosen = HashSet::new();
    // Floyd's sample: each step adds one part that is not chosen yet.
    for last in parts - number..parts {
        let any = (random.next() % (last as u64 + 1)) as usize;
        if !chosen.insert(any) {
            chosen.insert(last);
        }
    }
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

/// The generator of random numbers by Steele, Lea and Flood (2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_its_size_is_in_order_and_depends_on_the_seed() {
        for (parts, number) in [(1, 1), (400, 4), (400, 400), (10, 9)] {
            let chosen = choose(parts, number, 3);
            assert_eq!(chosen.len(), number);
            assert!(chosen.is_sorted_by(|one, other| one < other) && chosen.iter().all(|&part| part < parts));
        }
        assert_ne!(choose(400, 4, 1), choose(400, 4, 2));
    }
}
