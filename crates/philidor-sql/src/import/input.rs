//! Files of games as bytes: plain, zstd or gzip by what they begin with, and standard input as any of them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, ensure};

/// The name of standard input.
const STANDARD: &str = "-";

/// What a zstd frame and a gzip member begin with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Skippable frames of zstd, which may come first, begin with one of sixteen words.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// How much is read from the disk at a time by who asks for less.
const BLOCK: usize = 64 << 10;

/// A file that is to be read, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// As the user called it, or as its pattern matched it.
    pub(super) name: String,
    /// In bytes as they are on the disk; 0 if nobody knows.
    pub(super) length: u64,
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
        let length = if name == STANDARD {
            0
        } else {
            length(&name).with_context(|| format!("cannot read {name}"))?
        };
        Ok(Input { name, length })
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

/// The length of a file that can be opened.
fn length(name: &str) -> io::Result<u64> {
    let about = File::open(name)?.metadata()?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(fs::metadata(name)?.len())
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
    let whole = BufReader::with_capacity(BLOCK, Cursor::new(head).chain(reader));
    Ok(if is_zstd {
        // Every frame that follows the first is read, too, as with `zstd -dc`. Long windows are allowed, as databases
        // that are packed with `--long=31` have them.
        let mut decoder = zstd::Decoder::with_buffer(whole)?;
        decoder.window_log_max(31)?;
        Box::new(BufReader::new(decoder))
    } else if is_gzip {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(whole)))
    } else {
        Box::new(whole)
    })
}
