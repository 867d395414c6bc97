//! A file, byte by byte, as `header.rs` draws it.

use std::sync::atomic::AtomicBool;

use super::super::Metric;
use super::super::arrangement::Order;
use super::super::checksum::checksum;
use super::super::header::{ALIGNMENT, SINGLE_VALUE, TWO_SIDED, VALUE, WIDE, WITH_PAWNS};
use super::blocks::{Blocks, blocks};
use super::codes::{Codes, codes};
use super::pairing::{Paired, Symbol, pair};
use crate::material::Material;

/// One of the tables of a file: for a side to move, and a file of the leading pawn.
pub(super) struct Subtable {
    pub(super) order: Order,
    pub(super) flags: u8,
    /// Of a DTZ table, the lists of distances.
    pub(super) lists: Option<[Vec<u16>; 4]>,
    pub(super) packing: Packing,
}

/// The values of a subtable, compressed.
pub(super) enum Packing {
    /// All are the same.
    Single(u8),
    Blocks(Box<Packed>),
}

pub(super) struct Packed {
    paired: Paired,
    codes: Codes,
    blocks: Blocks,
    block_bits: u8,
    span_bits: u8,
}

/// About how many blocks a reader walks at most from the middle of a span to its ends.
const BLOCKS_OF_HALF_SPAN: u64 = 8;

/// Compresses values into blocks of `1 << block_bits` bytes; poorly, once `stop` is set.
pub(super) fn pack(values: Vec<u16>, block_bits: u8, stop: &AtomicBool) -> Packing {
    let first = values.first().copied().unwrap_or(0);
    if let (Ok(single), true) = (u8::try_from(first), values.iter().all(|&value| value == first)) {
        return Packing::Single(single);
    }
    let count = values.len() as u64;
    let most = values.iter().max().map_or(0, |&most| most + 1);
    let paired = pair(values, most, stop);
    let mut counts = vec![0; paired.symbols.len()];
    for &symbol in &paired.run {
        counts[usize::from(symbol)] += 1;
    }
    let codes = codes(&counts);
    let bits: u64 = counts.iter().zip(&codes.codes).map(|(count, code)| count * u64::from(code.1)).sum();
    let values_of_block = count * (8 << block_bits) / bits.max(1);
    let span_bits = (values_of_block * BLOCKS_OF_HALF_SPAN * 2).clamp(2, 1 << 22).ilog2() as u8;
    let blocks = blocks(&paired, &codes, block_bits, span_bits);
    Packing::Blocks(Box::new(Packed { paired, codes, blocks, block_bits, span_bits }))
}

/// The file with these subtables: for each side to move, for each file of the leading pawn.
pub(super) fn file(material: &Material, metric: Metric, sides: &[Vec<Subtable>]) -> Vec<u8> {
    let mut bytes = metric.magic().to_vec();
    let two_sided = if material.is_symmetric() { 0 } else { TWO_SIDED };
    let with_pawns = if material.has_pawns() { WITH_PAWNS } else { 0 };
    // Readers take the low half alone; existing files have the number of pieces in the high half.
    bytes.push(two_sided | with_pawns | (material.pieces() as u8) << 4);
    let (first, last) = (&sides[0], &sides[sides.len() - 1]);
    for (first, last) in first.iter().zip(last) {
        let (first, last) = (&first.order, &last.order);
        bytes.push(first.leading | last.leading << 4);
        if let (Some(first), Some(last)) = (first.other_pawns, last.other_pawns) {
            bytes.push(first | last << 4);
        }
        let codes = first.codes.iter().zip(&last.codes).take(material.pieces());
        bytes.extend(codes.map(|(first, last)| first | last << 4));
    }
    align(&mut bytes, 2);
    // For each file of the leading pawn, for each side.
    let subtables: Vec<&Subtable> =
        (0..first.len()).flat_map(|file| sides.iter().map(move |side| &side[file])).collect();
    for subtable in &subtables {
        subtable.write_head(&mut bytes);
    }
    if metric == Metric::Dtz {
        for subtable in &subtables {
            subtable.write_lists(&mut bytes);
        }
        align(&mut bytes, 2);
    }
    let packed = || subtables.iter().filter_map(|subtable| subtable.packed());
    for one in packed() {
        for &(block, place) in &one.blocks.index {
            bytes.extend(block.to_le_bytes());
            bytes.extend(place.to_le_bytes());
        }
    }
    for one in packed() {
        bytes.extend(one.blocks.lengths.iter().flat_map(|length| length.to_le_bytes()));
    }
    for one in packed() {
        align(&mut bytes, ALIGNMENT as usize);
        bytes.extend(&one.blocks.data);
    }
    align(&mut bytes, ALIGNMENT as usize);
    bytes.extend(checksum(&bytes));
    bytes
}

fn align(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}

impl Subtable {
    fn packed(&self) -> Option<&Packed> {
        match &self.packing {
            Packing::Single(_) => None,
            Packing::Blocks(packed) => Some(packed),
        }
    }

    fn write_head(&self, bytes: &mut Vec<u8>) {
        match &self.packing {
            Packing::Single(value) => bytes.extend([self.flags | SINGLE_VALUE, *value]),
            Packing::Blocks(packed) => {
                bytes.push(self.flags);
                packed.write_head(bytes);
            }
        }
    }

    fn write_lists(&self, bytes: &mut Vec<u8>) {
        let Some(lists) = &self.lists else { return };
        let is_wide = self.flags & WIDE != 0;
        if is_wide {
            align(bytes, 2);
        }
        for list in lists {
            for &number in [list.len() as u16].iter().chain(list) {
                let both = number.to_le_bytes();
                bytes.extend(if is_wide { &both[..] } else { &both[..1] });
            }
        }
    }
}

impl Packed {
    fn write_head(&self, bytes: &mut Vec<u8>) {
        let Packed { paired, codes, blocks, block_bits, span_bits } = self;
        let spare = blocks.lengths.len() - blocks.count as usize;
        bytes.extend([*block_bits, *span_bits, spare as u8]);
        bytes.extend(blocks.count.to_le_bytes());
        bytes.extend([codes.max_length, codes.min_length]);
        bytes.extend(codes.first_symbols.iter().flat_map(|symbol| symbol.to_le_bytes()));
        let mut numbers = vec![0; codes.order.len()];
        for (&symbol, number) in codes.order.iter().zip(0u16..) {
            numbers[usize::from(symbol)] = number;
        }
        bytes.extend((codes.order.len() as u16).to_le_bytes());
        for &symbol in &codes.order {
            let [left, right] = match paired.symbols[usize::from(symbol)] {
                Symbol::Value(value) => [value, VALUE],
                Symbol::Pair(left, right) => [left, right].map(|half| numbers[usize::from(half)]),
            };
            bytes.extend([left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]);
        }
        if codes.order.len() % 2 == 1 {
            bytes.push(0);
        }
    }
}
