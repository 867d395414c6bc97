//! The files of games that an import reads, and whether they have changed.
//!
//! An import that resumes after a kill must find the files unchanged. It does not read them twice to check: the ledger
//! notes the checksum of a sample of each, which distinguishes files of the same length.
//!
//! ```text
//! file      |####------------####------------####------------####|     sixteen blocks, with the first and last bytes
//! ```

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, ensure};
use philidor_host::STANDARD;

use crate::protection::protect;

/// The number of blocks in the sample of a file, and the length of each.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 64 << 10;

/// A file to read, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// As given by the user, or as matched by a pattern.
    pub(crate) name: String,
    /// In bytes on the disk; 0 if unknown.
    pub(crate) length: u64,
    /// Of its sample; 0 if the input can be read only once.
    pub(crate) crc32: u32,
}

/// The files that names and patterns match, those of a pattern sorted by name. Each exists and can be opened, and no
/// output replaces it.
pub(crate) fn inputs(patterns: &[String]) -> anyhow::Result<Vec<Input>> {
    let mut names = Vec::new();
    for pattern in patterns {
        let is_pattern = pattern.contains(['*', '?', '[']) && !Path::new(pattern).exists();
        if !is_pattern {
            names.push(pattern.clone());
            continue;
        }
        let before = names.len();
        for path in glob::glob(pattern).with_context(|| format!("`{pattern}` is not a pattern"))? {
            let path = path?;
            if path.is_file() {
                names.push(path.display().to_string());
            }
        }
        ensure!(names.len() > before, "no file matches {pattern}");
    }
    protect(&names)?;
    names.into_iter().map(Input::named).collect()
}

impl Input {
    fn named(name: String) -> anyhow::Result<Input> {
        if name == STANDARD {
            return Ok(Input { name, length: 0, crc32: 0 });
        }
        let (length, crc32) = known(&name).with_context(|| format!("cannot read {name}"))?;
        Ok(Input { name, length, crc32 })
    }

    /// The unpacked bytes of the file; `read` counts the bytes that come from the disk.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
        let input = philidor_host::Input::counting(Path::new(&self.name), Arc::clone(read))?;
        Ok(input.reader)
    }
}

/// The length of a file that can be opened, and the checksum of its sample; zeros if it is a pipe.
fn known(name: &str) -> io::Result<(u64, u32)> {
    let about = fs::metadata(name)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Opening a pipe here and closing it again would leave its writer without a reader.
    if !about.is_file() {
        return Ok((0, 0));
    }
    Ok((about.len(), sample(File::open(name)?, about.len())?))
}

/// The checksum of equally spaced blocks, which include the first and the last bytes; of all bytes if there are no
/// more.
fn sample(mut file: impl Read + Seek, length: u64) -> io::Result<u32> {
    let mut checksum = flate2::Crc::new();
    let mut block = Vec::new();
    let last = length.saturating_sub(SAMPLE);
    // In a file that is shorter than all blocks together, they overlap.
    for number in 0..SAMPLES {
        block.clear();
        let start = u128::from(last) * u128::from(number) / u128::from(SAMPLES - 1);
        file.seek(SeekFrom::Start(start as u64))?;
        file.by_ref().take(SAMPLE).read_to_end(&mut block)?;
        checksum.update(&block);
    }
    Ok(checksum.sum())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn sampled(bytes: &[u8]) -> u32 {
        sample(Cursor::new(bytes), bytes.len() as u64).expect("a sample")
    }

    #[test]
    fn any_byte_of_a_small_file_and_the_ends_of_a_large_one_are_in_the_sample() {
        for length in [1, 2, 1000, 1 << 20, 20 << 20] {
            let bytes = vec![b'.'; length];
            let before = sampled(&bytes);
            let middle = if length > 1 << 20 { 0 } else { length / 2 };
            for changed in [0, middle, length - 1] {
                let mut bytes = bytes.clone();
                bytes[changed] = b'!';
                assert_ne!(sampled(&bytes), before, "byte {changed} of {length}");
            }
        }
        assert_eq!(sampled(b""), 0);
    }
}
