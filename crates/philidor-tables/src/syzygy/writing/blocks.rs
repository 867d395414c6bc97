//! Blocks: the codes of a run in blocks of one size, each with a whole number of symbols, and the index that finds a
//! value's block.
//!
//! ```text
//! values   0 ........ 40 ......... 103 ........ 140 ...    |   end    ...  a block that holds nothing
//! blocks   [ block 0 ][  block 1  ][  block 2  ] ...       |          ...  (see below)
//! lengths     40          63           37
//! index        ^ value 32          ^ value 96                          one entry for each span of 64, at its middle:
//!              block 0, 32         block 1, 56                         block, and place within it
//! ```
//!
//! A reader begins at the entry of the value's span and walks along the lengths of blocks, back or on. The middle of
//! the last span may lie beyond the last value: blocks that have a length but no bytes follow, so that there is a block
//! there, too.

use super::codes::Codes;
use super::pairing::Paired;

/// The blocks of a table, ready to be written.
pub(super) struct Blocks {
    /// The codes, block after block.
    pub(super) data: Vec<u8>,
    /// For each block how many values it has, less one; with those that have no bytes.
    pub(super) lengths: Vec<u16>,
    /// For each span: the block that has the value in its middle, and which value of the block that is.
    pub(super) index: Vec<(u32, u16)>,
    /// How many blocks have bytes.
    pub(super) count: u32,
}

/// The most values of a block: its length, less one, is two bytes.
const MAX_VALUES: u32 = 1 << 16;

/// Writes a run of symbols in blocks of `1 << block_bits` bytes, with an index for spans of `1 << span_bits` values.
pub(super) fn blocks(paired: &Paired, codes: &Codes, block_bits: u8, span_bits: u8) -> Blocks {
    let bits_of_block = 8u64 << block_bits;
    let mut writer = BitWriter { data: Vec::new(), block_bytes: 1 << block_bits, used: 0 };
    let mut values_of: Vec<u32> = Vec::new();
    let mut values = 0;
    for &symbol in &paired.run {
        let (code, length) = codes.codes[usize::from(symbol)];
        let symbol_values = paired.lengths[usize::from(symbol)];
        if writer.used + u64::from(length) > bits_of_block || values + symbol_values > MAX_VALUES {
            values_of.push(values);
            values = 0;
            writer.finish_block();
        }
        writer.write(code, length);
        values += symbol_values;
    }
    if values > 0 {
        values_of.push(values);
        writer.finish_block();
    }

    let count = values_of.len() as u32;
    let total: u64 = values_of.iter().copied().map(u64::from).sum();
    let spans = total.div_ceil(1 << span_bits);
    let middle = |span: u64| (span << span_bits) + (1 << (span_bits - 1));
    let mut covered = total;
    while spans > 0 && covered <= middle(spans - 1) {
        values_of.push(MAX_VALUES);
        covered += u64::from(MAX_VALUES);
    }

    let mut index = Vec::with_capacity(spans as usize);
    let (mut block, mut start) = (0, 0);
    for span in 0..spans {
        while start + u64::from(values_of[block]) <= middle(span) {
            start += u64::from(values_of[block]);
            block += 1;
        }
        index.push((block as u32, (middle(span) - start) as u16));
    }
    let lengths = values_of.iter().map(|&values| (values - 1) as u16).collect();
    Blocks { data: writer.data, lengths, index, count }
}

/// Codes one after the other, the first bit of each byte its highest.
struct BitWriter {
    data: Vec<u8>,
    block_bytes: usize,
    /// The bits of the last block that are used.
    used: u64,
}

impl BitWriter {
    fn write(&mut self, code: u32, length: u8) {
        for bit in (0..length).rev() {
            if self.used.is_multiple_of(8) {
                self.data.push(0);
            }
            if let Some(last) = self.data.last_mut() {
                *last |= (((code >> bit) & 1) as u8) << (7 - self.used % 8);
            }
            self.used += 1;
        }
    }

    fn finish_block(&mut self) {
        self.data.resize(self.data.len().next_multiple_of(self.block_bytes), 0);
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{codes, pairing};
    use super::*;
    use crate::solve::NEVER_STOP;

    /// The value at a place, found as a reader finds it: span, block, symbol, pairs.
    fn value_at(
        blocks: &Blocks,
        paired: &Paired,
        codes: &Codes,
        block_bits: u8,
        span_bits: u8,
        place: u64,
    ) -> u16 {
        let (block, middle) = blocks.index[(place >> span_bits) as usize];
        let offset = (place & ((1 << span_bits) - 1)) as i64 - (1 << (span_bits - 1));
        let (mut block, mut rest) = (block as usize, i64::from(middle) + offset);
        while rest < 0 {
            block -= 1;
            rest += i64::from(blocks.lengths[block]) + 1;
        }
        while rest > i64::from(blocks.lengths[block]) {
            rest -= i64::from(blocks.lengths[block]) + 1;
            block += 1;
        }
        assert!(block < blocks.count as usize, "a block without bytes holds no value");

        let bytes = &blocks.data[block << block_bits..][..1 << block_bits];
        let mut bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| u32::from(byte >> bit & 1)));
        loop {
            let (mut code, mut length) = (0, 0);
            let symbol = loop {
                code = code << 1 | bits.next().expect("a code");
                length += 1;
                if let Some(symbol) = codes.codes.iter().position(|&one| one == (code, length)) {
                    break symbol;
                }
            };
            if rest < i64::from(paired.lengths[symbol]) {
                return within(paired, symbol, rest as u32);
            }
            rest -= i64::from(paired.lengths[symbol]);
        }
    }

    fn within(paired: &Paired, symbol: usize, rest: u32) -> u16 {
        match paired.symbols[symbol] {
            pairing::Symbol::Value(value) => value,
            pairing::Symbol::Pair(first, second) => {
                let length = paired.lengths[usize::from(first)];
                if rest < length {
                    within(paired, first.into(), rest)
                } else {
                    within(paired, second.into(), rest - length)
                }
            }
        }
    }

    /// Every value is found, with blocks and spans of several sizes. Returns the number of blocks and of those without
    /// bytes.
    fn check(run: &[u16], values: u16, block_bits: u8, span_bits: u8) -> (usize, usize) {
        let paired = pairing::pair(run.to_vec(), values, &NEVER_STOP);
        let mut counts = vec![0; paired.symbols.len()];
        paired.run.iter().for_each(|&symbol| counts[usize::from(symbol)] += 1);
        let codes = codes::codes(&counts);
        let blocks = blocks(&paired, &codes, block_bits, span_bits);
        assert_eq!(blocks.data.len(), (blocks.count as usize) << block_bits);
        for (place, &value) in run.iter().enumerate() {
            assert_eq!(
                value_at(&blocks, &paired, &codes, block_bits, span_bits, place as u64),
                value,
                "{place}"
            );
        }
        (blocks.count as usize, blocks.lengths.len() - blocks.count as usize)
    }

    #[test]
    fn every_value_is_found_from_its_span() {
        let mut state = 7u64;
        let noise: Vec<u16> = (0..3000)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as u16 % 3
            })
            .collect();
        for (block_bits, span_bits) in [(4, 1), (5, 5), (6, 9), (6, 12), (6, 16), (10, 6)] {
            let (count, _) = check(&noise, 3, block_bits, span_bits);
            assert!(count > 1 || block_bits == 10);
        }
        assert_eq!(
            check(&noise, 3, 6, 18).1,
            2,
            "the middle of the only span lies in the second block beyond the values"
        );
        check(&[1], 2, 5, 3);
    }

    #[test]
    fn a_block_has_no_more_values_than_its_length_can_say() {
        let long = vec![1; 200_000];
        let (count, _) = check_some(&long);
        assert_eq!(count, 4);
    }

    fn check_some(run: &[u16]) -> (usize, usize) {
        let paired = pairing::pair(run.to_vec(), 2, &NEVER_STOP);
        let mut counts = vec![0; paired.symbols.len()];
        paired.run.iter().for_each(|&symbol| counts[usize::from(symbol)] += 1);
        let codes = codes::codes(&counts);
        let blocks = blocks(&paired, &codes, 10, 15);
        for place in [0, 65_535, 65_536, 131_071, 131_072, 199_999] {
            assert_eq!(value_at(&blocks, &paired, &codes, 10, 15, place), 1);
        }
        (blocks.count as usize, blocks.lengths.len() - blocks.count as usize)
    }
}
