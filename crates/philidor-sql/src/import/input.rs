//! Files of games as bytes: plain, zstd, gzip or bzip2 by what they begin with, and standard input as any of them.
//!
//! An import that goes on after a kill must find the files as they were. To see that, it does not read them twice: a
//! sample of each is noted, whose checksum tells files of one length apart.
//!
//! ```text
//! file      |####------------####------------####------------####|     sixteen blocks, the first bytes and the last
//! ```

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, ensure};

/// The name of standard input.
const STANDARD: &str = "-";

/// What a zstd frame and a gzip member begin with, and what a bzip2 stream begins with before the digit of its level.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];
const BZIP2: [u8; 3] = *b"BZh";

/// Skippable frames of zstd, which may come first, begin with one of sixteen words.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// How much is read from the disk at a time by who asks for less.
const BLOCK: usize = 64 << 10;

/// How many blocks of a file are its sample, and how long each is.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 64 << 10;

/// A file that is to be read, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// As the user called it, or as its pattern matched it.
    pub(super) name: String,
    /// In bytes as they are on the disk; 0 if nobody knows.
    pub(super) length: u64,
    /// Of its sample; 0 if it can be read but once.
    pub(super) crc32: u32,
}

/// The files that names and patterns mean, those of a pattern sorted by name. Each is there and can be opened.
pub(super) fn inputs(patterns: &[String]) -> anyhow::Result<Vec<Input>> {
    let mut names = Vec::new();
    for pattern in patterns {
        let is_pattern = pattern.contains(['*', '?', '[']) && !Path::new(pattern).exists();
        if !is_pattern {
            names.push(pattern.clone());
            continue;
        }
        let before = names.len();
        for path in glob::glob(pattern).with_context(|| format!("`{pattern}` is no pattern"))? {
            let path = path?;
            if path.is_file() {
                names.push(path.display().to_string());
            }
        }
        ensure!(names.len() > before, "no file is named like {pattern}");
    }
    names.into_iter().map(Input::of).collect()
}

impl Input {
    fn of(name: String) -> anyhow::Result<Input> {
        if name == STANDARD {
            return Ok(Input { name, length: 0, crc32: 0 });
        }
        let (length, crc32) = known(&name).with_context(|| format!("cannot read {name}"))?;
        Ok(Input { name, length, crc32 })
    }

    /// The bytes of the file, unpacked; `read` counts them as they come from the disk.
    pub(super) fn open(&self, read: &Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
        let read = Arc::clone(read);
        if self.name == STANDARD {
            unpacked(Counted { inner: io::stdin(), read })
        } else {
            unpacked(Counted { inner: File::open(&self.name)?, read })
        }
    }
}

/// The length of a file that can be opened, and the checksum of its sample; zeros if it is a pipe.
fn known(name: &str) -> io::Result<(u64, u32)> {
    let about = fs::metadata(name)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A pipe that is opened here would have nobody who reads it when it is closed again.
    if !about.is_file() {
        return Ok((0, 0));
    }
    Ok((about.len(), sample(File::open(name)?, about.len())?))
}

/// The checksum of blocks at equal distances, the first and the last bytes among them; of all bytes if there are no more.
fn sample(mut file: impl Read + Seek, length: u64) -> io::Result<u32> {
    let mut checksum = flate2::Crc::new();
    let mut block = Vec::new();
    let last = length.saturating_sub(SAMPLE);
    // Blocks of a file that is shorter than all of them overlap.
    for number in 0..SAMPLES {
        block.clear();
        let start = u128::from(last) * u128::from(number) / u128::from(SAMPLES - 1);
        file.seek(SeekFrom::Start(start as u64))?;
        file.by_ref().take(SAMPLE).read_to_end(&mut block)?;
        checksum.update(&block);
    }
    Ok(checksum.sum())
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Relaxed);
        Ok(length)
    }
}

/// The bytes as they were before somebody packed them.
fn unpacked(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut head = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut head)?;
    let is_skippable =
        |head: &[u8]| matches!(head, [first, rest @ ..] if first >> 4 == 5 && rest == ZSTD_SKIPPABLE);
    let is_zstd = head.starts_with(&ZSTD) || is_skippable(&head);
    let is_gzip = head.starts_with(&GZIP);
    let is_bzip2 = matches!(head.strip_prefix(&BZIP2), Some([b'1'..=b'9']));
    let whole = BufReader::with_capacity(BLOCK, Cursor::new(head).chain(reader));
    Ok(if is_zstd {
        // Every frame that follows the first is read, too, as with `zstd -dc`. Long windows are allowed, as databases
        // that are packed with `--long=31` have them.
        let mut decoder = zstd::Decoder::with_buffer(whole)?;
        decoder.window_log_max(31)?;
        Box::new(BufReader::new(decoder))
    } else if is_gzip {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(whole)))
    } else if is_bzip2 {
        Box::new(BufReader::new(bzip2::bufread::MultiBzDecoder::new(whole)))
    } else {
        Box::new(whole)
    })
}

#[cfg(test)]
mod tests {
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
