//! A file or standard input, unpacked, and how far it has been read.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::packing::unpacked;
use super::wait::Waiting;

/// The name of standard input.
pub const STANDARD: &str = "-";

/// An open file, or standard input.
pub struct Input {
    /// The name given by the user.
    pub name: String,
    /// The length in bytes on the disk, before anything is unpacked; 0 if it is not known.
    pub length: u64,
    /// How many of these bytes have been read.
    pub read: Arc<AtomicU64>,
    /// The bytes, unpacked.
    pub reader: Box<dyn BufRead + Send>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Input { name, length, read, .. } = self;
        let read = read.load(Relaxed);
        f.debug_struct("Input")
            .field("name", name)
            .field("length", length)
            .field("read", &read)
            .finish_non_exhaustive()
    }
}

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// As [`Input::counting`].
    pub fn open(path: &Path) -> io::Result<Input> {
        Input::counting(path, Arc::new(AtomicU64::new(0)))
    }

    /// Opens a file and adds the bytes read from it to a counter, which several files can share.
    ///
    /// # Errors
    ///
    /// What the system reports; `InvalidData` for an archive that is not supported.
    pub fn counting(path: &Path, read: Arc<AtomicU64>) -> io::Result<Input> {
        let name = path.display().to_string();
        if path == Path::new(STANDARD) {
            let reader = unpacked(Counted { inner: Waiting(standard_input()?), read: Arc::clone(&read) })?;
            return Ok(Input { name, length: 0, read, reader });
        }
        let file = File::open(path)?;
        let known = file.metadata()?;
        let reader = match known.is_file() {
            true => unpacked(Counted { inner: file, read: Arc::clone(&read) })?,
            false => unpacked(Counted { inner: Waiting(file), read: Arc::clone(&read) })?,
        };
        Ok(Input { name, length: known.len(), read, reader })
    }
}

/// Standard input without a buffer of its own, in which bytes could be that the system no longer has.
#[cfg(unix)]
fn standard_input() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn standard_input() -> io::Result<io::Stdin> {
    Ok(io::stdin())
}

/// Counts the bytes that are read.
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
