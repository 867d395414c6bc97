//! Pairing: a long run of values as a shorter run of symbols. (N. Jesper Larsson and Alistair Moffat, "Offline
//! Dictionary-Based Compression", 1999, who call it Re-Pair.)
//!
//! As long as some pair of neighbors occurs often, a new symbol stands for it everywhere:
//!
//! ```text
//! 2 2 0 2 2 1 2 2 0        A = 2 2
//!   A   0   A 1   A 0      B = A 0
//!     B     A 1     B
//! ```
//!
//! Each pass counts all pairs and replaces the most frequent one, and with it others that are frequent and share no
//! symbol with one before them: these do not compete for the same places, so a pass does the work of several.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A symbol: a value, or what two other symbols stand for, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A value itself.
    Value(u16),
    /// The numbers of two earlier symbols.
    Pair(u16, u16),
}

/// A run of values as a run of symbols, and what the symbols are.
pub(super) struct Paired {
    /// The values first, then the pairs; what a pair is made of stands before it.
    pub(super) symbols: Vec<Symbol>,
    /// How many values each symbol stands for.
    pub(super) lengths: Vec<u32>,
    /// The run, by the numbers of symbols.
    pub(super) run: Vec<u16>,
}

/// A file has room for 4,095 symbols: the number 4,095 marks a symbol that is a value.
const MAX_SYMBOLS: usize = 4095;
/// Files are read with the values of a symbol, less one, in a byte.
const MAX_LENGTH: u32 = 256;
/// A symbol costs three bytes in the file, and its code. A pair that is rarer does not pay.
const MIN_COUNT: u32 = 8;

/// Pairs the values of a run, each below `values`; once `stop` is set, no more of them.
pub(super) fn pair(mut run: Vec<u16>, values: u16, stop: &AtomicBool) -> Paired {
    let mut symbols: Vec<Symbol> = (0..values).map(Symbol::Value).collect();
    let mut lengths = vec![1; symbols.len()];
    loop {
        let chosen = choose(&run, &lengths);
        if chosen.is_empty() || stop.load(Relaxed) {
            return Paired { symbols, lengths, run };
        }
        let mut partners = vec![None; symbols.len()];
        for (first, second) in chosen {
            partners[usize::from(first)] = Some((second, symbols.len() as u16));
            symbols.push(Symbol::Pair(first, second));
            lengths.push(lengths[usize::from(first)] + lengths[usize::from(second)]);
        }
        replace(&mut run, &partners);
    }
}

/// The pairs that a pass replaces, the most frequent first.
fn choose(run: &[u16], lengths: &[u32]) -> Vec<(u16, u16)> {
    let mut frequent = count(run);
    frequent.retain(|&(count, (first, second))| {
        count >= MIN_COUNT && lengths[usize::from(first)] + lengths[usize::from(second)] <= MAX_LENGTH
    });
    frequent.sort_unstable_by_key(|&(count, pair)| (Reverse(count), pair));

    let enough = frequent.first().map_or(0, |&(count, _)| count / 2);
    let mut is_taken = vec![false; lengths.len()];
    let mut chosen = Vec::new();
    for (count, (first, second)) in frequent {
        if count < enough || lengths.len() + chosen.len() == MAX_SYMBOLS {
            break;
        }
        if !is_taken[usize::from(first)] && !is_taken[usize::from(second)] {
            is_taken[usize::from(first)] = true;
            is_taken[usize::from(second)] = true;
            chosen.push((first, second));
        }
    }
    chosen
}

/// How often each pair occurs. In `2 2 2` the second pair shares a symbol with the first, and does not count.
fn count(run: &[u16]) -> Vec<(u32, (u16, u16))> {
    let mut is_shared = false;
    let mut pairs: Vec<(u16, u16)> = Vec::with_capacity(run.len());
    for (place, neighbors) in run.windows(2).enumerate() {
        is_shared = !is_shared && place > 0 && run[place - 1] == neighbors[0] && neighbors[0] == neighbors[1];
        if !is_shared {
            pairs.push((neighbors[0], neighbors[1]));
        }
    }
    pairs.sort_unstable();
    pairs.chunk_by(|left, right| left == right).map(|same| (same.len() as u32, same[0])).collect()
}

/// Replaces each symbol that is followed by its partner, from the left.
fn replace(run: &mut Vec<u16>, partners: &[Option<(u16, u16)>]) {
    let (mut from, mut to) = (0, 0);
    while from < run.len() {
        let symbol = run[from];
        (run[to], from) = match partners[usize::from(symbol)] {
            Some((second, pair)) if run.get(from + 1) == Some(&second) => (pair, from + 2),
            _ => (symbol, from + 1),
        };
        to += 1;
    }
    run.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::NEVER_STOP;

    /// The values of a symbol, in order.
    fn spell(paired: &Paired, symbol: u16, values: &mut Vec<u16>) {
        match paired.symbols[usize::from(symbol)] {
            Symbol::Value(value) => values.push(value),
            Symbol::Pair(first, second) => {
                spell(paired, first, values);
                spell(paired, second, values);
            }
        }
    }

    fn check(run: Vec<u16>, values: u16) -> Paired {
        let paired = pair(run.clone(), values, &NEVER_STOP);
        let mut spelled = Vec::new();
        for &symbol in &paired.run {
            let before = spelled.len();
            spell(&paired, symbol, &mut spelled);
            let length = spelled.len() - before;
            assert_eq!(length, paired.lengths[usize::from(symbol)] as usize);
            assert!(length <= MAX_LENGTH as usize);
        }
        assert_eq!(spelled, run);
        assert!(paired.symbols.len() <= MAX_SYMBOLS);
        paired
    }

    #[test]
    fn runs_come_back() {
        check(Vec::new(), 1);
        check(vec![0], 1);
        check([2, 2, 0, 2, 2, 1, 2, 2, 0].repeat(20), 3);
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % below) as u16
        };
        let noise = (0..50_000).map(|_| next(5)).collect();
        assert!(check(noise, 5).run.len() < 30_000);
        let phrases: Vec<[u16; 5]> = (0..1500).map(|_| std::array::from_fn(|_| next(50))).collect();
        let many = (0..30_000).flat_map(|_| phrases[usize::from(next(1500))]).collect();
        assert_eq!(check(many, 50).symbols.len(), MAX_SYMBOLS, "this run fills the room for symbols");
    }

    #[test]
    fn a_long_run_of_one_value_is_as_long_as_symbols_may_be() {
        let paired = check(vec![1; 256 * 100 + 3], 2);
        assert!(paired.lengths.contains(&MAX_LENGTH));
        assert!(paired.run.len() < 110, "{}", paired.run.len());
    }

    #[test]
    fn pairs_that_share_a_symbol_count_once() {
        assert_eq!(count(&[0, 0, 0, 0, 0, 1, 0, 0]), [(3, (0, 0)), (1, (0, 1)), (1, (1, 0))]);
    }
}
