//! A list of values that was read when its file was opened: each in only as many bits as tell the values of the list
//! apart, so that a value is one byte of memory away.
//!
//! ```text
//! values   2 0 0 4 2 0 …            three different ones: two bits each
//! palette  0 2 4                    which they are
//! bytes    │ 10 00 00 01 │ · · 00 01 │    the first value in the lowest bits
//! ```

/// A list of values.
#[derive(Debug)]
pub(crate) struct Unpacked {
    bytes: Box<[u8]>,
    /// The values that the list has, ascending.
    palette: [u8; 256],
    /// The binary logarithm of how many bits a value has: 1, 2, 4 or 8.
    log_bits: u32,
}

impl Unpacked {
    pub(crate) fn new(values: &[u8]) -> Unpacked {
        let mut codes = [None; 256];
        for &value in values {
            codes[usize::from(value)] = Some(0);
        }
        let (mut palette, mut count) = ([0; 256], 0_u16);
        for (value, code) in (0..=255).zip(&mut codes) {
            if let Some(code) = code {
                palette[usize::from(count)] = value;
                *code = count as u8;
                count += 1;
            }
        }
        let log_bits = (0..3).find(|log_bits| u32::from(count) <= 1 << (1 << log_bits)).unwrap_or(3);
        let pack = |values: &[u8]| {
            let codes = values.iter().rev().map(|&value| codes[usize::from(value)].unwrap_or(0));
            codes.fold(0_u32, |byte, code| byte << (1 << log_bits) | u32::from(code)) as u8
        };
        Unpacked { bytes: values.chunks(8 >> log_bits).map(pack).collect(), palette, log_bits }
    }

    /// The value with this index, which must be one of the list.
    #[inline]
    pub(crate) fn get(&self, index: u64) -> Option<u16> {
        let byte = *self.bytes.get((index >> (3 - self.log_bits)) as usize)?;
        let within = (index & (7 >> self.log_bits)) << self.log_bits;
        let code = u32::from(byte) >> within & ((1 << (1 << self.log_bits)) - 1);
        Some(self.palette[code as usize & 255].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_any_number_are_found() {
        let mut word = 1_u64;
        let mut below = |end: usize| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (word >> 33) as usize % end
        };
        for (different, bits) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)] {
            for len in [1, 7, 8, 9, 1000] {
                // Each of them at least once, if there is room.
                let offset = below(257 - different);
                let values: Vec<u8> = (0..len)
                    .map(|at| (offset + if at < different { at } else { below(different) }) as u8)
                    .collect();
                let unpacked = Unpacked::new(&values);
                let found: Vec<u16> =
                    (0..len as u64).map(|index| unpacked.get(index).expect("one of the list")).collect();
                assert_eq!(found, values.iter().map(|&value| value.into()).collect::<Vec<u16>>());
                if len == 1000 {
                    assert_eq!(unpacked.bytes.len(), (len * bits).div_ceil(8), "{different} values");
                }
                assert_eq!(unpacked.get(1 << 40), None);
            }
        }
    }
}
