//! Where the bytes of a table come from: memory, a file, a map of a file, or whatever can read a range of bytes.

#[cfg(any(unix, windows, feature = "mmap"))]
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::error::{FaultAt, TableFault};

/// The bytes of a file that stay the same, read by ranges: in memory, on a disk, or over a network.
///
/// The first probe of a table reads its head, in pieces of 16 KiB; each value that is read later takes at most four
/// ranges: six bytes of the index, about a hundred of the lengths, and a block, which has 64 bytes to 1 KiB in the
/// tables that are common.
///
/// ```
/// use std::io;
/// use philidor_tables::syzygy::ByteSource;
///
/// /// A file that counts how often it is asked.
/// struct Counted(Vec<u8>, std::sync::atomic::AtomicUsize);
///
/// impl ByteSource for Counted {
///     fn len(&self) -> io::Result<u64> {
///         Ok(self.0.len() as u64)
///     }
///     fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
///         self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
///         self.0.read_at(offset, buffer)
///     }
/// }
/// let counted = Counted(b"0123456789".to_vec(), 0.into());
/// let mut three = [0; 3];
/// counted.read_at(4, &mut three)?;
/// assert_eq!((&three, counted.1.into_inner()), (b"456", 1));
/// # Ok::<(), io::Error>(())
/// ```
#[allow(clippy::len_without_is_empty)] // no table is empty
pub trait ByteSource: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being known; a probe reports it as [`TableFault::Read`](super::TableFault::Read).
    fn len(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes from `offset` on.
    ///
    /// # Errors
    ///
    /// If there are fewer bytes, or they cannot be read; a probe reports the error as
    /// [`TableFault::Read`](super::TableFault::Read).
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// All bytes, if they are in memory: then nothing is copied.
    fn as_bytes(&self) -> Option<&[u8]> {
        None
    }
}

macro_rules! in_memory {
    ($($source:ty),*) => {$(
        impl ByteSource for $source {
            fn len(&self) -> io::Result<u64> {
                Ok(<[u8]>::len(self) as u64)
            }

            fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
                let bytes = range(self, offset, buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(bytes);
                Ok(())
            }

            fn as_bytes(&self) -> Option<&[u8]> {
                Some(self)
            }
        }
    )*};
}

in_memory!(Vec<u8>, &'static [u8], Arc<[u8]>, Box<[u8]>);

#[cfg(feature = "mmap")]
in_memory!(memmap2::Mmap);

/// By `pread`: nothing is locked, and threads do not share a file cursor.
#[cfg(unix)]
impl ByteSource for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }
}

/// By reads at an offset: threads do not share a file cursor.
#[cfg(windows)]
impl ByteSource for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    buffer = &mut buffer[read..];
                    offset += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Opens a file: mapped, with the feature `mmap`, if that is allowed; otherwise a file of at most `in_memory` bytes is
/// read now, and a larger one by ranges.
#[cfg_attr(not(all(feature = "mmap", any(unix, windows))), allow(unused_variables))]
pub(crate) fn open(path: &Path, in_memory: u64, may_map: bool) -> io::Result<Box<dyn ByteSource>> {
    // Before it is opened, since a pipe would wait for a writer then.
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    #[cfg(feature = "mmap")]
    if may_map {
        return Ok(Box::new(map(&File::open(path)?)?));
    }
    #[cfg(any(unix, windows))]
    if metadata.len() > in_memory {
        return Ok(Box::new(File::open(path)?));
    }
    Ok(Box::new(std::fs::read(path)?))
}

#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: the map is only read, as bytes, each of which may have any value, and no decision about memory follows
    // from them: every offset that they say is compared with the length of the map. What remains is that another
    // program changes the file meanwhile: if it is rewritten, a probe sees other bytes, as a damaged file has; if it is
    // cut, the system ends this program (SIGBUS). No lock of the system prevents that, so the documentation of the
    // feature says it, and `Tables::unmapped` is for those who cannot promise it. Price of the safe version: three
    // reads by the system for each value (bench/record/unsafe.md).
    unsafe { memmap2::Mmap::map(file) }
}

/// The bytes of a range, if it is there.
#[inline]
fn range(bytes: &[u8], offset: u64, len: usize) -> Option<&[u8]> {
    let begin = usize::try_from(offset).ok()?;
    bytes.get(begin..begin.checked_add(len)?)
}

/// A source as one probe sees it.
#[derive(Clone, Copy)]
pub(crate) enum View<'a> {
    Memory(&'a [u8]),
    Ranges(&'a dyn ByteSource),
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(source: &'a dyn ByteSource) -> View<'a> {
        source.as_bytes().map_or(View::Ranges(source), View::Memory)
    }

    /// A range of bytes: in place if they are in memory, else in the buffer, which must have room for them.
    #[inline]
    pub(crate) fn get<'b>(self, offset: u64, len: usize, buffer: &'b mut [u8]) -> Result<&'b [u8], FaultAt>
    where
        'a: 'b,
    {
        match self {
            View::Memory(bytes) => range(bytes, offset, len).ok_or(TableFault::Truncated.at(offset)),
            View::Ranges(source) => {
                let buffer = buffer.get_mut(..len).ok_or(TableFault::BlockSize.at(offset))?;
                source.read_at(offset, buffer).map_err(|error| TableFault::Read(error).at(offset))?;
                Ok(buffer)
            }
        }
    }
}
