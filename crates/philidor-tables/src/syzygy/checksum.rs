//! The checksum at the end of a file, which shows whether a byte was changed on the way.
//!
//! ```text
//! bytes but for the last 16 ── 16 MiB at a time ──► CityHashCrc256, 32 bytes for each piece ──► CityHashCrc128 ──► 16 bytes
//! ```
//!
//! The functions are those of CityHash 1.0 (Geoff Pike and Jyrki Alakuijala, 2011; MIT license, see NOTICE), which
//! later versions changed. That the format uses them was found by trying them on the 35 tables of three and four
//! pieces. That a piece has 16 MiB is what others report of the generator: none of those files is long enough to show
//! it.

use super::error::{FaultAt, TableFault};
use super::header::CHECKSUM;
use super::source::View;

/// How many bytes are hashed on their own.
pub(crate) const PIECE: usize = 1 << 24;

/// The checksum of bytes that come in pieces, all but the last of [`PIECE`] bytes.
#[derive(Default)]
pub(crate) struct Checksum {
    hashes: Vec<u8>,
}

impl Checksum {
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.hashes.extend(crc256(piece).iter().flat_map(|word| word.to_le_bytes()));
    }

    pub(crate) fn bytes(&self) -> [u8; CHECKSUM as usize] {
        crc128(&self.hashes)
    }
}

/// Whether the last 16 bytes of a file are the checksum of the others.
pub(crate) fn verify(view: View<'_>, len: u64) -> Result<(), FaultAt> {
    let end = len.saturating_sub(CHECKSUM);
    let mut buffer = match view {
        View::Memory(_) => Vec::new(),
        View::Ranges(_) => vec![0; end.min(PIECE as u64) as usize],
    };
    let mut checksum = Checksum::default();
    for at in (0..end).step_by(PIECE) {
        let piece = (end - at).min(PIECE as u64) as usize;
        checksum.add(view.get(at, piece, &mut buffer)?);
    }
    let mut stored = [0; CHECKSUM as usize];
    let is_same = view.get(end, CHECKSUM as usize, &mut stored)? == checksum.bytes();
    is_same.then_some(()).ok_or(TableFault::Checksum.at(end))
}

/// The checksum of a file that has these bytes before it.
#[cfg(feature = "solve")]
pub(crate) fn checksum(bytes: &[u8]) -> [u8; CHECKSUM as usize] {
    let mut checksum = Checksum::default();
    bytes.chunks(PIECE).for_each(|piece| checksum.add(piece));
    checksum.bytes()
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// CRC-32C of each byte, after from none to seven more bytes.
const CRC: [[u32; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 != 0 { 0x82f6_3b78 } else { 0 };
            bit += 1;
        }
        all[0][byte] = crc;
        byte += 1;
    }
    let mut after = 1;
    while after < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = all[after - 1][byte];
            all[after][byte] = crc >> 8 ^ all[0][(crc & 255) as usize];
            byte += 1;
        }
        after += 1;
    }
    all
};

/// Continues a CRC-32C over eight more bytes, as the instruction of x86-64 does.
fn crc32c(crc: u64, word: u64) -> u64 {
    let bytes = (word ^ (crc & 0xffff_ffff)).to_le_bytes();
    let terms = bytes.iter().zip(CRC.iter().rev()).map(|(&byte, table)| table[usize::from(byte)]);
    u64::from(terms.fold(0, |sum, term| sum ^ term))
}

/// Eight bytes from this one on; 0 beyond the end.
fn fetch(bytes: &[u8], at: usize) -> u64 {
    let eight = bytes.get(at..at + 8).and_then(|eight| eight.try_into().ok());
    u64::from_le_bytes(eight.unwrap_or_default())
}

fn mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

/// Hashes 128 bits to 64.
fn hash16(low: u64, high: u64) -> u64 {
    const K: u64 = 0x9ddf_ea08_eb38_2d69;
    let first = mix((low ^ high).wrapping_mul(K));
    mix((high ^ first).wrapping_mul(K)).wrapping_mul(K)
}

/// `CityHashCrc256`: short texts are filled with zeros, and their length is the seed.
fn crc256(text: &[u8]) -> [u64; 4] {
    if text.len() >= 240 {
        return crc256_from(text, 0);
    }
    let mut filled = [0; 240];
    filled[..text.len()].copy_from_slice(text);
    crc256_from(&filled, u64::from(!(text.len() as u32)))
}

/// The state of `CityHashCrc256`: five words and the one that waits, and the five sums.
struct State {
    words: [u64; 6],
    sums: [u64; 5],
}

impl State {
    /// Takes in 40 bytes. Every other time words turn by other distances and are not multiplied.
    fn take(&mut self, forty: &[u8], is_plain: bool) {
        let [a, b, c, d, e, t] = self.words;
        let (factor, odd) = if is_plain { (1, 1) } else { (K0, 0) };
        let sources = [(b, 41), (c, 27), (d, 41), (e, 33), (t, 25)];
        for (place, (word, distance)) in sources.into_iter().enumerate() {
            let turned = word.rotate_right(distance ^ odd).wrapping_mul(factor);
            self.words[place] = turned.wrapping_add(fetch(forty, 8 * place));
            self.sums[place] = crc32c(self.sums[place], self.words[place]);
        }
        self.words[5] = a;
    }
}

/// The same of at least 240 bytes.
fn crc256_from(text: &[u8], seed: u64) -> [u64; 4] {
    let len = text.len() as u64;
    let b = fetch(text, 96).wrapping_add(K0);
    let (c, d) = (hash16(b, len), fetch(text, 120).wrapping_mul(K0).wrapping_add(len));
    let mut state = State {
        words: [
            fetch(text, 56).wrapping_add(K0),
            b,
            c,
            d,
            fetch(text, 184).wrapping_add(seed),
            c.wrapping_add(d),
        ],
        sums: [seed, 0, 0, 0, 0],
    };
    let (whole, rest) = text.split_at(text.len() - text.len() % 240);
    for (number, forty) in whole.chunks_exact(40).enumerate() {
        state.take(forty, number % 2 == 0);
    }
    let (forties, last) = rest.split_at(rest.len() - rest.len() % 40);
    for forty in forties.chunks_exact(40) {
        state.take(forty, false);
    }
    if !last.is_empty() {
        state.take(&text[text.len() - 40..], false);
    }
    finish(state, [c, d])
}

/// Four words of the whole state.
fn finish(state: State, [first, second]: [u64; 2]) -> [u64; 4] {
    let add = u64::wrapping_add;
    let [a, b, c, d, e, t] = state.words;
    let [f, g, h, i, j] = state.sums;
    let j = add(j, i << 32);
    let a = hash16(a, j);
    let h = add(h, g << 32);
    let b = add(b, h);
    let c = add(hash16(c, f), i);
    let d = hash16(d, add(e, first));
    let j = add(j, e);
    let i = add(i, hash16(h, t));
    let e = add(hash16(a, d), j);
    let f = add(hash16(b, c), a);
    let g = add(hash16(j, i), c);
    let mixed = |word: u64| mix(word.wrapping_mul(K0)).wrapping_mul(K0);
    let one = add(add(e, f), add(g, h));
    let a = add(mixed(add(a, g)), b);
    let two = add(second, add(a, one));
    let a = add(mixed(a), c);
    let three = add(a, two);
    let a = mixed(add(a, e));
    [one, two, three, add(a, three)]
}

/// `CityHashCrc128` of at least 32 bytes.
fn crc128(text: &[u8]) -> [u8; 16] {
    let words = if text.len() <= 900 {
        let seed = [fetch(text, 0) ^ K3, fetch(text, 8)];
        let rest = text.get(16..).unwrap_or_default();
        if rest.len() < 128 { murmur(rest, seed) } else { city128(rest, seed) }
    } else {
        let [.., low, high] = crc256(text);
        [low, high]
    };
    let mut bytes = [0; 16];
    for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
        eight.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// `CityMurmur`, for 16 to 127 bytes.
fn murmur(text: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = text.len();
    let shifted = |word: u64| mix(word.wrapping_mul(K1)).wrapping_mul(K1);
    let (mut c, mut d);
    if len <= 16 {
        a = shifted(a);
        let (first, last) = (fetch(text, 0), fetch(text, len.saturating_sub(8)));
        let short = hash16(first, last.wrapping_add(len as u64).rotate_right(len as u32)) ^ last;
        c = b.wrapping_mul(K1).wrapping_add(short);
        d = mix(a.wrapping_add(first));
    } else {
        c = hash16(fetch(text, len - 8).wrapping_add(K1), a);
        d = hash16(b.wrapping_add(len as u64), c.wrapping_add(fetch(text, len - 16)));
        a = a.wrapping_add(d);
        for at in (0..len - 16).step_by(16) {
            a = (a ^ shifted(fetch(text, at))).wrapping_mul(K1);
            b ^= a;
            c = (c ^ shifted(fetch(text, at + 8))).wrapping_mul(K1);
            d ^= c;
        }
    }
    let (a, b) = (hash16(a, c), hash16(d, b));
    [a ^ b, hash16(b, a)]
}

/// Hashes 32 bytes and two words to 16 bytes.
fn weak(text: &[u8], at: usize, a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| fetch(text, at + offset));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    let b = b.wrapping_add(sum.rotate_right(44));
    [sum.wrapping_add(z), b.wrapping_add(a)]
}

/// `CityHash128WithSeed`, for 128 bytes or more.
fn city128(text: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let add = u64::wrapping_add;
    let len = text.len();
    let mut z = (len as u64).wrapping_mul(K1);
    let first = add((y ^ K1).rotate_right(49).wrapping_mul(K1), fetch(text, 0));
    let mut v = [first, add(first.rotate_right(42).wrapping_mul(K1), fetch(text, 8))];
    let mut w = [
        add(add(y, z).rotate_right(35).wrapping_mul(K1), x),
        add(x, fetch(text, 88)).rotate_right(53).wrapping_mul(K1),
    ];
    let whole = len - len % 128;
    for at in (0..whole).step_by(64) {
        x = add(add(x, y), add(v[0], fetch(text, at + 8))).rotate_right(37).wrapping_mul(K1);
        y = add(add(y, v[1]), fetch(text, at + 48)).rotate_right(42).wrapping_mul(K1);
        x ^= w[1];
        y = add(y, add(v[0], fetch(text, at + 40)));
        z = add(z, w[0]).rotate_right(33).wrapping_mul(K1);
        v = weak(text, at, v[1].wrapping_mul(K1), add(x, w[0]));
        w = weak(text, at + 32, add(z, w[1]), add(y, fetch(text, at + 16)));
        (x, z) = (z, x);
    }
    x = add(x, add(v[0], z).rotate_right(49).wrapping_mul(K0));
    z = add(z, w[0].rotate_right(37).wrapping_mul(K0));
    for done in (32..len - whole + 32).step_by(32) {
        let at = len - done;
        y = add(add(x, y).rotate_right(42).wrapping_mul(K0), v[1]);
        w[0] = add(w[0], fetch(text, at + 16));
        x = add(x.wrapping_mul(K0), w[0]);
        z = add(z, add(w[1], fetch(text, at)));
        w[1] = add(w[1], v[0]);
        v = weak(text, at, add(v[0], z), v[1]);
    }
    let x = hash16(x, v[0]);
    let y = hash16(add(y, z), w[0]);
    [add(hash16(add(x, v[1]), w[1]), y), hash16(add(x, w[1]), add(y, v[1]))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syzygy::ByteSource;

    /// The smallest table there is, KNvK.rtbw: all positions are drawn.
    const DRAWN: [u8; 80] = {
        let mut bytes = [0; 80];
        let head = [0x71, 0xe8, 0x23, 0x5d, 0x31, 0x00, 0xee, 0x66, 0x22, 0x00, 0x80, 0x02, 0x80, 0x02];
        let checksum = 0xb748_1264_1b8b_928e_1577_c619_ffcb_ecb9_u128.to_le_bytes();
        let mut at = 0;
        while at < 80 {
            bytes[at] = if at < head.len() {
                head[at]
            } else if at >= 64 {
                checksum[at - 64]
            } else {
                0
            };
            at += 1;
        }
        bytes
    };

    #[test]
    fn a_table_has_the_checksum_of_its_bytes_and_of_no_others() {
        assert!(verify(View::Memory(&DRAWN), 80).is_ok());
        for at in 0..80 {
            let mut damaged = DRAWN.to_vec();
            damaged[at] ^= 1 << (at % 8);
            let fault = verify(View::Memory(&damaged), 80).map_err(|fault| fault.fault);
            assert!(matches!(fault, Err(TableFault::Checksum)), "{at}");
        }
        let source: Box<dyn ByteSource> = Box::new(DRAWN.to_vec());
        assert!(verify(View::Ranges(&*source), 80).is_ok());
    }

    #[test]
    fn sums_are_those_of_the_field() {
        // CRC-32C inverts all bits before and after; this is that of eight zeros.
        assert_eq!(!crc32c(0xffff_ffff, 0) as u32, 0x8c28_b28a);
        // CityHashCrc128 as the C version has it, of as many bytes as the hashes of some pieces have, or more.
        let golden: [(usize, u128); 8] = [
            (64, 0xab8b_4e41_4117_0843_37e8_81b2_006b_0cf6),
            (128, 0x28a8_97f9_bc9c_1b9f_51bf_f790_5691_1c90),
            (160, 0x20a9_82f9_2a34_e97b_29e9_6d5c_b5e3_e44d),
            (320, 0x2d81_6aed_15cf_1fa3_12e6_524d_ba84_0f8d),
            (896, 0x8f9d_114e_5284_e7f1_c9c8_4dcd_c96d_11d2),
            (928, 0xdff0_b34e_797c_fec7_952b_ac38_a90a_c91e),
            (1216, 0x1c19_2213_af9b_240d_51cf_4454_885e_b09d),
            (5000, 0x1228_d917_5cae_fbfe_5a00_3a84_fcbc_67c5),
        ];
        for (len, hash) in golden {
            let text: Vec<u8> = (0..len).map(|index| (7 * index + len) as u8).collect();
            assert_eq!(u128::from_le_bytes(crc128(&text)), hash, "{len}");
        }
    }
}
