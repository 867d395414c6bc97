//! Records in a random order, more of them than memory holds.
//!
//! Each record gets a random number from the seed and its place, no two the same, and the order is that of the
//! numbers: it does not depend on the memory. What memory does not hold goes to files, one for each range of numbers,
//! and each of them is then sorted in memory, or divided again.
//!
//! ```text
//! records ──► number, record ──► 64 files by the first 6 bits ──► one after the other: sorted, written
//!                                                                 └ too large: 64 files by the next 6 bits ──► …
//! ```

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use philidor_engine::Random;

/// How many files one is divided into, as a power of 2.
const BITS: u32 = 6;

/// A random number for the record at a place, a different one for each place.
fn number(seed: u64, place: u64) -> u64 {
    // The state of the generator counts, and its output is a permutation of the state.
    Random::new(Random::new(seed).next_number().wrapping_add(place)).next_number()
}

/// Whether the record at a place belongs to a random share, from 0 to 1, of all.
///
/// ```
/// use philidor_train::data::is_in_share;
/// let count = (0..10_000).filter(|&place| is_in_share(1, place, 0.05)).count();
/// assert!((400..600).contains(&count));
/// ```
#[must_use]
pub fn is_in_share(seed: u64, place: u64, share: f64) -> bool {
    ((number(!seed, place) >> 11) as f64) < share * (1_u64 << 53) as f64
}

/// Puts records into a random order.
#[derive(Debug)]
pub struct Shuffle {
    seed: u64,
    records: u64,
    pile: Pile,
}

impl Shuffle {
    /// A shuffle with this seed, in about this many bytes of memory; temporary files, which have no names, are in this
    /// folder.
    #[must_use]
    pub fn new(seed: u64, memory: u64, folder: &Path) -> Shuffle {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        Shuffle { seed, records: 0, pile: Pile::new(0, memory, folder.to_owned()) }
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written to.
    pub fn add(&mut self, record: &[u8]) -> io::Result<()> {
        self.pile.add(number(self.seed, self.records), record)?;
        self.records += 1;
        Ok(())
    }

    /// How many records there are.
    #[must_use]
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// Calls `each` with all records in their new order.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be read, and what `each` returns.
    pub fn finish(self, each: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.pile.finish(each)
    }
}

/// Records whose numbers have the same first bits.
#[derive(Debug)]
struct Pile {
    /// How many bits are the same.
    depth: u32,
    memory: usize,
    folder: PathBuf,
    /// Number, begin and end of each record in `bytes`.
    order: Vec<(u64, usize, usize)>,
    bytes: Vec<u8>,
    /// By the next bits; none as long as memory holds all.
    files: Vec<BufWriter<File>>,
}

impl Pile {
    const fn new(depth: u32, memory: usize, folder: PathBuf) -> Pile {
        Pile { depth, memory, folder, order: Vec::new(), bytes: Vec::new(), files: Vec::new() }
    }

    fn add(&mut self, number: u64, record: &[u8]) -> io::Result<()> {
        if !self.files.is_empty() {
            return self.put_away(number, record);
        }
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(record);
        self.order.push((number, begin, self.bytes.len()));
        let used = self.bytes.len() + size_of_val(self.order.as_slice());
        // After that many files, numbers have no bits left to divide by.
        if used > self.memory && self.order.len() > 1 && self.depth + BITS < u64::BITS {
            let buffer = (self.memory >> BITS).clamp(1 << 9, 1 << 20);
            for _ in 0..1 << BITS {
                self.files.push(BufWriter::with_capacity(buffer, tempfile::tempfile_in(&self.folder)?));
            }
            let (order, bytes) = (std::mem::take(&mut self.order), std::mem::take(&mut self.bytes));
            for (number, begin, end) in order {
                self.put_away(number, &bytes[begin..end])?;
            }
        }
        Ok(())
    }

    fn put_away(&mut self, number: u64, record: &[u8]) -> io::Result<()> {
        let place = number << self.depth >> (u64::BITS - BITS);
        let file = &mut self.files[place as usize];
        file.write_all(&number.to_le_bytes())?;
        file.write_all(&(record.len() as u64).to_le_bytes())?;
        file.write_all(record)
    }

    fn finish(mut self, each: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.order.sort_unstable();
        for &(_, begin, end) in &self.order {
            each(&self.bytes[begin..end])?;
        }
        for file in self.files {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            let length = file.stream_position()?;
            file.rewind()?;
            let mut input = BufReader::with_capacity(1 << 16, file).take(length);
            let mut part = Pile::new(self.depth + BITS, self.memory, self.folder.clone());
            let mut record = Vec::new();
            while input.limit() > 0 {
                let (mut number, mut length) = ([0; 8], [0; 8]);
                input.read_exact(&mut number)?;
                input.read_exact(&mut length)?;
                record.resize(u64::from_le_bytes(length) as usize, 0);
                input.read_exact(&mut record)?;
                part.add(u64::from_le_bytes(number), &record)?;
            }
            part.finish(each)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffled(records: &[Vec<u8>], seed: u64, memory: u64) -> (Vec<Vec<u8>>, bool) {
        let mut shuffle = Shuffle::new(seed, memory, &std::env::temp_dir());
        records.iter().for_each(|record| shuffle.add(record).expect("a folder for temporary files"));
        let has_files = !shuffle.pile.files.is_empty();
        let mut order = Vec::new();
        shuffle
            .finish(&mut |record| {
                order.push(record.to_vec());
                Ok(())
            })
            .expect("temporary files");
        (order, has_files)
    }

    /// With 90 bytes of memory, files of the first division are divided again.
    #[test]
    fn the_order_is_random_and_does_not_depend_on_memory() {
        let records: Vec<Vec<u8>> =
            (0..200_u32).map(|number| number.to_le_bytes()[..number as usize % 5].to_vec()).collect();
        let (in_memory, has_files) = shuffled(&records, 7, 1 << 30);
        assert!(!has_files && in_memory != records);
        for memory in [90, 2_000] {
            let (order, has_files) = shuffled(&records, 7, memory);
            assert!(has_files && order == in_memory, "{memory}");
        }
        let sorted = |mut records: Vec<Vec<u8>>| {
            records.sort();
            records
        };
        assert_ne!(shuffled(&records, 8, 1 << 30).0, in_memory);
        assert_eq!(sorted(in_memory), sorted(records));
    }
}
