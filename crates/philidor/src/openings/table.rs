//! The table of openings as it lies in the program: `data/openings/table.bin`, 107 kB, all numbers with the lower byte
//! first.
//!
//! ```text
//! buckets   BUCKETS + 1 × u16   the first entry whose key has these upper bits
//! keys      ENTRIES × u64       in ascending order
//! codes     ENTRIES × u16       from 0, A00, to 499, E99
//! names     ENTRIES × u16       where the parts of the name begin in `parts`
//! parts     PARTS × u16         numbers of words; 0x8000 is added to the last one of a name
//! words     WORDS + 1 × u16     where the text of a word begins
//! text      UTF-8               Sicilian DefenseNajdorf VariationEnglish Attack…
//!
//! key ──upper 10 bits──► buckets ──► about four keys ──► entry ──► code
//!                                                              └──► name ──► parts ──► words ──► text
//! ```
//!
//! A name is a family and, after a colon, variations with commas between them, so that 3,174 names are made of 2,234
//! words. A test makes the table from the volumes and compares it, byte for byte; so the table is not checked when it
//! is read, except for what Rust checks: bounds and UTF-8.

use super::Eco;

static TABLE: &[u8] = include_bytes!("../../data/openings/table.bin");

/// The number of positions with a name.
pub(super) const ENTRIES: usize = 3807;
/// The number of parts of all names.
const PARTS: usize = 8362;
/// The number of different parts.
const WORDS: usize = 2234;
/// The number of buckets of keys.
const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 10;

const KEYS: usize = 2 * (BUCKETS + 1);
const CODES: usize = KEYS + 8 * ENTRIES;
const NAMES: usize = CODES + 2 * ENTRIES;
const PARTS_AT: usize = NAMES + 2 * ENTRIES;
const WORDS_AT: usize = PARTS_AT + 2 * PARTS;
const TEXT: usize = WORDS_AT + 2 * (WORDS + 1);

// The numbers above are those of the file.
const _: () = assert!(TABLE.len() > TEXT);

/// Marks the last part of a name.
const LAST: u16 = 0x8000;

/// The number at a place of the table.
#[inline]
fn number(start: usize, index: usize) -> u16 {
    let at = start + 2 * index;
    u16::from_le_bytes([TABLE[at], TABLE[at + 1]])
}

#[inline]
pub(super) fn key(entry: u16) -> u64 {
    let at = KEYS + 8 * usize::from(entry);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&TABLE[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// The entry with a key.
#[inline]
pub(super) fn find(wanted: u64) -> Option<u16> {
    let bucket = (wanted >> (64 - BUCKET_BITS)) as usize;
    (number(0, bucket)..number(0, bucket + 1)).find(|&entry| key(entry) == wanted)
}

/// The code of an entry.
pub(super) fn eco(entry: u16) -> Eco {
    Eco::from_index(number(CODES, entry.into()))
}

/// The parts of the name of an entry: the family, then its variations.
pub(super) fn parts(entry: u16) -> impl Iterator<Item = &'static str> {
    let mut next = Some(usize::from(number(NAMES, entry.into())));
    core::iter::from_fn(move || {
        let at = next?;
        let part = number(PARTS_AT, at);
        next = (part & LAST == 0).then_some(at + 1);
        Some(word(usize::from(part & !LAST)))
    })
}

/// The text of a word.
fn word(index: usize) -> &'static str {
    let range = usize::from(number(WORDS_AT, index))..usize::from(number(WORDS_AT, index + 1));
    core::str::from_utf8(&TABLE[TEXT..][range]).unwrap_or_default()
}
