//! A page of a column, decoded without Parquet's own reader.
//!
//! Parquet's reader makes two new zstd contexts for each page, which took more than half of the time of a request
//! (`bench/record/sql.md`). Only what `store.rs` writes is read: required columns, data pages of the first version,
//! compressed by zstd, with numbers and lengths as deltas. The tests compare all rows with those of Parquet's reader.
//!
//! ```text
//! header      Thrift's compact protocol; of its fields, 2 and 3 are the unpacked and the packed length of what follows
//! deltas      values in a block, miniblocks in a block, values (varints), first value (zigzag)
//!             then blocks: least delta (zigzag), a byte of bits for each miniblock, and their deltas less the least one
//! ```

use std::cell::RefCell;

use anyhow::{Context, Result};
use zstd::bulk::Decompressor;

use crate::bytes::{take_byte, take_varint};

/// The most bytes of a page.
const MAX_PAGE: usize = 1 << 30;

thread_local! {
    /// The context of this thread, which is made once.
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Unpacks a page with its header.
pub(crate) fn unpacked(mut page: &[u8]) -> Result<Vec<u8>> {
    let [unpacked, packed] = header(&mut page).context("the header of a page is damaged")?;
    let body = page.get(..packed).context("a page is cut")?;
    UNPACKER.with_borrow_mut(|unpacker| {
        let unpacker = match unpacker {
            Some(unpacker) => unpacker,
            None => unpacker.insert(Decompressor::new()?),
        };
        Ok(unpacker.decompress(body, unpacked)?)
    })
}

/// Takes the header of a page: the unpacked and the packed length of the page.
fn header(bytes: &mut &[u8]) -> Option<[usize; 2]> {
    let mut lengths = [None; 2];
    skip_struct(bytes, 0, &mut |field, value| {
        if let Some(length) = (field as usize).checked_sub(2).and_then(|at| lengths.get_mut(at)) {
            *length = usize::try_from(value).ok();
        }
    })?;
    let [unpacked, packed] = lengths;
    unpacked
        .zip(packed)
        .filter(|&(unpacked, _)| unpacked <= MAX_PAGE)
        .map(|(unpacked, packed)| [unpacked, packed])
}

/// Skips a structure, and passes on its numbers.
fn skip_struct(bytes: &mut &[u8], depth: u32, number: &mut dyn FnMut(i64, i64)) -> Option<()> {
    let mut field = 0;
    loop {
        let head = take_byte(bytes)?;
        if head == 0 {
            return Some(());
        }
        field = match head >> 4 {
            0 => zigzag(take_varint(bytes)?),
            more => i64::checked_add(field, more.into())?,
        };
        match head & 0xf {
            // Booleans, which are in the head.
            1 | 2 => {}
            4..=6 => number(field, zigzag(take_varint(bytes)?)),
            8 => {
                let length = usize::try_from(take_varint(bytes)?).ok()?;
                *bytes = bytes.get(length..)?;
            }
            12 if depth < 4 => skip_struct(bytes, depth + 1, &mut |_, _| {})?,
            _ => return None,
        }
    }
}

/// A number with its sign, from one whose lowest bit is the sign.
fn zigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

/// Takes numbers that are kept as deltas (`DELTA_BINARY_PACKED`); `None` if they are damaged, or are not `count`
/// numbers.
pub(crate) fn take_deltas(bytes: &mut &[u8], count: usize) -> Option<Vec<i64>> {
    let block = usize::try_from(take_varint(bytes)?).ok()?;
    let miniblocks = usize::try_from(take_varint(bytes)?).ok()?;
    let known = usize::try_from(take_varint(bytes)?).ok()?;
    let first = zigzag(take_varint(bytes)?);
    let of_miniblock =
        block.checked_div(miniblocks).filter(|&values| values > 0 && values.is_multiple_of(8))?;
    if known != count || count == 0 || miniblocks > 256 || of_miniblock > 1 << 16 {
        return None;
    }
    let mut values = Vec::with_capacity(count.min(1 << 20));
    let mut last = first;
    values.push(first);
    while values.len() < count {
        let least = zigzag(take_varint(bytes)?);
        let (widths, rest) = bytes.split_at_checked(miniblocks)?;
        *bytes = rest;
        for &width in widths {
            if values.len() == count {
                break;
            }
            let (packed, rest) = bytes.split_at_checked(of_miniblock / 8 * usize::from(width))?;
            *bytes = rest;
            for at in 0..of_miniblock.min(count - values.len()) {
                last = last.wrapping_add(least).wrapping_add(bits(packed, at, width)?.cast_signed());
                values.push(last);
            }
        }
    }
    Some(values)
}

/// One of many numbers of the same width in bits, the lowest first.
fn bits(packed: &[u8], at: usize, width: u8) -> Option<u64> {
    if width == 0 {
        return Some(0);
    }
    if width > 64 {
        return None;
    }
    let from = at * usize::from(width);
    let (byte, shift) = (from / 8, from % 8);
    // A number of 64 bits that begins within a byte ends in a ninth one.
    let bytes = packed.get(byte..)?;
    let low = match bytes.first_chunk::<8>() {
        Some(&eight) => u64::from_le_bytes(eight) >> shift,
        None => bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)) >> shift,
    };
    let high = if shift + usize::from(width) > 64 { u64::from(*bytes.get(8)?) << (64 - shift) } else { 0 };
    Some((low | high) & (u64::MAX >> (64 - width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_field_beyond_all_numbers_is_damage() {
        // A field with the highest number of 64 bits, and one after it.
        let highest = [0x05, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(header(&mut &[&highest[..], &[0, 0x15, 0, 0]].concat()[..]), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), count in 0_usize..500) {
            let _ = take_deltas(&mut &bytes[..], count);
            let _ = unpacked(&bytes);
        }

        #[test]
        fn numbers_of_any_width_are_found(numbers in prop::collection::vec(any::<u64>(), 1..20), width in 1_u8..=64) {
            let cut: Vec<u64> = numbers.iter().map(|number| number & (u64::MAX >> (64 - width))).collect();
            let mut packed = vec![0_u8; (cut.len() * usize::from(width)).div_ceil(8)];
            for (at, number) in cut.iter().enumerate() {
                for bit in 0..usize::from(width) {
                    let place = at * usize::from(width) + bit;
                    packed[place / 8] |= ((number >> bit & 1) as u8) << (place % 8);
                }
            }
            for (at, &number) in cut.iter().enumerate() {
                prop_assert_eq!(bits(&packed, at, width), Some(number));
            }
        }
    }
}
