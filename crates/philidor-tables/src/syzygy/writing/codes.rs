//! Codes: frequent symbols in few bits, rare ones in many (David A. Huffman, "A Method for the Construction of
//! Minimum-Redundancy Codes", 1952), in the order that a file keeps.
//!
//! All that a file says about its codes is how many there are of each length. So symbols are numbered from the longest
//! code to the shortest, and codes count up within a length. Of all codes the longest begin with the most zeros:
//!
//! ```text
//! symbol   0    1    2    3    4          lengths: two of 3 bits, one of 2 ... in the order of symbols
//! code     000  001  01   10   11         3 3 2 2 2
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The code of each symbol, by the numbers that the symbols have in the file.
pub(super) struct Codes {
    /// By the number in the file: the number that the symbol had before. Long codes come first.
    pub(super) order: Vec<u16>,
    /// By the number before: code and its length in bits.
    pub(super) codes: Vec<(u32, u8)>,
    /// The lengths of the shortest code and of the longest.
    pub(super) min_length: u8,
    pub(super) max_length: u8,
    /// For each length from the shortest to the longest: the first symbol with a code of that length.
    pub(super) first_symbols: Vec<u16>,
}

/// A reader may take 32 bits at a time.
const MAX_LENGTH: u8 = 32;

/// Codes for symbols, by how often each occurs; there are at least two. A symbol that does not occur has a code, too,
/// since symbols that pair it are spelled by it.
pub(super) fn codes(counts: &[u64]) -> Codes {
    let lengths = lengths(counts);
    let mut order: Vec<u16> = (0..counts.len() as u16).collect();
    order.sort_by_key(|&symbol| Reverse(lengths[usize::from(symbol)]));

    let max_length = lengths.iter().copied().max().unwrap_or(0);
    let min_length = lengths.iter().copied().min().unwrap_or(0);
    let first_with = |length| order.partition_point(|&symbol| lengths[usize::from(symbol)] > length) as u16;
    let first_symbols = (min_length..=max_length).map(first_with).collect();

    let mut codes = vec![(0, 0); counts.len()];
    let (mut code, mut before) = (0u64, max_length);
    for &symbol in &order {
        let length = lengths[usize::from(symbol)];
        code >>= before - length;
        codes[usize::from(symbol)] = (code as u32, length);
        code += 1;
        before = length;
    }
    Codes { order, codes, min_length, max_length, first_symbols }
}

/// How many bits the code of each symbol has: none too long.
fn lengths(counts: &[u64]) -> Vec<u8> {
    let mut least = 1;
    loop {
        let lengths = shortest_lengths(counts, least);
        if lengths.iter().all(|&length| length <= MAX_LENGTH) {
            return lengths;
        }
        // Where counts differ less, so do lengths.
        least *= 16;
    }
}

/// The lengths that make the whole run shortest, if every symbol occurred at least `least` times.
fn shortest_lengths(counts: &[u64], least: u64) -> Vec<u8> {
    // A tree: each symbol and each node by its weight; the two lightest become children of a new one.
    let mut lightest: BinaryHeap<Reverse<(u64, usize)>> =
        counts.iter().enumerate().map(|(symbol, &count)| Reverse((count.max(least), symbol))).collect();
    let mut parents = vec![0; counts.len()];
    while let Some(Reverse((first, left))) = lightest.pop() {
        let Some(Reverse((second, right))) = lightest.pop() else { break };
        let node = parents.len();
        (parents[left], parents[right]) = (node, node);
        parents.push(node);
        lightest.push(Reverse((first + second, node)));
    }
    // The root is last, and every parent stands after its children.
    let mut depths = vec![0u8; parents.len()];
    for node in (0..parents.len().saturating_sub(1)).rev() {
        depths[node] = depths[parents[node]].saturating_add(1);
    }
    depths.truncate(counts.len());
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of 2 to the power of minus each length, times 2 to the power of 32.
    fn kraft(codes: &Codes) -> u64 {
        codes.codes.iter().map(|&(_, length)| 1 << (32 - length)).sum()
    }

    #[test]
    fn codes_are_complete_and_count_up_from_the_longest() {
        for counts in [vec![1, 1], vec![5, 1, 9, 1, 2], vec![0; 100], (1..4000).collect::<Vec<_>>()] {
            let codes = codes(&counts);
            assert_eq!(kraft(&codes), 1 << 32);
            let in_order: Vec<u64> = (codes.order.iter())
                .map(|&symbol| {
                    let (code, length) = codes.codes[usize::from(symbol)];
                    u64::from(code) << (64 - length)
                })
                .collect();
            assert!(in_order.is_sorted_by(|left, right| left < right));
            for (index, &first) in codes.first_symbols.iter().enumerate() {
                let length = codes.min_length + index as u8;
                let long = codes.codes.iter().filter(|code| code.1 > length).count();
                assert_eq!(usize::from(first), long);
            }
            assert!(codes.min_length > 0 && codes.max_length <= MAX_LENGTH);
        }
    }

    #[test]
    fn frequent_symbols_have_the_short_codes() {
        let codes = codes(&[5, 1, 9, 1, 2]);
        assert_eq!(codes.codes.iter().map(|code| code.1).collect::<Vec<_>>(), [2, 4, 1, 4, 3]);
    }

    #[test]
    fn no_code_is_longer_than_a_reader_takes() {
        // With the numbers of Fibonacci the shortest run has codes of every length.
        let counts: Vec<u64> = (0..80)
            .scan((1, 1), |pair, _| {
                let count = pair.0;
                *pair = (pair.1, pair.0 + pair.1);
                Some(count)
            })
            .collect();
        assert!(shortest_lengths(&counts, 1).contains(&79));
        let codes = codes(&counts);
        assert!(codes.max_length <= MAX_LENGTH);
        assert_eq!(kraft(&codes), 1 << 32);
    }
}
