//! Numbers of a few bits, the first one in the highest bits of the first byte.

/// The bytes are at an end.
pub(super) struct End;

/// How many bits of a number each block of a score holds; one more bit says whether another block follows.
const BLOCK: u32 = 4;

pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    pub(super) const fn new(bytes: &[u8]) -> BitReader<'_> {
        BitReader { bytes, at: 0 }
    }

    /// How many bytes have been begun.
    pub(super) const fn bytes(&self) -> usize {
        self.at.div_ceil(8)
    }

    /// A number of up to 16 bits.
    pub(super) fn bits(&mut self, count: u32) -> Result<u16, End> {
        let first = self.at / 8;
        let end = (self.at + count as usize).div_ceil(8);
        let touched = self.bytes.get(first..end).ok_or(End)?;
        let window = touched.iter().fold(0_u32, |window, &byte| window << 8 | u32::from(byte));
        let unread = touched.len() as u32 * 8 - (self.at % 8) as u32 - count;
        self.at += count as usize;
        Ok((window >> unread & ((1 << count) - 1)) as u16)
    }

    /// A number in blocks, the lowest first.
    pub(super) fn blocks(&mut self) -> Result<u16, End> {
        let mut value = 0;
        for shift in (0..16).step_by(BLOCK as usize) {
            let block = self.bits(BLOCK + 1)?;
            value |= (block & ((1 << BLOCK) - 1)) << shift;
            if block >> BLOCK == 0 {
                break;
            }
        }
        Ok(value)
    }
}

/// Adds bits to bytes, beginning with a byte of its own.
pub(super) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// The bits of the last byte that are free.
    free: u32,
}

impl BitWriter<'_> {
    pub(super) const fn new(bytes: &mut Vec<u8>) -> BitWriter<'_> {
        BitWriter { bytes, free: 0 }
    }

    pub(super) fn bits(&mut self, value: u16, mut count: u32) {
        while count > 0 {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            let taken = count.min(self.free);
            count -= taken;
            self.free -= taken;
            let part = value >> count & ((1 << taken) - 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= (part << self.free) as u8;
            }
        }
    }

    pub(super) fn blocks(&mut self, mut value: u16) {
        loop {
            let rest = value >> BLOCK;
            self.bits(value & ((1 << BLOCK) - 1) | u16::from(rest != 0) << BLOCK, BLOCK + 1);
            value = rest;
            if rest == 0 {
                break;
            }
        }
    }
}
