//! Files of games as bytes: plain, zstd or gzip by what they begin with, and standard input as any of them.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a zstd frame and a gzip member begin with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Skippable frames of zstd, which may come first, begin with one of sixteen words.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// How much is read from the disk at a time.
const BLOCK: usize = 1 << 20;

/// A file or standard input, and how far it is read before anything is unpacked.
pub(super) struct Input {
    pub(super) name: String,
    /// In bytes as they are on the disk; 0 if nobody knows.
    pub(super) length: u64,
    pub(super) read: Arc<AtomicU64>,
    pub(super) reader: Box<dyn Read + Send>,
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> io::Result<Input> {
        let read = Arc::new(AtomicU64::new(0));
        if path == Path::new("-") {
            let counted = Counted { inner: io::stdin(), read: Arc::clone(&read) };
            return Ok(Input { name: "-".to_owned(), length: 0, read, reader: unpacked(counted)? });
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let counted = Counted { inner: file, read: Arc::clone(&read) };
        Ok(Input { name: path.display().to_string(), length, read, reader: unpacked(counted)? })
    }
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
fn unpacked(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut head)?;
    let is_zstd =
        head.starts_with(&ZSTD) || (head.len() == 4 && head[0] >> 4 == 5 && head[1..] == ZSTD_SKIPPABLE);
    let is_gzip = head.starts_with(&GZIP);
    let whole = BufReader::with_capacity(BLOCK, io::Cursor::new(head).chain(reader));
    Ok(if is_zstd {
        // Every frame that follows the first is read, too, as with `zstd -dc`.
        Box::new(zstd::Decoder::with_buffer(whole)?)
    } else if is_gzip {
        Box::new(flate2::bufread::MultiGzDecoder::new(whole))
    } else {
        Box::new(whole)
    })
}
